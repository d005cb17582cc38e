"""`otherwords compat wikicommit`: the lines of WikiCommit's own script, one test a line (rulings 32)."""

import os
import shutil
import time
from pathlib import Path

import pytest

from otherwords.cli import main
from serving import ALLOWANCE, World, page, world

EN = ".wikicommit/entity/en"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return world(tmp_path, monkeypatch)


@pytest.fixture
def run(here: World, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    def compat(*arguments: str) -> tuple[int, list[str]]:
        status = main(["compat", "wikicommit", *arguments])
        out, err = capsys.readouterr()
        assert err == ""  # everything is said on standard output
        return status, out.splitlines()

    return compat


def matched(lines: list[str]) -> list[str]:
    return [
        line.split(" | ")[0].removeprefix("MATCH: ") for line in lines if line.startswith("MATCH")
    ]


def test_build_says_how_many_pages_and_where(here: World, run) -> None:  # type: ignore[no-untyped-def]
    here.write(".wikicommit/view/overview.md", page("Overview", "No entity."))
    status, lines = run("build")
    assert status == 0 and len(lines) == 1
    assert lines[0].startswith(f"OK: indexed 3 pages -> {here.home.parent}/cache/")
    assert Path(lines[0].partition(" -> ")[2]).exists()


def test_a_match_has_its_five_fields_and_its_snippet(run) -> None:  # type: ignore[no-untyped-def]
    status, lines = run("query", "allowance", "--lang", "en")
    assert status == 0
    assert lines == [
        f"MATCH: {ALLOWANCE} | title=Child allowance | type=schema:DefinedTerm | lang=en"
        " | review_status=pending",
        "  # Child **allowance**",
        'SUMMARY: query="allowance", hits=1',
    ]


def test_a_title_cannot_be_taken_for_a_separator(here: World, run) -> None:  # type: ignore[no-untyped-def]
    here.write(f"{EN}/T/pipe.md", page("'A | lang=xx | B'", "gnu", type="schema:T"))
    _, lines = run("query", "gnu")
    assert lines[0].split(" | ")[1] == "title=A ¦ lang=xx ¦ B"


def test_positional_words_must_all_be_there(run) -> None:  # type: ignore[no-untyped-def]
    assert matched(run("query", "child eighteen")[1]) == [ALLOWANCE]
    assert matched(run("query", "child", "eighteen")[1]) == [ALLOWANCE]
    status, lines = run("query", "child elephant")
    assert (status, lines) == (0, ['SUMMARY: query="child elephant", hits=0'])


def test_groups_are_anded_and_their_terms_ored(run) -> None:  # type: ignore[no-untyped-def]
    _, lines = run("query", "--expand", "子ども手当|児童手当", "--expand", "手続き", "--lang", "ja")
    assert matched(lines) == [".wikicommit/entity/ja/HowTo/procedure.md"]
    assert lines[-1] == 'SUMMARY: query=("子ども手当" OR "児童手当") AND ("手続き"), hits=1'


def test_nothing_is_added_to_what_was_asked(run) -> None:  # type: ignore[no-untyped-def]
    assert run("query", "--expand", "every child", "--lang", "ja")[1] == [
        'SUMMARY: query=("every child"), hits=0'
    ]


def test_versions_of_a_page_are_pages_of_their_own(run) -> None:  # type: ignore[no-untyped-def]
    found = matched(run("query", "--expand", "child allowance|児童手当")[1])
    assert {ALLOWANCE, ".wikicommit/entity/ja/DefinedTerm/child-allowance.md"} <= set(found)


def test_views_are_not_searched_and_take_no_place(here: World, run) -> None:  # type: ignore[no-untyped-def]
    for number in range(15):
        here.write(f".wikicommit/view/v{number}.md", page(f"Gnu {number}", "gnu gnu gnu"))
    here.write(f"{EN}/T/gnu.md", page("Other", "a gnu", type="schema:T"))
    assert matched(run("query", "gnu", "--limit", "1")[1]) == [f"{EN}/T/gnu.md"]


def test_limit_is_ten_or_what_is_given(here: World, run) -> None:  # type: ignore[no-untyped-def]
    for number in range(14):
        here.write(f"{EN}/T/gnu{number}.md", page(f"Gnu {number}", "a gnu", type="schema:T"))
    assert len(matched(run("query", "gnu")[1])) == 10
    assert len(matched(run("query", "gnu", "--limit", "12")[1])) == 12


@pytest.mark.parametrize(
    "arguments",
    [("query",), ("query", ""), ("query", "a", "--expand", "b"), ("query", "--expand", "|"),
     ("query", "a", "--limit", "0")],
)  # fmt: skip
def test_both_forms_or_neither_or_nothing_is_an_error(run, arguments: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    status, lines = run(*arguments)
    assert status == 1 and len(lines) == 1 and lines[0].startswith("ERROR: ")


def test_a_changed_wiki_is_noted_and_searched_as_it_is(here: World, run) -> None:  # type: ignore[no-untyped-def]
    run("build")
    here.write(f"{EN}/T/gnu.md", page("Gnu", "a gnu", type="schema:T"))
    (here.wiki / ALLOWANCE).unlink()
    _, lines = run("query", "gnu")
    assert lines[0] == "NOTE: search index was stale (1 added, 0 edited, 1 removed); rebuilding"
    assert matched(lines) == [f"{EN}/T/gnu.md"]
    assert run("query", "gnu")[1][0].startswith("MATCH")


def test_no_entity_folder_is_an_error(here: World, run, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    shutil.rmtree(here.wiki / ".wikicommit/entity")
    for call in (("build",), ("query", "x")):
        status, lines = run(*call)
        assert status == 1 and lines[0].startswith("ERROR: ") and "entity" in lines[0]
    monkeypatch.chdir(here.home)
    assert run("build")[0] == 1


def test_a_concept_without_a_letter_is_warned_of(run) -> None:  # type: ignore[no-untyped-def]
    _, lines = run("query", "--expand", "!!|??", "--expand", "child", "--lang", "en")
    assert lines[-2].startswith('WARNING: expand group "!!|??" has no letter or digit')
    assert lines[-1] == 'SUMMARY: query=("child"), hits=1'
    assert run("query", "!!")[1] == [
        "WARNING: no usable search term remains; the search cannot match anything",
        'SUMMARY: query="!!", hits=0',
    ]


def test_nothing_in_the_query_is_run_or_read_as_a_filter(run) -> None:  # type: ignore[no-untyped-def]
    status, lines = run("query", "type:View $(id) `id` child")
    assert status == 0 and lines[-1] == 'SUMMARY: query="type:View $(id) `id` child", hits=0'


def test_the_wiki_is_left_as_it_is(here: World, run) -> None:  # type: ignore[no-untyped-def]
    def state() -> list[tuple[str, int]]:
        return sorted((str(p), p.stat().st_mtime_ns) for p in here.wiki.rglob("*"))

    old = time.time() - 100
    for path in here.wiki.rglob("*"):
        os.utime(path, (old, old))
    before = state()
    run("build")
    run("query", "child")
    assert state() == before

"""The library: knowledge bases that stay open, asked from any thread, fresh at every call."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from otherwords import Library, open_library
from otherwords.errors import BaseNotFound, FilterError, PageNotFound, UsageError, WriteRefused
from otherwords.indexing import watching
from otherwords.library import warm
from otherwords.model import Filter
from serving import ALLOWANCE, World, page, world, write


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return world(tmp_path, monkeypatch)


@pytest.fixture
def library(here: World) -> Library:
    return open_library(here.wiki)


def titles(library: Library, query: str) -> list[str]:
    return [hit.page.title for hit in library.search(query).hits]


def test_importing_the_package_imports_nothing_heavy(here: World) -> None:
    code = (
        "import sys; before = set(sys.modules); import otherwords;"
        "print(sorted(m for m in set(sys.modules) - before if not m.startswith('otherwords')))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], env=here.environment, capture_output=True, text=True
    )
    assert set(eval(run.stdout)) <= {"typing", "collections.abc", "functools", "re"} | {
        "_collections", "_functools", "_operator", "_weakref", "_typing", "collections", "copyreg",
        "contextlib", "enum", "itertools", "keyword", "operator", "reprlib", "types", "warnings",
        "re._casefix", "re._compiler", "re._constants", "re._parser", "_sre", "_collections_abc",
    }  # fmt: skip


def test_a_search_finds_pages_in_every_language(library: Library) -> None:
    answer = library.search("child allowance")
    assert answer.hits[0].page.path == ALLOWANCE
    assert answer.hits[0].also_in == ("ja",)
    assert any(hit.page.lang == "ja" for hit in answer.hits)


def test_concepts_say_the_same_as_groups_of_wordings(library: Library) -> None:
    answer = library.search(
        concepts=[["ja:児童手当", "en:child allowance"], ["ja:手続き"]], lang=["ja"]
    )
    assert [hit.page.title for hit in answer.hits] == ["児童手当の手続き"]


def test_filters_limit_and_lang_narrow(library: Library) -> None:
    assert len(library.search("児童手当", limit=1).hits) == 1
    reviewed = library.search("児童手当", filters=[Filter("review", "reviewed")])
    assert [hit.page.title for hit in reviewed.hits] == ["児童手当"]
    assert {hit.page.lang for hit in library.search("child", lang=["en"]).hits} == {"en"}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"query": ""}, UsageError),
        ({"query": "x", "concepts": [["y"]]}, UsageError),
        ({"concepts": ["y"]}, UsageError),
        ({"concepts": [[" "]]}, UsageError),
        ({"query": "x", "limit": -1}, UsageError),
        ({"query": "x", "limit": 100_000}, UsageError),
        ({"query": "category:decisions x"}, FilterError),
        ({"query": "x", "bases": ["elsewhere"]}, BaseNotFound),
    ],
)
def test_a_call_that_cannot_be_meant_is_refused(
    library: Library, arguments: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        library.search(**arguments)  # type: ignore[arg-type]


def test_a_folder_that_is_not_there_is_refused_at_once(tmp_path: Path, here: World) -> None:
    with pytest.raises(BaseNotFound):
        open_library(tmp_path / "nowhere")


def test_a_page_is_read_whole_by_lines_and_by_section(library: Library) -> None:
    whole = library.read(ALLOWANCE)
    assert (whole.first, whole.last, whole.total) == (1, 17, 17)
    assert (
        library.read(ALLOWANCE, lines=(2, 3)).text
        == whole.text.split("\n", 3)[1] + "\n" + (whole.text.split("\n")[2])
    )
    section = library.read(ALLOWANCE, section="amount")
    assert section.text.strip() == "## Amount\n\n15,000 yen a month."
    assert section.first == 11


def test_what_is_not_there_is_said_with_what_is(library: Library) -> None:
    with pytest.raises(PageNotFound, match="it has Child allowance, Amount, Deadline"):
        library.read(ALLOWANCE, section="Colour")
    with pytest.raises(UsageError, match="17 lines"):
        library.read(ALLOWANCE, lines=(99, 100))


@pytest.mark.parametrize(
    "path",
    [
        "../wiki/" + ALLOWANCE,
        "/etc/passwd",
        ".wikicommit/config.yml",
        ".wikicommit/entity/../config.yml",
        ALLOWANCE + "\0",
        ALLOWANCE.replace("/", "%2F"),
        "file:///etc/passwd",
        ALLOWANCE.replace("/", "\\"),
        "",
        "." + "/" + ALLOWANCE,
        "link.md",
    ],
)
def test_nothing_but_an_indexed_page_can_be_read(
    here: World, library: Library, tmp_path: Path, path: str
) -> None:
    secret = write(tmp_path / "secret.md", "secret")
    (here.wiki / ".wikicommit/entity/en/link.md").symlink_to(secret)
    with pytest.raises(PageNotFound):
        library.read(path)
    with pytest.raises(PageNotFound):
        library.read(".wikicommit/entity/en/link.md")


def test_the_next_call_after_an_edit_sees_it(here: World, library: Library) -> None:
    assert titles(library, "zebra") == []
    for number in range(20):
        path = f".wikicommit/entity/en/Animal{number % 3}/zebra.md"
        here.write(path, page(f"Zebra {number}", "A zebra.", type="schema:Animal"))
        assert f"Zebra {number}" in titles(library, "zebra")
        (here.wiki / path).unlink()
        assert titles(library, "zebra") == []


def test_the_next_call_after_an_edit_sees_it_without_a_watch(
    here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "import_module", lambda name: object())
    library = open_library(here.wiki)
    library.search("child")
    assert not any(kept.warm.watched for kept in library._all())
    here.write(".wikicommit/entity/en/Animal/zebra.md", page("Zebra", "A zebra.", type="schema:A"))
    assert titles(library, "zebra") == ["Zebra"]


def test_a_snapshot_is_used_again_while_nothing_changed(here: World, library: Library) -> None:
    pytest.importorskip("watchfiles", reason="watchfiles is not installed: every call walks")
    first = library._all()[0].warm.snapshot()
    assert library._all()[0].warm.snapshot() is first
    here.write(ALLOWANCE, page("Child allowance", "Changed.", type="schema:DefinedTerm"))
    assert library._all()[0].warm.snapshot() is not first


def test_a_watched_folder_is_walked_again_in_time(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = library._all()[0].warm.snapshot()
    monkeypatch.setattr(warm, "WALK_SECONDS", 0.0)
    assert library._all()[0].warm.snapshot() is not first


def test_a_watch_that_gets_no_answer_counts_as_changed(tmp_path: Path) -> None:
    class Silent:
        def watch(self, debounce: int, step: int, timeout: int, stop: None) -> str:
            return "timeout"

    assert watching.Watch([str(tmp_path)], str(tmp_path), Silent()).changed()


def test_any_number_of_threads_may_ask(here: World, library: Library) -> None:
    barrier = threading.Barrier(8)

    def ask(number: int) -> list[str]:
        barrier.wait()
        if number == 0:
            here.write(".wikicommit/entity/en/X/x.md", page("X", "child x", type="schema:X"))
        return [hit.page.path for hit in library.search("child allowance").hits]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(ask, range(8)))
    assert all(paths[0] == ALLOWANCE for paths in found)


def test_confirming_is_remembered_and_rejecting_forgets_it(here: World, library: Library) -> None:
    said = library.confirm(ALLOWANCE, "money for children")
    assert said.startswith(f"learned: money for children → {ALLOWANCE} (in {here.home.parent}")
    assert library.reject(ALLOWANCE, "Money for  children").startswith("forgotten:")
    assert library.reject(ALLOWANCE, "money for children") == f"nothing to change: {ALLOWANCE}"
    with pytest.raises(WriteRefused):
        library.confirm(ALLOWANCE, "x" * 500)


def test_in_a_code_home_confirming_writes_an_alias(here: World) -> None:
    home = here.rk_home
    write(
        home / "_registry.md",
        "| Project | Git URL | Last Update | Docs |\n|---|---|---|---|\n| win | u | 2026-01-01 | 1 |\n",
    )
    write(home / "win/_index.md", "# win\n\n- [get-rect](docs/get-rect.md) — Get window size\n")
    write(home / "win/docs/get-rect.md", "## get-rect\n\nReturns the size.\n")
    library = open_library(home)
    library.confirm("win/docs/get-rect.md", "窗口大小")
    assert "aliases: [窗口大小]" in (home / "win/_index.md").read_text(encoding="utf-8")
    assert titles(library, "窗口大小") == ["get-rect"]
    library.reject("win/docs/get-rect.md", "窗口大小")
    assert "窗口大小" not in (home / "win/_index.md").read_text(encoding="utf-8")


def test_a_note_is_kept_and_found(here: World, library: Library) -> None:
    path = library.remember("Passport photo", "35 by 45 mm.")
    assert path == "_personal/docs/passport-photo.md"
    assert open_library(here.rk_home).read(path).text.endswith("35 by 45 mm.")


def test_bases_say_what_is_there(library: Library) -> None:
    base = library.bases()[0]
    assert (base.name, base.kind, base.pages, base.languages) == (
        "wiki",
        "wikicommit",
        3,
        ("ja", "en"),
    )


def test_several_bases_are_told_apart(here: World, tmp_path: Path) -> None:
    write(tmp_path / "notes/a.md", "# Child\n\nchild allowance note\n")
    write(tmp_path / "more/a.md", "# Child\n\nchild allowance too\n")
    library = open_library(here.wiki, tmp_path / "notes", tmp_path / "more")
    assert {hit.base for hit in library.search("child allowance").hits} == {"wiki", "notes", "more"}
    assert {hit.base for hit in library.search("child", bases=["notes"]).hits} == {""}
    with pytest.raises(UsageError, match="notes, more"):
        library.read("a.md")
    assert library.read("a.md", base="more").text == "# Child\n\nchild allowance too"


def test_sources_lead_to_the_parent_page(library: Library) -> None:
    assert library.sources(ALLOWANCE).line.endswith("child-allowance.md: example.org/allowance")


def test_index_brings_up_to_date_or_makes_anew(library: Library) -> None:
    library.index()
    assert [notice.code for notice in library.index(rebuild=True)] == ["index-rebuilt"]


def test_a_closed_library_opens_again(library: Library) -> None:
    with library:
        assert titles(library, "child allowance")
    assert titles(library, "child allowance")

"""What every engine promises, asked of the one on disk and of the one in memory."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.engines.embedded import EmbeddedEngine
from otherwords.engines.vocabulary import MOST, containing, pack
from otherwords.errors import IndexDamaged
from otherwords.model import Concept, Filter, Languages, Leg, Page, Reading, Run, Term
from otherwords.ports import Change

LANGUAGES = Languages("en", (), ("en", "ja"))


@pytest.fixture(params=["disk", "memory"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> EmbeddedEngine:
    return EmbeddedEngine(str(tmp_path) if request.param == "disk" else None)


def reading(name: str, prose: str, lang: str = "en", **more: object) -> Reading:
    page = Page(f"{lang}/{name}.md", name.capitalize(), "Note", lang, name)._replace(**more)
    return Reading(page, (), prose)


PAGES = (
    reading("kindergarten", "Where small children play and learn together."),
    reading("allowance", "Money for children; the application is at the office.", tags=("money",)),
    reading("allowance", "児童手当の申請は窓口で。負債の法律。", "ja", updated="2026-02-01"),
    reading("engineering", "Software engineers write engines. AI helps; Go and C++ too."),
    reading("identifiers", "Call getWindowRect or retry_after, then v2.3.1."),
)


def filled(engine: EmbeddedEngine, pages: Sequence[Reading] = PAGES) -> str:
    return engine.commit(Change((), map(engine.prepare, pages), whole=True), "")


def ask(engine: EmbeddedEngine, token: str, *concepts: str, lang: str = "", **more: object) -> Run:
    leg = Leg(lang, tuple(Concept(text, (Term(text),)) for text in concepts))
    filters = more.get("filters", ())
    found = engine.open(token, LANGUAGES).search(leg, filters, 10, bool(more.get("explain")))
    return found


def hits(run: Run) -> list[str]:
    return [found.page.path for found in run.found if not found.lacks]


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("children", "en/kindergarten.md"),
        ("child", "en/kindergarten.md"),
        ("engineer", "en/engineering.md"),
        ("garten", "en/kindergarten.md"),
        ("AI", "en/engineering.md"),
        ("c++", "en/engineering.md"),
        ("窓口", "ja/allowance.md"),
        ("法", "ja/allowance.md"),
        ("windowrect", "en/identifiers.md"),
        ("window", "en/identifiers.md"),
        ("retry", "en/identifiers.md"),
    ],
)
def test_a_term_of_any_length_finds(engine: EmbeddedEngine, typed: str, path: str) -> None:
    assert path in hits(ask(engine, filled(engine), typed))


def test_a_hit_has_every_concept_and_a_near_miss_says_what_it_lacks(engine: EmbeddedEngine) -> None:
    run = ask(engine, filled(engine), "children", "office")
    assert hits(run) == ["en/allowance.md"]
    assert run.total == 1
    lacking = {found.page.path: found.lacks for found in run.found if found.lacks}
    assert lacking == {"en/kindergarten.md": (1,)}


def test_more_concepts_than_one_search_can_tell_apart(engine: EmbeddedEngine) -> None:
    concepts = ["children", *(f"nowhere{n}" for n in range(30)), "office"]
    run = ask(engine, filled(engine), *concepts)
    lacks = {found.page.path: found.lacks for found in run.found}
    assert lacks["en/allowance.md"] == tuple(range(1, 31))
    assert lacks["en/kindergarten.md"] == tuple(range(1, 32))


def test_a_language_narrows(engine: EmbeddedEngine) -> None:
    assert hits(ask(engine, filled(engine), "allowance", lang="en")) == ["en/allowance.md"]


@pytest.mark.parametrize(
    "condition",
    [
        Filter("tag", "Money"),
        Filter("path", "en/allowance.md"),
        Filter("updated", "2026-01-01", ">="),
    ],
)
def test_filters_hold(engine: EmbeddedEngine, condition: Filter) -> None:
    run = ask(engine, filled(engine), filters=[condition])
    expected = "ja" if condition.key == "updated" else "en"
    assert hits(run) == [f"{expected}/allowance.md"]


def test_parts_add_up_to_the_score(engine: EmbeddedEngine) -> None:
    token = filled(engine)
    plain = ask(engine, token, "children", "application")
    for with_parts, without in zip(
        ask(engine, token, "children", "application", explain=True).found, plain.found, strict=True
    ):
        assert with_parts.page == without.page
        assert sum(part.value for part in with_parts.parts) == pytest.approx(
            without.score, abs=1e-5
        )
        assert with_parts.score == pytest.approx(sum(part.value for part in with_parts.parts))


def test_the_order_does_not_depend_on_the_order_of_indexing(engine: EmbeddedEngine) -> None:
    one = ask(engine, filled(engine), "children")
    two = ask(engine, filled(engine, PAGES[::-1]), "children")
    assert [(f.page, f.score) for f in one.found] == [(f.page, f.score) for f in two.found]


def test_a_change_is_seen_and_older_snapshots_stay(engine: EmbeddedEngine) -> None:
    token = filled(engine)
    before = engine.open(token, LANGUAGES)
    fresh = [engine.prepare(reading("kindergarten", "No longer about anybody."))]
    token = engine.commit(Change(["en/kindergarten.md"], fresh, whole=False), token)
    engine.sweep(token)
    assert hits(ask(engine, token, "children")) == ["en/allowance.md"]
    assert hits(ask(engine, token, "anybody")) == ["en/kindergarten.md"]
    leg = Leg("", (Concept("children", (Term("children"),)),))
    assert len(hits(before.search(leg, (), 10, False))) == 2


def test_what_the_lexicon_knows(engine: EmbeddedEngine) -> None:
    snapshot = engine.open(filled(engine), LANGUAGES)
    assert snapshot.frequency("children") == 2
    assert snapshot.frequency("窓口", "ja") == 1
    assert snapshot.frequency("窓口", "en") == 0
    assert [p.lang for p in snapshot.named("ALLOWANCE")] == ["en", "ja"]
    assert [p.path for p in snapshot.tagged("money")] == ["en/allowance.md"]
    assert [p.lang for p in snapshot.versions("allowance")] == ["en", "ja"]
    assert [p.path for p in snapshot.pages()] == sorted(r.page.path for r in PAGES if r.page)


def test_many_pages_are_asked_for_at_once(engine: EmbeddedEngine) -> None:
    """By path, and which concepts a language has: as asking for each."""
    snapshot = engine.open(filled(engine), LANGUAGES)
    pages = list(snapshot.pages())
    paths = [*(page.path for page in pages[::2]), "nowhere.md"]
    assert snapshot.at(paths) == {page.path: page for page in pages[::2]}
    assert snapshot.at([]) == {}
    concepts = [*(page.concept for page in pages), "nothing"]
    for lang in (*snapshot.languages.present, "vo"):
        having = {c for c in concepts if any(v.lang == lang for v in snapshot.versions(c))}
        assert snapshot.translated(concepts, lang) == having
        assert snapshot.translated([], lang) == set()


def test_nothing_typed_breaks_a_search(engine: EmbeddedEngine) -> None:
    token = filled(engine)
    for text in (
        '"',
        "-",
        "*",
        "AND",
        "foo-bar",
        "🙂",
        "\0",
        "a" * 100_000,
        "(",
        "title:x",
        "法 OR",
    ):
        ask(engine, token, text)


def test_an_index_without_pages_answers_nothing(engine: EmbeddedEngine) -> None:
    assert ask(engine, filled(engine, ()), "children").found == ()


def test_words_around_a_part_are_the_nearest_in_length() -> None:
    words = [f"{'x' * n}part{'y' * m}" for n in range(12) for m in range(12)]
    data = pack([*words, "other", "part"])
    around = sorted((w for w in words if w != "part"), key=lambda w: (len(w), w))[:MOST]
    assert containing(data, "part") == around
    assert containing(data, "nothere") == []


@given(
    st.lists(st.text("abßøж", min_size=1, max_size=9), max_size=30), st.text("abßøж", min_size=4)
)
def test_words_with_a_part_are_found_wherever_they_stand(words: list[str], part: str) -> None:
    """A law: those that contain it and are longer, the shortest first, in letters and not in bytes."""
    wanted = sorted(sorted({w for w in words if part in w and w != part}), key=len)
    assert containing(pack(set(words)), part) == wanted


# -- damage: only what lies on a disk can have any ---------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("harbour", 4),  # the word, a longer one, the end of one, a part of camel case
        ("arbou", 4),
        ("harbours", 1),
        ("harbour wall", 1),  # more than one word: every alias is gone through
        ("bour wa", 1),
        ("lantern", 0),  # stands in a text only
        ("灯台", 1),
    ],
)
def test_an_alias_around_a_text_is_found_by_its_words_or_by_all(
    engine: EmbeddedEngine, typed: str, number: int
) -> None:
    names = ("Harbour wall", "old harbours", "innerharbour", "getHarbourMaster", "灯台守", "quay")
    pages = [reading(f"p{n}", "lantern", aliases=(name,)) for n, name in enumerate(names)]
    snapshot = engine.open(filled(engine, pages), LANGUAGES)
    found, total = snapshot.aliased("around", typed, (), 10)
    assert [p.aliases[0] for p in found] == [n for n in names if typed in n.casefold()]
    assert (len(found), total) == (number, number)


def opening(folder: Path, token: str) -> None:
    engine = EmbeddedEngine(str(folder))
    ask(engine, token, "children", explain=True)


@pytest.mark.parametrize("how", ["truncated", "emptied", "overwritten", "removed"])
def test_a_damaged_file_is_told_and_nothing_else_is_said(
    tmp_path: Path, how: str, capfd: pytest.CaptureFixture[str]
) -> None:
    engine = EmbeddedEngine(str(tmp_path))
    token = filled(engine)
    names = [n for n in os.listdir(tmp_path / token) if n[0] != "." and n != "rows"]
    for name in sorted(names):
        path = tmp_path / token / name
        whole, stat = path.read_bytes(), path.stat()
        if how == "removed":
            path.unlink()
        else:
            half = whole[: len(whole) // 2]
            damaged = {"truncated": half, "emptied": b"", "overwritten": b"\xff" * len(whole)}[how]
            path.write_bytes(damaged)
        with contextlib.suppress(IndexDamaged):
            opening(tmp_path, token)
        path.write_bytes(whole)
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    opening(tmp_path, token)
    assert capfd.readouterr() == ("", "")


def test_doctor_reads_every_byte(tmp_path: Path) -> None:
    engine = EmbeddedEngine(str(tmp_path))
    token = filled(engine)
    assert engine.verify(token) == ""
    path = next((tmp_path / token).glob("*.store"))
    stat = path.stat()
    path.write_bytes(b"\0" * stat.st_size)
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert path.name in engine.verify(token)


def test_a_commit_that_is_killed_leaves_the_state_before_it(tmp_path: Path) -> None:
    token = filled(EmbeddedEngine(str(tmp_path)))
    code = """if True:
        import os, signal, sys
        from otherwords.engines.embedded import EmbeddedEngine
        from otherwords.ports import Change
        def pages():
            os.kill(os.getpid(), signal.SIGKILL)
            yield
        EmbeddedEngine(sys.argv[1]).commit(Change(["en/allowance.md"], pages(), False), sys.argv[2])
    """
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    call = [sys.executable, "-c", code, str(tmp_path), token]
    assert subprocess.run(call, env=env, check=False).returncode == -9
    assert len(hits(ask(EmbeddedEngine(str(tmp_path)), token, "children"))) == 2

"""Verification, the doc as the answer, learning, and answers from the source."""

import os
from pathlib import Path

import pytest

from homing import Place, home_of

POLYLINE = "trailmap/docs/formats/encode-polyline.md"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """The example home."""
    return Place(tmp_path).examples("repo-knowledge")


# -- verification --


def test_a_doc_with_all_of_the_query_beats_an_alias_that_stands_in_it(place: Place) -> None:
    hits = place.json("--no-learn", "decode a polyline")["hits"]
    assert hits[0]["path"] == "trailmap/docs/formats/decode-polyline.md"
    assert hits[0]["verdict"] == "answers"
    beaten = {h["path"]: h for h in hits}[POLYLINE]
    assert beaten["contract_score"] == 2.3 > hits[0]["contract_score"]


def test_the_verdict_says_which_concepts_stand_where(place: Place) -> None:
    said = place.run("search", "--in", str(place.home), "decode a polyline", "--no-learn").out
    assert 'answers; "decode" in its' in said and '"polyline" in its' in said


def test_an_alias_with_one_word_of_three_does_not_answer(place: Place) -> None:
    answer = place.json("--no-learn", "server certificate renewal")
    assert answer["nothing_here"] is True and answer["hits"] == []
    nearest = answer["near_misses"][0]
    assert nearest["verdict"] == "does not"
    assert nearest["lacks"] == ["certificate", "renewal"]


def test_a_score_is_the_sum_of_its_parts(place: Place) -> None:
    answer = place.json("--no-learn", "decode a polyline")
    for hit in (*answer["hits"], *answer["near_misses"]):
        parts = sum(part["value"] for part in hit["explanation"]["parts"])
        assert hit["score"] == pytest.approx(parts)


# -- the answer --


def test_the_answer_is_the_doc_itself(place: Place) -> None:
    out = place.run("search", "--in", str(place.home), "share link", "--no-learn").out
    assert (place.home / POLYLINE).read_text() in out


def test_json_carries_the_doc_with_full_only(place: Place) -> None:
    assert "doc" not in place.json("--no-learn", "share link")["hits"][0]
    assert (
        place.json("--no-learn", "--full", "share link")["hits"][0]["doc"]
        == (place.home / POLYLINE).read_text()
    )


# -- learning --


def test_what_answers_is_learned_and_said(place: Place) -> None:
    ran = place.run("search", "--in", str(place.home), "decode a polyline")
    assert 'learned: "decode a polyline"' in ran.err
    assert "aliases: [decode a polyline]" in place.index("trailmap")
    again = place.json("decode a polyline")["hits"][0]
    assert again["marks"][0]["params"][0] == "alias exact match (3.3)"


def test_what_was_learned_is_found_in_other_wordings(place: Place) -> None:
    page, asked = "trailmap/docs/track/simplify-track.md", "fewer dots, same outline"
    other = "the same outline with fewer dots please"
    assert page not in place.paths(other)
    assert place.run("confirm", page, "--query", asked, "--in", str(place.home)).status == 0
    assert place.paths(other)[0] == page


def test_unsure_learns_nothing(place: Place) -> None:
    before = place.digest()
    hit = place.json("gpx import")["hits"][0]
    assert hit["verdict"] == "unsure"
    assert place.digest() == before


@pytest.mark.parametrize("extra", [["--no-learn"], ["--explain"]])
def test_no_learn_and_explain_write_nothing(place: Place, extra: list[str]) -> None:
    before = place.digest()
    for query in ("decode a polyline", "share link", "server certificate renewal"):
        assert place.run("search", "--in", str(place.home), query, *extra).status == 0
    assert place.digest() == before


def test_eval_writes_nothing(place: Place) -> None:
    rows = Path(__file__).parent / "ranking" / "rk.jsonl"
    before = place.digest()
    assert place.run("eval", str(rows), "--in", str(place.home)).status == 0
    assert place.digest() == before


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_home_is_searched_all_the_same(place: Place) -> None:
    folder = place.home / "trailmap"
    folder.chmod(0o555)
    try:
        ran = place.run("search", "--in", str(place.home), "decode a polyline")
    finally:
        folder.chmod(0o755)
    assert ran.status == 0 and "learned:" not in ran.err


def test_an_instruction_is_not_learned(place: Place) -> None:
    before = place.digest()
    ran = place.run("search", "--in", str(place.home), "ignore all previous polyline decode rules")
    assert ran.status == 0 and place.digest() == before


def test_confirm_and_reject_change_the_aliases_by_number(place: Place) -> None:
    place.run("search", "--in", str(place.home), "gpx import")
    ran = place.run("confirm", "1")
    assert ran.out.startswith(
        "query: gpx import\nlearned: gpx import → trailmap/docs/formats/parse-gpx.md"
    )
    assert "aliases: [gpx import, gpx" in place.index("trailmap")
    ran = place.run("reject", "1")
    assert "forgotten: gpx import" in ran.out
    assert "gpx import" not in place.index("trailmap")


def test_a_project_query_is_learned_without_the_project(place: Place) -> None:
    place.run("search", "--in", str(place.home), "trailmap: decode a polyline")
    assert "aliases: [decode a polyline]" in place.index("trailmap")


# -- from the source --

CODE = '''"""Tides."""


def next_high_tide(port, now):
    """Tell when the water stands highest next at a harbour."""
    return port.table.after(now)


def unrelated(a):
    """Nothing of interest."""
    return a
'''


@pytest.fixture
def sources(tmp_path: Path) -> Place:
    """Two projects, one with a source that has more than its docs."""
    made = Place(tmp_path)
    home_of(
        made,
        {
            "harbour": {"berth": ("Find a free berth in a harbour", ["harbour"], "Looks it up.")},
            "other": {"thing": ("Something else", ["thing"], "Text.")},
        },
    )
    clone = made.home / "_repos" / "harbour" / "harbour"
    clone.mkdir(parents=True)
    (clone / "tides.py").write_text(CODE)
    return made


def test_what_no_doc_answers_is_written_from_the_source(sources: Place) -> None:
    pytest.importorskip("ast_grep_py")
    pytest.importorskip("griffe")
    answer = sources.json("--full", "harbour highest water next")
    hit = answer["hits"][0]
    assert hit["path"] == "harbour/docs/harbour/tides/next-high-tide.md"
    assert "next_high_tide(port, now)" in hit["doc"]
    assert hit["marks"][0]["code"] == "written-from-source"
    assert hit["contract_score"] == 3.3
    assert any(notice["code"] == "written" for notice in answer["notices"])
    assert "aliases: [harbour highest water next]" in sources.index("harbour")
    assert sources.paths("harbour highest water next")[0] == hit["path"]


def test_nothing_is_written_that_the_source_does_not_have(sources: Place) -> None:
    pytest.importorskip("ast_grep_py")
    before = sources.digest()
    answer = sources.json("harbour certificate renewal server")
    assert answer["hits"] == [] and sources.digest() == before
    assert "rk-source-searched" in [notice["code"] for notice in answer["notices"]]


def test_without_candidates_no_source_is_searched(sources: Place) -> None:
    before = sources.digest()
    codes = [notice["code"] for notice in sources.json("highest water next")["notices"]]
    assert "rk-no-match" in codes and sources.digest() == before


def test_a_single_project_is_searched_in_its_source_without_candidates(sources: Place) -> None:
    pytest.importorskip("ast_grep_py")
    pytest.importorskip("griffe")
    hits = sources.json("harbour: highest water next")["hits"]
    assert hits[0]["path"] == "harbour/docs/harbour/tides/next-high-tide.md"
    assert hits[0]["contract_score"] is None


def test_a_project_without_a_clone_is_said(sources: Place) -> None:
    answer = sources.json("thing certificate renewal server")
    said = [n["message"] for n in answer["notices"] if n["code"] == "rk-no-source"]
    assert said and "otherwords code update other" in said[0]


def test_no_learn_keeps_the_source_closed(sources: Place) -> None:
    before = sources.digest()
    assert sources.json("--no-learn", "harbour highest water next")["hits"] == []
    assert sources.digest() == before

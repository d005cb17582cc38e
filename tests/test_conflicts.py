"""Contradictions: which pairs of pages are reported, what is cited, and which page wins."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.ranking.conflicts import Conflict, Prose, conflicts, outcome

PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "conflicts.jsonl").read_text("utf-8").splitlines()
]
TUNED = [pair for pair in PAIRS if int(pair["id"][1:]) % 2]
HELD_OUT = [pair for pair in PAIRS if not int(pair["id"][1:]) % 2]


def page(path: str, text: str, title: str = "", **known: Any) -> Prose:
    return Prose(path, title, tuple(enumerate(text.splitlines(), 1)), **known)


def between(a: str, b: str) -> tuple[Conflict, ...]:
    return conflicts([page("a.md", a), page("b.md", b)])


def of_pair(pair: dict[str, Any]) -> tuple[Conflict, ...]:
    return conflicts([page(f"{side}.md", pair[side]["text"], pair[side]["title"]) for side in "ab"])


@pytest.mark.parametrize("pair", [p for p in PAIRS if not p["conflict"]], ids=lambda p: p["id"])
def test_a_pair_without_contradiction_is_not_reported(pair: dict[str, Any]) -> None:
    assert of_pair(pair) == ()


@pytest.mark.parametrize(
    ("half", "recall"), [(TUNED, 0.95), (HELD_OUT, 0.75)], ids=("tuned", "held-out")
)
def test_contradictions_are_found_and_named(half: list[dict[str, Any]], recall: float) -> None:
    true = [pair for pair in half if pair["conflict"]]
    right = [pair for pair in true if any(c.kind == pair["kind"] for c in of_pair(pair))]
    assert len(right) / len(true) >= recall


def test_both_lines_are_cited_with_what_differs() -> None:
    (found,) = between(
        "# Quotes\n\nA quote is valid for fourteen days.", "Quotes are valid for 30 days."
    )
    assert (found.a_line, found.b_line) == (3, 1)
    assert found.a_text == "A quote is valid for fourteen days."
    assert found.differs == ("fourteen days", "30 days")
    assert found.kind == "number"


def test_a_sentence_over_two_lines_is_cited_where_it_begins() -> None:
    (found,) = between(
        "First words. A quote\nis valid for 14 days.", "x\n\nA quote is valid for 30 days."
    )
    assert (found.a_line, found.b_line) == (1, 3)


def test_code_and_considered_options_state_nothing() -> None:
    stated = "A quote is valid for 30 days."
    assert between(stated, "```\nA quote is valid for 14 days.\n```") == ()
    assert between(stated, "## Options considered\nA quote is valid for 14 days.") == ()


def test_a_page_that_also_agrees_does_not_conflict() -> None:
    assert (
        between(
            "A quote is valid for 14 days.",
            "A quote is valid for 14 days.\n\nA quote is valid for 30 days.",
        )
        == ()
    )


def test_pages_of_two_names_in_one_folder_speak_of_their_own() -> None:
    texts = ("The free tier includes 3 gates.", "The free tier includes 5 gates.")
    named = [
        page(f"entities/{t}.md", x, t)
        for t, x in zip(("Transitix", "QuayPass"), texts, strict=True)
    ]
    assert conflicts(named) == ()
    assert (
        len(conflicts([page("a/faq.md", texts[0], "Plans"), page("b/x.md", texts[1], "FAQ")])) == 1
    )


def test_never_denies_a_time() -> None:
    (found,) = between("Logs are never deleted.", "Logs are deleted after 30 days.")
    assert found.kind == "negation"


def test_superseded_pages_are_reported_with_their_nearest_lines() -> None:
    old = page("s/api-2024.md", "Resources are singular nouns.", updated="2024-01-01")
    new = page(
        "s/api.md",
        "Paging.\n\nResources are plural nouns.",
        updated="2026-01-01",
        supersedes=("api-2024",),
    )
    (found,) = conflicts([old, new])
    assert (found.kind, found.a_line, found.b_line) == ("superseded", 1, 3)
    assert found.differs == ("singular", "plural")
    assert (found.winner, found.reason) == ("s/api.md", "newer wins (supersedes api-2024)")


@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [
        (("high", "2026-01-01"), ("medium", "2026-02-01"), "a"),
        (("high", "2026-01-01"), ("high", "2026-02-01"), "b"),
        (("low", "2026-01-01"), ("low", "2026-02-01"), "b"),
        (("medium", "2026-01-01"), ("high", "2026-02-01"), "b"),
        (("low", "2026-02-01"), ("medium", "2026-02-01"), "b"),
        (("low", "2026-02-01"), ("low", "2026-02-01"), ""),
        (("low", ""), ("low", "2026-02-01"), ""),
        (("low", "2026-05-01T01:00:00+09:00"), ("low", "2026-04-30T20:00:00Z"), "b"),
        (("low", "2026-05-01"), ("low", "2026-05-01T20:00:00Z"), ""),
    ],
)
def test_the_newer_wins_unless_the_older_alone_is_high(
    a: tuple[str, str], b: tuple[str, str], winner: str
) -> None:
    pages = [page(n, "", confidence=c, updated=u) for n, (c, u) in zip("ab", (a, b), strict=True)]
    assert outcome(pages[0], pages[1])[0] == winner
    assert outcome(pages[1], pages[0])[0] == winner


@given(st.sampled_from(PAIRS))
def test_the_order_of_pages_does_not_matter(pair: dict[str, Any]) -> None:
    a, b = (page(f"{side}.md", pair[side]["text"], pair[side]["title"]) for side in "ab")
    turned = {(c.b, c.a, c.kind, c.differs[::-1]) for c in conflicts([b, a])}
    assert {(c.a, c.b, c.kind, c.differs) for c in conflicts([a, b])} == turned


@given(st.text(max_size=200))
def test_any_text_is_read_and_agrees_with_itself(text: str) -> None:
    assert between(text, text) == ()

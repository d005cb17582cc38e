"""Guild's order of hits: tiers, ties, successors, strategies; against a naive ranking."""

import json
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guilding import World, codes, slugs

WORDS = ("red", "blue", "green")
DATES = ("2026-05-01", "2026-05-01T08:00:00Z", "2026-05-01T01:00:00+09:00", "2026-04-30", "soon")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


class Made(NamedTuple):
    """A generated page; `replaced_by` is the position of its successor."""

    slug: str
    body: str
    tag: str
    updated: str
    confidence: str
    replaced_by: int


@st.composite
def wikis(draw: st.DrawFn) -> list[Made]:
    slug = st.text("abc", min_size=1, max_size=4)
    names = draw(st.lists(slug, min_size=1, max_size=12, unique=True))
    return [
        Made(
            name,
            " ".join(draw(st.lists(st.sampled_from((*WORDS, "redder")), max_size=5))),
            draw(st.sampled_from(("none", *WORDS))),
            draw(st.sampled_from(DATES)),
            draw(st.sampled_from(("low", "medium", "high", "unsure"))),
            draw(st.integers(-9, number - 1)),
        )
        for number, name in enumerate(names)
    ]


def naive(pages: list[Made], query: list[str]) -> list[str]:
    """The contract in a few lines, for one wiki of up to 200 pages."""

    def tier(page: Made) -> int:
        body = page.body.split()
        if f" {' '.join(query)} " in f" {page.body} ":
            return 3
        return 2 if set(query) <= set(body) else int(set(query) <= {*body, page.tag})

    def key(page: Made) -> tuple[object, ...]:
        sure = ("unsure", "low", "medium", "high").index(page.confidence)
        return -tier(page), -moment(page.updated), -sure, page.slug

    hits = sorted(filter(tier, pages), key=key)
    found: list[Made] = []

    def put(page: Made) -> None:
        found.append(page)
        for older in hits:
            if older.replaced_by >= 0 and pages[older.replaced_by] == page:
                put(older)

    for page in hits:
        if page.replaced_by < 0 or pages[page.replaced_by] not in hits:
            put(page)
    return [page.slug for page in found]


def moment(text: str) -> float:
    if text == "soon":
        return 0.0
    found = datetime.fromisoformat(text)
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def build(world: World, pages: list[Made]) -> None:
    for number, page in enumerate(pages):
        older = [other.slug for other in pages if other.replaced_by == number]
        meta = {"updated_at": page.updated, "confidence": page.confidence, "supersedes": older}
        world.page(page.slug, page.body, tags=[page.tag], **meta)


@settings(max_examples=40, deadline=None)
@given(
    wikis(),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=2, unique=True),
    st.integers(1, 12),
)
def test_the_order_is_that_of_a_naive_ranking(
    pages: list[Made], query: list[str], limit: int
) -> None:
    """Phrase, all words, front matter; newest first, confidence, path; successors first."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        build(world, pages)
        expected = naive(pages, query)
        answer = world.search(" ".join(query), "--limit", str(limit))
        assert slugs(answer["hits"]) == expected[:limit]
        assert answer["total"] == len(expected)
        scores = [hit["score"] for hit in answer["hits"]]
        assert scores == sorted(scores, reverse=True)
        for hit in answer["hits"]:
            assert sum(p["value"] for p in hit["explanation"]["parts"]) == hit["score"]


def test_phrase_then_words_then_front_matter(world: World) -> None:
    """An old phrase comes before new scattered words, and these before new front matter."""
    world.page("phrase", "The double booking was noticed.", updated_at="2020-01-01")
    world.page("words", "A booking made double.", updated_at="2024-01-01")
    world.page("front", "Nothing.", updated_at="2026-01-01", tags=["double", "booking"])
    answer = world.search("double booking")
    assert slugs(answer["hits"]) == ["phrase", "words", "front"]
    assert [hit["explanation"]["parts"][0]["detail"] for hit in answer["hits"]] == [
        "exact phrase",
        "all words in the body",
        "words in the front matter",
    ]


def test_words_shared_between_body_and_front_matter_are_of_the_last_tier(world: World) -> None:
    world.page("shared", "A booking.", tags=["double"])
    assert world.paths("double booking") == ["shared"]


def test_keys_of_the_front_matter_are_no_text(world: World) -> None:
    """`owner` stands in every page's front matter; only its value is searched."""
    world.page("a", "Nothing.", owner="backend")
    assert world.paths("owner") == []
    assert world.paths("backend") == ["a"]


@pytest.mark.parametrize(
    "body",
    [
        "DOUBLE Booking",
        "ｄｏｕｂｌｅ booking",
        "doublé bóoking",
        "double-booking",
        "**double** booking",
        "double\nbooking",
        "double bo\u0301oking",
    ],
)
def test_case_width_accents_form_and_markup_do_not_matter(world: World, body: str) -> None:
    world.page("a", body)
    answer = world.search("double booking")
    assert [h["explanation"]["parts"][0]["detail"] for h in answer["hits"]] == ["exact phrase"]


@pytest.mark.parametrize(
    "body", ["double bookings", "redouble booking", "double.\n\nbooking", "# double\nbooking"]
)
def test_longer_words_and_paragraph_ends_make_no_phrase(world: World, body: str) -> None:
    """A match inside a longer word is a near miss; a phrase does not go on in the next block."""
    world.page("a", body)
    answer = world.search('"double booking"')
    assert answer["hits"] == []
    assert slugs(answer["near_misses"]) == ["a"]
    assert answer["near_misses"][0]["lacks"] == ["double booking"]


def test_scripts_without_spaces(world: World) -> None:
    """A wording in such a script is found where it stands, also as a single character."""
    world.page("a", "二重予約を防ぐ。")
    world.page("b", "予約は二重に。")
    assert world.paths("二重予約") == ["a"]
    assert world.paths("予") == ["a", "b"]


def test_words_of_other_wordings_are_near_misses(world: World) -> None:
    """What only an alias finds stands below the hits, with what it lacks."""
    world.page("bike", "# Bicycle\nIt has two wheels.", aliases=["velo"])
    world.page("text", "A velo is parked.")
    answer = world.search("velo parked")
    assert slugs(answer["hits"]) == ["text"]
    answer = world.search("bicycles")
    assert answer["hits"] == []
    assert slugs(answer["near_misses"])[:1] == ["bike"]
    assert answer["near_misses"][0]["lacks"] == ["bicycles"]


def test_a_superseded_page_follows_its_successor(world: World) -> None:
    """Also where its own tier would put it first; by slug, by path; marked."""
    world.page("old", "exact phrase here", updated_at="2024-01-01")
    world.page("new", "phrase, exact", updated_at="2025-01-01", supersedes="old")
    world.page("other", "exact phrase", updated_at="2020-01-01")
    answer = world.search("exact phrase")
    assert slugs(answer["hits"]) == ["other", "new", "old"]
    assert codes(answer["hits"][2]["marks"])[0] == "superseded"
    assert answer["hits"][2]["score"] == answer["hits"][1]["score"]


def test_a_superseded_page_alone_keeps_its_tier(world: World) -> None:
    world.page("old", "exact phrase", updated_at="2024-01-01")
    world.page("new", "something else", supersedes="old")
    world.page("other", "phrase, exact", updated_at="2026-01-01")
    answer = world.search("exact phrase")
    assert slugs(answer["hits"]) == ["old", "other"]
    assert codes(answer["hits"][0]["marks"]) == ["superseded"]


def test_pages_that_supersede_each_other_are_all_there(world: World) -> None:
    world.page("a", "word", supersedes="b")
    world.page("b", "word", supersedes="a")
    assert sorted(world.paths("word")) == ["a", "b"]


def test_expired_is_only_a_mark(world: World) -> None:
    world.page("gone", "word", updated_at="2026-02-01", expires_at="2026-03-01")
    world.page("here", "word", updated_at="2026-01-01", expires_at="2026-11-30")
    answer = world.search("word")
    assert slugs(answer["hits"]) == ["gone", "here"]
    assert [codes(hit["marks"]) for hit in answer["hits"]] == [["expired"], []]
    assert codes(world.search("word", "--as-of", "2026-03-01")["hits"][0]["marks"]) == []


def test_twenty_pages_unless_more_are_asked_for(world: World) -> None:
    for number in range(25):
        world.page(f"p{number:02}", "word")
    answer = world.search("word")
    assert (len(answer["hits"]), answer["total"]) == (20, 25)
    assert len(world.search("word", "--limit", "25")["hits"]) == 25


def test_wordings_of_the_caller_are_typed_too(world: World) -> None:
    """One concept has any of its wordings; several concepts must all be there."""
    world.page("a", "A velo is parked.")
    world.page("b", "A bicycle is parked.")
    world.page("c", "A car is parked.")
    assert world.paths("--expand", "velo|bicycle") == ["a", "b"]
    assert world.paths("--expand", "velo|car", "--expand", "parked") == ["a", "c"]


def test_only_pages_of_a_wanted_language(world: World) -> None:
    world.page("a", "word", lang="de")
    world.page("b", "word", lang="de-CH")
    world.page("c", "word", lang="en")
    assert world.paths("word", "--lang", "de") == ["a", "b"]
    assert world.paths("word lang:en") == ["c"]


def test_what_cannot_be_searched_for_finds_nothing(world: World) -> None:
    """Signs alone are no empty query: they do not list the wiki."""
    world.page("a", "word !!!")
    answer = world.search("!!! ??")
    assert (answer["hits"], answer["total"]) == ([], 0)
    assert world.paths("word !!!") == ["a"]


# -- strategies --


def many(world: World, count: int = 205) -> None:
    for number in range(count):
        text = "lock " * (1 + number % 7) + "filler " * (number % 11)
        confidence = ("low", "medium", "high")[number % 3]
        updated = f"2026-{1 + number % 12:02}-01"
        world.page(f"p{number:03}", text, updated_at=updated, confidence=confidence)


def keys(world: World, *arguments: str) -> list[list[float]]:
    """Per hit its parts' values, in order of their weight."""
    hits = world.search(*arguments)["hits"]
    return [[part["value"] for part in hit["explanation"]["parts"]] for hit in hits]


def test_up_to_200_pages_the_strategy_is_files(world: World) -> None:
    many(world, 200)
    evidence = world.search("lock")["receipt"]["evidence"][0]
    assert (evidence["strategy"], evidence["pages_walked"]) == ("files", 200)


def test_above_200_pages_bm25_orders_each_tier(world: World) -> None:
    """Tier first, then BM25, then the ties; the answer says so, and what to install."""
    many(world)
    world.page("front", "Nothing.", tags=["lock"], updated_at="2026-12-31")
    answer = world.search("lock", "--limit", "206")
    assert answer["total"] == 206
    assert slugs(answer["hits"])[-1] == "front"
    found = keys(world, "lock", "--limit", "206")
    assert found == sorted(found, reverse=True)
    assert len({parts[1] for parts in found}) > 5
    best = answer["hits"][0]["explanation"]["parts"]
    assert [part["name"] for part in best] == ["tier", "bm25", "updated", "confidence"]
    receipt = answer["receipt"]
    assert receipt["evidence"][0]["strategy"] == "bm25"
    assert any("200 pages" in text for text in receipt["followups"])


@pytest.mark.parametrize("limit", ["1", "5", "20"])
def test_a_limit_cuts_the_same_order(world: World, limit: str) -> None:
    many(world)
    assert (
        world.paths("lock", "--limit", limit) == world.paths("lock", "--limit", "205")[: int(limit)]
    )


def test_without_stdio_many_pages_are_ordered_by_tiers_and_ties(world: World) -> None:
    many(world)
    world.write(".guild/settings.json", json.dumps({"mcp": {"stdio_available": False}}))
    answer = world.search("lock")
    assert answer["receipt"]["evidence"][0]["strategy"] == "files"
    assert any("stdio_available is false" in text for text in answer["receipt"]["assumptions"])
    expected = sorted(
        range(205), key=lambda n: (-(1 + n % 12), -(n % 3), f"p{n:03}")
    )  # by month, confidence, path
    assert slugs(answer["hits"]) == [f"p{n:03}" for n in expected[:20]]


def test_the_strategy_is_one_line_of_the_text(world: World) -> None:
    world.page("a", "word")
    _, out, _ = world.run("search", "word")
    assert "\nstrategy: files (1 pages walked)\n" in out

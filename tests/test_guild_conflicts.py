"""Contradictions among the hits of a search: which are shown, how, and who wins."""

import json
from pathlib import Path
from typing import Any

import pytest

from guilding import ROOT, World, codes, slugs
from otherwords.model import Page
from otherwords.ranking.contradictions import contradictions

QUERIES = [
    json.loads(line)
    for line in (ROOT / "tests/ranking/guild.jsonl").read_text("utf-8").splitlines()
]
TOLD = [row for row in QUERIES if not row.get("error")]
PAIRS = [
    json.loads(line)
    for line in (ROOT / "tests/ranking/conflicts.jsonl").read_text("utf-8").splitlines()
]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The example wiki, for the tests that only read."""
    return World(tmp_path_factory.mktemp("guild")).example()


def asked(example: World, row: dict[str, Any]) -> dict[str, Any]:
    """The answer to a row of the golden queries."""
    filters = [x for k, v in row["filters"].items() for x in (f"--{k.replace('_', '-')}", v)]
    query = [row["query"]] if row["query"] else []
    return example.search(*query, *filters, "--as-of", row.get("as_of", "2026-06-30"))


@pytest.mark.parametrize("row", TOLD, ids=lambda row: str(row["id"]))
def test_golden_queries(example: World, row: dict[str, Any]) -> None:
    """Order, count, contradictions with their winner, superseded, expired, missing metadata."""
    answer = asked(example, row)
    hits = answer["hits"]
    assert [h["path"] for h in hits if h["path"] not in row["optional"]] == row["expected"]
    assert answer["total"] == len(hits)
    found = {(frozenset((c["a"]["path"], c["b"]["path"]))) for c in answer["contradictions"]}
    assert found == {frozenset(pair[:2]) for pair in row.get("conflicts", [])}
    for conflict in row.get("conflicts", []):
        (told,) = [c for c in answer["contradictions"] if c["a"]["path"] in conflict[:2]]
        assert told["winner"]["path"].endswith(f"/{conflict[2].rpartition(': ')[2]}.md")
        assert told["resolution"].startswith("newer wins") == conflict[2].startswith("newer wins")
    for mark in ("superseded", "expired"):
        marked = [h["path"] for h in hits if mark in codes(h["marks"])]
        assert marked == row.get(mark, [])
    missing = {s["ref"] for h in hits for s in h["sources"]["resolved"] if s["raw_path_missing"]}
    assert missing == set(row.get("raw_missing", []))


def test_both_hits_say_so_with_both_lines(example: World) -> None:
    """Each names the other page and line, what each says, and the rule's outcome; JSON has it all."""
    answer = example.search("free for subscribers")
    (told,) = answer["contradictions"]
    assert (told["kind"], told["a"]["says"], told["b"]["says"]) == (
        "number",
        "30 minutes",
        "45 minutes",
    )
    assert told["winner"]["path"] == ".guild/wiki/decisions/free-minutes.md"
    for side in (told["a"], told["b"]):
        lines = (example.root / side["path"]).read_text("utf-8").splitlines()
        assert side["text"] in lines[side["line"] - 1]
    for hit in answer["hits"]:
        assert "conflict" in codes(hit["marks"])
    _, out, _ = example.run("search", "free for subscribers")
    assert (
        "contradicts .guild/wiki/products/rider-app.md:19:"
        ' "30 minutes" (line 23) / "45 minutes" (line 19);'
        " newer wins (2026-05-04 after 2026-02-10)"
    ) in out
    assert any("contradicts" in text for text in answer["receipt"]["followups"])


def test_only_pages_that_are_both_shown(example: World) -> None:
    answer = example.search("free for subscribers", "--limit", "1")
    assert (len(answer["hits"]), answer["contradictions"]) == (1, [])
    assert codes(answer["hits"][0]["marks"]) == []


def test_the_older_page_wins_where_it_alone_is_sure(world: World) -> None:
    text = "A quote is valid for {} days."
    world.page("old", text.format(14), confidence="high", updated_at="2026-01-01")
    world.page("new", text.format(30), confidence="medium", updated_at="2026-02-01")
    answer = world.search("quote")
    assert slugs(answer["hits"]) == ["new", "old"]
    (told,) = answer["contradictions"]
    assert told["winner"]["path"].endswith("/old.md")
    assert "older alone has confidence high" in told["resolution"]


def test_an_answer_is_the_same_when_it_is_remembered(world: World) -> None:
    """The second answer comes from the cache, byte for byte; an edit is seen at once."""
    text = "A quote is valid for {} days."
    world.page("a", text.format(14))
    world.page("b", text.format(30))
    first = world.search("quote")
    assert world.search("quote") == first
    assert len(first["contradictions"]) == 1
    world.page("b", text.format(14))
    assert world.search("quote")["contradictions"] == []


def test_a_damaged_memory_is_made_anew(world: World) -> None:
    world.page("a", "A quote is valid for 14 days.")
    world.page("b", "A quote is valid for 30 days.")
    first = world.search("quote")
    (memory,) = world.outside.glob("cache/**/contradictions")
    for damage in (b"", b"junk", b"\xe9\x05\x00\x00\x00"):
        memory.write_bytes(damage)
        assert world.search("quote")["contradictions"] == first["contradictions"]


def test_numbers_in_front_matter_contradict_nothing(world: World) -> None:
    world.page("a", "Same.", limit="The limit is 10 requests per minute.")
    world.page("b", "Same.", limit="The limit is 20 requests per minute.")
    assert world.search("same")["contradictions"] == []


def of_pair(pair: dict[str, Any]) -> list[str]:
    pages = [("", Page(f"{side}.md", "")) for side in "ab"]
    return [c.kind for c in contradictions(pages, lambda base, path: str(pair[path[0]]))]


def test_precision_and_recall_on_pairs() -> None:
    """Of the pairs of tests/ranking/conflicts.jsonl no false one is reported, and most true ones."""
    right = [pair for pair in PAIRS if pair["conflict"] and of_pair(pair)]
    false = [pair["id"] for pair in PAIRS if not pair["conflict"] and of_pair(pair)]
    true = sum(pair["conflict"] for pair in PAIRS)
    assert false == []
    assert len(PAIRS) >= 40
    assert len(right) / true >= 0.95

"""What is told of each Guild hit: facts, sources, sensitivity, the receipt; and that nothing is written."""

import json
from pathlib import Path
from typing import Any

import pytest

from guilding import ROOT, World, codes, slugs


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The example wiki, for the tests that only read."""
    return World(tmp_path_factory.mktemp("guild")).example()


def only(answer: dict[str, Any]) -> dict[str, Any]:
    (hit,) = answer["hits"]
    found: dict[str, Any] = hit
    return found


def sources(world: World, *arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = only(world.search(*arguments))["sources"]["resolved"]
    return found


def test_facts_of_a_hit(example: World) -> None:
    """Path, category, confidence, updated_at, a one-line summary, sensitivity: JSON and text."""
    hit = only(example.search("helmets"))
    assert hit["path"] == ".guild/wiki/sources/rider-survey-2026.md"
    assert hit["updated"] == "2026-03-04"
    assert hit["description"] == "1,204 answers, collected in February 2026."
    assert {"category": "source", "confidence": "high", "sensitivity": "internal"}.items() <= hit[
        "fields"
    ].items()
    _, out, _ = example.run("search", "helmets")
    facts = "category source, confidence high, sensitivity internal, owner research"
    assert f"   {facts}, updated 2026-03-04\n" in out
    assert "   summary: 1,204 answers, collected in February 2026.\n" in out


def test_fields_that_only_filters_need_are_not_shown(world: World) -> None:
    world.page("a", "# Alpha\nword")
    assert only(world.search("word"))["fields"] == {"category": "concept", "type": "concept"}


def capture(world: World, slug: str, text: str = "raw text", **meta: object) -> None:
    folder = f".guild/raw/sources/{slug}"
    world.write(f"{folder}/original.md", text)
    world.write(f"{folder}/metadata.json", json.dumps({"slug": slug, **meta}))


def test_a_source_is_resolved(world: World) -> None:
    """Original URL, checksum, when and by whom it was captured, its copy; never the raw text."""
    meta = {"captured_at": "2026-01-05", "captured_by": "researcher", "checksum_sha256": "ab" * 32}
    capture(world, "web", "raw text", source_type="url", url="https://example.org/a", **meta)
    world.page("a", "word", source_refs=["web"])
    assert sources(world, "word") == [
        {
            "ref": "web",
            "kind": "url",
            "origin": "https://example.org/a",
            "checksum_sha256": "ab" * 32,
            "captured_at": "2026-01-05",
            "captured_by": "researcher",
            "raw_path": ".guild/raw/sources/web/original.md",
            "raw_path_missing": False,
            "drifted": None,
            "followup": "",
        }
    ]
    _, out, _ = world.run("search", "word")
    assert "   sources: https://example.org/a\n" in out
    assert (
        "     web: url, captured 2026-01-05 by researcher, sha256 abababababab,"
        " copy .guild/raw/sources/web/original.md\n"
    ) in out
    assert "raw text" not in out


@pytest.mark.parametrize(
    ("meta", "origin"),
    [
        ({"source_type": "file", "path": "inbox/a.csv"}, "inbox/a.csv"),
        ({"source_type": "pasted"}, "pasted text"),
    ],
)
def test_files_and_pasted_text(world: World, meta: dict[str, str], origin: str) -> None:
    capture(world, "s", **meta)
    world.page("a", "word", source_refs="s")
    assert [source["origin"] for source in sources(world, "word")] == [origin]


@pytest.mark.parametrize("metadata", [None, "{ not json"])
def test_missing_metadata_is_a_follow_up(world: World, metadata: str | None) -> None:
    world.write(".guild/raw/sources/s/original.md", "raw")
    if metadata:
        world.write(".guild/raw/sources/s/metadata.json", metadata)
    world.page("a", "word", source_refs=["s"])
    answer = world.search("word")
    (source,) = only(answer)["sources"]["resolved"]
    assert source["raw_path_missing"] is True
    assert source["followup"] in answer["receipt"]["followups"]
    assert "raw_path_missing" in world.run("search", "word")[1]


def test_no_sources_at_all(world: World) -> None:
    world.page("a", "word", source_refs=[])
    assert only(world.search("word"))["sources"]["line"] == "internal, no outside source"
    assert "sources: internal, no outside source" in world.run("search", "word")[1]


def test_sources_are_verified_only_where_asked_for(world: World) -> None:
    """`--verify-sources` computes the checksum again and says whether the copy drifted."""
    good = "fc862a2bd0c3bd4e3bd71bcfe1b4a5d8b1a3b0b5d2f3ad9e9a4a4d3f0e6c4c7e"
    capture(world, "s", source_type="pasted", checksum_sha256=good)
    world.page("a", "word", source_refs=["s"])
    assert [source["drifted"] for source in sources(world, "word")] == [None]
    assert [source["drifted"] for source in sources(world, "word", "--verify-sources")] == [True]
    assert ", drifted, " in world.run("search", "word", "--verify-sources")[1]


def test_sources_can_be_left_out(example: World) -> None:
    hit = only(example.search("helmets", "--no-sources"))
    assert hit["sources"] == {"line": "", "entries": [], "resolved": []}
    assert "sources:" not in example.run("search", "helmets", "--no-sources")[1]


# -- sensitivity --


@pytest.fixture
def guarded(world: World) -> World:
    for level in ("public", "internal", "confidential", "secret"):
        world.page(level, "the fee", sensitivity=level)
    world.page("unstated", "the fee")
    world.page("odd", "the fee", sensitivity="eyes-only")
    return world


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("public", ["public"]),
        ("internal", ["internal", "public", "unstated"]),
        ("confidential", ["confidential", "internal", "public", "unstated"]),
        ("secret", ["confidential", "internal", "odd", "public", "secret", "unstated"]),
    ],
)
def test_what_is_above_is_left_out_of_hits_and_counts(
    guarded: World, level: str, expected: list[str]
) -> None:
    """Nothing stated is internal, an unknown word is secret."""
    answer = guarded.search("the fee", "--max-sensitivity", level)
    assert (sorted(slugs(answer["hits"])), answer["total"]) == (expected, len(expected))
    assert answer["receipt"]["evidence"][0]["pages_walked"] == len(expected)


TELLING = ("hits", "near_misses", "notices", "contradictions", "total")


def test_nothing_of_a_hidden_page_is_told(world: World) -> None:
    """Not as a near miss, a contradiction, a successor, a wording or a page that is left out."""
    world.page("open", "A quote is valid for 14 days.", sensitivity="public")
    hidden = {"sensitivity": "secret", "aliases": ["Zephyr"], "supersedes": "open"}
    world.page("hidden", "# Quote\nA quote is valid for 30 days.", **hidden)
    world.page("zephyr", "The Zephyr deal.", sensitivity="secret")
    world.write(".guild/wiki/concepts/broken-deal.md", "---\ntags: [\n---\n# Deal\n")
    assert world.search("quote")["contradictions"]
    for query in ("quote valid", "quote zephyr", "deal"):
        answer = world.search(query, "--max-sensitivity", "internal")
        told = json.dumps([answer[key] for key in TELLING]).lower()
        assert not any(word in told for word in ("hidden", "zephyr.md", "30 days", "broken")), told
        assert answer["plan"]["also_searched"] == []
        assert answer["receipt"]["followups"] == []


# -- the receipt --


def test_the_receipt(example: World) -> None:
    """Changed files (none), evidence, assumptions and follow-ups (rulings 31)."""
    answer = example.search("Ostbruck", "--updated-since", "2020-01-01")
    receipt = answer["receipt"]
    assert receipt["changed_files"] == []
    assert receipt["evidence"] == [
        {
            "base": "",
            "strategy": "files",
            "query": "Ostbruck",
            "filters": "updated>=2020-01-01",
            "pages_walked": 31,
            "pages_returned": 2,
        }
    ]
    told = " ".join(receipt["assumptions"])
    for part in ("strategy files", "letter case", "no category given", "UTC"):
        assert part in told
    followups = " ".join(receipt["followups"])
    assert ".guild/wiki/products/cargo-bike-pilot.md:4: " in followups
    assert "council-hearing/metadata.json is missing" in followups


def test_broken_pages_are_counted_in_every_answer(example: World) -> None:
    """They are never hits; text and JSON say that they were left out."""
    for _ in range(2):
        answer = example.search("wheel lock")
        assert answer["hits"] == []
        left_out = [n for n in answer["notices"] if n["code"] == "left-out"]
        assert [n["params"] for n in left_out] == [["2"]]
    assert "2 pages could not be read" in example.run("search", "wheel lock")[2]


def test_index_log_and_lint_files_are_no_pages(world: World) -> None:
    for name in ("index.md", "concepts/log.md", "lint-2026.md"):
        world.write(f".guild/wiki/{name}", "---\ntype: concept\n---\nword\n")
    world.page("a", "word")
    assert world.paths("word") == ["a"]


# -- read-only --

COMMANDS = (
    ("search", "unlock timeout"),
    ("search", "free", "--verify-sources", "--format", "json"),
    ("search", "--tag", "pricing", "--explain"),
    ("search", "nothing at all", "--limit", "3", "--no-sources"),
    ("search", "x", "--category", "standards"),
    ("doctor",),
    ("index",),
    ("bases",),
    ("eval", str(ROOT / "tests" / "ranking" / "guild.jsonl")),
)


def test_nothing_below_guild_changes(tmp_path: Path) -> None:
    """Byte for byte, and not a time of change, whatever is asked."""
    world = World(tmp_path).example()
    before = world.state()
    for command in COMMANDS:
        assert world.run(*command)[0] in (0, 2), command
    assert world.state() == before


# -- doctor --


def test_doctor_lists_what_is_wrong_with_a_wiki(example: World) -> None:
    """Broken front matter, missing metadata, drifted sources, contradictions, old pages."""
    status, out, _ = example.run("doctor", "--format", "json")
    assert status == 0
    notices = json.loads(out)["bases"][0]["notices"]
    told = {(n["code"], n["path"].rpartition("/")[2]) for n in notices}
    assert {
        ("front-matter-missing", "wheel-lock.md"),
        ("yaml-error", "cargo-bike-pilot.md"),
        ("source-missing", "city-of-ostbruck.md"),
        ("source-missing", "parking-survey.md"),
        ("source-drifted", "cellvolt.md"),
        ("conflict", "free-minutes.md"),
        ("expired", "parking-survey.md"),
        ("superseded", "api-conventions-2024.md"),
    } <= told
    assert codes(notices).count("superseded") == 1

"""A workspace: one query to every sub-guild, one order, each hit with its sub-guild."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guilding import World, codes, slugs


@pytest.fixture
def world(tmp_path: Path) -> World:
    return workspace(World(tmp_path))


def workspace(world: World, *guilds: dict[str, object]) -> World:
    listed = guilds or ({"name": "api", "path": "api"}, {"name": "web", "path": "sub/web"})
    content = {"sub_guilds": [{"has_wiki": True, **g} for g in listed], "root_wiki": True}
    world.write(".guild/workspace.json", json.dumps(content))
    return world


def three(world: World) -> World:
    """A page in the root's own wiki and in each sub-guild."""
    world.page("own", "double booking", updated_at="2026-02-01")
    world.page("first", "booking, double", "api/", updated_at="2026-12-01")
    world.page("second", "double booking", "sub/web/", updated_at="2026-03-01")
    return world


def test_every_sub_guild_is_asked_and_named(world: World) -> None:
    """Hits are merged by the contract's rules; text and JSON say whose each is."""
    answer = three(world).search("double booking")
    assert [(h["base"], s) for h, s in zip(answer["hits"], slugs(answer["hits"]), strict=True)] == [
        ("web", "second"),
        ("team", "own"),
        ("api", "first"),
    ]
    evidence = {e["base"]: e for e in answer["receipt"]["evidence"]}
    assert {name: e["pages_returned"] for name, e in evidence.items()} == {
        "team": 1,
        "api": 1,
        "web": 1,
    }
    assert "web: .guild/wiki/concepts/second.md" in world.run("search", "double booking")[1]


def test_naming_one_narrows_to_it(world: World) -> None:
    """With --in, or `in:` in the query; the hit still says whose it is."""
    three(world)
    for arguments in (("double booking", "--in", "api"), ("double booking in:api",)):
        answer = world.search(*arguments)
        assert [(h["base"], h["path"]) for h in answer["hits"]] == [
            ("api", ".guild/wiki/concepts/first.md")
        ]


def test_a_name_that_nothing_has_is_refused(world: World) -> None:
    three(world)
    status, _, err = world.run("search", "double booking", "--in", "mobile")
    assert status == 1
    assert "mobile" in err


def test_a_sub_guild_that_cannot_be_read_is_a_notice(world: World) -> None:
    """The others answer; one that was named alone fails."""
    three(world)
    for file in sorted((world.root / "sub/web/.guild").rglob("*"), reverse=True):
        file.unlink() if file.is_file() else file.rmdir()
    answer = world.search("double booking")
    assert slugs(answer["hits"]) == ["own", "first"]
    assert "base-failed" in codes(answer["notices"])
    status, _, err = world.run("search", "double booking", "--in", "web")
    assert status == 1
    assert "sub-guild web" in err


def test_paths_that_leave_the_workspace_are_refused(tmp_path: Path) -> None:
    """Their pages are never read; a notice names the entry."""
    world = workspace(
        World(tmp_path),
        {"name": "out", "path": "../outside"},
        {"name": "abs", "path": str(tmp_path / "outside")},
        {"name": "api", "path": "api"},
    )
    world.page("in", "word", "api/")
    world.page("x", "word", "../outside/")
    answer = world.search("word")
    assert slugs(answer["hits"]) == ["in"]
    refused = [n for n in answer["notices"] if n["code"] == "sub-guild-refused"]
    assert [n["params"][0] for n in refused] == ["out", "abs"]


def test_one_strategy_for_the_whole_call(world: World) -> None:
    """All pages together decide it, not those of each sub-guild."""
    for number in range(101):
        world.page(f"a{number}", "word", "api/")
        world.page(f"w{number}", "word", "sub/web/")
    answer = world.search("word")
    assert {e["strategy"] for e in answer["receipt"]["evidence"]} == {"bm25"}
    assert world.search("word", "--in", "api")["receipt"]["evidence"][0]["strategy"] == "files"


def test_contradictions_between_sub_guilds(world: World) -> None:
    """Two pages of one path are told apart by their sub-guild."""
    world.page("quote", "A quote is valid for 14 days.", "api/", updated_at="2026-01-01")
    world.page("quote", "A quote is valid for 30 days.", "sub/web/", updated_at="2026-02-01")
    answer = world.search("quote")
    (told,) = answer["contradictions"]
    assert {told["a"]["base"], told["b"]["base"]} == {"api", "web"}
    assert told["winner"] == {"base": "web", "path": ".guild/wiki/concepts/quote.md"}
    assert [codes(hit["marks"]) for hit in answer["hits"]] == [["conflict"], ["conflict"]]


def test_nothing_in_a_workspace_changes(world: World) -> None:
    before = three(world).state()
    world.search("double booking", "--verify-sources")
    world.run("doctor")
    assert world.state() == before


PAGE = st.tuples(
    st.sampled_from(("", "api/", "sub/web/")),
    st.sampled_from(("red blue", "blue red", "red", "green")),
    st.sampled_from(("2026-05-01", "2026-05-01T08:00:00Z", "2026-04-30", "soon")),
    st.sampled_from(("low", "medium", "high")),
)


@settings(max_examples=15, deadline=None)
@given(st.lists(PAGE, min_size=1, max_size=10))
def test_merging_sub_guilds_is_ordering_them_as_one_wiki(
    pages: list[tuple[str, str, str, str]],
) -> None:
    """What each page has in tier, time and confidence comes in the same order as in a single wiki."""
    import tempfile

    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as many:
        single, several = World(Path(one)), workspace(World(Path(many)))
        for world in (single, several):
            for number, (under, body, updated, sure) in enumerate(pages):
                meta = {"updated_at": updated, "confidence": sure}
                world.page(f"p{number}", body, under if world is several else "", **meta)
        several.page("z", "none")
        several.page("z", "none", "api/")
        several.page("z", "none", "sub/web/")
        a, b = single.search("red blue")["hits"], several.search("red blue")["hits"]
        assert [hit["score"] for hit in a] == [hit["score"] for hit in b]
        assert sorted(slugs(a)) == sorted(slugs(b))

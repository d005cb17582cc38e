"""Filters of a Guild wiki: what each asks, what is refused, what a knowledge base cannot know."""

from pathlib import Path

import pytest

from guilding import World, codes, slugs


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The example wiki, for the tests that only read."""
    return World(tmp_path_factory.mktemp("guild")).example()


def test_filters_on_the_command_line_and_in_the_query_are_the_same(example: World) -> None:
    options = ("--category", "decision", "--owner", "product", "--confidence", "high")
    options = (*options, "--updated-since", "2026-01-01", "--tag", "pricing")
    typed = "category:decision owner:product confidence:high updated:>=2026-01-01 tag:pricing"
    assert example.paths("free", *options) == ["free-minutes"]
    assert example.paths(f"free {typed}") == ["free-minutes"]


def test_an_empty_query_lists_all_pages_that_pass_in_the_order_of_the_ties(example: World) -> None:
    answer = example.search("--category", "decision", "--confidence", "high")
    assert slugs(answer["hits"]) == ["free-minutes", "unlock-timeout", "choose-mqtt"]
    assert (answer["total"], answer["near_misses"]) == (3, [])


REFUSED = [
    (("x", "--category", "standards"), "'standards': use the singular 'standard'"),
    (("category:entities x",), "'entities': use the singular 'entity'"),
    (("x", "--category", "Decision"), "'Decision': use the singular 'decision'"),
    (
        ("x", "--category", "policy"),
        "'policy' is unknown; it is one of context, standard, product, entity, concept,"
        " decision, source",
    ),
    (("x", "--confidence", "certain"), "'certain' is unknown; it is one of low, medium, high"),
    (("x", "--updated-since", "last week"), "write 2026-01-31 or 2026-01-31T09:00"),
    (("x", "--updated-since", "2026-02-30"), "write 2026-01-31 or 2026-01-31T09:00"),
    (("updated:>=05/01/2026",), "write 2026-01-31 or 2026-01-31T09:00"),
    (("x", "--max-sensitivity", "top"), "it is one of public, internal, confidential, secret"),
    (("x", "--owner", " "), "owner without a value; write owner:VALUE"),
    (("owner:>=b x",), "only 'updated' can be compared; write owner:b"),
    ((), "the query is empty: type words to search for, or at least one filter"),
    (("x", "--no-sources", "--verify-sources"), "not allowed with argument"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=lambda x: str(x)[:40])
def test_refusals_say_what_would_work(
    example: World, arguments: tuple[str, ...], message: str
) -> None:
    """With status 2, on standard error, before anything is read."""
    status, out, err = example.run("search", *arguments)
    assert (status, out) == (2, "")
    assert message in err


def test_owner_and_confidence_are_exact(world: World) -> None:
    world.page("a", "word", owner="backend", confidence="high")
    world.page("b", "word", owner="backend-team", confidence="medium")
    assert world.paths("word", "--owner", "backend") == ["a"]
    assert world.paths("word", "--confidence", "medium") == ["b"]


def test_the_directory_is_the_category_not_the_topic(world: World) -> None:
    """`category` in a decision's front matter is its topic."""
    world.page("decision/a", "word", category="standard")
    assert world.paths("word", "--category", "decision") == ["a"]
    assert world.paths("word", "--category", "standard") == []


TAGS = [
    ("pricing", ["tagged"]),
    ("Pricing", ["tagged"]),
    ("booking", ["headed"]),
    ("double booking", ["headed"]),
    ("book", []),
    ("予約", ["headed"]),
]


@pytest.mark.parametrize(("tag", "expected"), TAGS)
def test_a_tag_is_in_tags_or_without_tags_in_a_heading(
    world: World, tag: str, expected: list[str]
) -> None:
    """Headings of a page that has tags do not count, nor its text."""
    world.page("tagged", "# Of double booking\n## 予約\nword", tags=["pricing"])
    world.page("headed", "# How to avoid double booking\nword pricing\n\n## 予約の変更\nx")
    assert world.paths("word", "--tag", tag) == expected
    assert world.paths("--tag", tag) == expected


DATES = [
    ("2026-05-01", ["day", "noon", "zone"]),
    ("2026-05", ["day", "noon", "zone"]),
    ("20260501", ["day", "noon", "zone"]),
    ("2026-W18-5", ["day", "noon", "zone"]),
    ("2026-121", ["day", "noon", "zone"]),
    ("2026-05-01T12:00", ["noon", "zone"]),
    ("2026-05-01T12:00:01Z", ["zone"]),
    ("2026-05-02T00:00:00+02:00", ["zone"]),
    ("2026-05-01T22:00:01+00:00", []),
]


@pytest.mark.parametrize(("since", "expected"), DATES)
def test_updated_since_takes_any_iso_8601_and_compares_in_utc(
    world: World, since: str, expected: list[str]
) -> None:
    world.page("day", "word", updated_at="2026-05-01")
    world.page("noon", "word", updated="2026-05-01 12:00")
    world.page("zone", "word", updated_at="2026-05-02T00:00:00+02:00")
    world.page("early", "word", updated_at="2026-05-01T01:00:00+09:00")
    world.page("never", "word")
    world.page("odd", "word", updated_at="yesterday")
    assert sorted(world.paths("word", "--updated-since", since)) == expected


def test_updated_until_includes_the_day(world: World) -> None:
    world.page("noon", "word", updated_at="2026-05-01T12:00:00Z")
    world.page("next", "word", updated_at="2026-05-02")
    world.page("never", "word")
    assert world.paths("word updated:<=2026-05-01") == ["noon"]


def test_an_exact_title_does_not_pass_by_a_filter(world: World) -> None:
    """A page that is named in full is held to the filters like any other."""
    world.page("a", "# Deposits\ntext", updated_at="2026-05-01T01:00:00+09:00")
    assert world.paths("deposits", "--updated-since", "2026-05-01") == []
    assert world.search("deposits", "--updated-since", "2026-05-01")["near_misses"] == []


# -- other knowledge bases --


@pytest.fixture
def vault(world: World) -> World:
    world.write("../notes/a.md", "---\nowner: me\ntags: [x]\n---\n# Alpha\nword\n")
    world.write("../notes/b.md", "# Beta\nword\n")
    return world


@pytest.mark.parametrize(
    ("filters", "expected"), [(("--owner", "me"), ["a"]), (("--tag", "x"), ["a"])]
)
def test_filters_work_where_a_vault_has_the_field(
    vault: World, filters: tuple[str, ...], expected: list[str]
) -> None:
    answer = vault.search("word", *filters, "--in", "../notes")
    assert slugs(answer["hits"]) == expected
    assert "filter-unknown" not in codes(answer["notices"])


@pytest.mark.parametrize(
    ("filters", "key"),
    [
        (("--confidence", "high"), "confidence"),
        (("--review", "pending"), "review"),
        (("--max-sensitivity", "internal"), "sensitivity"),
        (("--category", "decision"), "category"),
        (("--updated-since", "2026-01-01"), "updated"),
    ],
)
def test_a_filter_that_a_base_cannot_know_is_said(
    vault: World, filters: tuple[str, ...], key: str
) -> None:
    """It leaves nothing of that knowledge base, and the answer says why."""
    answer = vault.search("word", *filters, "--in", "../notes")
    assert answer["hits"] == []
    told = [n["params"][0] for n in answer["notices"] if n["code"] == "filter-unknown"]
    assert told == [key]


def test_review_is_no_filter_of_guild(example: World) -> None:
    answer = example.search("unlock", "--review", "pending")
    assert answer["hits"] == []
    assert "filter-unknown" in codes(answer["notices"])

"""Runs to hits: identity, versions, near misses, what is lowered; in any order the same."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.model import Found, Page, Part, Run
from otherwords.ranking.merging import LOWERED, Preference, merge, total
from wikis import Wiki, slugs

LANGS = ("ja", "en", "fr", "de")


@st.composite
def runs(draw: st.DrawFn) -> list[tuple[Run, tuple[str, ...]]]:
    """A few runs, each of the pages of one language; some pages are versions of one."""
    made = []
    for lang in draw(st.lists(st.sampled_from(LANGS), min_size=1, max_size=4, unique=True)):
        numbers = draw(st.lists(st.integers(0, 5), max_size=5, unique=True))
        found = []
        for number in numbers:
            page = Page(f"{lang}/{number}.md", f"Title {number}", lang=lang, concept=f"T/{number}")
            parts = tuple(Part(name, draw(st.integers(0, 8)) / 8) for name in ("title", "text"))
            lacks = tuple(draw(st.sets(st.integers(0, 1), max_size=2)))
            found.append(Found(page, total(parts), lacks, parts))
        made.append((Run("", lang, tuple(found), len(found)), ("one", "two")))
    return made


PREFERENCES = st.tuples(
    st.permutations(LANGS),
    st.sets(st.sampled_from([f"{lang}/{n}.md" for lang in LANGS for n in range(6)]), max_size=4),
).map(
    lambda made: Preference(
        tuple(made[0]),
        frozenset(made[1]),
        (("ja/1.md", "ja/2.md"), ("en/3.md", "en/4.md")),
        "2026-06-01",
    )
)
FEW = settings(max_examples=60, deadline=None)


@FEW
@given(runs(), PREFERENCES, st.integers(1, 12), st.randoms())
def test_the_order_of_runs_does_not_matter(
    given_runs: list[tuple[Run, tuple[str, ...]]],
    preference: Preference,
    limit: int,
    chance: object,
) -> None:
    """A law: runs, and the pages within a run, in any order give the same ranking."""
    shuffled = [
        (run._replace(found=tuple(chance.sample(run.found, len(run.found)))), texts)  # type: ignore[attr-defined]
        for run, texts in given_runs
    ]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert merge(shuffled, preference, limit) == merge(given_runs, preference, limit)


@FEW
@given(runs(), PREFERENCES, st.integers(1, 12), st.booleans())
def test_a_ranking_is_one(
    given_runs: list[tuple[Run, tuple[str, ...]]], preference: Preference, limit: int, apart: bool
) -> None:
    """Each page once, best first, hits apart from near misses, no more than the limit, sums that add up."""
    ranked = merge(given_runs, preference, limit, apart)
    every = (*ranked.hits, *ranked.near)
    names = [hit.page.path if apart else hit.page.concept for hit in every]
    assert len(set(names)) == len(names) <= limit
    assert not any(hit.lacks for hit in ranked.hits) and all(hit.lacks for hit in ranked.near)
    for part in (ranked.hits, ranked.near):
        assert [hit.score for hit in part] == sorted((hit.score for hit in part), reverse=True)
    assert all(hit.score == pytest.approx(total(hit.parts)) for hit in every)
    found = {f.page.path for run, _ in given_runs for f in run.found}
    assert {hit.page.path for hit in every} <= found


def hit_of(*pages: tuple[str, float, tuple[int, ...]], **wanted: object) -> list[str]:
    """The paths in order that pages given as (path, score, lacks) are ranked in."""
    found = [
        (
            Run(
                "",
                path[:2],
                (Found(Page(path, path, lang=path[:2], concept=path[3:]), score, lacks),),
            ),
            ("a", "b"),
        )
        for path, score, lacks in pages
    ]
    ranked = merge(found, Preference(("ja", "en", "fr"))._replace(**wanted), 10)  # type: ignore[arg-type]
    return [hit.page.path for hit in (*ranked.hits, *ranked.near)]


def test_the_version_to_show() -> None:
    """The query's language, else primary, else targets, else by name; at the place of the best."""
    assert hit_of(("en/x", 3.0, ()), ("ja/x", 1.0, ()), ("ja/y", 2.0, ())) == ["ja/x", "ja/y"]
    assert hit_of(("fr/x", 1.0, ()), ("en/x", 1.0, ())) == ["en/x"]
    assert hit_of(("zh/x", 1.0, ()), ("it/x", 1.0, ()), ("fr/x", 1.0, ())) == ["fr/x"]
    assert hit_of(("zh/x", 1.0, ()), ("it/x", 1.0, ())) == ["it/x"]


def test_the_version_is_chosen_among_those_that_hit() -> None:
    """A version that only nearly matches does not stand for one that does (rulings 11)."""
    assert hit_of(("en/x", 1.0, ()), ("ja/x", 2.0, (0,))) == ["en/x"]
    assert hit_of(("en/x", 1.0, (1,)), ("ja/x", 2.0, (0,))) == ["ja/x"]


def test_hits_stand_before_near_misses() -> None:
    """Whatever the scores."""
    assert hit_of(("ja/x", 9.0, (0,)), ("ja/y", 0.1, ())) == ["ja/y", "ja/x"]


def test_identity_stands_above_all_scoring() -> None:
    """Also where the page is found by nothing else, or lacks a concept."""
    named = frozenset({"fr/z"})
    assert hit_of(("ja/x", 9.0, ()), ("fr/z", 0.0, (0, 1)), named=named) == ["fr/z", "ja/x"]


def test_equal_scores_have_a_fixed_order() -> None:
    """By path."""
    assert hit_of(*((f"ja/{x}", 1.0, ()) for x in "cab")) == ["ja/a", "ja/b", "ja/c"]


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """Pages that replace each other, expire, and are versions of each other."""
    made = Wiki(tmp_path)
    made.add("en/Rule/old", "Old rule", "parking rule for bicycles")
    made.add(
        "en/Rule/new",
        "New rule",
        "parking rule for bicycles",
        supersedes=[Wiki.path("en/Rule/old")],
    )
    made.add("en/Rule/past", "Past rule", "parking rule for bicycles", expires_at="2026-05-31")
    made.add("en/Rule/today", "Day rule", "parking rule for bicycles", expires_at="2026-06-01")
    made.add("en/Rule/plain", "Plain rule", "parking rule for bicycles")
    return made


def test_superseded_and_expired_are_lowered_by_the_stated_factor(wiki: Wiki) -> None:
    """Half of what the page had, marked with why; on the last day nothing is lowered yet."""
    answer = wiki.answer("parking bicycles", explain=True)
    hits = {slug: hit for slug, hit in zip(slugs(answer.hits), answer.hits, strict=True)}
    assert set(slugs(answer.hits)[-2:]) == {"en/old", "en/past"}
    marks = {slug: [(m.code, m.params) for m in hit.marks] for slug, hit in hits.items()}
    assert marks == {
        "en/old": [("superseded", (Wiki.path("en/Rule/new"),))],
        "en/past": [("expired", ("2026-05-31",))],
        "en/new": [],
        "en/today": [],
        "en/plain": [],
    }
    for slug in ("en/old", "en/past"):
        kept = [p.value for p in hits[slug].parts if p.name not in ("superseded", "expired")]
        assert hits[slug].score == pytest.approx(LOWERED * sum(kept))


def test_identity_is_lowered_too_and_still_stands_first(wiki: Wiki) -> None:
    """The page that was typed by name is first, marked as what it is."""
    answer = wiki.answer("Old rule")
    assert slugs(answer.hits)[0] == "en/old"
    assert [mark.code for mark in answer.hits[0].marks] == ["superseded"]


def test_as_of_moves_the_day(wiki: Wiki) -> None:
    """`--as-of` is the day that expiry is judged by."""
    marked = wiki.cli("search", "parking bicycles", "--as-of", "2026-05-31")[1]
    assert "expired" not in marked
    marked = wiki.cli("search", "parking bicycles", "--as-of", "2026-06-02")[1]
    assert marked.count("expired on") == 2


@pytest.mark.parametrize(
    "typed",
    [
        "Old rule",
        "OLD  RULE",
        "old",
        "en/Rule/old.md",
        ".wikicommit/entity/en/Rule/old.md",
        "Ｏｌｄ rule",
    ],
)
def test_title_alias_slug_and_path_are_identity(wiki: Wiki, typed: str) -> None:
    """Each of them as typed, folded."""
    answer = wiki.answer(typed, explain=True)
    if typed != "en/Rule/old.md":
        assert slugs(answer.hits)[0] == "en/old"
        assert answer.hits[0].parts[0].name == "identity"


def test_versions_are_one_hit_with_the_others_named(tmp_path: Path) -> None:
    """By type and slug, or by `translated_from` whatever the slug; also under --lang."""
    wiki = Wiki(tmp_path, "ja", ("en", "fr"))
    wiki.add("ja/T/a", "猫カフェ", "猫カフェ cafe")
    wiki.add("en/T/a", "Cat cafe", "cat cafe")
    wiki.add("fr/T/bar-a-chats", "Bar à chats", "cafe", translated_from=Wiki.path("ja/T/a"))
    wiki.add("en/Other/a", "Dog cafe", "dog cafe")
    answer = wiki.answer("cat cafe")
    assert slugs(answer.hits)[0] == "en/a" and answer.hits[0].also_in == ("ja", "fr")
    assert len({hit.page.concept for hit in (*answer.hits, *answer.near)}) == len(
        (*answer.hits, *answer.near)
    )
    only = wiki.answer("chats", lang=["fr"])
    assert slugs(only.hits) == ["fr/bar-a-chats"] and only.hits[0].also_in == ("ja", "en")
    assert "(also in: ja, fr)" in wiki.cli("search", "cat cafe")[1]


WORDS = st.lists(
    st.sampled_from(
        [
            "parking",
            "bicycle",
            "rule",
            "自転車",
            "駐輪",
            "規則",
            "区役所の申請",
            "new",
            "old",
            "x1",
            "zzz",
            "Rule1",
            "2026",
            "café",
        ]
    ),
    min_size=1,
    max_size=4,
)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Wiki:
    """Twenty pages in two languages."""
    made = Wiki(tmp_path_factory.mktemp("mixed"))
    for number in range(10):
        made.add(
            f"ja/R/p{number}",
            f"自転車の規則{number}",
            "駐輪の申請は区役所で。" * (number % 3 + 1),
            expires_at="2020-01-01" if number == 3 else "",
            tags=["交通"],
        )
        made.add(
            f"en/R/p{number}",
            f"Bicycle rule {number}",
            "Parking at the café. " * (number % 4 + 1),
            aliases=[f"rule{number}"],
            supersedes=[f"p{number - 1}"] if number == 5 else [],
        )
    return made


@FEW
@given(WORDS)
def test_an_explanation_adds_up(mixed: Wiki, words: list[str]) -> None:
    """A law, by words: the parts of each hit's explanation add up to its score; twice the same."""
    answer = mixed.answer(" ".join(words), explain=True)
    for hit in (*answer.hits, *answer.near):
        assert hit.score == pytest.approx(total(hit.parts), abs=1e-6)
    assert mixed.answer(" ".join(words), explain=True) == answer


def test_explain_does_not_change_the_ranking(mixed: Wiki) -> None:
    """The explained score is the engine's own."""
    for query in ("parking rule", "自転車 申請", "rule5 café 2026"):
        plain, told = mixed.answer(query), mixed.answer(query, explain=True)
        for a, b in zip((*plain.hits, *plain.near), (*told.hits, *told.near), strict=True):
            assert a.page.path == b.page.path and a.score == pytest.approx(b.score, abs=1e-4)


def test_explanations_on_the_command_line_add_up(mixed: Wiki) -> None:
    """With --explain, and in JSON."""
    status, out, _ = mixed.cli("search", "parking rule", "--explain")
    assert status == 0 and out.count("score ") == 10
    document = mixed.json("parking rule")
    for hit in (*document["hits"], *document["near_misses"]):
        parts = sum(part["value"] for part in hit["explanation"]["parts"])
        assert parts == pytest.approx(hit["score"], abs=1e-6)


def test_near_misses_follow_and_are_marked(mixed: Wiki) -> None:
    """Never among the hits; "No matching pages" stays true."""
    answer = mixed.answer("parking zebra")
    assert not answer.hits and answer.near and {hit.lacks for hit in answer.near} == {("zebra",)}
    out = mixed.cli("search", "parking zebra")[1]
    assert out.startswith("No matching pages\n")
    assert out.count('"zebra"') >= len(answer.near)
    assert len(mixed.cli("search", "parking zebra", "--format", "paths")[1].split()) == len(
        answer.near
    )

"""Words and meaning as one score: what the numbers are made of, and the laws that they keep."""

import math
import sys
from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.model import Found, Page, Run
from otherwords.ports import Table
from otherwords.ranking.fusion import (
    HEAD,
    OWN_NAME,
    VERSION,
    Near,
    Nearness,
    Scale,
    fuse,
    relevance,
)
from otherwords.ranking.merging import total
from otherwords.ranking.nearness import arranged, best_name, near

pytest.importorskip("simsimd", reason="simsimd is not installed: nothing is found by meaning")


def table(*rows: tuple[str, str, str, int]) -> Table:
    """Rows of (path, lang, concept, kind), each page's together."""
    paths = list(dict.fromkeys(row[0] for row in rows))
    about = {row[0]: row[1:3] for row in rows}
    return Table(
        paths,
        [about[p][0] for p in paths],
        [about[p][1] for p in paths],
        list(range(len(rows))),
        [paths.index(row[0]) for row in rows],
        bytes(row[3] for row in rows),
        len(paths),
        "t",
        range(len(rows)),
    )


def test_the_nearness_of_a_page_is_made_of_its_head_and_best_passage() -> None:
    """.6 and .4; a page with one of them, or only names, has that."""
    rows = table(
        ("a", "en", "", 0), ("a", "en", "", 1), ("a", "en", "", 2), ("a", "en", "", 2),
        ("b", "en", "", 2), ("c", "en", "", 0),
    )  # fmt: skip
    found = near(arranged(rows), array("d", [0.9, 0.5, 0.1, 0.7, 0.2, 0.4]), "en", Scale(1.0, 0.0))
    assert found.paths == ("a", "b", "c") and found.of("d") is None
    assert found.cosine == pytest.approx([0.58, 0.2, 0.4])
    assert found.name == pytest.approx([0.9, 0.0, 0.4])
    values = found.standard
    assert sum(values) == pytest.approx(0) and sum(v * v for v in values) == pytest.approx(
        len(values)
    )


def test_a_taste_for_one_language_is_taken_out() -> None:
    """Where every page's English version is nearer by the same, neither language leads."""
    rows = table(*((f"{lang}/{n}", lang, f"T/{n}", 2) for n in range(4) for lang in ("en", "ja")))
    cosines = [0.1 * n + (0.2 if lang == "en" else 0.0) for n in range(4) for lang in ("en", "ja")]
    found = near(arranged(rows), array("d", cosines), "en", Scale(1.0, 0.0)).standard
    assert found[0::2] == pytest.approx(found[1::2])


# -- fast equals naive -------------------------------------------------------------------------------


def naive(rows: Table, cosines: Sequence[float], lang: str, scale: Scale) -> dict[str, Nearness]:
    """The nearness of each page as it is defined, page by page."""
    texts: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row, page, kind in zip(rows.row, rows.page, rows.kind, strict=True):
        texts[page][kind].append(cosines[row])
    mixed, names, deep = {}, {}, {}
    for page, kinds in texts.items():
        name, head, passage = (max(kinds[kind], default=None) for kind in range(3))
        names[page] = 0.0 if name is None else name
        h, p = (head if head is not None else passage), (passage if passage is not None else head)
        mixed[page] = names[page] if h is None or p is None else HEAD * h + (1 - HEAD) * p
        own = OWN_NAME if rows.langs[page].split("-")[0] == lang.split("-")[0] else 1.0
        more = own * max(0.0, names[page] - scale.name_from)
        deep[page] = mixed[page] + scale.name_weight * more
    standard = standardized(even(deep, rows))
    return {rows.paths[n]: Nearness(standard[n], mixed[n], names[n]) for n in texts}


def even(values: Mapping[int, float], rows: Table) -> dict[int, float]:
    """Without each language's mean deviation from the mean of a page's versions."""
    versions: dict[str, list[int]] = defaultdict(list)
    for page in values:
        versions[rows.concepts[page]].append(page)
    deviations: dict[str, list[float]] = defaultdict(list)
    for concept, pages in versions.items():
        mean = sum(values[page] for page in pages) / len(pages)
        for page in pages if concept and len({rows.langs[x] for x in pages}) > 1 else ():
            deviations[rows.langs[page]].append(values[page] - mean)
    offset = {lang: sum(found) / len(found) for lang, found in deviations.items()}
    return {page: value - offset.get(rows.langs[page], 0.0) for page, value in values.items()}


def standardized(values: Mapping[int, float]) -> dict[int, float]:
    """With mean 0 and spread 1; all 0 where they differ by rounding alone."""
    mean = math.fsum(values.values()) / len(values)
    spread = math.sqrt(math.fsum((v - mean) ** 2 for v in values.values()) / len(values))
    return {page: (v - mean) / spread if spread > 1e-9 else 0.0 for page, v in values.items()}


LANGS = st.sampled_from(["en", "ja", "zh-TW", "zh", ""])
PAGES = st.lists(
    st.tuples(LANGS, st.sampled_from(["", "T/a", "T/b", "T/c"]), st.lists(st.integers(0, 2))),
    min_size=1,
    max_size=12,
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Table, list[float]]:
    """A table whose rows lie anywhere, some of them shared by several pages, and their cosines."""
    pages = draw(PAGES)
    kinds = [kind for _, _, texts in pages for kind in texts]
    page = [number for number, (_, _, texts) in enumerate(pages) for _ in texts]
    row = draw(st.lists(st.integers(3, 40), min_size=len(kinds), max_size=len(kinds)))
    rows = range(min(row), max(row) + 1) if row else range(0)
    cosines = draw(st.lists(st.integers(-100, 100), min_size=50, max_size=50))
    paths, langs = [f"{n}.md" for n in range(len(pages))], [lang for lang, _, _ in pages]
    concepts = [concept for _, concept, _ in pages]
    found = Table(paths, langs, concepts, row, page, bytes(kinds), 0, "t", rows)
    return found, [value / 100 for value in cosines]


@pytest.mark.parametrize("with_numpy", [True, False])
@settings(max_examples=100, deadline=None)
@given(given_table=tables(), lang=LANGS, least=st.floats(0, 1), weight=st.floats(0, 2))
def test_fast_equals_naive(
    with_numpy: bool,
    given_table: tuple[Table, list[float]],
    lang: str,
    least: float,
    weight: float,
) -> None:
    """A law: all pages at once have the nearness that each has by the definition, in the same order."""
    if with_numpy:
        pytest.importorskip("numpy", reason="numpy is not installed: Python does all of it")
    rows, cosines = given_table
    scale = Scale(least, weight)
    wanted = naive(rows, cosines, lang, scale) if rows.row else {}
    some = array("d", cosines[rows.rows.start : rows.rows.stop])
    with mock.patch.dict(sys.modules, {} if with_numpy else {"numpy": None}):
        found = near(arranged(rows), some, lang, scale)
    assert found.paths == tuple(wanted)
    told = any(abs(a.standard) > 1e-12 for a in wanted.values())
    for path, one in wanted.items():
        place = found.of(path)
        assert place is not None
        assert place[1:] == pytest.approx(one[1:], abs=1e-12)
        assert not told or place.standard == pytest.approx(one.standard, abs=1e-6)
    ranked = sorted(found.paths, key=lambda path: (-found.of(path).standard, path))  # type: ignore[union-attr]
    for most in (1, 3, 20):
        assert found.nearest(most) == ranked[:most]


@settings(max_examples=100, deadline=None)
@given(tables(), LANGS)
def test_the_nearest_name_is_the_best_of_all(
    given_table: tuple[Table, list[float]], lang: str
) -> None:
    """A law: the cosine is the highest; of equal ones the last path, and its first row."""
    rows, cosines = given_table
    names = [
        (cosines[row], rows.paths[page], row)
        for row, page, kind in zip(rows.row, rows.page, rows.kind, strict=True)
        if kind == 0 and (not lang or rows.langs[page].split("-")[0] == lang.split("-")[0])
    ]
    wanted = max(names, key=lambda name: name[:2], default=None)
    named = arranged(rows).names_in(lang)
    assert best_name(rows, named, [cosines[row] for row in named.rows]) == wanted


@given(st.tuples(*[st.floats(0, 1)] * 5))
def test_relevance_grows_with_each_of_its_reasons(reasons: tuple[float, ...]) -> None:
    """More words, more concepts, a nearer page, one that stands out, less that is absent: each is likelier."""
    likely = relevance(*reasons)
    assert 0 < likely < 1
    for place, step in enumerate((0.1, 0.1, 0.1, 0.1, -0.1)):
        grown = [value + step * (at == place) for at, value in enumerate(reasons)]
        assert relevance(*grown) >= likely


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 2)), max_size=8), st.randoms())
def test_fused_scores_add_up_in_any_order(pages: list[tuple[float, int]], chance: object) -> None:
    """A law: the parts of a fused page are its score; the order of runs does not matter."""
    found = [
        Found(
            Page(f"{n}.md", f"P{n}", lang="en-ja"[n % 2 * 3 :][:2], concept=f"T/{n // 3}"),
            score,
            tuple(range(lacks)),
        )
        for n, (score, lacks) in enumerate(pages)
    ]
    paths = [f.page.path for f in found]
    standard, place = (
        [float(n % 3 - 1) for n in range(len(found))],
        {p: n for n, p in enumerate(paths)},
    )
    nearness = Near(paths, place, standard, [0.5] * len(found), [0.2] * len(found))
    texts = ("a", "b")
    fused = fuse([(Run("", "en", tuple(found)), texts)], nearness, "en", "a b")[0][0].found
    for one in fused:
        assert one.score == pytest.approx(total(one.parts))
    parted = [(Run("", "en", (one,)), texts) for one in found]
    chance.shuffle(parted)  # type: ignore[attr-defined]
    again = [one for run, _ in fuse(parted, nearness, "en", "a b") for one in run.found]
    assert sorted(again, key=lambda f: f.page.path) == sorted(fused, key=lambda f: f.page.path)


def test_what_one_version_says_its_others_say_in_their_language() -> None:
    """A version is lent a part of what the best one's words are worth more; a page without versions nothing."""
    pages = [
        Page("en/a.md", "A", lang="en", concept="T/a"),
        Page("it/a.md", "B", lang="it", concept="T/a"),
        Page("it/b.md", "C", lang="it", concept="T/b"),
    ]
    found = tuple(Found(page, score) for page, score in zip(pages, (0.6, 0.0, 0.0), strict=True))
    paths = [page.path for page in pages]
    near = Near(paths, {p: n for n, p in enumerate(paths)}, [0.0] * 3, [0.3] * 3, [0.2] * 3)
    fused = fuse([(Run("", "", found), ("one",))], near, "en", "one")[0][0].found
    best, version, other = (one.score for one in fused)
    assert version == pytest.approx(VERSION * best) and other == 0
    assert fused[1].parts[0].detail == "words of its en version"
    assert [part.name for part in fused[2].parts] == ["meaning"]


def test_a_concept_that_no_page_of_the_querys_language_has_makes_all_less_likely() -> None:
    """What is absent tells more, the more of the pages are in the query's language."""
    page = Page("a.md", "A", lang="en")
    run = Run("", "en", (Found(page, 0.5, (1,)),))
    likely = []
    for own in (0.0, 0.1, 0.5):
        nearness = Near(("a.md",), {"a.md": 0}, (1.0,), (0.3,), (0.3,), own=own)
        fused = fuse([(run, ("one", "two"))], nearness, "en", "one two")
        likely.append(fused[0][0].found[0].relevance or 0.0)
    assert likely[0] > likely[1] > likely[2] > 0


def test_where_no_page_is_in_the_querys_language_an_encoder_may_doubt_less() -> None:
    """Not where that language is not known, nor where a page has all of the words."""

    def likely(abroad: float, own: float, lang: str, *lacks: int) -> float:
        scale = Scale(1.0, 0.0, 0.3, 0.1, abroad)
        nearness = Near(("a.md",), {"a.md": 0}, (1.0,), (0.3,), (0.3,), scale, own)
        run = Run("", "it", (Found(Page("a.md", "A", lang="it"), 0.0, lacks),))
        return fuse([(run, ("one",))], nearness, lang, "one")[0][0].found[0].relevance or 0.0

    plain, far = likely(0.0, 0.0, "en", 0), likely(2.0, 0.0, "en", 0)
    assert far > plain >= likely(2.0, 0.1, "en", 0)
    assert likely(2.0, 0.0, "und", 0) == plain
    assert likely(2.0, 0.0, "en") == likely(0.0, 0.0, "en")

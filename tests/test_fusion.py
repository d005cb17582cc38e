"""Words and meaning as one score: what the numbers are made of, and the laws that they keep."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.model import Found, Page, Run
from otherwords.ports import Table
from otherwords.ranking.fusion import Near, Scale, fuse, near, relevance
from otherwords.ranking.merging import total


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
    )


def test_the_nearness_of_a_page_is_made_of_its_head_and_best_passage() -> None:
    """.6 and .4; a page with one of them, or only names, has that."""
    rows = table(
        ("a", "en", "", 0), ("a", "en", "", 1), ("a", "en", "", 2), ("a", "en", "", 2),
        ("b", "en", "", 2), ("c", "en", "", 0),
    )  # fmt: skip
    found = near(rows, [0.9, 0.5, 0.1, 0.7, 0.2, 0.4], "en", Scale(1.0, 0.0))
    assert found.cosine == pytest.approx({"a": 0.58, "b": 0.2, "c": 0.4})
    assert found.name == pytest.approx({"a": 0.9, "b": 0.0, "c": 0.4})
    values = list(found.standard.values())
    assert sum(values) == pytest.approx(0) and sum(v * v for v in values) == pytest.approx(
        len(values)
    )


def test_a_taste_for_one_language_is_taken_out() -> None:
    """Where every page's English version is nearer by the same, neither language leads."""
    rows = table(*((f"{lang}/{n}", lang, f"T/{n}", 2) for n in range(4) for lang in ("en", "ja")))
    cosines = [0.1 * n + (0.2 if lang == "en" else 0.0) for n in range(4) for lang in ("en", "ja")]
    found = near(rows, cosines, "en", Scale(1.0, 0.0)).standard
    assert [found[f"en/{n}"] for n in range(4)] == pytest.approx(
        [found[f"ja/{n}"] for n in range(4)]
    )


@given(*[st.floats(0, 1)] * 4)
def test_relevance_grows_with_each_of_its_reasons(w: float, a: float, b: float, c: float) -> None:
    """More of the words, more concepts, a nearer page and a nearer name each make a page likelier."""
    assert 0 < relevance(w, a, b, c) < 1
    for grown in ((w + 0.1, a, b, c), (w, a + 0.1, b, c), (w, a, b + 0.1, c), (w, a, b, c + 0.1)):
        assert relevance(*grown) >= relevance(w, a, b, c)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 2)), max_size=8), st.randoms())
def test_fused_scores_add_up_in_any_order(pages: list[tuple[float, int]], chance: object) -> None:
    """A law: the parts of a fused page are its score; the order of runs does not matter."""
    found = [
        Found(Page(f"{n}.md", f"P{n}", lang="en"), score, tuple(range(lacks)))
        for n, (score, lacks) in enumerate(pages)
    ]
    standard = {f.page.path: float(n % 3 - 1) for n, f in enumerate(found)}
    nearness = Near(standard, dict.fromkeys(standard, 0.5), dict.fromkeys(standard, 0.2))
    texts = ("a", "b")
    fused = fuse([(Run("", "en", tuple(found)), texts)], nearness, "en", "a b")[0][0].found
    for one in fused:
        assert one.score == pytest.approx(total(one.parts))
    parted = [(Run("", "en", (one,)), texts) for one in found]
    chance.shuffle(parted)  # type: ignore[attr-defined]
    again = [one for run, _ in fuse(parted, nearness, "en", "a b") for one in run.found]
    assert sorted(again, key=lambda f: f.page.path) == sorted(fused, key=lambda f: f.page.path)

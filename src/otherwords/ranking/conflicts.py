"""Find pages that say different things of the same matter, without a language model.

Two claims speak of the same matter when the content words of each are in the other, or in the other
page's title or heading, and at least two of them agree. They conflict when exactly that claim is
given another number, date, unit or status word, or is denied. Where a scope may explain the
difference (the past, a condition, a sibling page, a version) nothing is reported: a false alarm
costs more than a miss.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from heapq import nsmallest
from itertools import product

from otherwords.ranking.claim_reader import Claim
from otherwords.ranking.conflict_matters import Prose, Told, same_matter, told
from otherwords.ranking.conflict_values import Difference, difference
from otherwords.values import NamedTuple

_CONFIDENCE = {"high": 3, "medium": 2, "low": 1}


class Conflict(NamedTuple):
    """Two pages that differ, and where; `winner` is a path, '' where the rule is silent."""

    a: str
    b: str
    kind: str  # number, date, unit, negation, status, superseded
    a_line: int
    b_line: int
    a_text: str
    b_text: str
    differs: tuple[str, str]  # what a says, what b says
    winner: str
    reason: str


def conflicts(pages: Sequence[Prose], common: int = 40) -> tuple[Conflict, ...]:
    """Every conflict between two of the pages, in their order.

    A word that more than `common` claims have says little of the matter and starts no comparison.
    """
    every = [told(page) for page in pages]
    found = dict[tuple[int, int], list[Difference]]()
    for (i, j), pairs in _candidates(every, common).items():
        found[i, j] = _differences(every[i], every[j], pairs)
    links = _links(pages)
    return tuple(
        conflict
        for i, j in sorted({*found, *links})
        for conflict in _reported(every[i], every[j], found.get((i, j), []), links.get((i, j), 0))
    )


def outcome(a: Prose, b: Prose, newer: int = 0) -> tuple[str, str]:
    """The winner's path and why: the newer, unless the older alone has confidence high.

    `newer` is 1 where a, 2 where b replaces the other by its own word; else their dates decide.
    """
    by = newer or _newer(a.updated, b.updated)
    sure = (a.confidence == "high", b.confidence == "high")
    if not by:
        return _undated(a, b)
    new, old = (a, b) if by == 1 else (b, a)
    why = (
        f"supersedes {_slug(old.path)}" if newer else f"{new.updated[:10]} after {old.updated[:10]}"
    )
    if sure[2 - by] and not sure[by - 1]:
        return old.path, f"the older alone has confidence high ({why})"
    return new.path, f"newer wins ({why})"


def _undated(a: Prose, b: Prose) -> tuple[str, str]:
    ranks = _CONFIDENCE.get(a.confidence, 0), _CONFIDENCE.get(b.confidence, 0)
    if ranks[0] == ranks[1]:
        return "", "neither is newer nor of higher confidence"
    return (a if ranks[0] > ranks[1] else b).path, "neither is newer; higher confidence wins"


def _newer(a: str, b: str) -> int:
    """1 or 2 for the later of two ISO dates or times; 0 where that is not known."""
    first, second = _moment(a), _moment(b)
    if first is None or second is None:
        return 0
    if len(a) <= 10 or len(b) <= 10:
        first, second = _moment(a[:10]) or first, _moment(b[:10]) or second
    return 0 if first == second else 1 if first > second else 2


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


# which claims are compared


def _candidates(every: Sequence[Told], common: int) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Per pair of pages the claims (by position) that one claim's rarest words bring together.

    Claims of the same matter share their words but for those of a title and for one contrary, so
    one of the two rarest words of one of them is in the other.
    """
    postings = defaultdict[str, list[tuple[int, int]]](list)
    for page, one in enumerate(every):
        for at, claim in enumerate(one.claims):
            for word in claim.words:
                postings[word].append((page, at))
    pairs = defaultdict[tuple[int, int], set[tuple[int, int]]](set)
    for i, at, claim in (
        (i, at, c) for i, one in enumerate(every) for at, c in enumerate(one.claims)
    ):
        rarest = nsmallest(2, (postings[word] for word in claim.words), key=len)
        for j, other in (place for places in rarest if len(places) <= common for place in places):
            if i != j:
                pairs[min(i, j), max(i, j)].add((at, other) if i < j else (other, at))
    return pairs


def _links(pages: Sequence[Prose]) -> dict[tuple[int, int], int]:
    """Pairs linked by `supersedes` → which of the two (1, 2) replaces the other."""
    at = {name: i for i, page in enumerate(pages) for name in (_slug(page.path), page.path)}
    return {
        (min(i, j), max(i, j)): 1 if i < j else 2
        for i, page in enumerate(pages)
        for name in page.supersedes
        if (j := at.get(name, at.get(_slug(name), i))) != i
    }


def _slug(path: str) -> str:
    return path.rsplit("/", 1)[-1].removesuffix(".md")


def _differences(a: Told, b: Told, pairs: set[tuple[int, int]]) -> list[Difference]:
    """The conflicting claims of two pages, less those that the other page states as well."""
    found, agreed = list[Difference](), set[Claim]()
    for at, other in sorted(pairs):
        one, two = a.claims[at], b.claims[other]
        if same_matter(a, b, one, two):
            differs = difference(one, two)
            if differs:
                found.append(differs)
            elif one.values and two.values and one.negated == two.negated:
                agreed |= {one, two}
    return [each for each in found if each.a not in agreed and each.b not in agreed]


# what is reported


def _reported(a: Told, b: Told, found: list[Difference], link: int) -> Iterator[Conflict]:
    if link and not found:
        found = [_nearest(a, b)]
    if not found:
        return
    winner, reason = outcome(a.prose, b.prose, link)
    for each in found:
        yield Conflict(
            a.prose.path,
            b.prose.path,
            "superseded" if link else each.kind,
            each.a.line,
            each.b.line,
            each.a.text,
            each.b.text,
            each.differs,
            winner,
            reason,
        )


def _nearest(a: Told, b: Told) -> Difference:
    """The most similar claims of two pages: what the one says in place of the other."""
    nothing = Claim(0, "", frozenset())
    pairs = product(a.claims or (nothing,), b.claims or (nothing,))
    one, two = max(pairs, key=lambda pair: len(pair[0].words & pair[1].words))
    mine, theirs = (
        " ".join([*sorted(x.words - y.words), *(v.text for v in x.values if v not in y.values)])
        for x, y in ((one, two), (two, one))
    )
    return Difference("superseded", one, two, (mine, theirs))


__all__ = ["Conflict", "Prose", "conflicts", "outcome"]

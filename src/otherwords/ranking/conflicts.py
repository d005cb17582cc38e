"""Find pages that say different things of the same matter, without a language model.

Two claims speak of the same matter when the content words of each are in the other, or in the other
page's title or heading, and at least two of them agree. They conflict when exactly that claim is
given another number, date, unit or status word, or is denied. Where a scope may explain the
difference (the past, a condition, a sibling page, a version) nothing is reported: a false alarm
costs more than a miss.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from heapq import nsmallest
from itertools import product
from typing import NamedTuple

from .claims import GENERIC, LIGHT, Claim, Value, claims, contrary, speaks_of_event, topic

_SCOPES = frozenset(
    "stag production prod sandbox local dev free pro enterprise eu us usa uk germany europe asia "
    "io ios android window linux maco web mobile desktop beta legacy weekday weekend".split()
)
_DATES = ("date", "weekday", "clock")
_CONFIDENCE = {"high": 3, "medium": 2, "low": 1}


_Slot = tuple[str, Value, Value]  # the kind of difference, and what the two claims say


class Prose(NamedTuple):
    """What a page says, and what the rule needs to weigh it. Lines are (number, text)."""

    path: str
    title: str
    lines: tuple[tuple[int, str], ...]
    confidence: str = ""
    updated: str = ""
    supersedes: tuple[str, ...] = ()  # paths or slugs


class Conflict(NamedTuple):
    """Two pages that differ; lines and texts are where. `winner` is a path, '' where the rule "
    "is silent."""

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


class _Told(NamedTuple):
    """A page as it is compared."""

    prose: Prose
    title: frozenset[str]
    head: str
    numbers: tuple[str, ...]  # the numbers in the title: a year, a version
    named: bool  # the title looks like a name, so the page speaks of that one thing
    claims: tuple[Claim, ...]


class _Difference(NamedTuple):
    kind: str
    a: Claim
    b: Claim
    differs: tuple[str, str]


def conflicts(pages: Sequence[Prose], common: int = 40) -> tuple[Conflict, ...]:
    """Every conflict between two of the pages, in their order.

    A word that more than `common` claims have says little of the matter and starts no comparison.
    """
    told = [_read(page) for page in pages]
    found = dict[tuple[int, int], list[_Difference]]()
    for (i, j), pairs in _candidates(told, common).items():
        found[i, j] = _differences(told[i], told[j], pairs)
    links = _links(pages)
    return tuple(
        conflict
        for i, j in sorted({*found, *links})
        for conflict in _reported(told[i], told[j], found.get((i, j), []), links.get((i, j), 0))
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


# which pages and claims are compared


def _read(page: Prose) -> _Told:
    words = [word for word in page.title.replace(":", " ").split() if word[0].isalpha()]
    named = bool(words) and all(word[0].isupper() for word in words)
    head = page.title.split(" of ")[0].split(" for ")[0].split()
    return _Told(
        page,
        topic(page.title),
        min(topic(head[-1]), default="") if head else "",
        tuple(re.findall(r"\d[\d.]*", page.title)),
        named,
        tuple(claims(page.lines)),
    )


def _candidates(told: Sequence[_Told], common: int) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Per pair of pages the claims (by position) that one claim's rarest words bring together.

    Claims of the same matter share their words but for those of a title and for one contrary, so
    one of the two rarest words of one of them is in the other.
    """
    postings = defaultdict[str, list[tuple[int, int]]](list)
    for page, one in enumerate(told):
        for at, claim in enumerate(one.claims):
            for word in claim.words:
                postings[word].append((page, at))
    pairs = defaultdict[tuple[int, int], set[tuple[int, int]]](set)
    for i, at, claim in (
        (i, at, c) for i, one in enumerate(told) for at, c in enumerate(one.claims)
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


def _apart(a: _Told, b: _Told) -> bool:
    """Whether the pages are about two like things, so that each speaks of its own.

    Titles with one head and a modifier each (`Staging environment`, `Production environment`); two
    names in one folder (`Alder GmbH`, `Birch Ltd`); titles with other numbers.
    """
    mine, theirs = a.title - b.title, b.title - a.title
    if (a.head == b.head and mine and theirs) or _numbered_apart(a, b):
        return True
    siblings = a.prose.path.rpartition("/")[0] == b.prose.path.rpartition("/")[0]
    named = a.named and b.named and ("/" in a.prose.path or " " in a.prose.title)
    return siblings and named and not a.title & b.title


def _numbered_apart(a: _Told, b: _Told) -> bool:
    """`Price sheet 2025` and `Price sheet 2026`, `Postgres` and `Postgres 16`."""
    mine, theirs = a.numbers, b.numbers
    return mine != theirs and (bool(mine and theirs) or not a.title.isdisjoint(b.title))


# what differs


def _differences(a: _Told, b: _Told, pairs: set[tuple[int, int]]) -> list[_Difference]:
    """The conflicting claims of two pages, less those that the other page states as well."""
    found, agreed = list[_Difference](), set[Claim]()
    for at, other in sorted(pairs):
        one, two = a.claims[at], b.claims[other]
        if _same_matter(a, b, one, two):
            difference = _difference(one, two)
            if difference:
                found.append(difference)
            elif one.values and two.values and one.negated == two.negated:
                agreed |= {one, two}
    return [each for each in found if each.a not in agreed and each.b not in agreed]


def _same_matter(a: _Told, b: _Told, one: Claim, two: Claim) -> bool:
    shared = one.words & two.words
    extra, other = one.words - shared, two.words - shared
    if _opposed(one, two):
        extra = other = frozenset[str]()
    if one.values and two.values:
        extra, other = extra - LIGHT, other - LIGHT
    if one.past != two.past:
        return False
    if (extra and not extra <= b.title | two.heading) or (
        other and not other <= a.title | one.heading
    ):
        return False
    scope = ((a.title ^ b.title) | (one.heading ^ two.heading)) - shared
    if not _SCOPES.isdisjoint(scope) or (_apart(a, b) and not _names(a, b, shared)):
        return False
    telling = (shared | extra | other) - GENERIC
    return bool(shared) and len(telling) + _weight(one, two) >= 2


def _opposed(one: Claim, two: Claim) -> tuple[str, str] | None:
    """The contraries (`locked`, `unlocked`) that two predicates differ in, if in nothing else."""
    extra, other = one.words - two.words, two.words - one.words
    if len(extra) == len(other) == 1 and extra <= one.predicate and other <= two.predicate:
        (x,), (y,) = extra, other
        return (x, y) if contrary(x, y) else None
    return None


def _names(a: _Told, b: _Told, shared: frozenset[str]) -> bool:
    """Whether both claims name what tells the pages apart, so that the page does not matter."""
    return bool(shared & (a.title ^ b.title)) and a.numbers == b.numbers


def _weight(one: Claim, two: Claim) -> int:
    """What else agrees: a noun that both count, a bound that both set, a title that both carry."""
    mine = {
        v.dimension
        for v in one.values
        if v.dimension.startswith(("count:", "label:", "per", "status:"))
    }
    bounds = {(v.dimension, v.bound) for v in one.values if v.bound in ("<", ">")}
    theirs = {v.dimension for v in two.values} | {(v.dimension, v.bound) for v in two.values}
    return int(not mine.isdisjoint(theirs)) + int(not bounds.isdisjoint(theirs))


def _difference(one: Claim, two: Claim) -> _Difference | None:
    slots = list(_slots(one.values, two.values))
    differing = [(kind, x, y) for x, y in slots if (kind := _compare(x, y))]
    aligned = {v for slot in slots for v in slot}
    alone = [v for v in (*one.values, *two.values) if v not in aligned]
    if any(x.lead != y.lead and not _compare(x, y) for x, y in slots):
        return None  # before and after one and the same time
    if _scoped(differing) or _count_apart(one, two, alone):
        return None
    if opposed := _opposed(one, two):
        same = one.negated == two.negated and not differing and not alone
        return _Difference("status", one, two, opposed) if same else None
    if one.negated != two.negated:
        denies = not differing and (not alone or _never(one, two, alone))
        return _denial(one, two) if denies else None
    if any(v.dimension in _DATES or v.scoping for v in alone):
        return None
    return _of_values(one, two, differing)


def _of_values(one: Claim, two: Claim, differing: list[_Slot]) -> _Difference | None:
    if not differing:
        return None
    kind, x, y = differing[0]
    if x.dimension in _DATES and not _dated(one, two, x, y):
        return None
    return _Difference(kind, one, two, (x.text, y.text))


def _dated(one: Claim, two: Claim, x: Value, y: Value) -> bool:
    """Whether the date is what the claims say, not merely when it was so."""
    states = any(v.dimension.startswith("status:") and v in two.values for v in one.values)
    return states or (x.told and y.told) or speaks_of_event(one.words & two.words)


def _scoped(differing: list[_Slot]) -> bool:
    """Where several values differ, one of them may be the condition of the others."""
    several = len(differing) > 1 and not _one_range(differing)
    return several and any(x.scoping or y.scoping or kind == "date" for kind, x, y in differing)


def _count_apart(one: Claim, two: Claim, alone: list[Value]) -> bool:
    """Whether each counts something that the other does not."""
    counted = [v for v in alone if v.dimension.startswith("count:")]
    return any(v in one.values for v in counted) and any(v in two.values for v in counted)


def _one_range(differing: list[_Slot]) -> bool:
    """`8:00 to 17:00` and `9:00 to 18:00` differ twice, but in one thing."""
    return len(differing) == 2 and all(x.dimension == "clock" for _, x, _ in differing)


def _never(one: Claim, two: Claim, alone: list[Value]) -> bool:
    """`never deleted` denies `deleted after 30 days`."""
    stated = two if one.negated else one
    return (one.never or two.never) and all(
        v.dimension == "time" and v in stated.values for v in alone
    )


def _denial(one: Claim, two: Claim) -> _Difference:
    return _Difference(
        "negation", one, two, ("denied", "stated") if one.negated else ("stated", "denied")
    )


def _slots(one: Sequence[Value], two: Sequence[Value]) -> Iterator[tuple[Value, Value]]:
    """Values of one dimension, in order, where both claims have as many of them."""
    counts = Counter(v.dimension for v in one), Counter(v.dimension for v in two)
    for dimension in counts[0]:
        if counts[0][dimension] == counts[1][dimension]:
            yield from zip(
                (v for v in one if v.dimension == dimension),
                (v for v in two if v.dimension == dimension),
                strict=True,
            )


def _compare(x: Value, y: Value) -> str:
    """The kind of difference between two values of one dimension, '' where they can both be "
    "true."""
    if x.dimension.startswith("status:"):
        denied = x.text.removeprefix("not ") == y.text.removeprefix("not ")
        return "" if x.name == y.name else "negation" if denied else "status"
    if x.dimension == "per":
        return "unit" if x.name != y.name else ""
    if x.name or y.name:
        parts = zip(x.name.split("-"), y.name.split("-"), strict=False)
        return "date" if any(p and q and p != q for p, q in parts) else ""
    if x.dimension == "money" and x.unit != y.unit:
        return "unit" if x.raw == y.raw else ""
    if _compatible(x, y):
        return ""
    if x.dimension == "clock":
        return "date"
    return "unit" if x.unit != y.unit and x.raw == y.raw else "number"


def _compatible(x: Value, y: Value) -> bool:
    if x.top or y.top:
        (low, high), (least, most) = ((v.amount, v.top or v.amount) for v in (x, y))
        return (low >= least and high <= most) or (low <= least and high >= most)
    slack = 0.08 if x.unit != y.unit else 0.15 if "~" in (x.bound, y.bound) else 1e-9
    if abs(x.amount - y.amount) <= slack * max(abs(x.amount), abs(y.amount)):
        return True
    if x.bound == y.bound or {x.bound, y.bound} == {"<", ">"}:
        return x.bound != y.bound and (x.amount < y.amount) == (x.bound == ">")
    return any(
        (bounded.bound == ">" and other.amount >= bounded.amount)
        or (bounded.bound == "<" and other.amount <= bounded.amount)
        for bounded, other in ((x, y), (y, x))
    )


# what is reported


def _reported(a: _Told, b: _Told, found: list[_Difference], link: int) -> Iterator[Conflict]:
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


def _nearest(a: _Told, b: _Told) -> _Difference:
    """The most similar claims of two pages: what the one says in place of the other."""
    nothing = Claim(0, "", frozenset())
    pairs = product(a.claims or (nothing,), b.claims or (nothing,))
    one, two = max(pairs, key=lambda pair: len(pair[0].words & pair[1].words))
    mine, theirs = (
        " ".join([*sorted(x.words - y.words), *(v.text for v in x.values if v not in y.values)])
        for x, y in ((one, two), (two, one))
    )
    return _Difference("superseded", one, two, (mine, theirs))

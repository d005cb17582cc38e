"""In what do two claims of the same matter differ: number, date, unit, status, negation?"""

from collections import Counter
from collections.abc import Iterator, Sequence

from otherwords.ranking.claim_numbers import Value
from otherwords.ranking.claim_reader import Claim
from otherwords.ranking.claim_stems import speaks_of_event
from otherwords.ranking.conflict_matters import opposed as opposed_words
from otherwords.values import NamedTuple

_DATES = ("date", "weekday", "clock")

_Slot = tuple[str, Value, Value]  # the kind of difference, and what the two claims say


class Difference(NamedTuple):
    kind: str
    a: Claim
    b: Claim
    differs: tuple[str, str]


def difference(one: Claim, two: Claim) -> Difference | None:
    slots = list(_slots(one.values, two.values))
    differing = [(kind, x, y) for x, y in slots if (kind := _compare(x, y))]
    aligned = {v for slot in slots for v in slot}
    alone = [v for v in (*one.values, *two.values) if v not in aligned]
    if any(x.lead != y.lead and not _compare(x, y) for x, y in slots):
        return None  # before and after one and the same time
    if _scoped(differing) or _count_apart(one, two, alone):
        return None
    if opposed := opposed_words(one, two):
        same = one.negated == two.negated and not differing and not alone
        return Difference("status", one, two, opposed) if same else None
    if one.negated != two.negated:
        denies = not differing and (not alone or _never(one, two, alone))
        return _denial(one, two) if denies else None
    if any(v.dimension in _DATES or v.scoping for v in alone):
        return None
    return _of_values(one, two, differing)


def _of_values(one: Claim, two: Claim, differing: list[_Slot]) -> Difference | None:
    if not differing:
        return None
    kind, x, y = differing[0]
    if x.dimension in _DATES and not _dated(one, two, x, y):
        return None
    return Difference(kind, one, two, (x.text, y.text))


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


def _denial(one: Claim, two: Claim) -> Difference:
    return Difference(
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
    """In what two values of one dimension differ; '' where both can be true."""
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

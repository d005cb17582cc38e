"""What several knowledge bases gave, as one answer."""

from collections.abc import Sequence
from heapq import merge as merged_by
from itertools import islice

from otherwords.model import Answer, Hit, Notice, Plan
from otherwords.ranking.fusion import unanswered
from otherwords.ranking.snippets import snippet
from otherwords.searching.base import Request
from otherwords.searching.running import Searched

NEAREST = 3  # pages that are shown where nothing here is likely to be what was meant


def answered(request: Request, searched: Sequence[Searched], failed: tuple[Notice, ...]) -> Answer:
    """Merge what the bases gave, and look up what is shown of each hit."""
    limit = request.wish.limit
    hits = _best([(one, one.contracted.ranked.hits) for one in searched], limit)
    near = _best([(one, one.contracted.ranked.near) for one in searched], limit - len(hits))
    nothing = _nothing(searched, [hit for _, hit in hits], [hit for _, hit in near])
    if nothing:
        hits, near = [], [*hits, *near][:NEAREST]
    total = 0 if nothing else sum(_total(one) for one in searched)
    notices = failed + tuple(notice for one in searched for notice in one.notices)
    return Answer(
        _joined([one.plan for one in searched]),
        tuple(_shown(hit, one, request.apart) for one, hit in hits),
        tuple(_shown(hit, one, request.apart) for one, hit in near),
        max(total, len(hits)),
        notices,
        nothing=nothing,
        literal=all(one.contracted.literal for one in searched),
        receipts=tuple(
            (one.base.name, one.contracted.receipt) for one in searched if one.contracted.receipt
        ),
    )


def _nothing(searched: Sequence[Searched], hits: Sequence[Hit], near: Sequence[Hit]) -> bool:
    """Whether nothing here answers: a contract that verifies says so itself."""
    if any(hit.verdict for hit in hits):
        return False
    return unanswered([*hits, *near]) or all(one.contracted.nothing for one in searched)


def _best(
    ranked: Sequence[tuple[Searched, Sequence[Hit]]], limit: int
) -> list[tuple[Searched, Hit]]:
    """The best of several rankings; those of one base keep their order."""
    named = [[(one, hit._replace(base=one.base.name)) for hit in hits] for one, hits in ranked]
    merged = merged_by(*named, key=lambda pair: (-pair[1].score, pair[1].base))
    return list(islice(merged, max(0, limit)))


def _total(one: Searched) -> int:
    counted = one.contracted.total
    return sum(run.total for run, _ in one.runs) if counted is None else counted


def _joined(plans: Sequence[Plan]) -> Plan:
    """The plans of several bases as one: what was searched in any of them."""
    legs = tuple(dict.fromkeys(leg for planned in plans for leg in planned.legs))
    notices = tuple(dict.fromkeys(notice for planned in plans for notice in planned.notices))
    return plans[0]._replace(legs=legs, notices=notices)


def _shown(hit: Hit, one: Searched, apart: bool) -> Hit:
    """A hit with its snippet, its sources and its other languages."""
    versions = () if apart else one.snapshot.versions(hit.page.concept)
    others = [v.lang for v in versions if v.path != hit.page.path and v.lang != hit.page.lang]
    ordered = one.preference.languages
    also = sorted(
        set(others), key=lambda x: (ordered.index(x) if x in ordered else len(ordered), x)
    )
    wordings = [
        tuple(term.text for term in concept.terms)
        for leg in one.plan.legs
        if leg.lang in ("", hit.page.lang)
        for concept in leg.concepts
    ]
    return hit._replace(
        also_in=tuple(also),
        origin=one.base.origin(hit.page, one.snapshot.page),
        snippet=snippet(one.base.text(hit.page.path), wordings, hit.page.description),
    )

"""The read path: a query to an answer, one knowledge base after the other, merged by one rule."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from otherwords.errors import Failure, IndexDamaged
from otherwords.model import (
    Answer,
    Filter,
    Found,
    Hit,
    Notice,
    Origin,
    Page,
    Plan,
    Query,
    Receipt,
    Run,
)
from otherwords.planning import Known, Sources, Wish, plan
from otherwords.planning.languages import Detect
from otherwords.planning.likeness import Likeness
from otherwords.planning.mining import Miner
from otherwords.ports import Snapshot
from otherwords.ranking.merging import Preference, Ranked, merge
from otherwords.ranking.origins import origin
from otherwords.ranking.snippets import snippet


class Base(NamedTuple):
    """A knowledge base as a search needs it. `name` is shown where several are searched."""

    name: str
    kind: str
    refresh: Callable[[bool], tuple[Snapshot, tuple[Notice, ...]]]  # True: distrust the index
    text: Callable[[str], str]  # a page's file, decoded; '' where it is gone
    contract: "Contract | None" = None  # what the layout's own contract says of the order
    origin: Callable[[Page, Callable[[str], Page | None]], Origin] = origin
    filters: tuple[Filter, ...] = ()  # that hold for this base alone


class Contracted(NamedTuple):
    """A ranking as a layout's contract wants it, and what it has to say of that."""

    ranked: Ranked
    notices: tuple[Notice, ...] = ()
    receipt: Receipt | None = None
    literal: bool = False


class Contract(Protocol):
    """A layout's own rules of order, applied to what the engine found."""

    def rank(
        self, request: "Request", planned: Plan, snapshot: Snapshot, found: Ranked, text: Callable[[str], str]
    ) -> Contracted:
        """The hits that the contract wants, in its order; `found` is the ranking without it."""


class Means(NamedTuple):
    """What a search is made with, besides the knowledge bases."""

    sources: Sources
    known: Known
    detect: Detect | None
    today: str


class Request(NamedTuple):
    """A search, decided in full."""

    query: Query
    wish: Wish
    explain: bool = False
    apart: bool = False  # versions of a page as pages of their own


class _Searched(NamedTuple):
    """What one knowledge base gave."""

    base: Base
    snapshot: Snapshot
    plan: Plan
    runs: tuple[tuple[Run, tuple[str, ...]], ...]
    preference: Preference
    notices: tuple[Notice, ...]
    contracted: Contracted


def search(request: Request, bases: Sequence[Base], means: Means) -> Answer:
    """Search every base. Raises Failure where none could be searched."""
    searched: list[_Searched] = []
    failed: list[Notice] = []
    for base in bases:
        try:
            searched.append(_search_fresh(request, base, means))
        except Failure as error:
            if len(bases) == 1:
                raise
            message = f"{base.name} was not searched: {error}"
            failed.append(Notice("base-failed", message, params=(base.name, str(error))))
    if not searched:
        raise Failure("; ".join(notice.message for notice in failed))
    return _answer(request, searched, tuple(failed))


def _search_fresh(request: Request, base: Base, means: Means) -> _Searched:
    """Search one base as its files are now; an index that turns out damaged is made anew, once."""
    try:
        return _search(request, base, means, *base.refresh(False))
    except IndexDamaged:
        return _search(request, base, means, *base.refresh(True))


def _search(
    request: Request, base: Base, means: Means, snapshot: Snapshot, notices: tuple[Notice, ...]
) -> _Searched:
    sources = means.sources._replace(
        mined=Miner(snapshot, base.text).suggest, likeness=Likeness(snapshot).suggest
    )
    planned = plan(request.query, request.wish, snapshot, sources, means.known, means.detect)
    filters = [f for f in (*request.query.filters, *base.filters) if f.key != "in"]
    limit = request.wish.limit
    runs = [
        (
            _judged(snapshot.search(leg, filters, limit, request.explain), planned, snapshot)._replace(
                base=base.name
            ),
            tuple(concept.text for concept in leg.concepts),
        )
        for leg in planned.legs
    ]
    named = _named(request.query, planned, snapshot, filters)
    runs.append((Run(base.name, "", tuple(Found(page, 0.0) for page in named)), ()))
    found = {f.page.path: f.page for run, _ in runs for f in run.found}
    preference = Preference(
        tuple(dict.fromkeys((planned.lang, *snapshot.languages.ordered()))),
        frozenset(page.path for page in named),
        _superseded(found.values(), snapshot),
        means.today,
    )
    ranked = merge(runs, preference, limit, request.apart)
    contracted = (
        base.contract.rank(request, planned, snapshot, ranked, base.text)
        if base.contract
        else Contracted(ranked)
    )
    return _Searched(
        base, snapshot, planned, tuple(runs), preference, notices + contracted.notices, contracted
    )


def _judged(run: Run, planned: Plan, snapshot: Snapshot) -> Run:
    """A run without pages that have a version in the query's language: that one is judged instead.

    It says the same in the reader's words; what only a rendering finds elsewhere is weaker evidence.
    """
    own = planned.lang.partition("-")[0]
    if run.lang.partition("-")[0] == own or own not in {x.lang.partition("-")[0] for x in planned.legs}:
        return run
    kept = [
        found
        for found in run.found
        if all(v.lang.partition("-")[0] != own for v in snapshot.versions(found.page.concept))
    ]
    return run._replace(found=tuple(kept))


def _named(
    query: Query, planned: Plan, snapshot: Snapshot, filters: Sequence[Filter]
) -> list[Page]:
    """Pages in the searched languages whose title, alias, slug or path is what was typed."""
    typed = " ".join(word.text for word in query.words) or (
        query.groups[0][0].text if query.groups else ""
    )
    languages = {leg.lang for leg in planned.legs}
    return [
        page
        for page in snapshot.named(typed)
        if page.lang in languages and all(_meets(page, condition) for condition in filters)
    ]


def _meets(page: Page, condition: Filter) -> bool:
    """Whether a page meets a filter; the engine asks its index the same."""
    if condition.key == "lang":
        return page.lang == condition.value or page.lang.startswith(f"{condition.value}-")
    if condition.key == "updated":
        return (
            page.updated >= condition.value
            if condition.op == ">="
            else page.updated[:10] <= condition.value
        )
    if condition.key == "tag":
        return condition.value.casefold() in {tag.casefold() for tag in page.tags}
    values = [
        value
        for name, value in (*page.fields, ("type", page.kind), ("review", page.review))
        if name == condition.key
    ]
    return condition.value.casefold() in {value.casefold() for value in values}


def _superseded(pages: Iterable[Page], snapshot: Snapshot) -> tuple[tuple[str, str], ...]:
    found = []
    for page in pages:
        successors = snapshot.successors(page)
        if successors:
            found.append((page.path, successors[0].path))
    return tuple(found)


def _answer(request: Request, searched: Sequence[_Searched], failed: tuple[Notice, ...]) -> Answer:
    """Merge what the bases gave, and look up what is shown of each hit."""
    limit = request.wish.limit
    hits: list[Hit] = []
    near: list[Hit] = []
    for one in searched:
        ranked = one.contracted.ranked
        hits += [_shown(hit, one, request.apart) for hit in ranked.hits]
        near += [_shown(hit, one, request.apart) for hit in ranked.near]

    def order(hit: Hit) -> tuple[float, str, str]:
        return (-hit.score, hit.base, hit.page.path)

    hits = sorted(hits, key=order)[:limit]
    near = sorted(near, key=order)[: limit - len(hits)]
    total = sum(run.total for one in searched for run, _ in one.runs)
    notices = failed + tuple(notice for one in searched for notice in one.notices)
    return Answer(
        _joined([one.plan for one in searched]),
        tuple(hits),
        tuple(near),
        max(total, len(hits)),
        notices,
        literal=all(one.contracted.literal for one in searched),
        receipts=tuple(
            (one.base.name, one.contracted.receipt) for one in searched if one.contracted.receipt
        ),
    )


def _joined(plans: Sequence[Plan]) -> Plan:
    """The plans of several bases as one: what was searched in any of them."""
    legs = tuple(dict.fromkeys(leg for planned in plans for leg in planned.legs))
    notices = tuple(dict.fromkeys(notice for planned in plans for notice in planned.notices))
    return plans[0]._replace(legs=legs, notices=notices)


def _shown(hit: Hit, one: _Searched, apart: bool) -> Hit:
    """A hit with its snippet, its sources and its other languages."""
    versions = () if apart else one.snapshot.versions(hit.page.concept)
    others = [v.lang for v in versions if v.path != hit.page.path and v.lang != hit.page.lang]
    ordered = one.preference.languages
    also = sorted(
        set(others), key=lambda x: (ordered.index(x) if x in ordered else len(ordered), x)
    )
    wordings = [
        term.text
        for leg in one.plan.legs
        if leg.lang in ("", hit.page.lang)
        for concept in leg.concepts
        for term in concept.terms
    ]
    return hit._replace(
        also_in=tuple(also),
        origin=one.base.origin(hit.page, one.snapshot.page),
        snippet=snippet(one.base.text(hit.page.path), wordings, hit.page.description),
    )


__all__ = ["Base", "Contract", "Contracted", "Means", "Request", "search"]

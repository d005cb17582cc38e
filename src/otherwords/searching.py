"""The read path: a query to an answer, one knowledge base after the other, merged by one rule."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge as merged_by
from itertools import islice

from otherwords.analysis import key as as_key
from otherwords.errors import Failure, IndexDamaged
from otherwords.model import (
    Answer,
    Concept,
    Filter,
    Found,
    Hit,
    Leg,
    Notice,
    Origin,
    Page,
    Plan,
    Query,
    Run,
    Term,
)
from otherwords.planning import Known, Sources, Wish, plan
from otherwords.planning.languages import Detect
from otherwords.planning.likeness import Likeness
from otherwords.planning.mining import Forgetting, Memory, Miner
from otherwords.ports import Recalled, Snapshot
from otherwords.ranking.contracts import Contracted
from otherwords.ranking.filtering import meets
from otherwords.ranking.fusion import Meant, Near, fuse, unanswered
from otherwords.ranking.merging import Preference, Ranked, merge
from otherwords.ranking.origins import origin
from otherwords.ranking.snippets import snippet
from otherwords.values import NamedTuple, Protocol

Nearest = Callable[[str, str, Callable[[str], Page | None]], Sequence[Term]]
DEPTH = 50  # pages by words, and by meaning, of which the best are shown where there is an encoder
NEAREST = 3  # pages that are shown where nothing here is likely to be what was meant


class Base(NamedTuple):
    """A knowledge base as a search needs it. `name` is shown where several are searched."""

    name: str
    kind: str
    refresh: Callable[[bool], tuple[Snapshot, tuple[Notice, ...]]]  # True: distrust the index
    text: Callable[[str], str]  # a page's file, decoded; '' where it is gone
    contract: "Contract | None" = None  # what the layout's own contract says of the order
    origin: Callable[[Page, Callable[[str], Page | None]], Origin] = origin
    filters: tuple[Filter, ...] = ()  # that hold for this base alone
    depth: int = 0  # pages that its contract wants to look at, however few are shown
    recall: Callable[[str], Sequence[Recalled]] | None = (
        None  # pages that a like query was confirmed for
    )
    renderings: Memory = Forgetting()  # what was mined before in this state of the pages
    meaning: Callable[[str, str], Meant] | None = None  # (text, language) -> how near the pages are
    nearest: Nearest | None = None  # the wiki's own words that mean the same


class Contract(Protocol):
    """A layout's own rules of order, applied to what the engine found."""

    def rank(
        self, planned: Plan, snapshot: Snapshot, found: Ranked, text: Callable[[str], str]
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
        mined=Miner(snapshot, base.text, base.renderings).suggest,
        likeness=Likeness(snapshot).suggest,
    )
    recalled = _recalled(request, base, snapshot)
    if recalled:
        sources = sources._replace(learned=lambda text: _learned(text, recalled))
    if nearest := base.nearest:
        sources = sources._replace(nearest=lambda text, lang: nearest(text, lang, snapshot.page))
    planned = plan(request.query, request.wish, snapshot, sources, means.known, means.detect)
    filters = [f for f in (*request.query.filters, *base.filters) if f.key != "in"]
    limit = request.wish.limit
    depth = max(limit, DEPTH if base.meaning else base.depth)
    runs = [
        (
            _judged(
                snapshot.search(leg, filters, depth, request.explain), leg, planned, snapshot
            )._replace(base=base.name),
            tuple(concept.text for concept in leg.concepts),
        )
        for leg in planned.legs
    ]
    meant = _meant(base, planned)
    if meant.near:
        runs = _with_meaning(runs, meant.near, planned, snapshot, filters, request)
    named = _named(request.query, planned, snapshot, filters)
    shown = [page for page, _ in recalled if _reached(page, planned, filters)]
    runs.append((Run(base.name, "", tuple(Found(page, 0.0) for page in (*named, *shown))), ()))
    found = {f.page.path: f.page for run, _ in runs for f in run.found}
    preference = Preference(
        tuple(dict.fromkeys((planned.lang, *snapshot.languages.ordered()))),
        frozenset(page.path for page in named),
        _superseded(found.values(), snapshot),
        means.today,
        tuple(recall for _, recall in recalled),
    )
    ranked = merge(runs, preference, max(limit, base.depth), request.apart)
    filtered = planned._replace(query=request.query._replace(filters=tuple(filters)))
    contracted = (
        base.contract.rank(filtered, snapshot, ranked, base.text)
        if base.contract
        else Contracted(ranked)
    )
    notices = (
        *notices,
        *meant.notices,
        *_unknown(base, snapshot, filters),
        *contracted.notices,
    )
    return _Searched(base, snapshot, planned, tuple(runs), preference, notices, contracted)


def _meant(base: Base, planned: Plan) -> Meant:
    """How near the pages are to the query by meaning."""
    words = " ".join(word.text for word in planned.query.words)
    text = words or " ".join(group[0].text for group in planned.query.groups)
    return base.meaning(text, planned.lang) if base.meaning else Meant()


Runs = list[tuple[Run, tuple[str, ...]]]


def _with_meaning(
    runs: Runs,
    near: Near,
    planned: Plan,
    snapshot: Snapshot,
    filters: Sequence[Filter],
    request: Request,
) -> Runs:
    """Runs with the pages added that are near by meaning, all scored by words and meaning together."""
    had = {found.page.path for run, _ in runs for found in run.found}
    nearest = [path for path in near.nearest(DEPTH) if path not in had]
    there = snapshot.at(nearest)
    pages = [there[path] for path in nearest if path in there]
    pages = [page for page in pages if all(meets(page, condition) for condition in filters)]
    wider = []
    for leg, (run, texts) in zip(planned.legs, runs, strict=True):
        among = [page for page in pages if leg.lang in ("", page.lang)]
        more = snapshot.search(leg, filters, len(among), request.explain, [p.path for p in among])
        scored = {found.page.path for found in more.found}
        every = tuple(range(len(leg.concepts)))
        rest = tuple(Found(page, 0.0, every) for page in among if page.path not in scored)
        wider.append((run._replace(found=(*run.found, *more.found, *rest)), texts))
    return fuse(wider, near, planned.lang, planned.query.text)


def _unknown(base: Base, snapshot: Snapshot, filters: Sequence[Filter]) -> Iterator[Notice]:
    """The filters that no page of a base can meet, because none has such a field."""
    for key in dict.fromkeys(f.key for f in filters):
        if not snapshot.knows(key):
            name = base.name or f"this {base.kind} knowledge base"
            message = f"{name} has no field '{key}'; that filter leaves nothing of it"
            yield Notice("filter-unknown", message, params=(key, name))


def _judged(run: Run, leg: Leg, planned: Plan, snapshot: Snapshot) -> Run:
    """A run that rests on a guessed rendering, without pages that also exist in the query's language.

    That version says the same in the reader's own words, and is searched with them.
    """
    own = planned.lang.partition("-")[0]
    if all(x.lang.partition("-")[0] != own for x in planned.legs) or not any(
        map(_guessed, leg.concepts)
    ):
        return run
    concepts = [found.page.concept for found in run.found if found.page.concept]
    known = snapshot.translated(concepts, own)
    return run._replace(found=tuple(one for one in run.found if one.page.concept not in known))


def _guessed(concept: Concept) -> bool:
    """Whether all that is known of a concept in a language comes from how the wiki uses its words."""
    return all(term.origin == "vocabulary" for term in concept.terms)


def _named(
    query: Query, planned: Plan, snapshot: Snapshot, filters: Sequence[Filter]
) -> list[Page]:
    """Pages in the searched languages whose title, alias, slug or path is what was typed."""
    typed = " ".join(word.text for word in query.words) or " ".join(g[0].text for g in query.groups)
    return [page for page in snapshot.named(typed) if _reached(page, planned, filters)]


def _reached(page: Page, planned: Plan, filters: Sequence[Filter]) -> bool:
    """Whether a page is among those that are searched."""
    languages = {leg.lang for leg in planned.legs}
    return page.lang in languages and all(meets(page, condition) for condition in filters)


def _recalled(request: Request, base: Base, snapshot: Snapshot) -> list[tuple[Page, Recalled]]:
    """Pages that a reader confirmed for this query or one like it, with the name they were given."""
    if base.recall is None or not request.wish.expand:
        return []
    typed = " ".join(word.text for word in request.query.words)
    pages = ((snapshot.page(one.path), one) for one in base.recall(typed) if typed)
    return [(page, one) for page, one in pages if page is not None]


def _learned(text: str, recalled: Sequence[tuple[Page, Recalled]]) -> list[str]:
    """What pages are called whose confirmed name has this wording in it."""
    wanted = as_key(text)
    return [page.title for page, one in recalled if wanted and wanted in as_key(one.name)]


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


def _nothing(searched: Sequence[_Searched], hits: Sequence[Hit], near: Sequence[Hit]) -> bool:
    """Whether nothing here answers: a contract that verifies says so itself."""
    if any(hit.verdict for hit in hits):
        return False
    return unanswered([*hits, *near]) or all(one.contracted.nothing for one in searched)


def _best(
    ranked: Sequence[tuple[_Searched, Sequence[Hit]]], limit: int
) -> list[tuple[_Searched, Hit]]:
    """The best of several rankings; those of one base keep their order."""
    named = [[(one, hit._replace(base=one.base.name)) for hit in hits] for one, hits in ranked]
    merged = merged_by(*named, key=lambda pair: (-pair[1].score, pair[1].base))
    return list(islice(merged, max(0, limit)))


def _total(one: _Searched) -> int:
    counted = one.contracted.total
    return sum(run.total for run, _ in one.runs) if counted is None else counted


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


__all__ = ["Base", "Contract", "Contracted", "Means", "Request", "search"]

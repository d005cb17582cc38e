"""One knowledge base searched: a plan, its runs, its ranking."""

from collections.abc import Iterable, Iterator, Sequence

from otherwords.analysis import key as as_key
from otherwords.model import Concept, Filter, Found, Leg, Notice, Page, Plan, Query, Run, primary
from otherwords.planning import plan
from otherwords.planning.likeness import Likeness
from otherwords.planning.mining import Miner
from otherwords.ports import Recalled, Snapshot
from otherwords.ranking.contracts import Contracted
from otherwords.ranking.filtering import meets
from otherwords.ranking.fusion import Meant, Near, fuse
from otherwords.ranking.merging import Preference, merge
from otherwords.searching.base import Base, Means, Request
from otherwords.values import NamedTuple

DEPTH = 30  # pages by words, and by meaning, of which the best are shown where there is an encoder


class Searched(NamedTuple):
    """What one knowledge base gave."""

    base: Base
    snapshot: Snapshot
    plan: Plan
    runs: tuple[tuple[Run, tuple[str, ...]], ...]
    preference: Preference
    notices: tuple[Notice, ...]
    contracted: Contracted


def searched(
    request: Request, base: Base, means: Means, snapshot: Snapshot, notices: tuple[Notice, ...]
) -> Searched:
    """Plan, run every leg, add meaning, merge, and let the layout's own contract have its say."""
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
    return Searched(base, snapshot, planned, tuple(runs), preference, notices, contracted)


def _meant(base: Base, planned: Plan) -> Meant:
    """How near the pages are to the query by meaning."""
    return base.meaning(_typed(planned.query), planned.lang) if base.meaning else Meant()


def _typed(query: Query) -> str:
    """What was typed; of concepts that are given, the first wording of each."""
    words = " ".join(word.text for word in query.words)
    return words or " ".join(group[0].text for group in query.groups)


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
    most = max(DEPTH, request.wish.limit)
    nearest = [path for path in near.nearest(most) if path not in had]
    if request.apart:  # each version is shown, so each is ranked
        concepts = {found.page.concept for run, _ in runs for found in run.found}
        versions = {page.path for one in concepts for page in snapshot.versions(one)}
        nearest = [*nearest, *sorted(versions.difference(had, nearest))]
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
    own = primary(planned.lang)
    if all(primary(x.lang) != own for x in planned.legs) or not any(map(_guessed, leg.concepts)):
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
    return [page for page in snapshot.named(_typed(query)) if _reached(page, planned, filters)]


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

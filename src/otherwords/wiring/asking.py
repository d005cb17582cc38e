"""Asking, the same for a short and a long-lived process; and what is kept of it afterwards."""

from collections.abc import Iterable, Sequence

from otherwords.errors import UsageError
from otherwords.model import Answer
from otherwords.searching import Base, Means, Request, search
from otherwords.stores import folders, last_answer
from otherwords.stores.last_answer import LastAnswer, Listed
from otherwords.values import TYPE_CHECKING, later
from otherwords.wiring.bases import SOURCES_RESOLVED, judge_of, means, searchable
from otherwords.wiring.finding import Found, Progress, find
from otherwords.wiring.settings import Settings
from otherwords.wiring.writing import teach

if TYPE_CHECKING:
    from otherwords import guilds, homes
    from otherwords.stores import contradictions
else:
    guilds, homes = later("otherwords.guilds"), later("otherwords.homes")
    contradictions = later("otherwords.stores.contradictions")

LIMIT, LIMITS = 10, {"guild": 20, "repoknowledge": 3}


def answer(
    chosen: Settings,
    request: Request,
    names: Sequence[str],
    progress: Progress | None = None,
    sources: str = SOURCES_RESOLVED,
    learn: bool = False,
) -> tuple[Answer, list[Found]]:
    """Search the named knowledge bases, or those of the working directory; says which these were.

    With `learn`, a home keeps what answered as an alias, and documents what only its sources have.
    """
    check(request)
    found = find(chosen, names, progress)
    if not request.wish.limit:
        limit = usual_limit(one.layout.kind for one in found)
        request = request._replace(wish=request.wish._replace(limit=limit))
    bases = [searchable(one, len(found) > 1, chosen, sources) for one in found]
    if named := _straight(request, bases):
        request, bases, found = named.request, [named.base], [found[named.number]]
    answered = completed(chosen, ask(request, bases, means(chosen)), bases, found)
    for one, base in zip(found, bases, strict=True):
        if learn and one.layout.kind == "repoknowledge":
            answered = homes.completed(answered, base, one.layout, teach(chosen))
    return answered, found


def completed(
    chosen: Settings, answered: Answer, bases: Sequence[Base], found: Sequence[Found]
) -> Answer:
    """An answer with what a contract adds to it besides the order of hits."""
    if any(base.kind == "guild" for base in bases):
        judges = (judge_of(chosen, one.layout) for one in found if one.layout.kind == "guild")
        judge = next(judges, None)
        return guilds.completed(answered, bases, _memory(chosen, found), judge)
    return answered


def _memory(chosen: Settings, found: Sequence[Found]) -> "guilds.Memory":
    """Where contradictions among Guild pages are remembered: beside the first wiki's index."""
    root = next((one.layout.root for one in found if one.layout.kind == "guild"), "")
    return (
        contradictions.Remembered(folders.base_folder(chosen.cache, "guild", root))
        if root
        else guilds.Nothing()
    )


def remember(chosen: Settings, answer: Answer, found: Sequence[Found]) -> None:
    """Keep which pages were shown in this terminal, for `read N` and `confirm N`."""
    layouts = {one.name: one.layout for one in found}
    pages = []
    for hit in (*answer.hits, *answer.near):
        layout = layouts.get(hit.base, found[0].layout)
        pages.append(Listed(layout.kind, layout.root, hit.page.path, hit.page.title))
    last_answer.save(chosen.cache, LastAnswer(answer.plan.query.text, tuple(pages)))


def catch_up(found: Sequence[Found]) -> None:
    """After a search has printed: keep what was mined, encode the few pages that changed."""
    for one in found:
        if one.renderings:
            one.renderings.save()
        if one.meaning:
            one.meaning.catch_up()


def usual_limit(kinds: Iterable[str]) -> int:
    """How many pages are shown where nobody says: what the contract of the only layout has, else 10."""
    every = set(kinds)
    return LIMITS.get(every.pop(), LIMIT) if len(every) == 1 else LIMIT


def ask(request: Request, bases: Sequence[Base], made: Means) -> Answer:
    """Search these bases; what a short and a long-lived process do alike."""
    check(request)
    if any(f.key == "sensitivity" for f in request.query.filters):
        # other wordings would tell of the names of pages that the reader may not see
        request = request._replace(wish=request.wish._replace(expand=False))
    if any(base.kind == "guild" for base in bases):
        bases = guilds.together(bases, made.today)
    if named := _straight(request, bases):
        request, bases = named.request, [named.base]
    return search(request, bases, made)


def _straight(request: Request, bases: Sequence[Base]) -> "homes.Straight | None":
    """The one project that a query itself names as where to search."""
    homely = any(base.kind == "repoknowledge" for base in bases)
    return homes.straight(request, bases) if homely else None


def check(request: Request) -> None:
    """Refuse what can mean nothing, before anything is read. Raises UsageError."""
    query = request.query
    if not query.text.strip() and not query.groups and not query.filters:
        raise UsageError("the query is empty: type words to search for, or at least one filter")

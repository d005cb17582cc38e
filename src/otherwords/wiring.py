"""Settings to objects: the only room that knows them all."""

import os
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from otherwords.engines.embedded import EmbeddedEngine
from otherwords.engines.schema import VERSION
from otherwords.errors import BaseNotFound, PageNotFound, UsageError, WriteRefused
from otherwords.indexing import refreshing
from otherwords.layouts import discover
from otherwords.model import Answer, Notice, Term
from otherwords.planning import Sources
from otherwords.ports import Layout, Shelf, Snapshot
from otherwords.searching import Base, Means, Request, search
from otherwords.stores import folders
from otherwords.stores.shelf import FileShelf, MemoryShelf
from otherwords.stores.synonyms import Synonyms

Progress = Callable[[int, int], None]


class Settings(NamedTuple):
    """What was decided for this process: complete, made once."""

    cwd: str
    home: str
    rk_home: str
    cache: str
    data: str
    today: str  # ISO date


def settings(today: str = "") -> Settings:
    """The settings that the environment gives."""
    home = os.path.expanduser("~")
    return Settings(
        os.getcwd(),
        home,
        os.environ.get("OTHERWORDS_RK_HOME") or os.path.join(home, ".repo-knowledge"),
        folders.cache_folder(),
        folders.data_folder(),
        today or time.strftime("%Y-%m-%d"),
    )


class Found(NamedTuple):
    """A knowledge base that was found, with what refreshes and reads it."""

    name: str
    layout: Layout
    refreshing: refreshing.Base
    notices: tuple[Notice, ...] = ()


def find(
    chosen: Settings, names: Sequence[str] = (), progress: Progress | None = None
) -> list[Found]:
    """The knowledge bases that are named, or those of the working directory. Raises BaseNotFound."""
    problems: list[Notice] = []
    layouts: list[Layout] = []
    if not names:
        layouts = discover.discover(chosen.cwd, chosen.home, chosen.rk_home, problems=problems)
    for name in names:
        layouts += _at(chosen, name, problems)
    unique = list({(layout.kind, layout.root): layout for layout in layouts}.values())
    found = [_found(chosen, layout, progress) for layout in unique]
    if found and problems:
        found[0] = found[0]._replace(notices=(*found[0].notices, *problems))
    return found


def _at(chosen: Settings, name: str, problems: list[Notice]) -> list[Layout]:
    path = os.path.join(chosen.cwd, os.path.expanduser(name))
    if os.path.isdir(path):
        return discover.at(path, chosen.home, chosen.rk_home, problems=problems)
    raise BaseNotFound(
        f"{name}: no such folder, and no knowledge base of that name; see `otherwords bases`"
    )


def _found(chosen: Settings, layout: Layout, progress: Progress | None) -> Found:
    folder = folders.base_folder(chosen.cache, layout.kind, layout.root)
    notices: tuple[Notice, ...] = ()
    shelf: Shelf
    try:
        folders.make(folder)
        shelf, engine = FileShelf(folder), EmbeddedEngine(folder)
    except WriteRefused:
        message = (
            f"nothing can be written to {chosen.cache}; the index is kept in memory for this call"
        )
        notices = (Notice("memory-index", message, level="note", params=(chosen.cache,)),)
        shelf, engine = MemoryShelf(), EmbeddedEngine(None)
    base = refreshing.Base(layout, engine, shelf, VERSION, time.time_ns, progress)
    return Found(_name(layout), layout, base, notices)


def _name(layout: Layout) -> str:
    return str(getattr(layout, "name", "")) or os.path.basename(layout.root)


def _base(found: Found, several: bool) -> Base:
    told = list(found.notices)

    def refresh(distrust: bool) -> tuple[Snapshot, tuple[Notice, ...]]:
        refreshed = refreshing.refresh(found.refreshing, distrust)
        notices, told[:] = (*told, *refreshed.notices), []
        return refreshed.snapshot, notices

    return Base(
        found.name if several else "",
        found.layout.kind,
        refresh,
        lambda path: text(found.layout, path),
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
    sources = Sources(synonyms.of, _no_words, _no_terms, _no_terms)
    return Means(sources, synonyms.knows, None, chosen.today)


Ask = Callable[[Request], Answer]


def pooled(chosen: Settings, layouts: Sequence[Layout]) -> Ask:
    """Asks knowledge bases that are indexed in memory, whatever their layouts leave of them."""
    found = [
        Found(
            _name(layout),
            layout,
            refreshing.Base(layout, EmbeddedEngine(None), MemoryShelf(), VERSION, time.time_ns),
        )
        for layout in layouts
    ]
    bases = [_once(_base(one, len(found) > 1)) for one in found]
    made = means(chosen)
    return lambda request: search(request, bases, made)


def _once(base: Base) -> Base:
    """A base that is refreshed at its first search only."""
    kept: list[Snapshot] = []

    def refresh(distrust: bool) -> tuple[Snapshot, tuple[Notice, ...]]:
        if not kept:
            kept.append(base.refresh(distrust)[0])
        return kept[0], ()

    return base._replace(refresh=refresh)


def answer(
    chosen: Settings, request: Request, names: Sequence[str], progress: Progress | None = None
) -> Answer:
    """Search the named knowledge bases, or those of the working directory."""
    found = find(chosen, names, progress)
    if not request.query.words and not request.query.groups and not request.query.filters:
        raise UsageError("the query is empty: type words to search for, or at least one filter")
    return search(request, [_base(one, len(found) > 1) for one in found], means(chosen))

"""Names and folders to knowledge bases that can be refreshed."""

import os
import time
from collections.abc import Callable, Sequence

from otherwords.encoders.installed import PACKAGES, folder_of
from otherwords.engines.embedded import EmbeddedEngine
from otherwords.engines.schema import VERSION
from otherwords.errors import BaseNotFound, WriteRefused
from otherwords.indexing import refreshing
from otherwords.layouts import discover
from otherwords.layouts.detection import detector
from otherwords.layouts.naming import Meant, Places, meant
from otherwords.model import Notice
from otherwords.ports import Layout, Shelf
from otherwords.stores import folders
from otherwords.stores import known as stored
from otherwords.stores.renderings import Renderings
from otherwords.stores.shelf import FileShelf, MemoryShelf
from otherwords.values import TYPE_CHECKING, NamedTuple, later
from otherwords.wiring.settings import Settings

if TYPE_CHECKING:
    from otherwords import meaning
else:  # only where an encoder is installed
    meaning = later("otherwords.meaning")

Progress = Callable[[int, int], None]


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
        stored.note(folder, layout.kind, layout.root, name_of(layout))
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
    name = one.project or name_of(layout)
    return Found(name, layout, base, notices, one.project, near, mined)


def in_memory(base: refreshing.Base) -> refreshing.Base:
    """The same knowledge base, its index in memory."""
    return base._replace(engine=EmbeddedEngine(None), shelf=MemoryShelf())


def name_of(layout: Layout) -> str:
    """What a knowledge base is called: as its layout says, else as its folder."""
    return str(getattr(layout, "name", "")) or os.path.basename(layout.root)

"""What a reader does with a knowledge base besides searching it: list, index, read, check, prune.

Each function takes the settings and the names that were given, and returns values to be shown.
"""

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from otherwords import checking, guilds, wiring
from otherwords.checking import Report, Seen
from otherwords.errors import Failure, IndexDamaged, PageNotFound, UsageError
from otherwords.indexing import refreshing
from otherwords.indexing.looking import Look, look
from otherwords.layouts import naming
from otherwords.library import reading
from otherwords.library.reading import Text
from otherwords.model import Notice, Page
from otherwords.ports import Snapshot
from otherwords.stores import known, last_answer, vectors
from otherwords.stores.last_answer import LastAnswer, Listed
from otherwords.values import NamedTuple
from otherwords.wiring import Found, Progress, Settings


class Listing(NamedTuple):
    """A knowledge base as `bases` lists it; `here` where a search without --in asks it."""

    name: str
    kind: str
    root: str
    here: bool
    pages: int
    languages: dict[str, int]
    indexed: bool
    behind: int  # files that changed since
    trouble: str = ""  # why it cannot be searched


class Indexed(NamedTuple):
    """A knowledge base that was brought up to date."""

    name: str
    kind: str
    root: str
    pages: int
    read: int  # pages that were read for it
    notices: tuple[Notice, ...]
    encoded: tuple[int, int] = (
        0,
        0,
    )  # pages whose meaning is covered, of all; (0, 0) without an encoder


class Checked(NamedTuple):
    """What is wrong with one knowledge base."""

    name: str
    kind: str
    root: str
    report: Report | None
    trouble: str = ""  # why there is no report


class Pruned(NamedTuple):
    """What `cache` found, and what it removed."""

    folder: str
    kept: tuple[known.Known, ...]
    gone: tuple[known.Known, ...]  # whose knowledge base is no longer there
    strays: tuple[str, ...]
    total: int  # bytes
    freed: int


# -- what is there ------------------------------------------------------------------------------------


def bases(chosen: Settings, names: Sequence[str]) -> list[Listing]:
    """The knowledge bases of the working directory or those named, then others that were searched."""
    try:
        here = wiring.find(chosen, names)
    except Failure:
        if names:
            raise
        here = []
    listed = [_listing(one, True) for one in here]
    if names:
        return listed
    had = {(one.kind, one.root) for one in listed}
    for one in known.known(chosen.cache):
        if (one.kind, one.root) not in had:
            listed.append(_remembered(chosen, one))
    return listed


def _listing(found: Found, here: bool) -> Listing:
    layout = found.layout
    try:
        seen, trouble = look(found.refreshing), ""
    except Failure as error:
        seen, trouble = Look(False, {}, 0), str(error)
    languages = seen.languages()
    pages = sum(languages.values())
    facts = (pages, languages, seen.indexed, seen.behind, trouble)
    return Listing(found.name, layout.kind, layout.root, here, *facts)


def _remembered(chosen: Settings, one: known.Known) -> Listing:
    gone = Listing(one.name, one.kind, one.root, False, 0, {}, False, 0, "it is no longer there")
    if not naming.exists(one.kind, one.root):
        return gone
    try:
        return _listing(wiring.opened(chosen, naming.at(one.kind, one.root)), False)
    except Failure as error:
        return gone._replace(trouble=str(error))


# -- bringing up to date, checking ---------------------------------------------------------------------


def index(
    chosen: Settings, names: Sequence[str], anew: bool, progress: Progress | None = None
) -> Iterator[Indexed]:
    """Bring each knowledge base up to date, or make its index anew. Raises Failure where none can be."""
    failed: list[str] = []
    every = wiring.find(chosen, names, progress)
    for one in every:
        try:
            yield _indexed(one, anew, progress)
        except Failure as error:
            failed.append(str(error))
            if len(failed) == len(every):
                raise Failure("; ".join(failed)) from error
            notices = (Notice("base-failed", "", params=(one.name, str(error))),)
            yield Indexed(one.name, one.layout.kind, one.layout.root, 0, 0, notices)


def _indexed(one: Found, anew: bool, progress: Progress | None) -> Indexed:
    done = refreshing.refresh(one.refreshing, anew)
    pages = sum(look(one.refreshing).languages().values())
    notices = (*one.notices, *(() if anew else done.notices))
    encoded = one.meaning.encode(math.inf, progress) if one.meaning else (0, 0)
    facts = (one.name, one.layout.kind, one.layout.root)
    return Indexed(*facts, pages, len(done.changed), notices, encoded)


def check(
    chosen: Settings, names: Sequence[str], progress: Progress | None = None
) -> Iterator[Checked]:
    """What is wrong with each knowledge base and its index."""
    for one in wiring.find(chosen, names, progress):
        facts = (one.name, one.layout.kind, one.layout.root)
        try:
            yield Checked(*facts, _report(one, chosen.today))
        except Failure as error:
            yield Checked(*facts, None, str(error))


def _report(one: Found, today: str) -> Report:
    damage = _damage(one)
    snapshot = refreshing.refresh(one.refreshing, bool(damage)).snapshot
    state = look(one.refreshing)
    seen = _seen(one, state)
    one.layout.languages(state.languages())
    problems = list(dict.fromkeys((*one.notices, *one.layout.problems)))
    pages = list(snapshot.pages())
    if one.layout.kind == "guild":
        text = partial(wiring.text, one.layout)
        problems += guilds.findings(one.layout.root, pages, text, today)
    return checking.examine(seen, problems, pages, damage)


def _damage(found: Found) -> str:
    """What is wrong with the index as it was found; it is made anew in the same call."""
    state = look(found.refreshing)
    if not state.indexed:
        return ""
    try:
        return found.refreshing.engine.verify(state.token)
    except IndexDamaged as error:
        return str(error)


def _seen(found: Found, state: Look) -> list[Seen]:
    """What became of each page file; settings, which are read again for their faults, are none."""
    return [
        Seen(path, file.lang is not None, file.notices)
        for path, file in state.files.items()
        if file.lang is not None or file.notices or _is_page(found, path)
    ]


def _is_page(found: Found, path: str) -> bool:
    try:
        return found.layout.read(path, found.layout.load(path)) is not None
    except Failure:
        return True


# -- reading -----------------------------------------------------------------------------------------


def read(
    chosen: Settings,
    names: Sequence[str],
    page: str,
    lines: tuple[int, int] | None = None,
    section: str = "",
) -> Text:
    """A page's text, by its path or its number in the last answer. Raises PageNotFound."""
    one, known_page = located(chosen, names, page)
    text = wiring.text(one.layout, known_page.path)
    return reading.cut(Text(one.name, known_page, text), lines, section)


def located(chosen: Settings, names: Sequence[str], page: str) -> tuple[Found, Page]:
    """A page and its knowledge base, by its path or its number in the last answer. Raises PageNotFound."""
    if page.isdigit():
        listed = numbered(chosen, int(page))
        found = [wiring.opened(chosen, naming.at(listed.kind, listed.root))]
        page = listed.path
    else:
        found = wiring.find(chosen, names)
    having = [(one, known) for one in found if (known := _page(one, page, chosen.cwd))]
    if len(having) > 1:
        both = " and ".join(f"{one.name} ({one.layout.root})" for one, _ in having)
        raise UsageError(f"{page} is a page of {both}: name one of them with --in")
    if not having:
        raise PageNotFound(_unknown(page, found))
    return having[0]


def _page(found: Found, page: str, cwd: str) -> Page | None:
    """A page by its path in the knowledge base, or by its path from the working directory."""
    snapshot = _snapshot(found)
    outer = os.path.relpath(os.path.join(cwd, os.path.expanduser(page)), found.layout.root)
    return snapshot.page(page) or snapshot.page(outer.replace(os.sep, "/"))


def _snapshot(found: Found) -> Snapshot:
    return refreshing.refresh(found.refreshing).snapshot


def _unknown(page: str, found: Iterable[Found]) -> str:
    like = [known.path for one in found for known in _snapshot(one).named(page)][:5]
    where = ", ".join(one.layout.root for one in found)
    hint = f"did you mean {' or '.join(like)}?" if like else "search for it, or give its path"
    return f"{page}: no page of {where}; {hint}"


# -- the last answer -----------------------------------------------------------------------------------


def remembered(chosen: Settings) -> LastAnswer:
    """The last answer in this terminal. Raises UsageError where there is none."""
    found = last_answer.load(chosen.cache)
    if found is None:
        raise UsageError("there is no answer in this terminal yet: search first, or give a path")
    return found


def numbered(chosen: Settings, number: int) -> Listed:
    """A page of the last answer by its number. Raises UsageError."""
    pages = remembered(chosen).pages
    if not 1 <= number <= len(pages):
        many = f"it had {len(pages)} pages" if pages else "it had no page"
        raise UsageError(f"{number} is no page of the last answer in this terminal: {many}")
    return pages[number - 1]


# -- the cache -----------------------------------------------------------------------------------------


def cache(chosen: Settings, prune: bool) -> Pruned:
    """What the cache holds; with `prune`, without what no knowledge base on disk has, and no page."""
    every = known.known(chosen.cache)
    kept = tuple(one for one in every if naming.exists(one.kind, one.root))
    gone = tuple(one for one in every if one not in kept)
    strays = tuple(known.strays(chosen.cache))
    freed = 0
    if prune:
        freed = sum(map(known.remove, (*(one.folder for one in gone), *strays)))
        freed += sum(vectors.tidied(one.folder) for one in kept)
        freed += last_answer.prune(chosen.cache)
    return Pruned(chosen.cache, kept, gone, strays, known.size_of(chosen.cache), freed)

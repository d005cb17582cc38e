"""Always fresh: compare the files on disk with what is indexed, and bring in only what changed."""

from collections.abc import Callable, Generator, Iterable
from itertools import chain

from otherwords.errors import Failure, IndexDamaged
from otherwords.indexing.reading import begun, brought, digest
from otherwords.indexing.state import File, Head, State, files, left_out, pack, unpack
from otherwords.model import Notice
from otherwords.ports import Change, Engine, Layout, Listing, Shelf, Snapshot
from otherwords.ports import files as listed
from otherwords.values import NamedTuple

RACY_NS = 2_000_000_000  # file systems keep times as coarse as two seconds (FAT)
WAIT_SECONDS = 0.5  # that a reader waits for another process's refresh (rulings 20)
FIRST_BUILD_SECONDS = 3600.0  # ... where there is no index yet to answer from

Progress = Callable[[int, int], None]


class Base(NamedTuple):
    """A knowledge base with all that refreshing it needs."""

    layout: Layout
    engine: Engine
    shelf: Shelf
    version: int  # of the engine's rows
    now_ns: Callable[[], int]  # the clock that file times are compared with
    progress: Progress | None = None


class Refreshed(NamedTuple):
    """A snapshot that is as the files are, and what was done for it."""

    snapshot: Snapshot
    notices: tuple[Notice, ...] = ()
    changed: tuple[str, ...] = ()  # paths of the pages that were read


class Difference(NamedTuple):
    """How the files differ from what is indexed."""

    added: list[str]
    changed: list[str]
    removed: list[str]


class Look(NamedTuple):
    """The files as they were listed, what was saved of them then, and when that began."""

    listings: tuple[Listing, ...]
    saved: bytes | None
    began: int


def refresh(base: Base, distrust: bool = False) -> Refreshed:
    """The index as the files on disk are now; with `distrust`, made anew from them."""
    began, listings = base.now_ns(), tuple(base.layout.walk())
    saved = base.shelf.load()
    head = unpack(saved, base.version)
    if head and not distrust and head.listings == listings and not _settled(head, base.now_ns()):
        try:
            return Refreshed(_opened(base, head))
        except IndexDamaged:
            pass  # made anew below, by the one writer
    with base.shelf.lock(WAIT_SECONDS if head else FIRST_BUILD_SECONDS) as writing:
        if writing:
            return _Writer(base, distrust, Look(listings, saved, began)).write()
    return _answer_from_last(base, listings)


def digests(base: Base) -> dict[str, bytes]:
    """The pages of the last state, each with its file's digest; none where there is no state."""
    head = unpack(base.shelf.load(), base.version)
    known = (files(head) if head else None) or {}
    return {path: file.digest for path, file in known.items() if file.lang is not None}


def token(base: Base) -> str:
    """Names the last state of the files and the index; '' where there is none."""
    return base.shelf.stamp()


def _settled(head: Head, now_ns: int) -> list[str]:
    """Files read while they may have been in change, whose times now tell."""
    return [path for path, mtime in head.racy if now_ns - mtime > RACY_NS]


def _answer_from_last(base: Base, listings: tuple[Listing, ...]) -> Refreshed:
    """Another process is still writing: the last complete index, and how far it is behind."""
    head = unpack(base.shelf.load(), base.version)
    if head is None:
        raise Failure(
            f"{base.layout.root}: another process is still building the index; try again later"
        )
    count = sum(map(len, difference(head.listings, listings)))
    message = f"a refresh is running; {count} changed pages not yet included"
    notices = (
        (Notice("refresh-running", message, level="note", params=(str(count),)),) if count else ()
    )
    return Refreshed(_opened(base, head), notices)


def _opened(base: Base, head: Head) -> Snapshot:
    snapshot = base.engine.open(head.token, head.languages)
    snapshot.left_out = head.left_out
    return snapshot


def difference(old: tuple[Listing, ...], new: tuple[Listing, ...]) -> Difference:
    """Which files are in one of two lists only, or differ in size or time."""
    same = set(old).intersection(new)
    was = dict(listed(x for x in old if x not in same))
    now = dict(listed(x for x in new if x not in same))
    return Difference(
        [path for path in now if path not in was],
        [path for path, stat in now.items() if path in was and was[path] != stat],
        [path for path in was if path not in now],
    )


class _Writer:
    """Brings in what changed, as the only writer of a knowledge base."""

    def __init__(self, base: Base, distrust: bool, look: Look) -> None:
        self.base = base
        saved = base.shelf.load()
        if saved != look.saved:  # another one wrote in the meantime, and may have seen more
            look = Look(tuple(base.layout.walk()), saved, base.now_ns())
        self.began, self.listings = look.began, look.listings
        self.head = unpack(saved, base.version)
        known = files(self.head) if self.head and not distrust else None
        if self.head and (known is None or not self._opens(self.head)):
            self.head = known = None
        self.rebuilt = self.head is None and saved is not None
        self.known = known or {}
        self.outcome: dict[str, File] = {}

    def _opens(self, head: Head) -> bool:
        try:
            self.base.engine.open(head.token, head.languages)
        except IndexDamaged:
            return False
        return True

    def write(self) -> Refreshed:
        """The index as the files are, and one note on what that took."""
        diff = difference(self.head.listings if self.head else (), self.listings)
        suspects = [*diff.changed, *(_settled(self.head, self.began) if self.head else ())]
        diff = diff._replace(changed=self._really_changed(suspects))
        if not any(diff) and self.head:
            return Refreshed(self._keep(self.head.token, diff))
        reading = sorted({*diff.added, *diff.changed, *self._governed(diff)})
        if self.head and self.base.engine.worn(self.head.token, len(self._gone(diff, reading))):
            self.head, reading = None, sorted(path for path, _ in listed(self.listings))
        return self._bring_in(diff, reading)

    def _gone(self, diff: Difference, reading: list[str]) -> list[str]:
        """Indexed pages that are removed, or replaced."""
        paths = {*diff.removed, *reading}
        return sorted(p for p in paths if (f := self.known.get(p)) and f.lang is not None)

    def _really_changed(self, paths: Iterable[str]) -> list[str]:
        """Of the files whose size or time moved, those whose content did too."""
        return [
            path for path in dict.fromkeys(paths) if self._content(path) != self.known[path].digest
        ]

    def _content(self, path: str) -> bytes:
        try:
            return digest(self.base.layout.load(path))
        except Failure:
            return b""

    def _governed(self, diff: Difference) -> list[str]:
        """Pages that must be read again because settings that they depend on changed."""
        beginnings = tuple(x for path in chain(*diff) for x in self.base.layout.affects(path))
        gone = set(diff.removed)
        governed = (path for path in self.known if beginnings and path.startswith(beginnings))
        return [path for path in governed if path not in gone]

    def _bring_in(self, diff: Difference, reading: list[str]) -> Refreshed:
        """Read what is new, commit it, and remember it."""
        token = self.head.token if self.head else ""
        rows = self._rows(reading)
        try:
            change = Change(self._gone(diff, reading), begun(rows), whole=not self.head)
            token = self.base.engine.commit(change, token)
        finally:
            rows.close()
        notices = self._told(diff)
        snapshot = self._keep(token, diff)
        self.base.engine.sweep(token)
        return Refreshed(snapshot, notices, tuple(reading))

    def _rows(self, paths: list[str]) -> Generator[object, None, None]:
        """The rows of the pages among these files; what became of each is noted."""
        read = brought(self.base.layout, self.base.engine, paths)
        try:
            for done, (path, one) in enumerate(read, 1):
                self.outcome[path] = one.file
                if one.row is not None:
                    yield one.row
                if self.base.progress:
                    self.base.progress(done, len(paths))
        finally:
            read.close()

    def _keep(self, token: str, diff: Difference) -> Snapshot:
        """Remember the state that the files and the index are now in."""
        known = self.known | self.outcome
        for path in diff.removed:
            known.pop(path, None)
        since = self.began - RACY_NS
        young = listed(listing for listing in self.listings if listing.newest() > since)
        racy = tuple((path, stat.mtime_ns) for path, stat in young if stat.mtime_ns > since)
        languages = self.base.layout.languages({f.lang for f in known.values() if f.lang})
        state = State(token, self.listings, racy, languages, known)
        self.base.shelf.save(pack(state, self.base.version))
        snapshot = self.base.engine.open(token, languages)
        snapshot.left_out = left_out(known)
        return snapshot

    def _told(self, diff: Difference) -> tuple[Notice, ...]:
        """One line on what was brought in; nothing of a first build."""
        if self.rebuilt:
            return (
                Notice(
                    "index-rebuilt",
                    "the index was damaged or of another version and was built anew",
                    level="note",
                ),
            )
        left_out = self._left_out()
        if not self.known:
            return left_out
        both = (self.known, self.outcome)
        counts = tuple(
            str(sum(any((f := x.get(p)) and f.lang is not None for x in both) for p in paths))
            for paths in diff
        )
        message = f"index refreshed: {counts[0]} added, {counts[1]} edited, {counts[2]} removed"
        return (Notice("refreshed", message, level="note", params=counts), *left_out)

    def _left_out(self) -> tuple[Notice, ...]:
        """How many of the files just read could not be read as pages."""
        levels = (n.level for file in self.outcome.values() for n in file.notices)
        count = str(sum(level == "left-out" for level in levels))
        message = (
            f"{count} pages could not be read and were left out; `otherwords doctor` lists them"
        )
        return (Notice("left-out", message, params=(count,)),) if count != "0" else ()

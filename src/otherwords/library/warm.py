"""A knowledge base that stays open: its snapshot is used again until its files may have changed."""

import os
import threading
import time
from collections.abc import Callable

from otherwords.errors import IndexDamaged
from otherwords.indexing import watching
from otherwords.model import Notice
from otherwords.ports import Snapshot
from otherwords.values import NamedTuple

KEPT_CHARACTERS = 8_000_000  # of pages whose text was shown
WALK_SECONDS = 30.0  # a watched folder is walked again after so long, whatever is told (rulings 19)
UNSETTLED_SECONDS = 0.25  # after a change: folders that are new are not watched yet

Refresh = Callable[[bool], tuple[Snapshot, tuple[Notice, ...]]]


class Place(NamedTuple):
    """Which folder is kept open, and where its watch may make files."""

    kind: str
    root: str
    beacons: str


class Warm:
    """Refreshes a base only where its files may have changed. Any number of threads may ask."""

    def __init__(
        self,
        place: Place,
        refresh: Refresh,
        read: Callable[[str], str],
        start: watching.Start = watching.start,
    ) -> None:
        self._place = place
        self._refresh = refresh
        self._read = read
        self._texts = _Texts()
        self._start = start
        self._lock = threading.Lock()
        self._snapshot: Snapshot | None = None
        self._watch: watching.Watch | None = None
        self._watched: list[str] = []
        self._walk_at = 0.0

    def refresh(self, distrust: bool) -> tuple[Snapshot, tuple[Notice, ...]]:
        """The snapshot as the files are now, and what there is to say of that."""
        with self._lock:
            if self._snapshot is not None and not distrust and self._unchanged():
                return self._snapshot, ()
            return self._walked(distrust)

    def snapshot(self) -> Snapshot:
        """The snapshot as the files are now; an index that turns out damaged is made anew."""
        try:
            return self.refresh(False)[0]
        except IndexDamaged:
            return self.refresh(True)[0]

    def text(self, path: str) -> str:
        """A page's text as it was at the last walk; '' where it was gone by then."""
        texts = self._texts  # a walk in between begins another set
        found = texts.get(path)
        if found is None:
            found = self._read(path)
            texts.put(path, found)
        return found

    @property
    def watched(self) -> bool:
        """Whether changes are told, so that the files need not be listed at each call."""
        return self._watch is not None

    def close(self) -> None:
        """Forget the snapshot and end the watch."""
        with self._lock:
            self._snapshot, self._watch, self._watched = None, None, []
            self._texts = _Texts()

    def _unchanged(self) -> bool:
        """Whether the files are known to be as they were at the last walk."""
        if self._watch is None:
            return False
        try:
            changed = self._watch.changed()
        except OSError:
            self._watch, self._watched = None, []
            return False
        if changed:
            self._walk_at = time.monotonic() + UNSETTLED_SECONDS
            return False
        return time.monotonic() < self._walk_at + WALK_SECONDS and self._settled()

    def _settled(self) -> bool:
        return time.monotonic() >= self._walk_at

    def _walked(self, distrust: bool) -> tuple[Snapshot, tuple[Notice, ...]]:
        """Watch first, then walk: what changes during the walk is told at the next call."""
        self._rewatch()
        self._snapshot, self._texts = None, _Texts()
        snapshot, notices = self._refresh(distrust)
        self._snapshot = snapshot
        self._walk_at = max(self._walk_at, time.monotonic())
        return snapshot, notices

    def _rewatch(self) -> None:
        folders = watching.folders_of(self._place.kind, os.path.realpath(self._place.root))
        if folders != self._watched:
            self._watch = self._start(folders, self._place.beacons)
            self._watched = folders


class _Texts:
    """The texts of pages read between two walks, as many as are allowed."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._room = KEPT_CHARACTERS

    def get(self, path: str) -> str | None:
        return self._texts.get(path)

    def put(self, path: str, text: str) -> None:
        if text and len(text) <= self._room:
            self._room -= len(text)
            self._texts[path] = text

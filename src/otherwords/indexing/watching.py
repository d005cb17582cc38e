"""Has anything changed below a folder since the last look? The operating system knows.

A process that stays need not list all files at each search. The system's change events arrive in
the order in which the changes were made, so a look makes a file of its own (the beacon) and reads
events until that one comes: whatever was changed before the look has been told by then.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from otherwords.values import Protocol

MOST_FOLDERS = 4096  # more of them are walked at each look instead
PATIENCE_MS = 200  # for the beacon; when it does not come, everything counts as changed
_SKIPPED = ("node_modules", "_repos", "__pycache__")


class _Events(Protocol):
    """What watchfiles gives: changes since the last call, or why there are none."""

    def watch(
        self, debounce_ms: int, step_ms: int, timeout_ms: int, stop: None
    ) -> set[tuple[int, str]] | str:
        """Wait for changes."""


class Watch:
    """Watches folders, not what lies deeper. For one thread at a time."""

    def __init__(self, folders: Sequence[str], beacons: str, events: _Events) -> None:
        self.folders = tuple(folders)
        self._beacons = beacons
        self._events = events
        self._count = 0

    def changed(self) -> bool:
        """Whether anything in the folders was changed since the call before."""
        beacon = self._light()
        seen: set[str] = set()
        while beacon not in seen:
            told = self._events.watch(0, 0, PATIENCE_MS, None)
            if isinstance(told, str):
                return True
            seen |= {path for _, path in told}
        return any(os.path.dirname(path) != self._beacons for path in seen)

    def _light(self) -> str:
        """Make and remove a file with a name that no event before can have."""
        self._count += 1
        path = os.path.join(self._beacons, f"{os.getpid()}-{id(self):x}-{self._count}")
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        os.unlink(path)
        return path


Start = Callable[[Sequence[str], str], Watch | None]


def start(folders: Sequence[str], beacons: str) -> Watch | None:
    """Watch these folders; None where that cannot be done (no watchfiles, too many, refused)."""
    try:
        notify = import_module("watchfiles._rust_notify").RustNotify
    except (ImportError, AttributeError):
        return None
    if not folders or len(folders) > MOST_FOLDERS:
        return None
    try:
        os.makedirs(beacons, mode=0o700, exist_ok=True)
        beacons = os.path.realpath(beacons)
        events = notify([*folders, beacons], False, False, 0, False, True)
        watch = Watch(folders, beacons, events)
        watch.changed()  # throws away what starting itself stirred up
    except OSError:
        return None
    except Exception as error:  # watchfiles' own error class, which it does not always export
        if type(error).__name__ != "WatchfilesRustInternalError":
            raise
        return None
    return watch


def folders_of(kind: str, root: str) -> list[str]:
    """The folders whose files a layout of this kind reads; links are not followed."""
    if kind == "guild":
        return [*_flat(f"{root}/.guild"), *_deep(f"{root}/.guild/wiki")]
    if kind == "wikicommit":
        return list(_deep(f"{root}/.wikicommit"))
    return list(_deep(root))


def _flat(folder: str) -> Iterator[str]:
    if os.path.isdir(folder):
        yield folder


def _deep(top: str) -> Iterator[str]:
    """A folder and all visible ones below it, at most one more than are ever watched."""
    waiting, found = [top], 0
    while waiting and found <= MOST_FOLDERS:
        folder = waiting.pop()
        with contextlib.suppress(OSError), os.scandir(folder) as listing:
            waiting += [e.path for e in listing if _entered(e)]
            found += 1
            yield folder


def _entered(entry: "os.DirEntry[str]") -> bool:
    name = entry.name
    return name[0] != "." and name not in _SKIPPED and entry.is_dir(follow_symlinks=False)

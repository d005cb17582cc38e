"""Where the state of a knowledge base lasts: a file beside its index, or memory."""

import contextlib
import os
from collections.abc import Iterator

from otherwords.stores.files import read, replace

STATE, LOCK = "state", "lock"


class FileShelf:
    """Fulfils ports.Shelf in a folder that exists."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def load(self) -> bytes | None:
        """What was saved last."""
        return read(os.path.join(self._folder, STATE))

    def save(self, data: bytes) -> None:
        """Keep this in place of what was saved before."""
        replace(os.path.join(self._folder, STATE), data)

    @contextlib.contextmanager
    def lock(self, seconds: float) -> Iterator[bool]:
        """Be the only writer among all processes."""
        from filelock import FileLock, Timeout  # only where something is written

        lock = FileLock(os.path.join(self._folder, LOCK))
        try:
            lock.acquire(timeout=seconds, poll_interval=0.02)
        except Timeout:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()


class MemoryShelf:
    """Fulfils ports.Shelf for one process."""

    def __init__(self) -> None:
        self._data: bytes | None = None

    def load(self) -> bytes | None:
        """What was saved last."""
        return self._data

    def save(self, data: bytes) -> None:
        """Keep this in place of what was saved before."""
        self._data = data

    @contextlib.contextmanager
    def lock(self, seconds: float) -> Iterator[bool]:
        """The only writer there is."""
        yield True

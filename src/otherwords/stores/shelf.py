"""Where the state of a knowledge base lasts: a file beside its index, or memory."""

import os

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

    def stamp(self) -> str:
        """The size and time of what was saved last."""
        try:
            stat = os.stat(os.path.join(self._folder, STATE))
        except OSError:
            return ""
        return f"{stat.st_size}-{stat.st_mtime_ns}"

    def lock(self, seconds: float) -> "_Lock":
        """Be the only writer among all processes."""
        return _Lock(os.path.join(self._folder, LOCK), seconds)


class _Lock:
    """A lock that is waited for; entering says whether it was got. (`contextlib` takes 4 ms to import.)"""

    def __init__(self, path: str, seconds: float) -> None:
        from filelock import FileLock  # only where something is written

        self._lock, self._seconds = FileLock(path), seconds

    def __enter__(self) -> bool:
        from filelock import Timeout

        try:
            self._lock.acquire(timeout=self._seconds, poll_interval=0.02)
        except Timeout:
            return False
        return True

    def __exit__(self, *error: object) -> None:
        self._lock.release()


class MemoryShelf:
    """Fulfils ports.Shelf for one process."""

    def __init__(self) -> None:
        self._data: bytes | None = None
        self._saved = 0

    def load(self) -> bytes | None:
        """What was saved last."""
        return self._data

    def save(self, data: bytes) -> None:
        """Keep this in place of what was saved before."""
        self._data = data
        self._saved += 1

    def stamp(self) -> str:
        """How often something was saved."""
        return str(self._saved or "")

    def lock(self, seconds: float) -> "_Unlocked":
        """The only writer there is."""
        return _Unlocked()


class _Unlocked:
    """Nothing to wait for."""

    def __enter__(self) -> bool:
        return True

    def __exit__(self, *error: object) -> None:
        """Nothing to give back."""

"""Where the state of a knowledge base lasts: a file beside its index, or memory."""

import os
import time
from collections.abc import Callable

from otherwords.errors import WriteRefused
from otherwords.stores.files import read, replace

STATE, LOCK = "state", "lock"
POLL_SECONDS = 0.02


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
    """A lock that is waited for; entering says whether it was got. (`contextlib` takes 4 ms to import.)

    As filelock locks, and without importing it where the system's own lock works: that is 50 ms of an edit.
    """

    def __init__(self, path: str, seconds: float) -> None:
        self._path, self._seconds = path, seconds
        self._release: Callable[[], object] = bool

    def __enter__(self) -> bool:
        until = time.monotonic() + self._seconds
        while True:
            number = self._file()
            taken = _taken(number)
            if taken and os.fstat(number).st_nlink:  # the folder may have been cleared meanwhile
                self._release = _closing(number)  # which gives the lock back
                return True
            os.close(number)
            if taken is None:
                return self._by_filelock()
            if time.monotonic() >= until:
                return False
            time.sleep(POLL_SECONDS)

    def _file(self) -> int:
        try:
            return os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise WriteRefused(
                f"cannot write {self._path}: {error.strerror}; set OTHERWORDS_CACHE_DIR to a folder you may write"
            ) from error

    def _by_filelock(self) -> bool:
        """On systems, and file systems, without `flock`."""
        from filelock import FileLock, Timeout

        lock = FileLock(self._path)
        try:
            lock.acquire(timeout=self._seconds, poll_interval=POLL_SECONDS)
        except Timeout:
            return False
        self._release = lock.release
        return True

    def __exit__(self, *error: object) -> None:
        self._release()


def _closing(number: int) -> Callable[[], object]:
    return lambda: os.close(number)


def _taken(number: int) -> bool | None:
    """Lock an open file; False where another one has it, None where files cannot be locked so."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return None
    try:
        flock(number, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


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

"""A file changed in place so that, at any moment, it is the old one or the new one.

Writers of this program wait for each other at a lock (in the reader's data folder, never beside
the file); others are noticed by comparing what lies on disk just before the replacing.
"""

import contextlib
import hashlib
import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

from otherwords.errors import WriteRefused

LEFTOVER = ".otherwords-tmp"
PATIENCE = 20.0  # seconds to wait for another writer
ATTEMPTS = 20


def rewrite(path: Path, change: Callable[[str], str], locks: Path) -> bool:
    """Change a text file (a missing one counts as empty); whether anything was written.

    `change` may be called again with a newer text. What it raises leaves the file as it was.
    """
    target = Path(os.path.realpath(path))
    try:
        with locked(target, locks):
            _sweep(target)
            return any(_replaced(target, change) for _ in _attempts(target))
    except OSError as error:
        raise WriteRefused(f"{target} not written, nothing changed: {error.strerror}") from error
    except _Unchanged:
        return False


@contextlib.contextmanager
def locked(target: Path, locks: Path) -> Iterator[None]:
    """The only writer of this file, among the processes that use the same data folder."""
    from filelock import FileLock, Timeout

    locks.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = hashlib.sha256(os.fsencode(target)).hexdigest()[:24]
    try:
        with FileLock(locks / f"{name}.lock", timeout=PATIENCE, poll_interval=0.005):
            yield
    except Timeout:
        raise WriteRefused(f"{target} is being written by another process: try again") from None


class _Unchanged(Exception):
    """The change leaves the text as it is."""


def _attempts(target: Path) -> Iterator[int]:
    yield from range(ATTEMPTS)
    raise WriteRefused(f"{target} is changed faster than it can be edited: close its other writer")


def _replaced(target: Path, change: Callable[[str], str]) -> bool:
    """One attempt: False where somebody else wrote in the meantime."""
    old = _bytes(target)
    new = change(old.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    if new == old:
        raise _Unchanged
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(6)}{LEFTOVER}")
    try:
        _write(temporary, new, target)
        if _bytes(target) != old:
            return False
        os.replace(temporary, target)
        _sync_folder(target.parent)
        return True
    finally:
        temporary.unlink(missing_ok=True)


def _bytes(target: Path) -> bytes:
    try:
        return target.read_bytes()
    except FileNotFoundError:
        return b""


def _write(temporary: Path, data: bytes, like: Path) -> None:
    """The new file, on the disk itself, with the old one's mode."""
    mode = like.stat().st_mode & 0o7777 if like.exists() else None
    first = 0o666 if mode is None else 0o600
    with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, first)) as file:
        if mode is not None:
            os.chmod(temporary, mode)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):  # not every file system, and not Windows
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _sweep(target: Path) -> None:
    """Remove what killed writers left: under the lock, nobody is writing one."""
    for left in target.parent.glob(f".{target.name}.*{LEFTOVER}"):
        left.unlink(missing_ok=True)

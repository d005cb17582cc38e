"""Files that are the old one or the new one, never half of it."""

import os

from otherwords.errors import WriteRefused


def replace(path: str, data: bytes) -> None:
    """Write beside the file, flush to disk, and put it in its place. Raises WriteRefused."""
    beside = f"{path}.{os.getpid()}.new"
    try:
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        raise WriteRefused(
            f"cannot write {path}: {error.strerror}; is the disk full or read-only?"
        ) from error


def keep(path: str, data: bytes) -> bool:
    """Write what can be found again: not flushed, and False where nothing can be written."""
    beside = f"{path}.{os.getpid()}.new"
    try:
        with open(beside, "wb") as file:
            file.write(data)
        os.replace(beside, path)
    except OSError:
        return False
    return True


def read(path: str) -> bytes | None:
    """A file's bytes, or None where there is none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None

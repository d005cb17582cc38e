"""The last answer in each terminal, so that `read 2` and `confirm 1` know what is meant."""

import marshal
import os
import time

from otherwords.errors import WriteRefused
from otherwords.stores import folders, terminal
from otherwords.stores.files import keep, read
from otherwords.values import NamedTuple

FOLDER, VERSION = "answers", 1
KEPT_SECONDS = 7 * 86_400


class Listed(NamedTuple):
    """A page that stood in an answer."""

    kind: str
    root: str
    path: str
    title: str


class LastAnswer(NamedTuple):
    """What was asked, and the pages in the order that was shown."""

    query: str
    pages: tuple[Listed, ...]


def save(cache: str, answer: LastAnswer) -> None:
    """Keep an answer for this terminal; where nothing can be written, none is kept."""
    path = _path(cache)
    try:
        folders.make(os.path.dirname(path))
    except WriteRefused:
        return
    keep(path, marshal.dumps((VERSION, answer.query, [tuple(p) for p in answer.pages])))


def load(cache: str) -> LastAnswer | None:
    """The last answer in this terminal, or None."""
    try:
        version, query, pages = marshal.loads(read(_path(cache)) or b"")
    except (ValueError, EOFError, TypeError, OSError):
        return None
    return LastAnswer(query, tuple(Listed(*p) for p in pages)) if version == VERSION else None


def prune(cache: str) -> int:
    """Remove the answers of more than a week ago; how many bytes that frees."""
    freed = 0
    folder = os.path.join(cache, FOLDER)
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        path = os.path.join(folder, name)
        if time.time() - os.path.getmtime(path) > KEPT_SECONDS:
            freed += os.path.getsize(path)
            os.remove(path)
    return freed


def _path(cache: str) -> str:
    return os.path.join(cache, FOLDER, terminal.identity())

"""Which knowledge bases does the cache hold, how large is each, and what is left of those that are gone?"""

import os
from collections.abc import Iterator

from otherwords.stores.files import read, replace
from otherwords.values import NamedTuple

BASES, ABOUT = "bases", "about"


class Known(NamedTuple):
    """A knowledge base that was searched before, and what is kept of it."""

    name: str
    kind: str
    root: str
    folder: str  # of its index
    size: int  # bytes


def note(folder: str, kind: str, root: str, name: str) -> None:
    """Keep whose index a folder holds. Raises WriteRefused."""
    path = os.path.join(folder, ABOUT)
    if not os.path.exists(path):
        text = "\0".join((kind, root, name))
        replace(path, text.encode("utf-8", "surrogateescape"))


def known(cache: str) -> list[Known]:
    """All of them, by name and root."""
    return sorted(filter(None, map(_known, _folders(cache))), key=lambda k: (k.name, k.root))


def strays(cache: str) -> list[str]:
    """Folders of the cache that say of no knowledge base that they are its index."""
    return sorted(folder for folder in _folders(cache) if _known(folder) is None)


def remove(folder: str) -> int:
    """Remove an index; how many bytes that frees."""

    import shutil  # only here: a search needs none of it

    size = size_of(folder)
    shutil.rmtree(folder, ignore_errors=True)
    return size


def size_of(path: str) -> int:
    """Bytes of a file, or of all files below a folder."""
    if not os.path.isdir(path):
        return os.path.getsize(path) if os.path.exists(path) else 0
    return sum(
        os.lstat(os.path.join(folder, name)).st_size
        for folder, _, names in os.walk(path)
        for name in names
        if os.path.lexists(os.path.join(folder, name))
    )


def _folders(cache: str) -> Iterator[str]:
    top = os.path.join(cache, BASES)
    try:
        with os.scandir(top) as listing:
            yield from sorted(e.path for e in listing if e.is_dir(follow_symlinks=False))
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return


def _known(folder: str) -> Known | None:
    data = read(os.path.join(folder, ABOUT))
    parts = data.decode("utf-8", "surrogateescape").split("\0") if data else []
    if len(parts) != 3:
        return None
    kind, root, name = parts
    return Known(name, kind, root, folder, size_of(folder))

"""One safe read for every layout: nothing but a regular file inside the root is opened."""

import os
import stat

from otherwords.errors import Failure, PageNotFound

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def open_page(root: str, path: str) -> bytes:
    """The bytes of a regular file inside the root. Raises PageNotFound or Failure."""
    real = regular(root, path)
    try:
        with open(os.open(real, _FLAGS), "rb", buffering=0) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise PageNotFound(f"{shown(path)}: no regular file in {root}: not read")
            return file.readall()
    except OSError as error:
        raise _failure(root, path, error) from None


def regular(root: str, path: str) -> str:
    """Where the regular file `path` inside the root really is. Raises PageNotFound or Failure."""
    parts = path.split("/")
    bad = "\0" in path or ("\\" in path and os.sep == "\\")
    if not path or bad or os.path.isabs(path) or not {"", ".", ".."}.isdisjoint(parts):
        raise PageNotFound(f"{shown(path)}: no path of a page below {root}: give it as listed")
    try:
        return _regular(root, path, parts)
    except OSError as error:
        raise _failure(root, path, error) from None


def inside(root: str, path: str) -> str:
    """The real path of `root/path` where that lies inside the root, else ''. Raises OSError."""
    real_root = os.path.realpath(root)
    real = os.path.realpath(f"{root}/{path}", strict=True)
    within = real_root.rstrip(os.sep) + os.sep
    return real if real == real_root or real.startswith(within) else ""


def _regular(root: str, path: str, parts: list[str]) -> str:
    folder = root
    for part in parts[:-1]:
        folder = f"{folder}/{part}"
        if not stat.S_ISDIR(os.lstat(folder).st_mode):
            where = f"{shown(path)} in {root}"
            raise PageNotFound(f"{where}: {shown(part)} is a link or no folder: not followed")
    real = f"{root}/{path}"
    mode = os.lstat(real).st_mode
    if stat.S_ISLNK(mode):
        real = inside(root, path)
        if not real:
            raise PageNotFound(f"{shown(path)}: a link that leaves {root}: copy the file here")
        mode = os.lstat(real).st_mode
    if not stat.S_ISREG(mode):
        raise PageNotFound(f"{shown(path)}: no regular file in {root}: never opened")
    return real


def _failure(root: str, path: str, error: OSError) -> Failure:
    if isinstance(error, FileNotFoundError):
        return PageNotFound(f"{shown(path)}: no such file in {root}: search again for its path")
    why = error.strerror or str(error)
    return Failure(f"{root}/{shown(path)}: {why}: make the file readable, or move it away")


def shown(path: str) -> str:
    """A path that can be printed whatever its bytes are."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")

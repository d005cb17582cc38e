"""Where the files are: one walker and one safe read for every layout.

Nothing outside the root is ever listed or read, no folder is entered through a link, and nothing
but a regular file is opened. What is passed over and could have been a page is said in a `Notice`.
"""

import os
import stat
from collections.abc import Callable, Iterator

from otherwords.errors import BaseUnreadable, Failure, PageNotFound
from otherwords.model import Notice
from otherwords.ports import Stat

PAGES = (".md", ".markdown")

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def visible(folder: str) -> bool:
    """Whether a folder's own name does not begin with a dot."""
    return folder.rpartition("/")[2][:1] != "."


def walk(
    root: str,
    top: str,
    problems: list[Notice],
    enters: Callable[[str], bool] = visible,
    watched: frozenset[str] = frozenset(),
) -> Iterator[tuple[str, Stat]]:
    """Every page file below the folder `root/top`, and every file with a `watched` name.

    A folder is asked about (`enters`) after all files of the folder that holds it were given out.
    """
    folders = [top]
    while folders:
        folder = folders.pop()
        if folder != top and not enters(folder):
            continue
        prefix = folder + "/" if folder else ""
        for entry in _entries(root, folder, problems):
            name = entry.name
            try:
                if name.endswith(".md") and entry.is_file(follow_symlinks=False) and _plain(name):
                    info = entry.stat(follow_symlinks=False)
                    yield prefix + name, Stat(info.st_size, info.st_mtime_ns)
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(prefix + name)
                elif found := _unusual(root, prefix + name, entry, watched, problems):
                    yield prefix + name, found
            except FileNotFoundError:
                continue  # removed since the folder was listed
            except OSError as error:
                problems.append(_unreadable(prefix + name, error))


def check_listable(root: str, top: str = "") -> None:
    """Raises BaseUnreadable where the folder that holds all pages cannot be listed."""
    try:
        os.scandir(f"{root}/{top}").close()
    except OSError as error:
        path = f"{root}/{top}".rstrip("/")
        why = error.strerror or str(error)
        raise BaseUnreadable(f"{path}: {why}: make the folder readable") from None


def watch(root: str, *paths: str) -> Iterator[tuple[str, Stat]]:
    """Those of the named files that are there."""
    for path in paths:
        try:
            info = os.stat(f"{root}/{path}")
        except OSError:
            continue
        yield path, Stat(info.st_size, info.st_mtime_ns)


def open_page(root: str, path: str) -> bytes:
    """The bytes of a regular file inside the root. Raises PageNotFound or Failure."""
    real = regular(root, path)
    try:
        with open(os.open(real, _FLAGS), "rb", buffering=0) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise PageNotFound(f"{_shown(path)}: no regular file in {root}: not read")
            return file.readall()
    except OSError as error:
        raise _failure(root, path, error) from None


def regular(root: str, path: str) -> str:
    """Where the regular file `path` inside the root really is. Raises PageNotFound or Failure."""
    parts = path.split("/")
    bad = "\0" in path or ("\\" in path and os.sep == "\\")
    if not path or bad or os.path.isabs(path) or not {"", ".", ".."}.isdisjoint(parts):
        raise PageNotFound(f"{_shown(path)}: no path of a page below {root}: give it as listed")
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
            where = f"{_shown(path)} in {root}"
            raise PageNotFound(f"{where}: {_shown(part)} is a link or no folder: not followed")
    real = f"{root}/{path}"
    mode = os.lstat(real).st_mode
    if stat.S_ISLNK(mode):
        real = inside(root, path)
        if not real:
            raise PageNotFound(f"{_shown(path)}: a link that leaves {root}: copy the file here")
        mode = os.lstat(real).st_mode
    if not stat.S_ISREG(mode):
        raise PageNotFound(f"{_shown(path)}: no regular file in {root}: never opened")
    return real


def _failure(root: str, path: str, error: OSError) -> Failure:
    if isinstance(error, FileNotFoundError):
        return PageNotFound(f"{_shown(path)}: no such file in {root}: search again for its path")
    why = error.strerror or str(error)
    return Failure(f"{root}/{_shown(path)}: {why}: make the file readable, or move it away")


def _entries(root: str, folder: str, problems: list[Notice]) -> list["os.DirEntry[str]"]:
    if not folder.isascii() and not _decodable(folder):
        problems.append(_undecodable(folder))
        return []
    try:
        with os.scandir(f"{root}/{folder}") as listing:
            return list(listing)
    except FileNotFoundError:
        return []
    except OSError as error:
        problems.append(_unreadable(folder, error))
        return []


def _plain(name: str) -> bool:
    return name.isascii() and name[0] != "."


def _unusual(
    root: str,
    path: str,
    entry: "os.DirEntry[str]",
    watched: frozenset[str],
    problems: list[Notice],
) -> Stat | None:
    """What to do with an entry that is neither a folder nor a page with a common name."""
    name = entry.name
    page = name in watched or (name.lower().endswith(PAGES) and name[0] != ".")
    if entry.is_symlink():
        return _linked(root, path, page, problems)
    if not page:
        return None
    if not _decodable(name):
        problems.append(_undecodable(path))
    elif entry.is_file(follow_symlinks=False):
        info = entry.stat(follow_symlinks=False)
        return Stat(info.st_size, info.st_mtime_ns)
    else:
        message = "no regular file (a pipe, socket or device): never opened; rename or remove it"
        problems.append(Notice("not-a-file", message, path, level="left-out"))
    return None


def _linked(root: str, path: str, page: bool, problems: list[Notice]) -> Stat | None:
    """The file that a link leads to inside the root; folders and everything else are said."""
    if not _decodable(path):
        problems.append(_undecodable(path))
        return None
    try:
        real = inside(root, path)
        info = os.stat(real or f"{root}/{path}")
    except OSError:
        if page:
            message = "a link that leads nowhere, or to itself: mend or remove it"
            problems.append(Notice("link-broken", message, path, level="left-out"))
        return None
    if stat.S_ISDIR(info.st_mode):
        problems.append(_linked_folder(path, real))
    elif page and not real:
        message = "a link that leaves the knowledge base, never followed: copy the file here"
        problems.append(Notice("link-outside", message, path, level="left-out"))
    elif page and stat.S_ISREG(info.st_mode):
        return Stat(info.st_size, info.st_mtime_ns)
    elif page:
        message = "a link to a pipe, socket or device, never opened: remove it"
        problems.append(Notice("not-a-file", message, path, level="left-out"))
    return None


def _linked_folder(path: str, real: str) -> Notice:
    if real:
        message = "a link to a folder of this knowledge base, not followed: its pages stand there"
        return Notice("link-folder", message, path, level="note")
    message = "a link to a folder outside the knowledge base, never followed: name that folder"
    return Notice("link-outside", message, path, level="left-out")


def _unreadable(path: str, error: OSError) -> Notice:
    why = error.strerror or str(error)
    message = f"cannot be read ({why}): make it readable, or move it away"
    return Notice("unreadable", message, _shown(path) or ".", level="left-out", params=(why,))


def _undecodable(path: str) -> Notice:
    message = "the name is not UTF-8: rename it"
    return Notice("name-not-utf8", message, _shown(path), level="left-out")


def _decodable(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(path: str) -> str:
    """A path that can be printed whatever its bytes are."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")

"""Where the files are: one walker for every layout.

Nothing outside the root is ever listed, and no folder is entered through a link. What is passed over and
could have been a page is said in a `Notice`.
"""

import os
import stat
from collections.abc import Callable, Iterator

from otherwords.errors import BaseUnreadable
from otherwords.layouts.opening import inside, shown
from otherwords.model import Notice
from otherwords.ports import Listing, packed
from otherwords.values import NamedTuple

PAGES = (".md", ".markdown")

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
_BY_NUMBER = (
    os.scandir in os.supports_fd
)  # an entry is then looked up from its folder, not the root


class _Found(NamedTuple):
    """What a folder has: the files that count with sizes and times, and folders."""

    names: list[str]
    sizes: list[int]
    times: list[int]
    folders: list[str]


def visible(folder: str) -> bool:
    """Whether a folder's own name does not begin with a dot."""
    return folder.rpartition("/")[2][:1] != "."


def walk(
    root: str,
    top: str,
    problems: list[Notice],
    enters: Callable[[str], bool] = visible,
    watched: frozenset[str] = frozenset(),
    omits: Callable[[str], bool] = "".__eq__,
) -> Iterator[Listing]:
    """The page files below the folder `root/top`, and the files with a `watched` name, by folder.

    A folder is asked about (`enters`) after the files of the folder that holds it were given out;
    files with a name that is one to omit are not.
    """
    folders = [top]
    while folders:
        folder = folders.pop()
        if folder == top or enters(folder):
            found = _found(root, folder, watched, problems)
            folders += found.folders
            if listing := _listing(folder, found, omits):
                yield listing


def check_listable(root: str, top: str = "") -> None:
    """Raises BaseUnreadable where the folder that holds all pages cannot be listed."""
    try:
        os.scandir(f"{root}/{top}").close()
    except OSError as error:
        path = f"{root}/{top}".rstrip("/")
        why = error.strerror or str(error)
        raise BaseUnreadable(f"{path}: {why}: make the folder readable") from None


def watch(root: str, *paths: str) -> Iterator[Listing]:
    """Those of the named files that are there."""
    for path in paths:
        try:
            info = os.stat(f"{root}/{path}")
        except OSError:
            continue
        folder, _, name = path.rpartition("/")
        yield Listing(folder, name, packed([info.st_size], [info.st_mtime_ns]))


def _found(root: str, folder: str, watched: frozenset[str], problems: list[Notice]) -> _Found:
    """What is in a folder; nothing where it cannot be read, which is said."""
    found = _Found([], [], [], [])
    if not folder.isascii() and not _decodable(folder):
        problems.append(_undecodable(folder))
        return found
    number = -1
    try:
        if _BY_NUMBER:
            number = os.open(f"{root}/{folder}", _FOLDER)
        with os.scandir(number if _BY_NUMBER else f"{root}/{folder}") as listing:
            entries = list(listing)
        _tell_apart(root, folder, _not_plain(entries, found), found, watched, problems)
    except FileNotFoundError:
        pass
    except OSError as error:
        problems.append(_unreadable(folder, error))
    finally:
        if number >= 0:
            os.close(number)
    return found


def _not_plain(entries: list["os.DirEntry[str]"], found: _Found) -> list["os.DirEntry[str]"]:
    """Note the pages of a folder, all at once where they are plain files; returns what is left."""
    pages = [entry for entry in entries if entry.name[-3:] == ".md"]
    names = [entry.name for entry in pages]
    try:
        infos = [entry.stat(follow_symlinks=False) for entry in pages]
    except OSError:
        return entries
    regular = all(map(stat.S_ISREG, {info.st_mode for info in infos}))
    if not regular or not "".join(names).isascii() or any([name[0] == "." for name in names]):
        return entries
    found.names.extend(names)
    found.sizes.extend([info.st_size for info in infos])
    found.times.extend([info.st_mtime_ns for info in infos])
    return [entry for entry in entries if entry.name[-3:] != ".md"]


def _tell_apart(
    root: str,
    folder: str,
    entries: list["os.DirEntry[str]"],
    found: _Found,
    watched: frozenset[str],
    problems: list[Notice],
) -> None:
    """Note each entry of a folder that counts."""
    prefix = folder + "/" if folder else ""
    for entry in entries:
        path = prefix + entry.name
        try:
            if entry.is_dir(follow_symlinks=False):
                found.folders.append(path)
            elif info := _unusual(root, path, entry, watched, problems):
                found.names.append(entry.name)
                found.sizes.append(info.st_size)
                found.times.append(info.st_mtime_ns)
        except FileNotFoundError:
            continue  # removed since the folder was listed
        except OSError as error:
            problems.append(_unreadable(path, error))


def _listing(folder: str, found: _Found, omits: Callable[[str], bool]) -> Listing | None:
    """The files of a folder, packed; None where there are none."""
    if any(map(omits, found.names)):
        kept = [n for n, name in enumerate(found.names) if not omits(name)]
        found.names[:] = [found.names[n] for n in kept]
        found.sizes[:] = [found.sizes[n] for n in kept]
        found.times[:] = [found.times[n] for n in kept]
    stats = packed(found.sizes, found.times)
    return Listing(folder, "/".join(found.names), stats) if found.names else None


def _unusual(
    root: str,
    path: str,
    entry: "os.DirEntry[str]",
    watched: frozenset[str],
    problems: list[Notice],
) -> os.stat_result | None:
    """What to do with an entry that is no folder: a page with any name, a link, something else."""
    name = entry.name
    page = name in watched or (name.lower().endswith(PAGES) and name[0] != ".")
    if entry.is_symlink():
        return _linked(root, path, page, problems)
    if not page:
        return None
    if not _decodable(name):
        problems.append(_undecodable(path))
    elif entry.is_file(follow_symlinks=False):
        return entry.stat(follow_symlinks=False)
    else:
        message = "no regular file (a pipe, socket or device): never opened; rename or remove it"
        problems.append(Notice("not-a-file", message, path, level="left-out"))
    return None


def _linked(root: str, path: str, page: bool, problems: list[Notice]) -> os.stat_result | None:
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
        return info
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
    return Notice("unreadable", message, shown(path) or ".", level="left-out", params=(why,))


def _undecodable(path: str) -> Notice:
    message = "the name is not UTF-8: rename it"
    return Notice("name-not-utf8", message, shown(path), level="left-out")


def _decodable(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True

"""What is remembered of a knowledge base's files: enough to tell, by listing them, that nothing changed."""

import marshal
import zlib
from collections.abc import Iterable, Mapping

from otherwords.model import Languages, Notice
from otherwords.ports import Listing
from otherwords.values import NamedTuple

VERSION = 2


class File(NamedTuple):
    """What became of one file: its content's digest, whether it is a page, and what there is to say of it."""

    digest: bytes
    lang: str | None  # of the page; None for settings and files that were left out
    notices: tuple[Notice, ...] = ()


class State(NamedTuple):
    """One complete state of an index, and of the files it was made from."""

    token: str
    listings: tuple[Listing, ...]
    racy: tuple[tuple[str, int], ...]  # with its time, each file that was read so soon after it
    languages: Languages
    files: dict[str, File]


class Head(NamedTuple):
    """The part of a state that a search needs where nothing changed."""

    token: str
    listings: tuple[Listing, ...]
    racy: tuple[tuple[str, int], ...]
    languages: Languages
    left_out: tuple[Notice, ...]  # the page files that cannot be read, and why
    body: memoryview  # the rest, packed
    sum: int  # of the body


def pack(state: State, engine_version: int) -> bytes:
    """A state as bytes: a checked head, then the rest."""
    files = {path: (*f[:2], _plain(f[2])) for path, f in state.files.items()}
    facts = (state.token, _plain(state.listings), state.racy, tuple(state.languages))
    left = _plain(left_out(state.files))
    head = marshal.dumps((VERSION, engine_version, *facts, left))  # type: ignore[arg-type]
    body = marshal.dumps(files)
    frame = marshal.dumps((len(head), zlib.crc32(head), len(body), zlib.crc32(body)))
    return len(frame).to_bytes(2, "big") + frame + head + body


def unpack(data: bytes | None, engine_version: int) -> Head | None:
    """The head of a packed state; None for another version, or bytes that are not whole."""
    try:
        return _unpack(data or b"", engine_version)
    except (ValueError, EOFError, TypeError):
        return None


def _unpack(data: bytes, engine_version: int) -> Head | None:
    start = 2 + int.from_bytes(data[:2], "big")
    length, head_sum, body_length, body_sum = marshal.loads(data[2:start])
    head, body = memoryview(data)[start : start + length], memoryview(data)[start + length :]
    if zlib.crc32(head) != head_sum or len(body) != body_length:
        return None
    version, engine, token, listings, racy, languages, left = marshal.loads(head)
    if (version, engine) != (VERSION, engine_version):
        return None
    listed = tuple(map(Listing._make, listings))
    told = tuple(map(Notice._make, left))
    return Head(token, listed, racy, Languages(*languages), told, body, body_sum)


def left_out(files: Mapping[str, File]) -> tuple[Notice, ...]:
    """The page files that cannot be read, and why."""
    told = (notice for file in files.values() for notice in file.notices)
    return tuple(notice for notice in told if notice.level == "left-out")


def files(head: Head) -> dict[str, File] | None:
    """The rest of a state; None where it is not as it was written."""
    if zlib.crc32(head.body) != head.sum:
        return None
    known: dict[str, File] = marshal.loads(head.body)
    for path, file in known.items():
        notices = file[2] and tuple(map(Notice._make, file[2]))
        known[path] = File._make((file[0], file[1], notices))
    return known


def _plain(values: Iterable[tuple[object, ...]]) -> tuple[tuple[object, ...], ...]:
    """Named tuples as the tuples that marshal takes."""
    return tuple(map(tuple, values))

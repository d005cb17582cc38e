"""What is remembered of a knowledge base's files: enough to tell, by listing them, that nothing changed."""

import marshal
import zlib

from otherwords.model import Languages, Notice
from otherwords.values import NamedTuple

VERSION = 1


class File(NamedTuple):
    """What became of one file: its content's digest, whether it is a page, and what there is to say of it."""

    digest: bytes
    lang: str | None  # of the page; None for settings and files that were left out
    notices: tuple[Notice, ...] = ()


class State(NamedTuple):
    """One complete state of an index, and of the files it was made from."""

    token: str
    stats: dict[str, tuple[int, int]]  # path -> size in bytes, mtime in ns
    racy: tuple[
        str, ...
    ]  # modified so shortly before they were read that another edit may not show
    languages: Languages
    files: dict[str, File]


class Head(NamedTuple):
    """The part of a state that a search needs where nothing changed."""

    token: str
    stats: dict[str, tuple[int, int]]
    racy: tuple[str, ...]
    languages: Languages
    body: bytes  # the rest, packed


def pack(state: State, engine_version: int) -> bytes:
    """A state as bytes: a checked head, then the rest."""
    files = {
        path: (file.digest, file.lang, tuple(map(tuple, file.notices)))
        for path, file in state.files.items()
    }
    facts = (state.token, state.stats, state.racy, tuple(state.languages))
    head = marshal.dumps((VERSION, engine_version, *facts))  # type: ignore[arg-type]
    body = marshal.dumps(files)
    frame = marshal.dumps((len(head), zlib.crc32(head), zlib.crc32(body)))
    return len(frame).to_bytes(2, "big") + frame + head + body


def unpack(data: bytes | None, engine_version: int) -> Head | None:
    """The head of a packed state; None for another version, or bytes that are not whole."""
    try:
        return _unpack(data or b"", engine_version)
    except (ValueError, EOFError, TypeError):
        return None


def _unpack(data: bytes, engine_version: int) -> Head | None:
    start = 2 + int.from_bytes(data[:2], "big")
    length, head_sum, body_sum = marshal.loads(data[2:start])
    head, body = data[start : start + length], data[start + length :]
    if zlib.crc32(head) != head_sum or zlib.crc32(body) != body_sum:
        return None
    version, engine, token, stats, racy, languages = marshal.loads(head)
    if (version, engine) != (VERSION, engine_version):
        return None
    return Head(token, stats, racy, Languages(*languages), body)


def left_out(head: Head) -> tuple[Notice, ...]:
    """The page files that cannot be read, and why; the rest is unpacked only where there are any."""
    if b"left-out" not in head.body:
        return ()
    told = (notice for file in files(head).values() for notice in file.notices)
    return tuple(notice for notice in told if notice.level == "left-out")


def files(head: Head) -> dict[str, File]:
    """The rest of a state."""
    return {
        path: File(digest, lang, tuple(Notice(*notice) for notice in notices))
        for path, (digest, lang, notices) in marshal.loads(head.body).items()
    }

"""From the path of a file to what the engine keeps of it: by one process, or for many files by several."""

from collections.abc import Generator, Iterator
from itertools import chain, islice

from otherwords.errors import Failure
from otherwords.indexing.state import File
from otherwords.model import Notice
from otherwords.ports import Engine, Layout
from otherwords.values import NamedTuple


class Brought(NamedTuple):
    """What became of a file, the engine's row where it is a page, and what the layout says besides."""

    file: File
    row: object | None = None
    problems: tuple[Notice, ...] = ()


def brought(
    layout: Layout, engine: Engine, paths: list[str]
) -> Generator[tuple[str, Brought], None, None]:
    """Files read, in order, each with its path. To be closed: processes may be at work."""
    from otherwords.processes import spread  # only where pages are read

    made = spread(lambda path: _brought(layout, engine, path), paths)
    try:
        for path, one in zip(paths, made, strict=True):
            layout.problems += one.problems
            yield path, one
    finally:
        made.close()


def begun(rows: Iterator[object]) -> Iterator[object]:
    """The same rows, the first of them made now: processes start before the engine has threads."""
    return chain(list(islice(rows, 1)), rows)


def digest(data: bytes) -> bytes:
    """A file's content as sixteen bytes."""
    from hashlib import blake2b  # only where a file is read

    return blake2b(data, digest_size=16).digest()


def _brought(layout: Layout, engine: Engine, path: str) -> Brought:
    """A file read. May run in a process of its own, so all that it finds is in what it returns."""
    try:
        data = layout.load(path)
    except Failure as error:
        notice = Notice("page-unreadable", str(error), path, level="left-out")
        return Brought(File(b"", None, (notice,)))
    before = len(layout.problems)
    reading = layout.read(path, data)
    problems = tuple(layout.problems[before:])
    del layout.problems[before:]
    if reading is None:
        return Brought(File(digest(data), None), None, problems)
    page = reading.page
    file = File(digest(data), page.lang if page else None, reading.notices)
    return Brought(file, engine.prepare(reading) if page else None, problems)

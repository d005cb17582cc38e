"""Vectors that last: int8 rows in one file that only grows, keyed by the content of what was encoded.

Three files for each encoder: the rows; their keys, whose number says how many rows are whole; and which
rows belong to which page. Rows are scanned with simsimd where they lie in the file.
"""

import marshal
import mmap
import os
import zlib
from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from otherwords.errors import ExtraMissing, WriteRefused
from otherwords.ports import Owned, Table
from otherwords.stores.files import read, replace

KEY_BYTES = 16


class VectorStore:
    """The vectors of one encoder, in a folder that exists.

    With `shared`, several knowledge bases use the rows, and which of them are whose is kept in memory.
    """

    def __init__(self, folder: str, encoder: str, dimensions: int, shared: bool = False) -> None:
        self.dimensions = dimensions
        self._shared = shared
        self._held: Table | None = None
        self._read_at = (0, 0)  # size and time of the table's file when `_held` was read from it
        stem = os.path.join(folder, f"vectors-{zlib.crc32(encoder.encode()):08x}")
        self._rows, self._keys = f"{stem}.rows", f"{stem}.keys"
        self._table, self._owned, self._lock = f"{stem}.table", f"{stem}.owned", f"{stem}.lock"

    def keys(self) -> dict[bytes, int]:
        """Each digest that has a vector, and its row."""
        data = read(self._keys) or b""
        ends = range(0, self._count() * KEY_BYTES, KEY_BYTES)
        return {data[i : i + KEY_BYTES]: i // KEY_BYTES for i in ends}

    def _count(self) -> int:
        """How many rows are whole, with their keys."""
        return min(_size(self._keys) // KEY_BYTES, _size(self._rows) // self.dimensions)

    def add(self, pairs: Sequence[tuple[bytes, bytes]]) -> None:
        """Append vectors; an interruption at any moment leaves whole ones. Raises WriteRefused."""
        from filelock import FileLock  # only where something is written

        try:
            with FileLock(self._lock):
                had = self.keys()
                new = [(key, vector) for key, vector in dict(pairs).items() if key not in had]
                count = self._count()
                _append(self._rows, count * self.dimensions, [vector for _, vector in new])
                _append(self._keys, count * KEY_BYTES, [key for key, _ in new])
        except OSError as error:
            raise WriteRefused(
                f"cannot write {self._rows}: {error.strerror}; is the disk full or read-only?"
            ) from error

    def owned(self) -> dict[str, Owned]:
        """Which texts each page had when that was last kept."""
        data = b"" if self._shared else _checked(read(self._owned))
        return {path: Owned(*page) for path, page in marshal.loads(data).items()} if data else {}

    def assign(self, pages: Mapping[str, Owned], token: str) -> int:
        """Keep which texts each page has, and so which rows are whose."""
        table = self._held = _table(pages, self.keys(), token)
        if self._shared:
            return table.whole
        rows, numbers = array("I", table.row), array("I", table.page)
        names = (tuple(table.paths), tuple(table.langs), tuple(table.concepts))
        plain = (*names, rows.tobytes(), numbers.tobytes(), table.kind, table.whole, token)
        replace(self._owned, _summed(marshal.dumps({path: tuple(o) for path, o in pages.items()})))
        replace(self._table, _summed(marshal.dumps(plain)))
        return table.whole

    def table(self) -> Table | None:
        """Which rows are whose, as remembered; None where it is not there, or not whole."""
        if self._shared:
            return self._held
        at = _moment(self._table)
        if at != self._read_at:  # another process may have encoded more
            self._held, self._read_at = self._read_table(), at
        held = self._held
        if held is None or (held.row and max(held.row) >= self._count()):
            return None
        return held

    def _read_table(self) -> Table | None:
        data = _checked(read(self._table))
        if not data:
            return None
        paths, langs, concepts, rows, pages, kind, whole, token = marshal.loads(data)
        row, page = array("I"), array("I")
        row.frombytes(rows)
        page.frombytes(pages)
        return Table(paths, langs, concepts, row, page, kind, whole, token)

    def cosines(self, query: bytes) -> list[float]:
        """The cosine of every row with a vector, by row."""
        try:
            import simsimd  # half a megabyte of machine code: only where there are vectors
        except ImportError as error:
            raise ExtraMissing("comparing vectors (simsimd)", "semantic") from error

        count = self._count()
        if not count:
            return []
        with open(self._rows, "rb") as file:
            mapped = mmap.mmap(file.fileno(), count * self.dimensions, access=mmap.ACCESS_READ)
        rows = memoryview(mapped).cast("b", shape=[count, self.dimensions])
        one = memoryview(query).cast("b", shape=[1, self.dimensions])
        found: Any = simsimd.cdist(one, rows, metric="cosine")
        distances = memoryview(found).tolist()
        flat = distances[0] if distances and isinstance(distances[0], list) else distances
        return [1.0 - distance for distance in flat]


def _size(path: str) -> int:
    return _moment(path)[0]


def _moment(path: str) -> tuple[int, int]:
    """A file's size and time; zeros where there is none."""
    try:
        stat = os.stat(path)
    except FileNotFoundError:
        return 0, 0
    return stat.st_size, stat.st_mtime_ns


def _append(path: str, size: int, pieces: Sequence[bytes]) -> None:
    """Write pieces behind the first `size` bytes of a file, and flush them to disk."""
    with open(path, "ab") as file:
        file.truncate(size)
        file.seek(0, os.SEEK_END)
        file.write(b"".join(pieces))
        file.flush()
        os.fsync(file.fileno())


def _table(pages: Mapping[str, Owned], keys: Mapping[bytes, int], token: str) -> Table:
    row, page, kind, whole = array("I"), array("I"), bytearray(), 0
    for number, owned in enumerate(pages.values()):
        for what, digest in owned.texts:
            if digest in keys:
                row.append(keys[digest])
                page.append(number)
                kind.append(what)
        whole += all(digest in keys for _, digest in owned.texts)
    langs = tuple(owned.lang for owned in pages.values())
    concepts = tuple(owned.concept for owned in pages.values())
    return Table(tuple(pages), langs, concepts, row, page, bytes(kind), whole, token)


def _summed(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(4, "big") + data


def _checked(data: bytes | None) -> bytes:
    """The data under its sum; b'' where there is none, or it is not as it was written."""
    if not data or zlib.crc32(data[4:]) != int.from_bytes(data[:4], "big"):
        return b""
    return data[4:]

"""Vectors as signed bytes in one file that only grows, and their keys in another.

The number of keys says how many rows are whole. Rows are scanned with simsimd where they lie in the file.
"""

import math
import mmap
import os
from array import array
from collections.abc import Sequence
from typing import Any

from otherwords.errors import ExtraMissing
from otherwords.values import NamedTuple

KEY_BYTES = 16


class Vectors(NamedTuple):
    """Vectors one after the other, and what each is divided by to be of length one."""

    data: "bytes | memoryview"
    inverse: "array[float]"

    def cosines(self, query: bytes, first: int = 0, end: int | None = None) -> Sequence[float]:
        """The cosine of each of some of them with a vector; doubles in a buffer."""
        inverse: Any = self.inverse[first:end]
        if not inverse:
            return array("d")
        step = len(query)
        dots = _compared(query, memoryview(self.data)[first * step :], len(inverse), "dot")
        length = math.sqrt(sum(x * x for x in memoryview(query).cast("b")))
        return memoryview(_machine().fma(dots, inverse, dots, alpha=1 / (length or 1.0), beta=0.0))


class Rows:
    """The rows of one generation: removing dead ones makes a new one, under other names."""

    def __init__(self, stem: str, number: int, dimensions: int) -> None:
        self.number, self.dimensions = number, dimensions
        part = f"-{number}" if number else ""
        self.path, self._keys = f"{stem}{part}.rows", f"{stem}{part}.keys"
        self._known: dict[bytes, int] = {}
        self._read = 0  # rows of which the keys are known
        self._mapped: mmap.mmap | None = None
        self._measured: tuple[mmap.mmap | None, array[float]] | None = None

    def count(self) -> int:
        """How many rows are whole, with their keys."""
        return min(size(self._keys) // KEY_BYTES, size(self.path) // self.dimensions)

    def keys(self) -> dict[bytes, int]:
        """Each digest that has a vector, and its row; what was read before is not read again."""
        count = self.count()
        before = max(self._read - 1, 0)
        data = _part(self._keys, before * KEY_BYTES, count * KEY_BYTES)
        if self._read and self._known.get(data[:KEY_BYTES]) != before:  # it was cut meanwhile
            self._known, self._read, before = {}, 0, 0
            data = _part(self._keys, 0, count * KEY_BYTES)
        for i in range(0, len(data), KEY_BYTES):
            self._known.setdefault(data[i : i + KEY_BYTES], before + i // KEY_BYTES)
        self._read = before + len(data) // KEY_BYTES
        return self._known

    def key(self, row: int) -> bytes:
        """A row's digest; b'' where there is none."""
        return _part(self._keys, row * KEY_BYTES, (row + 1) * KEY_BYTES)

    def append(self, pairs: Sequence[tuple[bytes, bytes]]) -> None:
        """Write (digest, vector) pairs behind what is whole."""
        count = self.count()
        _append(self.path, count * self.dimensions, [vector for _, vector in pairs])
        _append(self._keys, count * KEY_BYTES, [key for key, _ in pairs])

    def copied(self, rows: Sequence[int], to: "Rows") -> None:
        """Write some rows, in this order, as another generation."""
        to.remove()  # what an interrupted copy left
        data, step = self.data(rows), self.dimensions
        to.append([(self.key(row), data[i * step : (i + 1) * step]) for i, row in enumerate(rows)])

    def remove(self) -> int:
        """Remove both files; who has mapped them keeps what they hold. Returns the bytes they had."""
        freed = 0
        for path in (self._keys, self.path):
            try:
                freed += os.path.getsize(path)
                os.remove(path)
            except OSError:  # gone already, or held open on a platform that minds
                continue
        return freed

    def hold(self, count: int) -> bool:
        """Keep so many rows at hand, also if their file is removed; False where there are fewer."""
        try:
            self._view(count).release()
        except OSError:
            return False
        return True

    def vectors(self, rows: Sequence[int]) -> Vectors:
        """The vectors of some rows, one after the other."""
        return measured(self.data(rows), self.dimensions)

    def data(self, rows: Sequence[int]) -> bytes:
        """The bytes of some rows, one after the other."""
        if not rows:
            return b""
        step = self.dimensions
        with self._view(max(rows) + 1) as data:
            return b"".join([data[row * step : (row + 1) * step] for row in rows])

    def scan(self, query: bytes, rows: range) -> Sequence[float]:
        """The cosine of each of some rows with a vector, where they lie; doubles in a buffer."""
        with self._view(rows.stop) as data:
            held = self._measured
            if held is None or held[0] is not self._mapped:
                held = self._measured = self._mapped, measured(data, self.dimensions).inverse
            return Vectors(data, held[1]).cosines(query, rows.start, rows.stop)

    def _view(self, count: int) -> memoryview:
        """At least so many rows where they lie; mapped again where the file has grown, or was cut."""
        needed, held = count * self.dimensions, self._mapped
        if held is None or len(held) < needed or _is_cut(self.path, len(held)):
            with open(self.path, "rb") as file:
                whole = self.count() * self.dimensions
                if whole < needed or not whole:
                    raise OSError(f"{self.path} has fewer rows than its table names")
                held = self._mapped = mmap.mmap(file.fileno(), whole, access=mmap.ACCESS_READ)
        return memoryview(held)


def measured(data: "bytes | memoryview", dimensions: int) -> Vectors:
    """Vectors with their lengths, which are asked for once and divided by in every scan."""
    count = len(data) // dimensions
    squares = _compared(bytes(dimensions), memoryview(data), count, "sqeuclidean") if count else ()
    return Vectors(data, array("d", [1 / math.sqrt(x) if x else 0.0 for x in squares]))


def _compared(one: bytes, data: memoryview, count: int, metric: str) -> Any:
    """One vector with each of the first so many of others, by simsimd."""
    step = len(one)
    with data[: count * step].cast("b", shape=[count, step]) as many:
        found = _machine().cdist(memoryview(one).cast("b", shape=[1, step]), many, metric=metric)
    return memoryview(found).cast("B").cast("d")


def _machine() -> Any:
    try:
        import simsimd  # half a megabyte of machine code: only where there are vectors
    except ImportError as error:
        raise ExtraMissing("comparing vectors (simsimd)", "semantic") from error
    return simsimd


def size(path: str) -> int:
    """A file's bytes; 0 where there is none."""
    try:
        return os.path.getsize(path)
    except FileNotFoundError:
        return 0


def _is_cut(path: str, least: int) -> bool:
    """Whether a file has fewer bytes than were mapped; not where it was removed, which takes nothing."""
    try:
        return os.path.getsize(path) < least
    except FileNotFoundError:
        return False


def _part(path: str, start: int, end: int) -> bytes:
    """Some bytes of a file; fewer where it has fewer."""
    try:
        with open(path, "rb") as file:
            file.seek(start)
            return file.read(max(0, end - start))
    except (FileNotFoundError, NotADirectoryError):
        return b""


def _append(path: str, at: int, pieces: Sequence[bytes]) -> None:
    """Write pieces behind the first bytes of a file, and flush them to disk."""
    with open(path, "ab") as file:
        file.truncate(at)
        file.seek(0, os.SEEK_END)
        file.write(b"".join(pieces))
        file.flush()
        os.fsync(file.fileno())

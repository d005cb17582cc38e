"""Vectors that last: int8 rows keyed by the content of what was encoded, and which of them are whose.

For each encoder the rows of one generation (`stores.rows`), the table that says which rows belong to which
page, and which texts each page has. The table names its generation, so it is never read with other rows.
"""

import marshal
import os
import zlib
from array import array
from collections.abc import Mapping, Sequence

from otherwords.errors import WriteRefused
from otherwords.ports import Owned, Table
from otherwords.stores.files import read, replace
from otherwords.stores.rows import KEY_BYTES, Rows, Vectors
from otherwords.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from filelock import BaseFileLock

FORMAT = 2
DEAD = 1 / 3  # share of rows that no page needs from which on they are removed


class _Kept(NamedTuple):
    """What a table's file holds."""

    table: Table
    encoder: str
    dimensions: int


class VectorStore:
    """The vectors of one encoder, in a folder that exists.

    With `shared`, several knowledge bases use the rows, and which of them are whose is kept in memory.
    """

    def __init__(self, folder: str, encoder: str, dimensions: int, shared: bool = False) -> None:
        self._encoder, self.dimensions, self._shared = encoder, dimensions, shared
        self._stem = os.path.join(folder, f"vectors-{zlib.crc32(encoder.encode()):08x}")
        self._table, self._owned = f"{self._stem}.table", f"{self._stem}.owned"
        self._held: Table | None = None
        self._read_at = (0, 0, 0)  # the table's file when `_held` was read from it
        self._rows = Rows(self._stem, _newest(self._stem), dimensions)
        self._before = self._rows  # for who has the table that was there before

    def keys(self) -> Mapping[bytes, int]:
        """Each digest that has a vector, and its row."""
        self._renew()
        return self._rows.keys()

    def key(self, row: int, table: Table) -> bytes:
        """The digest of a row of a table."""
        return self._of(table).key(row)

    def add(self, pairs: Sequence[tuple[bytes, bytes]]) -> None:
        """Append vectors; an interruption at any moment leaves whole ones. Raises WriteRefused."""
        try:
            with self._locked():
                had = self.keys()
                new = [pair for pair in dict(pairs).items() if pair[0] not in had]
                self._rows.append(new)
        except OSError as error:
            raise _refused(self._rows.path, error) from error

    def owned(self) -> dict[str, Owned]:
        """Which texts each page had when that was last kept."""
        data = b"" if self._shared else _checked(read(self._owned))
        return {path: Owned(*page) for path, page in marshal.loads(data).items()} if data else {}

    def assign(self, pages: Mapping[str, Owned], token: str) -> int:
        """Keep which texts each page has, and so which rows are whose."""
        if self._shared:
            self._held = _table(pages, self.keys(), token, self._rows.number)
            return self._held.whole
        replace(self._owned, _summed(marshal.dumps({path: tuple(o) for path, o in pages.items()})))
        try:
            with self._locked():
                self._keep(_table(pages, self.keys(), token, self._rows.number), self._rows)
        except OSError as error:
            raise _refused(self._table, error) from error
        return self._held.whole if self._held else 0

    def table(self) -> Table | None:
        """Which rows are whose, as remembered; None where it is not there, or not whole."""
        self._renew()
        held = self._held
        return held if held and (not held.row or self._rows.hold(held.rows.stop)) else None

    def cosines(self, query: bytes, table: Table) -> Sequence[float]:
        """The cosine of each row of a table with a vector; doubles in a buffer."""
        return self._of(table).scan(query, table.rows)

    def vectors(self, rows: Sequence[int], table: Table) -> Vectors:
        """The vectors of some rows of a table, one after the other."""
        return self._of(table).vectors(rows)

    def _of(self, table: Table) -> Rows:
        """The rows that a table numbers: another thread may have a newer one already."""
        rows = self._rows
        return rows if rows.number == table.generation else self._before

    def tidy(self) -> int:
        """Remove the rows that no page needs, where they are many; returns the bytes of it.

        Who reads meanwhile keeps what it has mapped; who begins reads the new table, or the old one whole.
        """
        if self._shared or not os.path.exists(self._table):
            return 0
        try:
            with self._locked():
                return self._tidy()
        except OSError as error:
            raise _refused(self._rows.path, error) from error

    def _tidy(self) -> int:
        table, old = self.table(), self._rows
        if table is None:
            return 0
        alive = {row: new for new, row in enumerate(dict.fromkeys(table.row))}
        if old.count() - len(alive) <= DEAD * old.count():
            return 0
        made = Rows(self._stem, old.number + 1, self.dimensions)
        old.copied(list(alive), made)
        row = array("I", (alive[row] for row in table.row))
        self._keep(table._replace(row=row, rows=_span(row), generation=made.number), made)
        return max(0, old.remove() - len(alive) * (self.dimensions + KEY_BYTES))

    def _locked(self) -> "BaseFileLock":
        from filelock import FileLock  # only where something is written

        return FileLock(f"{self._stem}.lock")

    def _keep(self, table: Table, rows: Rows) -> None:
        """Put a table in the place of the one before: from then on its rows are read."""
        columns = (array("I", table.row).tobytes(), array("I", table.page).tobytes(), table.kind)
        pages = (tuple(table.paths), tuple(table.langs), tuple(table.concepts))
        about = (table.whole, table.token, table.generation, self._encoder, self.dimensions)
        replace(self._table, _summed(marshal.dumps((*pages, *columns, *about))))
        self._held, self._read_at = table, _moment(self._table)
        self._use(rows)

    def _use(self, rows: Rows) -> None:
        if rows.number != self._rows.number:
            self._before = self._rows
        self._rows = rows

    def _renew(self) -> None:
        """Read the table again where another process wrote one, and hold its rows before they may go."""
        while not self._shared and (at := _moment(self._table)) != self._read_at:
            found = _read_table(self._table)
            self._held, self._read_at = found.table if found else None, at
            number = found.table.generation if found else _newest(self._stem)
            self._use(Rows(self._stem, number, self.dimensions))
            if self._held:
                self._rows.hold(self._held.rows.stop)


def tidied(folder: str) -> int:
    """Tidy the vectors of every encoder in a folder; returns the bytes that are freed."""
    freed = 0
    tables = [x for x in _listed(folder) if x.startswith("vectors-") and x.endswith(".table")]
    for found in filter(None, (_read_table(os.path.join(folder, name)) for name in tables)):
        freed += VectorStore(folder, found.encoder, found.dimensions).tidy()
    return freed


def _newest(stem: str) -> int:
    """The newest generation of rows that is there, for where no table names one."""
    folder, name = os.path.split(stem)
    found = [x.removeprefix(f"{name}-").removesuffix(".rows") for x in _listed(folder)]
    return max((int(x) for x in found if x.isdecimal()), default=0)


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _moment(path: str) -> tuple[int, int, int]:
    """A file's size, time and number: another where it was replaced; zeros where there is none."""
    try:
        stat = os.stat(path)
    except OSError:
        return 0, 0, 0
    return stat.st_size, stat.st_mtime_ns, stat.st_ino


def _table(
    pages: Mapping[str, Owned], keys: Mapping[bytes, int], token: str, generation: int
) -> Table:
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
    texts = (row, page, bytes(kind))
    return Table(tuple(pages), langs, concepts, *texts, whole, token, _span(row), generation)


def _span(row: Sequence[int]) -> range:
    """From the lowest of some rows to the highest."""
    return range(min(row), max(row) + 1) if row else range(0)


def _read_table(path: str) -> _Kept | None:
    """What a table's file holds; None where it is not whole."""
    data = _checked(read(path))
    if not data:
        return None
    paths, langs, concepts, rows, pages, kind, *about = marshal.loads(data)
    whole, token, generation, encoder, dimensions = about
    row, page = array("I"), array("I")
    row.frombytes(rows)
    page.frombytes(pages)
    texts = (row, page, kind)
    table = Table(paths, langs, concepts, *texts, whole, token, _span(row), generation)
    return _Kept(table, encoder, dimensions)


def _refused(path: str, error: OSError) -> WriteRefused:
    return WriteRefused(f"cannot write {path}: {error.strerror}; is the disk full or read-only?")


def _summed(data: bytes) -> bytes:
    return zlib.crc32(data, FORMAT).to_bytes(4, "big") + data


def _checked(data: bytes | None) -> bytes:
    """The data under its sum; b'' where there is none, or it is not as it was written, in this format."""
    if not data or zlib.crc32(data[4:], FORMAT) != int.from_bytes(data[:4], "big"):
        return b""
    return data[4:]

"""Learned names for knowledge bases that are not written to: one small SQLite file, the reader's
own."""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from otherwords.errors import Failure, WriteRefused
from otherwords.learning.aliases import LONGEST, implausible
from otherwords.rkindex import fold
from otherwords.values import NamedTuple

FILE = "names.sqlite3"
MOST = 10  # names a page; the eleventh falls off
_SCHEMA = """
CREATE TABLE IF NOT EXISTS names (
    id INTEGER PRIMARY KEY AUTOINCREMENT, base TEXT NOT NULL, path TEXT NOT NULL,
    key TEXT NOT NULL, text TEXT NOT NULL, learned TEXT NOT NULL, UNIQUE (base, path, key));
CREATE INDEX IF NOT EXISTS by_key ON names (key);
"""


class Learned(NamedTuple):
    """One name that a reader confirmed for a page."""

    base: str
    path: str
    text: str
    learned: str  # ISO date


class LearnedNames:
    """The names in one data folder; fulfils `ports.Names`. Opening creates nothing."""

    def __init__(self, data: Path) -> None:
        self._data = data

    def learned(self, text: str) -> Sequence[tuple[str, str]]:
        """(base, path) of the pages that this wording, folded, was confirmed for; newest first."""
        rows = self._read(
            "SELECT base, path FROM names WHERE key = ? ORDER BY id DESC", (fold(text),)
        )
        return [(str(base), str(path)) for base, path in rows]

    def learn(self, base: str, path: str, text: str, today: str) -> None:
        """Put a name first at a page. Raises WriteRefused for one that is not plausible."""
        why = implausible(text)
        if why:
            raise WriteRefused(f"not learned: {why}; use at most {LONGEST} characters")
        self.bring([Learned(base, path, text.strip(), today)])

    def forget(self, text: str, base: str = "", path: str = "") -> int:
        """Remove a name, everywhere or at one base or page; how many were removed."""
        with self._writing() as db:
            return db.execute(
                "DELETE FROM names WHERE key = ? AND ? IN (base, '') AND ? IN (path, '')",
                (fold(text), base, path),
            ).rowcount

    def list(self, base: str = "") -> tuple[Learned, ...]:
        """All names, of one base or of all, newest first."""
        rows = self._read(
            "SELECT base, path, text, learned FROM names WHERE ? IN (base, '') ORDER BY id DESC",
            (base,),
        )
        return tuple(Learned(*map(str, row)) for row in rows)

    def lines(self) -> Iterator[str]:
        """Export: one JSON object a line, oldest first."""
        for name in reversed(self.list()):
            yield json.dumps(name._asdict(), ensure_ascii=False)

    def take(self, lines: Iterable[str]) -> int:
        """Import exported lines, all or none; how many there were."""
        names = [_parsed(line, n) for n, line in enumerate(lines, 1) if line.strip()]
        self.bring(names)
        return len(names)

    def bring(self, names: Iterable[Learned]) -> None:
        """Write names in one transaction, the last one first in its page's list."""
        with self._writing() as db:
            for name in names:
                key = fold(name.text)
                page = (name.base, name.path)
                db.execute(
                    "DELETE FROM names WHERE base = ? AND path = ? AND key = ?", (*page, key)
                )
                db.execute(
                    "INSERT INTO names (base, path, key, text, learned) VALUES (?, ?, ?, ?, ?)",
                    (*page, key, name.text, name.learned),
                )
                db.execute(
                    "DELETE FROM names WHERE base = ? AND path = ? AND id NOT IN (SELECT id FROM names"  # noqa: E501
                    " WHERE base = ? AND path = ? ORDER BY id DESC LIMIT ?)",
                    (*page, *page, MOST),
                )

    def _read(self, query: str, values: tuple[str, ...]) -> Sequence[tuple[object, ...]]:
        if not (self._data / FILE).exists():
            return []
        with self._opened() as db:
            if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'names'").fetchone():
                return []  # a first writer was killed before it wrote
            return db.execute(query, values).fetchall()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, on the disk when it ends."""
        try:
            self._data.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise Failure(
                f"{self._data} cannot be made: {error.strerror}; name another folder in OTHERWORDS_DATA_DIR"
            ) from error
        with self._opened() as db:
            db.execute("BEGIN IMMEDIATE")
            for statement in filter(str.strip, _SCHEMA.split(";")):
                db.execute(statement)
            try:
                yield db
            except BaseException:
                db.rollback()
                raise
            db.commit()

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """A connection whose faults name the file and what would work."""
        file = self._data / FILE
        try:
            with contextlib.closing(sqlite3.connect(file, timeout=20, isolation_level=None)) as db:
                db.execute("PRAGMA synchronous = FULL")
                yield db
        except sqlite3.Error as error:
            raise Failure(f"{file}: {error}; move it away to begin anew, or try again") from error


def _parsed(line: str, number: int) -> Learned:
    """One exported line. Raises WriteRefused with its number."""
    try:
        got = json.loads(line)
        name = Learned(*(str(got[key]) for key in Learned._fields))
    except (ValueError, KeyError, TypeError) as error:
        raise WriteRefused(f"line {number} is no exported name ({error})") from error
    why = implausible(name.text)
    if why:
        raise WriteRefused(f"line {number}: {name.text[:40]!r} is no name: {why}; nothing imported")
    return name

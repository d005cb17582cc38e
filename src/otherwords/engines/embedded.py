"""The embedded engine: a tantivy index in a folder of its own, or in memory.

A state of the index is named by a token, the name of the folder (generation) that holds it. A small base
is written anew from its rows at each change, so that no statistic counts pages that are gone; a large one
is changed in place, and written anew once a tenth of it is dead.
"""

import marshal
import os
import zlib
from collections.abc import Iterable, Iterator

import tantivy

from otherwords.engines import vocabulary
from otherwords.engines.faults import translated
from otherwords.engines.integrity import Checks, check, damage
from otherwords.engines.schema import FIELDS, KEYS, Row, row, schema
from otherwords.engines.snapshot import TantivySnapshot
from otherwords.errors import IndexDamaged, WriteRefused
from otherwords.model import Languages, Reading
from otherwords.ports import Change
from otherwords.values import NamedTuple

SMALL_BYTES = 4_000_000  # of analyzed text: about 1,000 pages, written anew in a fifth of a second
DEAD_SHARE = 0.1
HEAP_BYTES = 64_000_000
ROWS, WORDS, CHECK = "rows", "words", "check"
MEMORY = "memory"


class _Held(NamedTuple):
    """An index in memory."""

    built: tantivy.Index
    words: bytes
    rows: dict[str, Row]


_FULL = ("os error", "io::Error")  # what tantivy says where the disk does not take it


class EmbeddedEngine:
    """Fulfils ports.Engine. `folder` is None for an index in memory."""

    def __init__(self, folder: str | None) -> None:
        self._folder = folder
        self._held: _Held | None = None

    def prepare(self, reading: Reading) -> Row:
        """The row of a page."""
        return row(reading)

    def worn(self, token: str, removed: int) -> bool:
        """Whether so much would be dead without so many pages more that all should be brought again."""
        if self._folder is None or not token or os.path.exists(self._path(token, ROWS)):
            return False
        checks = self._checks(token)
        return checks.dead + removed > DEAD_SHARE * checks.documents

    def commit(self, change: Change, token: str) -> str:
        """Bring a change to the state `token`; small bases and whole changes get a folder of their own."""
        added: Iterable[Row] = change.added  # type: ignore[assignment]
        rows = self._rows(token) if token and not change.whole else {}
        if rows is None:
            self._change_in_place(token, change.removed, added)
            return token
        for path in change.removed:
            rows.pop(path, None)
        if self._folder is None:
            rows.update((r.path, r) for r in added)
            index = self._index(None)
            words = _write(index, rows.values())
            self._held = _Held(index, words, rows)
            return MEMORY
        return self._new_generation(token, rows, added)

    def open(self, token: str, languages: Languages) -> TantivySnapshot:
        """The index in that state. Raises IndexDamaged."""
        if self._folder is None:
            if self._held is None:
                raise IndexDamaged("the index in memory is gone")
            return TantivySnapshot(
                self._held.built, len(self._held.rows), self._held.words, languages
            )
        folder = self._path(token)
        checks = self._checks(token)
        if found := damage(folder, checks):
            raise IndexDamaged(f"{folder}: {found}")
        with translated(folder):
            index = self._index(folder)
            words = _read_words(folder)
            return TantivySnapshot(index, checks.documents, words, languages)

    def verify(self, token: str) -> str:
        """What is wrong with the files of a state, every byte of them read; '' for nothing."""
        if self._folder is None:
            return ""
        return damage(self._path(token), self._checks(token), every_byte=True)

    def sweep(self, token: str) -> None:
        """Remove the folders of states that no reader can still be about to open."""
        if self._folder is None:
            return
        import shutil  # 4 ms, and only where something was written

        number = _number(token)
        for name in os.listdir(self._folder):
            if (
                name.startswith("g")
                and name[1:].isdigit()
                and int(name[1:]) not in (number, number - 1)
            ):
                shutil.rmtree(os.path.join(self._folder, name), ignore_errors=True)

    # -- files --------------------------------------------------------------------------------------

    def _path(self, *names: str) -> str:
        return os.path.join(self._folder or "", *names)

    def _index(self, folder: str | None) -> tantivy.Index:
        index = tantivy.Index(schema(), path=folder) if folder else tantivy.Index(schema())
        analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
        index.register_tokenizer("terms", analyzer)
        return index

    def _checks(self, token: str) -> Checks:
        with translated(self._path(token)), open(self._path(token, CHECK), "rb") as file:
            files, documents, dead = marshal.loads(file.read())
            return Checks(files, documents, dead)

    def _rows(self, token: str) -> dict[str, Row] | None:
        """The rows of a small state; None for a large one."""
        if self._folder is None:
            return dict(self._held.rows) if self._held else {}
        path = self._path(token, ROWS)
        if not os.path.exists(path):
            return None
        with translated(path), open(path, "rb") as file:
            return {r[0]: Row(*r) for r in marshal.loads(file.read())}

    def _new_generation(self, token: str, rows: dict[str, Row], added: Iterable[Row]) -> str:
        import shutil

        fresh = f"g{max(map(_number, (token, *os.listdir(self._folder)))) + 1}"
        folder = self._path(fresh)
        shutil.rmtree(folder, ignore_errors=True)
        keep = _Kept(rows)
        try:
            os.makedirs(folder, mode=0o700)
            words = _write(self._index(folder), keep.following(added))
            _save_words(folder, words)
            if keep.rows is not None:
                _save(
                    os.path.join(folder, ROWS),
                    marshal.dumps([tuple(r) for r in keep.rows.values()]),
                )
            _save(
                os.path.join(folder, CHECK),
                marshal.dumps(tuple(check(folder, None, keep.count, 0))),
            )
        except BaseException as error:
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, OSError) or any(x in str(error) for x in _FULL):
                raise _refused(folder, error) from error
            raise
        return fresh

    def _change_in_place(self, token: str, removed: Iterable[str], added: Iterable[Row]) -> None:
        folder, before = self._path(token), self._checks(token)
        with translated(folder):
            index = self._index(folder)
            writer = index.writer(HEAP_BYTES, 1)
            gone = 0
            fresh: list[str] = []
            try:
                for path in removed:
                    writer.delete_documents_by_term("path", path)
                    gone += 1
                for new in added:  # may be there since a change of which only this part was written
                    writer.delete_documents_by_term("path", new.path)
                    writer.add_document(_document(new))
                    fresh.append(new.texts[0])
                writer.commit()
            finally:
                writer.wait_merging_threads()  # of what was interrupted too
        documents, dead = before.documents + len(fresh), before.dead + gone
        try:
            if words := vocabulary.joined(_read_words(folder), vocabulary.words_of(fresh)):
                _save_words(folder, words)
            checks = check(folder, before, documents, dead)
            _save(os.path.join(folder, CHECK), marshal.dumps(tuple(checks)))
        except OSError as error:
            raise _refused(folder, error) from error


def _refused(folder: str, error: BaseException) -> WriteRefused:
    return WriteRefused(f"cannot write the index in {folder}: {error}; is the disk full?")


class _Kept:
    """Rows on their way to the index, kept as long as they are few."""

    def __init__(self, rows: dict[str, Row]) -> None:
        self.rows: dict[str, Row] | None = rows
        self.count = len(rows)
        self._size = sum(sum(map(len, r.texts)) for r in rows.values())

    def following(self, added: Iterable[Row]) -> Iterator[Row]:
        """The rows at hand, then the added ones."""
        had = list(self.rows.values()) if self.rows else []
        yield from had
        for new in added:
            self.count += 1
            self._size += sum(map(len, new.texts))
            if self.rows is not None:
                self.rows[new.path] = new
                if self._size > SMALL_BYTES:
                    self.rows = None
            yield new


def _write(index: tantivy.Index, rows: Iterable[Row]) -> bytes:
    """Index rows; returns the vocabulary."""
    writer = index.writer(HEAP_BYTES, 1)
    try:
        for new in rows:
            writer.add_document(_document(new))
        writer.commit()
    finally:
        writer.wait_merging_threads()  # of what was interrupted too: nothing writes any more
    index.reload()
    found = index.searcher().terms_with_prefix("text", "")
    return vocabulary.pack(vocabulary.words_of([" ".join(word for word, _ in found)]))


def _document(new: Row) -> tantivy.Document:
    document = tantivy.Document()
    for field, text in zip(FIELDS, new.texts, strict=True):
        if text:
            document.add_text(field, text)
    for name, values in zip(KEYS, new.keys, strict=True):
        for value in dict.fromkeys(values):
            document.add_text(name, value)
    document.add_unsigned("updated", new.updated)
    document.add_unsigned("fresh", new.fresh)
    document.add_unsigned("tie", new.tie)
    document.add_bytes("page", new.packed)
    return document


def _save(path: str, data: bytes) -> None:
    beside = f"{path}.new"
    with open(beside, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def _save_words(folder: str, words: bytes) -> None:
    """The vocabulary with a sum: it is replaced where it is, so that no size or time can tell damage."""
    _save(os.path.join(folder, WORDS), zlib.crc32(words).to_bytes(4, "big") + words)


def _read_words(folder: str) -> bytes:
    with open(os.path.join(folder, WORDS), "rb") as file:
        told, words = file.read(4), file.read()
    if zlib.crc32(words).to_bytes(4, "big") != told:
        raise IndexDamaged(f"{folder}: the vocabulary is not as it was written")
    return words


def _number(token: str) -> int:
    return int(token[1:]) if token[1:].isdigit() else 0

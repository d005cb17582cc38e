"""A knowledge base as if it had pages of some languages only."""

from collections.abc import Iterable, Iterator

from otherwords.model import Languages, Notice, Reading
from otherwords.ports import Layout, Listing


class Pooled:
    """Fulfils ports.Layout: another one without the pages of other languages."""

    def __init__(self, layout: Layout, languages: frozenset[str]) -> None:
        self.kind, self.root = layout.kind, layout.root
        self.problems: list[Notice] = layout.problems
        self._layout, self._languages = layout, languages

    def walk(self) -> Iterator[Listing]:
        """All files."""
        return self._layout.walk()

    def load(self, path: str) -> bytes:
        """A file's bytes."""
        return self._layout.load(path)

    def affects(self, path: str) -> tuple[str, ...]:
        """As the whole base has it."""
        return self._layout.affects(path)

    def read(self, path: str, data: bytes) -> Reading | None:
        """A page, or nothing where its language is not in the pool."""
        reading = self._layout.read(path, data)
        outside = reading and reading.page and reading.page.lang not in self._languages
        return Reading(None) if outside else reading

    def languages(self, present: Iterable[str]) -> Languages:
        """The base's languages that are in the pool."""
        found = self._layout.languages(present)
        kept = tuple(x for x in found.targets if x in self._languages)
        primary = found.primary if found.primary in self._languages else ""
        return Languages(primary, kept, found.present)

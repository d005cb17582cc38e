"""The library: knowledge bases that stay open, for programs and for the protocol server.

    from otherwords import open_library

    with open_library("~/notes") as library:
        answer = library.search("sourdough starter")

Every method may be called from any thread; after an edit, the next call sees it.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType

from otherwords import query as asked
from otherwords import wiring
from otherwords.errors import BaseNotFound, Failure, PageNotFound, UsageError
from otherwords.library import reading, teaching
from otherwords.library.reading import Text
from otherwords.library.warm import Place, Warm
from otherwords.model import Answer, Filter, Notice, Origin, Page, Query, Wording
from otherwords.planning import Wish
from otherwords.searching import Request
from otherwords.values import NamedTuple

FIND_SECONDS = 30.0  # after so long it is looked again which knowledge bases are there
MOST = 1000  # hits of one search

Progress = Callable[[int, int], None]
Wordings = Sequence[str]  # one concept: "児童手当", or with its language "ja:児童手当"


class BaseInfo(NamedTuple):
    """A knowledge base of this library."""

    name: str
    kind: str
    root: str
    pages: int
    languages: tuple[str, ...]


class _Kept(NamedTuple):
    """A knowledge base with what keeps it open."""

    name: str
    found: wiring.Found
    warm: Warm


class Library:
    """Some knowledge bases, kept open."""

    def __init__(
        self,
        settings: wiring.Settings,
        names: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> None:
        self.settings = settings
        self.names = tuple(names)
        self._progress = progress
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, str, str], _Kept] = {}
        self._looked = float("-inf")
        self._means = wiring.means(settings)

    # -- asking ---------------------------------------------------------------------------------

    def search(
        self,
        query: str = "",
        *,
        concepts: Sequence[Wordings] = (),
        filters: Sequence[Filter] = (),
        lang: Sequence[str] = (),
        bases: Sequence[str] = (),
        limit: int = 0,
        expand: bool = True,
        explain: bool = False,
    ) -> Answer:
        """Pages that match every concept of the query, in some wording and some language.

        `query` is what a reader would type, filters included. `concepts` says the same as groups of
        wordings. `lang` narrows the pages, `bases` the knowledge bases. Without `limit` there are
        as many hits as the contract of the knowledge base has. Raises UsageError for a call that
        cannot be meant, Failure where nothing could be searched.
        """
        if not 0 <= limit <= MOST:
            raise UsageError(f"limit {limit}: a number of pages from 1 to {MOST}")
        made = self._query(query, concepts, filters)
        names = (*bases, *(f.value for f in made.filters if f.key == "in"))
        kept = self._chosen(names)
        most = limit or wiring.usual_limit(one.found.layout.kind for one in kept)
        request = Request(made, Wish(tuple(lang), expand, most), explain)
        wiring.check(request)
        several = len(kept) > 1
        searched = [
            wiring.searchable(one.found, several, self.settings)._replace(
                name=one.name if several else "", refresh=one.warm.refresh, text=one.warm.text
            )
            for one in kept
        ]
        means = self._means._replace(today=time.strftime("%Y-%m-%d"))
        answered = wiring.ask(request, searched, means)
        return wiring.completed(self.settings, answered, searched, [one.found for one in kept])

    def read(
        self, path: str, *, base: str = "", lines: tuple[int, int] | None = None, section: str = ""
    ) -> Text:
        """A page's text, or its lines from one to another, or the section under a heading.

        Raises PageNotFound for everything that is not an indexed page of these knowledge bases.
        """
        if lines and section:
            raise UsageError("lines and section together: give one of them")
        kept, page = self._page(path, base)
        text = wiring.text(kept.found.layout, page.path)
        if not text:
            raise PageNotFound(f"{page.path}: it was removed or emptied just now; search again")
        name = kept.name if len(self._all()) > 1 else ""
        return reading.cut(Text(name, page, text), lines, section)

    def bases(self) -> tuple[BaseInfo, ...]:
        """The knowledge bases of this library; those that cannot be read are left out."""
        found = []
        for kept in self._all():
            try:
                snapshot = kept.warm.snapshot()
            except Failure:
                continue
            layout, languages = kept.found.layout, snapshot.languages
            count = sum(1 for page in snapshot.pages() if _belongs(page, kept))
            found.append(BaseInfo(kept.name, layout.kind, layout.root, count, languages.ordered()))
        return tuple(found)

    def pages(self, base: str = "") -> Iterable[Page]:
        """Every page, by knowledge base and path."""
        for kept in self._chosen((base,) if base else ()):
            yield from (p for p in kept.warm.snapshot().pages() if _belongs(p, kept))

    def sources(self, path: str, *, base: str = "") -> Origin:
        """Where a page's content comes from."""
        kept, page = self._page(path, base)
        searched = wiring.searchable(kept.found, False)
        return searched.origin(page, kept.warm.snapshot().page)

    # -- teaching -------------------------------------------------------------------------------

    def confirm(self, path: str, query: str, *, base: str = "") -> str:
        """Remember that this page is what the query means; says what was written, and where."""
        kept, page = self._page(path, base)
        return teaching.confirm(self.settings, kept.found.layout, page, query)

    def reject(self, path: str, query: str, *, base: str = "") -> str:
        """Forget that this page is what the query means; says what was written, and where."""
        kept, page = self._page(path, base)
        return teaching.reject(self.settings, kept.found.layout, page, query)

    def remember(self, title: str, text: str) -> str:
        """Keep a note among the reader's own (`_personal` of the RepoKnowledge home); its path."""
        return teaching.remember(self.settings, title, text)

    # -- keeping --------------------------------------------------------------------------------

    def index(self, *, rebuild: bool = False) -> tuple[Notice, ...]:
        """Bring the index up to date, or make it anew; every search does the former by itself."""
        return tuple(n for kept in self._all() for n in kept.warm.refresh(rebuild)[1])

    def close(self) -> None:
        """Let go of the indexes and watches; a later call opens them again."""
        with self._lock:
            for kept in self._kept.values():
                kept.warm.close()
            self._kept, self._looked = {}, float("-inf")

    def __enter__(self) -> "Library":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- inside ---------------------------------------------------------------------------------

    def _query(self, text: str, concepts: Sequence[Wordings], filters: Sequence[Filter]) -> Query:
        if text.strip() and concepts:
            raise UsageError("a query and concepts together would leave open which is meant")
        if concepts:
            groups = tuple(map(_group, concepts))
            words = " ".join(group[0].text for group in groups)
            return Query(words, (), tuple(filters), groups)
        parsed = asked.parse(text)
        return parsed._replace(filters=(*parsed.filters, *filters))

    def _page(self, path: str, base: str) -> tuple[_Kept, Page]:
        """The page at a path, in the one knowledge base that has it."""
        found: list[tuple[_Kept, Page]] = []
        failed: list[str] = []
        for kept in self._chosen((base,) if base else ()):
            try:
                page = kept.warm.snapshot().page(path)  # by its path in the index: no other file
            except Failure as error:
                failed.append(str(error))
                continue
            if page is not None and _belongs(page, kept):
                found.append((kept, page))
        if not found:
            why = f" ({'; '.join(failed)})" if failed else ""
            raise PageNotFound(
                f"{_printable(path)}: no page of these knowledge bases{why};"
                " give a path as search shows it"
            )
        if len(found) > 1:
            names = ", ".join(kept.name for kept, _ in found)
            raise UsageError(f"{path} is in several knowledge bases: name one of {names}")
        return found[0]

    def _chosen(self, names: Sequence[str]) -> list[_Kept]:
        """The kept bases of these names; all of them for none."""
        kept = self._all()
        wanted = [_named(kept, name) for name in dict.fromkeys(names)]
        return wanted or kept

    def _all(self) -> list[_Kept]:
        """Every knowledge base that is there now, those known before still open."""
        with self._lock:
            if time.monotonic() - self._looked > FIND_SECONDS:
                found = wiring.find(self.settings, self.names, self._progress)
                self._kept = {_identity(one): self._keep(one) for one in found}
                self._looked = time.monotonic()
            return list(self._kept.values())

    def _keep(self, found: wiring.Found) -> _Kept:
        before = self._kept.get(_identity(found))
        if before is not None:
            return before._replace(name=found.name)
        layout = found.layout
        place = Place(layout.kind, layout.root, os.path.join(self.settings.cache, "watch"))
        base = wiring.searchable(found, True)
        return _Kept(found.name, found, Warm(place, base.refresh, base.text))


def _identity(found: wiring.Found) -> tuple[str, str, str]:
    return (found.layout.kind, found.layout.root, found.project)


def open_library(*places: str | os.PathLike[str], progress: Progress | None = None) -> Library:
    """A library of the knowledge bases at these folders, or of the working directory's.

    Nothing is read yet but which are there. Raises BaseNotFound.
    """
    library = Library(wiring.settings(), [os.fspath(place) for place in places], progress)
    library._all()
    return library


def _group(wordings: Wordings) -> tuple[Wording, ...]:
    """One concept of the caller's, read as `--expand` is; here a `|` is a letter."""
    if isinstance(wordings, str):
        raise UsageError(f"a concept is a list of wordings: write [{wordings!r}]")
    return asked.group("|".join(wording.replace("|", "\\|") for wording in wordings))


def _named(kept: Sequence[_Kept], name: str) -> _Kept:
    for one in kept:
        if name in (one.name, one.found.layout.root):
            return one
    names = ", ".join(one.name for one in kept)
    raise BaseNotFound(f"{_printable(name)}: no knowledge base of that name here; there is {names}")


def _belongs(page: Page, kept: _Kept) -> bool:
    """Whether a page is of the project that is meant, where only one is."""
    return not kept.found.project or page.field("project") == kept.found.project


def _printable(text: str) -> str:
    shown = text if len(text) <= 200 else text[:200] + "…"
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in shown)


__all__ = [
    "Answer",
    "BaseInfo",
    "Library",
    "Text",
    "Wordings",
    "open_library",
]

"""Guild: `.guild/wiki/<directory>/<slug>.md`, pages with an owner, a confidence and sources.

The directory decides a page's category, by its singular; `category` in a decision's front matter is
its topic.
"""

import os
from collections.abc import Iterable, Iterator

from otherwords.errors import BaseUnreadable
from otherwords.layouts import pages
from otherwords.layouts.detection import Detect, page_language, unknown
from otherwords.layouts.markers import WIKI, WORKSPACE
from otherwords.layouts.opening import open_page
from otherwords.layouts.pages import Meta
from otherwords.layouts.walk import check_listable, walk, watch
from otherwords.model import Languages, Notice, Page, Reading, Source
from otherwords.ports import Listing
from otherwords.query import SENSITIVITIES
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    from otherwords.markdown import Document

SETTINGS = ".guild/settings.json"
CATEGORIES = {
    "context": "context",
    "standards": "standard",
    "products": "product",
    "entities": "entity",
    "concepts": "concept",
    "decisions": "decision",
    "sources": "source",
}  # directory -> the type of its pages

_SAME = ("owner", "confidence", "sensitivity", "decision_id", "type")
_NOTHING = ("null", "none", "~", "-")


class Guild:
    """The knowledge base in a folder that holds `.guild`; in a workspace with its `name`."""

    kind = "guild"

    def __init__(self, root: str, name: str = "", detect: Detect = unknown) -> None:
        self.root = root
        self.name = name
        self.problems: list[Notice] = []
        self._detect = detect

    def walk(self) -> Iterator[Listing]:
        """The settings and the pages. Raises BaseUnreadable."""
        self.problems = []
        if not os.path.isdir(f"{self.root}/{WIKI}"):
            where = f" (sub-guild {self.name})" if self.name else ""
            raise BaseUnreadable(
                f"{self.root}/{WIKI}{where} is missing, so there are no pages: add it with"
                " /guild:wiki-ingest, or name another knowledge base with --in"
            )
        check_listable(self.root, WIKI)
        return self._walk()

    def load(self, path: str) -> bytes:
        """A walked file's bytes."""
        return open_page(self.root, path)

    def affects(self, path: str) -> tuple[str, ...]:
        """The beginnings of the pages that a change of this settings file touches: none."""
        return ()

    def read(self, path: str, data: bytes) -> Reading | None:
        """A page, or why it is left out; None for settings."""
        if path in (SETTINGS, WORKSPACE):
            return None
        document = pages.parse(data)
        if left_out := pages.unreadable(document, path, required=True):
            return left_out
        meta = document.meta or {}
        notices = (*pages.remarks(document, path), *_type_notice(path, meta))
        found = pages.reading(self._page(path, meta, document), document, notices)
        values = (text for key in meta for text in pages.raw(meta, key))
        return found._replace(front="\n\n".join(values), body=document.body)

    def languages(self, present: Iterable[str]) -> Languages:
        """Those that have pages; Guild states none."""
        return Languages(present=tuple(sorted(set(present))))

    def _walk(self) -> Iterator[Listing]:
        yield from watch(self.root, SETTINGS, WORKSPACE)
        yield from walk(self.root, WIKI, self.problems, omits=_kept_by_tools)

    def _page(self, path: str, meta: Meta, document: "Document") -> Page:
        category = CATEGORIES.get(_directory(path), pages.word(meta, "type"))
        stated = next(iter(pages.raw(meta, "lang")), "")
        return Page(
            path,
            document.title or pages.word(meta, "title") or pages.stem(path),
            pages.word(meta, "type") or category,
            page_language(stated, (), document.prose, self._detect),
            path,
            pages.aliases(meta),
            pages.tags(meta),
            document.summary,
            "",
            tuple(Source("slug", ref) for ref in pages.raw(meta, "source_refs")),
            supersedes=self._superseded(path, meta),
            expires=pages.word(meta, "expires_at"),
            updated=pages.word(meta, "updated_at", "updated"),
            fields=(*_fields(category, meta), *_headings(meta, document)),
        )

    def _superseded(self, path: str, meta: Meta) -> tuple[str, ...]:
        """What a page supersedes: as paths where there are such pages, else as written."""
        named = (text for text in pages.paths(meta, "supersedes") if text.lower() not in _NOTHING)
        return tuple(self._located(text, _directory(path)) for text in named)

    def _located(self, text: str, directory: str) -> str:
        inner = text.removeprefix("./").removeprefix(WIKI + "/").removesuffix(".md")
        if ".." in inner.split("/"):
            return text
        folders = ("",) if "/" in inner else (directory, *CATEGORIES)
        places = ("/".join(filter(None, (WIKI, folder, inner))) + ".md" for folder in folders)
        return next((place for place in places if os.path.isfile(f"{self.root}/{place}")), text)


def _kept_by_tools(name: str) -> bool:
    """Whether a file of the wiki is a list or a report, and no page."""
    return name in ("index.md", "log.md") or name.startswith("lint-")


def _directory(path: str) -> str:
    """The directory below the wiki that a page lies in, or ''."""
    first, slash, _ = path.removeprefix(WIKI + "/").partition("/")
    return first if slash else ""


def _fields(category: str, meta: Meta) -> tuple[tuple[str, str], ...]:
    same = ((key, pages.words(meta, key)) for key in _SAME)
    return pages.fields(
        ("category", [category]),
        *same,
        ("topic", pages.words(meta, "category")),
        ("clearance", [_clearance(meta)]),
    )


def _clearance(meta: Meta) -> str:
    """Who may read a page: internal where it does not say, secret where that is no known word."""
    stated = pages.word(meta, "sensitivity").casefold()
    return stated if stated in SENSITIVITIES else "secret" if stated else "internal"


def _headings(meta: Meta, document: "Document") -> tuple[tuple[str, str], ...]:
    """The headings of a page without tags, which stand in for them."""
    if pages.tags(meta):
        return ()
    return pages.fields(("heading", dict.fromkeys(h.text for h in document.headings)))


def _type_notice(path: str, meta: Meta) -> tuple[Notice, ...]:
    stated, directory = pages.word(meta, "type"), _directory(path)
    category = CATEGORIES.get(directory, "")
    if stated == category or (not category and stated in CATEGORIES.values()):
        return ()
    if not category:
        message = f"type '{stated}' is none of {', '.join(CATEGORIES.values())}: correct it"
        return (Notice("type-unknown", message, path, params=(stated,)),)
    message = f"type '{stated}' in {directory}/, whose pages are {category}: correct or move it"
    return (Notice("type-disagrees", message, path, params=(stated, category)),)

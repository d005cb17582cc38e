"""WikiCommit: `.wikicommit/entity/<lang>/<Type>/<slug>.md`, one page in several languages.

The folder decides a page's language, and its path its identity: `Type/slug`, nested types whole.
A translation belongs to the page that it says it was translated from, whatever its own slug is.
"""

import os
from collections.abc import Iterable, Iterator

from otherwords.errors import BaseUnreadable, Failure
from otherwords.layouts import pages
from otherwords.layouts.detection import Detect, language_code, page_language, unknown
from otherwords.layouts.markers import CONFIG, ENTITY
from otherwords.layouts.opening import open_page
from otherwords.layouts.pages import Meta
from otherwords.layouts.walk import check_listable, visible, walk, watch
from otherwords.model import Languages, Notice, Page, Reading
from otherwords.ports import Listing
from otherwords.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from otherwords.markdown import Document

VIEW = ".wikicommit/view"
LEGACY = ".wikicommit/wiki/"


class Place(NamedTuple):
    """What a path says of a page: `.wikicommit/entity/ja/custom/Practice/pairing.md`."""

    lang: str
    type: str
    concept: str
    view: bool = False


def place(path: str) -> Place:
    """A page's language, type and identity by its path; language '' where no folder says it."""
    inner = path.removeprefix(ENTITY + "/")
    if inner == path:
        return Place("", "View", path, view=True)
    *folders, name = inner.split("/")
    lang, kind = (folders[0] if folders else ""), "/".join(folders[1:])
    return Place(lang, kind, (f"{kind}/" if kind else "") + name.rpartition(".")[0])


def current(path: str) -> str:
    """A stored path as it is today: with the legacy prefix replaced."""
    path = path.removeprefix("./").lstrip("/")
    return f"{ENTITY}/{path.removeprefix(LEGACY)}" if path.startswith(LEGACY) else path


class WikiCommit:
    """The knowledge base in a folder that holds `.wikicommit`."""

    kind = "wikicommit"

    def __init__(self, root: str, detect: Detect = unknown) -> None:
        self.root = root
        self.problems: list[Notice] = []
        self._detect = detect

    def walk(self) -> Iterator[Listing]:
        """The configuration, the pages, the views. Raises BaseUnreadable."""
        self.problems = []
        if not os.path.isfile(f"{self.root}/{CONFIG}"):
            raise BaseUnreadable(
                f"{self.root}/{CONFIG} is missing: run /wikicommit-init in {self.root} to create it"
            )
        if not os.path.isdir(f"{self.root}/{ENTITY}"):
            raise BaseUnreadable(
                f"{self.root}/{ENTITY} is missing, so there are no pages: run /wikicommit-init in"
                f" {self.root}, or restore the folder"
            )
        check_listable(self.root, ENTITY)
        return self._walk()

    def load(self, path: str) -> bytes:
        """A walked file's bytes."""
        return open_page(self.root, path)

    def affects(self, path: str) -> tuple[str, ...]:
        """The beginnings of the pages that a change of this settings file touches: none."""
        return ()

    def read(self, path: str, data: bytes) -> Reading | None:
        """A page, or why it is left out; None for the configuration."""
        if path == CONFIG:
            return None
        document, where = pages.parse(data), place(path)
        if left_out := pages.unreadable(document, path, required=not where.view):
            return left_out
        meta = document.meta or {}
        if pages.word(meta, "status").lower() == "removed":
            return Reading(None)
        notices = (*pages.remarks(document, path), *_language_notice(meta, path, where))
        return pages.reading(self._page(path, where, meta, document), document, notices)

    def languages(self, present: Iterable[str]) -> Languages:
        """The configured languages, then those that have pages. Reads the configuration."""
        names = tuple(sorted(set(present)))
        try:
            meta, remarks = pages.mapping(self.load(CONFIG))
        except Failure as error:
            raise BaseUnreadable(str(error)) from None
        translation = (meta or {}).get("translation")
        if not isinstance(translation, dict):
            self._unread_config(next(((r.message, r.line) for r in remarks), None))
            return Languages(present=names)
        codes = [language_code(x) for x in pages.raw(translation, "targets")]
        primary = language_code(next(iter(pages.raw(translation, "primary_lang")), ""))
        return Languages(primary, tuple(code for code in codes if code), names)

    def _walk(self) -> Iterator[Listing]:
        yield from watch(self.root, CONFIG)
        tops = [ENTITY] + ([VIEW] if os.path.isdir(f"{self.root}/{VIEW}") else [])
        for top in tops:
            yield from walk(self.root, top, self.problems, _enters, omits="index.md".__eq__)

    def _page(self, path: str, where: Place, meta: Meta, document: "Document") -> Page:
        stated = pages.word(meta, "type").removeprefix("schema:") or where.type
        kind = "View" if where.view else stated
        review = "" if where.view else pages.word(meta, "review_status") or "pending"
        parent = current(next(iter(pages.paths(meta, "translated_from")), ""))
        return Page(
            path,
            pages.word(meta, "title") or document.title or pages.stem(path),
            kind,
            self._language(path, where, meta, document),
            _concept(path, where, parent),
            pages.aliases(meta),
            pages.tags(meta),
            _description(meta),
            review,
            pages.sources(meta),
            parent,
            tuple(map(current, pages.paths(meta, "derived_from"))),
            tuple(map(current, pages.paths(meta, "supersedes"))),
            pages.word(meta, "expires_at"),
            pages.word(meta, "translated_at", "generated_at", "updated_at", "updated"),
            pages.fields(("type", [kind]), ("review", [review])),
        )

    def _language(self, path: str, where: Place, meta: Meta, document: "Document") -> str:
        if where.lang:
            return where.lang
        stated = next(iter(pages.raw(meta, "lang")), "")
        folders = path.split("/")[2:-1] if where.view else ()
        return page_language(stated, folders, document.prose, self._detect)

    def _unread_config(self, why: tuple[str, int] | None) -> None:
        message, line = why or ("it has no `translation:` with a `primary_lang`", 0)
        message += "; pages are searched in the order of their language folders' names"
        self.problems.append(Notice("config-unreadable", message, CONFIG, line))


def _enters(folder: str) -> bool:
    return folder != f"{ENTITY}/assets" and visible(folder)


def _concept(path: str, where: Place, parent: str) -> str:
    """The identity that a page shares with its other languages: its parent's, else its own."""
    above = place(parent) if parent else where
    same = above.view == where.view and parent.startswith(
        f"{VIEW}/" if where.view else f"{ENTITY}/"
    )
    return above.concept if same else where.concept


def _description(meta: Meta) -> str:
    properties = meta.get("properties")
    found = pages.word(properties, "description") if isinstance(properties, dict) else ""
    return found or pages.word(meta, "description")


def _language_notice(meta: Meta, path: str, where: Place) -> tuple[Notice, ...]:
    stated = next(iter(pages.raw(meta, "lang")), "")
    if where.view:
        return ()
    if not where.lang:
        message = "it lies in no language folder: move it to .wikicommit/entity/<lang>/<Type>/"
        return (Notice("no-language-folder", message, path),)
    if not stated or stated.replace("_", "-").lower() == where.lang.lower():
        return ()
    message = f"front matter says lang {stated}, the folder {where.lang}, which counts: correct one"
    return (Notice("language-disagrees", message, path, 0, params=(stated, where.lang)),)

"""A vault: any folder of Markdown. Every visible page that `.gitignore` does not exclude is one."""

from collections.abc import Iterable, Iterator

from otherwords.layouts import pages
from otherwords.layouts.detection import Detect, page_language, unknown
from otherwords.layouts.ignoring import NAME, Ignored, Pruned
from otherwords.layouts.opening import open_page
from otherwords.layouts.pages import Meta
from otherwords.layouts.walk import check_listable, visible, walk
from otherwords.model import Languages, Notice, Page, Reading
from otherwords.ports import Listing, files
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    from otherwords.markdown import Document

_FIELDS = ("type", "owner", "category", "confidence", "project", "sensitivity", "status")


class Vault:
    """The knowledge base that a folder of Markdown is."""

    kind = "vault"

    def __init__(self, root: str, detect: Detect = unknown) -> None:
        self.root = root
        self.problems: list[Notice] = []
        self._detect = detect
        self._ignored = Ignored(root)

    def walk(self) -> Iterator[Listing]:
        """Every visible page file and `.gitignore`, without folders that a plain line excludes.

        Raises BaseUnreadable.
        """
        check_listable(self.root)
        return self._walk()

    def load(self, path: str) -> bytes:
        """A walked file's bytes."""
        return open_page(self.root, path)

    def affects(self, path: str) -> tuple[str, ...]:
        """The beginnings of the pages that a change of this settings file touches."""
        folder, _, name = path.rpartition("/")
        return (folder + "/" if folder else "",) if name == NAME else ()

    def read(self, path: str, data: bytes) -> Reading | None:
        """A page; `page` is None where `.gitignore` excludes it; None for `.gitignore` itself."""
        if path.rpartition("/")[2] == NAME:
            return None
        if self._ignored(path):
            return Reading(None)
        document = pages.parse(data)
        return pages.reading(self._page(path, document), document, pages.remarks(document, path))

    def languages(self, present: Iterable[str]) -> Languages:
        """Those that have pages; a vault states none."""
        return Languages(present=tuple(sorted(set(present))))

    def _walk(self) -> Iterator[Listing]:
        self.problems = []
        self._ignored = Ignored(self.root)
        pruned = Pruned(self.root)

        def enters(folder: str) -> bool:
            return visible(folder) and not pruned.prunes(folder)

        for listing in walk(self.root, "", self.problems, enters, frozenset([NAME])):
            if NAME in listing.names:
                for path, _ in files([listing]):
                    if path.endswith(NAME):
                        pruned.learn(path)
            yield listing

    def _page(self, path: str, document: "Document") -> Page:
        meta: Meta = document.meta or {}
        stated = next(iter(pages.raw(meta, "lang", "language")), "")
        parent = _resolved(path, meta, "translated_from")
        return Page(
            path,
            pages.word(meta, "title") or document.title or pages.stem(path),
            pages.word(meta, "type").removeprefix("schema:"),
            page_language(stated, path.split("/")[:-1], document.prose, self._detect),
            next(iter(parent), path),
            pages.aliases(meta),
            pages.tags(meta, document.tags),
            pages.word(meta, "description", "summary"),
            "",
            pages.sources(meta),
            next(iter(parent), ""),
            _resolved(path, meta, "derived_from"),
            _resolved(path, meta, "supersedes"),
            pages.word(meta, "expires_at", "expires"),
            pages.word(meta, "updated_at", "updated", "modified", "lastmod", "date"),
            self._fields(meta),
        )

    def _fields(self, meta: Meta) -> tuple[tuple[str, str], ...]:
        named = ((key, pages.words(meta, key)) for key in _FIELDS)
        return pages.fields(*named, ("review", pages.words(meta, "review_status", "review")))


def _resolved(path: str, meta: Meta, key: str) -> tuple[str, ...]:
    """The pages that a front matter key names, each from the root where it is written as a path.

    `./x.md` and `../x.md` count from the page; `[[Name]]` stays a name.
    """
    folder = path.split("/")[:-1]
    found = []
    for text in pages.paths(meta, key):
        parts = text.split("/")
        if parts[0] in (".", ".."):
            parts = folder + parts
        steps: list[str] = []
        for part in parts:
            if part == "..":
                steps = steps[:-1]
            elif part not in ("", "."):
                steps.append(part)
        found.append("/".join(steps))
    return tuple(found)

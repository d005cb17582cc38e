"""RepoKnowledge: a home of projects, each with an index whose entries name and describe its docs.

A doc's name, description and aliases stand in its project's `_index.md`; a doc that is not listed
there is a page all the same.
"""

import os
import stat as stats
from collections.abc import Iterable, Iterator

from otherwords.errors import BaseUnreadable, Failure
from otherwords.layouts import pages
from otherwords.layouts.detection import Detect, text_language, unknown
from otherwords.layouts.markers import INDEX, PERSONAL, REGISTRY
from otherwords.layouts.opening import open_page, regular
from otherwords.layouts.pages import Meta
from otherwords.layouts.walk import check_listable, walk, watch
from otherwords.model import Languages, Notice, Page, Reading, Source
from otherwords.ports import Listing
from otherwords.values import TYPE_CHECKING

CODE = ("Code", "Usage Example")  # headings of a doc

if TYPE_CHECKING:
    from otherwords import rkindex
    from otherwords.markdown import Document

META = "_meta.md"
CLONES = "_repos"


class RepoKnowledge:
    """The knowledge base that a RepoKnowledge home is, with all its projects."""

    kind = "repoknowledge"

    def __init__(self, root: str, detect: Detect = unknown) -> None:
        self.root = root
        self.problems: list[Notice] = []
        self._detect = detect
        self._entries: dict[str, dict[str, rkindex.Entry]] = {}

    def projects(self) -> tuple[str, ...]:
        """`_personal`, where it has an index, then the registered projects in the registry's order.

        `_personal` stands first and takes no position, listed in the registry or not (rulings 25).
        """
        from otherwords import rkindex

        try:
            text = self.load(REGISTRY).decode("utf-8-sig", "replace")
        except Failure:
            text = ""
        named = (row.project for row in rkindex.registry(text))
        listed = tuple(dict.fromkeys(p for p in named if _proper(p) and p != PERSONAL))
        personal = os.path.isfile(f"{self.root}/{PERSONAL}/{INDEX}")
        return ((PERSONAL,) if personal else ()) + listed

    def walk(self) -> Iterator[Listing]:
        """The registry, then each project's index, meta file and docs. Raises BaseUnreadable."""
        self.problems = []
        self._entries = {}
        if not os.path.isdir(self.root):
            raise BaseUnreadable(
                f"{self.root} is missing: make it with `otherwords code create` or"
                " `otherwords memo`, or name another home in OTHERWORDS_RK_HOME"
            )
        check_listable(self.root)
        return self._walk()

    def load(self, path: str) -> bytes:
        """A walked file's bytes."""
        return open_page(self.root, path)

    def affects(self, path: str) -> tuple[str, ...]:
        """The beginnings of the pages that a change of this settings file touches."""
        project, _, name = path.rpartition("/")
        return (f"{project}/docs/",) if project and name == INDEX else ()

    def read(self, path: str, data: bytes) -> Reading | None:
        """A doc; None for the registry, an index (whose faults go to `problems`), a meta file."""
        project, _, inner = path.partition("/")
        if inner == INDEX:
            self._check(project, data)
        if not inner.startswith("docs/"):
            return None
        document = pages.parse(data)
        page = self._page(path, project, document)
        return pages.reading(page, document, pages.remarks(document, path))

    def languages(self, present: Iterable[str]) -> Languages:
        """Those that have pages; a home states none."""
        return Languages(present=tuple(sorted(set(present))))

    def _walk(self) -> Iterator[Listing]:
        yield from watch(self.root, REGISTRY)
        for project in self.projects():
            if not _is_folder(f"{self.root}/{project}"):
                message = f"{project} is registered but not there: `otherwords code create` its URL"
                notice = Notice("project-missing", message, REGISTRY, params=(project,))
                self.problems.append(notice)
                continue
            yield from watch(self.root, f"{project}/{INDEX}", f"{project}/{META}")
            if _is_folder(f"{self.root}/{project}/docs"):
                yield from walk(self.root, f"{project}/docs", self.problems)

    def _page(self, path: str, project: str, document: "Document") -> Page:
        meta: Meta = document.meta or {}
        entry = self._entry(project, path)
        return Page(
            path,
            entry.name or document.title or pages.stem(path),
            "",
            text_language(f"{entry.description}\n{_said(document)}", self._detect),
            path,
            tuple(dict.fromkeys((*entry.aliases, *pages.aliases(meta)))),
            pages.tags(meta),
            entry.description or document.summary,
            sources=tuple(Source("path", x) for x in pages.raw(meta, "source") if x != "personal"),
            updated=pages.word(meta, "cached"),
            fields=pages.fields(("project", [project])),
        )

    def _entry(self, project: str, path: str) -> "rkindex.Entry":
        """A doc's index entry; an empty one where it is not listed."""
        from otherwords import rkindex

        return self._index(project).get(path) or rkindex.Entry("", "")

    def _index(self, project: str) -> "dict[str, rkindex.Entry]":
        """A project's index entries by the path of their doc; the first counts."""
        if project not in self._entries:
            try:
                entries = _parsed(self.load(f"{project}/{INDEX}"))
            except Failure:
                entries = ()
            self._entries[project] = {_doc(project, e): e for e in reversed(entries)}
        return self._entries[project]

    def _check(self, project: str, data: bytes) -> None:
        """Say which entries of an index lead to no doc, or to one that an entry before has."""
        seen: set[str] = set()
        for entry in _parsed(data):
            path, code = _doc(project, entry), ""
            if path in seen:
                code = "index-doc-twice"
                message = f"{entry.doc} has an entry before this one, which counts: unite them"
            elif not self._is_doc(path, project):
                code = "index-doc-missing"
                update = f"run `otherwords code update {project}`"
                message = f"{entry.doc} is missing: {update}, or remove the entry"
            if code:
                notice = Notice(code, message, f"{project}/{INDEX}", entry.line, params=(path,))
                self.problems.append(notice)
            seen.add(path)

    def _is_doc(self, path: str, project: str) -> bool:
        try:
            return path.startswith(f"{project}/docs/") and bool(regular(self.root, path))
        except Failure:
            return False


def _proper(project: str) -> bool:
    """Whether a registered name can be a project's folder."""
    return project[:1] != "." and project != CLONES and not set(project) & set("/\\\0")


def _said(document: "Document") -> str:
    """The prose of a doc: texts inside code can be of any language."""
    return "\n".join(x.text for x in document.sections if x.heading not in CODE)


def _is_folder(path: str) -> bool:
    try:
        return stats.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False


def _doc(project: str, entry: "rkindex.Entry") -> str:
    return f"{project}/{entry.doc.removeprefix('./')}"


def _parsed(data: bytes) -> "tuple[rkindex.Entry, ...]":
    from otherwords import markdown, rkindex

    return rkindex.parse(markdown.decode(data)[0])

"""What a reader teaches: which page a query means, and notes of their own.

In a RepoKnowledge home a name is an alias in the project's `_index.md`, everywhere else it lies in
the reader's data folder.
"""

from pathlib import Path

from otherwords.errors import UsageError
from otherwords.model import Page
from otherwords.ports import Layout
from otherwords.wiring import Settings, home


def confirm(settings: Settings, layout: Layout, page: Page, query: str) -> str:
    """Remember a query as a name of a page."""
    if layout.kind == "repoknowledge":
        from otherwords.learning import aliases

        project, doc = _split(page)
        changed = aliases.confirm(Path(layout.root), project, doc, query, Path(settings.data))
        return _said("learned", query, page, f"{project}/_index.md", changed)
    from otherwords.learning.names import LearnedNames

    LearnedNames(Path(settings.data)).learn(layout.root, page.path, query, settings.today)
    return _said("learned", query, page, settings.data, True)


def reject(settings: Settings, layout: Layout, page: Page, query: str) -> str:
    """Forget a query as a name of a page."""
    if layout.kind == "repoknowledge":
        from otherwords.learning import aliases

        project, doc = _split(page)
        changed = aliases.reject(Path(layout.root), project, doc, query, Path(settings.data))
        return _said("forgotten", query, page, f"{project}/_index.md", changed)
    from otherwords.learning.names import LearnedNames

    count = LearnedNames(Path(settings.data)).forget(query, layout.root, page.path)
    return _said("forgotten", query, page, settings.data, bool(count))


def remember(settings: Settings, title: str, text: str) -> str:
    """Write a personal note; the path of its doc."""
    from otherwords.documenting.notes import memo

    if "\n" in title.strip():
        raise UsageError("a title is one line")
    return f"_personal/{memo(home(settings), title, text, settings.today)}"


def _split(page: Page) -> tuple[str, str]:
    project, _, doc = page.path.partition("/")
    return project, doc


def _said(what: str, query: str, page: Page, where: str, changed: bool) -> str:
    if not changed:
        return f"nothing to change: {page.path}"
    return f"{what}: {' '.join(query.split())} → {page.path} (in {where})"

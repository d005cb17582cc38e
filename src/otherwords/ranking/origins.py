"""Where a page's content comes from, as the contract's Step 2.5 has it."""

from collections.abc import Callable

from otherwords.model import Origin, Page, Source

NONE = "(none)"
Lookup = Callable[[str], Page | None]


def origin(page: Page, lookup: Lookup) -> Origin:
    """The sources of a page: its own, its parent's, or the pages that it was made from."""
    if page.translated_from:
        return _translated(page, lookup(page.translated_from))
    if page.derived_from and not page.sources:
        listed = ", ".join(dict.fromkeys(page.derived_from))
        return Origin(
            f"derived from: {listed}", tuple(Source("path", path) for path in page.derived_from)
        )
    return Origin(_line(page.sources), page.sources)


def where_given(page: Page, lookup: Lookup) -> Origin:
    """As `origin`, but nothing is said of a page that says nothing itself: notes need no sources."""
    found = origin(page, lookup)
    return Origin("") if found == Origin(NONE) else found


def _translated(page: Page, parent: Page | None) -> Origin:
    if parent is None:
        return Origin(f"translated from {page.translated_from} (parent page not found)")
    return Origin(
        f"translated from {page.translated_from}: {_line(parent.sources)}", parent.sources
    )


def _line(sources: tuple[Source, ...]) -> str:
    """Each source once, as a reader recognizes it: URLs without their scheme."""
    return ", ".join(dict.fromkeys(filter(None, map(_shown, sources)))) or NONE


def _shown(source: Source) -> str:
    if source.kind in ("url", "wikicommit"):
        return source.value.removeprefix("https://").removeprefix("http://")
    if source.kind == "manual":
        return f"manual (author: {source.value})"
    return source.value

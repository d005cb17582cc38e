"""The score table of RepoKnowledge's contract: how an entry's aliases match, and its project's bonus.

alias exactly the query 3, alias contains the query or the query an alias 2, by meaning 1; the
highest only; `_personal` +0.5, a registered project +0.3 / position; a bonus needs a match.
"""

from collections.abc import Iterable, Iterator, Sequence

from otherwords.model import Filter, Page
from otherwords.ports import Snapshot
from otherwords.rkindex import fold
from otherwords.values import NamedTuple

PERSONAL, PERSONAL_BONUS, REGISTRY_BONUS = "_personal", 0.5, 0.3
NONE, MEANING, PARTIAL, EXACT = 0, 1, 2, 3
REASONS = ("", "semantic match", "alias partial match", "alias exact match")
MOST = 3  # candidates
MANY = 64  # pages of one kind of match that are read at once


class Row(NamedTuple):
    """An entry of the table: its page, the kind of its match (the table's points), its score."""

    page: Page
    match: int
    score: float

    @property
    def reason(self) -> str:
        """The contract's words for the match."""
        return REASONS[self.match]


class Table:
    """The table over the entries of some projects, in the order in which they are searched."""

    def __init__(self, projects: Sequence[str]) -> None:
        listed = [name for name in projects if name != PERSONAL]
        self._bonus = {name: REGISTRY_BONUS / n for n, name in enumerate(listed, 1)}
        self._bonus[PERSONAL] = PERSONAL_BONUS
        self._projects = projects

    def row(self, page: Page, match: int) -> Row:
        """A page's row: points and bonus."""
        bonus = self._bonus.get(page.field("project"), 0.0)
        return Row(page, match, round(match + bonus, 6) if match else 0.0)

    def by_alias(
        self, typed: Sequence[str], snapshot: Snapshot, filters: Sequence[Filter]
    ) -> dict[str, Row]:
        """Entries whose aliases match one of the wordings, by path: all that can be among the first three."""
        found: dict[str, Row] = {}
        for how in ("is", "within", "around"):
            for text in typed:
                for page in self._pages(how, text, snapshot, filters):
                    match = max(points(page, wording) for wording in typed)
                    if match >= PARTIAL:
                        found[page.path] = self.row(page, match)
        return found

    def _pages(
        self, how: str, text: str, snapshot: Snapshot, filters: Sequence[Filter]
    ) -> Iterable[Page]:
        pages, total = snapshot.aliased(how, text, filters, MANY)
        if total <= MANY:
            return pages
        return self._project_by_project(how, text, snapshot, filters)

    def _project_by_project(
        self, how: str, text: str, snapshot: Snapshot, filters: Sequence[Filter]
    ) -> Iterator[Page]:
        """Where there are many: in the order of the bonus, until three match."""
        matching = 0
        for project in self._projects:
            within = [*filters, Filter("project", project)]
            pages, _ = snapshot.aliased(how, text, within, MANY)
            yield from pages
            matching += sum(points(page, text) >= PARTIAL for page in pages)
            if matching >= MOST:
                return


def points(page: Page, typed: str) -> int:
    """The points of a page's best alias for what was typed; 0 for none."""
    wanted = fold(typed)
    if not wanted:
        return NONE
    aliases = [alias for alias in map(fold, page.aliases) if alias]
    if wanted in aliases:
        return EXACT
    return PARTIAL if any(a in wanted or wanted in a for a in aliases) else NONE


def claim(page: Page, typed: Iterable[str]) -> tuple[str, float]:
    """The alias with which a page claims what was typed, and how much of that it is; 1 for no claim.

    An alias that only stands in the query may have been meant, or just used to say something else.
    """
    best: tuple[str, float] = ("", 0.0)
    for wanted in filter(None, map(fold, typed)):
        for alias in page.aliases:
            name = fold(alias)
            if wanted in name:
                return alias, 1.0
            if name and name in wanted:
                best = max(best, (alias, len(name) / len(wanted)), key=lambda found: found[1])
    return best if best[0] else ("", 1.0)


def first(rows: Iterable[Row]) -> list[Row]:
    """The candidates: the highest three; among equals the one that was searched first, then by path."""
    return sorted((r for r in rows if r.match), key=lambda r: (-r.score, r.page.path))[:MOST]

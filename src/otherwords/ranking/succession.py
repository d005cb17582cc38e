"""A superseded page stands directly after its successor where both are hits (rulings 13)."""

from collections.abc import Iterator, Sequence

from otherwords.model import Filter, Page
from otherwords.ports import Literal, Placed, Snapshot


class Succession:
    """Who replaces whom among the hits of one search, those beyond its limit included."""

    def __init__(
        self, snapshot: Snapshot, wanted: Literal | None, filters: Sequence[Filter]
    ) -> None:
        self._snapshot, self._wanted, self._filters = snapshot, wanted or Literal(), filters

    def settled(self, ordered: Sequence[Placed]) -> list[tuple[Placed, Placed | None]]:
        """The hits in their final order, each with the successor that it follows.

        `ordered` begins the contract's order. A page whose successor is a hit further on is left to
        that; one that a page here supersedes is brought in, however far it was.
        """
        hits = {placed.page.path: placed for placed in ordered}
        for placed in [*ordered]:
            hits |= {older.page.path: older for older in self._older(placed.page, hits)}
        follows = self._follows(hits)
        children: dict[str, list[Placed]] = {}
        for path, successor in follows.items():
            children.setdefault(successor, []).append(hits[path])
        roots = [placed for path, placed in hits.items() if path not in follows]
        return [pair for root in roots for pair in _line(root, None, children)]

    def _older(self, page: Page, hits: dict[str, Placed]) -> Iterator[Placed]:
        """Hits that this page supersedes and that are not at hand, with what they supersede."""
        for name in page.supersedes:
            older = self._snapshot.page(name) or self._named(name)
            if older and older.path not in hits and (placed := self._place(older.path)):
                yield placed
                yield from self._older(placed.page, {**hits, placed.page.path: placed})

    def _named(self, name: str) -> Page | None:
        pages = self._snapshot.named(name)
        return next((p for p in pages if p.path.endswith((f"/{name}.md", f"/{name}"))), None)

    def _place(self, path: str) -> Placed | None:
        """A page as a hit, or None where it is none."""
        among = [*self._filters, Filter("path", path)]
        return next(iter(self._snapshot.literal(self._wanted, among, 1, False).placed), None)

    def _follows(self, hits: dict[str, Placed]) -> dict[str, str]:
        """Superseded hit -> its successor, both by path ('' for one that is further on)."""
        follows: dict[str, str] = {}
        order = {path: place for place, path in enumerate(hits)}
        for path, placed in hits.items():
            successors = [page.path for page in self._snapshot.successors(placed.page)]
            at_hand = sorted((x for x in successors if x in hits), key=order.__getitem__)
            successor = next((x for x in at_hand if not _leads(x, path, follows)), None)
            if successor is None and not at_hand and any(map(self._place, successors)):
                successor = ""
            if successor is not None:
                follows[path] = successor
        return follows


def _leads(start: str, end: str, follows: dict[str, str]) -> bool:
    """Whether one page follows another, directly or by way of others."""
    at: str | None = start
    while at:
        if at == end:
            return True
        at = follows.get(at)
    return False


def _line(
    placed: Placed, successor: Placed | None, children: dict[str, list[Placed]]
) -> Iterator[tuple[Placed, Placed | None]]:
    """A page, then all that it supersedes."""
    yield placed, successor
    for older in children.get(placed.page.path, ()):
        yield from _line(older, placed, children)

"""Guild's contract: hits to the letter, in its order; what other words find comes below them."""

from collections.abc import Callable, Iterator, Sequence

from otherwords.model import Filter, Hit, Notice, Page, Plan, Receipt
from otherwords.ports import Literal, Placed, Snapshot
from otherwords.ranking.contracts import Contracted
from otherwords.ranking.guild_order import BM25, LARGE, Parts, Strategy, in_order, scored, strategy
from otherwords.ranking.literals import lacking, literal
from otherwords.ranking.merging import Ranked, total
from otherwords.ranking.succession import Succession
from otherwords.values import NamedTuple

MARGIN = 16  # pages looked at beyond the limit, for those that follow their successor
MARKED = ("superseded", "expired")  # what elsewhere lowers a page is a mark only (rulings 13)

Text = Callable[[str], str]


class GuildContract:
    """The contract of one wiki. What it is given as a callable is asked for only when needed."""

    def __init__(
        self,
        stdio_available: Callable[[], bool],
        chosen: Callable[[], Strategy] | None = None,
        today: str = "",
    ) -> None:
        self.stdio_available, self._chosen, self._today = stdio_available, chosen, today

    def agreed(self, chosen: Callable[[], Strategy], today: str) -> "GuildContract":
        """The same, with the strategy that all wikis of one call share."""
        return GuildContract(self.stdio_available, chosen, today)

    def rank(self, planned: Plan, snapshot: Snapshot, found: Ranked, text: Text) -> Contracted:
        """The literal hits in the contract's order, and below them what `found` has besides."""
        filters = limits(planned)
        hidden = [f for f in filters if f.key == "sensitivity"]
        search = _Search(planned, snapshot, literal(planned.query), filters, hidden, self._today)
        chosen = self._strategy(snapshot)
        hits, count = search.hits(chosen)
        broken = () if hidden else snapshot.left_out
        receipt = _receipt(planned, snapshot.count(hidden), chosen, broken)
        ranked = Ranked(hits, search.near(found, hits, text))
        return Contracted(ranked, tuple(_told(broken)), receipt, True, count)

    def _strategy(self, snapshot: Snapshot) -> Strategy:
        if self._chosen:
            return self._chosen()
        return strategy(snapshot.count(()), self.stdio_available())


def limits(planned: Plan) -> list[Filter]:
    """The filters of a search: those that were asked for, and the languages that are searched."""
    asked = [f for f in planned.query.filters if f.key not in ("in", "lang")]
    languages = [leg.lang for leg in planned.legs]
    return asked if "" in languages else [*asked, *(Filter("lang", x) for x in languages)]


class _Search(NamedTuple):
    """One search of one wiki."""

    planned: Plan
    snapshot: Snapshot
    wanted: Literal | None  # None: nothing that can be searched for
    filters: list[Filter]
    hidden: list[Filter]  # those that hide pages altogether: such pages are not even counted
    today: str

    def hits(self, chosen: Strategy) -> tuple[tuple[Hit, ...], int]:
        """The hits in order, and how many there are."""
        if self.wanted is None:
            return (), 0
        ordered, count = self._ordered(self.wanted, chosen)
        return tuple(self._hit(placed.page, parts) for placed, parts in ordered), count

    def _ordered(self, wanted: Literal, chosen: Strategy) -> tuple[list[tuple[Placed, Parts]], int]:
        limit, most = self.planned.limit, self.planned.limit + MARGIN
        succession = Succession(self.snapshot, wanted, self.filters)
        while True:
            standing = self.snapshot.literal(wanted, self.filters, most, chosen.name == BM25)
            ordered = succession.settled(in_order(standing.placed))[:limit]
            whole = len(standing.placed) >= standing.total
            if whole or len(ordered) == limit:
                return scored(ordered, chosen), standing.total
            most *= 4  # pages that follow a successor further on left too few

    def _hit(self, page: Page, parts: Parts) -> Hit:
        return Hit("", page, total(parts), parts, marks=tuple(self._marks(page)))

    def near(self, found: Ranked, hits: Sequence[Hit], text: Text) -> tuple[Hit, ...]:
        """What was found in other words, as far as there is room, with the words that it lacks."""
        had = {hit.page.path for hit in hits}
        others = [hit for hit in (*found.hits, *found.near) if hit.page.path not in had]
        room = max(0, self.planned.limit - len(hits)) if self.wanted != Literal() else 0
        near = [self._near(hit, text(hit.page.path)) for hit in others[:room]]
        return tuple(sorted(near, key=lambda hit: (-hit.score, hit.page.path)))

    def _near(self, hit: Hit, text: str) -> Hit:
        marks = tuple(self._marks(hit.page))
        parts = tuple(p for p in hit.parts if p.name not in MARKED)
        lacks = lacking(self.planned.query, text) or hit.lacks
        return hit._replace(marks=marks, lacks=lacks, parts=parts, score=total(parts))

    def _marks(self, page: Page) -> Iterator[Notice]:
        """Superseded, as far as the reader may know by what, and expired: marks only."""
        for other in self.snapshot.successors(page):
            among = [*self.hidden, Filter("path", other.path)]
            if not self.hidden or self.snapshot.count(among):
                message = f"superseded by {other.path}"
                yield Notice("superseded", message, page.path, params=(other.path,))
                break
        day = page.expires[:10]
        if day and day < self.today:
            yield Notice("expired", f"expired on {day}", page.path, params=(day,))


def _told(broken: Sequence[Notice]) -> Iterator[Notice]:
    """How many pages were left out of all results because they cannot be read."""
    if broken:
        count = str(len({notice.path for notice in broken}))
        message = f"{count} pages could not be read and were left out; see `otherwords doctor`"
        yield Notice("left-out", message, params=(count,))


def _receipt(planned: Plan, walked: int, chosen: Strategy, broken: Sequence[Notice]) -> Receipt:
    query = planned.query
    filters = ", ".join(f"{f.key}{f.op}{f.value}" for f in query.filters) or "none"
    return Receipt(
        chosen.name,
        (("query", query.text), ("filters", filters), ("pages_walked", str(walked))),
        tuple(_assumptions(planned, chosen)),
        tuple(_followups(walked, broken)),
    )


def _assumptions(planned: Plan, chosen: Strategy) -> Iterator[str]:
    keys = {f.key for f in planned.query.filters}
    yield f"strategy {chosen.name}: {chosen.why}"
    yield "letter case, width, accents and Unicode form are folded; words are matched whole"
    if "category" not in keys:
        yield "no category given: the whole wiki but index.md, log.md and lint-*.md"
    if "updated" in keys:
        yield "dates without a time are midnight, times without a zone are UTC"
    if "sensitivity" in keys:
        yield "pages that state no sensitivity are internal, unknown ones are secret"


def _followups(walked: int, broken: Sequence[Notice]) -> Iterator[str]:
    for notice in broken:
        yield f"{notice.path}:{notice.line}: {notice.message}"
    if walked > LARGE:
        yield f"over {LARGE} pages: `otherwords mcp --profile guild-memory` keeps the wiki open"


__all__ = ["GuildContract", "limits"]

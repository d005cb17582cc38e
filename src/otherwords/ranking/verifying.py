"""Does a doc answer a query? The candidates and what is better than they, read and judged by evidence.

    strength = half the coverage of the query's concepts + half of what its best passage has of the words
               - what an alias claims that is only a part of the query
               + how much nearer than a usual page's its meaning is, and than that of the tenth page

The last line only where an encoder is: the others then mean the same. A strength is the sum of its parts,
so the reasons that are shown are those that decided. Figures: docs/decisions.md, "verified by evidence".
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from otherwords.model import Filter, Page, Part, Plan
from otherwords.ports import Snapshot
from otherwords.ranking import evidence
from otherwords.ranking.evidence import PLACES, Cover, Place
from otherwords.ranking.judging import ANSWERS, NOT, UNSURE, Opinion
from otherwords.ranking.merging import Ranked, total
from otherwords.ranking.rktable import EXACT, MEANING, NONE, Row, Table, claim, first
from otherwords.values import NamedTuple

SURE, POSSIBLE = 0.65, 0.26  # strength from which on a doc answers, or may
PASSAGE = 0.5  # share of the best passage in the strength of words, the rest is coverage
STRAY = 0.3  # what an alias takes away that is next to nothing of the query
UNTOLD = 0.05  # the same where no meaning can tell what else was asked
MEANT, STANDS = 0.15, 0.1  # of a spread of cosines above the usual one, above the tenth page
TENTH, USUALLY = 10, 0.9  # spreads that a page has to be above the tenth
LOOKED_AT, READ = 24, 8  # pages whose names are judged, and whose files are
WORTH_SAYING = 0.1  # strength from which on a part is named as a reason

Text = Callable[[str], str]


class Judged(NamedTuple):
    """A page that was judged: its row of the table, what it has of the query, how strong that is."""

    row: Row
    covers: tuple[Cover, ...]
    parts: tuple[Part, ...]  # the strength is their sum
    relevance: float | None
    doc: str  # its text
    opinion: Opinion | None = None  # of a language model, which counts instead

    @property
    def strength(self) -> float:
        """How strong the evidence is; about 0 to 1."""
        return total(self.parts)

    @property
    def verdict(self) -> str:
        """Does the doc answer the query?"""
        if self.opinion:
            return self.opinion.verdict
        if self.strength >= SURE:
            return ANSWERS
        return UNSURE if self.strength >= POSSIBLE else NOT

    @property
    def lacks(self) -> tuple[str, ...]:
        """The concepts of the query that it has nothing of."""
        return tuple(c.concept for c in self.covers if c.degree < evidence.WORTH_A_WORD)

    @property
    def why(self) -> str:
        """What decided, in a few words: which concepts stand where, which nowhere, what else weighed."""
        if self.row.match == EXACT:
            return "the query is one of its aliases"
        if self.opinion:
            return self.opinion.reason or "the language model says so"
        lacks = [f'"{concept}"' for concept in self.lacks]
        has = [
            f'"{c.concept}" in its {c.place}' for c in self.covers if c.concept not in self.lacks
        ]
        told = [", ".join(has)] if has else []
        told += [f"without {', '.join(lacks)}"] if lacks else []
        told += [part.detail for part in self.parts if self._decided(part)]
        return f"{'; '.join(told)} ({self.strength:.2f})"

    def _decided(self, part: Part) -> bool:
        """Whether a part is a reason besides the concepts: a passage only where it says more than they."""
        if part.name == "passage":
            return part.value > max(WORTH_SAYING, total(p for p in self.parts if p.name in PLACES))
        return part.name in ("stray alias", "meaning") and abs(part.value) >= WORTH_SAYING


def judged(
    planned: Plan,
    snapshot: Snapshot,
    found: Ranked,
    text: Text,
    filters: Sequence[Filter],
    table: Table,
) -> list[Judged]:
    """The candidates and whatever outside of them has more of the query, in the order of the answer."""
    rows = table.by_alias(typed(planned), snapshot, filters)
    candidates = {row.page.path: row for row in first(rows.values())}
    case = _Case(planned, snapshot, found, candidates)
    read = case.best(READ)
    read += [path for path in candidates if path not in read]
    return sorted(
        (_judged(case, path, text(path), rows.get(path), table) for path in read),
        key=lambda j: (j.row.match != EXACT, -j.strength, -j.row.score, j.row.page.path),
    )


def _judged(case: "_Case", path: str, doc: str, row: Row | None, table: Table) -> Judged:
    """A page judged by its text."""
    page = case.pages[path]
    places = case.named[path] | evidence.text_places(doc)
    covers = evidence.covers(case.asked, places)
    parts = case.parts(page, covers, places)
    strength = total(parts)
    if row is not None and row.match == EXACT:
        parts = (*parts, Part("alias", 1.0 - strength, "the query is one of its aliases"))
    elif row is None:
        row = table.row(page, MEANING if strength >= POSSIBLE else NONE)
    hit = case.found.get(path)
    return Judged(row, covers, parts, hit.relevance if hit else None, doc)


class _Case:
    """One query before the pages that may answer it."""

    def __init__(
        self, planned: Plan, snapshot: Snapshot, found: Ranked, candidates: Mapping[str, Row]
    ) -> None:
        self.found = {hit.page.path: hit for hit in (*found.hits, *found.near)}
        looked_at = {path: hit.page for path, hit in list(self.found.items())[:LOOKED_AT]}
        self.pages = {path: row.page for path, row in candidates.items()} | looked_at
        self.named = {path: evidence.named_places(page) for path, page in self.pages.items()}
        frequency, pages = snapshot.frequency, max(1, snapshot.count(()))
        self.asked = evidence.asked(planned, frequency, pages)
        self._pieces = evidence.pieces(self.asked, frequency, pages)
        self._typed = typed(planned)
        self._above = sorted(
            (h.above for h in self.found.values() if h.above is not None), reverse=True
        )

    def best(self, most: int) -> list[str]:
        """The pages that are strongest by their names."""
        strength = {
            path: total(self.parts(self.pages[path], evidence.covers(self.asked, places), places))
            for path, places in self.named.items()
        }
        return sorted(strength, key=lambda path: (-strength[path], path))[:most]

    def parts(
        self, page: Page, covers: Collection[Cover], places: Mapping[str, Place]
    ) -> tuple[Part, ...]:
        """What the strength of a page is made of."""
        parts = [
            Part(c.place, (1 - PASSAGE) * c.weight * c.degree, f'"{c.concept}"')
            for c in covers
            if c.place
        ]
        share, where = evidence.passage(self._pieces, places)
        if where:
            parts.append(
                Part("passage", PASSAGE * share, f"words and characters of it in its {where}")
            )
        words = total(parts)
        parts += [*self._stray(page), *self._meaning(page.path)]
        if words >= SURE and total(parts) < POSSIBLE:
            parts.append(Part("words", POSSIBLE - total(parts), "it has nearly all of the words"))
        return tuple(parts)

    def _stray(self, page: Page) -> list[Part]:
        """What an alias takes away that stands in the query as a part: it was meant there, or only used."""
        alias, share = claim(page, self._typed)
        if share >= 1:
            return []
        value = (STRAY if self._above else UNTOLD) * (share - 1)
        return [Part("stray alias", value, f'"{alias}" is {share:.0%} of the query')]

    def _meaning(self, path: str) -> list[Part]:
        """How near the page's meaning is; nothing where it or the query is not encoded."""
        if not self._above:
            return []
        hit = self.found.get(path)
        above = hit.above if hit else self._above[-1]  # it is none of the nearest
        if above is None:
            return []
        tenth = self._above[min(TENTH, len(self._above)) - 1]
        value = MEANT * above + STANDS * (above - tenth - USUALLY)
        said = "near in meaning" if value > 0 else "far in meaning"
        return [Part("meaning", value, f"{said} ({value:+.2f})")]


def typed(planned: Plan) -> tuple[str, ...]:
    """What is compared with aliases: what was typed, or each wording of the only concept given."""
    query = planned.query
    if len(query.groups) == 1:
        return tuple(wording.text for wording in query.groups[0])
    words = [w.text for w in query.words] or [group[0].text for group in query.groups]
    return (" ".join(words),) if words else ()

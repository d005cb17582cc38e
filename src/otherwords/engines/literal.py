"""Pages that have a query to the letter: as a phrase, word by word, or with the front matter.

Two fields of their own hold the words of the body and of the front matter's values.
"""

from collections.abc import Iterator, Sequence

import tantivy

from otherwords.analysis import is_unspaced
from otherwords.engines.compiling import SATURATION, Index
from otherwords.engines.conditions import either, every, exact
from otherwords.engines.scoring import MUST, SHOULD, Query
from otherwords.ports import Literal, Units
from otherwords.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

BODY, FRONT, FRESH = "body", "front", "fresh"
FINENESS = 1024  # steps of BM25 that are told apart: what lies closer is a tie
MUST_NOT = tantivy.Occur.MustNot

_Clauses = list[tuple[tantivy.Occur, tantivy.Query]]


class Ranked(NamedTuple):
    """A page of a tier, as an address."""

    address: tantivy.DocAddress
    tier: int
    bm25: float


class Letter:
    """A query to the letter in one index, among the pages that meet some conditions."""

    def __init__(self, index: Index, wanted: Literal, conditions: Sequence[tantivy.Query]) -> None:
        self._index, self._wanted = index, wanted
        self._conditions = every(conditions)

    def best(self, most: int, by_words: bool) -> tuple[list[Ranked], int]:
        """The first pages of the tiers with all that tie with the last; how many there are."""
        found: list[Ranked] = []
        total = 0
        for tier, clauses in self._tiers():
            ranked, count = self._tier(clauses, max(0, most - len(found)), by_words)
            found += [Ranked(address, tier, bm25) for address, bm25 in ranked]
            total += count
        return found, total

    def _tiers(self) -> Iterator[tuple[int, _Clauses]]:
        whole, each = self._wanted
        if not whole and not each:
            yield 0, [*self._conditions, (MUST, Query.const_score_query(Query.all_query(), 0.0))]
            return
        phrase = self._any(whole, (BODY,))
        in_body = [self._any(wordings, (BODY,)) for wordings in each]
        with_front = [self._any(wordings, (BODY, FRONT)) for wordings in each]
        if whole:
            yield 3, [*self._conditions, *every([phrase])]
        yield 2, [*self._conditions, *every(in_body), (MUST_NOT, phrase)]
        all_in_body = Query.boolean_query(every(in_body))
        yield 1, [*self._conditions, *every(with_front), (MUST_NOT, all_in_body)]

    def _any(self, wordings: Sequence[Units], fields: Sequence[str]) -> tantivy.Query:
        if not wordings:
            return Query.empty_query()
        return either([self._stands(units, field) for units in wordings for field in fields])

    def _stands(self, units: Units, field: str) -> tantivy.Query:
        """Pages in which these terms stand side by side."""
        schema = self._index.schema
        if len(units) > 1:
            return Query.phrase_query(schema, field, list(units))
        if is_unspaced(units[0]) and len(units[0]) == 1:
            return Query.regex_query(schema, field, f".?{units[0]}.?")
        return exact(schema, field, units[0])

    def _tier(
        self, clauses: _Clauses, most: int, by_words: bool
    ) -> tuple[list[tuple[tantivy.DocAddress, float]], int]:
        scored, possible = self._words() if by_words else ([], 1.0)
        wanted = Query.boolean_query([*clauses, *scored])
        if not most:
            return [], self._search(wanted, 1, True)[1]
        fetch = most + 16
        while True:
            hits, count = self._search(wanted, fetch, bool(scored))
            steps = [_step(value / possible) if scored else value for value, _ in hits]
            if len(hits) < fetch or steps[-1] != steps[most - 1]:
                break
            fetch *= 4
        values = [step / FINENESS if scored else 0.0 for step in steps]
        return [(address, v) for (_, address), v in zip(hits, values, strict=True)], count

    def _search(
        self, wanted: tantivy.Query, fetch: int, scored: bool
    ) -> tuple[list[tuple[float, tantivy.DocAddress]], int]:
        searcher: Any = self._index.searcher  # the stubs of tantivy do not know `count`
        ordered = {} if scored else {"order_by_field": FRESH}
        result = searcher.search(wanted, limit=fetch, count=True, **ordered)
        return result.hits, int(result.count)

    def _words(self) -> tuple[_Clauses, float]:
        """The words as clauses that score, and what a page full of them would score."""
        units = {u for wordings in self._wanted.each for wording in wordings for u in wording}
        clauses: _Clauses = []
        possible = 0.0
        for unit in sorted(units):
            counts = {field: self._index.frequency(field, unit) for field in (BODY, FRONT)}
            idf = self._index.idf(counts[BODY] or counts[FRONT])  # the same word in both fields
            for field, frequency in counts.items():
                if frequency:
                    query = Query.term_query(self._index.schema, field, unit, index_option="freq")
                    weight = idf / self._index.tantivy_idf(frequency)
                    clauses.append((SHOULD, Query.boost_query(query, weight)))
            possible += idf * SATURATION if any(counts.values()) else 0.0
        return clauses, possible or 1.0


def _step(value: float) -> int:
    return min(FINENESS - 1, round(FINENESS * value))

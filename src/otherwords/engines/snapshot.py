"""One complete state of a tantivy index: finds pages, and knows the words and names of the pages."""

from collections.abc import Iterator, Sequence

import tantivy

from otherwords.analysis import key, normalize, pairs, terms, tokens
from otherwords.engines import aliasing
from otherwords.engines.compiling import Compiled, Index, compile_concept, glue
from otherwords.engines.conditions import conditions, every
from otherwords.engines.faults import Searcher
from otherwords.engines.literal import Letter
from otherwords.engines.schema import slug, unpack
from otherwords.engines.scoring import MUST, SHOULD, Node, Query, Sum, explain, query, score
from otherwords.errors import IndexDamaged
from otherwords.model import Filter, Found, Languages, Leg, Notice, Page, Part, Run, primary
from otherwords.ports import Literal, Placed, Standing

KEPT = 32  # legs that are kept as queries
MANY = 1000  # pages that a lookup by tag reads at most, and that are kept
_BITS = 20  # that a score, a float of 24 bits, can hold
_EQUAL = 5  # decimals in which two scores are the same

_Placed = tuple[tantivy.DocAddress, float, tuple[int, ...]]  # a page, its score, what it lacks


class TantivySnapshot:
    """Fulfils ports.Snapshot."""

    def __init__(
        self, index: tantivy.Index, documents: int, words: bytes, languages: Languages
    ) -> None:
        self._schema = index.schema
        self._searcher = Searcher(index)
        self.languages = languages
        self.left_out: tuple[Notice, ...] = ()
        self._index = Index(self._searcher, self._schema, documents, words)
        self._legs: dict[Leg, tuple[list[Compiled], list[Node]]] = {}
        self._pages: dict[tuple[int, int], Page] = {}  # some that were read

    # -- what the pages know of words ---------------------------------------------------------------

    def frequency(self, text: str, lang: str = "") -> int:
        """In how many pages (of a language) a wording occurs; of a single term without a language, exact."""
        units = terms(text)
        if not units:
            return 0
        wanted = [self._all_terms(text)]
        if lang:
            wanted.append(self._term("lang", lang))
        return self._count(wanted)

    def size(self, lang: str) -> int:
        """How many pages there are of a language."""
        return self._count([self._term("lang", lang)])

    def _all_terms(self, text: str) -> tantivy.Query:
        queries = []
        for token in tokens(normalize(text)):
            units = pairs(token.text) if token.unspaced else [token.text]
            if len(units) > 1:
                queries.append(Query.phrase_query(self._schema, "text", units))
            elif token.unspaced and len(units[0]) == 1:
                queries.append(Query.regex_query(self._schema, "text", f"{units[0]}.?"))
            else:
                queries.append(self._term("text", units[0]))
        return (
            queries[0] if len(queries) == 1 else Query.boolean_query([(MUST, q) for q in queries])
        )

    def _count(self, queries: Sequence[tantivy.Query]) -> int:
        wanted = (
            Query.boolean_query([(MUST, q) for q in queries]) if len(queries) > 1 else queries[0]
        )
        return int(self._searcher.search(wanted, limit=1, count=True).count)

    def named(self, text: str) -> list[Page]:
        """Pages that have this wording as their title, alias, slug or path."""
        return self._keyed("name", key(text))

    def tagged(self, text: str) -> list[Page]:
        """Pages that have this wording as a tag."""
        return self._keyed("tag", key(text))

    def versions(self, concept: str) -> list[Page]:
        """The language versions of one page."""
        return self._keyed("concept", concept)

    def aliased(
        self, how: str, text: str, filters: Sequence[Filter], most: int
    ) -> tuple[list[Page], int]:
        """Pages with an alias that is a text, stands within it or around it; some, and how many there are."""
        among = {"is": aliasing.exactly, "within": aliasing.within, "around": aliasing.around}
        found = among[how](text, self._index)
        if found is None:
            return [], 0
        wanted = Query.boolean_query(every([found, *conditions(self._schema, filters)]))
        result = self._searcher.search(wanted, limit=max(1, most), count=True)
        pages = [self._stored(address) for _, address in result.hits[:most]]
        return sorted(pages, key=lambda page: page.path), int(result.count)

    def words_like(self, pattern: str) -> list[str]:
        """Words of five letters or more that are wholly a regular expression's."""
        import re

        # A line break as the first letter is sought quickly; a look behind for it takes seven times as long.
        return re.findall(f"\\n({pattern})(?=\\n)", self._index.words.decode())

    def names_from(self, beginning: str) -> list[str]:
        """Titles, aliases, slugs and tags, as keys, that begin so."""
        return [
            name
            for field in ("name", "tag")
            for name, _ in self._searcher.terms_with_prefix(field, beginning, limit=MANY)
        ]

    def page(self, path: str) -> Page | None:
        """The page at this path."""
        return next(iter(self._keyed("path", path)), None)

    def at(self, paths: Sequence[str]) -> dict[str, Page]:
        """The pages at these paths, of those that are there."""
        wanted = Query.term_set_query(self._schema, "path", list(paths))
        return {page.path: page for page in self._read(wanted, max(1, len(paths)))}

    def translated(self, concepts: Sequence[str], lang: str) -> set[str]:
        """Which of these concepts have a page in a language, or a variety of it."""
        own = [x for x in self.languages.present if primary(x) == primary(lang)]
        if not own or not concepts:
            return set()
        among = Query.term_set_query(self._schema, "concept", list(concepts))
        spoken = Query.boolean_query([(SHOULD, self._term("lang", x)) for x in own])
        pages = self._read(Query.boolean_query([(MUST, among), (MUST, spoken)]), MANY)
        return {page.concept for page in pages}

    def successors(self, page: Page) -> list[Page]:
        """Pages that say they supersede this one: by path, by slug."""
        found = [*self._keyed("supersedes", page.path), *self._keyed("supersedes", slug(page.path))]
        return [p for p in dict.fromkeys(found) if p.path != page.path]

    def pages(self) -> list[Page]:
        """Every page, by path."""
        return self._read(Query.all_query(), max(1, self._searcher.num_docs))

    def _keyed(self, field: str, value: str) -> list[Page]:
        if not value or not self._searcher.doc_freq(field, value):
            return []
        return self._read(self._term(field, value), MANY)

    def _term(self, field: str, value: str) -> tantivy.Query:
        return Query.term_query(self._schema, field, value, index_option="basic")

    def _read(self, wanted: tantivy.Query, limit: int) -> list[Page]:
        hits = self._searcher.search(wanted, limit=limit, count=False).hits
        return sorted((self._stored(address) for _, address in hits), key=lambda page: page.path)

    def _stored(self, address: tantivy.DocAddress) -> Page:
        place = self._key(address)
        page = self._pages.get(place)
        if page is None:
            packed = self._searcher.doc(address).get_first("page")
            if packed is None:
                raise IndexDamaged("a page of the index has no stored part; it is built anew")
            if len(self._pages) >= MANY:
                self._pages.clear()
            page = self._pages[place] = unpack(bytes(packed))
        return page

    # -- finding ------------------------------------------------------------------------------------

    def search(
        self,
        leg: Leg,
        filters: Sequence[Filter],
        limit: int,
        explain: bool,
        among: Sequence[str] | None = None,
    ) -> Run:
        """The best pages of a leg: those with every concept first, then near misses."""
        if limit < 1:
            return Run("", leg.lang, ())
        compiled, scored = self._compile(leg)
        possible = sum(c.possible for c in compiled) or 1.0
        wanted = [*self._conditions(leg, filters)]
        if among is not None:
            wanted.append(Query.term_set_query(self._schema, "path", list(among)))
        limits = every(wanted)
        # Given pages are few: one query brings those with every concept and the near misses.
        total, ranked = self._hits(compiled, scored, limits, limit) if among is None else (0, [])
        hits: list[_Placed] = [(address, value, ()) for value, address in ranked]
        if len(hits) < limit:
            hits += self._near(compiled, scored, limits, limit, {self._key(a) for a, _, _ in hits})
        tree = Sum(tuple(scored))
        found = tuple(
            self._found(address, value / possible, lacks, tree if explain else None, possible)
            for address, value, lacks in hits
        )
        return Run("", leg.lang, found, total)

    def _compile(self, leg: Leg) -> tuple[list[Compiled], list[Node]]:
        """A leg as queries; it is asked again for the pages that are near by meaning."""
        found = self._legs.get(leg)
        if found is None:
            if len(self._legs) >= KEPT:
                self._legs.clear()
            compiled = [compile_concept(concept, self._index) for concept in leg.concepts]
            found = compiled, [*(c.score for c in compiled), *glue(leg, self._index)]
            self._legs[leg] = found
        return found

    @staticmethod
    def _key(address: tantivy.DocAddress) -> tuple[int, int]:
        return (address.segment_ord, address.doc)

    def _conditions(self, leg: Leg, filters: Sequence[Filter]) -> Iterator[tantivy.Query]:
        if leg.lang:
            yield self._term("lang", leg.lang)
        yield from conditions(self._schema, [f for f in filters if f.key != "lang"])

    def literal(
        self, wanted: Literal, filters: Sequence[Filter], most: int, by_words: bool
    ) -> Standing:
        """The best pages that have a query to the letter, and how many there are."""
        letter = Letter(self._index, wanted, list(conditions(self._schema, filters)))
        ranked, total = letter.best(most, by_words)
        return Standing(tuple(Placed(self._stored(a), t, bm25) for a, t, bm25 in ranked), total)

    def count(self, filters: Sequence[Filter]) -> int:
        """How many pages meet all filters."""
        return self._count([Query.all_query(), *conditions(self._schema, filters)])

    def knows(self, key: str) -> bool:
        """Whether any page has a field that this filter asks for."""
        if key == "updated":
            return bool(self.count([Filter(key, "0001-01-01", ">=")]))
        if key == "tag" and self._searcher.terms_with_prefix("tag", "", limit=1):
            return True
        name = {"tag": "heading", "sensitivity": "clearance"}.get(key, key)
        started = self._searcher.terms_with_prefix("filter", f"{name}:", limit=1)
        return bool(started) or key in ("lang", "in")

    def _hits(
        self,
        compiled: Sequence[Compiled],
        scored: Sequence[Node],
        limits: list[tuple[tantivy.Occur, tantivy.Query]],
        limit: int,
    ) -> tuple[int, list[tuple[float, tantivy.DocAddress]]]:
        """Pages that pass every gate, best first, and how many there are."""
        gates = [c.gate for c in compiled]
        if any(gate is None for gate in gates) or (not gates and not limits):
            return 0, []
        wanted = [(MUST, Query.const_score_query(gate, 0.0)) for gate in gates if gate is not None]
        wanted += [*limits, *((SHOULD, query(node)) for node in scored)]
        return self._top(Query.boolean_query(wanted), limit)

    def _top(
        self, wanted: tantivy.Query, limit: int
    ) -> tuple[int, list[tuple[float, tantivy.DocAddress]]]:
        """The best pages in an order that does not depend on when they were indexed."""
        fetch = limit + 16
        while True:
            result = self._searcher.search(wanted, limit=fetch, count=True)
            hits = result.hits
            tied = len(hits) == fetch and round(hits[-1][0], _EQUAL) == round(
                hits[limit - 1][0], _EQUAL
            )
            if not tied or fetch > 16 * MANY:
                break
            fetch *= 4
        ties = self._searcher.fast_field_values("tie", [address for _, address in hits])
        order = sorted(range(len(hits)), key=lambda i: (-round(hits[i][0], _EQUAL), ties[i]))
        return int(result.count), [hits[i] for i in order[:limit]]

    def _near(
        self,
        compiled: Sequence[Compiled],
        scored: Sequence[Node],
        limits: list[tuple[tantivy.Occur, tantivy.Query]],
        limit: int,
        hits: set[tuple[int, int]],
    ) -> list[tuple[tantivy.DocAddress, float, tuple[int, ...]]]:
        """Pages with some of the concepts, best first, with those that each lacks."""
        some = Query.boolean_query([(SHOULD, query(node)) for node in scored])
        wanted = Query.boolean_query([*limits, (MUST, some)])
        _, ranked = self._top(wanted, limit + len(hits))
        ranked = [(v, a) for v, a in ranked if self._key(a) not in hits and v > 0][
            : limit - len(hits)
        ]
        lacks = self._lacks(compiled, [a for _, a in ranked])
        return [(address, value, lacks[self._key(address)]) for value, address in ranked]

    def _lacks(
        self, compiled: Sequence[Compiled], addresses: Sequence[tantivy.DocAddress]
    ) -> dict[tuple[int, int], tuple[int, ...]]:
        """Which concepts each page does not have."""
        if not addresses:
            return {}
        ties = self._searcher.fast_field_values("tie", list(addresses))
        pages = [Query.term_query(self._schema, "tie", tie, index_option="basic") for tie in ties]
        among = Query.const_score_query(Query.boolean_query([(SHOULD, q) for q in pages]), 0.0)
        missing: dict[tuple[int, int], tuple[int, ...]] = {self._key(a): () for a in addresses}
        for start in range(0, len(compiled), _BITS):
            gates = [concept.gate for concept in compiled[start : start + _BITS]]
            for page, had in self._having(among, gates, len(addresses)).items():
                lacked = (start + n for n in range(len(gates)) if not had >> n & 1)
                missing[page] = (*missing[page], *lacked)
        return missing

    def _having(
        self, among: tantivy.Query, gates: Sequence[tantivy.Query | None], count: int
    ) -> dict[tuple[int, int], int]:
        """Which gates each page passes, as bits: one search, in which each gate scores its own power of two."""
        bits = [
            (SHOULD, Query.const_score_query(gate, float(1 << n)))
            for n, gate in enumerate(gates)
            if gate is not None
        ]
        wanted = Query.boolean_query([(MUST, among), *bits])
        found = self._searcher.search(wanted, limit=count, count=False).hits
        return {self._key(address): round(value) for value, address in found}

    def _found(
        self,
        address: tantivy.DocAddress,
        value: float,
        lacks: tuple[int, ...],
        tree: Node | None,
        possible: float,
    ) -> Found:
        page = self._stored(address)
        if tree is None:
            return Found(page, value, lacks)
        parts = explain(tree, self._searcher.bare, address) or ()
        lang = f" ({page.lang})" if page.lang != "und" else ""
        scaled = tuple(Part(p.name, p.value / possible, f"{p.detail}{lang}") for p in parts)
        return Found(page, score(scaled), lacks, scaled)

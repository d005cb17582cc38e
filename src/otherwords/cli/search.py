"""otherwords search: find pages, and say why each is there."""

import argparse
import os
import sys

from otherwords import query as asked
from otherwords import wiring
from otherwords.errors import UsageError
from otherwords.model import Answer, Filter, Query
from otherwords.planning import Wish
from otherwords.searching import Request
from otherwords.showing import lines, text

FORMATS = ("text", "json", "lines", "paths")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("query", nargs="*", help="what to search for; '-' reads it from standard input")
    bases_option(parser)
    add(
        "--lang",
        action="append",
        default=[],
        metavar="L",
        help="search only pages of this language",
    )
    add(
        "--no-expand",
        action="store_true",
        help="add no wordings; still render the query in each language",
    )
    add(
        "--expand",
        action="append",
        default=[],
        metavar="A|B",
        help="one concept in your own wordings",
    )
    add("--plan", metavar="FILE", help="concepts and wordings as JSON; '-' reads standard input")
    add("--limit", type=int, metavar="N", help="how many pages (10)")
    add("--format", choices=FORMATS, default="text", help="how to show the answer")
    add("--explain", action="store_true", help="show every number that made a hit's place")
    add("--as-of", metavar="DATE", default="", help="the day that expiry is judged by (today)")
    for key, (metavar, help_text) in FILTERS.items():
        add(f"--{key}", metavar=metavar, help=help_text)


FILTERS = {
    "category": ("C", "Guild: context standard product entity concept decision source"),
    "owner": ("O", "pages of this owner"),
    "confidence": ("C", "low, medium or high"),
    "updated-since": ("DATE", "pages updated on or after this date"),
    "tag": ("T", "pages with this tag"),
    "type": ("T", "pages of this type"),
    "review": ("R", "pending or reviewed"),
}


def bases_option(parser: argparse.ArgumentParser) -> None:
    """Declare --in."""
    parser.add_argument(
        "--in",
        dest="bases",
        action="append",
        default=[],
        metavar="BASE",
        help="a knowledge base: folder or name",
    )


def run(options: argparse.Namespace) -> int:
    """Search and show."""
    query = _query(options)
    if options.limit is not None and options.limit < 1:
        raise UsageError(f"--limit {options.limit}: a number of pages from 1 on")
    names = (*options.bases, *(f.value for f in query.filters if f.key == "in"))
    limit = options.limit or 10
    wish = Wish(tuple(options.lang), not options.no_expand, limit)
    request = Request(query, wish, options.explain or options.format == "json")
    today = asked.checked_date(options.as_of)[:10] if options.as_of else ""
    answer = wiring.answer(wiring.settings(today), request, names)
    sys.stdout.write(shown(answer, options))
    if options.format in ("text", "paths"):
        notes(answer)
    return 0


def shown(answer: Answer, options: argparse.Namespace) -> str:
    """The answer in the wanted form."""
    if options.format == "json":
        from otherwords.showing import jsonform

        return jsonform.render(answer)
    if options.format == "lines":
        return lines.render(answer)
    if options.format == "paths":
        return lines.paths(answer)
    return text.render(answer, colour(), options.explain)


def colour() -> bool:
    """Whether standard output is a terminal that wants colour."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def notes(answer: Answer) -> None:
    """What there is to say besides the answer, on standard error."""
    for notice in (*answer.plan.notices, *answer.notices):
        if notice.code not in text.DROPPED:
            label = "NOTE" if notice.level == "note" else "WARNING"
            sys.stderr.write(f"{label}: {text.note(notice, answer.plan.lang)}\n")


def _query(options: argparse.Namespace) -> Query:
    """What is asked, from the arguments or from standard input."""
    typed = " ".join(options.query)
    if typed and (options.expand or options.plan):
        raise UsageError(
            "a query and --expand (or --plan) together would leave open which of them is meant: give one of them"
        )
    if typed == "-" and options.plan == "-":
        raise UsageError("only one of the query and --plan can be read from standard input")
    if typed == "-":
        typed = sys.stdin.read().strip()
    filters = tuple(_filters(options))
    if options.plan:
        return _planned(options.plan, filters)
    if options.expand:
        groups = tuple(asked.group(one, languages_hint()) for one in options.expand)
        return Query(" ".join(g[0].text for g in groups), filters=filters, groups=groups)
    query = asked.parse(typed)
    return query._replace(filters=(*query.filters, *filters))


def languages_hint() -> tuple[str, ...]:
    """Two-letter codes that may stand before a wording; the plan keeps those that the base has."""
    return (
        "en",
        "ja",
        "zh",
        "de",
        "it",
        "fr",
        "es",
        "ko",
        "ru",
        "pt",
        "nl",
        "ar",
        "hi",
        "tr",
        "th",
        "vi",
        "el",
        "ro",
        "pl",
    )


def _filters(options: argparse.Namespace) -> list[Filter]:
    found = []
    for key in FILTERS:
        value = getattr(options, key.replace("-", "_"))
        if value is not None:
            found.append(asked.checked(key.replace("updated-since", "updated"), value))
    return found


def _planned(path: str, filters: tuple[Filter, ...]) -> Query:
    from otherwords.cli.plans import read

    return read(path, filters)

"""otherwords search: find pages, and say why each is there."""

import os
import sys

from otherwords import query as asked
from otherwords import wiring
from otherwords.cli.asking import FILTERS, query_of
from otherwords.cli.options import bases_option, encoder_option, language
from otherwords.cli.progress import progress
from otherwords.errors import UsageError
from otherwords.model import Answer
from otherwords.planning import Wish
from otherwords.searching import Request
from otherwords.showing import lines, text
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

FORMATS = ("text", "json", "lines", "paths")
MOST = 1000


def declare(parser: "argparse.ArgumentParser") -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("query", nargs="*", help="what to search for; '-' reads it from standard input")
    bases_option(parser)
    add(
        "--lang",
        action="append",
        default=[],
        metavar="L",
        help="search only pages of this language; may be repeated",
    )
    add(
        "--no-expand",
        action="store_true",
        help="add no wordings; the query is still rendered in each language",
    )
    add(
        "--expand",
        action="append",
        default=[],
        metavar="A|B",
        help="one concept in your own wordings, instead of a query: 'ja:児童手当|en:child allowance'",
    )
    add(
        "--plan",
        metavar="FILE",
        help="concepts and wordings as JSON, instead of a query; '-' reads standard input",
    )
    add("--limit", type=int, metavar="N", help="how many pages (10; Guild 20, RepoKnowledge 3)")
    add(
        "--format",
        choices=FORMATS,
        default="text",
        metavar="F",
        help=f"how to show the answer: {', '.join(FORMATS)}",
    )
    encoder_option(parser)
    add("--explain", action="store_true", help="show every number that made a hit's place")
    add("--no-learn", action="store_true", help="RepoKnowledge: write nothing to the home")
    add("--full", action="store_true", help="json: with the whole text of docs that answer")
    add("--as-of", metavar="DATE", default="", help="the day that expiry is judged by (today)")
    for key, (metavar, help_text) in FILTERS.items():
        add(f"--{key}", metavar=metavar, help=help_text)
    told = parser.add_mutually_exclusive_group()
    told.add_argument(
        "--verify-sources",
        action="store_true",
        help="Guild: compare the raw copies of sources with their checksums",
    )
    told.add_argument(
        "--no-sources", action="store_true", help="Guild: do not look up where pages come from"
    )


def run(options: "argparse.Namespace") -> int:
    """Search and show."""
    query = query_of(options)
    names = (*options.bases, *(f.value for f in query.filters if f.key == "in"))
    wish = Wish(tuple(map(language, options.lang)), not options.no_expand, _limit(options.limit))
    request = Request(query, wish, options.explain or options.format == "json")
    today = asked.checked_date(options.as_of)[:10] if options.as_of else ""
    settings = wiring.settings(today, options.encoder)
    with progress() as told:
        learn = not options.no_learn and not options.explain
        answer, found = wiring.answer(settings, request, names, told, _sources(options), learn)
    sys.stdout.write(shown(answer, options))
    if options.format in ("text", "paths"):
        notes(answer, every=options.format == "paths")
    sys.stdout.flush()
    wiring.remember(settings, answer, found)
    wiring.catch_up(found)
    return 0


def _sources(options: "argparse.Namespace") -> str:
    if options.no_sources:
        return wiring.SOURCES_LEFT_OUT
    return wiring.SOURCES_VERIFIED if options.verify_sources else wiring.SOURCES_RESOLVED


def _limit(given: int | None) -> int:
    """The wanted number of pages; 0 where the knowledge bases decide."""
    if given is not None and not 1 <= given <= MOST:
        raise UsageError(f"--limit {given}: a number of pages from 1 to {MOST}")
    return given or 0


def shown(answer: Answer, options: "argparse.Namespace") -> str:
    """The answer in the wanted form."""
    if options.format == "json":
        from otherwords.showing import jsonform

        return jsonform.render(answer, options.full)
    if options.format == "lines":
        return lines.render(answer)
    if options.format == "paths":
        return lines.paths(answer)
    return text.render(answer, colour(), options.explain)


def colour() -> bool:
    """Whether standard output is a terminal that wants colour."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def notes(answer: Answer, every: bool) -> None:
    """What there is to say besides the answer, on standard error; `every` note, or those it does not show."""
    sys.stdout.flush()
    for notice in (*(text.dropped(answer) if every else ()), *text.notes(answer)):
        label = "NOTE" if notice.level == "note" else "WARNING"
        sys.stderr.write(f"{label}: {text.note(notice, answer.plan.lang)}\n")

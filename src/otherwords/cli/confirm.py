"""otherwords confirm: a page is what a query means; it is found by that query from now on."""

import sys

from otherwords import tending, wiring
from otherwords.cli.options import bases_option
from otherwords.library import teaching
from otherwords.showing.text import one_line
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def declare(parser: "argparse.ArgumentParser") -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("page", metavar="PAGE", help="a page's path, or its number in the last answer")
    add("--query", metavar="TEXT", help="what it answers (default: the query of the last answer)")
    bases_option(parser)


def run(options: "argparse.Namespace") -> int:
    """Learn the query as a name of the page."""
    settings, query = asked(options)
    found, page = tending.located(settings, options.bases, options.page)
    say(teaching.confirm(settings, found.layout, page, query))
    return 0


def asked(options: "argparse.Namespace") -> tuple[wiring.Settings, str]:
    """The settings and the query; that of the last answer is shown first (rulings 24)."""
    settings = wiring.settings()
    if options.query is not None:
        return settings, str(options.query)
    query = tending.remembered(settings).query
    say(f"query: {query}")
    return settings, query


def say(line: str) -> None:
    """One line about what was done."""
    sys.stdout.write(f"{one_line(line)}\n")
    sys.stdout.flush()

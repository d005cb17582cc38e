"""otherwords reject: a page is not what a query means; that name is forgotten."""

from otherwords import tending
from otherwords.cli.confirm import asked, declare, say
from otherwords.library import teaching
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def run(options: "argparse.Namespace") -> int:
    """Take the query back from the names of the page."""
    settings, query = asked(options)
    found, page = tending.located(settings, options.bases, options.page)
    say(teaching.reject(settings, found.layout, page, query))
    return 0


__all__ = ["declare", "run"]

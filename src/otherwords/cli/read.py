"""otherwords read: a page as its file has it, or a part of it."""

import argparse
import re
import sys

from otherwords import tending, wiring
from otherwords.cli.options import bases_option
from otherwords.errors import UsageError
from otherwords.showing.text import safe

_LINES = re.compile(r"(\d+)(-(\d*))?")
ALL = 10**9


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("page", metavar="PAGE", help="a page's path, or its number in the last answer")
    bases_option(parser)
    add("--lines", metavar="A-B", help="only these lines of the file: 10-20, 10- or 10")
    add("--section", metavar="HEADING", default="", help="only what stands under this heading")


def run(options: argparse.Namespace) -> int:
    """Print the page."""
    if options.lines and options.section:
        raise UsageError("--lines and --section together: give one of them")
    lines = _range(options.lines) if options.lines else None
    page = tending.read(wiring.settings(), options.bases, options.page, lines, options.section)
    sys.stdout.write("\n".join(map(safe, page.text.split("\n"))) + "\n")
    return 0


def _range(text: str) -> tuple[int, int]:
    """The first and the last of the wanted lines."""
    match = _LINES.fullmatch(text)
    if not match:
        raise UsageError(f"--lines {text}: write 10-20, 10- or 10")
    first = int(match[1])
    last = first if match[2] is None else int(match[3] or ALL)
    return first, last

"""otherwords bases: the knowledge bases of the working directory, and those that were searched before."""

import argparse
import sys

from otherwords import tending, wiring
from otherwords.cli.options import bases_option, counted, document, format_option
from otherwords.showing.text import one_line
from otherwords.tending import Listing


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    bases_option(parser)
    format_option(parser)


def run(options: argparse.Namespace) -> int:
    """List them."""
    listed = tending.bases(wiring.settings(), options.bases)
    if options.format == "json":
        values = [one._asdict() | {"fresh": fresh(one)} for one in listed]
        sys.stdout.write(document({"schema": "otherwords.bases/1", "bases": values}))
    else:
        sys.stdout.write("".join(map(_shown, listed)) or NONE)
    return 0


NONE = "no knowledge base here, and none was searched before: go to a folder of Markdown pages\n"


def fresh(one: Listing) -> bool:
    """Whether the index is as the files are."""
    return one.indexed and not one.behind and not one.trouble


def _shown(one: Listing) -> str:
    mark = "*" if one.here else " "
    languages = ", ".join(f"{lang} {count}" for lang, count in one.languages.items())
    pages = f"{counted(one.pages, 'page')} ({languages})" if one.indexed else "not indexed yet"
    state = one.trouble or f"{pages}, {_state(one)}"
    return (
        f"{mark} {one_line(one.name)} ({one.kind}): {one_line(state)}\n    {one_line(one.root)}\n"
    )


def _state(one: Listing) -> str:
    if not one.indexed:
        return counted(one.behind, "file")
    changed = counted(one.behind, "changed file")
    return f"{changed}, read at the next search" if one.behind else "up to date"

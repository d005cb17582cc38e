"""otherwords index: bring everything up to date that a search would, and say how it stands."""

import argparse
import sys

from otherwords import tending, wiring
from otherwords.cli.options import bases_option, counted, encoder_option
from otherwords.cli.progress import progress
from otherwords.showing.text import note, one_line
from otherwords.tending import Indexed


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    bases_option(parser)
    encoder_option(parser)
    parser.add_argument("--anew", action="store_true", help="read every page again")


def run(options: argparse.Namespace) -> int:
    """Bring each knowledge base up to date."""
    with progress() as told:
        for one in tending.index(
            wiring.settings(encoder=options.encoder), options.bases, options.anew, told
        ):
            sys.stdout.write(_shown(one))
            for notice in one.notices:
                label = "NOTE" if notice.level == "note" else "WARNING"
                sys.stderr.write(f"{label}: {note(notice, 'en')}\n")
    return 0


def _shown(one: Indexed) -> str:
    done = f"{counted(one.read, 'file')} read" if one.read else "nothing to do"
    covered, every = one.encoded
    meaning = f", meaning covers {covered} of {every}" if every else ""
    return f"{one_line(one.name)} ({one.kind}): {counted(one.pages, 'page')}, {done}{meaning}\n"

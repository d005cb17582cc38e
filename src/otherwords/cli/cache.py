"""otherwords cache: where the indexes lie, how large they are, and which are of no use any more."""

import argparse
import sys
from collections.abc import Iterator

from otherwords import tending, wiring
from otherwords.cli.options import document, format_option
from otherwords.showing.text import one_line
from otherwords.tending import Pruned


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--prune", action="store_true", help="remove what no knowledge base on disk has"
    )
    format_option(parser)


def run(options: argparse.Namespace) -> int:
    """Show the cache; prune it."""
    found = tending.cache(wiring.settings(), options.prune)
    if options.format == "json":
        values = {
            "schema": "otherwords.cache/1",
            "folder": found.folder,
            "bytes": found.total,
            "kept": [one._asdict() for one in found.kept],
            "gone": [one._asdict() for one in found.gone],
            "strays": list(found.strays),
            "freed": found.freed,
        }
        sys.stdout.write(document(values))
    else:
        sys.stdout.write("\n".join(_shown(found, options.prune)) + "\n")
    return 0


def _shown(found: Pruned, pruned: bool) -> Iterator[str]:
    yield f"{one_line(found.folder)}: {_size(found.total)}"
    for one in found.kept:
        yield f"  {_size(one.size)}  {one_line(one.name)} ({one.kind}) {one_line(one.root)}"
    done = "removed" if pruned else "gone, --prune removes it"
    for one in found.gone:
        yield f"  {_size(one.size)}  {one_line(one.name)} ({one.kind}) {one_line(one.root)}: {done}"
    for folder in found.strays:
        yield f"  {one_line(folder)}: of no knowledge base, {'removed' if pruned else '--prune removes it'}"
    if pruned:
        yield f"{_size(found.freed)} freed"


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB"

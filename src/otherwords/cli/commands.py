"""Which commands there are. Only the one that is called is imported and declared."""

import argparse
import sys
from importlib import import_module
from typing import Protocol

# Each module in this folder declares its arguments and runs them. The first line of its docstring is
# its help.
COMMANDS = {
    "search": "find pages, and say why each is there",
    "eval": "measure how good the answers are",
}


class Command(Protocol):
    """What each command's module offers."""

    def declare(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""

    def run(self, options: argparse.Namespace) -> int:
        """Do it; returns the exit status."""


def parser(name: str = "") -> argparse.ArgumentParser:
    """The parser of the whole command line, or, quicker to make, of one command alone."""
    main = argparse.ArgumentParser(
        prog="otherwords",
        description="Search Markdown knowledge bases: in other words, in other languages.",
    )
    main.add_argument("--version", action="store_true", help="print the version")
    commands = main.add_subparsers(dest="command", metavar="COMMAND")
    for each, text in COMMANDS.items():
        if name in ("", each):
            module(each).declare(
                commands.add_parser(each, help=text, description=text.capitalize() + ".")
            )
    return main


def module(name: str) -> Command:
    """The module of a command."""
    found: Command = import_module(f"otherwords.cli.{name}")  # type: ignore[assignment]
    return found


def run(arguments: list[str]) -> int:
    """Parse the arguments and run the command."""
    name = next((a for a in arguments if not a.startswith("-")), "")
    options = parser(name if name in COMMANDS else "").parse_args(arguments)
    if options.version:
        return version()
    if not options.command:
        parser().print_help(sys.stderr)
        return 2
    return module(options.command).run(options)


def version() -> int:
    """Print the version."""
    from importlib.metadata import version as installed

    sys.stdout.write(f"otherwords {installed('otherwords')}\n")
    return 0

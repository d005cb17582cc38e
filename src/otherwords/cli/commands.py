"""Which commands there are. Only the one that is called is imported and declared."""

import sys

from otherwords.errors import UsageError
from otherwords.values import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import argparse

# Each is a module of this folder, which declares its arguments and runs them.
COMMANDS = {
    "search": "find pages, and say why each is there",
    "read": "print a page, or a part of it",
    "bases": "list the knowledge bases that are known",
    "index": "bring the index up to date",
    "doctor": "say what is wrong with a knowledge base",
    "cache": "say where the indexes lie, and how large they are",
    "eval": "measure how good the answers are",
    "confirm": "say that a page is what a query means, so that it is found by it",
    "reject": "say that a page is not what a query means",
    "names": "list, export, import or forget the names that were confirmed",
    "code": "make and keep docs of source code: create, update, list, delete, sync",
    "memo": "keep a note of your own",
    "mcp": "serve agents over the Model Context Protocol",
    "agent": "install the skills and the server's entry for an agent, or take them back",
    "compat": "answer as another program's own script does",
    "completion": "print the completion script of a shell",
}
DESCRIPTION = "Search Markdown knowledge bases: in other words, in other languages, and saying why."
EPILOG = (
    "`otherwords COMMAND --help` says more of each. Words that begin with '-' follow after '--'."
)


class Command(Protocol):
    """What each command's module offers."""

    def declare(self, parser: "argparse.ArgumentParser") -> None:
        """Declare the arguments."""

    def run(self, options: "argparse.Namespace") -> int:
        """Do it; returns the exit status."""


def module(name: str) -> Command:
    """The module of a command."""
    __import__(f"otherwords.cli.{name}")  # importlib takes 2 ms to import
    found: Command = sys.modules[f"otherwords.cli.{name}"]
    return found


def command_parser(name: str) -> "argparse.ArgumentParser":
    """The parser of one command."""
    from otherwords.cli.parsing import Parser

    text = COMMANDS[name]
    made = Parser(
        prog=f"otherwords {name}", description=f"{text[0].upper()}{text[1:]}.", allow_abbrev=False
    )
    module(name).declare(made)
    return made


def parser() -> "argparse.ArgumentParser":
    """The parser of the whole command line, for its help and for completion."""
    from otherwords.cli.parsing import Parser

    main = Parser(prog="otherwords", description=DESCRIPTION, epilog=EPILOG)
    main.add_argument("--version", action="store_true", help="print the version")
    commands = main.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, text in COMMANDS.items():
        module(name).declare(commands.add_parser(name, help=text, allow_abbrev=False))
    return main


def run(arguments: list[str]) -> int:
    """Parse the arguments and run the command."""
    if arguments and arguments[0] in COMMANDS:
        return module(arguments[0]).run(_parsed(arguments[0], arguments[1:]))
    if arguments == ["--version"]:
        return version()
    if not arguments:
        parser().print_help(sys.stderr)
        return 2
    if arguments[0] in ("-h", "--help"):
        parser().print_help()
        return 0
    raise UsageError(f"no command {arguments[0]!r}; there are {', '.join(COMMANDS)}")


def _parsed(name: str, arguments: list[str]) -> "argparse.Namespace":
    """A command's arguments: words and options in any order; after '--' there are only words."""
    if name == "search" and (quick := _quick(name, arguments)):
        return quick
    made = command_parser(name)
    return (
        made.parse_args(arguments) if "--" in arguments else made.parse_intermixed_args(arguments)
    )


def _quick(name: str, arguments: list[str]) -> "argparse.Namespace | None":
    from otherwords.cli.quick import Quick

    made = Quick()
    module(name).declare(made)  # type: ignore[arg-type]
    return made.read(arguments)  # type: ignore[return-value]


def version() -> int:
    """Print the version."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        number = installed("otherwords")
    except PackageNotFoundError:
        number = "(from its source, not installed)"
    sys.stdout.write(f"otherwords {number}\n")
    return 0

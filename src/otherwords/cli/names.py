"""otherwords names: what readers called pages when they confirmed them, kept in the data folder."""

import sys
from pathlib import Path

from otherwords import wiring
from otherwords.cli.confirm import say
from otherwords.cli.options import counted, document, format_option
from otherwords.errors import Failure, UsageError
from otherwords.learning.names import Learned, LearnedNames
from otherwords.showing.text import one_line
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

ACTIONS = ("list", "export", "import", "forget")


def declare(parser: "argparse.ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument(
        "action",
        metavar="ACTION",
        choices=ACTIONS,
        help="list; export (one JSON object a line); import FILE, or - for standard input; forget NAME",
    )
    parser.add_argument("what", nargs="?", metavar="FILE|NAME", help="of import, or of forget")
    format_option(parser)


def run(options: "argparse.Namespace") -> int:
    """List, export, import or forget."""
    names = LearnedNames(Path(wiring.settings().data))
    if options.action in ("list", "export") and options.what:
        raise UsageError(
            f"names {options.action} takes no more: {options.what!r} would mean nothing"
        )
    if options.action in ("import", "forget") and not options.what:
        what = "a file, or - for standard input" if options.action == "import" else "the name"
        raise UsageError(f"names {options.action} needs {what}")
    if options.action == "export":
        sys.stdout.writelines(f"{line}\n" for line in names.lines())
    elif options.action == "list":
        _list(names.list(), options.format)
    elif options.action == "forget":
        say(f"forgotten: {options.what} ({counted(names.forget(options.what), 'page')})")
    else:
        say(f"learned: {counted(names.take(_lines(options.what)), 'name')}")
    return 0


def _list(learned: tuple[Learned, ...], form: str) -> None:
    if form == "json":
        values = [name._asdict() for name in learned]
        sys.stdout.write(document({"schema": "otherwords.names/1", "names": values}))
        return
    sys.stdout.write("".join(map(_shown, learned)) or "no name is learned yet\n")


def _shown(name: Learned) -> str:
    return f"{one_line(name.text)}\n    {one_line(name.path)} (in {one_line(name.base)}, {name.learned})\n"


def _lines(path: str) -> list[str]:
    if path == "-":
        from otherwords.cli.options import standard_input

        return standard_input().splitlines()
    try:
        return Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no UTF-8 text"
        raise Failure(f"{path}: {why}; name a file that `otherwords names export` made") from error

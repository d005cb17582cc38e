"""otherwords memo: keep a note in `_personal` of the RepoKnowledge home."""

from otherwords import wiring
from otherwords.cli.confirm import say
from otherwords.cli.options import standard_input
from otherwords.errors import UsageError
from otherwords.library import teaching
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def declare(parser: "argparse.ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument(
        "note",
        nargs="*",
        metavar="TITLE: TEXT",
        help="a title, a colon and a text; '-' reads them from standard input",
    )


def run(options: "argparse.Namespace") -> int:
    """Write the note; one of that title is written anew."""
    words = " ".join(options.note)
    title, colon, text = (standard_input() if words == "-" else words).partition(":")
    if not colon:
        raise UsageError("a memo is a title and a text: otherwords memo 'title: text'")
    settings = wiring.settings()
    path = teaching.remember(settings, title.strip(), text.strip())
    say(f"written: {path} (in {settings.rk_home})")
    return 0

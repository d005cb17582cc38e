"""The text of a file as lines, which keep their ends; folding and single lines."""

import unicodedata

BOM = "\ufeff"


def fold(text: str) -> str:
    """The form in which two aliases are the same: NFKC, case folded, white space as one space."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split())


def one_line(text: str) -> str:
    """Text with white space and control characters as single spaces."""
    plain = text if text.isprintable() else "".join(" " if is_control(c) else c for c in text)
    return " ".join(plain.split())


def is_control(char: str) -> bool:
    """Whether a character is none that stands in a line: a control character, half a surrogate pair."""
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")


def doc_path(doc: str) -> str:
    """A doc's path as two of them are compared."""
    return doc.removeprefix("./")


def lines_of(text: str) -> list[str]:
    """The lines of a text, each with its end."""
    *whole, last = text.split("\n")
    lines = [f"{line}\n" for line in whole]
    return [*lines, last] if last else lines


def body_and_end(line: str) -> tuple[str, str]:
    """A line and its end."""
    body = line.rstrip("\n")
    body = body.removesuffix("\r") if line.endswith("\n") else body
    return body, line[len(body) :]


def indent_of(body: str) -> str:
    """What stands before the first sign of a line."""
    return body[: len(body) - len(body.lstrip(" \t" + BOM))]


def newline_of(text: str) -> str:
    """How the lines of a text end."""
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"

"""The fields of a `_meta.md`, or of a doc's front matter."""

from collections.abc import Mapping

from otherwords.rkindex.lines import body_and_end, lines_of, newline_of, one_line
from otherwords.values import pattern

_FRONT = pattern(r"(?sm)\ufeff?---[ \t]*\r?\n.*?^---[ \t]*(?:\r?\n|\Z)")
_FIELD = pattern(r"(?P<head>\s*(?:[-*+]\s+)?\**(?P<key>\w+)\**[ \t]*:\**[ \t]*)(?P<value>.*)$")


def meta(text: str) -> dict[str, str]:
    """The fields of a `_meta.md`, or of a doc's front matter."""
    found = (_FIELD.match(body_and_end(line)[0]) for line in lines_of(head_of(text)))
    return {m["key"]: m["value"].strip().strip("\"'") for m in found if m}


def with_meta(text: str, fields: Mapping[str, str]) -> str:
    """The text with these fields set where they stand, or added at the end of its head."""
    head = head_of(text)
    lines, rest = lines_of(head), text[len(head) :]
    if not lines:
        lines = ["---\n", "---\n"]
    where = {m["key"]: i for i, x in enumerate(lines) if (m := _FIELD.match(body_and_end(x)[0]))}
    newline = newline_of(text)
    for key, value in fields.items():
        if key in where:
            body, end = body_and_end(lines[where[key]])
            match = _FIELD.match(body)
            before = match["head"] if match else f"{key}: "
            lines[where[key]] = before.rstrip() + " " + one_line(value) + end
            continue
        at = len(lines) - 1 if lines[-1].strip() == "---" else len(lines)
        if at and not lines[at - 1].endswith("\n"):
            lines[at - 1] += newline
        lines.insert(at, f"{key}: {one_line(value)}{newline}")
    return "".join(lines) + rest


def head_of(text: str) -> str:
    """The front matter with its fences; without one, the whole text."""
    match = _FRONT.match(text)
    return match[0] if match else text

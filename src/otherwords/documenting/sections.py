"""A function that is too long, as its logical sections."""

import re

from otherwords.documenting import comments
from otherwords.documenting.comments import Comment
from otherwords.documenting.definition import Definition, dedented, python_docstring

LONGEST_FUNCTION = 100  # lines: beyond, a function is split


def split(one: Definition) -> list[Definition]:
    """A long function as its logical sections; everything else as it is."""
    lines = one.code.split("\n")
    start = _code_start(one, lines)
    if one.kind == "class" or len(lines) - start <= LONGEST_FUNCTION:
        return [one]
    cuts = _cuts(lines, start)
    if len(cuts) < 3:
        return [one]
    parts = zip(cuts, cuts[1:], strict=False)
    return [_section(one, lines, a, b, n, len(cuts) - 1) for n, (a, b) in enumerate(parts, 1)]


def _section(one: Definition, lines: list[str], a: int, b: int, n: int, of: int) -> Definition:
    title = _title(lines[a:b])
    title = comments.plain(title) if one.language == "python" else title
    notes = (f"Part {n} of {of} of `{one.name}`, lines {one.line} to {one.end}.", *one.notes)
    part = one._replace(
        kind="section", name=f"{one.name} (part {n})", part=n, notes=notes,
        code=dedented("\n".join(lines[a:b])) if n > 1 else "\n".join(lines[a:b]).rstrip(),
        line=one.line + a, end=one.line + b - 1,
    )  # fmt: skip
    if n == 1:
        return part
    return part._replace(comment=Comment(title), params=(), returns=(), notes=notes[:1])


def _code_start(one: Definition, lines: list[str]) -> int:
    """The line where the statements begin, behind the signature and a docstring."""
    doc = python_docstring(one.code) if one.language == "python" else ""
    if doc:
        before = one.code.index(doc) + len(doc)
        return one.code[:before].count("\n") + 1
    return 1


def _cuts(lines: list[str], start: int) -> list[int]:
    """Where a body is cut: at blank lines or comments before statements of its own level."""
    body = [i for i in range(start, len(lines)) if lines[i].strip()]
    level = min((_indent(lines[i]) for i in body if _indent(lines[i])), default=0)
    may = [
        i
        for i in body
        if _indent(lines[i]) == level
        and not re.match(r"\s*(?:[)\]}]|else\b|elif\b|except\b|finally\b|catch\b)", lines[i])
        and (not lines[i - 1].strip() or re.match(r"\s*(?://|#|/\*)", lines[i]))
        and not re.match(r"\s*(?://|#)", lines[i - 1])
    ]
    cuts = [0]
    for at, after in zip(may, [*may[1:], len(lines)], strict=False):
        if at - cuts[-1] >= LONGEST_FUNCTION // 4 and after - cuts[-1] > LONGEST_FUNCTION * 3 // 5:
            cuts.append(at)
    if len(cuts) > 1 and len(lines) - cuts[-1] < LONGEST_FUNCTION // 10:
        cuts.pop()
    return [*cuts, len(lines)]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _title(lines: list[str]) -> str:
    """What the comment that opens a section says; '' where none does."""
    found = []
    for line in lines:
        match = re.match(r"\s*(?:///?|#+:?|/\*+)\s?(.*?)(?:\*/)?$", line)
        if not match:
            break
        found.append(match[1])
    return comments.cleaned(found)

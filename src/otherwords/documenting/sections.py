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
    """Where a body is cut: before statements of its own level, inside them where one is too
    long."""
    level = min((_indent(x) for x in lines[start:] if x.strip() and _indent(x)), default=0)
    cuts = _grouped(0, len(lines), _places(lines, start, len(lines), level))
    if len(cuts) > 1 and len(lines) - cuts[-1] < LONGEST_FUNCTION // 10:
        cuts.pop()
    ends = [*cuts[1:], len(lines)]
    parts = zip(cuts, ends, strict=True)
    return [*(x for a, b in parts for x in (a, *_deeper(lines, max(a, start), b, level))), ends[-1]]


def _deeper(lines: list[str], a: int, b: int, level: int) -> list[int]:
    """Cuts inside a stretch that is too long, at the first deeper level that has some."""
    if b - a <= LONGEST_FUNCTION:
        return []
    for deeper in sorted({_indent(x) for x in lines[a:b] if x.strip() and _indent(x) > level}):
        cuts = _grouped(a, b, _places(lines, a + 1, b, deeper))
        if len(cuts) > 1:
            parts = zip(cuts, [*cuts[1:], b], strict=True)
            return [x for p, q in parts for x in (p, *_deeper(lines, p, q, deeper))][1:]
    return []


def _places(lines: list[str], a: int, b: int, level: int) -> list[int]:
    """Where statements of a level begin behind a blank line, with a comment, or as a case."""
    return [
        i
        for i in range(a, b)
        if lines[i].strip()
        and _indent(lines[i]) == level
        and not re.match(r"\s*(?:[)\]}]|else\b|elif\b|except\b|finally\b|catch\b)", lines[i])
        and (not lines[i - 1].strip() or re.match(r"\s*(?://|#|/\*|case\b|default\b)", lines[i]))
        and not re.match(r"\s*(?://|#)", lines[i - 1])
    ]


def _grouped(begin: int, end: int, places: list[int]) -> list[int]:
    """The beginnings of stretches that are neither very short nor, where that can be, long."""
    cuts = [begin]
    for at, after in zip(places, [*places[1:], end], strict=False):
        if at - cuts[-1] >= LONGEST_FUNCTION // 4 and after - cuts[-1] > LONGEST_FUNCTION * 3 // 5:
            cuts.append(at)
    return cuts


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

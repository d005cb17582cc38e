"""The front matter of a page: where it is, what it says, and what had to be repaired.

A file that opens with ``---`` may also open with a thematic break: it has front matter only when
the lines between its fences are ``key:`` lines, or are meant to be.
"""

from __future__ import annotations

import re

from otherwords.values import NamedTuple, pattern

from .parts import Remark
from .yaml_lines import Fault, Loaded, plain

LIMIT = 65_536
"""Front matter is read up to this many characters."""

_REPAIRS = 100
_OPENING = pattern(r"---[ \t]*\n")
_FENCE = pattern(r"^(?:---|\.\.\.)[ \t]*$\n?", re.MULTILINE)
_NAME = r"""(?:"[^"\n]+"|'[^'\n]+'|[^\W\d][\w.-]*(?: [\w.-]+){0,3})"""
_KEY_LINE = pattern(rf"{_NAME}[ \t]*:(?=[ \t\n]|$)", re.MULTILINE)
_KEY_LINES = pattern(rf"^{_NAME}[ \t]*:(?=[ \t\n]|$)", re.MULTILINE)
_LISTED_KEY = pattern(rf"^- +{_NAME}:(?=[ \t\n]|$)", re.MULTILINE)
_LEADING = pattern(
    rf"(?:(?:{_NAME}[ \t]*:(?=[ \t\n]|$)|[ \t]+(?=\S)|-[ \t])[^\n]*(?:\n|$))+", re.MULTILINE
)
_BLANK = pattern(r"\s*")
_TEXT_LINE = pattern(r"^[^\s#]", re.MULTILINE)
_PAIR = pattern(
    rf"([ \t]*(?:-[ \t]+)*{_NAME}[ \t]*:[ \t]+)([^\s\"'\[\]{{}}|>&*!%@`#].*?)([ \t]+#.*|[ \t]*)"
)
_HINTS = (
    ("mapping values", "put the value in quotes"),
    ("tab character", "indent with spaces, not tabs"),
    ("cannot start any token", "indent with spaces, and quote a value that begins with @, ` or %"),
    ("anchor or alias", "write the value out, or put it in quotes"),
    ("the tag", "put the value in quotes"),
    ("quoted scalar", "close the quote, or write a quote inside as two"),
    ("flow ", "close the bracket, or put the value in quotes"),
    ("block ", "give each `key: value` a line of its own, indented evenly"),
    ("expected ':'", "give each `key: value` a line of its own"),
    ("U+", "remove the character"),
    ("nested", "write it flatter"),
)


class FrontMatter(NamedTuple):
    """What stands before the body."""

    meta: dict[str, object] | None
    """``{}`` when there is no front matter, None when it is not readable as a mapping."""
    lines: dict[str, int]
    """The line of each top-level key."""
    end: int
    """The offset in the text at which the body begins."""
    remarks: tuple[Remark, ...]


def front_matter(text: str) -> FrontMatter:
    """Read the front matter of `text`, whose line ends are ``\\n``; never raises."""
    opening = _OPENING.match(text)
    if opening is None:
        return FrontMatter({}, {}, 0, ())
    start = opening.end()
    closing = _FENCE.search(text, start, start + LIMIT)
    if closing is None:
        return _unclosed(text, start)
    block, end = text[start : closing.start()], closing.end()
    if not block.strip():
        return FrontMatter({}, {}, end, ())
    if not _KEY_LINES.search(block):
        return _without_keys(block, end)
    return _mapping(text, start, block, end)


def _without_keys(block: str, end: int) -> FrontMatter:
    """Prose between two thematic breaks, unless it is YAML that holds mappings of some kind."""
    found = _read(block, end)
    if found is not None:
        keyed = found.meta and not any(" " in key for key in found.meta)
        if keyed or (found.meta is None and _LISTED_KEY.search(block)):
            return found
    return FrontMatter({}, {}, 0, ())


def _mapping(text: str, start: int, block: str, end: int) -> FrontMatter:
    found = _read(block, end)
    if found is not None and found.meta is not None:
        return found
    leading = _LEADING.match(block)
    rest = block[leading.end() :] if leading else block
    if leading and rest.strip() and rest[0] in "\n#" and not _KEY_LINES.search(rest):
        return _unclosed(text, start)
    if found is None or not _opens_with_key(block):
        return FrontMatter({}, {}, 0, ())
    return found


def _opens_with_key(block: str) -> bool:
    """Front matter meant as such has a key first, or has no less keys than other lines."""
    first = _TEXT_LINE.search(block)
    if first and _KEY_LINE.match(block, first.start()):
        return True
    return 2 * len(_KEY_LINES.findall(block)) >= len(_TEXT_LINE.findall(block))


def _unclosed(text: str, start: int) -> FrontMatter:
    """No closing fence: the leading ``key: value`` lines are the front matter."""
    if not _KEY_LINE.match(text, start):
        return FrontMatter({}, {}, 0, ())
    leading = _LEADING.match(text, start)
    end = leading.end() if leading else start
    if end - start > LIMIT:
        return _too_large(text, end)
    found = _read(text[start:end], end)
    if found is None:
        return FrontMatter({}, {}, 0, ())
    message = "the front matter has no closing line; put --- after its last key"
    return found._replace(remarks=(Remark("front-matter-unclosed", message, 1), *found.remarks))


def _too_large(text: str, end: int) -> FrontMatter:
    closing = _FENCE.match(text, end)
    message = f"the front matter is longer than {LIMIT:,} characters; move text into the body"
    remark = Remark("front-matter-too-large", message, 1)
    return FrontMatter(None, {}, closing.end() if closing else end, (remark,))


def _read(block: str, end: int) -> FrontMatter | None:
    """The block as YAML, repaired where that is safe; None when it is plain text."""
    try:
        loaded, remarks = _loaded(block)
    except Fault as fault:
        return FrontMatter(None, {}, end, (_unreadable(fault),))
    value = loaded.value
    if isinstance(value, dict):
        lines = {key: line + 2 for key, line in loaded.lines.items()}
        return FrontMatter(value, lines, end, (*remarks, *map(_repeated, loaded.repeated)))
    if not isinstance(value, list):
        return None
    message = "the front matter is a list; write it as `key: value` lines"
    return FrontMatter(None, {}, end, (Remark("front-matter-not-mapping", message, 2),))


def _loaded(block: str) -> tuple[Loaded, list[Remark]]:
    """Load, and quote one plain value at a time for as long as an unquoted ``: `` is the fault."""
    remarks: list[Remark] = []
    if found := plain(block):
        return found, remarks
    from .yaml_values import load  # 10 ms, and most pages need none

    while True:
        try:
            return load(block), remarks
        except Fault as fault:
            repaired = _repaired(block, fault) if len(remarks) < _REPAIRS else None
            if repaired is None:
                raise
            block = repaired
            message = (
                f"column {fault.column + 1}: an unquoted `: ` in a value, kept as text;"
                " put the value in quotes"
            )
            remarks.append(Remark("yaml-repaired", message, fault.line + 2))


def _repaired(block: str, fault: Fault) -> str | None:
    """The block with the value on the faulty line in quotes; None if that is not the trouble."""
    if "mapping values are not allowed" not in fault.problem:
        return None
    lines = block.split("\n")
    pair = _PAIR.fullmatch(lines[fault.line]) if fault.line < len(lines) else None
    if pair is None or pair.end(1) > fault.column:
        return None
    value = pair[2].replace("'", "''")
    lines[fault.line] = f"{pair[1]}'{value}'{pair[3]}"
    return "\n".join(lines)


def _unreadable(fault: Fault) -> Remark:
    hint = next((hint for part, hint in _HINTS if part in fault.problem), "check this line")
    message = f"column {fault.column + 1}: the front matter is not YAML: {fault.problem}; {hint}"
    return Remark("yaml-error", message, fault.line + 2)


def _repeated(repeat: tuple[str, int]) -> Remark:
    key, line = repeat
    message = f"the key `{key}` is given more than once; the last one counts, remove the others"
    return Remark("yaml-duplicate-key", message, line + 2)

"""A long body in pieces, so that the memory for its events stays bounded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from otherwords.values import pattern

SIZE = 250_000
"""A body of more characters than this is parsed in pieces of about as many."""

_FENCE = pattern(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)


def pieces(source: str) -> Iterator[tuple[str, int]]:
    """Cut `source` between blocks, where it can be; each piece comes with its first line (from 0).

    A piece that begins inside fenced code gets its fence again, on a line before its first.
    """
    start, line, fence = 0, 0, ""
    while True:
        end = _cut(source, start)
        piece = source if end - start == len(source) else source[start:end]
        yield (f"{fence}\n{piece}", line - 1) if fence else (piece, line)
        if end == len(source):
            return
        fence = _fence_after(piece, fence)
        line += piece.count("\n")
        start = end


def _cut(source: str, start: int) -> int:
    """Before a heading, else after a blank line, else after any line."""
    limit = start + SIZE
    if limit >= len(source):
        return len(source)
    for mark in ("\n\n#", "\n\n", "\n"):
        found = source.rfind(mark, start + SIZE // 2, limit)
        if found >= 0:
            return found + mark.count("\n")
    return source.find("\n", limit) + 1 or len(source)


def _fence_after(piece: str, fence: str) -> str:
    """The fence that is open at the end of `piece`, if one is."""
    for match in _FENCE.finditer(piece):
        mark = match[1]
        if not fence:
            fence = mark
        elif mark.startswith(fence):
            fence = ""
    return fence

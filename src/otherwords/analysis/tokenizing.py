"""Text to terms. Words are terms; scripts without spaces become overlapping character pairs.

A run ABCD gives AB BC CD and, so that every single character can be found, its last one: D.
"""

from _operator import add

from otherwords.analysis.folding import (
    FILLER,
    fold,
    fold_kept,
    is_han,
    is_whole,
    normalize,
    short_ends,
)
from otherwords.values import TYPE_CHECKING, NamedTuple, pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

# Scripts written without spaces, after folding (katakana is hiragana by then), and Hangul, whose
# particles are glued to the noun.
_RANGES = (
    ("\u3005", "\u3005"),
    ("\u3007", "\u3007"),
    ("\u3041", "\u309f"),
    ("\u30a0", "\u30ff"),
    ("\u3400", "\u4dbf"),
    ("\u4e00", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\uac00", "\ud7a3"),
    ("\u1100", "\u11ff"),
    ("\u0e00", "\u0eff"),
    ("\u1000", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\U00020000", "\U0003ffff"),
)
_UNSPACED = "".join(f"{first}-{last}" for first, last in _RANGES)
SHORT = 4000  # characters; up to here a loop is quicker than compiling the expressions (8 ms)
_RUN = pattern(f"[{_UNSPACED}]+")
_KEPT_RUN = pattern(f"[{_UNSPACED}{FILLER}]+|[^ {_UNSPACED}]+")
_RUNS = pattern(f"[{_UNSPACED}]+(?: +[{_UNSPACED}]+)*")
_HUMP = pattern(r"[A-Z](?:(?<=[a-z0-9][A-Z])|[A-Z][a-z])")  # a class first: five times as fast
_HUMPS = pattern(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


class _Scripts(dict[str, bool]):
    """Whether a character is of a script without spaces. Filled as met."""

    def __missing__(self, char: str) -> bool:
        found = self[char] = any(first <= char <= last for first, last in _RANGES)
        return found


_SCRIPTS = _Scripts()


class Token(NamedTuple):
    """A run of letters in a text: its folded form and where it stands."""

    text: str
    start: int
    end: int

    @property
    def unspaced(self) -> bool:
        """Whether the run is in a script without spaces, so that its terms are pairs."""
        return is_unspaced(self.text)


def is_unspaced(text: str) -> bool:
    """Whether a folded text begins in a script without spaces."""
    return text != "" and _SCRIPTS[text[0]]


def pairs(run: str) -> list[str]:
    """The overlapping pairs of a run; the run itself where it is one character."""
    return list(map(add, run, run[1:])) or [run]


_FIRST = pattern("\0 \0.")


def _indexed_runs(match: "re.Match[str]") -> str:
    """The pairs of runs with spaces between them, and the last character of each.

    As bytes, four a character, of which twelve make a pair and a space: many times as fast as pair by pair.
    Each run ends with a NUL, which folded text has not: "D\\0 " is the last one, "\\0A " is none.
    """
    runs = f"{chr(0).join(match[0].split())}\0".encode("utf-32-le")
    made = bytearray(b" \0\0\0" * (3 * (len(runs) // 4 - 1)))
    for at in range(4):
        made[at::12], made[at + 4 :: 12] = runs[at:-4:4], runs[at + 4 :: 4]
    return f" {_FIRST.sub('', made.decode('utf-32-le'))[:-2]} "


def humps(word: str) -> list[str]:
    """The parts of an identifier in camel case: getWindowRect gives get, window, rect."""
    parts = _HUMPS.findall(word)
    return [p.lower() for p in parts] if len(parts) > 1 else []


def _all_humps(text: str) -> str:
    """The parts of every identifier of a text, so that they can be found beside the whole."""
    found, end = [], 0
    for hump in _HUMP.finditer(text):
        if hump.start() < end:
            continue  # another one of the identifier before
        start, end = hump.start(), hump.end()
        while start and _is_identifier(text[start - 1]):
            start -= 1
        while end < len(text) and _is_identifier(text[end]):
            end += 1
        found.append(" ".join(humps(text[start:end])))
    return " ".join(found)


def _is_identifier(char: str) -> bool:
    return char.isascii() and char.isalnum()


def index_text(text: str) -> str:
    """All terms of a text, with spaces between them, as an engine stores them."""
    text = normalize(text)
    folded = fold(text)
    if not folded.isascii():
        folded = _RUNS.sub(_indexed_runs, folded)
    if "ー" in text and (ends := short_ends(text)):
        folded = f"{folded} {' '.join(' '.join(pairs(end)) for end in ends)}"
    parts = _all_humps(text)
    return f"{folded} {parts}" if parts else folded


def _plain_run(match: "re.Match[str]") -> str:
    return f" {' '.join(pairs(match[0]))} "


def plain_text(text: str) -> str:
    """The terms of a text as `terms` gives them, side by side as they stand, with spaces between them."""
    folded = fold(normalize(text))
    return folded if folded.isascii() else _RUN.sub(_plain_run, folded)


def tokens(text: str) -> list[Token]:
    """The runs of a normalized text, where they stand. Words glued to another script are runs of their own."""
    kept = fold_kept(text)
    found = []
    whole = is_whole(kept)
    for start, end in _spans(kept) if len(kept) < SHORT else _spans_of_long(kept):
        folded = kept[start:end]
        if not whole and not folded.isascii():  # ß, dropped marks
            folded = fold(folded).replace(FILLER, "")
        if folded:
            found.append(Token(folded, start, end))
    return found


def _spans_of_long(kept: str) -> "Iterator[tuple[int, int]]":
    return (match.span() for match in _KEPT_RUN.finditer(kept))


def _spans(kept: str) -> "Iterator[tuple[int, int]]":
    """Where the matches of _KEPT_RUN are, found without it."""
    start = 0
    for piece in kept.split(" "):
        if piece.isascii():
            if piece:
                yield start, start + len(piece)
        else:
            yield from _mixed(piece, start)
        start += len(piece) + 1


def _mixed(piece: str, start: int) -> "Iterator[tuple[int, int]]":
    """The runs of a piece without spaces that is not ASCII alone."""
    at, length = 0, len(piece)
    while at < length:
        first = at
        if piece[at] == FILLER or _SCRIPTS[piece[at]]:
            while at < length and (piece[at] == FILLER or _SCRIPTS[piece[at]]):
                at += 1
        else:
            while at < length and not _SCRIPTS[piece[at]]:
                at += 1
        yield start + first, start + at


def terms(text: str) -> tuple[str, ...]:
    """The terms of a wording in order: what must stand side by side in a page that has it."""
    found: list[str] = []
    for token in tokens(normalize(text)):
        found.extend(pairs(token.text) if token.unspaced else [token.text])
    return tuple(found)


def has_han(text: str) -> bool:
    """Whether a text has a Han character."""
    return any(is_han(ord(c)) for c in text)

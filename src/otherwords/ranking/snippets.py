"""The lines that show why a page is a hit, cited by their number in the file."""

import re
from collections.abc import Iterable, Sequence

from otherwords.analysis import Token, fold, is_unspaced, normalize, terms, tokens
from otherwords.model import Snippet

LONGEST = 160  # characters around the first match
BEFORE = 40  # of them before it
LARGEST = 1_000_000  # characters of a page that are looked through


def snippet(text: str, wordings: Iterable[str], fallback: str = "") -> Snippet:
    """The line of a page that has most of the wordings, cut around its first match.

    Line numbers are those of the file. Without a match: `fallback`, at no line.
    """
    lines = normalize(text[:LARGEST]).split("\n")
    pattern = _pattern(wordings)
    best, best_value = -1, 0.0
    folded_words = pattern
    start = _body_start(lines)
    for number, line in enumerate(lines):
        value = _value(line, folded_words)
        if value and number < start:
            value *= 0.5  # front matter shows a page less well than its text
        if value > best_value:
            best, best_value = number, value
    if best < 0:
        return Snippet(_cut(normalize(fallback), 0)[0])
    return _cited(lines[best], best + 1, folded_words)


def _body_start(lines: Sequence[str]) -> int:
    """Where the front matter ends."""
    if not lines or lines[0].lstrip("\ufeff").rstrip() != "---":
        return 0
    return next((n + 1 for n, line in enumerate(lines[1:200], 1) if line.rstrip() == "---"), 0)


Wanted = list[tuple[tuple[str, ...], str]]


def _pattern(wordings: Iterable[str]) -> Wanted:
    """Each wording as its terms and its folded letters."""
    return [(terms(w), fold(normalize(w)).replace(" ", "")) for w in dict.fromkeys(wordings)]


def _value(line: str, wanted: Wanted) -> float:
    """How many of the wordings a line has, a whole one counting most."""
    folded = fold(line)
    if not folded.strip():
        return 0.0
    words = f" {' '.join(folded.split())} "
    value = 0.0
    for units, letters in wanted:
        if not units:
            continue
        if is_unspaced(letters):
            value += 1.0 if letters in folded else 0.0
        elif f" {' '.join(units)} " in words:
            value += 1.0
        else:
            value += sum(0.4 for unit in units if len(unit) > 3 and unit[:5] in words) / len(units)
    return value


def _cited(line: str, number: int, wanted: Wanted) -> Snippet:
    spans = _spans(line, wanted)
    text, start = _cut(line, spans[0][0] if spans else 0)
    lead = 1 if start else 0
    text = ("…" if start else "") + text
    marks = [(a - start + lead, b - start + lead) for a, b in spans]
    marks = [(a, b) for a, b in marks if lead <= a and b <= len(text.rstrip("…"))]
    return Snippet(text, number, tuple(marks))


def _cut(line: str, match: int) -> tuple[str, int]:
    """A piece of a line around a match, and where it begins."""
    stripped = len(line) - len(line.lstrip())
    start = max(stripped, match - BEFORE) if match - BEFORE > stripped else stripped
    if start > stripped and (space := line.find(" ", start, match)) > 0:
        start = space + 1
    text = line[start : start + LONGEST]
    more = len(line.rstrip()) > start + LONGEST
    return (text.rstrip() + "…" if more else text.rstrip()), start


def _spans(line: str, wanted: Wanted) -> list[tuple[int, int]]:
    """Where the wordings stand in a line, not overlapping, in order."""
    found = [span for token in tokens(line) for span in _token_spans(token, wanted)]
    merged: list[tuple[int, int]] = []
    for a, b in sorted(found):
        if merged and a <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(b, merged[-1][1]))
        else:
            merged.append((a, b))
    return merged


def _token_spans(token: Token, wanted: Wanted) -> list[tuple[int, int]]:
    """The parts of a run that a wording asks for; a run of another length is marked whole."""
    if not token.unspaced:
        whole = any(
            unit == token.text
            or (len(unit) > 3 and (unit in token.text or unit[:5] == token.text[:5]))
            for units, letters in wanted
            if not is_unspaced(letters)
            for unit in units
        )
        return [(token.start, token.end)] if whole else []
    runs = {run for _, letters in wanted for run in re.findall(r"[^\x00-\x7f]+", letters)}
    even = len(token.text) == token.end - token.start
    spans = [m.span() for run in runs for m in re.finditer(re.escape(run), token.text)]
    if not even:
        return [(token.start, token.end)] if spans else []
    return [(token.start + a, token.start + b) for a, b in spans]

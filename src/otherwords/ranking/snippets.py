"""The lines that show why a page is a hit, cited by their number in the file."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from otherwords.analysis import (
    FILLER,
    Token,
    fold,
    fold_kept,
    is_unspaced,
    is_whole,
    normalize,
    short_ends,
    terms,
    tokens,
)
from otherwords.model import Snippet
from otherwords.values import NamedTuple

LONGEST = 160  # columns around the first match; a Han character, kana or hangul takes two
BEFORE = 40  # of them before it
LARGEST = (
    1_000_000  # characters of a page that are looked through; beyond, for a wording as it stands
)
OTHER = 0.9  # what another wording than the typed one is worth
FRONT, HEADING = 0.5, 0.8  # what a match there is worth: it shows a page less well than its text
_WIDE = "\u1100"  # from here on characters are shown, about, in two columns
_GAPS = " _-‐·・/"  # between two marks that are shown as one


def snippet(text: str, concepts: Iterable[Sequence[str]], fallback: str = "") -> Snippet:
    """The line of a page that has most of the concepts, each in one of its wordings, cut around its first match.

    Line numbers are those of the file. Without a match, or where only the title matches (which is shown
    anyway): `fallback`, at its line if it stands on one.
    """
    named = list(dict.fromkeys(tuple(wordings) for wordings in concepts))
    wanted = [_pattern(wordings) for wordings in named]
    lines = normalize(text[:LARGEST]).split("\n")
    start = _body_start(lines)
    probes = _probes(wanted)
    values = [_value(line, wanted, probes) * _worth(n, line, start) for n, line in enumerate(lines)]
    best = max(range(len(values)), key=lambda n: (values[n], -n), default=0)
    if not any(values):
        far = _far(text, chain(*named))
        return _cited(*far, wanted) if far else _described(lines, start, fallback)
    if best < start and lines[best].startswith("title:") and fallback:
        return _described(lines, start, fallback)
    return _cited(lines[best], best + 1, wanted)


def _worth(number: int, line: str, start: int) -> float:
    if number < start:
        return FRONT
    return HEADING if line.startswith("#") else 1.0


def _far(text: str, wordings: Iterable[str]) -> tuple[str, int] | None:
    """The line of a very long file, beyond what is folded, that has a wording as it is typed, in any case."""
    if len(text) <= LARGEST:
        return None
    import re  # 8 ms, and such files are rare

    wanted = "|".join(re.escape(normalize(w)) for w in wordings if w)
    match = re.compile(wanted, re.IGNORECASE).search(text, LARGEST) if wanted else None
    if not match:
        return None
    at = match.start()
    first, last = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    line = text[max(first, at - LONGEST) : min(last if last >= 0 else len(text), at + LONGEST)]
    return normalize(line), text.count("\n", 0, at) + 1


def _described(lines: Sequence[str], start: int, fallback: str) -> Snippet:
    """A page's description, at the line of the front matter that it begins on."""
    plain = normalize(" ".join(fallback.split()))
    beginning = plain[:20]
    found = (n for n, line in enumerate(lines[:start], 1) if beginning and beginning in line)
    return Snippet(_cut(plain, 0)[0], next(found, 0))


def _body_start(lines: Sequence[str]) -> int:
    """Where the front matter ends."""
    if not lines or lines[0].lstrip("\ufeff").rstrip() != "---":
        return 0
    return next((n + 1 for n, line in enumerate(lines[1:200], 1) if line.rstrip() == "---"), 0)


Wording = tuple[tuple[str, ...], str]  # its terms, and its folded letters with single spaces
Wanted = list[list[Wording]]  # the wordings of each concept


def _pattern(wordings: Iterable[str]) -> list[Wording]:
    return [(terms(w), " ".join(fold(normalize(w)).split())) for w in dict.fromkeys(wordings)]


def _probes(wanted: Wanted) -> tuple[str, ...]:
    """Letters of which a line must have some to have anything of a wording: most lines have none."""
    found = {
        letters[0] if any(map(is_unspaced, units)) else unit[:5] if len(unit) > 3 else unit
        for wordings in wanted
        for units, letters in wordings
        for unit in units
    }
    return tuple(sorted(found))


def _value(line: str, wanted: Wanted, probes: Sequence[str]) -> float:
    """How many of the concepts a line has; the first wording of each, as it was typed, counts most."""
    folded = fold(line)
    if not any(probe in folded for probe in probes):
        return 0.0
    words = f" {' '.join(folded.split())} "
    return sum(max(_worths(wordings, line, words), default=0.0) for wordings in wanted)


def _worths(wordings: Sequence[Wording], line: str, words: str) -> Iterator[float]:
    for number, (units, letters) in enumerate(wordings):
        found = _share(units, letters, line, words) if units else 0.0
        yield found * (OTHER if number else 1.0)


def _share(units: Sequence[str], letters: str, line: str, words: str) -> float:
    """How much of a wording a line has: all of it, side by side, or beginnings of its words."""
    if any(map(is_unspaced, units)):
        letters = letters.replace(" ", "")
        ends = short_ends(line) if letters[-1] == "ー" else ()
        return float(letters in words.replace(" ", "") or any(x.endswith(letters) for x in ends))
    wanted = f" {' '.join(units)} "
    if wanted in words:
        return 1.0
    if not words.isascii() and units[0] in words:  # glued to another script: 生成AIを使う
        words = f" {' '.join(token.text for token in tokens(line))} "
        if wanted in words:
            return 1.0
    return sum(0.4 for unit in units if len(unit) > 3 and unit[:5] in words) / len(units)


def _cited(line: str, number: int, wanted: Wanted) -> Snippet:
    spans = _joined(line, _spans(line, wanted))
    text, start = _cut(line, spans[0][0] if spans else 0)
    lead = 1 if start > _indent(line) else 0
    end = start + len(text)
    marks = [(a - start + lead, min(b, end) - start + lead) for a, b in spans if start <= a < end]
    more = "…" if len(line.rstrip()) > end else ""
    return Snippet("…" * lead + text + more, number, tuple(marks))


def _joined(line: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Marks with nothing but a space or a hyphen between them, as one."""
    joined: list[tuple[int, int]] = []
    for a, b in spans:
        if joined and _is_gap(line[joined[-1][1] : a]):
            joined[-1] = (joined[-1][0], b)
        else:
            joined.append((a, b))
    return joined


def _is_gap(text: str) -> bool:
    return text == "" or (len(text) == 1 and text in _GAPS)


def _cut(line: str, match: int) -> tuple[str, int]:
    """A piece of a line around a match, and where it begins."""
    start = indent = _indent(line)
    if _columns(line[indent:match]) > BEFORE:
        start = match - _fitting(line[indent:match][::-1], BEFORE)
        if (space := line.find(" ", start, match)) > 0:
            start = space + 1
    return line[start : start + _fitting(line[start:], LONGEST)].rstrip(), start


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _columns(text: str) -> int:
    return len(text) + (0 if text.isascii() else sum(char >= _WIDE for char in text))


def _fitting(text: str, columns: int) -> int:
    """How many characters of a text fit into so many columns."""
    if text.isascii():
        return min(len(text), columns)
    used = 0
    for count, char in enumerate(text):
        used += 2 if char >= _WIDE else 1
        if used > columns:
            return count
    return len(text)


class _Sought(NamedTuple):
    """What marks a run: words, the beginnings and insides of longer ones, runs of unspaced scripts."""

    words: frozenset[str]
    beginnings: frozenset[str]
    insides: tuple[str, ...]
    runs: tuple[str, ...]


def _sought(wanted: Wanted) -> _Sought:
    flat = [wording for wordings in wanted for wording in wordings]
    words = {unit for units, _ in flat for unit in units if not is_unspaced(unit)}
    longer = sorted(word for word in words if len(word) > 3)
    runs = {run for _, folded in flat for run in _beyond_ascii(folded)}
    beginnings = frozenset(word[:5] for word in longer)
    return _Sought(frozenset(words), beginnings, tuple(longer), tuple(sorted(runs)))


def _spans(line: str, wanted: Wanted) -> list[tuple[int, int]]:
    """Where the wordings stand in a line, not overlapping, in order."""
    kept, sought = fold_kept(line), _sought(wanted)
    found = [span for token in tokens(line) for span in _token_spans(token, kept, sought)]
    merged: list[tuple[int, int]] = []
    for a, b in sorted(found):
        if merged and a <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(b, merged[-1][1]))
        else:
            merged.append((a, b))
    return merged


def _token_spans(token: Token, kept: str, sought: _Sought) -> list[tuple[int, int]]:
    """The parts of a run that a wording asks for."""
    if not token.unspaced:
        text = token.text
        whole = text in sought.words or text[:5] in sought.beginnings
        if not whole and not any(inside in text for inside in sought.insides):
            return []
        return [(token.start, token.end)]
    letters, places = _aligned(kept[token.start : token.end], token.start)
    return (
        [(places[a], places[b]) for run in sought.runs for a, b in _places(run, letters)]
        + [
            (places[a], places[b])
            for run in sought.runs
            if run[-1] == "ー"  # of エラー in サーバーエラー it is dropped
            for a, b in _places(run[:-1], letters)
            if kept[places[b - 1] + 1 : places[b]] == FILLER
        ]
    )


def _beyond_ascii(text: str) -> list[str]:
    """The runs of a text that are not ASCII."""
    return "".join(" " if char.isascii() else char for char in text).split()


def _aligned(kept: str, start: int) -> tuple[str, Sequence[int]]:
    """The folded letters of a run, and where each begins; a dropped character belongs to the one before."""
    if is_whole(kept):
        return kept, range(start, start + len(kept) + 1)
    letters: list[str] = []
    places: list[int] = []
    for at, char in enumerate(kept, start):
        for letter in char if char.isascii() else fold(char):
            letters.append(letter)
            places.append(at)
    return "".join(letters), [*places, start + len(kept)]


def _places(run: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a run stands in a text, not overlapping."""
    at = text.find(run) if run else -1
    while at >= 0:
        yield at, at + len(run)
        at = text.find(run, at + len(run))

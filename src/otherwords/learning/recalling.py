"""Which confirmed names does a query resemble? A page is found again in any wording near enough to one.

Likeness is the share of words, or of characters and their pairs, that a query and a name have in common
(Dice 1945), longer words counting more; function words do not count.
"""

import math
from collections.abc import Callable, Iterable, Sequence

from otherwords.analysis import is_unspaced, normalize, pairs, tokens
from otherwords.learning.names import Learned
from otherwords.planning.function_words import function_words
from otherwords.ports import Recalled
from otherwords.rkindex import fold

ALIKE = 0.4  # likeness from which on a name is recalled (docs/decisions.md, "learned names")
MOST = 3  # pages
CHARACTER, PAIR = 0.5, 1.0  # weight of a Han character by itself, and of two that are neighbours
SPOKEN = ("en", "de", "fr", "es", "it")  # languages whose function words are left out
STEM = 5  # letters by which two words are taken for forms of one


def recalled(query: str, names: Iterable[Learned]) -> tuple[Recalled, ...]:
    """The pages whose names are most like a query, each once, the likest first."""
    wanted, units = fold(query), _units(query)
    best: dict[str, Recalled] = {}
    for name in names:
        like = 1.0 if fold(name.text) == wanted else likeness(units, _units(name.text))
        if like >= ALIKE and (name.path not in best or like > best[name.path].likeness):
            best[name.path] = Recalled(name.path, name.text, like)
    return tuple(sorted(best.values(), key=lambda r: (-r.likeness, r.path))[:MOST])


def recall(names: Callable[[], Sequence[Learned]]) -> Callable[[str], tuple[Recalled, ...]]:
    """Recalls from names that are read once, at the first question."""
    kept: list[Sequence[Learned]] = []

    def ask(query: str) -> tuple[Recalled, ...]:
        if not kept:
            kept.append(names())
        return recalled(query, kept[0])

    return ask


def likeness(one: dict[str, float], other: dict[str, float]) -> float:
    """What two bags of units share, 0 to 1 (below 1: only a name itself is one)."""
    whole = sum(one.values()) + sum(other.values())
    shared = sum(weight for unit, weight in one.items() if unit in other)
    return min(0.99, 2 * shared / whole) if whole else 0.0


def _units(text: str) -> dict[str, float]:
    """The telling parts of a text, each with its weight."""
    found: dict[str, float] = {}
    stop = frozenset().union(*map(function_words, SPOKEN))
    for token in tokens(normalize(text)):
        if not token.unspaced:
            if token.text not in stop:
                found[token.text[:STEM]] = math.sqrt(len(token.text))
            continue
        for pair in pairs(token.text):
            if not all("\u3041" <= c <= "\u309f" for c in pair):
                found[pair] = PAIR
        for char in token.text:
            if is_unspaced(char) and not "\u3041" <= char <= "\u309f":
                found[char] = CHARACTER
    return found

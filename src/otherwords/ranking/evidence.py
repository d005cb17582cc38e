"""What of a query does a page have, and where? Computed from its names, summary, text and code.

    coverage = sum of weight * degree over the concepts / sum of weights
    weight   = idf of the concept in this knowledge base * square root of its size
    degree   = of its best wording in the best place: the whole wording 1, an inflection 0.9, a share
               of its characters less; times what the place and the wording's origin are worth

A concept counts once however often it occurs, so that a page whose alias repeats one word of the query
does not outweigh one that has all of it. What a sentence without spaces says is not all cut into concepts,
so its single characters are looked for too, each a word by itself as often as not: what the best passage
has of them. Figures: docs/decisions.md, "verified by evidence".
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from otherwords.analysis import index_text, is_unspaced, normalize, pairs, tokens
from otherwords.model import Page, Plan, Term
from otherwords.values import NamedTuple

PLACES = {"title": 1.0, "aliases": 1.0, "description": 1.0, "doc": 0.8, "code": 0.6, "path": 0.5}
ORIGINS = {"alias": 0.8, "synonym": 0.85, "transliteration": 0.8, "translation": 0.95}
OTHER_ORIGIN = 0.9
INFLECTED, KIN, PARTLY = (
    0.9,
    0.8,
    0.7,
)  # a word's other form; a common beginning; some of its characters
BEGINNING, ENDING = 5, 4  # letters that kin begin with; by how many their lengths differ
LEAST_IDF, LEAST_TELLING = 0.2, 0.1
SUMMARY = ("title", "aliases", "description")  # what says in short what a page is
TOLD = ("doc", "code")  # what says it at length
LETTERS, CHARACTERS = 6, 2  # of a concept of size one: Latin letters, characters without spaces
WORTH_A_WORD = 0.35  # degree from which on a concept is said to be there

_ENDINGS = (("ies", "y"), ("ied", "y"), ("ing", ""), ("ers", ""), ("er", ""), ("ed", ""), ("es", ""),
            ("s", ""), ("e", ""))  # fmt: skip


class Asked(NamedTuple):
    """A concept of a query with its wordings in every language that is searched."""

    text: str
    terms: tuple[Term, ...]
    weight: float


class Place(NamedTuple):
    """A part of a page: its terms, and its letters without spaces."""

    words: frozenset[str]
    letters: str


class Cover(NamedTuple):
    """How far a page has one concept, and where."""

    concept: str
    weight: float  # its share of the query
    degree: float
    place: str  # '' where it has nothing of it


def asked(planned: Plan, frequency: Callable[[str], int], pages: int) -> tuple[Asked, ...]:
    """The concepts of a plan, each with its wordings over all languages."""
    if not planned.legs:
        return ()
    found = []
    for at, concept in enumerate(planned.legs[0].concepts):
        terms: dict[str, Term] = {}
        for leg in planned.legs:
            for term in leg.concepts[at].terms:
                terms.setdefault(term.text, term)
        weight = max(LEAST_IDF, _idf(frequency(concept.text), pages)) * math.sqrt(
            _size(concept.text)
        )
        found.append(Asked(concept.text, tuple(terms.values()), weight))
    return tuple(found)


def _idf(frequency: int, pages: int) -> float:
    """1 for what no page has, near 0 for what every page has."""
    n = min(frequency, pages)
    most = math.log(1 + (pages + 0.5) / 0.5)
    return math.log(1 + (pages - n + 0.5) / (n + 0.5)) / most


def _size(text: str) -> float:
    """How long a wording is, in words: a long one says more than a short one."""
    unspaced = sum(ord(c) > 0x2E7F for c in text)
    letters = sum(c.isalnum() for c in text) - unspaced
    return max(0.5, unspaced / CHARACTERS + letters / LETTERS)


def named_places(page: Page) -> dict[str, Place]:
    """The places that are known without opening a page's file."""
    return {
        "title": _place(page.title),
        "aliases": _place("\n".join(page.aliases)),
        "description": _place(page.description),
        "path": _place(page.path),
    }


def text_places(text: str) -> dict[str, Place]:
    """The places of a page's file: what is said, and the code."""
    body = text.split("\n---", 1)[1] if text.startswith("---") and "\n---" in text else text
    pieces = body.split("```")
    return {"doc": _place("\n".join(pieces[::2])), "code": _place("\n".join(pieces[1::2]))}


def _place(text: str) -> Place:
    terms = index_text(text).split()
    letters = "" if text.isascii() else "".join(t.text for t in tokens(normalize(text)))
    return Place(frozenset(terms), letters)


def pieces(
    concepts: Iterable[Asked], frequency: Callable[[str], int], pages: int
) -> tuple[tuple[str, float], ...]:
    """The words of a query, and the single characters of what has no spaces, each by how much it tells.

    Kana and single letters tell nothing alone.
    """
    found: dict[str, float] = {}
    for run in (run for concept in concepts for run in tokens(normalize(concept.text))):
        some = run.text if run.unspaced else [run.text]
        for piece in some if run.unspaced or len(run.text) > 1 or run.text.isdigit() else ():
            if piece not in found and not "\u3041" <= piece <= "\u30ff":
                found[piece] = max(LEAST_TELLING, _idf(frequency(piece), pages))
    return tuple(found.items())


def passage(pieces: Sequence[tuple[str, float]], places: Mapping[str, Place]) -> tuple[float, str]:
    """What share of the pieces the best passage has, and which that is; what sums a page up is one."""
    whole = sum(weight for _, weight in pieces) or 1.0
    summed = {"summary": [places[name] for name in SUMMARY if name in places]}
    summed |= {name: [places[name]] for name in TOLD if name in places}
    best, where = 0.0, ""
    for name, some in summed.items():
        share = sum(w for piece, w in pieces if any(_has(piece, place) for place in some)) / whole
        if share * PLACES.get(name, 1.0) > best:
            best, where = share * PLACES.get(name, 1.0), name
    return best, where


def _has(piece: str, place: Place) -> bool:
    """Whether a piece stands in a place: the character, or a form of the word."""
    return piece in place.letters if is_unspaced(piece) else _word(piece, place.words) >= INFLECTED


def covers(concepts: Sequence[Asked], places: Mapping[str, Place]) -> tuple[Cover, ...]:
    """How far a page has each concept, and where it has most of it."""
    whole = sum(c.weight for c in concepts) or 1.0
    return tuple(_cover(concept, places, whole) for concept in concepts)


def _cover(concept: Asked, places: Mapping[str, Place], whole: float) -> Cover:
    best, where = 0.0, ""
    for term in concept.terms:
        worth = 1.0 if term.origin == "typed" else ORIGINS.get(term.origin, OTHER_ORIGIN)
        units = _units(term.text)
        for name, place in places.items():
            most = worth * PLACES[name]
            if most > best and (value := most * _degree(units, place)) > best:
                best, where = value, name
    return Cover(concept.text, concept.weight / whole, best, where)


_Units = tuple[tuple[str, tuple[str, ...]], ...]  # each run, and its pairs where it has no spaces


def _units(text: str) -> _Units:
    return tuple(
        (run.text, tuple(pairs(run.text)) if run.unspaced else ())
        for run in tokens(normalize(text))
    )


def _degree(units: _Units, place: Place) -> float:
    """How much of a wording stands in a place."""
    got = size = 0.0
    for run, parts in units:
        count = len(parts) or 1
        got += count * (_part_of(run, parts, place) if parts else _word(run, place.words))
        size += count
    return got / size if size else 0.0


def _part_of(run: str, parts: tuple[str, ...], place: Place) -> float:
    """A run without spaces: whole, or by how many of its pairs."""
    if run in place.letters:
        return 1.0
    telling = [part for part in parts if not all("\u3041" <= c <= "\u309f" for c in part)]
    if len(run) < 3 or not telling:
        return 0.0
    return PARTLY * sum(part in place.words for part in telling) / len(telling)


def _word(word: str, words: frozenset[str]) -> float:
    """A word: itself, another form of it, or one that begins as it does."""
    if word in words:
        return 1.0
    if len(word) < 3:
        return 0.0
    like = [w for w in words if w[:3] == word[:3]]
    stem = _stem(word)
    if any(_stem(w) == stem for w in like):
        return INFLECTED
    kin = len(word) >= BEGINNING and any(
        w[:BEGINNING] == word[:BEGINNING] and abs(len(w) - len(word)) <= ENDING for w in like
    )
    return KIN if kin else 0.0


def _stem(word: str) -> str:
    """A word without a common English ending; the same for its forms, no word itself."""
    if not word.isascii() or len(word) < 4:
        return word
    for ending, put in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)] + put
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
        word = word[:-1]
    return word[:-1] if word.endswith("e") and len(word) > 3 else word

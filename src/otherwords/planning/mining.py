"""The wiki as its own dictionary: what stands in a page's other language where a wording stands in it.

Two versions of a page are cut into segments that correspond: titles, descriptions, paragraphs where both
have as many, sentences where the paragraphs have as many. A wording's rendering is the word of the other
language that stands most exclusively in the counterparts of the segments that have it, measured by Dice's
coefficient 2 * together / (with the wording + with the word) (Dice 1945; Melamed 2000 for translation).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from otherwords.analysis import fold, is_unspaced, key, normalize, tokens
from otherwords.model import Concept, Leg, Page, Term
from otherwords.planning.function_words import function_words
from otherwords.ports import Snapshot
from otherwords.values import NamedTuple, Protocol, pattern

PAGES = 5  # parallel pages that are read for one wording
LEAST_DICE, LEAST_COUNT = 0.5, 2
COMMONER = 2.0  # how many times as large a share of pages may have a word as have what it renders
MOST = 2  # words that render one wording
WEIGHT = 0.9  # of a rendering, against the typed wording
LONGEST_TERM = 6  # characters of a run that may be a word
LONGEST_PAGE = 60_000  # characters of a page that are aligned

_PARAGRAPH = pattern(r"\n\s*\n")
_SENTENCE = pattern(r"(?<=[.!?。！？])\s*(?=\S)")
_LINK = pattern(r"\[\[[^\]|]*\|?([^\]]*)\]\]")
_NOUN = pattern("[\u30a1-\u30ff]{2,}|[\u3400-\u9fff\u3005\u3007]{2,}|[\uac00-\ud7af]{2,}")


class Version(NamedTuple):
    """A page in one language, as it is aligned."""

    title: str
    description: str
    body: str  # without front matter


def rendering(wording: str, lang: str, pages: Iterable[tuple[Version, Version]]) -> list[str]:
    """Words of `lang` that render a wording, the surest first, from pages paired with their version in it."""
    has = _Has(wording)
    cut = [pair for one, other in pages for pair in segments(one, other)]
    beside = [dict(words_of(counterpart, lang)) for segment, counterpart in cut if has(segment)]
    together = Counter(word for words in beside for word in words)
    # A word is sure only if it stands in no more segments than this.
    most = {
        word: 2 * times / LEAST_DICE - len(beside)
        for word, times in together.items()
        if times >= LEAST_COUNT
    }
    anywhere, shown = _occurrences(most, [counterpart for _, counterpart in cut], lang)
    ranked = [
        (2 * together[word] / (len(beside) + anywhere[word]), len(word), word) for word in shown
    ]
    sure = [word for dice, _, word in sorted(ranked, reverse=True) if dice >= LEAST_DICE]
    return [shown[word] for word in _apart(sure)]


def _occurrences(
    most: Mapping[str, float], texts: Iterable[str], lang: str
) -> tuple[Counter[str], dict[str, str]]:
    """In how many of the texts each of the words stands, and how it is written where it stands first.

    Words that stand in more than `most` are let go. Only texts that have the letters of a word are taken
    apart, which is most of the work.
    """
    words = set(most)
    anywhere: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for text in texts:
        if not words:
            break
        folded = fold(normalize(_LINK.sub(r"\1", text)))
        if any(word in folded for word in words):
            found = {word: written for word, written in words_of(text, lang) if word in words}
            anywhere.update(found.keys())
            shown = found | shown
            words -= {word for word in found if anywhere[word] > most[word] + 1e-6}
    return anywhere, {word: written for word, written in shown.items() if word in words}


def _apart(words: Sequence[str]) -> Iterator[str]:
    """Words of which none is inside one before it."""
    had: list[str] = []
    for word in words:
        if not any(word in other or other in word for other in had):
            had.append(word)
            yield word


def segments(one: Version, other: Version) -> Iterator[tuple[str, str]]:
    """The pieces of two versions of a page that correspond."""
    yield one.title, other.title
    if one.description and other.description:
        yield one.description, other.description
    ours, theirs = _paragraphs(one.body), _paragraphs(other.body)
    if len(ours) != len(theirs):
        yield one.body[:LONGEST_PAGE], other.body[:LONGEST_PAGE]
        return
    for a, b in zip(ours, theirs, strict=True):
        left, right = _SENTENCE.split(a), _SENTENCE.split(b)
        yield from zip(left, right, strict=True) if len(left) == len(right) else [(a, b)]


def _paragraphs(body: str) -> list[str]:
    return [piece for piece in _PARAGRAPH.split(body[:LONGEST_PAGE]) if piece.strip()]


def words_of(text: str, lang: str) -> Iterator[tuple[str, str]]:
    """What can be a rendering, as (key, as written): words, runs of katakana, runs of Han and their pieces."""
    text = normalize(_LINK.sub(r"\1", text))
    stop = function_words(lang)
    for token in tokens(text):
        written = text[token.start : token.end]
        if not token.unspaced:
            if len(token.text) > 2 and not token.text.isdigit() and written.lower() not in stop:
                yield token.text, written
            continue
        for match in _NOUN.finditer(written):
            for piece in _pieces(match[0]):
                yield key(piece), piece


def _pieces(run: str) -> Iterator[str]:
    """A run whole; a run of Han also in pieces of two to four."""
    if len(run) <= LONGEST_TERM or run[0] <= "\u30ff":
        yield run
    if run[0] > "\u30ff" and len(run) > 2:
        for size in (2, 3, 4):
            if size < len(run):
                yield from (run[i : i + size] for i in range(len(run) - size + 1))


class _Has:
    """Whether a segment has a wording, or an inflection of it."""

    def __init__(self, wording: str) -> None:
        self._units = [token.text for token in tokens(normalize(wording))]

    def __call__(self, segment: str) -> bool:
        segment = normalize(segment)
        folded = fold(segment)
        if not all(unit[:5] in folded for unit in self._units):
            return False
        runs = [token.text for token in tokens(segment)]
        return all(any(_is_in(unit, run) for run in runs) for unit in self._units)


def _is_in(unit: str, run: str) -> bool:
    if is_unspaced(unit):
        return unit in run
    return run == unit or (
        len(unit) > 3 and run.startswith(unit[:5]) and abs(len(run) - len(unit)) < 5
    )


class Memory(Protocol):
    """What was mined before in the same state of the pages."""

    def get(self, wording: str, lang: str) -> tuple[str, ...] | None:
        """The words that were found; None where that is not known."""

    def put(self, wording: str, lang: str, words: tuple[str, ...]) -> None:
        """Remember words."""


class Forgetting:
    """Fulfils Memory: nothing was mined before."""

    def get(self, wording: str, lang: str) -> None:
        """Never known."""

    def put(self, wording: str, lang: str, words: tuple[str, ...]) -> None:
        """Forgotten at once."""


class Miner:
    """Renders wordings of one knowledge base by reading pages that it has in both languages."""

    def __init__(self, snapshot: Snapshot, text: Callable[[str], str], memory: Memory) -> None:
        self._snapshot, self._text, self._memory = snapshot, text, memory

    def suggest(self, wording: str, lang: str) -> tuple[Term, ...]:
        """What stands in pages of a language where their other versions have this wording."""
        words = self._memory.get(wording, lang)
        if words is None:
            words = self._mined(wording, lang)
            self._memory.put(wording, lang, words)
        note = "stands where other versions have it"
        return tuple(Term(word, "vocabulary", WEIGHT, note) for word in words)

    def _mined(self, wording: str, lang: str) -> tuple[str, ...]:
        found = rendering(wording, lang, self._pairs(wording, lang))
        others = (own for own in self._snapshot.languages.present if own != lang)
        most = COMMONER * max((self._share(wording, own) for own in others), default=0.0)
        return tuple([word for word in found if self._share(word, lang) <= most][:MOST])

    def _share(self, wording: str, lang: str) -> float:
        """The share of a language's pages that have a wording."""
        return self._snapshot.frequency(wording, lang) / (self._snapshot.size(lang) or 1)

    def _pairs(self, wording: str, lang: str) -> Iterator[tuple[Version, Version]]:
        """The pages that have the wording most, each with its version in the language."""
        for own in self._snapshot.languages.present:
            if own != lang and self._snapshot.frequency(wording, own):
                yield from islice(self._pairs_from(own, wording, lang), PAGES)

    def _pairs_from(self, own: str, wording: str, lang: str) -> Iterator[tuple[Version, Version]]:
        leg = Leg(own, (Concept(wording, (Term(wording),)),))
        for found in self._snapshot.search(leg, (), 4 * PAGES, False).found:
            versions = self._snapshot.versions(found.page.concept)
            other = next((v for v in versions if v.lang == lang), None)
            if other and not found.lacks:
                yield self._version(found.page), self._version(other)

    def _version(self, page: Page) -> Version:
        text = self._text(page.path)
        body = text.partition("\n---\n")[2] if text.startswith("---\n") else text
        return Version(page.title, page.description, body)

"""Into which ideas does a query fall: quoted phrases, names that the wiki knows, words, pieces of a sentence."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from otherwords.analysis import Token, normalize, tokens
from otherwords.model import Word
from otherwords.planning.function_words import FRAMES, function_words
from otherwords.ports import Lexicon
from otherwords.values import NamedTuple, pattern

MOST = 32  # concepts of one query; more is no question but a text
LONGEST_NAME = 8  # words, or characters of a run, that are looked up as one name
LONGEST_RUN = 64  # characters of a run in which names are looked for

_PARTICLES = "をはがのにでともへや"
_CHINESE_CUT = pattern("[的了是在和与吗呢吧被把从]")  # characters that seldom stand inside a word


Known = Callable[[str], bool]


class Idea(NamedTuple):
    """One idea as it was typed."""

    text: str
    phrase: bool = False  # its words must stand side by side


class _Unit(NamedTuple):
    """A piece that may be joined with its neighbours to a name."""

    text: str
    unspaced: bool


def ideas(words: Sequence[Word], lang: str, lexicon: Lexicon, known: Known) -> list[Idea]:
    """The ideas of a query in order, each once; function words count only where there is nothing else.

    `known` tells words of the language, which a sentence without spaces is cut into.
    """
    found: list[Idea] = []
    plain: list[_Unit] = []
    for word in words:
        if word.quoted:
            found += _plain_ideas(plain, lang, lexicon, known)
            plain = []
            found.append(Idea(word.text, phrase=True))
        else:
            plain += _units(word.text)
    found += _plain_ideas(plain, lang, lexicon, known)
    if not found:
        found = [Idea(word.text) for word in words]
    return list(dict.fromkeys(found))


def _units(text: str) -> list[_Unit]:
    """The pieces of a word: joined Latin ones stay together (kebab-case), other scripts are their own."""
    text = normalize(text)
    found: list[_Unit] = []
    previous: Token | None = None
    for token in tokens(text):
        piece = text[token.start : token.end]
        if previous and not token.unspaced and not previous.unspaced:
            joined = found[-1].text + text[previous.end : token.start] + piece
            found[-1] = _Unit(joined, False)
        else:
            found.append(_Unit(piece, token.unspaced))
        previous = token
    return found


def _plain_ideas(units: Sequence[_Unit], lang: str, lexicon: Lexicon, known: Known) -> list[Idea]:
    """Names first, the longest match; then each remaining unit by itself."""
    found: list[Idea] = []
    at = 0
    while at < len(units):
        count = _name_length(units[at:], lexicon)
        if count:
            found.append(Idea(" ".join(u.text for u in units[at : at + count])))
        elif units[at].unspaced:
            found += _run_ideas(units[at].text, lang, lexicon, known)
        elif units[at].text.lower() not in function_words(lang):
            found.append(Idea(units[at].text))
        at += count or 1
    return found


def _name_length(units: Sequence[_Unit], lexicon: Lexicon) -> int:
    """How many units from the first on are together a name of this wiki; 0 for none of two or more."""
    for count in range(min(LONGEST_NAME, len(units)), 1, -1):
        if any(unit.unspaced for unit in units[:count]):
            continue
        if is_name(" ".join(unit.text for unit in units[:count]), lexicon):
            return count
    return 0


def is_name(text: str, lexicon: Lexicon) -> bool:
    """Whether a wording is a title, alias, slug or tag of this wiki."""
    return bool(lexicon.named(text) or lexicon.tagged(text))


def _run_ideas(run: str, lang: str, lexicon: Lexicon, known: Known) -> list[Idea]:
    """A sentence without spaces: the names and words known in it, then its nouns."""
    if known(run) or is_name(run, lexicon):
        return [Idea(run)]
    found: list[Idea] = []
    rest = ""
    at = 0
    frame = FRAMES.get(lang)
    while at < len(run):
        name = _name_at(run, at, lexicon, known) if at < LONGEST_RUN else ""
        match = frame.match(run, at) if frame else None
        if match and len(match[0]) > len(name):
            found += _pieces(rest, lang)
            rest = ""
            at = match.end()
        elif name:
            found += [*_pieces(rest, lang), *([] if name in function_words(lang) else [Idea(name)])]
            rest = ""
            at += len(name)
        else:
            rest += run[at]
            at += 1
    return found + _pieces(rest, lang)


def _name_at(run: str, at: int, lexicon: Lexicon, known: Known) -> str:
    """The longest name or known word that begins here, of two characters or more; ''."""
    for end in range(min(len(run), at + 2 * LONGEST_NAME), at + 1, -1):
        text = run[at:end]
        if not _cuts_word(run, at, end) and (is_name(text, lexicon) or known(text)):
            return text
    return ""


def _cuts_word(run: str, start: int, end: int) -> bool:
    """Whether a cut would part two katakana: a name inside a longer foreign word is another word."""

    def kata(i: int) -> bool:
        return 0 <= i < len(run) and "\u30a1" <= run[i] <= "\u30ff"

    return (kata(start - 1) and kata(start)) or (kata(end - 1) and kata(end))


def _pieces(text: str, lang: str) -> list[Idea]:
    """The nouns and verb stems of a stretch, without its function words."""
    stop = function_words(lang)
    if lang.startswith("zh"):
        pieces = (_bare(piece, stop) for piece in _CHINESE_CUT.split(text))
        return [Idea(piece) for piece in pieces if piece and piece not in stop]
    parts = [(kind, "".join(chars)) for kind, chars in groupby(text, _kind)]
    return [Idea(piece) for piece in _joined(parts, stop) if piece not in stop]


def _bare(text: str, stop: frozenset[str]) -> str:
    """A Chinese piece without the question words at its ends."""
    while text:
        if front := next((n for n in (4, 3, 2) if text[:n] in stop), 0):
            text = text[front:]
        elif back := next((n for n in (4, 3, 2) if text[-n:] in stop), 0):
            text = text[:-back]
        else:
            break
    return text


def _kind(char: str) -> str:
    """What a sentence without spaces is cut at, in the letters that were typed: nouns, kana, and others."""
    if "\u3041" <= char <= "\u309f":
        return "kana"
    han = "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or char >= "\U00020000"
    return "noun" if han or "\u30a1" <= char <= "\u30ff" or char in "々〇" else "other"


def _joined(pieces: Sequence[tuple[str, str]], stop: frozenset[str]) -> Iterator[str]:
    """Pieces as concepts: a noun of one character keeps the kana that follows it (働く)."""
    for number, (kind, text) in enumerate(pieces):
        if kind == "kana":
            if number and pieces[number - 1][0] == "noun" and len(pieces[number - 1][1]) == 1:
                text = text[1:]
            yield from _kana(text, stop)
        elif kind == "noun" and len(text) == 1 and number + 1 < len(pieces):
            following = pieces[number + 1][1][0]
            yield text if following in _PARTICLES else text + following
        else:
            yield text


def _kana(text: str, stop: frozenset[str]) -> Iterator[str]:
    """What is left of a stretch of hiragana without the function words at its ends."""
    while text and text not in stop:
        cut = next((n for n in range(min(6, len(text)), 0, -1) if text[:n] in stop), 0)
        end = next((n for n in range(min(6, len(text) - cut), 0, -1) if text[-n:] in stop), 0)
        if not cut and not end:
            if len(text) > 1:
                yield text
            return
        text = text[cut : len(text) - end]

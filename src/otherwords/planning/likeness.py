"""Foreign names in katakana and in Latin letters, or in two alphabets: which of the wiki's may stand for which?

A katakana name is turned into a pattern of the Latin spellings that it can come from; the wiki's own
vocabulary decides whether there is one. The tables follow how Japanese borrows sounds: l and r are one,
v may be b, th is s or z, a vowel is put after a consonant that has none.
"""

from collections.abc import Iterator, Sequence

from otherwords.analysis import key
from otherwords.model import Term
from otherwords.planning.languages import crosses
from otherwords.ports import Snapshot
from otherwords.values import TYPE_CHECKING, later

if TYPE_CHECKING:
    from otherwords.planning import spelling
else:  # most knowledge bases are of one alphabet
    spelling = later("otherwords.planning.spelling")

SHORTEST = 3  # kana of a name, and letters of a word: below, chance matches
MOST = 2
WEIGHT = 0.8

_ROWS = {  # - is none
    "かきくけこ": "ck ch qu cc k c q x",
    "がぎぐげご": "gh gg gu g x",
    "さすせそ": "ss sc th s c(?=[eiy]) z",
    "し": "sch sci sh ss si ci c s th",
    "ざずぜぞ": "zz z s th",
    "じぢ": "dg gi di j g z s d",
    "たてと": "tt th t",
    "ち": "tch cci tti ch ci ti cc c t",
    "つづ": "zz ts tz z t s",
    "だでど": "dd d th",
    "なにぬねの": "nn kn gn n",
    "はひへほ": "wh h -",
    "ふ": "ff ph wh f h v",
    "ばびぶべぼ": "bb b v",
    "ゔ": "v w b",
    "ぱぴぷぺぽ": "pp p",
    "まみむめも": "mm m",
    "らりるれろ": "rr ll wr r l",
    "わを": "w v u o -",
    "やゆよゃゅょ": "y j i -",
    "ん": "n m ng mp",
}
_SPELLINGS = {
    kana: tuple(x.strip("-") for x in spellings.split())
    for row, spellings in _ROWS.items()
    for kana in row
}
_NONE = ("",)  # of a kana that is a vowel alone
# The vowels after a consonant, by the kana's column, and the least and most of them: borrowed words put
# in a u, after t and d an o, after k and ch an i, where the original has none.
_COLUMNS = {
    "あかさたなはまやらわがざだばぱぁゃ": ("auoe", 0, 2),
    "いしちきじぢひみりぎにびぴぃ": ("ieya", 0, 2),
    "うくすつぬふむゆるぐずづぶぷゔぅゅ": ("uoe", 0, 2),
    "えけせてねへめれげぜでべぺぇ": ("eai", 1, 2),
    "おこそとのほもよろごぞどぼぽをぉょ": ("oaue", 0, 2),
    "ー": ("rwh", 0, 1),
}
_VOWELS = {kana: vowels for row, vowels in _COLUMNS.items() for kana in row}
_ENDINGS = ("", "s", "es", "r", "rs", "er", "ers", "w", "y")
_INITIALS = {
    "c": "かきくけこさしすせそち", "k": "かきくけこ", "q": "かきく", "g": "がぎぐげごじ", "s": "さしすせそ",
    "z": "ざじずぜぞつ", "j": "じやゆよ", "t": "たちつてとさしすせそ", "d": "だじでど", "n": "なにぬねの",
    "h": "はひふへほ", "f": "ふ", "p": "ぱぴぷぺぽふ", "b": "ばびぶべぼ", "v": "ばびぶべぼゔ", "m": "まみむめも",
    "r": "らりるれろ", "l": "らりるれろ", "y": "やゆよい", "w": "わうゔ", "x": "ざじずぜぞえ",
    "a": "あえ", "e": "えい", "i": "いあ", "o": "おあ", "u": "うゆあ",
}  # fmt: skip


def latin_pattern(kana: str) -> str:
    """The Latin spellings that a folded katakana name may come from, as a regular expression."""
    spoken = [char for char in kana if char != "っ"]
    pieces = [
        f"(?:{'|'.join(_SPELLINGS.get(char, _NONE))}){_vowel_pattern(char)}" for char in spoken
    ]
    return "".join(pieces) + f"(?:{'|'.join(_ENDINGS)})"


def _vowel_pattern(kana: str) -> str:
    letters, least, most = _VOWELS.get(kana, ("", 0, 0))
    return f"[{letters}]{{{least},{most}}}" if letters else ""


def _is_kana(text: str) -> bool:
    return all("\u3041" <= char <= "\u3096" or char == "ー" for char in text)


def _is_katakana(text: str) -> bool:
    return all("\u30a1" <= char <= "\u30fa" or char == "ー" for char in text)


def sounds_like(kana: str, word: str) -> bool:
    """Whether a Latin word is wholly a folded katakana name's pattern, without compiling that."""
    reached = {0}  # how far into the word the kana so far may have come
    for char in kana:
        spellings = _SPELLINGS.get(char, _NONE)
        after = {
            at + len(x.partition("(")[0]) for at in reached for x in spellings if _at(x, word, at)
        }
        reached = _past_vowels(char, word, after)
        if not reached:
            return False
    return any(word[at:] in _ENDINGS for at in reached)


def _at(spelling: str, word: str, at: int) -> bool:
    """Whether a word goes on so; `c(?=[eiy])` is a c before one of these letters."""
    plain, _, before = spelling.partition("(?=[")
    end = at + len(plain)
    return word.startswith(plain, at) and (not before or word[end : end + 1] in tuple("eiy"))


def _past_vowels(kana: str, word: str, reached: set[int]) -> set[int]:
    """Behind as many of a kana's vowels as may be."""
    letters, least, most = _VOWELS.get(kana, ("", 0, 0))
    found = set() if least else set(reached)
    for count in range(1, most + 1):
        reached = {at + 1 for at in reached if at < len(word) and word[at] in letters}
        found |= reached if count >= least else set()
    return found


class Likeness:
    """Spellings of foreign names in one knowledge base."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._known: dict[tuple[str, str], Sequence[Term]] = {}

    def suggest(self, wording: str, lang: str) -> Sequence[Term]:
        """Latin words of the wiki for a katakana name, katakana names for a Latin word, names in other letters.

        A plan asks twice, for a rendering and for more wordings: what was found is kept.
        """
        asked = (wording, lang)
        if asked not in self._known:
            self._known[asked] = self._suggested(wording, lang)
        return self._known[asked]

    def _suggested(self, wording: str, lang: str) -> Sequence[Term]:
        if _is_katakana(wording) and len(wording) >= SHORTEST and not lang.startswith("ja"):
            words = self._latin(key(wording)) or self._latin_names(key(wording))
            note = "a spelling of the same sound"
        elif (
            wording.isascii()
            and wording.isalpha()
            and len(wording) > SHORTEST
            and lang.startswith("ja")
        ):
            words, note = self._katakana(wording.lower()), "the sound in katakana"
        elif crosses(wording, lang):
            words, note = self._spelled(wording, lang), "the name in other letters"
        else:
            return ()
        known = [word for word in words if self._snapshot.frequency(word, lang)]
        return tuple(Term(word, "vocabulary", WEIGHT, note) for word in known[:MOST])

    def _spelled(self, wording: str, lang: str) -> list[str]:
        found = spelling.pattern(wording, lang)
        return spelling.nearest(wording, self._words_like(found)) if found else []

    def _latin(self, kana: str) -> list[str]:
        return self._words_like(latin_pattern(kana))

    def _words_like(self, expression: str) -> list[str]:
        """The words of the pages that an expression describes, the most frequent first."""
        found = self._snapshot.words_like(expression)
        return sorted(found, key=lambda word: (-self._snapshot.frequency(word), len(word), word))

    def _latin_names(self, kana: str) -> list[str]:
        """Names of several Latin words, as claude code for クロードコード."""
        letters = [latin for latin, initials in _INITIALS.items() if kana[0] in initials]
        found = {
            name
            for letter in letters
            for name in self._snapshot.names_from(letter)
            if " " in name and sounds_like(kana, name.replace(" ", ""))
        }
        return sorted(found, key=lambda name: (-self._snapshot.frequency(name), len(name), name))

    def _katakana(self, word: str) -> list[str]:
        found = {
            name
            for initial in _INITIALS.get(word[0], "")
            for name in self._names(initial)
            if len(name) >= SHORTEST and sounds_like(name, word)
        }
        return sorted(found, key=lambda name: (-len(name), name))

    def _names(self, initial: str) -> Iterator[str]:
        """Words of names and tags that are kana alone."""
        for name in self._snapshot.names_from(initial):
            yield from (part for part in name.split() if _is_kana(part))

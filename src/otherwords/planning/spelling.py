"""Foreign names across alphabets: which word of Greek, Cyrillic, Arabic or Devanagari letters may be a Latin name?

A name keeps its consonants when it is written in another alphabet; its vowels are written otherwise, or not
at all. So a word becomes a pattern of consonants of the other alphabet, with what vowels there may be between
them: the wiki's own vocabulary has words of that pattern, or none. Which of them is the name is told by how
the sounds of both are aligned: letters that are seldom used for a sound cost something, and so do vowels.
Figures: docs/decisions.md, "names in other letters".
"""

from collections.abc import Iterator, Sequence

from otherwords.analysis import key
from otherwords.planning.alphabets import LATIN, Alphabet, of_language, of_word
from otherwords.values import NamedTuple

LEAST, LEAST_OF_WORDS = 2, 3  # consonants of a name, and of a word that is not written as one
MOST_WEAK, LONGEST = 3, 40  # sounds that may be none, and sounds, of what is still a name
FAR, FAR_OF_WORDS = 0.13, 0.11  # what each of its sounds may cost on average
FAR_OF_CONSONANTS = 0.08  # the same where vowels are not all written
CLOSE = 0.2  # what another word may cost more than the nearest
SELDOM = 0.15  # for each spelling of a letter that is used more than the one in question
OTHER_VOWEL, NO_VOWEL, UNWRITTEN, ENDING, SILENT = 0.4, 0.4, 0.1, 0.2, 0.2
NO_CONSONANT, OTHER_CONSONANT = 2.0, 4.0
_SILENT_LATIN = frozenset("hwj")  # letters that may be written as a vowel elsewhere, or not at all
_SILENT = _SILENT_LATIN | frozenset("هہहһ")


class Sound(NamedTuple):
    """A consonant with the Latin spellings that its letters are used for, or a vowel."""

    spellings: tuple[str, ...]
    vowel: str = ""
    ending: bool = False  # whether it may be inflection
    weak: bool = False  # whether it may be no sound of its own


def pattern(wording: str, lang: str) -> str:
    """The words of a language's alphabet that a name may be written as, as an expression; '' where none may."""
    word, to = key(wording), of_language(lang)
    of = of_word(word)
    if of is None or to is None or of is to:
        return ""
    sounds = list(_sounds(word, of))
    weak = sum(sound.weak for sound in sounds)
    consonants = sum(bool(sound.spellings) for sound in sounds) - max(0, weak - 1)
    least = LEAST if wording[:1].isupper() else LEAST_OF_WORDS
    if consonants < least or weak > MOST_WEAK or len(sounds) > LONGEST:
        return ""
    return _written(sounds, to)


def nearest(wording: str, words: Sequence[str]) -> list[str]:
    """Those of some words of another alphabet that may be the name, the likeliest first, else in their order."""
    mine = of_word(key(wording))
    if mine is None:
        return []
    a = list(_sounds(key(wording), mine))
    found: list[tuple[float, str]] = []
    far = FAR if wording[:1].isupper() else FAR_OF_WORDS
    for word in words:
        if theirs := of_word(word):
            b, full = list(_sounds(word, theirs)), mine.full and theirs.full
            cost = _cost(a, b, full)
            if cost <= (far if full else FAR_OF_CONSONANTS) * max(len(a), len(b)):
                found.append((round(cost, 6), word))
    found.sort(key=lambda pair: pair[0])
    return [word for cost, word in found if cost <= found[0][0] + CLOSE]


def _sounds(word: str, of: Alphabet) -> Iterator[Sound]:
    """The consonants and vowels of a word; doubled ones once."""
    at, before = 0, ""
    longest = max(map(len, of.consonants))
    while at < len(word):
        sizes = range(min(longest, len(word) - at), 0, -1)
        unit = next((word[at : at + n] for n in sizes if word[at : at + n] in of.consonants), "")
        nasal = unit in of.nasals
        unit = unit[:1] if nasal else unit
        end = at + (len(unit) or 1)
        if unit and unit != before:
            inflected = end == len(word) and at > 0 and before in of.vowels and unit in of.endings
            yield Sound(
                of.consonants[unit],
                "",
                inflected,
                nasal or unit in _SILENT,
            )
        elif not unit and (vowel := of.vowels.get(word[at], "")) and word[at] != before:
            yield Sound((), vowel, end == len(word))
        before, at = unit or word[at], end


def _written(sounds: Sequence[Sound], to: Alphabet) -> str:
    """An expression: each consonant in any letter of its sound, vowels between.

    No letter may be taken in two ways, and what is taken is kept: hostile words cost no more than others.
    """
    consonants = [sound for sound in sounds if sound.spellings]
    letters = [_letters(sound, to) for sound in consonants]
    taken = {char for among in letters for x in among for char in x}
    silent = sorted(_SILENT_LATIN - taken) if to is LATIN else []
    some = f"[{''.join((*to.vowels, *silent))}]"
    pieces = [f"{some}{{1,3}}+" if sounds[0].vowel else ""]
    for sound, among in zip(consonants, letters, strict=True):
        least = 0 if sound.ending or sound.weak else 1
        pieces.append(f"(?:{'|'.join(among) or '-'}){{{least},2}}+{some}{{0,3}}+")
    return "".join(pieces) + (f"[{to.endings}]?" if to.endings else "")


def _letters(sound: Sound, to: Alphabet) -> list[str]:
    """What an alphabet may write for a consonant, the longest first."""
    found = [x for x, used in to.consonants.items() if not set(used).isdisjoint(sound.spellings)]
    return sorted(found, key=lambda x: (-len(x), x))


def _cost(a: Sequence[Sound], b: Sequence[Sound], full: bool) -> float:
    """What it costs to make one row of sounds of another (edit distance, Wagner and Fischer 1974)."""
    above = [0.0]
    for sound in b:
        above.append(above[-1] + _left_out(sound, full))
    for one in a:
        row = [above[0] + _left_out(one, full)]
        for at, other in enumerate(b):
            both = above[at] + _apart(one, other)
            row.append(
                min(both, above[at + 1] + _left_out(one, full), row[at] + _left_out(other, full))
            )
        above = row
    return above[-1]


def _left_out(sound: Sound, full: bool) -> float:
    """What it costs that a sound is in one word only."""
    if sound.ending:
        return ENDING
    if sound.vowel:
        return NO_VOWEL if full and sound.vowel != "?" else UNWRITTEN
    return SILENT if sound.weak else NO_CONSONANT


def _apart(a: Sound, b: Sound) -> float:
    """What it costs to take a sound for another."""
    if a.vowel and b.vowel:
        return 0.0 if a.vowel == b.vowel or "?" in (a.vowel, b.vowel) else OTHER_VOWEL
    if (a.vowel and b.weak) or (a.weak and b.vowel):
        return SILENT  # Washington, Ουάσινγκτον
    costs = [
        SELDOM * (a.spellings.index(x) + b.spellings.index(x))
        for x in a.spellings
        if x in b.spellings
    ]
    return min(costs, default=OTHER_CONSONANT)

"""How alphabets write foreign sounds: each consonant with the Latin spellings that it is used for."""

from collections.abc import Mapping

from otherwords.model import primary
from otherwords.planning.languages import ALPHABETS
from otherwords.values import NamedTuple


class Alphabet(NamedTuple):
    """How an alphabet writes consonants and vowels, in folded letters."""

    consonants: Mapping[str, tuple[str, ...]]  # each with its Latin spellings, usual ones first
    vowels: Mapping[str, str]  # a, i (or e), u (or o), ? (any); '' of a sign that is no sound
    endings: str  # consonants that inflection puts behind the last vowel
    full: bool = True  # whether all vowels are written
    nasals: tuple[str, ...] = ()  # whose first letter may only say how the second one sounds


def _spelled(text: str) -> dict[str, tuple[str, ...]]:
    """A table of letters, or pairs of them, each followed by its spellings."""
    rows = (row.split() for row in text.split(";"))
    return {letters: tuple(spellings) for letters, *spellings in rows}


def _voiced(a: str, i: str, u: str, unsure: str = "", none: str = "") -> dict[str, str]:
    """Vowels by how they sound."""
    rows = (("a", a), ("i", i), ("u", u), ("?", unsure), ("", none))
    return {letter: sound for sound, letters in rows for letter in letters}


GREEK = Alphabet(
    _spelled(
        """
        μπ b p; ντ d t; γκ g k; τζ j g dg tz ts z; τσ ch ts tch c tz z; β v b w; γ g n gh j;
        δ d th; ζ z s j g; θ th t; κ k c g ck q ch; λ l; μ m; ν n; ξ x cks ks cs; κσ x cks ks cs; π p b; ρ r;
        σ s sh c ch sc z sch j; τ t th d; φ f ph; χ h ch kh
        """
    ),
    _voiced("α", "εηι", "οω", "υ"),
    "σν",
    nasals=("μπ", "ντ", "γκ"),
)
CYRILLIC = Alphabet(
    _spelled(
        """
        дж j g dg; кс x cks ks cs; б b; в v w; г g h gh; ґ g; д d; ж j g zh; з z s; к k c ck q ch;
        л l; м m; н n; п p; р r; с s c sc z; т t th; ф f ph th; х h ch kh j; ц c ts tz z;
        ч ch tch c; ш sh sch ch s; щ sch sh;
        љ l; њ n; ђ d j g; ћ c ch; џ j g dg; ң n; қ k q; ғ g; һ h
        """
    ),
    _voiced("аяә", "еиыэієј", "оуюөүұ", none="ьъ"),
    "мвх",
)
ARABIC = Alphabet(
    _spelled(
        """
        كس x cks ks cs; ب b p v; پ p; ت t th; ث th s t; ج j g dg; چ ch tch; ح h; خ kh h ch; د d;
        ذ th z d; ر r; ز z s; ژ j zh g; س s c sc; ش sh ch sch s; ص s; ض d; ط t; ظ z;
        غ g gh; ف f ph v p; ق q k c; ك k c ck q ch g; ک k c ck q ch; گ g; ل l; م m; ن n;
        ه h; ہ h
        """
    ),
    _voiced("اةءە", "يىیئے", "وؤ", "ع"),
    "",
    full=False,
)
DEVANAGARI = Alphabet(
    _spelled(
        """
        क्स x cks ks cs; क k c ck q ch; ख kh k; ग g; घ gh g; च ch tch c; छ ch; ज j g z dg; झ z; ट t;
        ठ th t; ड d r; ढ d; त t th; थ th t; द d th; ध d; न n; ण n; ं n m; ँ n m; प p;
        फ f ph p; ब b; भ b v; म m; र r; ल l; व v w b; श sh s c ch sch; ष sh s; स s c sc z;
        ह h
        """
    ),
    _voiced("अआा", "इईएऐिीेैय", "उऊओऔऑुूोौॉ", none="़्"),
    "",
    full=False,
)
_NAMED = {"Greek": GREEK, "Cyrillic": CYRILLIC, "Arabic": ARABIC, "Devanagari": DEVANAGARI}
LATIN = Alphabet(
    {x: (x,) for other in _NAMED.values() for used in other.consonants.values() for x in used},
    _voiced("a", "eiy", "ou"),
    "s",
)
# Languages of scripts without an alphabet, or with one that is not described here.
_NONE = ("ja", "zh", "ko", "th", "lo", "my", "km", "he", "ka", "hy", "am", "ta", "te", "bn")
_RANGES = (
    ("α", "ω", GREEK),
    ("а", "ӿ", CYRILLIC),
    ("ء", "ە", ARABIC),
    ("\u0900", "\u0963", DEVANAGARI),
)


def of_language(lang: str) -> Alphabet | None:
    """That of a language: Latin, where nothing else is known; None for one that is not described here."""
    if primary(lang) in _NONE:
        return None
    return next((_NAMED[name] for name, some in ALPHABETS.items() if primary(lang) in some), LATIN)


def of_word(word: str) -> Alphabet | None:
    """That of all letters of a folded word."""
    if word.isascii():
        return LATIN if word.isalpha() else None
    among = (x for first, last, x in _RANGES if all(first <= char <= last for char in word))
    return next(among, None)

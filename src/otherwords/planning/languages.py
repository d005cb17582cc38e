"""In which language is the query, and which languages are searched, in which order?"""

from collections.abc import Callable, Sequence

from otherwords.analysis import HAN, LATIN, NONE, han_language, script_language
from otherwords.model import Languages, primary
from otherwords.planning.function_words import function_words
from otherwords.ports import Lexicon

UNKNOWN = "und"
Detect = Callable[[str], str]
_UNSPACED = (
    "ja",
    "zh",
    "ko",
    "th",
    "lo",
    "my",
    "km",
)  # a Latin word in their pages is a foreign one
# Languages that are written in other alphabets than the Latin one, of those that `spelling` can cross.
ALPHABETS = {
    "Greek": ("el",),
    "Cyrillic": ("ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "mn", "tg"),
    "Arabic": ("ar", "fa", "ur", "ps"),
    "Devanagari": ("hi", "mr", "ne", "sa"),
}
_ENOUGH = 0.5  # share of a query's words that a language must know to be taken for its own


def query_language(text: str, words: Sequence[str], lexicon: Lexicon, detect: Detect | None) -> str:
    """The language of a query (rulings 3): by writing system, else by what these pages know."""
    found = script_language(text)
    if found == HAN:
        return han_language(text) or _first(lexicon.languages, ("ja", "zh")) or "zh"
    if found != LATIN:
        return found if found != NONE else UNKNOWN
    return (detect(text) if detect else "") or _latin(words, lexicon)


def _first(languages: Languages, wanted: tuple[str, ...]) -> str:
    return next((x for x in languages.ordered() if primary(x) in wanted), "")


def _latin(words: Sequence[str], lexicon: Lexicon) -> str:
    """The language whose function words a text uses, else whose pages have most of its words."""
    ordered = list(dict.fromkeys((*lexicon.languages.ordered(), "en", "de", "fr", "es", "it")))
    lists = {lang: function_words(lang) for lang in ordered}
    used = {lang: sum(w.lower() in lists[lang] for w in words) for lang in ordered}
    latin = [lang for lang in lexicon.languages.present if primary(lang) not in _UNSPACED]
    known = {lang: _known(words, lang, lexicon) for lang in latin}
    best = max(ordered, key=lambda x: (used[x], known.get(x, 0.0), -ordered.index(x)))
    return best if used[best] or known.get(best, 0.0) >= _ENOUGH else UNKNOWN


def _known(words: Sequence[str], lang: str, lexicon: Lexicon) -> float:
    return sum(occurs(w, lang, lexicon) for w in words) / len(words) if words else 0.0


def occurs(text: str, lang: str, lexicon: Lexicon) -> bool:
    """Whether pages of a language have a wording: in their text, or as a tag, which is no part of it."""
    return lexicon.frequency(text, lang) > 0 or any(
        primary(page.lang) == primary(lang) for page in lexicon.tagged(text)
    )


def crosses(text: str, lang: str) -> bool:
    """Whether a word may be of one alphabet, and a language of another."""
    written = any(primary(lang) in some for some in ALPHABETS.values())
    return any("\u0370" <= char <= "\u0963" for char in text) or (written and text < "\u0370")


def searched(own: str, languages: Languages, wanted: Sequence[str]) -> tuple[str, ...]:
    """The languages to search, in the contract's order; a wanted `zh` reaches `zh-TW`."""
    ordered = languages.ordered()
    if wanted:
        return tuple(dict.fromkeys(x for w in wanted for x in _matching(w, ordered)))
    mine = [x for x in ordered if primary(x) == primary(own)]
    present = set(languages.present)
    return tuple(x for x in dict.fromkeys((*mine, *ordered)) if x in present)


def _matching(wanted: str, languages: Sequence[str]) -> list[str]:
    found = [x for x in languages if x == wanted or primary(x) == wanted]
    return found or [wanted]

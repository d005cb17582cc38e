"""What did the reader type: phrases, words, filters? Nothing typed can break it, and `parse(render(q))` is q."""

from collections.abc import Sequence

from otherwords import moments
from otherwords.errors import FilterError, UsageError
from otherwords.model import Filter, Query, Word, Wording, primary
from otherwords.values import pattern

KEYS = ("category", "owner", "confidence", "updated", "tag", "type", "lang", "review", "in")
CATEGORIES = ("context", "standard", "product", "entity", "concept", "decision", "source")
CONFIDENCES = ("low", "medium", "high")
REVIEWS = ("pending", "reviewed")
SENSITIVITIES = ("public", "internal", "confidential", "secret")  # in rising order
_PLURALS = {
    "contexts": "context",
    "standards": "standard",
    "products": "product",
    "entities": "entity",
    "concepts": "concept",
    "decisions": "decision",
    "sources": "source",
}

_BAR = pattern(r"(?<!\\)\|")
_FILTER = pattern(rf"({'|'.join(KEYS)}):(>=|<=|=)?(\"[^\"]*\"|[^\s\"]+)(?=\s|$)")
_PHRASE = pattern(r"\"([^\"]*)\"|“([^“”]*)”|「([^「」]*)」(?=\s|$)")
_RUN = pattern(r"[^\s\"“]+|[\"“]")
_UNREADABLE = pattern("[\ud800-\udfff]")
_SIGNS = frozenset(':"“「')  # without one of these, words are all there is


def parse(text: str) -> Query:
    """Read what was typed. Raises FilterError for a filter whose value cannot be."""
    text = readable(text)
    if _SIGNS.isdisjoint(text):
        return Query(text, tuple(map(Word, text.split())))
    words: list[Word] = []
    filters: list[Filter] = []
    position, start_of_word = 0, True
    while position < len(text):
        if text[position].isspace():
            position, start_of_word = position + 1, True
            continue
        position = _read(text, position, start_of_word, words, filters)
        start_of_word = False
    return Query(text, tuple(words), tuple(filters))


def readable(text: str) -> str:
    """Text that can be encoded: bytes that were no UTF-8 when typed become U+FFFD, NUL a space."""
    if not text.isprintable():
        text = _UNREADABLE.sub("\ufffd", text).replace("\0", " ")
    return text


def _read(text: str, at: int, fresh: bool, words: list[Word], filters: list[Filter]) -> int:
    """Read one piece at a position; returns where it ends."""
    if fresh and (match := _FILTER.match(text, at)):
        filters.append(checked(match[1], match[3].strip('"'), match[2] or "="))
        return match.end()
    if match := _PHRASE.match(text, at):
        phrase = next(x for x in match.groups() if x is not None)
        if phrase.strip():
            words.append(Word(phrase, quoted=True))
        return match.end()
    match = _RUN.match(text, at)
    assert match is not None  # every character is white space, a quote, or neither
    if match[0] not in '"“':
        words.append(Word(match[0]))
    return match.end()


def render(query: Query) -> str:
    """A text that parses to the same words and filters."""
    words = [f'"{w.text}"' if w.quoted and '"' not in w.text else _quoted(w) for w in query.words]
    filters = [f"{f.key}:{'' if f.op == '=' else f.op}{_value(f.value)}" for f in query.filters]
    return " ".join([*filters, *words])


def _quoted(word: Word) -> str:
    return f"“{word.text}”" if word.quoted else word.text


def _value(value: str) -> str:
    plain = value.split() == [value] and value[0] not in "<=>"
    return value if plain else f'"{value}"'


def checked(key: str, value: str, op: str = "=") -> Filter:
    """A filter whose value is possible. Raises FilterError that says which values are."""
    if key == "updated":
        return Filter(key, checked_date(value), ">=" if op == "=" else op)
    if key == "category":
        _check_category(value)
    elif key in _CHOICES:
        _check_choice(key, value, _CHOICES[key])
    if not value.strip():
        raise FilterError(f"{key} without a value; write {key}:VALUE")
    if op != "=" and (key, op) != ("sensitivity", "<="):
        raise FilterError(f"{key}:{op}{value}: only 'updated' can be compared; write {key}:{value}")
    return Filter(key, value, op)


_CHOICES = {"confidence": CONFIDENCES, "review": REVIEWS, "sensitivity": SENSITIVITIES}


def confidence_rank(value: str) -> int:
    """3 for high, 2 for medium, 1 for low, 0 for anything else."""
    known = value.casefold()
    return CONFIDENCES.index(known) + 1 if known in CONFIDENCES else 0


def _check_category(value: str) -> None:
    if value in CATEGORIES:
        return
    singular = _PLURALS.get(value.lower())
    if singular or value.lower() in CATEGORIES:
        raise FilterError(f"category {value!r}: use the singular '{singular or value.lower()}'")
    raise FilterError(f"category {value!r} is unknown; it is one of {', '.join(CATEGORIES)}")


def _check_choice(key: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise FilterError(f"{key} {value!r} is unknown; it is one of {', '.join(choices)}")


def checked_date(value: str) -> str:
    """An ISO 8601 date or time, as `moments` reads it. Raises FilterError with an example."""
    if iso := moments.iso(value.strip()):
        return iso
    raise FilterError(
        f"date {value!r} is no ISO 8601 date or time; write 2026-01-31 or 2026-01-31T09:00"
    )


def group(text: str) -> tuple[Wording, ...]:
    """One concept in the caller's wordings: `ja:子ども手当|en:child allowance`; `\\|` is literal.

    Whether a prefix is a language is for the knowledge base to say: see `spoken`.
    """
    parts = _BAR.split(readable(text))
    found = (part.replace("\\|", "|").strip() for part in parts)
    wordings = tuple(Wording(part, prefixed=True) for part in found if part)
    if not wordings:
        raise UsageError(
            f"--expand {text!r} holds no wording; write --expand 'term|another wording'"
        )
    return wordings


def spoken(wording: Wording, languages: Sequence[str]) -> Wording:
    """A wording with its language apart, where what stands before its colon is one of these.

    A code reaches its regions (`zh` means `zh-TW` too); `\\:` is literal.
    """
    if not wording.prefixed:
        return wording
    lang, colon, rest = wording.text.partition(":")
    known = {x.lower() for x in languages} | {primary(x).lower() for x in languages}
    if colon and lang.strip().lower() in known and rest.strip():
        return Wording(rest.replace("\\:", ":").strip(), lang.strip())
    return Wording(wording.text.replace("\\:", ":"))

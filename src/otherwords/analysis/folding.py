"""Which characters are the same, and which are part of a word: one table for index, query and snippet.

Folding is by character: width and compatibility forms (NFKC), case, accents, katakana to hiragana,
traditional, simplified and shinjitai forms to one. A character that separates words becomes a space.
"""

import unicodedata

from otherwords.values import TYPE_CHECKING, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

FILLER = "\ufffc"  # stands where a folded character is dropped but offsets must be kept
_PLUS, _SHARP = (
    "\ue000",
    "\ue001",
)  # '+' and '#' inside c++, c#, f#: private characters until folded
_LETTER_FORMS = {
    "ß": "ss",
    "ẞ": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ı": "i",
    "ς": "σ",
}
_LETTER_FORMS |= {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_KATAKANA_TO_HIRAGANA = 0x60

_LONG = 200  # characters; from here on expressions and bytes are quicker than a loop
# What prose of Latin letters has besides them, and those of them that are not folded to one of their own.
_SIGNS = "‘’‚“”„–—‑…•›‹€™\u00ad\u00b5ßæÆ"
_LATIN: list[bytes] = []  # the table as bytes, once it is made

_LONG_VOWEL = pattern("ー(?<=[ァ-ヺー]{2}[ァ-ヺ]ー)(?![ァ-ヺー])")
_HALF_KATAKANA = pattern("[\uff66-\uff9f]+")
_LETTER = "A-Za-z0-9_\u00c0-\u052f"  # of scripts with spaces: Han and kana end a name
_SIGIL = pattern(rf"(?<![{_LETTER}])([A-Za-z])(\+\+|#)(?![{_LETTER}+#])")


def normalize(text: str) -> str:
    """Composed Unicode, full-width katakana: the form that offsets refer to. Keeps line breaks."""
    if text.isascii() or _is_latin(text):
        return text
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    data = text.encode("utf-8", "surrogatepass")
    if b"\xef\xbd" not in data and b"\xef\xbe" not in data:
        return text  # as most texts: nothing in it can be half a katakana
    wide = _HALF_KATAKANA.sub(lambda m: unicodedata.normalize("NFKC", m[0]), text)
    return unicodedata.normalize("NFC", wide)  # a half mark behind a whole letter: カﾞ


def _is_latin(text: str) -> bool:
    """Whether all characters are of the first 256, which are composed."""
    try:
        return bool(text.encode("latin-1"))
    except UnicodeEncodeError:
        return False


def mark(text: str) -> str:
    """Prepare text for the table: what one character cannot tell (c++, a long vowel). Keeps lengths."""
    if "++" in text or ("#" in text and _has_sharp(text)):
        text = _SIGIL.sub(lambda m: m[1] + m[2].replace("+", _PLUS).replace("#", _SHARP), text)
    return _without_long_vowels(text) if "ー" in text else text


def _has_sharp(text: str) -> bool:
    """Whether a '#' stands right after a letter, as that of no heading does."""
    at = text.find("#")
    while at >= 0:
        if at and text[at - 1].isalpha():
            return True
        at = text.find("#", at + 1)
    return False


def _without_long_vowels(text: str) -> str:
    """FILLER for a long vowel at the end of a foreign word of three kana: サーバー is サーバ; キー stays."""
    if len(text) >= _LONG:
        return _LONG_VOWEL.sub(FILLER, text)
    for at in _long_vowels(text):
        text = text[:at] + FILLER + text[at + 1 :]
    return text


def _long_vowels(text: str) -> "Iterator[int]":
    """Where a foreign word of three kana or more ends in a long vowel."""
    if len(text) >= _LONG:
        yield from (match.start() for match in _LONG_VOWEL.finditer(text))
        return
    at = text.find("ー", 3)
    while at >= 0:
        before, after = text[at - 3 : at], text[at + 1 : at + 2]
        ends = before[2] != "ー" and not (after and _is_kata(after))
        if ends and all(map(_is_kata, before)):
            yield at
        at = text.find("ー", at + 1)


def short_ends(text: str) -> list[str]:
    """The ends, folded, of words whose long vowel is dropped: エラー of サーバーエラー, which keeps it alone."""
    return [text[at - 2 : at + 1].translate(TABLE) for at in _long_vowels(text)]


def _is_kata(char: str) -> bool:
    return "ァ" <= char <= "ヺ" or char == "ー"


def _variants() -> dict[int, int | str]:
    from otherwords.analysis import han  # 4,437 pairs: only where there is Han text

    return str.maketrans(han.FORMS, han.KEYS)  # type: ignore[return-value]


class _Table(dict[int, str]):
    """Code point to its folded text: '' where dropped, ' ' where it separates words. Filled as met."""

    variants: dict[int, int | str] | None = None

    def __missing__(self, code: int) -> str:
        folded = self[code] = self.fold(chr(code))
        return folded

    def fold(self, char: str) -> str:
        if char in (FILLER, "\u00ad", "\u200b", "\u200c", "\u200d", "\ufeff"):
            return ""
        if char in (_PLUS, _SHARP):
            return "+" if char == _PLUS else "#"
        wide = unicodedata.normalize("NFKC", char)
        char = wide if len(wide) == 1 else char
        low = char.lower() if len(char.lower()) == 1 else char
        if low in _LETTER_FORMS:
            return _LETTER_FORMS[low]
        code = ord(low)
        if is_han(code):
            return self.han(code)
        if 0x30A1 <= code <= 0x30F6:
            return chr(code - _KATAKANA_TO_HIRAGANA)
        return _fold_letter(low, code)

    def han(self, code: int) -> str:
        if self.variants is None:
            self.variants = _variants()
        key = self.variants.get(code, code)
        return chr(key) if isinstance(key, int) else key


def is_han(code: int) -> bool:
    """Whether a code point is a Han character (with 々 and 〇)."""
    return (
        0x4E00 <= code <= 0x9FFF
        or 0x3400 <= code <= 0x4DBF
        or 0xF900 <= code <= 0xFAFF
        or 0x20000 <= code <= 0x3FFFF
        or code in (0x3005, 0x3007)
    )


def _fold_letter(low: str, code: int) -> str:
    category = unicodedata.category(low)
    if category[0] == "M":  # accents vanish; vowel signs of Indic and Thai scripts are letters
        return (
            low
            if 0x0900 <= code <= 0x0EFF or 0x1000 <= code <= 0x17FF or code in (0x3099, 0x309A)
            else ""
        )
    if category[0] not in "LN" and low != "ー":
        return " "
    if 0x3040 <= code <= 0x30FF or 0xAC00 <= code <= 0xD7A3:
        return low
    base, *rest = list(unicodedata.normalize("NFD", low))
    return base.lower() if rest and all(unicodedata.category(x) == "Mn" for x in rest) else low


ODD: set[str] = set()  # what stands in kept text for something else: ß for ss, FILLER for nothing


class _Kept(dict[int, str]):
    """The same table with every entry of length one, for offsets."""

    def __missing__(self, code: int) -> str:
        folded = TABLE[code]
        kept = self[code] = folded if len(folded) == 1 else FILLER if not folded else chr(code)
        if kept != folded:
            ODD.add(kept)
        return kept


TABLE = _Table()
KEPT = _Kept()


def fold(text: str) -> str:
    """Words of normalized text, folded, other characters as spaces. Not of equal length."""
    text = mark(text)
    return text.translate(TABLE) if text.isascii() or len(text) < _LONG else _fold_long(text)


def _fold_long(text: str) -> str:
    """The same by way of bytes, fifteen times as fast, where that leaves only the first 256 characters."""
    for sign in _SIGNS:
        if sign in text:
            text = text.replace(sign, TABLE[ord(sign)])
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        return text.translate(TABLE)
    if not _LATIN:
        ones = (TABLE[code] for code in range(256))
        _LATIN.append(bytes(ord(x) if len(x) == 1 and x <= "\xff" else 0 for x in ones))
    return data.translate(_LATIN[0]).decode("latin-1")


def fold_kept(text: str) -> str:
    """As `fold`, but each character stands where it stood (dropped ones as FILLER)."""
    return mark(text).translate(KEPT)


def is_whole(kept: str) -> bool:
    """Whether what `fold_kept` gave is what `fold` gives: nothing was dropped or became two letters."""
    return FILLER not in kept and ODD.isdisjoint(kept)


def key(text: str) -> str:
    """A whole name as one key: folded, separators as single spaces."""
    folded = fold(normalize(text))
    if not folded.isascii() and not unicodedata.is_normalized("NFC", folded):
        folded = fold(normalize(folded))  # what was dropped stood between a letter and its mark
    return " ".join(folded.split())

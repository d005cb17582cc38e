"""Which language is a text in? Its writing system says it, or a detector does, or it is not known.

"Not known" is an answer: nothing here falls back to English.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence

from otherwords.values import pattern

Detect = Callable[[str], str]

DETECTED = 1000  # characters that a detector is given
SAMPLE = 2000  # characters; the writing system of a page shows in far fewer
EAST_ASIAN = ("Hani", "Kana", "Hang")

# A letter of another script says as much as six Latin ones: Japanese or Russian pages on
# technology are up to a third Latin words, while pages in Latin script quote a word or two.
_WEIGHT = 6
_SHORT = 50  # Han and kana together: up to here a single kana is Japanese (rulings 3)
_KANA_SHARE = 20  # above: one kana in twenty; Japanese prose has ten
_MARK_SHARE = 250  # characters per marking letter: ў, ї, ы, گ are all commoner than that
_CHINESE = "的了是在不这這们們和与與"
_CHINESE_SHARE = 25  # Han per function word: Chinese prose has one in ten to fifteen
_EAST_SHARE = 50  # Latin letters per Han, kana or hangul: below, a page is in both
_LETTERS_TO_DETECT = 20

_BLOCKS = (
    (0x41, 0x5A, "Latn"), (0x61, 0x7A, "Latn"), (0xC0, 0x24F, "Latn"), (0x370, 0x3FF, "Grek"),
    (0x400, 0x52F, "Cyrl"), (0x531, 0x58F, "Armn"), (0x5D0, 0x5F4, "Hebr"), (0x620, 0x6FF, "Arab"),
    (0x750, 0x77F, "Arab"), (0x900, 0x97F, "Deva"), (0x980, 0x9FF, "Beng"), (0xA00, 0xA7F, "Guru"),
    (0xA80, 0xAFF, "Gujr"), (0xB00, 0xB7F, "Orya"), (0xB80, 0xBFF, "Taml"), (0xC00, 0xC7F, "Telu"),
    (0xC80, 0xCFF, "Knda"), (0xD00, 0xD7F, "Mlym"), (0xD80, 0xDFF, "Sinh"), (0xE00, 0xE7F, "Thai"),
    (0xE80, 0xEFF, "Laoo"), (0xF00, 0xFFF, "Tibt"), (0x1000, 0x109F, "Mymr"),
    (0x10A0, 0x10FF, "Geor"), (0x1100, 0x11FF, "Hang"), (0x1200, 0x137F, "Ethi"),
    (0x1780, 0x17FF, "Khmr"),
    (0x1E00, 0x1EFF, "Latn"), (0x1F00, 0x1FFF, "Grek"), (0x3041, 0x309F, "Kana"),
    (0x30A1, 0x30FA, "Kana"), (0x30FC, 0x30FF, "Kana"), (0x3130, 0x318F, "Hang"),
    (0x31F0, 0x31FF, "Kana"), (0x3400, 0x4DBF, "Hani"), (0x4E00, 0x9FFF, "Hani"),
    (0xAC00, 0xD7AF, "Hang"), (0xF900, 0xFAFF, "Hani"), (0xFF21, 0xFF3A, "Latn"),
    (0xFF41, 0xFF5A, "Latn"), (0xFF66, 0xFF9F, "Kana"), (0x20000, 0x323AF, "Hani"),
)  # fmt: skip
_NO_LETTERS = bytes(set(range(256)) - set(range(65, 91)) - set(range(97, 123)))
_STARTS = [block[0] for block in _BLOCKS]

_LANGUAGES = {
    "Kana": "ja", "Hang": "ko", "Thai": "th", "Grek": "el", "Hebr": "he", "Armn": "hy",
    "Geor": "ka", "Beng": "bn", "Guru": "pa", "Gujr": "gu", "Orya": "or", "Taml": "ta",
    "Telu": "te", "Knda": "kn", "Mlym": "ml", "Sinh": "si", "Laoo": "lo", "Tibt": "bo",
    "Mymr": "my", "Ethi": "am", "Khmr": "km",
}  # fmt: skip
_MARKS = {
    "Cyrl": (("kk", "ә ғ қ ң ұ һ"), ("mn", "ө ү"), ("be", "ў"), ("uk", "ї є ґ"), ("sr", "ђ ћ џ"),
             ("mk", "ѓ ќ ѕ"), ("ru", "ы э ё"), ("bg", "ъ")),
    "Arab": (("ur", "ٹ ڈ ڑ ے"), ("fa", "پ چ ژ گ"), ("ar", "ة ك ي ى أ إ")),
    "Deva": (("mr", "ळ आहे"), ("ne", "हरू छन्"), ("hi", "है में और \u093c")),
}  # fmt: skip

_CODE = pattern(r"[A-Za-z]{2,3}(?:[-_](?:[A-Za-z]{2,4}|[0-9]{3}|[A-Za-z0-9]{5,8}))*")
_SEGMENT = pattern(r"([a-z]{2})(?:[-_](?:[A-Z]{2}|[a-z]{2}|[A-Z][a-z]{3}|[0-9]{3}))?")
# Folder names that are language codes, by the writing systems that do not refute them. Codes that
# folders have for other reasons (ts, os, io, so, to, as) are left out.
_LATIN = (
    "af", "ca", "cs", "cy", "da", "de", "en", "eo", "es", "et", "eu", "fi", "fr", "ga", "gl", "hr",
    "hu", "id", "is", "it", "lt", "lv", "ms", "mt", "nb", "nl", "nn", "no", "pl", "pt", "ro", "sk",
    "sl", "sq", "sv", "sw", "tl", "tr", "uz", "vi",
)  # fmt: skip
_SCRIPTS_OF = {
    **dict.fromkeys(_LATIN, ("Latn",)),
    **{lang: (script,) for script, lang in _LANGUAGES.items()},
    **{lang: (script,) for script, marks in _MARKS.items() for lang, _ in marks},
    "sr": ("Cyrl", "Latn"), "ja": ("Kana", "Hani"), "zh": ("Hani",), "yi": ("Hebr",),
    "ne": ("Deva",),
}  # fmt: skip


def unknown(text: str) -> str:
    """The detector that knows no language."""
    return ""


def script(text: str) -> str:
    """The writing system of most of a text (Latn, Kana, Hani, Hang, Cyrl, ...), or ''."""
    return _main(_counts(text))


def script_language(text: str) -> str:
    """The language that a text's writing system tells, or '' (Latin or Han only, no letters)."""
    return "" if text.isascii() else _told(text, _main(_counts(text)))


def page_language(stated: str, folders: Sequence[str], text: str, detect: Detect = unknown) -> str:
    """The language of a page: as its front matter states, by its path, as detected, or 'und'."""
    if code := language_code(stated):
        return code
    counts = _counts(text)
    main = _main(counts)
    for folder in reversed(folders):
        match = _SEGMENT.fullmatch(folder)
        if match and (not main or main in _SCRIPTS_OF.get(match[1], ())):
            return folder.replace("_", "-")
    return _language(text, counts, detect)


def text_language(text: str, detect: Detect = unknown) -> str:
    """The language of a text by its writing system, else (Latin only) as detected, or 'und'."""
    return _language(text, _counts(text), detect)


def language_code(text: str) -> str:
    """A language code as written, with `-`; '' for anything that is none ('English', 'und')."""
    code = text.strip().replace("_", "-")
    return code if _CODE.fullmatch(code) and code.lower() != "und" else ""


def detector() -> Detect:
    """The installed detector for Latin script (extra 'lang'), imported at its first use."""
    found: list[Detect] = []

    def detect(text: str) -> str:
        if not found:
            found.append(_installed())
        return found[0](text)

    return detect


def _installed() -> Detect:
    from importlib import import_module

    try:
        eldc = import_module("eldc")
    except ImportError:
        return _langid()
    eldc.init()

    def detect(text: str) -> str:
        result = eldc.detect_details(text)
        return str(result.language) if result.reliable and result.language != "und" else ""

    return detect


def _langid() -> Detect:
    from importlib import import_module

    try:
        py3langid = import_module("py3langid")
    except ImportError:
        return unknown
    return lambda text: str(py3langid.classify(text)[0])


def _language(text: str, counts: Counter[str], detect: Detect) -> str:
    """The language of a text whose letters are counted, or 'und'."""
    main = _main(counts)
    if main == "Hani":
        return "zh" if _is_chinese(text[:SAMPLE], counts["Hani"]) else "und"
    if main != "Latn":
        return _told(text, main) or "und"
    east = sum(counts[name] for name in EAST_ASIAN)
    if counts["Latn"] < _LETTERS_TO_DETECT or east * _EAST_SHARE > counts["Latn"]:
        return "und"  # too little, or two languages in one page
    return detect(text[:DETECTED]) or "und"


def _is_chinese(sample: str, han: int) -> bool:
    """Whether a page without kana is Chinese prose, and no list of names: by its function words."""
    return han >= _SHORT and sum(map(sample.count, _CHINESE)) * _CHINESE_SHARE >= han


def _counts(text: str) -> Counter[str]:
    """How many letters of each writing system a text's beginning has."""
    sample = text[:SAMPLE]
    if sample.isascii():
        return Counter({"Latn": len(sample.encode().translate(None, _NO_LETTERS))})
    counts: Counter[str] = Counter()
    for char, count in Counter(sample).items():
        at = bisect_right(_STARTS, ord(char)) - 1
        if at >= 0 and ord(char) <= _BLOCKS[at][1]:
            counts[_BLOCKS[at][2]] += count
    return counts


def _main(counts: Counter[str]) -> str:
    east = sum(counts[name] for name in EAST_ASIAN)
    others = [(n, name) for name, n in counts.items() if name not in EAST_ASIAN and name != "Latn"]
    most, name = max([*others, (0, "")])
    if east > most:
        most, name = east, _east_asian(counts)
    return "Latn" if counts["Latn"] > _WEIGHT * most else name


def _east_asian(counts: Counter[str]) -> str:
    han, kana, hangul = (counts[name] for name in EAST_ASIAN)
    if hangul > kana and hangul * _WEIGHT >= han:
        return "Hang"
    enough = 1 if han + kana <= _SHORT else (han + kana) / _KANA_SHARE
    return "Kana" if kana >= enough else "Hani"


def _told(text: str, main: str) -> str:
    """The language that a writing system tells, or letters that only one language has."""
    if main not in _MARKS:
        return _LANGUAGES.get(main, "")
    sample = text[:SAMPLE].lower()
    for lang, marks in _MARKS[main]:
        if sum(map(sample.count, marks.split())) * _MARK_SHARE >= max(len(sample), _MARK_SHARE):
            return lang
    return ""

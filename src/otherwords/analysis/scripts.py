"""Which language does the writing system tell?"""

from otherwords.analysis.folding import is_han

# Writing systems that one language of common use owns, by Unicode block.
_BLOCKS = (
    (0x0370, 0x03FF, "el"),
    (0x1F00, 0x1FFF, "el"),
    (0x0400, 0x052F, "ru"),
    (0x0530, 0x058F, "hy"),
    (0x0590, 0x05FF, "he"),
    (0x0600, 0x06FF, "ar"),
    (0x0750, 0x077F, "ar"),
    (0x0900, 0x097F, "hi"),
    (0x0980, 0x09FF, "bn"),
    (0x0B80, 0x0BFF, "ta"),
    (0x0C00, 0x0C7F, "te"),
    (0x0E00, 0x0E7F, "th"),
    (0x0E80, 0x0EFF, "lo"),
    (0x1000, 0x109F, "my"),
    (0x10A0, 0x10FF, "ka"),
    (0x1100, 0x11FF, "ko"),
    (0x1780, 0x17FF, "km"),
    (0x3040, 0x30FF, "ja"),
    (0x31F0, 0x31FF, "ja"),
    (0xAC00, 0xD7A3, "ko"),
    (0xFF66, 0xFF9F, "ja"),
)
LATIN, HAN, NONE = "latin", "han", ""
_SAMPLE = 4000  # characters; enough to tell, and a bound for a huge page


def script_language(text: str) -> str:
    """The language that the writing system of a text tells; LATIN or HAN where it tells no more; or NONE.

    Any kana makes a text Japanese, any hangul Korean; else the system with the most letters counts.
    """
    if text.isascii():
        return LATIN if any(map(str.isalpha, text)) else NONE
    counts: dict[str, int] = {}
    for char in text[:_SAMPLE]:
        if char.isalpha() and (script := _script(char)):
            counts[script] = counts.get(script, 0) + 1
    for lang in ("ja", "ko"):
        if lang in counts and counts[lang] + counts.get(HAN, 0) >= counts.get(LATIN, 0) / 4:
            return lang
    return max(counts, key=lambda name: (counts[name], name)) if counts else NONE


def _script(char: str) -> str:
    code = ord(char)
    if code < 0x0250 or 0x1E00 <= code <= 0x1EFF or 0xFF21 <= code <= 0xFF5A:
        return LATIN
    if is_han(code):
        return HAN
    return next((lang for first, last, lang in _BLOCKS if first <= code <= last), NONE)


def han_language(text: str) -> str:
    """'ja' or 'zh' where a character decides that only one of them writes; else ''."""
    from otherwords.analysis import han

    letters = set(text)
    chinese = len(letters & {*han.SIMPLIFIED, *han.TRADITIONAL})
    japanese = len(letters & set(han.JAPANESE))
    return "" if chinese == japanese else "zh" if chinese > japanese else "ja"

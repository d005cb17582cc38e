"""Which characters do these bytes stand for? UTF-8 first; anything else is found out and reported.

Bytes that are no UTF-8 are read as EUC-JP and as Shift_JIS, and each reading is weighed: Japanese
comes in runs of kana and kanji, while a Western letter misread as half of a kanji stands alone
between Latin letters. A reading that weighs nothing leaves the Western one.
"""

from __future__ import annotations

import codecs
import re

from otherwords.values import pattern

from .parts import Remark

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_JAPANESE = (("euc-jp", "euc_jp"), ("shift_jis", "cp932"))
_SAMPLE = 65_536

_LOST = "\ufffd"
_KANA = pattern("[\u3041-\u3096\u30a1-\u30fa\u30fc]")
_KANJI = pattern("[\u3005\u4e00-\u9fff]")
_HALF_KANA = pattern("[\uff61-\uff9f]")
_RUN = pattern("[\u3001-\u30ff\u4e00-\u9fff\uff01-\uff9f]+")
_LATIN = pattern("[A-Za-z]")
_PRIVATE = pattern("[\ue000-\uf8ff]")
_MULTIBYTE = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")
_OVERRIDES = ("\u202d", "\u202e")


def decode(data: bytes) -> tuple[str, str, tuple[Remark, ...]]:
    """Return the text of `data`, the name of its encoding, and remarks; never raises.

    The text has no byte order mark and no NUL; its line ends are those of the file.
    """
    text, encoding = _decoded(data)
    remarks = []
    if encoding not in ("utf-8", "utf-8-sig"):
        remarks.append(_foreign(encoding))
    if _LOST in text:
        remarks += _lost(text, data)
    if "\0" in text:
        count = text.count("\0")
        message = f"{count} NUL byte(s) left out; save the file as plain text"
        remarks.append(Remark("nul-bytes", message, _line_at(text, text.index("\0"))))
        text = text.replace("\0", "")
    if not text.isascii():
        remarks += _bidi(text)
    return text, encoding, tuple(remarks)


def _decoded(data: bytes) -> tuple[str, str]:
    for bom, name in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(name.removesuffix("-sig"), "replace"), name
    wide = _utf16_order(data) if b"\0" in data else ""
    if wide:
        return data.decode(wide, "replace"), wide
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _from_bytes(data)


def _utf16_order(data: bytes) -> str:
    """UTF-16 without a mark: its NULs lie on one side, and its line ends are paired with them."""
    sample = data[:_SAMPLE]
    zeros_even, zeros_odd = sample[::2].count(0), sample[1::2].count(0)
    low, high = sorted((zeros_even, zeros_odd))
    newlines = sample.count(b"\n")
    little = zeros_odd > zeros_even
    paired = sample.count(b"\n\0" if little else b"\0\n")
    many = high >= 0.2 * len(sample)
    if low * 10 > high or not (many or (newlines and paired * 2 >= newlines)):
        return ""
    return "utf-16-le" if little else "utf-16-be"


def _from_bytes(data: bytes) -> tuple[str, str]:
    sample = data[:_SAMPLE]
    if _mostly_utf8(sample):
        return data.decode("utf-8", "replace"), "utf-8"
    readings = [
        (_weight(sample.decode(codec, "replace")), name, codec) for name, codec in _JAPANESE
    ]
    weight, name, codec = max(readings, key=lambda reading: reading[0])
    if weight > 0:
        return data.decode(codec, "replace"), name
    try:
        western = "cp1252" if re.search(rb"[\x80-\x9f]", data) else "latin-1"
        return data.decode(western), western
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


def _mostly_utf8(sample: bytes) -> bool:
    """A damaged UTF-8 file has far more whole characters than broken ones."""
    whole = len(_MULTIBYTE.findall(sample))
    return whole > 10 * sample.decode("utf-8", "ignore" if not whole else "replace").count(_LOST)


def _weight(text: str) -> float:
    """How much `text` looks like Japanese that was decoded rightly; 0 or less: it does not."""
    total = -4.0 * (text.count(_LOST) + len(_PRIVATE.findall(text)))
    for match in _RUN.finditer(text):
        run = match[0]
        beside = (
            text[max(match.start() - 1, 0) : match.start()] + text[match.end() : match.end() + 1]
        )
        total += _run_weight(run, bool(_LATIN.search(beside)))
    return total


def _run_weight(run: str, beside_latin: bool) -> float:
    half = len(_HALF_KANA.findall(run))
    kana, kanji = len(_KANA.findall(run)), len(_KANJI.findall(run))
    if kana:
        return 2.0 * kana + kanji
    if half:
        return 0.1 * half if half == len(run) and half > 2 and not beside_latin else -1.0 * half
    if len(run) == 1:
        return -1.0 if beside_latin else 0.5 * kanji
    return float(kanji)


def _foreign(encoding: str) -> Remark:
    return Remark("encoding", f"read as {encoding}, not UTF-8; save it as UTF-8 to be sure", 0)


def _lost(text: str, data: bytes) -> list[Remark]:
    """Bytes that stand for no character; a U+FFFD that the author's file holds is no loss."""
    lost = text.count(_LOST) - data.count(_LOST.encode())
    if lost <= 0:
        return []
    message = (
        f"{lost} byte sequence(s) stand for no character and show as {_LOST}; save it as UTF-8"
    )
    return [Remark("encoding", message, _line_at(text, text.index(_LOST)))]


def _bidi(text: str) -> list[Remark]:
    found = [text.index(sign) for sign in _OVERRIDES if sign in text]
    if not found:
        return []
    message = "the text holds a character that reverses what is shown (U+202D or U+202E); remove it"
    return [Remark("bidi-override", message, _line_at(text, min(found)))]


def _line_at(text: str, offset: int) -> int:
    head = text[:offset]
    return 1 + head.count("\n") + head.count("\r") - head.count("\r\n")

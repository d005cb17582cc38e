"""Bytes that are not all UTF-8."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.markdown import decode, parse

JAPANESE = [
    "# 法令\n",
    "児童手当の申請手続き\n",
    "title: 検索\n\nGo言語のログ。",
    "カタカナ",
    "負債 (debt)",
]
WESTERN = [
    "# Café\n",
    "Müller für schöne Grüße\n",
    "Crème brûlée à la façon d’été – “voilà”…\n",
    "It’s a dog’s life",
    "Señor Núñez, ¿qué pasó?",
    "price: £20, 20 °C, ©2026 «À propos»",
    "El Niño y la niña",
    "ÄÖÜ äöü ß",
    "naïve coöperation, São Paulo, Ærø",
]


@pytest.mark.parametrize("text", JAPANESE)
@pytest.mark.parametrize("encoding", ["shift_jis", "euc-jp"])
def test_short_japanese_files_are_found_out(text: str, encoding: str) -> None:
    found, name, remarks = decode(text.encode(encoding))
    assert (found, name) == (text, encoding)
    assert [remark.code for remark in remarks] == ["encoding"]
    assert encoding in remarks[0].message


@pytest.mark.parametrize("text", WESTERN)
def test_short_western_files_are_not_taken_for_japanese(text: str) -> None:
    found, name, remarks = decode(text.encode("cp1252"))
    assert found == text
    assert name in ("latin-1", "cp1252")
    assert [remark.code for remark in remarks] == ["encoding"]


def test_half_width_katakana_in_a_japanese_file_is_read() -> None:
    text = "ﾃｽﾄの手順：ｶﾀｶﾅを確認する"
    assert decode(text.encode("shift_jis"))[:2] == (text, "shift_jis")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text", ["# Title\n\nplain words\n", "# 検索\n\n日本語の本文です。\n", "ok"]
)
@pytest.mark.parametrize("marked", [True, False])
def test_utf_16_is_read_with_and_without_a_mark(encoding: str, text: str, marked: bool) -> None:
    bom = codecs.BOM_UTF16_LE if encoding.endswith("le") else codecs.BOM_UTF16_BE
    data = (bom if marked else b"") + text.encode(encoding)
    found, name, remarks = decode(data)
    assert (found, name) == (text, encoding)
    assert [remark.code for remark in remarks] == ["encoding"]


def test_a_byte_order_mark_is_no_part_of_the_text_and_no_fault() -> None:
    document = parse("\ufeff---\ntitle: A\n---\n".encode())
    assert (document.meta, document.encoding) == ({"title": "A"}, "utf-8-sig")
    assert document.remarks == ()


def test_nul_bytes_are_left_out_and_reported_with_their_line() -> None:
    document = parse(b"# Ti\n\nte\0xt and more of it\n")
    assert document.prose == "Ti\ntext and more of it"
    assert [(remark.code, remark.line) for remark in document.remarks] == [("nul-bytes", 3)]


def test_utf_8_with_a_broken_byte_stays_utf_8_and_names_the_line() -> None:
    text = "日本語の文書です。検索語を探す。\n\nもう一行"
    found, name, remarks = decode(text.encode() + b"\xff\n")
    assert (found, name) == (text + "\ufffd\n", "utf-8")
    assert [(remark.code, remark.line) for remark in remarks] == [("encoding", 3)]


def test_a_replacement_character_that_the_author_typed_is_no_remark() -> None:
    assert decode("what is \ufffd?".encode()) == ("what is \ufffd?", "utf-8", ())


def test_a_bidi_override_is_reported_with_its_line() -> None:
    document = parse("ok\n\nabc\u202egnp.exe".encode())
    assert [(remark.code, remark.line) for remark in document.remarks] == [("bidi-override", 3)]


@given(st.text())
def test_every_utf_8_text_comes_back_as_it_was(text: str) -> None:
    if "\0" not in text and not text.startswith("\ufeff"):
        assert decode(text.encode())[:2] == (text, "utf-8")


@given(st.text(st.characters(min_codepoint=0x3041, max_codepoint=0x3096), min_size=3))
def test_hiragana_is_found_out_in_both_japanese_encodings(text: str) -> None:
    writable = "".join(sign for sign in text if sign not in "ゔゕゖ") + "の"
    for encoding in ("shift_jis", "euc-jp"):
        assert decode(writable.encode(encoding))[:2] == (writable, encoding)


@given(st.binary())
def test_any_bytes_become_text_without_nul(data: bytes) -> None:
    text, name, _ = decode(data)
    assert name and "\0" not in text

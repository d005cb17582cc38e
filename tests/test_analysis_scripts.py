"""In which language is a text, as its letters tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.analysis import HAN, LATIN, NONE, han_language, has_han, script_language

SCRIPTS = {
    "": NONE,
    "123 !?": NONE,
    "👍": NONE,
    "child": LATIN,
    "Ｃｈｉｌｄ": LATIN,
    "Größe": LATIN,
    "tiếng": LATIN,
    "認証": HAN,
    "認証フロー": "ja",
    "ｻｰﾊﾞｰ": "ja",
    "子ども手当": "ja",
    "Claude Codeの使い方": "ja",
    "육아 수당": "ko",
    "育兒 수당": "ko",
    "пособие": "ru",
    "επίδομα": "el",
    "เด็ก": "th",
    "طفل": "ar",
}


@pytest.mark.parametrize(("text", "lang"), SCRIPTS.items())
def test_writing_systems_tell(text: str, lang: str) -> None:
    """Kana is Japanese, hangul Korean; Han and Latin alone tell no language."""
    assert script_language(text) == lang


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("認証", "ja"),
        ("认证", "zh"),
        ("認證", "zh"),
        ("手当", ""),
        ("人口", ""),
        ("child", ""),
        ("", ""),
    ],
)
def test_han_that_one_language_writes_decides(text: str, lang: str) -> None:
    """Shinjitai are Japanese, simplified and traditional Chinese; common characters leave it open."""
    assert han_language(text) == lang


@given(st.text(max_size=60))
def test_anything_has_an_answer(text: str) -> None:
    """No text raises; a text without a letter has no language."""
    assert isinstance(script_language(text), str) and han_language(text) in ("", "ja", "zh")
    assert script_language(text) == NONE or any(char.isalpha() for char in text)
    assert not has_han(text) or any(ord(char) > 0x3000 for char in text)


def test_a_foreign_name_does_not_make_a_text_japanese() -> None:
    """A few kana in a long Latin text leave it Latin."""
    assert script_language("The word for waste that is collected on Mondays is ゴミ here.") == LATIN

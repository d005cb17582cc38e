"""Which language is a text in, by its writing system alone or with a detector?"""

import importlib.util

import pytest

from otherwords.layouts.detection import (
    detector,
    language_code,
    script,
    script_language,
    text_language,
    unknown,
)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("子ども手当の手続き", "ja"),
        ("GitHub Actionsの使い方", "ja"),
        ("ソフトウェアエンジニア", "ja"),
        ("国立国会図書館の書誌情報検索", "ja"),
        ("認証", ""),
        ("认证流程", ""),
        ("인증 흐름", "ko"),
        ("การยืนยันตัวตน", "th"),
        ("έλεγχος ταυτότητας", "el"),
        ("אימות משתמשים", "he"),
        ("проверка подлинности пользователей, вход и выход", "ru"),
        ("перевірка користувачів її системи", "uk"),
        ("привет", ""),
        ("التحقق من هوية المستخدم", "ar"),
        ("احراز هویت کاربر گرفتن", "fa"),
        ("authentication flow", ""),
        ("Überprüfung der Identität", ""),
        ("उपयोगकर्ता के सत्यापन में त्रुटि है", "hi"),
        ("12 34 !? 🎉", ""),
        ("", ""),
    ],
)
def test_script_language(text: str, lang: str) -> None:
    """Kana is Japanese, hangul Korean, Thai Thai; Latin script and Han alone tell no language."""
    assert script_language(text) == lang


@pytest.mark.parametrize(
    ("text", "name"),
    [("認証", "Hani"), ("認証の", "Kana"), ("abc", "Latn"), ("é", "Latn"), ("12", ""), ("", "")],
)
def test_script(text: str, name: str) -> None:
    """The writing system is that of most letters."""
    assert script(text) == name


def test_a_foreign_word_decides_nothing() -> None:
    """English that quotes Japanese stays Latin; Japanese full of Latin terms is Japanese."""
    english = "The allowance (児童手当, じどうてあて) is paid to parents of every child. "
    english += "It ends when the child leaves the lower secondary school in spring."
    japanese = "Claude Code と GitHub Copilot を使って pull request を review します。" * 5
    chinese = "图书馆的目录系统提供检索服务" * 20 + "の"
    assert [script_language(text) for text in (english, japanese, chinese)] == ["", "ja", ""]


def test_two_languages_in_one_page_are_unknown() -> None:
    """A page half in English and half in Chinese is in neither, whatever a detector says."""
    text = "Return a new date moved forward by an amount and unit（返回向后推移若干单位的新日期）"
    assert text_language(text, lambda _: "en") == "und"


def test_chinese_prose() -> None:
    """Chinese prose is known by its function words; a list of names in Han stays unknown."""
    prose = "图书馆是城市的知识中心，市民可以在这里借阅图书，也可以在网上查询目录。" * 3
    names = "東京都国立国会図書館京都府立図書館大阪府立中央図書館" * 3
    assert [text_language(text) for text in (prose, names)] == ["zh", "und"]


def test_too_short_for_a_detector() -> None:
    """A few Latin letters are not given to a detector, and no detector means unknown."""
    assert text_language("lorem ipsum", lambda _: "ms") == "und"
    assert text_language("a long enough English sentence", unknown) == "und"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("en", "en"),
        ("zh_TW", "zh-TW"),
        ("English", ""),
        ("und", ""),
        ("", ""),
        ("zh-Hant-HK", "zh-Hant-HK"),
    ],
)
def test_language_code(text: str, code: str) -> None:
    """A language code is taken as written; a language's name is none."""
    assert language_code(text) == code


@pytest.mark.skipif(
    not any(map(importlib.util.find_spec, ("eldc", "py3langid"))), reason="needs the extra 'lang'"
)
def test_installed_detector() -> None:
    """The installed detector tells Latin-script languages apart."""
    detect = detector()
    texts = {
        "en": "The benefit is paid to the parents of every child under fifteen.",
        "it": "La biblioteca comunale resta aperta anche durante le vacanze estive.",
        "de": "Die Bibliothek bleibt auch während der Sommerferien geöffnet.",
    }
    assert {lang: text_language(text, detect) for lang, text in texts.items()} == {
        x: x for x in texts
    }

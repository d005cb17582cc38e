"""The wiki as its own dictionary: renderings read from parallel pages."""

from pathlib import Path

import pytest

from otherwords.planning.mining import Version, rendering, segments, words_of
from wikis import Wiki, slugs, terms

PAIRS = [
    (
        Version("通訳窓口", "", f"通訳の予約は電話で行います。\n\n{one}の通訳は無料です。"),
        Version(
            "Desk", "", f"Book an interpreter by phone.\n\nAn interpreter for {other} is free."
        ),
    )
    for one, other in (("病院", "hospitals"), ("学校", "schools"), ("警察", "police"))
]


def test_a_rendering_stands_where_the_wording_stands() -> None:
    """The word that is most exclusively in the counterparts, in both directions."""
    assert rendering("通訳", "en", PAIRS)[0] == "interpreter"
    assert rendering("interpreter", "ja", [(b, a) for a, b in PAIRS])[0] == "通訳"


def test_too_little_evidence_renders_nothing() -> None:
    """One place is chance, and no place is none."""
    assert rendering("病院", "en", PAIRS) == []
    assert rendering("図書館", "en", PAIRS) == []
    assert rendering("通訳", "en", []) == []


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("a\n\nb", "x\n\ny", 3),
        ("A one. A two.\n\nb", "X one. X two.\n\ny", 4),
        ("A one. A two.\n\nb", "X one.\n\ny", 3),
        ("a\n\nb\n\nc", "x\n\ny", 2),
        ("", "", 1),
        ("甲です。乙です。", "It is A. It is B.", 3),
    ],
)
def test_segments_correspond(one: str, other: str, count: int) -> None:
    """Titles; paragraphs where both have as many, sentences where the paragraphs have; else the whole."""
    found = list(segments(Version("T", "", one), Version("U", "", other)))
    assert found[0] == ("T", "U") and len(found) == count


def test_words_are_written_as_they_stand() -> None:
    """Words, katakana, Han and their pieces; no function words, numbers or links' targets."""
    english = dict(words_of("The [[Place/hall|City Hall]] of 2026", "en"))
    assert english == {"city": "City", "hall": "Hall"}
    japanese = dict(words_of("サーバーの設定変更", "ja"))
    assert {"さーば": "サーバー", "设定": "設定", "变更": "変更"}.items() <= japanese.items()


def test_what_no_name_records_is_rendered_from_parallel_pages(tmp_path: Path) -> None:
    """A word of the text finds the page of the other language, and says what was searched."""
    wiki = Wiki(tmp_path)
    for number, (one, other) in enumerate(PAIRS):
        wiki.add(f"ja/Desk/d{number}", f"{one.title}{number}", one.body)
        wiki.add(f"en/Desk/d{number}", f"{other.title} {number}", other.body)
    wiki.add("en/Desk/only", "Only here", "An interpreter for the tax office.")
    answer = wiki.answer("通訳")
    assert "interpreter" in terms(answer, "en")[0]
    assert "en/only" in slugs(answer.hits)

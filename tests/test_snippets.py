"""The line that shows why a page is a hit: the right line, the right letters in it."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.analysis import fold, index_text, normalize, terms
from otherwords.model import Snippet
from otherwords.ranking.snippets import LARGEST, LONGEST, snippet
from wikis import Wiki

PIECES = [
    "児童手当の申請は窓口で。", "The child allowance is paid.", "サーバーを再起動する。", "サーバーエラー",
    "getWindowRect", "café", "cafe\u0301 noir", "ｻｰﾊﾞｰ", "👩‍👩‍👧 family", "# Heading", "- item", "| a | b |",
    "", "   ", "---", "title: x", "工作流程", "AI活用", "C++で書く", "Straße", "ﬁnd", "\u3000全角 空白", "x" * 300,
    "漢" * 200,
]  # fmt: skip
WORDINGS = [
    "児童手当", "申請", "child allowance", "サーバー", "サーバ", "エラー", "window", "cafe", "family", "流程", "法",
    "AI活用", "AI", "C++", "strasse", "find", "全角 空白", "児童手当 申請", "nothing", "x", "漢", "",
]  # fmt: skip
FRONT = "---\ntitle: Page\ntype: schema:T\nproperties:\n  description: What it is.\n---\n\n"
PAGES = st.tuples(
    st.sampled_from(["", FRONT, "---\n"]), st.lists(st.sampled_from(PIECES) | st.text(max_size=12))
).map(lambda made: made[0] + "\n".join(piece.replace("\r", " ") for piece in made[1]))


@settings(max_examples=200, deadline=None)
@given(PAGES, st.lists(st.lists(st.sampled_from(WORDINGS), max_size=3), max_size=3))
def test_marked_text_stands_in_the_cited_line(page: str, concepts: list[list[str]]) -> None:
    """A law: the snippet is cut out of its line, and each mark covers letters of a wording."""
    found = snippet(page, concepts, "What it is.")
    lines = page.split("\n")
    if not found.line:
        assert found == Snippet("What it is.") or not found.marks
        return
    line = normalize(lines[found.line - 1])
    assert found.text.removeprefix("…").removesuffix("…").strip() in line
    letters = "".join(fold(normalize(w)) for words in concepts for w in words).replace(" ", "")
    ends = [0]
    for start, end in found.marks:
        assert ends[-1] <= start < end <= len(found.text)
        ends.append(end)
        marked = fold(normalize(found.text[start:end])).replace(" ", "")
        assert marked and any(char in letters for char in marked), (found, marked)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=6), st.sampled_from(WORDINGS[:14]), st.data())
def test_a_line_that_has_the_wording_is_cited(
    before: list[str], word: str, data: st.DataObject
) -> None:
    """A law: where a line has the wording whole, the cited line has it, and it is marked."""
    at = data.draw(st.integers(0, len(before)))
    lines = [*before[:at], f"ここに {word} がある。", *before[at:]]
    found = snippet(FRONT + "\n".join(lines), [[word]], "")
    cited = normalize((FRONT + "\n".join(lines)).split("\n")[found.line - 1])
    assert set(terms(word)) <= set(index_text(cited).split()) or fold(word).strip() in fold(cited)
    assert found.marks


@pytest.mark.parametrize(
    ("text", "word", "line", "marked"),
    [
        (FRONT + "first\n\nsecond word", "word", 10, ["word"]),
        (FRONT + "word", "word", 8, ["word"]),
        ("---\ntitle: T\n---\nword", "word", 4, ["word"]),
        ("---\nno front matter\n\nword", "word", 4, ["word"]),
        ("---\n\n---\nword", "word", 4, ["word"]),
        (FRONT, "what", 5, ["What"]),
        ("児童手当の**申請**方法", "申請", 1, ["申請"]),
        ("a サーバーエラーだ", "エラー", 1, ["エラー"]),
        ("a サーバーの設定", "サーバ", 1, ["サーバー"]),
        ("これはｻｰﾊﾞｰです", "サーバー", 1, ["サーバー"]),
        ("cafe\u0301 au lait", "café", 1, ["café"]),
        ("AI活用の手引き", "AI活用", 1, ["AI活用"]),
        ("児童手当 申請の手引き", "児童手当 申請", 1, ["児童手当 申請"]),
        ("getWindowRect()", "window", 1, ["getWindowRect"]),
        ("engineering", "engineer", 1, ["engineering"]),
        ("生成AIを使う", "AI", 1, ["AI"]),
        ("我用C++写", "C++", 1, ["C++"]),
        ("Die Straße", "strasse", 1, ["Straße"]),
    ],
)
def test_lines_and_marks(text: str, word: str, line: int, marked: list[str]) -> None:
    """Right after front matter, in every script, with the letters as the page has them."""
    found = snippet(text, [[word]], "")
    assert found.line == line
    assert [found.text[a:b] for a, b in found.marks] == [
        unicodedata.normalize("NFC", m) for m in marked
    ]


def test_the_line_with_most_concepts_counts() -> None:
    """Then the first; a heading and front matter show a page less well than its text."""
    page = FRONT + "one\ntwo\none two\none two\n"
    assert snippet(page, [["one"], ["two"]], "").line == 10
    assert snippet("# one\n\none\n", [["one"]], "").line == 3


def test_without_a_match_the_description_stands_where_it_stands() -> None:
    """At its line of the front matter; without one there is nothing to show."""
    assert snippet(FRONT + "text", [["zebra"]], "What it is.") == Snippet("What it is.", 5)
    assert snippet("text", [["zebra"]], "Made up.") == Snippet("Made up.")
    assert snippet("", [["zebra"]], "") == Snippet("")


@pytest.mark.parametrize("word", ["zebra", "シマウマ", "斑"])
def test_a_long_line_is_cut_around_the_match(word: str) -> None:
    """Before and behind it, with an ellipsis, and not wider than a few lines of a terminal."""
    found = snippet("lorem ipsum " * 60 + word + " dolor 漢字" * 60, [[word]], "")
    assert found.text[slice(*found.marks[0])] == word
    assert found.text[0] == found.text[-1] == "…"
    assert sum(2 if c >= "\u1100" else 1 for c in found.text) <= LONGEST + 4


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("crlf", (FRONT + "one\n\nkiosk 縞馬").replace("\n", "\r\n").encode()),
        ("cr", (FRONT + "one\n\nkiosk 縞馬").replace("\n", "\r").encode()),
        ("bom", b"\xef\xbb\xbf" + (FRONT + "one\n\nkiosk 縞馬").encode()),
        ("utf16", (FRONT + "one\n\nkiosk 縞馬").encode("utf-16")),
        ("sjis", (FRONT + "one これは日本語の文章です。\n\nkiosk 縞馬").encode("shift_jis")),
    ],
)
def test_lines_are_those_of_the_file(tmp_path: Path, name: str, data: bytes) -> None:
    """Whatever its line ends and encoding."""
    wiki = Wiki(tmp_path)
    wiki.write(f"en/T/{name}", data)
    for word in ("kiosk", "縞馬"):
        hit = wiki.json(word)["hits"][0]
        assert hit["line"] == 10 and hit["snippet"]["text"] == "kiosk 縞馬"
        (start, end), *rest = hit["snippet"]["marks"]
        assert hit["snippet"]["text"][start:end] == word and not rest


def test_the_last_line_of_a_very_long_page_is_found(tmp_path: Path) -> None:
    """Cited by its number, in the language and the spelling of the page."""
    wiki = Wiki(tmp_path)
    filling = "nothing to see here\n" * (LARGEST // 20 + 2000)
    for word in ("Zebra", "縞馬"):
        wiki.write("en/T/long", f"---\ntitle: Long\n---\n{filling}the last {word} stands here\n")
        for typed in (word, word.lower()):
            hit = wiki.json(typed)["hits"][0]
            assert hit["line"] == 4 + filling.count("\n")
            assert [hit["snippet"]["text"][a:b] for a, b in hit["snippet"]["marks"]] == [word]

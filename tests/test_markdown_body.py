"""The body of a page: what a reader sees, and on which line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.markdown import Heading, Link, Section, parse
from otherwords.markdown.pieces import SIZE, pieces


def prose(text: str) -> str:
    return parse(text.encode()).prose


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Some *very* **plain** `code_name()` here", "Some very plain code_name() here"),
        ("see [[Type/slug]] and [[a/b|the label]].", "see Type/slug and the label."),
        ("[text](http://x.y) and <http://x.y>", "text and http://x.y"),
        ("![a *cat*](c.png) ![[scan.png]]", "a cat scan.png"),
        ("# Head\n\nOne.\n\n\nTwo.", "Head\nOne.\nTwo."),
        ("- one\n- two\n  - three\n\n  four", "one\ntwo\nthree\nfour"),
        ("a <!-- hidden --> b\n\n<!-- all\n\nof it -->\n\nc", "a  b\nc"),
        ("<div class='x'>\nhi <b>bo</b>ld &amp; so<br>on\n</div>", "hi bold & so on"),
        ('<p><img src="x.png" alt="a dog"></p>', "a dog"),
        ("<!-- never closed\n\nkept", "<!-- never closed\nkept"),
        ("```py\ndef get_window():\n    pass\n```", "def get_window():\n    pass"),
        ("|a|b|\n|-|-|\n|c|[[x\\|y]]|", "a  b\nc  y"),
        ("one\ntwo", "one two"),
        ("検索\nエンジン\nthe end", "検索エンジン the end"),
        ("**「強調」**です ~~gone~~", "「強調」です gone"),
        ("3~5個、6~8個", "3~5個、6~8個"),
        ("text[^1]\n\n[^1]: The note.", "text\nThe note."),
        ("> [!NOTE]\n> careful", "careful"),
        ("a\n\n***\n\nb", "a\nb"),
        ("\ta tab\n\n-\tb", "a tab\nb"),
        ("", ""),
    ],
)
def test_prose_is_what_a_reader_sees(text: str, expected: str) -> None:
    assert prose(text) == expected


def test_headings_know_their_level_text_and_line_in_cjk_too() -> None:
    document = parse("---\nt: 日本\n---\n日本語。\n\n## 児童`手当` {#x}\n\nUnder\n===\n".encode())
    assert document.headings == (Heading(2, "児童手当", 6), Heading(1, "Under", 8))
    assert document.title == "Under"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("## A\n# B", "B"),
        ("### A\n## B", "A"),
        ("text", ""),
        ("#\n# C", "C"),
        ("```\n# no\n```", ""),
    ],
)
def test_the_title_is_the_first_top_heading_else_the_first(text: str, title: str) -> None:
    assert parse(text.encode()).title == title


def test_links_know_their_target_text_and_line() -> None:
    text = "語 [[a/b]]\n\n- [x *y*](u v) [x y](u.md)\n- [[c d#e|f]]\n\n`[[no]]`\n\n[r][1] ![[i]]\n\n[1]: z"
    assert parse(text.encode()).links == (
        Link("a/b", "a/b", 1, True),
        Link("u.md", "x y", 3, False),
        Link("c d#e", "f", 4, True),
        Link("z", "r", 8, False),
        Link("i", "i", 8, True),
    )


def test_tags_are_taken_from_prose_only() -> None:
    text = (
        "# Head #no\n#one and #two/three (#日本語) #one\n\n`#no` http://x.y/#no C#no #12 \\#no\n"
        "[#no](x) <http://x.y/ #no>\n\n```\n#no\n```\n"
    )
    assert parse(text.encode()).tags == ("one", "two/three", "日本語")


def test_sections_follow_the_headings_after_the_text_before_them() -> None:
    document = parse(b"\nlead\n\n# A\n\n## B\ntext\n\nmore\n")
    assert document.sections == (
        Section("", 2, "lead"),
        Section("A", 4, ""),
        Section("B", 6, "text\nmore"),
    )


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("# T\n\nFirst.\n\n## Summary\nSo it\nis.\n\nMore.", "So it is."),
        ("# T\n\n## Summary\n\n## Other\n\nFirst.", "First."),
        ("# T", ""),
    ],
)
def test_the_summary_is_the_line_under_its_heading_else_the_first(text: str, summary: str) -> None:
    assert parse(text.encode()).summary == summary


def test_a_large_file_is_read_to_its_last_line_and_its_lines_are_right() -> None:
    filler = "日本語の text with [[a]].\n\n```\n# no heading\n\n" + "x = 1\n\n" * 9000 + "```\n\n"
    text = filler * 30 + "## Last\n\nzebra"
    document = parse(text.encode())
    assert document.prose.endswith("Last\nzebra")
    assert document.headings == (Heading(2, "Last", text[: text.index("## L")].count("\n") + 1),)
    assert [link.line for link in document.links] == [
        1 + number * filler.count("\n") for number in range(30)
    ]


def test_a_long_line_and_a_long_paragraph_are_read_whole() -> None:
    assert len(prose("ab " * SIZE)) == 3 * SIZE - 1
    assert prose("a line\n" * SIZE + "zebra").endswith("zebra")


@given(st.integers(0, 3), st.sampled_from(["a\n\n", "# h\n\n", "x\n", "word "]))
def test_pieces_join_to_the_whole(size: int, unit: str) -> None:
    source = unit * (size * SIZE // len(unit)) + "end"
    assert "".join(piece for piece, _ in pieces(source)) == source


@pytest.mark.parametrize("unit", ["> ", "[", "![", "*a _", "`", "<", "<!--", "- ", "[[a|", "#"])
def test_no_nesting_is_too_deep(unit: str) -> None:
    assert parse((unit * 20_000 + "\n\nzebra").encode()).prose.endswith("zebra")


_MARKDOWN = st.lists(
    st.sampled_from(
        ["# ", "語", "a b", "\n", "\n\n", "[[x]]", "`", "```\n", "- ", "> ", "|", "---\n", "k: v\n"]
        + ["<!--", "-->", "<b>", "*", "\t", "  ", "[t](u)", "#tag ", "&amp;", "\\", "é", "😀"]
    ),
    max_size=40,
).map("".join)


@given(st.binary(max_size=400))
def test_any_bytes_parse(data: bytes) -> None:
    parse(data)


@settings(max_examples=300)
@given(_MARKDOWN)
def test_line_ends_change_nothing_but_the_body(text: str) -> None:
    plain = parse(text.encode())
    for end in ("\r\n", "\r"):
        other = parse(text.replace("\n", end).encode())
        assert other._replace(body=plain.body) == plain
        assert other.body == plain.body.replace("\n", end)


@settings(max_examples=300)
@given(_MARKDOWN)
def test_lines_point_at_what_they_name(text: str) -> None:
    document = parse(text.encode())
    lines = text.split("\n")
    assert document.body == "\n".join(lines[document.body_line - 1 :])
    for heading in document.headings:
        assert not heading.text or heading.text[0] in "".join(lines[heading.line - 1 :])
    for link in document.links:
        assert "[" in lines[link.line - 1]
    assert len(document.headings) <= len(document.sections) <= len(document.headings) + 1

"""Plain front matter is read line by line: exactly as the YAML parser reads it, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from otherwords.markdown import parse
from otherwords.markdown.yaml_lines import Fault, Loaded, plain
from otherwords.markdown.yaml_values import load

_PIECES = st.sampled_from(
    (
        *(
            "a",
            "key",
            "b-c",
            "title",
            "日本",
            "é",
            "1",
            "0",
            "3.10",
            "-5",
            "1e5",
            "0x1f",
            ".5",
            ".",
        ),
        *(
            "true",
            "no",
            "null",
            "~",
            "2026-01-02",
            "12:30",
            "x: y",
            "a:",
            "a::b",
            "http://e.org/x#y",
        ),
        *(
            " ",
            "  ",
            ": ",
            ":",
            "- ",
            "-",
            "#",
            " #",
            "# x",
            ",",
            ", ",
            "[",
            "]",
            "{",
            "}",
            "[]",
            "{}",
        ),
        *(
            "'",
            '"',
            "''",
            "'q'",
            '"q"',
            "'it''s'",
            '"\\n"',
            "[a, b]",
            "[a, 'b, c']",
            "{a: b, c: 'd'}",
        ),
        *(
            "[a, [b]]",
            "{a: [b]}",
            "[a,b]",
            "{a:b}",
            "[a, ]",
            "[ a ]",
            "{ a: b }",
            "[a?b]",
            "[a: b]",
        ),
        *(
            "---",
            "...",
            "|",
            ">",
            "&x",
            "*x",
            "!t",
            "%",
            "@",
            "`",
            "?",
            "? ",
            "\t",
            "\u3000",
            "\xa0",
        ),
        *("\x85", "\u2028", "\ufeff", "\x7f", "\x00", "<<", "=", "(x)", "/x", "_x", "$", "L'a"),
    )
)
_USUAL = st.sampled_from(
    (
        *(
            "",
            "a",
            "b c",
            "1",
            "3.10",
            "true",
            "no",
            "2026-01-02",
            "https://example.org/x#y",
            "a:b",
        ),
        *("'q'", "'a: b'", '"q"', "[a, b]", "[]", "{}", "[a, 'b, c']", "{a: b, c: 'd'}", "港 の灯"),
    )
)
_VALUE = st.one_of(
    _USUAL, _USUAL, _USUAL, _USUAL, st.lists(_USUAL | _PIECES, max_size=3).map("".join)
)
_KEYS = st.integers(0, 99).map("key_{}".format) | st.sampled_from(("a", "x-y"))
_ODD_KEYS = st.sampled_from(("é", "1", "a b", "'q'", "null", "a"))
_COLON = st.sampled_from((": ", ": ", ": ", ":", ":  ", " : "))


@st.composite
def _block(draw: st.DrawFn) -> list[str]:
    """A key with what follows it: a value, a list, a mapping, or something else."""
    key = draw(st.one_of(_KEYS, _KEYS, _KEYS, _ODD_KEYS))
    kind = draw(st.sampled_from(("value", "value", "list", "mapping", "loose")))
    if kind == "value":
        return [f"{key}{draw(_COLON)}{draw(_VALUE)}"]
    if kind == "loose":
        return [draw(st.sampled_from(("", "# c", "  # c", "   ", "  "))) + draw(_VALUE)]
    indent = draw(st.sampled_from(("", "  ", "  ", " ", "    ")))
    lines = [f"{key}:"]
    for _ in range(draw(st.integers(0, 3))):
        dash = "- " if kind == "list" else ""
        pair = kind == "mapping" or draw(st.booleans())
        lines.append(f"{indent}{dash}{draw(_KEYS) + ': ' if pair else ''}{draw(_VALUE)}")
        if dash and pair and draw(st.booleans()):
            more = draw(st.sampled_from(("  ", "  ", "   ", "")))
            lines.append(f"{indent}{more}{draw(_KEYS)}: {draw(_VALUE)}")
    return lines


_TEXT = st.lists(_block(), max_size=4).map(lambda blocks: "\n".join(sum(blocks, [])))


def read(text: str) -> Loaded | None:
    try:
        return load(text)
    except Fault:
        return None


@settings(max_examples=500)
@given(_TEXT)
@example("a: b\n  c")
@example("a:\n- b\n- c: d\n  e: f\nf: g")
@example("a: 'b'\n\n# c\nd:\n\n  - e\n  # f\n  - [g, h]")
@example("a:\n  b: c\n\n  d: e\nf: {g: h}")
@example("a:\n# b\nc: d # e")
@example("a: b\na: c")
def test_what_is_read_line_by_line_is_what_the_parser_reads(text: str) -> None:
    """Values with their types, their order, and the lines of their keys."""
    found = plain(text)
    if found is not None:
        assert repr(found) == repr(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "title: A page\ntype: schema:Note\nlang: en\nupdated: 2026-01-02\nn: 3",
        "tags: [a, 'b, c', \"d\"]\naliases: []\nempty:\nlast: x",
        "sources:\n  - {type: url, url: 'https://example.org/1', hash: a1}\nproperties:\n  d: e f",
        "sources:\n- type: url\n  url: https://example.org/x#y\n- type: path\n  path: src/a.py",
        "aliases:\n  - 港の灯\n  - 'harbour: light'\n\n# note\nsource: memo",
    ],
)
def test_usual_front_matter_needs_no_parser(text: str) -> None:
    found = plain(text)
    assert found is not None
    assert repr(found) == repr(load(text))


@pytest.mark.parametrize(
    "text",
    [
        "a: |\n  b",
        "a: b\n  c",
        "a: 'it''s'",
        'a: "\\n"',
        "a: &x b",
        "a: b # c",
        "a: [b, [c]]",
        "- a",
    ],
)
def test_more_than_plain_is_left_to_the_parser(text: str) -> None:
    assert plain(text) is None


def test_a_page_reads_the_same_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the door: with the line reader, and with the parser alone."""
    data = b"---\ntitle: A\ntags:\n  - x\n  - y: z\nn: 0123\n---\n\n# A\n\nText.\n"
    once = parse(data)
    monkeypatch.setattr("otherwords.markdown.front.plain", lambda block: None)
    assert parse(data) == once

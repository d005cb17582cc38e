"""How an answer looks: the contract's Step 3 to the letter, every note in every language, snippets."""

import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.analysis import normalize
from otherwords.model import (
    Answer,
    Concept,
    Hit,
    Leg,
    Notice,
    Origin,
    Page,
    Plan,
    Query,
    Snippet,
    Term,
    Word,
)
from otherwords.ranking.snippets import snippet
from otherwords.showing import lines, text
from otherwords.showing.messages import LANGUAGES, MESSAGES

QUERY = Query("児童手当", (Word("児童手当"),))
PLAN = Plan(
    QUERY,
    "ja",
    (
        Leg("ja", (Concept("児童手当", (Term("児童手当"), Term("子ども手当", "synonym"))),)),
        Leg(
            "en",
            (
                Concept(
                    "児童手当",
                    (Term("child allowance", "translation"), Term("child benefit", "synonym")),
                ),
            ),
        ),
    ),
)
FIRST = Hit(
    "",
    Page("ja/vibe.md", "Vibe coding", "DefinedTerm", "ja", review="pending"),
    1.0,
    snippet=Snippet("…it is vibe coding.", 7, ((7, 18),)),
    origin=Origin("simonwillison.net/2025/May/1/not-vibe-coding/, arxiv.org/html/2510.17842v1"),
)
SECOND = Hit(
    "",
    Page("ja/b.md", "B", "custom/Practice", "ja", review="reviewed"),
    0.5,
    also_in=("en",),
    snippet=Snippet("b"),
    origin=Origin(
        "translated from .wikicommit/entity/ja/DefinedTerm/vibe-coding.md: raw/paper-2024.pdf"
    ),
)

STEP_3 = """\
Search results: "児童手当" (2 hits)
Also searched: 子ども手当 (ja), child allowance, child benefit (en)

1. Vibe coding (DefinedTerm, ja) ⚠️ Unreviewed
   ja/vibe.md
   …it is **vibe coding**.
   sources: simonwillison.net/2025/May/1/not-vibe-coding/, arxiv.org/html/2510.17842v1

2. B (custom/Practice, ja) (also in: en)
   ja/b.md
   b
   sources: translated from .wikicommit/entity/ja/DefinedTerm/vibe-coding.md: raw/paper-2024.pdf
"""


def test_step_3() -> None:
    """Header, also searched, numbering, type and language, marks, path, snippet, sources."""
    assert text.render(Answer(PLAN, (FIRST, SECOND))) == STEP_3


def test_nothing_added_no_line() -> None:
    """'Also searched' is left out only where nothing was added."""
    plan = Plan(QUERY, "ja", (Leg("ja", (Concept("児童手当", (Term("児童手当"),)),)),))
    assert "Also searched" not in text.render(Answer(plan, (FIRST,)))


def test_a_dropped_concept_stands_under_the_header() -> None:
    """It is named with hits and without."""
    dropped = Notice("concept-dropped", "", params=("!!!", "en"))
    plan = PLAN._replace(lang="en", notices=(dropped,))
    sentence = '⚠️ The concept "!!!" was dropped (en)'
    assert text.render(Answer(plan, (FIRST,))).splitlines()[2].startswith(sentence)
    assert text.render(Answer(plan)).splitlines()[0] == "No matching pages"
    assert sentence in text.render(Answer(plan))


def test_near_misses_stand_under_a_line_of_their_own() -> None:
    """They are never counted among the hits, and say what they lack."""
    shown = text.render(Answer(PLAN, (FIRST,), (SECOND._replace(lacks=("申請",)),)))
    assert "(1 hits)" in shown
    below = shown.partition("近いページ:\n")[2]
    assert "\n2. B (custom/Practice, ja)" in below and '含まない語: "申請"' in below


def test_lines_are_as_step_2_parses_them() -> None:
    """One MATCH and one indented snippet a hit, then SUMMARY; a title cannot look like a separator."""
    odd = FIRST._replace(page=FIRST.page._replace(title="a | b\nc"))
    assert lines.render(Answer(PLAN, (odd,))).splitlines() == [
        "MATCH: ja/vibe.md | title=a ¦ b c | type=DefinedTerm | lang=ja | review_status=pending",
        "  …it is **vibe coding**.",
        'SUMMARY: query=("児童手当" OR "子ども手当") OR ("child allowance" OR "child benefit"), hits=1',
    ]


def test_a_page_cannot_steer_the_terminal() -> None:
    """Control characters and bidi overrides are shown escaped, in every form."""
    bad = "a\x1b[31m\u202eb\x07\u2066"
    hit = FIRST._replace(page=FIRST.page._replace(title=bad), snippet=Snippet(bad))
    answer = Answer(PLAN._replace(query=Query(bad)), (hit._replace(origin=Origin(bad)),))
    for shown in (text.render(answer), text.render(answer, explain=True), lines.render(answer)):
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown)


@pytest.mark.parametrize("code", MESSAGES)
def test_every_note_is_in_every_language(code: str) -> None:
    """Each has all languages, and all with the same parameters."""
    assert tuple(MESSAGES[code]) == LANGUAGES
    fields = [
        {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}
        for sentence in MESSAGES[code].values()
    ]
    assert all(found == fields[0] for found in fields)


WORDS = (
    "サーバー",
    "認証フロー",
    "法",
    "child allowance",
    "café",
    "straße",
    "ｶﾞｲﾄﾞ",
    "児童手当",
    "v2.3.1",
)
PIECES = st.sampled_from(
    (*WORDS, "と", "の", " ", "、", "—", "\t", "abc", "\u00ad", "👍", "ー", "# ")
)
LINES = st.lists(st.lists(PIECES, max_size=40).map("".join), min_size=1, max_size=6)


@settings(max_examples=200)
@given(LINES, st.sampled_from(WORDS))
def test_a_snippet_is_cited_rightly(page: list[str], wording: str) -> None:
    """What is shown stands in the line that is named, and what is marked is the wording."""
    found = snippet("\n".join(page), [(wording,)])
    shown = found.text.removeprefix("…").removesuffix("…")
    if not found.line:
        assert not found.marks
        return
    assert shown in normalize(page[found.line - 1])
    assert list(found.marks) == sorted(found.marks)
    for start, end in found.marks:
        assert 0 <= start < end <= len(found.text)


@pytest.mark.parametrize(
    ("line", "wording", "marked"),
    [
        ("館内の小さなサーバーで動く", "サーバ", "サーバー"),
        ("館内の小さなサーバで動く", "サーバー", "サーバ"),
        ("認証と认证と認證", "認証", "認証 认证 認證"),
        ("getWindowRect()", "window", "getWindowRect"),
        ("the retry_after header", "retry_after", "retry_after"),
        ("Child allowance", "child allowance", "Child allowance"),
        ("ｶﾞｲﾄﾞを見る", "ガイド", "ガイド"),
    ],
)
def test_what_is_marked(line: str, wording: str, marked: str) -> None:
    """Marks cover the wording as the page writes it, no more and no less."""
    found = snippet(line, [(wording,)])
    assert " ".join(found.text[a:b] for a, b in found.marks) == marked


def test_long_lines_are_cut_by_columns() -> None:
    """A line of Han characters is cut at half the characters of a Latin one."""
    assert len(snippet("漢" * 300, [("漢",)]).text) <= 82
    assert len(snippet("word " * 300, [("word",)]).text) <= 162


def test_the_last_line_of_a_long_file_is_cited() -> None:
    """A match far down is shown, with its line."""
    page = "filler\n" * 400_000 + "the zeppelin lands\n"
    assert snippet(page, [("zeppelin",)]) == Snippet("the zeppelin lands", 400_001, ((4, 12),))

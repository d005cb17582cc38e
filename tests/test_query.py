"""What was typed: words, phrases, filters; nothing typed can break it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.errors import FilterError, UsageError
from otherwords.model import Filter, Query, Word, Wording
from otherwords.query import KEYS, checked, checked_date, group, parse, readable, render, spoken

TYPED = st.text(
    st.sampled_from('ab :"“”「」|\\\n\t　児童-*+c#>=2026.') | st.characters(), max_size=40
) | st.lists(
    st.sampled_from(
        [
            "tag:子育て",
            "type:HowTo",
            'owner:"a b"',
            "lang:ja",
            "updated:2026-01-01",
            "updated:<=2026",
        ]
        + [
            '"quoted phrase"',
            "“curly”",
            "「かぎ」",
            "word",
            "C++:",
            "注意:x",
            "http://a.b/c",
            '"',
            "in:x",
        ]
    ),
    max_size=6,
).map(" ".join)


@given(TYPED)
def test_what_is_rendered_is_read_as_the_same(text: str) -> None:
    """A law: the words and filters of a query survive being written down and read again."""
    try:
        query = parse(text)
    except FilterError:
        return
    again = parse(render(query))
    assert (again.words, again.filters) == (query.words, query.filters)


@pytest.mark.parametrize(
    ("text", "filters", "words"),
    [
        ("tag:子育て 手当", [("tag", "子育て", "=")], ["手当"]),
        ("手当 type:HowTo", [("type", "HowTo", "=")], ["手当"]),
        ('owner:"team a" x', [("owner", "team a", "=")], ["x"]),
        ("updated:2026-01-31", [("updated", "2026-01-31", ">=")], []),
        ("updated:<=2026-01", [("updated", "2026-01", "<=")], []),
        (
            "category:decision lang:zh-TW",
            [("category", "decision", "="), ("lang", "zh-TW", "=")],
            [],
        ),
        ("review:pending in:wiki", [("review", "pending", "="), ("in", "wiki", "=")], []),
        ("confidence:high", [("confidence", "high", "=")], []),
        ("C++: why", [], ["C++:", "why"]),
        ("注意:x", [], ["注意:x"]),
        ("https://example.org/tag:x", [], ["https://example.org/tag:x"]),
        ("note:x title:y", [], ["note:x", "title:y"]),
        ("xtag:y", [], ["xtag:y"]),
        ("Tag:y TAG:y", [], ["Tag:y", "TAG:y"]),
        ("tag: y", [], ["tag:", "y"]),
        ("tag:", [], ["tag:"]),
        ('"tag:y"', [], ["tag:y"]),
        ('a"tag:y', [], ["a", "tag:y"]),
        ("(tag:y)", [], ["(tag:y)"]),
    ],
)
def test_only_listed_keys_at_a_words_start_are_filters(
    text: str, filters: list[tuple[str, str, str]], words: list[str]
) -> None:
    """Unquoted, at a word's start, directly followed by a value; anything else is text (rulings 18)."""
    query = parse(text)
    assert query.filters == tuple(Filter(k, v, op) for k, v, op in filters)
    assert [word.text for word in query.words] == words


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("category:decisions", "singular 'decision'"),
        ("category:Decision", "singular 'decision'"),
        ("category:recipe", "context, standard"),
        ("confidence:sure", "low, medium, high"),
        ("review:done", "pending, reviewed"),
        ("updated:yesterday", "2026-01-31"),
        ("updated:2026-02-30", "2026-01-31"),
        ("tag:>=x", "only 'updated' can be compared"),
        ('tag:""', "tag:VALUE"),
        ('owner:" "', "owner:VALUE"),
    ],
)
def test_values_that_cannot_be_are_refused_with_what_would_work(text: str, said: str) -> None:
    """A filter that nothing can meet is an error that names what can."""
    with pytest.raises(FilterError, match=said):
        parse(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('"児童 手当" 申請', [("児童 手当", True), ("申請", False)]),
        ("“vibe coding” x", [("vibe coding", True), ("x", False)]),
        ("「児童手当」", [("児童手当", True)]),
        ("「児童手当」の申請", [("「児童手当」の申請", False)]),
        ('"', []),
        ('a " b', [("a", False), ("b", False)]),
        ('say "hello', [("say", False), ("hello", False)]),
        ('"" x', [("x", False)]),
        ("-a *b AND c++ foo-bar", [(w, False) for w in ("-a", "*b", "AND", "c++", "foo-bar")]),
    ],
)
def test_phrases_are_quoted_and_lone_quotes_are_nothing(
    text: str, words: list[tuple[str, bool]]
) -> None:
    """Straight, curly and Japanese quotes; no operator is one."""
    assert parse(text).words == tuple(Word(*word) for word in words)


@pytest.mark.parametrize(
    "piece",
    [
        "a ",
        "児",
        '"',
        '" ',
        "tag:x ",
        "「",
        "「 ",
        "“",
        "“a ",
        'tag:" ',
        "\0",
        "a:",
        "😀",
        "\ud800",
    ],
)
def test_anything_of_100_kilobytes_is_read(piece: str) -> None:
    """Long, odd, broken: read in little time, and encodable."""
    query = parse(piece * (100_000 // len(piece)))
    render(query).encode()
    assert "\0" not in query.text


def test_what_is_no_text_becomes_readable() -> None:
    """NUL separates, undecodable bytes are replaced, the rest stays as it is."""
    assert readable("a\0b\udce3c\n児") == "a b\ufffdc\n児"
    assert parse("a\0b").words == (Word("a"), Word("b"))


@pytest.mark.parametrize(
    ("text", "wordings"),
    [
        ("子ども手当|児童手当", ["子ども手当", "児童手当"]),
        (r"a\|b | c", ["a|b", "c"]),
        ("| a ||", ["a"]),
    ],
)
def test_a_group_is_one_concept(text: str, wordings: list[str]) -> None:
    """Wordings stand between bars; a bar after a backslash is a letter."""
    assert group(text) == tuple(Wording(w, prefixed=True) for w in wordings)


@pytest.mark.parametrize("text", ["", " ", "|", " | | "])
def test_a_group_without_a_wording_is_refused(text: str) -> None:
    """It says how to write one."""
    with pytest.raises(UsageError, match="--expand 'term"):
        group(text)


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("ja:子ども手当", Wording("子ども手当", "ja")),
        ("EN: child allowance", Wording("child allowance", "EN")),
        ("zh:育儿", Wording("育儿", "zh")),
        ("zh-TW:育兒", Wording("育兒", "zh-TW")),
        ("fr:enfant", Wording("fr:enfant")),
        (r"ja\:x", Wording("ja:x")),
        ("ja:", Wording("ja:")),
        ("C++: why", Wording("C++: why")),
    ],
)
def test_a_prefix_counts_only_if_it_is_a_language_of_the_knowledge_base(
    text: str, wording: Wording
) -> None:
    """`fr:` is text where no page is French; a code reaches its regions."""
    assert spoken(Wording(text, prefixed=True), ("ja", "en", "zh-TW")) == wording
    assert spoken(Wording(text), ("ja", "en")) == Wording(text)


@given(st.sampled_from(KEYS), st.text(max_size=12), st.sampled_from(["=", "<=", ">="]))
def test_a_filter_is_made_or_refused(key: str, value: str, op: str) -> None:
    """No value raises anything else, and what is made is written and read as itself."""
    try:
        made = checked(key, value, op)
    except FilterError as error:
        assert str(error)
        return
    if '"' not in made.value and made.value == readable(made.value):
        assert parse(render(Query("", filters=(made,)))).filters == (made,)


def test_dates_are_read_in_their_usual_forms() -> None:
    """Spaces around them do no harm."""
    assert checked_date(" 2026-01-31T09:00 ") == "2026-01-31T09:00:00"

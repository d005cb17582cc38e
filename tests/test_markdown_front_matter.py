"""Front matter as people really write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.markdown import Document, flatten, parse


def page(text: str) -> Document:
    return parse(text.encode())


def codes(document: Document) -> list[tuple[str, int]]:
    return [(remark.code, remark.line) for remark in document.remarks]


def test_front_matter_is_a_mapping_with_the_line_of_each_key() -> None:
    document = page("---\ntitle: A\ntags: [x, y]\nproperties:\n  description: d\n---\n# B\n")
    assert document.meta == {"title": "A", "tags": ["x", "y"], "properties": {"description": "d"}}
    assert document.meta_lines == {"title": 2, "tags": 3, "properties": 4}
    assert (document.body, document.body_line, document.remarks) == ("# B\n", 7, ())


def test_a_page_without_front_matter_has_an_empty_mapping() -> None:
    assert page("# A\n").meta == {}
    assert page("").meta == {}
    assert page("\n---\ntitle: A\n---\n").meta == {}


def test_dates_yes_no_and_on_stay_text_and_json_words_do_not() -> None:
    document = page(
        "---\na: 2026-01-02\nno: no\non: yes\nb: true\nc: null\nd: 3\ne: 1.5\nf:\n---\n"
    )
    assert document.meta == {
        "a": "2026-01-02",
        "no": "no",
        "on": "yes",
        "b": True,
        "c": None,
        "d": 3,
        "e": 1.5,
        "f": None,
    }


@pytest.mark.parametrize("text", ["0123", "3.10", "1e5", "1_000", "+5", "12:30", "0x1f", "-x"])
def test_a_number_that_would_not_print_back_as_typed_stays_text(text: str) -> None:
    assert page(f"---\nv: {text}\n---\n").meta == {"v": text}


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("title: Otherwords: a search engine", "title", "Otherwords: a search engine"),
        ("title: It's: so", "title", "It's: so"),
        ("title: ends with a colon:", "title", "ends with a colon:"),
        ("題名: 検索: 言い換え", "題名", "検索: 言い換え"),
        ("title: a: b # why", "title", "a: b"),
    ],
)
def test_an_unquoted_colon_in_a_value_is_kept_and_reported(line: str, key: str, value: str) -> None:
    document = page(f"---\nlang: en\n{line}\n---\nbody")
    assert document.meta == {"lang": "en", key: value}
    assert codes(document) == [("yaml-repaired", 3)]
    assert f"column {line.index(':', line.index(':') + 1) + 1}:" in document.remarks[0].message


def test_an_unquoted_colon_is_repaired_in_nested_lines_and_list_items_too() -> None:
    text = "---\nproperties:\n  description: a: b\nsources:\n  - url: x: y\n  - note: c: d\n---\n"
    document = page(text)
    assert document.meta == {
        "properties": {"description": "a: b"},
        "sources": [{"url": "x: y"}, {"note": "c: d"}],
    }
    assert codes(document) == [("yaml-repaired", 3), ("yaml-repaired", 5), ("yaml-repaired", 6)]


def test_a_colon_inside_a_block_of_text_is_not_touched() -> None:
    document = page("---\ntext: |\n  a: b: c\nt: x: y\n---\n")
    assert document.meta == {"text": "a: b: c\n", "t": "x: y"}


def test_of_a_key_given_twice_the_last_counts_and_it_is_reported() -> None:
    document = page("---\ntitle: A\nlang: en\ntitle: B\n---\n")
    assert document.meta == {"title": "B", "lang": "en"}
    assert codes(document) == [("yaml-duplicate-key", 4)]


@pytest.mark.parametrize(
    ("block", "line", "words"),
    [
        ("title: A\nx: [1", 3, "bracket"),
        ("title: A\n\tx: 1", 3, "spaces"),
        ("title: @home", 2, "quote"),
        ("title: A\nx: &a 1\ny: *a", 3, "anchor"),
        ("title: !!python/object:os.system x", 2, "tag"),
        ("title: 'A", 2, "quote"),
        ("title: A\n? [a]\n: b", 3, "key"),
        ("title: A\nx: \x07", 3, "U+0007"),
        ("title: A\nx: " + "[" * 60 + "]" * 60, 3, "nested"),
    ],
)
def test_other_faults_make_it_unreadable_and_say_where_and_what_works(
    block: str, line: int, words: str
) -> None:
    document = page(f"---\n{block}\n---\n# Body\n")
    assert document.meta is None
    assert codes(document) == [("yaml-error", line)]
    assert words in document.remarks[0].message and "column" in document.remarks[0].message
    assert document.title == "Body"


def test_a_list_of_mappings_is_no_front_matter_that_can_be_used() -> None:
    document = page("---\n- title: A\n---\nbody")
    assert document.meta is None
    assert codes(document) == [("front-matter-not-mapping", 2)]


@pytest.mark.parametrize(
    "text",
    [
        "---\nOnce upon a time.\n\n---\nThe end.\n",
        "---\n\n# Title\n\nText.\n",
        "---\n# Title\n---\nText.\n",
        "---\n- one\n- two\n---\n",
        "---\nA sentence that says one thing: another.\n---\n",
        "---\nProse that runs on.\nNote: aside\nMore of it, *truly*.\n---\n",
        "---\n",
        "----\ntitle: A\n----\n",
    ],
)
def test_a_file_that_opens_with_a_rule_is_all_body(text: str) -> None:
    document = page(text)
    assert (document.meta, document.body, document.body_line) == ({}, text, 1)
    assert document.remarks == ()


def test_a_missing_closing_fence_leaves_the_leading_keys_readable() -> None:
    document = page("---\ntitle: A\ntags:\n  - x\n- y\n\n# Head\nText.\n")
    assert document.meta is None or document.meta["title"] == "A"
    document = page("---\ntitle: A\ntags:\n  - x\n# Head\nText.\n")
    assert document.meta == {"title": "A", "tags": ["x"]}
    assert codes(document) == [("front-matter-unclosed", 1)]
    assert (document.title, document.body_line) == ("Head", 5)


def test_a_rule_far_down_does_not_close_front_matter_that_was_left_open() -> None:
    document = page("---\ntitle: A\n\n# Head\n\nText here.\n\n---\n\nmore\n")
    assert document.meta == {"title": "A"}
    assert codes(document) == [("front-matter-unclosed", 1)]
    assert "Text here." in document.prose and "more" in document.prose


def test_three_dots_close_and_empty_front_matter_is_one() -> None:
    assert page("---\ntitle: A\n...\nbody").body == "body"
    assert page("---\n---\nbody").body == "body"


def test_front_matter_over_64_kb_is_refused() -> None:
    document = page("---\n" + "key: value\n" * 7000 + "---\nbody\n")
    assert document.meta is None
    assert codes(document) == [("front-matter-too-large", 1)]
    assert document.body == "body\n"


def test_unquoted_wikilinks_arrive_as_nested_lists_and_flatten() -> None:
    document = page("---\nup: [[Home]]\nrel: [[[A]], b, [[C: d]], 7]\ntags: one\n---\n")
    assert document.meta is not None
    assert document.meta["up"] == [["Home"]]
    assert flatten(document.meta["rel"]) == ("A", "b", "C: d", "7")
    assert flatten(document.meta["tags"]) == ("one",)
    assert flatten(None) == ()


_words = st.text(st.sampled_from("ab: #'\"[]{}-日,&*!|>\\\t"), max_size=12)


@given(st.lists(_words, max_size=6))
def test_any_values_parse_and_never_lose_the_body(values: list[str]) -> None:
    block = "".join(f"k{number}: {value}\n" for number, value in enumerate(values))
    document = page(f"---\n{block}---\nthe body\n")
    assert document.body == "the body\n"
    assert document.meta is not None or document.remarks
    assert set(document.meta or ()) == set(document.meta_lines)

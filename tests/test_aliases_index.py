"""The pure grammar of a RepoKnowledge home: entries, rows, meta, and two versions into one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords import rkindex
from otherwords.errors import PageNotFound, WriteRefused
from otherwords.rkindex import Entry, Row
from otherwords.rkindex.lines import lines_of

INDEX = (
    "# Index of chart\r\n\r\n<!-- kept by Ada -->\r\n## drawing\r\n"
    "- [Axis.scale](docs/axis/scale.md) — Sets the scale（设置刻度）\r\n"
    '  aliases: [刻度,  axis range , "low, high"]  # by hand\r\n'
    "- [ticks](docs/axis/ticks.md)\r\n"
    "\r\nA line of prose.\r\n"
    "* [legend](docs/legend.md) - Draws the legend"
)
PIECES = st.sampled_from(
    [
        "- [a](docs/a.md) — one\n", "  aliases: [x, y]\n", "  aliases: []\r\n", "  aliases:\n",
        "- [b](docs/b.md)\r\n", "    aliases: \"q, r\n", "\n", "prose [x](y)\n", "```\n", "<!-- \n",
        "-->\n", "  - [c](docs/c.md) — three: [x]\n", "  aliases: [k] ] # z]\n", "\ufeff", "\t \n",
        "  note under it\n", "* [d]( docs/d.md ) text\n", "  aliases: ['o''n', \"a\\\"b\"]\n",
        "  aliases: [open\n", "\x85- [e](docs/e.md)", "\r",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES | st.text(max_size=12), max_size=14).map("".join)
ALIASES = st.text(min_size=1, max_size=30) | st.sampled_from(
    [
        "a, b",
        "[x]",
        'say "hi"',
        "it's",
        "#tag",
        "{a}",
        "\\",
        "x] # y",
        "'q'",
        "窗口多大",
        "ＡＢＣ",
        '"',
    ],
)


def outside(text: str, entry: Entry) -> tuple[list[str], list[str]]:
    """The lines before and behind an entry."""
    lines = lines_of(text)
    return lines[: entry.line - 1], lines[entry.end - 1 :]


def test_entries_are_read_with_names_docs_descriptions_and_aliases() -> None:
    """An index in its published form is read whole, with the line of each entry."""
    found = rkindex.parse(INDEX)
    assert [(e.name, e.doc, e.line) for e in found] == [
        ("Axis.scale", "docs/axis/scale.md", 5),
        ("ticks", "docs/axis/ticks.md", 7),
        ("legend", "docs/legend.md", 10),
    ]
    assert found[0].description == "Sets the scale（设置刻度）"
    assert found[0].aliases == ("刻度", "axis range", "low, high")


def test_an_alias_is_put_first_and_nothing_else_moves() -> None:
    """Putting an alias first touches its list only: comment, CRLF and spelling stay."""
    new = rkindex.with_alias(INDEX, "docs/axis/scale.md", "how wide is it")
    assert new == INDEX.replace("[刻度,  axis range ,", "[how wide is it, 刻度, axis range,")


def test_an_entry_without_a_list_gets_one_and_a_missing_final_newline_stays_missing() -> None:
    """The bracket list may be absent; the last line keeps its missing end."""
    new = rkindex.with_alias(INDEX, "docs/legend.md", "key")
    assert new == INDEX + "\r\n  aliases: [key]"


def test_an_alias_that_is_there_moves_and_keeps_its_spelling() -> None:
    """Comparison folds case, width and white space."""
    text = "- [a](docs/a.md)\n  aliases: [one, Two Words]\n"
    assert rkindex.with_alias(text, "docs/a.md", "ｔｗｏ  words") == text.replace(
        "one, Two Words", "Two Words, one"
    )


def test_the_eleventh_falls_off() -> None:
    """Ten aliases at most: the oldest goes."""
    text = "- [a](docs/a.md)\n"
    for n in range(12):
        text = rkindex.with_alias(text, "docs/a.md", f"name {n}")
    assert rkindex.parse(text)[0].aliases == tuple(f"name {n}" for n in range(11, 1, -1))


@pytest.mark.parametrize("bad", ["", "  ", "a\nb", "a\x00", "a\u2028b", "x" * 10_000, "\ud800"])
def test_text_that_would_break_the_list_is_refused(bad: str) -> None:
    """Line ends, control characters, emptiness and great length are refused with a reason."""
    with pytest.raises(WriteRefused):
        rkindex.with_alias(INDEX, "docs/legend.md", bad)


def test_a_doc_without_entry_is_named() -> None:
    """An alias for a doc that the index lacks says what to add."""
    with pytest.raises(PageNotFound, match=r"docs/none\.md"):
        rkindex.with_alias(INDEX, "docs/none.md", "x")


def test_a_list_that_is_not_closed_is_refused_with_its_line() -> None:
    """Where the list ends cannot be guessed: the line is named and nothing is written."""
    with pytest.raises(WriteRefused, match="_index.md:2"):
        rkindex.with_alias("- [a](docs/a.md)\n  aliases: [x,\n   y]\n", "docs/a.md", "z")


def test_a_rejected_alias_goes_and_an_unknown_one_changes_nothing() -> None:
    """Removing works on the folded form and leaves the other items."""
    new = rkindex.without_alias(INDEX, "docs/axis/scale.md", "LOW,  high")
    assert rkindex.parse(new)[0].aliases == ("刻度", "axis range")
    assert rkindex.without_alias(INDEX, "docs/axis/scale.md", "none") == INDEX


@settings(max_examples=400)
@given(TEXTS, ALIASES, st.integers(0, 5))
def test_any_text_any_alias_only_that_entry_changes(text: str, alias: str, nth: int) -> None:
    """Any text in: the alias is first at its entry, and every other line is as it was."""
    entries = rkindex.parse(text)
    if not entries:
        return
    entry = rkindex.find(text, entries[nth % len(entries)].doc)
    try:
        new = rkindex.with_alias(text, entry.doc, alias)
    except WriteRefused:
        return
    after = rkindex.find(new, entry.doc)
    assert rkindex.fold(after.aliases[0]) == rkindex.fold(alias)
    assert len(after.aliases) <= 10
    assert outside(new, after)[0] == outside(text, entry)[0]
    assert outside(new, after)[1] == outside(text, entry)[1]
    assert rkindex.with_alias(new, entry.doc, alias) == new
    gone = rkindex.find(rkindex.without_alias(new, entry.doc, alias), entry.doc)
    assert rkindex.fold(alias) not in map(rkindex.fold, gone.aliases)


@settings(max_examples=200)
@given(TEXTS, st.text(min_size=1, max_size=20), st.text(max_size=40))
def test_an_entry_added_is_read_and_removed_again(text: str, name: str, description: str) -> None:
    """A new entry leaves every old line in place, and removing it removes only it."""
    if any(e.doc == "docs/new one.md" for e in rkindex.parse(text)) or not name.strip():
        return
    new = rkindex.put_entry(text, Entry(name, "docs/new one.md", description, ("a, b",)))
    hidden = [e.doc for e in rkindex.parse(new)]
    assert hidden.count("docs/new one.md") == 1
    assert rkindex.find(new, "docs/new one.md").aliases == ("a, b",)
    back = rkindex.remove_entry(new, "docs/new one.md")
    assert back in (text, text + "\n", text + "\r\n")


def test_a_renamed_doc_keeps_its_place_and_aliases() -> None:
    """An entry under a new path is the old entry with its aliases."""
    new = rkindex.put_entry(
        INDEX, Entry("Axis.zoom", "docs/axis/zoom.md", "Zooms"), "docs/axis/scale.md"
    )
    assert [e.doc for e in rkindex.parse(new)][0] == "docs/axis/zoom.md"
    assert rkindex.parse(new)[0].aliases == ("刻度", "axis range", "low, high")


REGISTRY = (
    "# My bases\n\n| Project | Git URL | Last Update | Docs |\n|---|---|---|---|\n"
    "| chart | https://example.org/chart.git | 2026-03-01 | 12 |\n\nnotes below\n"
)


def test_registry_rows_are_read_replaced_added_and_removed() -> None:
    """Rows keep their order and the prose around them."""
    new = rkindex.with_row(REGISTRY, Row("chart", "u", "2026-04-01", "13"))
    new = rkindex.with_row(new, Row("_personal", "(personal)", "2026-04-02", "1"))
    assert [(r.project, r.updated) for r in rkindex.registry(new)] == [
        ("chart", "2026-04-01"),
        ("_personal", "2026-04-02"),
    ]
    assert new.endswith("| 1 |\n\nnotes below\n")
    assert rkindex.without_row(new, "_personal") == REGISTRY.replace(
        "https://example.org/chart.git | 2026-03-01 | 12", "u | 2026-04-01 | 13"
    )
    assert rkindex.registry(rkindex.with_row("", Row("a|b", "u", "d", "1")))[0].project == "a|b"


def test_meta_fields_are_spliced() -> None:
    """Known fields are set where they stand; others and the prose stay."""
    text = "---\ngit_url: u\ncustom: kept # so\nlast_update: 2026-01-01\n---\nprose: x\n"
    new = rkindex.with_meta(text, {"last_update": "2026-02-02", "total_docs": "4"})
    assert new == text.replace("2026-01-01\n", "2026-02-02\ntotal_docs: 4\n")
    assert rkindex.meta(rkindex.with_meta("", {"a": "b: c"})) == {"a": "b: c"}
    assert rkindex.meta("# chart\n\n- **git_url**: u\n- **total_docs:** 3\n")["total_docs"] == "3"


def test_two_homes_unite_by_the_published_rules() -> None:
    """Rows: newer date. Entries: by doc path, local aliases first, ten. Docs: newer cached."""
    there = "| Project | Git URL | Last Update | Docs |\n|-|-|-|-|\n"
    remote = there + "| chart | x | 2026-05-01 | 20 |\n| new | y | 2026-01-01 | 1 |\n"
    united = rkindex.merged_registry(REGISTRY, remote)
    assert [(r.project, r.docs) for r in rkindex.registry(united)] == [
        ("chart", "20"),
        ("new", "1"),
    ]
    mine = "- [a](docs/a.md) — mine\n  aliases: [1, 2, 3, 4, 5, 6]\n"
    yours = "- [b](docs/b.md)\n- [a](docs/a.md) — yours\n  aliases: [6, 7, 8, 9, 10, 11, 12]\n"
    both = rkindex.parse(rkindex.merged_index(mine, yours))
    assert both[0].aliases == tuple(map(str, range(1, 11)))
    assert [(e.doc, e.description) for e in both] == [("docs/a.md", "mine"), ("docs/b.md", "")]
    old, new = (f"---\ncached: 2026-0{n}-01\n---\nx\n" for n in (1, 2))
    assert rkindex.merged_doc(old, new) == new == rkindex.merged_doc(new, old)


@settings(max_examples=150)
@given(TEXTS, TEXTS)
def test_a_union_loses_no_entry_and_is_stable(mine: str, yours: str) -> None:
    """Every doc of either index is in the union, and uniting again changes nothing."""
    try:
        both = rkindex.merged_index(mine, yours)
        again = rkindex.merged_index(both, yours)
    except WriteRefused:
        return
    docs = {e.doc.removeprefix("./") for e in rkindex.parse(both)}
    assert docs >= {e.doc.removeprefix("./") for e in (*rkindex.parse(mine), *rkindex.parse(yours))}
    assert again == both


def test_a_doc_that_the_other_side_lists_twice_is_added_once() -> None:
    """Its aliases are united."""
    yours = "- [a](docs/a.md) — one\n- [a](docs/a.md) — one\n  aliases: [x, y]\n"
    both = rkindex.merged_index("", yours)
    assert both == "- [a](docs/a.md) — one\n  aliases: [x, y]\n"

"""Any bytes as an `_index.md`: every kind of edit touches the entry that is meant, and no other byte."""

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from otherwords import rkindex
from otherwords.learning.rewriting import rewrite
from otherwords.rkindex import Entry

DOC = "docs/meant.md"
ENTRY = "- [meant](docs/meant.md) — what is meant"
ODD = st.sampled_from(
    [
        b"", b"# Index", b"<!-- kept by Ada: - [x](docs/x.md) -->", b"<!--", b"-->", b"```", b"   \t",
        b"- [other](docs/other.md) \xe2\x80\x94 another", b"  aliases: [one, two]  # by hand",
        b"* [star](docs/star.md) - text", b"- no link", b"\xff\xfe odd \x80 bytes", b"\xef\xbb\xbf inside",
        b"\x0b\x0c\xc2\x85\xe2\x80\xa8 not line ends", b"| a | table |", "- [窓](docs/窓.md) — 説明（窗）".encode(),
        b"\tnote under it", b"---", b"aliases: [not, an, entry]",
    ]
)  # fmt: skip
ENDS = st.sampled_from([b"\n", b"\r\n"])


@st.composite
def around(draw: st.DrawFn) -> tuple[bytes, bytes, bytes]:
    """What stands before the entry and behind it, and the end of the entry's line."""
    before = b"".join(x + draw(ENDS) for x in draw(st.lists(ODD, max_size=6)))
    after = b"".join(x + draw(ENDS) for x in draw(st.lists(ODD, max_size=6)))
    bom = draw(st.sampled_from([b"", b"\xef\xbb\xbf"]))
    # an open comment or fence, and a list under the entry, make it another entry or none
    if any(mark in before for mark in (b"<!--\n", b"<!--\r", b"```")):
        before = b""
    while after.startswith((b"  aliases", b"aliases", b"\t", b" ", b"\r", b"\n")):
        after = after.partition(b"\n")[2]
    last = draw(st.sampled_from([b"", b"- [last](docs/last.md) without an end"]))
    end = b"" if not after and not last and draw(st.booleans()) else draw(ENDS)
    return bom + before, after + last, end


EDITS: dict[str, Callable[[str], str]] = {
    "an alias": lambda text: rkindex.with_alias(text, DOC, "窗口, 多大"),
    "another description": lambda text: rkindex.put_entry(text, Entry("meant", DOC, "now other")),
    "a new name": lambda text: rkindex.put_entry(text, Entry("new", "docs/new.md", "x"), DOC),
    "many at once": lambda text: rkindex.changed(text, [(Entry("meant", DOC, "now other"), "")]),
    "gone": lambda text: rkindex.remove_entry(text, DOC),
    "gone with many": lambda text: rkindex.changed(text, (), [DOC]),
}


@pytest.mark.parametrize("edit", EDITS)
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(parts=around(), aliases=st.sampled_from(["", "  aliases: [a, 'b, c']  # mine"]))
def test_only_the_entry_is_touched(
    edit: str, parts: tuple[bytes, bytes, bytes], aliases: str
) -> None:
    """BOM, CRLF, comments, odd lines, bytes that are no text, no final newline: all stay."""
    before, after, end = parts
    middle = ENTRY.encode() + ((end or b"\n") + aliases.encode() if aliases else b"") + end
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "_index.md")
        file.write_bytes(before + middle + after)
        assert rewrite(file, EDITS[edit], Path(folder, "locks"))
        data = file.read_bytes()
    assert data.startswith(before) and data.endswith(after)
    new = data[len(before) : len(data) - len(after)]
    if edit.startswith("gone"):
        assert new == b""
        return
    assert new.endswith(end) and new.count(b"\n") <= middle.count(b"\n") + 1
    kept = b"- [new](docs/new.md)" if edit == "a new name" else b"- [meant](docs/meant.md)"
    assert new.startswith(kept)
    if aliases and edit != "an alias":
        assert aliases.encode() in new


@settings(max_examples=100, deadline=None)
@given(parts=around())
def test_an_alias_that_is_taken_back_leaves_every_byte(parts: tuple[bytes, bytes, bytes]) -> None:
    """Confirm and reject are each other's reverse, in a list that is there."""
    before, after, end = parts
    text = (before + ENTRY.encode() + (end or b"\n") + b"  aliases: [x]" + end + after).decode(
        "utf-8", "surrogateescape"
    )
    new = rkindex.with_alias(text, DOC, "窗口多大")
    assert rkindex.without_alias(new, DOC, "窗口多大") == text

"""What is wrong with a knowledge base: counts, orphans, names that some file systems cannot keep apart."""

from otherwords.checking import Seen, examine, orphans, twins
from otherwords.model import Notice, Page

REMARK = Notice("x", "odd", "b.md", 3)
OUT = Notice("y", "unreadable", "c.md", level="left-out")


def test_counts() -> None:
    """Each file is read whole, read with a remark, left out, or set aside by its author."""
    seen = [
        Seen("a.md", True),
        Seen("b.md", True, (REMARK,)),
        Seen("c.md", False, (OUT,)),
        Seen("removed.md", False),
    ]
    walked = Notice("z", "a pipe", "p.md", level="left-out")
    report = examine(seen, [walked], [], "")
    counts = (report.whole, report.remarked, report.left_out, report.set_aside, report.pages)
    assert counts == (1, 1, 2, 1, 2)
    assert [notice.path for notice in report.notices] == ["b.md", "c.md", "p.md"]


def test_orphans() -> None:
    """A translation whose parent is gone is said, with the parent's path."""
    pages = [
        Page("a", "A"),
        Page("b", "B", translated_from="a"),
        Page("c", "C", translated_from="d"),
    ]
    assert [(n.path, n.params) for n in orphans(pages)] == [("c", ("d",))]


def test_twins() -> None:
    """Names that differ only in case or in Unicode form are said once, with each other."""
    found = twins(["Notes.md", "caf\u00e9.md", "cafe\u0301.md", "notes.md", "other.md"])
    assert [(n.path, n.params) for n in found] == [
        ("notes.md", ("Notes.md",)),
        ("cafe\u0301.md", ("caf\u00e9.md",)),
    ]

"""The text of a RepoKnowledge home: `_index.md`, `_registry.md`, `_meta.md` and how two versions
unite.

Pure: text to entries, and text and a change to text. These files belong to people, so a change
touches the lines of its entry and nothing else: order, spacing, comments, line ends and odd
lines stay. Text is expected as it lies on disk (line ends not translated; bytes that are not
UTF-8 as surrogate escapes).
"""

from otherwords.rkindex.aliases import LONGEST_ALIAS, MOST_ALIASES, checked, quoted
from otherwords.rkindex.editing import (
    add_entry,
    changed,
    put_entry,
    remove_entry,
    with_alias,
    without_alias,
)
from otherwords.rkindex.entries import Entry, entry_line, find, parse
from otherwords.rkindex.lines import BOM, fold, one_line
from otherwords.rkindex.merging import merged_doc, merged_index, merged_meta, merged_registry
from otherwords.rkindex.meta import meta, with_meta
from otherwords.rkindex.registry import REGISTRY, Row, registry, with_row, without_row

__all__ = [
    "BOM",
    "LONGEST_ALIAS",
    "MOST_ALIASES",
    "REGISTRY",
    "Entry",
    "Row",
    "add_entry",
    "changed",
    "checked",
    "entry_line",
    "find",
    "fold",
    "merged_doc",
    "merged_index",
    "merged_meta",
    "merged_registry",
    "meta",
    "one_line",
    "parse",
    "put_entry",
    "quoted",
    "registry",
    "remove_entry",
    "with_alias",
    "with_meta",
    "with_row",
    "without_alias",
    "without_row",
]

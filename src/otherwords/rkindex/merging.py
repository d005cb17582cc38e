"""Two versions of a home's files into one, by the published rules."""

from otherwords.rkindex.aliases import writable
from otherwords.rkindex.editing import add_entry, with_aliases
from otherwords.rkindex.entries import find, parse
from otherwords.rkindex.lines import doc_path
from otherwords.rkindex.meta import head_of, meta
from otherwords.rkindex.registry import registry, with_row


def merged_registry(local: str, remote: str) -> str:
    """Rows united by project, the newer date's row; local order first."""
    mine = {row.project: row for row in registry(local)}
    for row in registry(remote):
        if row.project not in mine or row.updated > mine[row.project].updated:
            local = with_row(local, row)
    return local


def merged_index(local: str, remote: str) -> str:
    """Entries united by doc path, local aliases first, at most ten."""
    mine = {doc_path(e.doc): e for e in parse(local)}
    for entry in parse(remote):
        known = mine.get(doc_path(entry.doc))
        if known is None:
            local = add_entry(local, entry._replace(aliases=writable(entry.aliases)))
            mine[doc_path(entry.doc)] = entry
        else:
            here = find(local, known.doc)
            local = with_aliases(local, here, writable(entry.aliases), front=False)
    return local


def merged_meta(local: str, remote: str) -> str:
    """The meta file with the newer last update."""
    return (
        remote
        if meta(remote).get("last_update", "") > meta(local).get("last_update", "")
        else local
    )


def merged_doc(local: str, remote: str) -> str:
    """The doc with the newer `cached`; the local one where they are of one day."""
    dates = [
        meta(text).get("cached", "") if head_of(text) != text else "" for text in (local, remote)
    ]
    return remote if dates[1] > dates[0] else local

"""Changes of an `_index.md`: the lines of the entry that is meant, and no other."""

from collections.abc import Iterable

from otherwords.rkindex.aliases import (
    MOST_ALIASES,
    AliasList,
    alias_list,
    checked,
    quoted,
    unquoted,
)
from otherwords.rkindex.entries import Entry, entry_line, find, parse
from otherwords.rkindex.lines import (
    BOM,
    body_and_end,
    doc_path,
    fold,
    indent_of,
    lines_of,
    newline_of,
    one_line,
)


def with_alias(text: str, doc: str, alias: str) -> str:
    """The index with this alias first at its doc; one that is there moves, the eleventh falls
    off."""
    return with_aliases(text, find(text, doc), [checked(alias)], front=True)


def without_alias(text: str, doc: str, alias: str) -> str:
    """The index without this alias at its doc; the same text where it is not there."""
    entry = find(text, doc)
    if fold(alias) not in map(fold, entry.aliases):
        return text
    lines = lines_of(text)
    body, end = body_and_end(lines[entry.alias_line - 1])
    old = alias_list(body, entry.alias_line)
    kept = [raw for raw in old.items if fold(unquoted(raw)) != fold(alias)]
    lines[entry.alias_line - 1] = old.before + ", ".join(kept) + old.after + end
    return "".join(lines)


def put_entry(text: str, entry: Entry, was: str = "") -> str:
    """The index with this entry's name, doc and description; its aliases go behind those there.

    `was` is the doc path before a renaming: the entry keeps its place and its aliases.
    """
    first = {doc_path(e.doc): e for e in reversed(parse(text))}
    paths = {doc_path(entry.doc), doc_path(was or entry.doc)}
    there = sorted((first[p] for p in paths if p in first), key=lambda e: e.line)
    if not there:
        return add_entry(text, entry)
    old, lines = there[0], lines_of(text)
    for double in reversed(there[1:]):
        del lines[double.line - 1 : double.end - 1]
    body, end = body_and_end(lines[old.line - 1])
    if (entry.name, entry.doc, one_line(entry.description)) != (old.name, old.doc, old.description):
        lines[old.line - 1] = indent_of(body) + entry_line(entry) + end
    extra = (*entry.aliases, *(a for e in there[1:] for a in e.aliases))
    return with_aliases("".join(lines), find("".join(lines), entry.doc), extra, front=False)


def changed(text: str, puts: Iterable[tuple[Entry, str]], removed: Iterable[str] = ()) -> str:
    """Many changes in one pass: (entry, doc path before) put without aliases, and docs removed."""
    entries, lines = parse(text), lines_of(text)
    known = {doc_path(e.doc): e for e in reversed(entries)}
    gone = {doc_path(doc) for doc in removed}
    new: list[Entry] = []
    for entry, was in puts:
        old = known.get(doc_path(was or entry.doc)) or known.get(doc_path(entry.doc))
        if old is None:
            new.append(entry)
            continue
        gone -= {doc_path(old.doc)}
        body, end = body_and_end(lines[old.line - 1])
        if (entry.name, entry.doc, one_line(entry.description)) != old[:3]:
            lines[old.line - 1] = indent_of(body) + entry_line(entry) + end
    for old in entries:
        if doc_path(old.doc) in gone:
            lines[old.line - 1] = _mark(lines[old.line - 1])
            lines[old.line : old.end - 1] = [""] * (old.end - old.line - 1)
    text = "".join(lines)
    if len(new) < 20:
        for entry in new:
            text = add_entry(text, entry)
        return text
    newline = newline_of(text)
    end = newline if text and not text.endswith("\n") else ""
    return text + end + "".join(entry_line(entry) + newline for entry in new)


def add_entry(text: str, entry: Entry) -> str:
    """The index with a new entry behind the last one of its folder, else behind the last of all."""
    entries, lines = parse(text), lines_of(text)
    folder = entry.doc.rpartition("/")[0]
    near = [e for e in entries if e.doc.rpartition("/")[0] == folder] or list(entries)
    at = near[-1].end - 1 if near else len(lines)
    new = [entry_line(entry)]
    if entry.aliases:
        new.append(f"  aliases: [{', '.join(map(quoted, entry.aliases[:MOST_ALIASES]))}]")
    newline = newline_of(text)
    if at and not lines[at - 1].endswith("\n"):
        lines[at - 1] += newline
    return "".join([*lines[:at], *(line + newline for line in new), *lines[at:]])


def remove_entry(text: str, doc: str) -> str:
    """The index without the entries of this doc and what is indented under them."""
    lines = lines_of(text)
    for entry in reversed(parse(text)):
        if doc_path(entry.doc) == doc_path(doc):
            lines[entry.line - 1 : entry.end - 1] = [_mark(lines[entry.line - 1])]
    return "".join(lines)


def _mark(line: str) -> str:
    """What of a line that goes is the file's: its byte order mark."""
    return BOM if line.startswith(BOM) else ""


def with_aliases(text: str, entry: Entry, aliases: Iterable[str], front: bool) -> str:
    """The index with these aliases at an entry, before or behind those there; at most ten."""
    lines = lines_of(text)
    body, end = body_and_end(lines[entry.alias_line - 1 if entry.alias_line else entry.line - 1])
    old = alias_list(body, entry.alias_line) if entry.alias_line else AliasList((), "", "]")
    there = {fold(unquoted(raw)): raw for raw in reversed(old.items)}
    new = [there.get(fold(a)) or quoted(a) for a in aliases]
    united: dict[str, str] = {}
    for raw in [*new, *old.items] if front else [*old.items, *new]:
        united.setdefault(fold(unquoted(raw)), raw)
    kept = list(united.values())[:MOST_ALIASES]
    if not new or kept == list(old.items):
        return text
    if entry.alias_line:
        lines[entry.alias_line - 1] = old.before + ", ".join(kept) + old.after + end
        return "".join(lines)
    added = f"{indent_of(body).removeprefix(BOM)}  aliases: [{', '.join(kept)}]"
    newline = end or newline_of(text)
    lines[entry.line - 1 : entry.line] = [body + newline, added + end]
    return "".join(lines)

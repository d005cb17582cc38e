"""The text of a RepoKnowledge home: `_index.md`, `_registry.md`, `_meta.md` and how two versions
unite.

Pure: text to entries, and text and a change to text. These files belong to people, so a change
touches the lines of its entry and nothing else: order, spacing, comments, line ends and odd
lines stay. Text is expected as it lies on disk (line ends not translated; bytes that are not
UTF-8 as surrogate escapes).
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from otherwords.errors import PageNotFound, WriteRefused
from otherwords.values import NamedTuple

MOST_ALIASES = 10
LONGEST_ALIAS = 200
BOM = "\ufeff"

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_ENTRY = re.compile(
    r"(?P<indent>[ \t]*)[-*+][ \t]+\[(?P<name>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]"
    r"\((?:<(?P<angled>[^<>]*)>|(?P<doc>[^()<>]*(?:\([^()]*\)[^()]*)*))\)"
    r"(?:[ \t]*(?:—|–|--|-|:)[ \t]*(?P<description>.*))?[ \t]*$"
)
_ALIASES = re.compile(
    r"(?P<head>[ \t]+(?:[-*+][ \t]+)?\**aliases\**[ \t]*:\**)(?P<value>.*)$", re.I
)
_QUOTED = re.compile(r"""[ \t]*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*(?=[,\]])""")
_TAIL = re.compile(r"[ \t]*(?:[ \t]#.*)?$")
_PLAIN = re.compile(r"""[^\s,\[\]{}"'#\\][^,\[\]{}"#\\]*""")
_FENCE = re.compile(r"[ \t]*(```+|~~~+)")


class Entry(NamedTuple):
    """One entry of `_index.md`; `line` and `end` (one past the last) count from 1."""

    name: str
    doc: str
    description: str = ""
    aliases: tuple[str, ...] = ()
    line: int = 0
    end: int = 0
    alias_line: int = 0  # 0: there is none


class Row(NamedTuple):
    """One project of `_registry.md`."""

    project: str
    url: str
    updated: str
    docs: str
    line: int = 0


class _List(NamedTuple):
    """An alias list in its line: its items as they are written, and the text around them."""

    items: tuple[str, ...]
    before: str
    after: str


def fold(text: str) -> str:
    """The form in which two aliases are the same: NFKC, case folded, white space as one space."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split())


# --- _index.md ---------------------------------------------------------------------------------


def parse(text: str) -> tuple[Entry, ...]:
    """The entries of an index, in order."""
    lines = _lines(text)
    hidden = _hidden(lines)
    starts = {i: m for i, line in enumerate(lines) if i not in hidden and (m := _entry(line))}
    return tuple(_read(lines, i, match, starts) for i, match in starts.items())


def find(text: str, doc: str) -> Entry:
    """The first entry of a doc. Raises PageNotFound."""
    found = next((e for e in parse(text) if _path(e.doc) == _path(doc)), None)
    if found is None:
        raise PageNotFound(f"no entry for {doc} in _index.md: add a line '- [name]({doc}) — …'")
    return found


def with_alias(text: str, doc: str, alias: str) -> str:
    """The index with this alias first at its doc; one that is there moves, the eleventh falls
    off."""
    return _with_aliases(text, find(text, doc), [checked(alias)], front=True)


def without_alias(text: str, doc: str, alias: str) -> str:
    """The index without this alias at its doc; the same text where it is not there."""
    entry = find(text, doc)
    if fold(alias) not in map(fold, entry.aliases):
        return text
    lines = _lines(text)
    body, end = _body(lines[entry.alias_line - 1])
    old = _alias_list(body, entry.alias_line)
    kept = [raw for raw in old.items if fold(_plain(raw)) != fold(alias)]
    lines[entry.alias_line - 1] = old.before + ", ".join(kept) + old.after + end
    return "".join(lines)


def put_entry(text: str, entry: Entry, was: str = "") -> str:
    """The index with this entry's name, doc and description; its aliases go behind those there.

    `was` is the doc path before a renaming: the entry keeps its place and its aliases.
    """
    first = {_path(e.doc): e for e in reversed(parse(text))}
    paths = {_path(entry.doc), _path(was or entry.doc)}
    there = sorted((first[p] for p in paths if p in first), key=lambda e: e.line)
    if not there:
        return add_entry(text, entry)
    old, lines = there[0], _lines(text)
    for double in reversed(there[1:]):
        del lines[double.line - 1 : double.end - 1]
    body, end = _body(lines[old.line - 1])
    if (entry.name, entry.doc, one_line(entry.description)) != (old.name, old.doc, old.description):
        lines[old.line - 1] = _indent(body) + entry_line(entry) + end
    extra = (*entry.aliases, *(a for e in there[1:] for a in e.aliases))
    return _with_aliases("".join(lines), find("".join(lines), entry.doc), extra, front=False)


def changed(text: str, puts: Iterable[tuple[Entry, str]], removed: Iterable[str] = ()) -> str:
    """Many changes in one pass: (entry, doc path before) put without aliases, and docs removed."""
    entries, lines = parse(text), _lines(text)
    known = {_path(e.doc): e for e in reversed(entries)}
    gone = {_path(doc) for doc in removed}
    new: list[Entry] = []
    for entry, was in puts:
        old = known.get(_path(was or entry.doc)) or known.get(_path(entry.doc))
        if old is None:
            new.append(entry)
            continue
        gone -= {_path(old.doc)}
        body, end = _body(lines[old.line - 1])
        if (entry.name, entry.doc, one_line(entry.description)) != old[:3]:
            lines[old.line - 1] = _indent(body) + entry_line(entry) + end
    for old in entries:
        if _path(old.doc) in gone:
            lines[old.line - 1 : old.end - 1] = [""] * (old.end - old.line)
    text = "".join(lines)
    if len(new) < 20:
        for entry in new:
            text = add_entry(text, entry)
        return text
    newline = _newline(text)
    end = newline if text and not text.endswith("\n") else ""
    return text + end + "".join(entry_line(entry) + newline for entry in new)


def add_entry(text: str, entry: Entry) -> str:
    """The index with a new entry behind the last one of its folder, else behind the last of all."""
    entries, lines = parse(text), _lines(text)
    folder = entry.doc.rpartition("/")[0]
    near = [e for e in entries if e.doc.rpartition("/")[0] == folder] or list(entries)
    at = near[-1].end - 1 if near else len(lines)
    new = [entry_line(entry)]
    if entry.aliases:
        new.append(f"  aliases: [{', '.join(map(quoted, entry.aliases[:MOST_ALIASES]))}]")
    newline = _newline(text)
    if at and not lines[at - 1].endswith("\n"):
        lines[at - 1] += newline
    return "".join([*lines[:at], *(line + newline for line in new), *lines[at:]])


def remove_entry(text: str, doc: str) -> str:
    """The index without the entries of this doc and what is indented under them."""
    lines = _lines(text)
    for entry in reversed(parse(text)):
        if _path(entry.doc) == _path(doc):
            del lines[entry.line - 1 : entry.end - 1]
    return "".join(lines)


def entry_line(entry: Entry) -> str:
    """An entry's first line."""
    doc = f"<{entry.doc}>" if re.search(r"[\s()]", entry.doc) else entry.doc
    if not entry.doc or re.search(r"[<>\x00-\x1f]", entry.doc):
        raise WriteRefused(f"the doc path {entry.doc!r} cannot stand in a link: rename the file")
    name = re.sub(r"([\[\]\\])", r"\\\1", one_line(entry.name))
    description = one_line(entry.description)
    return f"- [{name}]({doc})" + (f" — {description}" if description else "")


def one_line(text: str) -> str:
    """Text with white space and control characters as single spaces."""
    plain = text if text.isprintable() else "".join(" " if _control(c) else c for c in text)
    return " ".join(plain.split())


def checked(alias: str) -> str:
    """An alias that can stand in a list, trimmed. Raises WriteRefused."""
    text = alias.strip()
    if not text or not any(c.isalnum() or unicodedata.category(c)[0] in "SP" for c in text):
        raise WriteRefused("an empty alias is not written: give the words to search for")
    if len(text) > LONGEST_ALIAS:
        raise WriteRefused(
            f"an alias of {len(text)} characters is not written: use at most {LONGEST_ALIAS}"
        )
    bad = next((c for c in text if _control(c)), "")
    if bad:
        raise WriteRefused(
            f"the alias has a control character or line break ({bad!r}): leave it out"
        )
    return text


def quoted(alias: str) -> str:
    """An alias as it stands in the list: plain where that reads back the same, else in quotes."""
    text = checked(alias)
    if _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _control(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")


def _path(doc: str) -> str:
    return doc.removeprefix("./")


def _lines(text: str) -> list[str]:
    return _LINE.findall(text)


def _body(line: str) -> tuple[str, str]:
    """A line and its end."""
    body = line.rstrip("\n")
    body = body.removesuffix("\r") if line.endswith("\n") else body
    return body, line[len(body) :]


def _indent(body: str) -> str:
    """What stands before the first sign of a line."""
    return body[: len(body) - len(body.lstrip(" \t" + BOM))]


def _newline(text: str) -> str:
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def _entry(line: str) -> re.Match[str] | None:
    match = _ENTRY.match(_body(line)[0].removeprefix("\ufeff"))
    return match if match and (match["angled"] or match["doc"] or "").strip() else None


def _hidden(lines: Sequence[str]) -> frozenset[int]:
    """Lines inside fenced code and comments that are closed again."""
    hidden: set[int] = set()
    at = 0
    while at < len(lines):
        end = _closing(lines, at)
        hidden.update(range(at, end))
        at = max(end, at + 1)
    return frozenset(hidden)


def _closing(lines: Sequence[str], at: int) -> int:
    """One past the block of code or comment that begins here; `at` where none does."""
    fence = _FENCE.match(lines[at])
    if fence:
        rest = range(at + 1, len(lines))
        return next((i + 1 for i in rest if lines[i].strip().startswith(fence[1])), at)
    if lines[at].lstrip().startswith("<!--"):
        return next((i + 1 for i in range(at, len(lines)) if "-->" in lines[i]), at)
    return at


def _read(
    lines: Sequence[str], at: int, match: re.Match[str], starts: Mapping[int, object]
) -> Entry:
    end = at + 1
    while end < len(lines) and end not in starts and _continues(lines[end]):
        end += 1
    alias = next((i for i in range(at + 1, end) if _ALIASES.match(_body(lines[i])[0])), -1)
    aliases = _aliases(_body(lines[alias])[0]) if alias >= 0 else ()
    name = re.sub(r"\\(.)", r"\1", match["name"])
    doc = (match["angled"] or match["doc"]).strip()
    return Entry(
        name, doc, (match["description"] or "").strip(), aliases, at + 1, end + 1, alias + 1
    )


def _continues(line: str) -> bool:
    return line[0] in " \t" and bool(line.strip())


def _aliases(line: str) -> tuple[str, ...]:
    try:
        return tuple(a for raw in _alias_list(line, 0).items if (a := _plain(raw)))
    except WriteRefused:
        return ()


def _alias_list(line: str, number: int) -> _List:
    """The alias list of a line. Raises WriteRefused where it cannot be told where it ends."""
    match = _ALIASES.match(line)
    value = match["value"] if match else ""
    head = match["head"] if match else ""
    opening = len(value) - len(value.lstrip())
    if not value.startswith("[", opening):
        items = tuple(x.strip() for x in value.split(",") if x.strip())
        return _List(items, head + " [", "]")
    raw, close = _split(value, opening + 1)
    if close < 0:
        raise WriteRefused(f"_index.md:{number}: the list of aliases is not closed: add its ']'")
    return _List(raw, head + value[: opening + 1], value[close:])


def _split(value: str, at: int) -> tuple[tuple[str, ...], int]:
    """The items of a bracket list as written, and where its bracket closes (-1: nowhere)."""
    items: list[str] = []
    while True:
        match = _QUOTED.match(value, at)
        end = match.end() if match else at
        if match and value[end] == "]" and not _TAIL.match(value, end + 1):
            end = at
        while end < len(value) and value[end] != ",":
            if value[end] == "]" and _TAIL.match(value, end + 1):
                break
            end += 1
        if end == len(value):
            return (), -1
        items.append(value[at:end].strip())
        if value[end] == "]":
            return tuple(item for item in items if item), end
        at = end + 1


def _plain(raw: str) -> str:
    """What an item of a list says."""
    if len(raw) > 1 and raw[0] == raw[-1] == '"':
        return re.sub(r"\\(.)", r"\1", raw[1:-1])
    if len(raw) > 1 and raw[0] == raw[-1] == "'":
        return raw[1:-1].replace("''", "'")
    return raw


def _with_aliases(text: str, entry: Entry, aliases: Iterable[str], front: bool) -> str:
    """The index with these aliases at an entry, before or behind those there; at most ten."""
    lines = _lines(text)
    body, end = _body(lines[entry.alias_line - 1 if entry.alias_line else entry.line - 1])
    old = _alias_list(body, entry.alias_line) if entry.alias_line else _List((), "", "]")
    there = {fold(_plain(raw)): raw for raw in reversed(old.items)}
    new = [there.get(fold(a)) or quoted(a) for a in aliases]
    united: dict[str, str] = {}
    for raw in [*new, *old.items] if front else [*old.items, *new]:
        united.setdefault(fold(_plain(raw)), raw)
    kept = list(united.values())[:MOST_ALIASES]
    if not new or kept == list(old.items):
        return text
    if entry.alias_line:
        lines[entry.alias_line - 1] = old.before + ", ".join(kept) + old.after + end
        return "".join(lines)
    added = f"{_indent(body).removeprefix(BOM)}  aliases: [{', '.join(kept)}]"
    newline = end or _newline(text)
    lines[entry.line - 1 : entry.line] = [body + newline, added + end]
    return "".join(lines)


# --- _registry.md ------------------------------------------------------------------------------

REGISTRY = (
    "# Knowledge bases\n\n| Project | Git URL | Last Update | Docs |\n"
    "|---------|---------|-------------|------|\n"
)
_CELL = re.compile(r"(?<!\\)\|")


def registry(text: str) -> tuple[Row, ...]:
    """The projects of a registry, in order (the order is part of the scores)."""
    return tuple(row for i, line in enumerate(_lines(text)) if (row := _row(line, i + 1)))


def with_row(text: str, row: Row) -> str:
    """The registry with this project's row replaced where it stands, or added behind the last
    one."""
    lines = _lines(text) or _lines(REGISTRY)
    cells = (row.project, row.url, row.updated, row.docs)
    new = "| " + " | ".join(one_line(c).replace("|", "\\|") for c in cells) + " |"
    at = next((r.line for r in registry(text) if r.project == row.project), 0)
    if at:
        lines[at - 1] = new + _body(lines[at - 1])[1]
        return "".join(lines)
    tables = [i for i, line in enumerate(lines) if line.lstrip().startswith("|")]
    if not tables:
        lines += ["\n", *_lines(REGISTRY)[2:]]
        tables = [len(lines) - 1]
    at, newline = tables[-1], _newline(text)
    lines = [x + newline if not x.endswith("\n") else x for x in lines]
    return "".join([*lines[: at + 1], new + newline, *lines[at + 1 :]])


def without_row(text: str, project: str) -> str:
    """The registry without this project."""
    gone = {row.line for row in registry(text) if row.project == project}
    return "".join(line for i, line in enumerate(_lines(text)) if i + 1 not in gone)


def _row(line: str, number: int) -> Row | None:
    body = line.strip()
    if not body.startswith("|") or set(body) <= set("|-: \t"):
        return None
    cells = [c.strip().replace("\\|", "|") for c in _CELL.split(body.strip("|"))] + [""] * 4
    project = re.sub(r"^\[([^\]]*)\]\(.*\)$", r"\1", cells[0])
    if not project or (project.casefold() == "project" and "url" in cells[1].casefold()):
        return None
    return Row(project, cells[1], cells[2], cells[3], number)


# --- _meta.md and docs -------------------------------------------------------------------------

_FIELD = re.compile(r"(?P<head>\s*(?:[-*+]\s+)?\**(?P<key>\w+)\**[ \t]*:\**[ \t]*)(?P<value>.*)$")


def meta(text: str) -> dict[str, str]:
    """The fields of a `_meta.md`, or of a doc's front matter."""
    found = (_FIELD.match(_body(line)[0]) for line in _lines(_head(text)))
    return {m["key"]: m["value"].strip().strip("\"'") for m in found if m}


def with_meta(text: str, fields: Mapping[str, str]) -> str:
    """The text with these fields set where they stand, or added at the end of its head."""
    head = _head(text)
    lines, rest = _lines(head), text[len(head) :]
    if not lines:
        lines = ["---\n", "---\n"]
    where = {m["key"]: i for i, x in enumerate(lines) if (m := _FIELD.match(_body(x)[0]))}
    newline = _newline(text)
    for key, value in fields.items():
        if key in where:
            body, end = _body(lines[where[key]])
            match = _FIELD.match(body)
            before = match["head"] if match else f"{key}: "
            lines[where[key]] = before.rstrip() + " " + one_line(value) + end
            continue
        at = len(lines) - 1 if lines[-1].strip() == "---" else len(lines)
        if at and not lines[at - 1].endswith("\n"):
            lines[at - 1] += newline
        lines.insert(at, f"{key}: {one_line(value)}{newline}")
    return "".join(lines) + rest


def _head(text: str) -> str:
    """The front matter with its fences; without one, the whole text."""
    match = re.match(r"\ufeff?---[ \t]*\r?\n.*?^---[ \t]*(?:\r?\n|\Z)", text, re.S | re.M)
    return match[0] if match else text


# --- two versions into one ---------------------------------------------------------------------


def merged_registry(local: str, remote: str) -> str:
    """Rows united by project, the newer date's row; local order first."""
    mine = {row.project: row for row in registry(local)}
    for row in registry(remote):
        if row.project not in mine or row.updated > mine[row.project].updated:
            local = with_row(local, row)
    return local


def merged_index(local: str, remote: str) -> str:
    """Entries united by doc path, local aliases first, at most ten."""
    mine = {_path(e.doc): e for e in parse(local)}
    for entry in parse(remote):
        known = mine.get(_path(entry.doc))
        if known is None:
            local = add_entry(local, entry._replace(aliases=_writable(entry.aliases)))
        else:
            here = find(local, known.doc)
            local = _with_aliases(local, here, _writable(entry.aliases), front=False)
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
        meta(text).get("cached", "") if _head(text) != text else "" for text in (local, remote)
    ]
    return remote if dates[1] > dates[0] else local


def _writable(aliases: Iterable[str]) -> tuple[str, ...]:
    """Those that may be written: another home's file is no reason to break this one."""
    kept = []
    for alias in aliases:
        try:
            kept.append(checked(alias))
        except WriteRefused:
            continue
    return tuple(kept)

"""The entries of `_index.md`: text to entries, and an entry to its line."""

from collections.abc import Mapping, Sequence

from otherwords.errors import PageNotFound, WriteRefused
from otherwords.rkindex.aliases import ALIASES, ESCAPED, aliases_in
from otherwords.rkindex.lines import body_and_end, doc_path, lines_of, one_line
from otherwords.values import TYPE_CHECKING, NamedTuple, pattern

if TYPE_CHECKING:
    import re

_ENTRY = pattern(
    r"(?P<indent>[ \t]*)[-*+][ \t]+\[(?P<name>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]"
    r"\((?:<(?P<angled>[^<>]*)>|(?P<doc>[^()<>]*(?:\([^()]*\)[^()]*)*))\)"
    r"(?:[ \t]*(?:—|–|--|-|:)[ \t]*(?P<description>.*))?[ \t]*$"
)
_SPACED = pattern(r"[\s()]")
_IMPOSSIBLE = pattern(r"[<>\x00-\x1f]")
_BRACKET = pattern(r"([\[\]\\])")
_FENCE = pattern(r"[ \t]*(```+|~~~+)")


class Entry(NamedTuple):
    """One entry of `_index.md`; `line` and `end` (one past the last) count from 1."""

    name: str
    doc: str
    description: str = ""
    aliases: tuple[str, ...] = ()
    line: int = 0
    end: int = 0
    alias_line: int = 0  # 0: there is none


def parse(text: str) -> tuple[Entry, ...]:
    """The entries of an index, in order."""
    lines = lines_of(text)
    hidden = _hidden(lines)
    starts = {i: m for i, line in enumerate(lines) if i not in hidden and (m := _entry(line))}
    return tuple(_read(lines, i, match, starts) for i, match in starts.items())


def find(text: str, doc: str) -> Entry:
    """The first entry of a doc. Raises PageNotFound."""
    found = next((e for e in parse(text) if doc_path(e.doc) == doc_path(doc)), None)
    if found is None:
        raise PageNotFound(f"no entry for {doc} in _index.md: add a line '- [name]({doc}) — …'")
    return found


def entry_line(entry: Entry) -> str:
    """An entry's first line."""
    doc = f"<{entry.doc}>" if _SPACED.search(entry.doc) else entry.doc
    if not entry.doc or _IMPOSSIBLE.search(entry.doc):
        raise WriteRefused(f"the doc path {entry.doc!r} cannot stand in a link: rename the file")
    name = _BRACKET.sub(r"\\\1", one_line(entry.name))
    description = one_line(entry.description)
    return f"- [{name}]({doc})" + (f" — {description}" if description else "")


def _entry(line: str) -> "re.Match[str] | None":
    match = _ENTRY.match(body_and_end(line)[0].removeprefix("\ufeff"))
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
    lines: Sequence[str], at: int, match: "re.Match[str]", starts: Mapping[int, object]
) -> Entry:
    end = at + 1
    while end < len(lines) and end not in starts and _continues(lines[end]):
        end += 1
    alias = next((i for i in range(at + 1, end) if ALIASES.match(body_and_end(lines[i])[0])), -1)
    aliases = aliases_in(body_and_end(lines[alias])[0]) if alias >= 0 else ()
    name = ESCAPED.sub(r"\1", match["name"])
    doc = (match["angled"] or match["doc"]).strip()
    return Entry(
        name, doc, (match["description"] or "").strip(), aliases, at + 1, end + 1, alias + 1
    )


def _continues(line: str) -> bool:
    return line[0] in " \t" and bool(line.strip())

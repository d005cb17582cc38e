"""The alias list of an entry: its items as they are written, and what can stand in it."""

import unicodedata
from collections.abc import Iterable

from otherwords.errors import WriteRefused
from otherwords.rkindex.lines import is_control
from otherwords.values import NamedTuple, pattern

MOST_ALIASES = 10
LONGEST_ALIAS = 200
ALIASES = pattern(r"(?i)(?P<head>[ \t]+(?:[-*+][ \t]+)?\**aliases\**[ \t]*:\**)(?P<value>.*)$")
_QUOTED = pattern(r"""[ \t]*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*(?=[,\]])""")
ESCAPED = pattern(r"\\(.)")
_TAIL = pattern(r"[ \t]*(?:[ \t]#.*)?$")
_PLAIN = pattern(r"""[^\s,\[\]{}"'#\\][^,\[\]{}"#\\]*""")


class AliasList(NamedTuple):
    """An alias list in its line: its items as they are written, and the text around them."""

    items: tuple[str, ...]
    before: str
    after: str


def checked(alias: str) -> str:
    """An alias that can stand in a list, trimmed. Raises WriteRefused."""
    text = alias.strip()
    if not text or not any(c.isalnum() or unicodedata.category(c)[0] in "SP" for c in text):
        raise WriteRefused("an empty alias is not written: give the words to search for")
    if len(text) > LONGEST_ALIAS:
        raise WriteRefused(
            f"an alias of {len(text)} characters is not written: use at most {LONGEST_ALIAS}"
        )
    bad = next((c for c in text if is_control(c)), "")
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


def writable(aliases: Iterable[str]) -> tuple[str, ...]:
    """Those that may be written: another home's file is no reason to break this one."""
    kept = []
    for alias in aliases:
        try:
            kept.append(checked(alias))
        except WriteRefused:
            continue
    return tuple(kept)


def aliases_in(line: str) -> tuple[str, ...]:
    """What the alias list of a line says; nothing where it cannot be told where it ends."""
    try:
        return tuple(a for raw in alias_list(line, 0).items if (a := unquoted(raw)))
    except WriteRefused:
        return ()


def alias_list(line: str, number: int) -> AliasList:
    """The alias list of a line. Raises WriteRefused where it cannot be told where it ends."""
    match = ALIASES.match(line)
    value = match["value"] if match else ""
    head = match["head"] if match else ""
    opening = len(value) - len(value.lstrip())
    if not value.startswith("[", opening):
        items = tuple(x.strip() for x in value.split(",") if x.strip())
        return AliasList(items, head + " [", "]")
    raw, close = _split(value, opening + 1)
    if close < 0:
        raise WriteRefused(f"_index.md:{number}: the list of aliases is not closed: add its ']'")
    return AliasList(raw, head + value[: opening + 1], value[close:])


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


def unquoted(raw: str) -> str:
    """What an item of a list says."""
    if len(raw) > 1 and raw[0] == raw[-1] == '"':
        return ESCAPED.sub(r"\1", raw[1:-1])
    if len(raw) > 1 and raw[0] == raw[-1] == "'":
        return raw[1:-1].replace("''", "'")
    return raw

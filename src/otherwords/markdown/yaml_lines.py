"""Plain YAML read line by line: what most front matter is, many times as fast as by a YAML parser.

Keys with values on their lines, lists of those, mappings of those one level deeper; values plain, in
quotes without escapes, or as `[a, b]` and `{a: b}` of such. What is anything else, or may be, is declined.
"""

from __future__ import annotations

import re

from otherwords.values import NamedTuple

_KEY = "[A-Za-z_][A-Za-z0-9_-]{0,60}"
_FIRST = "[A-Za-z0-9_./(\u00a1-\U0010ffff]"  # of a plain value: nothing that YAML gives a meaning
_ITEM = rf"""(?:'[^']*' *|"[^"\\]*" *|{_FIRST}[^,?:#\[\]{{}}]*)"""
_PAIR = rf"{_KEY}: +{_ITEM}"
_LINE = re.compile(rf"( *)(- )?(?:({_KEY}):(?: +|$))?(.*)")
_BEGINS = re.compile(_FIRST).match
_QUOTED = re.compile(r"""'([^']*)' *|"([^"\\]*)" *""")
_LIST = re.compile(rf"\[ *(?:{_ITEM}(?:, *{_ITEM})*)?\] *")
_MAPPING = re.compile(rf"\{{ *(?:{_PAIR}(?:, *{_PAIR})*)?\}} *")
_ITEMS, _PAIRS = re.compile(_ITEM), re.compile(rf"({_KEY}): +({_ITEM})")
# Controls, line ends besides \n, and what is no character: for the YAML parser to judge.
_ODD = re.compile(
    "[^\n -~\u00a1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


class Fault(Exception):
    """YAML that cannot be read: why, and where (0-based line and column)."""

    def __init__(self, problem: str, line: int, column: int) -> None:
        super().__init__(problem)
        self.problem, self.line, self.column = problem, line, column


class Loaded(NamedTuple):
    """A YAML document read: its value, the 0-based lines of its top-level keys, its repeats."""

    value: object
    lines: dict[str, int]
    repeated: list[tuple[str, int]]


class _Declined(Exception):
    """This is, or may be, more than plain."""


def plain(text: str) -> Loaded | None:
    """A document as the YAML reader gives it; None where that has to be asked."""
    if _ODD.search(text):
        return None
    walk = _Walk()
    try:
        for number, line in enumerate(text.split("\n")):
            walk.line(number, line)
    except _Declined:
        return None
    return Loaded(walk.meta, walk.lines, []) if walk.meta else None


def scalar(text: str) -> object:
    """The value of a plain scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if text[-1] in "0123456789" and text[0] in "-.0123456789" and len(text) < 25:
        for number in (int, float):
            try:
                value = number(text)
            except ValueError:
                continue
            if str(value) == text:
                return value
    return text


class _Walk:
    """What has been read, and what the next line may belong to."""

    def __init__(self) -> None:
        self.meta: dict[str, object] = {}
        self.lines: dict[str, int] = {}
        self.open = ""  # the key whose value may follow
        self.inner: list[object] | dict[str, object] | None = None  # that value, once it began
        self.indent = 0  # of its lines
        self.entry: dict[str, object] | None = None  # the mapping that its last line began

    def line(self, number: int, line: str) -> None:
        """Take one line. Raises _Declined."""
        spaces, dash, key, rest = _LINE.match(line).groups()  # type: ignore[union-attr]
        if not (dash or key) and (not rest or rest[0] == "#"):
            return
        indent = len(spaces)
        if key and not dash and not indent:
            _put(self.meta, key, rest)
            self.lines[key] = number
            self.open, self.inner, self.entry = "" if rest else key, None, None
        elif self.open and dash:
            self.item(indent, key, rest)
        elif self.open and key:
            self.pair(indent, key, rest)
        else:
            raise _Declined

    def item(self, indent: int, key: str | None, rest: str) -> None:
        """A line of a list."""
        if self.inner is None:
            self.meta[self.open] = self.inner = []
            self.indent = indent
        if not isinstance(self.inner, list) or indent != self.indent or not rest:
            raise _Declined
        self.entry = {} if key else None
        if self.entry is not None and key:
            _put(self.entry, key, rest)
        self.inner.append(self.entry if key else _value(rest))

    def pair(self, indent: int, key: str, rest: str) -> None:
        """A line of a mapping, or of a mapping that a line of a list began."""
        if not rest:
            raise _Declined
        if self.entry is not None and indent == self.indent + 2:
            _put(self.entry, key, rest)
            return
        if self.inner is None:
            self.meta[self.open] = self.inner = {}
            self.indent = indent
        if not isinstance(self.inner, dict) or indent != self.indent:
            raise _Declined
        _put(self.inner, key, rest)


def _put(mapping: dict[str, object], key: str, rest: str) -> None:
    if key in mapping:
        raise _Declined
    mapping[key] = _value(rest)


def _value(text: str) -> object:
    """The value that stands on a line."""
    if not text:
        return None
    if text[0] in "'\"":
        quoted = _QUOTED.fullmatch(text)
        if not quoted:
            raise _Declined
        return quoted[1] if text[0] == "'" else quoted[2]
    if text[0] == "[" and _LIST.fullmatch(text):
        return [_value(item.rstrip(" ")) for item in _ITEMS.findall(text)]
    if text[0] == "{" and _MAPPING.fullmatch(text):
        mapping: dict[str, object] = {}
        for key, item in _PAIRS.findall(text):
            _put(mapping, key, item.rstrip(" "))
        return mapping
    text = text.rstrip(" ")
    if not _BEGINS(text) or ": " in text or " #" in text or text[-1] == ":":
        raise _Declined
    return scalar(text)

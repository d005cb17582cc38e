"""YAML text to plain values, from the parser's events: text, numbers, lists and mappings, no more.

Events and not `yaml.load`: three times faster, no recursion, nothing to construct, and each key's
line is at hand. Plain scalars follow YAML 1.2 (``no`` and dates are text), and one that would not
print back as it was typed (``0123``, ``3.10``, ``1e5``) stays text too.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from .yaml_lines import Fault, Loaded, scalar

# PyYAML may have been built without libyaml.
_new_parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEPTH = 40
_OPENED = ("quoted scalar", "flow ", "simple key")
"""What the fault is about begins earlier than where the parser gave up."""
_NOT_YAML = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STR = "tag:yaml.org,2002:str"
_KNOWN_TAGS = (None, "!", _STR) + tuple(
    f"tag:yaml.org,2002:{name}" for name in ("int", "float", "bool", "null", "seq", "map")
)


class _Open:
    """A list or a mapping that is being filled."""

    __slots__ = ("key", "line", "value")

    def __init__(self, value: dict[str, object] | list[object]) -> None:
        self.value = value
        self.key: str | None = None
        self.line = 0


def load(text: str) -> Loaded:
    """Read one YAML document; raise `Fault` for anything else."""
    try:
        return _built(_new_parser(text))
    except yaml.MarkedYAMLError as error:
        opened = any(part in (error.context or "") for part in _OPENED)
        mark = (error.context_mark if opened else None) or error.problem_mark
        line, column = (mark.line, mark.column) if mark else (0, 0)
        problem = ", ".join(part for part in (error.context, error.problem) if part)
        raise Fault(problem, line, column) from None
    except (yaml.YAMLError, UnicodeError) as error:
        raise _unprintable(text, error) from None


def _built(parser: Any) -> Loaded:
    """Fill the open lists and mappings, innermost last, as the events come."""
    root: list[object] = []
    stack = [_Open(root)]
    lines: dict[str, int] = {}
    repeated: list[tuple[str, int]] = []
    while parser.check_event():
        event = parser.get_event()
        kind = type(event)
        if kind is yaml.ScalarEvent:
            top = stack[-1]
            if top.key is None and type(top.value) is dict:
                _take_key(stack, event, lines, repeated)
            else:
                _put(top, _scalar_value(event))
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            _open(stack, event)
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            stack.pop()
        elif kind is yaml.AliasEvent or (kind is yaml.DocumentStartEvent and root):
            raise _refused(event)
    return Loaded(root[0] if root else None, lines, repeated)


def _take_key(
    stack: list[_Open], event: Any, lines: dict[str, int], repeated: list[tuple[str, int]]
) -> None:
    _check(event)
    top, key = stack[-1], event.value
    line = event.start_mark.line
    if key in top.value:
        repeated.append((key, line))
    if len(stack) == 2:
        lines[key] = line
    top.key = key


def _open(stack: list[_Open], event: Any) -> None:
    _check(event)
    top = stack[-1]
    if type(top.value) is dict and top.key is None:
        raise Fault("a key must be text, not a list or a mapping", *_start(event))
    if len(stack) > _DEPTH:
        raise Fault(f"nested more than {_DEPTH} deep", *_start(event))
    inner = _Open({} if type(event) is yaml.MappingStartEvent else [])
    _put(top, inner.value)
    stack.append(inner)


def _put(top: _Open, value: object) -> None:
    if isinstance(top.value, list):
        top.value.append(value)
    elif top.key is not None:
        top.value[top.key] = value
        top.key = None


def _scalar_value(event: Any) -> object:
    _check(event)
    if not event.implicit[0] and event.tag in (None, "!", _STR):
        return str(event.value)
    return scalar(event.value)


def _check(event: Any) -> None:
    if event.anchor is not None or event.tag not in _KNOWN_TAGS:
        raise _refused(event)


def _refused(event: Any) -> Fault:
    if type(event) is yaml.DocumentStartEvent:
        return Fault("a second YAML document begins", *_start(event))
    if event.anchor is not None:
        return Fault(f"an anchor or alias (&{event.anchor}, *{event.anchor})", *_start(event))
    return Fault(f"the tag {event.tag}", *_start(event))


def _start(event: Any) -> tuple[int, int]:
    return event.start_mark.line, event.start_mark.column


def _unprintable(text: str, error: Exception) -> Fault:
    found = _NOT_YAML.search(text)
    if found is None:
        return Fault(str(error), 0, 0)
    at = found.start()
    problem = f"the character U+{ord(found[0]):04X}, which YAML does not allow"
    return Fault(problem, text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1)

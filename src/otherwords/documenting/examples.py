"""Usage examples that the repository itself has: calls in its tests and examples, then in its
source.

A call is shown only where it can be told what is called: the name has one owner in the
repository, is no everyday word, and a method's class is named in the same file.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from otherwords.documenting import languages
from otherwords.documenting.definition import Definition, dedented, depth
from otherwords.documenting.languages import named
from otherwords.processes import spread
from otherwords.values import NamedTuple

LONGEST = 12  # lines of an example
_CALL = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]{2,})\s*(?:<[\w, ]*>)?\(")
_DEFINING = re.compile(
    r"(?:\b(?:def|func|fn|function|fun|class|struct|impl|interface)\s+(?:self\.)?)$"
)
_OPENS = re.compile(r"[^\n;]*\)\s*(?:->[^\n{]*|:\s*\w[^\n{=]*)?\{\s*$", re.M)
_COMMENT = re.compile(r"\s*(?:#|//|\*|/\*|--|\"\"\"|''')")
_EVERYDAY = named(
    "get set add run open close read write update append pop push find map filter sort join split copy"  # noqa: E501
    " next send start stop clear delete remove insert index count format parse load dump dumps loads"  # noqa: E501
    " call apply bind test main init create new items keys values size length print log error match"
    " replace encode decode keys name value wait exit reset execute process handle invoke"
)


_OPENING = ("(", "[", "{", ",")


class Example(NamedTuple):
    """A piece of the repository that calls a definition."""

    path: str
    line: int
    code: str


class _Call(NamedTuple):
    rank: int  # 0 in a test, 1 in an example, 2 in source
    path: str
    row: int


Texts = Mapping[str, str]


def texts(root: Path) -> dict[str, str]:
    """The text of every source, test and example file under a root."""
    return {path: text for path in languages.files(root) if (text := languages.read(root, path))}


def examples(found: Sequence[Definition], files: Texts) -> dict[Definition, Example]:
    """One example for each definition that has a call of its own."""
    wanted = _wanted(found)
    best: dict[str, _Call] = {}
    for calls in spread(lambda path: _calls(path, files[path], wanted), list(files)):
        for name, call in calls.items():
            best[name] = min(call, best.get(name, call))
    lines = {call.path: files[call.path].split("\n") for call in best.values()}
    return {wanted[name]: _excerpt(call, lines[call.path]) for name, call in best.items()}


def _wanted(found: Iterable[Definition]) -> dict[str, Definition]:
    """The definitions whose bare name can be only theirs."""
    owners: dict[str, list[Definition]] = {}
    for one in found:
        if one.part < 2:
            owners.setdefault(bare(one), []).append(one)
    return {
        name: same[0]
        for name, same in owners.items()
        if len(same) == 1 and name.lower() not in _EVERYDAY and not name.startswith("__")
    }


def bare(one: Definition) -> str:
    """A definition's name without its owner and part."""
    return one.name.split(" (")[0].rpartition(".")[2]


def owner_of(one: Definition) -> str:
    """The bare name of what a definition belongs to; '' where it stands alone."""
    return one.name.split(" (")[0].rpartition(".")[0].rpartition(".")[2]


def _calls(path: str, text: str, wanted: Mapping[str, Definition]) -> dict[str, _Call]:
    """The first call of each wanted name in a file, where it can only mean that definition."""
    rank = 0 if languages.is_test(path) else 1 if languages.is_example(path) else 2
    calls: dict[str, _Call] = {}
    seen: set[str] = set()
    for match in _CALL.finditer(text):
        name = match[1]
        if name in wanted and name not in seen and _is_call(text, match.start()):
            seen.add(name)
            call = _Call(rank, path, text.count("\n", 0, match.start()))
            if _of(wanted[name], call, text):
                calls[name] = call
    return calls


def _is_call(text: str, at: int) -> bool:
    """Whether a name with a bracket behind it is called there, not defined or talked about."""
    begin = text.rfind("\n", 0, at) + 1
    before = text[begin:at]
    if (
        _DEFINING.search(before)
        or _COMMENT.match(text, begin)
        or "//" in before
        or before.count("`")
    ):
        return False
    if before.count('"') % 2 or before.count("'") % 2:
        return False
    shaped = re.fullmatch(r"\s*(?:[\w<>\[\]*&:]+\s+)*[\w:]*", before) and _OPENS.match(text, at)
    return not shaped or _closes(text[at : text.find("\n", at)])


def _of(one: Definition, call: _Call, text: str) -> bool:
    """Whether a call in this file can only mean this definition."""
    if languages.EXTENSIONS.get("." + call.path.rpartition(".")[2], "")[:4] != one.language[:4]:
        return False
    if call.path == one.path:
        return not one.line - 1 <= call.row <= one.end - 1
    owner = owner_of(one)
    if owner and one.language != "go":
        return owner in text and re.search(rf"\b{re.escape(owner)}\b", text) is not None
    stem = re.split(r"[/.]", one.path)[-2]
    return one.kind == "class" or stem in text or bare(one) + "(" in text


def _excerpt(call: _Call, lines: Sequence[str]) -> Example:
    """The lines around a call that are read as one: from its block's begin until brackets close."""
    level = _indent(lines[call.row])
    first = call.row
    while first and call.row - first < LONGEST // 2 and _belongs(lines[first - 1], level):
        first -= 1
    while first and call.row - first < LONGEST // 2 and lines[first - 1].rstrip()[-1:] in _OPENING:
        first -= 1
    first = _whole(lines, first, call.row)
    last = call.row
    while last + 1 < len(lines) and last - first < LONGEST - 1 and _open(lines[first : last + 1]):
        last += 1
    while (
        last + 1 < len(lines) and last - first < LONGEST // 2 and _belongs(lines[last + 1], level)
    ):
        last += 1
    first = _opened(lines, first, last)
    return Example(call.path, first + 1, dedented("\n".join(lines[first : last + 1])))


def _opened(lines: Sequence[str], first: int, last: int) -> int:
    """An earlier first line, where the brackets that are closed were opened shortly before."""
    for at in range(first, max(-1, last - LONGEST), -1):
        if not _closes("\n".join(lines[at : last + 1])):
            return at
    return first


def _closes(code: str) -> bool:
    """Whether a piece of code closes a bracket that it has not opened."""
    return any(depth(code[: m.end()]) < 0 for m in re.finditer(r"[)\]}]", code))


def _whole(lines: Sequence[str], first: int, row: int) -> int:
    """A first line that does not begin in the middle of a bracket."""
    for at in range(first, row):
        if not _open(lines[first:at]) and depth("\n".join(lines[at:row])) >= 0:
            return at
    return row


def _belongs(line: str, level: int) -> bool:
    return bool(line.strip()) and _indent(line) >= level


def _open(lines: Sequence[str]) -> bool:
    return depth("\n".join(lines)) > 0


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())

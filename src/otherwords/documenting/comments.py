"""Doc comments: what a comment says of a definition, its parameters and what it returns."""

import re
from collections.abc import Sequence

from otherwords.values import NamedTuple


class Field(NamedTuple):
    """A parameter, a result or an error: name, type and text, each as far as known."""

    name: str
    type: str = ""
    text: str = ""


class Comment(NamedTuple):
    """What a doc comment says."""

    text: str = ""
    params: tuple[Field, ...] = ()
    returns: tuple[Field, ...] = ()
    raises: tuple[Field, ...] = ()
    notes: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


_TAG = re.compile(r"^\s*[@\\](?P<tag>param|arg|argument|tparam|return|returns|throws|exception|raise"  # noqa: E501
                  r"|raises|example|code|deprecated|since|see|note|brief|description|template"
                  r"|[a-zA-Z]+)\b(?:\[[^\]]*\])?[ \t]*(?P<rest>.*)$")  # fmt: skip
_INLINE = re.compile(r"\{@(?:code|literal)\s+([^}]*)\}|\{@link\w*\s+([^\s}|]+)[\s|]*([^}]*)\}")
_TYPE = re.compile(r"^\{(?P<type>(?:[^{}]|\{[^{}]*\})*)\}\s*")
_NAME = re.compile(r"^(?P<name>\[[^\]]*\]|[$&*.\w]+)(?:\s+\[(?P<type>[^\]]*)\])?(?:\s+[-:–—])?\s*")
_SWIFT = re.compile(
    r"^\s*- (?P<tag>Parameters?|Returns?|Throws|Note|Example)\b\s*(?P<name>\w*)\s*:(?P<rest>.*)$"
)
_SWIFT_ITEM = re.compile(r"^\s{2,}- (?P<name>\w+)\s*:(?P<rest>.*)$")
_HEADING = re.compile(
    r"^#+ +(Examples?|Panics|Errors|Safety|Arguments|Parameters|Returns?)\s*$", re.I
)
_DIRECTIVE = re.compile(
    r"^\s*(?:go:\w|nolint|eslint|prettier-|ts-|tslint|noqa|type:|pylint|clang-|rubocop|region|endregion"
    r"|istanbul|@ts-|frozen_string|SPDX|Copyright|NOLINT|swiftlint|\+build|[#@]__)"
)


def above(lines: Sequence[str], at: int, marker: str = "//") -> str:
    """The comment that ends directly above line `at` (from 0), without its marks; '' for none.

    Attributes and annotations between comment and definition are stepped over.
    """
    row = at - 1
    while row >= 0 and re.match(r"\s*(?:#\[|@\w)", lines[row]) and marker != "#":
        row -= 1
    if row < 0:
        return ""
    line = lines[row].strip()
    if line.endswith("*/"):
        return _block(lines, row)
    marks = re.compile(r"\s*#+(?!\[)(?: |$|(?=\w))?" if marker == "#" else r"\s*//[/!]?(?: |$)?")
    found: list[str] = []
    while row >= 0 and (match := marks.match(lines[row])):
        found.insert(0, lines[row][match.end() :])
        row -= 1
    title = len(found) == 1 and re.fullmatch(r"//\s*[\w-]+(?:\s+[\w-]+)?", line)
    return "" if title else cleaned(found)  # `// helpers` stands above more than what follows


def _block(lines: Sequence[str], row: int) -> str:
    end = row
    while row >= 0 and "/*" not in lines[row]:
        row -= 1
    if row < 0 or not lines[row].lstrip().startswith("/*"):
        return ""
    text = "\n".join(lines[row : end + 1]).strip()
    inner = re.sub(r"^/\*+!?|\*+/$", "", text).split("\n")
    starred = all(not x.strip() or x.lstrip().startswith("*") for x in inner[1:])
    return cleaned([re.sub(r"^\s*\*(?: |$)?", "", x) if starred else x for x in inner])


def cleaned(lines: Sequence[str]) -> str:
    """Comment lines without rules, directives for tools, and outer blank lines."""
    kept = [
        "" if re.fullmatch(r"\W*[-=*#_~/]{3,}\W*", x) else x
        for x in lines
        if not _DIRECTIVE.match(x)
    ]
    margin = min((len(x) - len(x.lstrip()) for x in kept[1:] if x.strip()), default=0)
    body = [kept[0].strip(), *(x[margin:].rstrip() for x in kept[1:])] if kept else []
    return "\n".join(body).strip("\n").strip()


def parsed(comment: str) -> Comment:
    """A comment with `@param` tags, Swift lists or Rust headings, taken apart."""
    comment = _INLINE.sub(lambda m: f"`{(m[1] or m[3] or m[2]).strip()}`", comment)
    blocks: list[tuple[str, list[str]]] = [("", [])]
    fenced = False
    for line in comment.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        tag, rest = ("", "") if fenced else _opened(line)
        if tag:
            blocks.append((tag, [rest]))
        else:
            blocks[-1][1].append(line)
    return _collected([(tag, "\n".join(lines).strip()) for tag, lines in blocks])


def _opened(line: str) -> tuple[str, str]:
    """The tag that a line begins and what follows it; ('', '') for none."""
    if match := _TAG.match(line):
        return match["tag"].lower(), match["rest"]
    if match := _SWIFT.match(line):
        tag = match["tag"].lower()
        return tag, f"{match['name']} {match['rest'].strip()}" if match["name"] else match[
            "rest"
        ].strip()
    if match := _SWIFT_ITEM.match(line):
        return "item", f"{match['name']} {match['rest'].strip()}"
    if match := _HEADING.match(line):
        return "#" + match[1].lower().rstrip("s"), ""
    return "", ""


def _collected(blocks: Sequence[tuple[str, str]]) -> Comment:
    text: list[str] = []
    params: list[Field] = []
    returns: list[Field] = []
    raises: list[Field] = []
    notes: list[str] = []
    examples: list[str] = []
    parameters = False
    for tag, rest in blocks:
        if tag in ("param", "arg", "argument", "parameter") or (tag == "item" and parameters):
            params.append(_field(rest))
        elif tag in ("return", "returns", "#return"):
            returns.append(_field(rest, named=False))
        elif tag in ("throws", "exception", "raise", "raises"):
            raises.append(_field(rest))
        elif tag in ("example", "#example"):
            examples.append(rest)
        elif tag in ("deprecated", "since", "note", "#panic", "#error", "#safety"):
            notes.append(f"{tag.strip('#').capitalize()}: {_flat(rest)}".rstrip(": "))
        elif tag in ("", "brief", "description", "details"):
            text.append(rest)
        parameters = tag == "parameters" or (tag == "item" and parameters)
    said = "\n\n".join(filter(None, text))
    return Comment(
        said,
        _known(params),
        _known(returns),
        _known(raises),
        tuple(notes),
        tuple(filter(None, examples)),
    )


def _known(fields: Sequence[Field]) -> tuple[Field, ...]:
    return tuple(x for x in fields if any(x))


def _field(text: str, named: bool = True) -> Field:
    """What follows a tag: `{type} name text`, `name [type] text`, `[type] text`."""
    flat = _flat(text)
    flat = re.sub(r"^([^\s{$]+)\s+[&.]*(?=\$\w)", r"{\1} ", flat)  # PHP: the type stands first
    kind = _TYPE.match(flat) or (None if named else re.match(r"^\[(?P<type>[^\]]+)\]\s*", flat))
    rest = flat[kind.end() :] if kind else flat
    found = _NAME.match(rest) if named else None
    if not found:
        return Field("", kind["type"] if kind else "", rest.lstrip("-: "))
    name = re.split(r"[=.]", found["name"].strip("[]"))[0].lstrip("$&*")
    return Field(name, (kind["type"] if kind else "") or found["type"] or "", rest[found.end() :])


def _flat(text: str) -> str:
    return " ".join(text.split())


def plain(text: str) -> str:
    """reStructuredText's inline marks as Markdown's."""
    if not any(mark in text for mark in "`:\\"):
        return text
    text = re.sub(r"(?<=[`*|])\\\s|\\\s(?=[`*|:])", "", text)  # parts marks from letters
    text = re.sub(r":[a-z:]+:`[~!.]*([^`<]+?)(?:\s*<[^`>]*>)?`", r"`\1`", text)
    text = re.sub(r"``([^`]+)``", r"`\1`", text)
    text = re.sub(r"`([^`<]+?)\s*<(https?:[^`>]*)>`__?", r"[\1](\2)", text)
    text = re.sub(r"^( *)\.\. code(?:-block)?:: *(\w*)$", r"\1", text, flags=re.M)
    return re.sub(r"(?<=\S)::$", ":", text, flags=re.M)

"""A definition as a doc: what the code, its types and its comments say; the rest is left out."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from otherwords.documenting.comments import Field
from otherwords.documenting.definition import Definition, first_sentence
from otherwords.documenting.examples import Example

_FENCES = {"tsx": "tsx", "jsx": "jsx"}
LONGEST_DESCRIPTION = 160


def doc(one: Definition, today: str, example: Example | None = None) -> str:
    """The whole doc of a definition."""
    lines = f"line {one.line}" if one.line == one.end else f"lines {one.line}–{one.end}"
    parts = [
        front_matter(today, one.path),
        f"## {heading(one.name)}\n",
        f"**File:** `{one.path}` ({lines})\n",
        _section("What It Does", escaped(one.comment.text)),
        _section("Code", fenced(one.code, one.language)),
        _section("Parameters", _fields(parameters(one))),
        _section("Returns", _fields(returns(one))),
        _section("Usage Example", _usage(one, example)),
        _section("Notes", "\n".join(f"- {note}" for note in _notes(one))),
    ]
    return "\n".join(filter(None, parts))


def front_matter(today: str, source: str) -> str:
    """The front matter of a doc."""
    plain = re.fullmatch(r"[\w./+@()\[\]-]*[\w/]", source) and source[0] not in "@[-"
    value = source if plain else '"' + source.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"---\ncached: {today}\nsource: {value}\n---\n"


def description(one: Definition) -> str:
    """An index line's description: the comment's first sentence, else the signature."""
    said = first_sentence(re.sub(r"[*`]{2,}|^#+ ", "", one.comment.text), LONGEST_DESCRIPTION)
    if said:
        return said
    if one.part > 1:
        return one.notes[0]
    text = one.signature
    return text if len(text) <= LONGEST_DESCRIPTION else text[: LONGEST_DESCRIPTION - 2] + " …"


def heading(name: str) -> str:
    """A name as a heading's text: `__init__` is not bold, `operator[]` no link."""
    text = re.sub(r"([\\`*<>\[\]])", r"\\\1", name)
    return re.sub(
        r"(?<!\w)(_+)(\w*[^\W_])(_+)(?!\w)",
        lambda m: m[1].replace("_", "\\_") + m[2] + m[3].replace("_", "\\_"),
        text,
    )


def slug(name: str) -> str:
    """A file name: `getWindowRect` is get-window-rect; letters of every script stay."""
    text = unicodedata.normalize("NFC", name)
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", text)
    kept = "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else "-" for c in text)
    return re.sub(r"-+", "-", kept).strip("-").casefold()[:80].strip("-") or "unnamed"


def fenced(code: str, language: str = "") -> str:
    """Code in a fence that its own backticks cannot close."""
    most = max(map(len, re.findall(r"`{3,}", code)), default=2)
    fence = "`" * (most + 1)
    return f"{fence}{_FENCES.get(language, language)}\n{code}\n{fence}"


def escaped(text: str) -> str:
    """Prose that cannot be taken for a heading or front matter of the doc."""
    lines, inside = [], False
    for line in text.split("\n"):
        inside ^= line.lstrip().startswith("```")
        bad = not inside and re.match(r" {0,3}(?:#{1,6}(?: |$)|-{3,}\s*$|={3,}\s*$)", line)
        lines.append("\\" + line.lstrip() if bad else line)
    return "\n".join(lines).strip() + ("\n```" if inside else "") if text.strip() else ""


def parameters(one: Definition) -> Sequence[Field]:
    """The code's parameters with the comment's words; the comment's own where the code shows
    none."""
    told = {_key(f.name): f for f in one.comment.params}
    if not one.params:
        return one.comment.params
    merged = []
    for field in one.params:
        says = told.get(_key(field.name), Field(""))
        merged.append(Field(field.name, field.type or says.type, says.text))
    return merged


def returns(one: Definition) -> Sequence[Field]:
    """The code's result type with the comment's words."""
    told = one.comment.returns
    if len(told) == 1 and one.returns:
        return [Field(told[0].name, one.returns[0].type or told[0].type, told[0].text)]
    return told or one.returns


def _key(name: str) -> str:
    return name.lstrip("*$&.").rstrip("?!").split("=")[0].strip().casefold()


def _section(title: str, body: str) -> str:
    return f"### {title}\n\n{body}\n" if body else ""


def _fields(fields: Iterable[Field]) -> str:
    return "\n".join(_line(field) for field in fields)


def _line(field: Field) -> str:
    """`- `name` (`type`): text`, each part where it is known."""
    kind = f"`{field.type}`" if field.type and "`" not in field.type else field.type
    name = f"`{field.name}`" if field.name else ""
    head = f"{name} ({kind})" if name and kind else name or kind
    return "- " + (f"{head}: {field.text}" if head and field.text else head or field.text)


def _usage(one: Definition, example: Example | None) -> str:
    """The comment's own example, then a call in the repository."""
    own = [x if "```" in x else fenced(x.strip("\n"), one.language) for x in one.comment.examples]
    if example:
        where = f"From `{example.path}`, line {example.line}:"
        own.append(f"{where}\n\n{fenced(example.code, one.language)}")
    return "\n\n".join(own)


def _notes(one: Definition) -> list[str]:
    raised = []
    for field in one.comment.raises:
        kind = field.type or field.name
        raised.append(f"Raises `{kind}`: {field.text}".rstrip(": ") if kind else field.text)
    return [*one.notes, *raised, *one.comment.notes]

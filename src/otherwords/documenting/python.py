"""Python definitions as griffe reads them: signatures, annotations and docstrings of any style."""

import inspect
import logging
import re
import warnings
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from otherwords.documenting.comments import Comment, Field, plain
from otherwords.documenting.definition import Definition, python_docstring
from otherwords.errors import ExtraMissing

if TYPE_CHECKING:
    import griffe


def described(text: str, found: list[Definition]) -> list[Definition]:
    """The definitions with what griffe knows of them; unchanged where Python cannot read the
    file."""
    try:
        import griffe
    except ImportError as error:
        raise ExtraMissing("reading Python code", "code") from error
    logging.getLogger("griffe").setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = griffe.visit("module", filepath=PurePosixPath("module.py"), code=text)  # type: ignore[arg-type]
    except (SyntaxError, ValueError, RecursionError):
        return found
    known = {(o.name, o.endlineno): o for o in _objects(module)}
    return [_told(one, known.get((one.name.rpartition(".")[2], one.end))) for one in found]


def _objects(owner: "griffe.Object") -> list[Any]:
    own = [m for m in owner.members.values() if not m.is_alias]
    return [*own, *(x for m in own if m.is_class for x in _objects(m))]  # type: ignore[arg-type]


def _told(one: Definition, known: Any) -> Definition:
    """A definition with its docstring; with all that griffe knows where it keeps it (a setter, or
    one of two definitions of a name, it does not)."""
    if known:
        return _with(one, known)
    said = python_docstring(one.code)
    return one._replace(comment=_comment(inspect.cleandoc(said))) if said.strip() else one


def _with(one: Definition, known: Any) -> Definition:
    """A definition with griffe's parameters, result and docstring."""
    comment = _comment(known.docstring.value) if known.docstring else one.comment
    source = known.members.get("__init__") if known.is_class else known
    params = tuple(_param(p) for p in getattr(source, "parameters", ()) or ())
    result = str(getattr(known, "returns", None) or "")
    returns = (Field("", result),) if result and result != "None" else ()
    params = tuple(p for p in params if p.name not in ("self", "cls"))
    notes = (*one.notes, *_labels(known))
    return one._replace(comment=comment, params=params, returns=returns, notes=notes)


def _param(param: Any) -> Field:
    name = {"variadic positional": "*", "variadic keyword": "**"}.get(
        param.kind.value, ""
    ) + param.name
    kind = str(param.annotation or "")
    starred = name.startswith("*")
    default = "" if param.default is None or starred else f"= {param.default}"
    return Field(name, f"{kind} {default}".strip())


def _labels(known: Any) -> tuple[str, ...]:
    said = []
    if known.is_class and known.bases:
        said.append("Inherits from " + ", ".join(f"`{base}`" for base in known.bases) + ".")
    if "async" in known.labels:
        said.append("Asynchronous: the call is awaited.")
    return tuple(said)


_DIRECTIVE = re.compile(r"^( *)\.\. (\w+)::[ \t]*(.*)\n((?:\1 +.*\n|[ \t]*\n)*)", re.M)
_VERSIONS = {
    "versionadded": "Added in version",
    "versionchanged": "Changed in version",
    "deprecated": "Deprecated since version",
}
_ASIDES = ("note", "warning", "caution", "attention", "danger", "important", "hint", "tip")


def _comment(said: str) -> Comment:
    """A docstring taken apart, in whichever style it is written."""
    import griffe

    text, notes = _directives(said.replace("\b\n", "") + "\n")
    docstring = griffe.Docstring(text.strip())
    parts: dict[str, list[Any]] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sections = docstring.parse("auto", per_style_options=_STYLES)
    for section in sections:
        parts.setdefault(section.kind.value, []).append(section.value)
    fields = {kind: tuple(_field(f) for v in parts.get(kind, ()) for f in v) for kind in _FIELDS}
    said = "\n\n".join(plain(str(v)) for v in parts.get("text", ()))
    for note in parts.get("admonition", ()):
        notes.append(
            f"{note.kind.replace('-', ' ').capitalize()}: {plain(' '.join(note.contents.split()))}"
        )
    examples = [v for value in parts.get("examples", ()) for k, v in value if k.value == "examples"]
    params = (*fields["parameters"], *fields["other parameters"])
    returns = fields["returns"] or fields["yields"]
    return Comment(said.strip(), params, returns, fields["raises"], tuple(notes), tuple(examples))


_STYLES: Any = {"google": {"returns_multiple_items": False, "returns_named_value": False}}
_FIELDS = ("parameters", "other parameters", "returns", "yields", "raises")


def _field(known: Any) -> Field:
    name, kind = getattr(known, "name", "") or "", str(known.annotation or "")
    text = plain(" ".join(known.description.split()))
    if not name and re.search(r"\w (?!or\b)\w", kind):  # a sentence's beginning, not a type
        return Field("", "", f"{plain(kind)}: {text}")
    return Field(name, kind, text)


def _directives(text: str) -> tuple[str, list[str]]:
    """The text without its directives of versions and warnings, and these as sentences."""
    notes: list[str] = []

    def moved(match: re.Match[str]) -> str:
        name, body = match[2], plain(" ".join(match[4].split()))
        if name in _VERSIONS:
            told = f"{_VERSIONS[name]} {match[3].strip()}: {body}"
            notes.append(told.rstrip(": ").rstrip(".") + ".")
        elif name in _ASIDES:
            notes.append(f"{name.capitalize()}: {plain(match[3].strip())} {body}".rstrip())
        else:
            return match[0]
        return ""

    return _DIRECTIVE.sub(moved, text), [" ".join(note.split()) for note in notes]

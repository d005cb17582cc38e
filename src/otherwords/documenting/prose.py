"""What a language model is asked of a definition, what it says, and the definition in those words.

What it says is untrusted: it is read by its form here, checked against the code in `proof`, and cleaned so that
it can be neither heading, front matter nor markup of the doc.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence

from otherwords.documenting.comments import Field
from otherwords.documenting.definition import Definition
from otherwords.documenting.render import fenced, parameters, returns
from otherwords.rkindex import one_line
from otherwords.values import NamedTuple

Ask = Callable[[str, Mapping[str, str]], Mapping[str, object]]
LONGEST_CODE = 16_000  # characters of a definition that is described; a piece of one would mislead
LONGEST_TEXT, LONGEST_FIELD = 1500, 400
TASK = """\
You write reference documentation for one definition of source code. Answer with this JSON object:
{{"texts": {{LANGUAGE: {{"what": TEXT, "parameters": {{NAME: TEXT}}, "returns": TEXT, "raises": {{TYPE: TEXT}}}}}},
 "result": TYPE, "example": CODE}}
"texts" has one entry for each of these languages, written in it: {languages}.
"what": one to four sentences on what it does and when to use it. "parameters": a short text for each parameter,
by its name in the code. "returns": what it returns; "" where it returns nothing. "raises": the errors that this
code itself raises, and when; {{}} for none. "result": the type that it returns, as the code has it; "" for none.
"example": a few lines of {language} that call it; "" if you are not certain of every name in them.
Say only what the code shows. Put names of the code, and nothing else, between backticks. No headings, lists, links
or HTML."""


class Told(NamedTuple):
    """What is said of a definition in one language."""

    lang: str
    what: str = ""
    params: tuple[Field, ...] = ()
    returns: str = ""
    raises: tuple[Field, ...] = ()


class Said(NamedTuple):
    """What is said of a definition: in each language, the type of its result, a call of it."""

    told: tuple[Told, ...] = ()
    result: str = ""
    example: str = ""


def asked(ask: Ask, one: Definition, languages: Sequence[str]) -> Said:
    """What a language model says of a definition. Raises Failure where it cannot be asked."""
    task = TASK.format(languages=", ".join(languages), language=one.language)
    parts = {"FILE": one.path, "NAME": one.name, "COMMENT": one.comment.text, "CODE": one.code}
    return read(ask(task, {name: text for name, text in parts.items() if text}), languages)


# -- by its form --


def read(answer: Mapping[str, object], languages: Sequence[str]) -> Said:
    """An answer taken apart; what has not the form that was asked for is not there."""
    texts = _mapping(answer.get("texts"))
    told = (_told(lang, _mapping(texts.get(lang))) for lang in languages)
    example = answer.get("example")
    return Said(
        tuple(one for one in told if any(one[1:])),
        _flat(answer.get("result"), LONGEST_FIELD),
        _code(example) if isinstance(example, str) else "",
    )


def _told(lang: str, found: Mapping[str, object]) -> Told:
    return Told(
        lang,
        _flat(found.get("what"), LONGEST_TEXT),
        _fields(found.get("parameters")),
        _flat(found.get("returns"), LONGEST_FIELD),
        _fields(found.get("raises")),
    )


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _fields(value: object) -> tuple[Field, ...]:
    texts = ((one_line(name), _flat(text, LONGEST_FIELD)) for name, text in _mapping(value).items())
    return tuple(Field(name, "", text) for name, text in texts if text)


def _flat(value: object, most: int) -> str:
    return _line(value) if isinstance(value, str) and len(value) <= most else ""


def _line(text: str) -> str:
    """One line whose backticks stand in pairs, so that what is checked is what is shown as code."""
    line = re.sub("`+", "`", one_line(text))
    return line.replace("`", "'") if line.count("`") % 2 else line


def _code(text: str) -> str:
    """Code without the fence that a model may put around it."""
    lines = text.replace("\r\n", "\n").strip("\n").split("\n")
    if len(lines) > 2 and lines[0].startswith("```") and lines[-1].strip() == "```":
        lines = lines[1:-1]
    code = "\n".join(line.rstrip() for line in lines)
    odd = any(unicodedata.category(c) in ("Cc", "Cf") for c in code if c not in "\n\t")
    return "" if odd or len(code) > LONGEST_TEXT else code


# -- in the doc --

NOTE = "Prose by a language model ({0}), checked against the code."
EXAMPLE = "Written by a language model; it parses and calls what is there, but nobody ran it:"


def worded(one: Definition, said: Said, model: str, shown: bool) -> Definition:
    """The definition with what was said in place of its comment's words; these stay where the code lacks them.

    `shown`: the repository itself has an example, so that none is needed.
    """
    own, about = one.comment, [_escaped(told.what) for told in said.told if told.what]
    example = () if shown or own.examples or not said.example else (_example(one, said.example),)
    comment = own._replace(
        text="\n\n".join([*about, *_author(one, own.text)]) if about else own.text,
        params=tuple(_param(one, field, said) for field in parameters(one)),
        returns=_returned(one, said),
        raises=_raised(one, said),
        notes=(*own.notes, NOTE.format(one_line(model).replace("`", ""))),
        examples=(*own.examples, *example),
    )
    return one._replace(comment=comment)


def index_text(doc: str, languages: int, sentence: Callable[[str], str]) -> str:
    """A doc's description in the index: the first sentence of each language, the others in brackets."""
    found = _WHAT.search(doc)
    paragraphs = found[1].split("\n\n")[:languages] if found else []
    first, *others = [sentence(_ESCAPE.sub(r"\1", text)) for text in paragraphs] or [""]
    return f"{first}（{'；'.join(others)}）" if others else first


def _author(one: Definition, text: str) -> tuple[str, ...]:
    """The author's own words, where the code that the doc shows does not have them."""
    first, code = (
        " ".join(x.replace("`", "").split()) for x in (text.strip().split("\n")[0], one.code)
    )
    return (text,) if first and first not in code else ()


def _param(one: Definition, field: Field, said: Said) -> Field:
    key = bare(field.name)
    texts = [p.text for told in said.told for p in told.params if bare(p.name) == key]
    return field._replace(text=_joined(one, field.text, texts))


def _returned(one: Definition, said: Said) -> tuple[Field, ...]:
    known, texts = returns(one), [told.returns for told in said.told if told.returns]
    if not texts or len(known) > 1:
        return one.comment.returns
    field = known[0] if known else Field("")
    return (field._replace(text=_joined(one, field.text, texts)),)


def _raised(one: Definition, said: Said) -> tuple[Field, ...]:
    known = {field.type or field.name: field for field in one.comment.raises}
    for kind in dict.fromkeys(field.name for told in said.told for field in told.raises):
        field = known.get(kind, Field("", kind))
        texts = [f.text for told in said.told for f in told.raises if f.name == kind]
        known[kind] = field._replace(text=_joined(one, field.text, texts))
    return tuple(known.values())


def _joined(one: Definition, own: str, texts: Sequence[str]) -> str:
    """A field's text in each language, behind the author's where the code does not show that."""
    kept = [*_author(one, own), *map(_escaped, texts)] if texts else [own]
    return " / ".join(dict.fromkeys(filter(None, kept)))


def _example(one: Definition, code: str) -> str:
    return f"{EXAMPLE}\n\n{fenced(code, one.language)}"


def bare(name: str) -> str:
    """A parameter's name without stars and marks, as two of them are compared."""
    return name.lstrip("*$&.").rstrip("?!").split("=")[0].strip()


_WHAT = re.compile(r"^### What It Does\n\n(.*?)\n(?:\n### |\Z)", re.M | re.S)
_ESCAPE = re.compile(r"\\([^\w\s])")
_MARKUP = re.compile(r"(`[^`]*`)|([<\[\]\\])")
_BLOCK = re.compile(r"^([#>+*|=~_-]|\d+(?=[.)]))", re.M)


def _escaped(text: str) -> str:
    """Prose that is only prose: no link, HTML, heading, list, table, rule or fence."""
    plain = _MARKUP.sub(lambda m: m[1] or "\\" + m[2], text)
    return _BLOCK.sub(lambda m: m[1] + "\\" if m[1].isdecimal() else "\\" + m[1], plain)

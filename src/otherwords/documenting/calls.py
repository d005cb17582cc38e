"""Does a piece of code parse, and does it call only what is there?"""

import ast
import builtins
import re
from collections.abc import Iterator

from otherwords.documenting.comments import Field
from otherwords.documenting.definition import Definition
from otherwords.documenting.examples import bare, owner_of
from otherwords.documenting.languages import named

_BUILTINS = frozenset(dir(builtins))
_METHODS = frozenset(
    name for kind in (str, bytes, list, dict, set, tuple, int, float) for name in dir(kind)
)
_CALL = re.compile(r"(?<![\w$])([^\W\d][\w$]*)\s*(?:<[\w, ]*>)?!?\(")
_WORD = re.compile(r"[^\W\d]\w*")
_STRINGS = r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
_SPOKEN = {
    True: re.compile(_STRINGS + r"|#[^\n]*", re.S),
    False: re.compile(_STRINGS + r"|/\*.*?\*/|//[^\n]*", re.S),
}
_KEYWORDS = named(
    "if for while switch catch return match function func fn fun def class new await async super this self sizeof"
    " foreach unless until elsif when typeof int float str bool"
)


def names(text: str) -> frozenset[str]:
    """Every name in a text."""
    return frozenset(_WORD.findall(text))


def silent(code: str, language: str) -> str:
    """Code without its comments and strings."""
    return _SPOKEN[language in ("python", "ruby")].sub(" ", code)


def called(code: str) -> frozenset[str]:
    """The names that silent code calls or defines with brackets behind them."""
    return frozenset(_CALL.findall(code))


def is_builtin(word: str, language: str) -> bool:
    """Whether a name belongs to the language itself, as far as that is known here."""
    return language == "python" and word in _BUILTINS


def wrong(code: str, one: Definition, known: frozenset[str], callable_: frozenset[str]) -> str:
    """What is wrong with an example of a definition; '' for nothing. It is parsed, never run.

    Names are to be among those that are `known`, or made by the example; what is called, among `callable_`.
    """
    name = bare(one)
    target = owner_of(one) if _makes(name) else name
    if one.part:
        return "a part of a function cannot be called"
    if not re.search(rf"(?<![\w$]){re.escape(target)}(?![\w$])", silent(code, one.language)):
        return f"does not call {target}"
    return (_python if one.language == "python" else _other)(code, one, known, callable_)


def _makes(name: str) -> bool:
    """Whether a method is what makes an object of its class."""
    return name in ("__init__", "__new__", "constructor", "init", "__construct")


# -- Python --


def _python(code: str, one: Definition, known: frozenset[str], callable_: frozenset[str]) -> str:
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "does not parse"
    there = _made(tree) | _BUILTINS | _METHODS
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    unknown = [name for name in _used(tree) if name not in known | there]
    unknown += [name for call in calls if (name := _name(call)) and name not in callable_ | there]
    if unknown:
        return f"uses {unknown[0]}, which is not there"
    own = (call for call in calls if _name(call) == bare(one))
    return next((why for call in own if (why := _misfit(call, one))), "")


def _made(tree: ast.AST) -> frozenset[str]:
    """The names that the code itself makes; importing does not make a name real."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
        elif isinstance(node, ast.alias) and node.asname:
            found.add(node.asname)
    return frozenset(found)


def _used(tree: ast.AST) -> Iterator[str]:
    """The names that the code takes for granted."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield from (part for part in node.name.split(".") if part != "*")
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from node.module.split(".")


def _name(call: ast.Call) -> str:
    """The last name of what is called."""
    return str(getattr(call.func, "id", "") or getattr(call.func, "attr", ""))


def _misfit(call: ast.Call, one: Definition) -> str:
    """Why a call has not the parameters of the definition."""
    plain = [f for f in one.params if not f.name.startswith("*")]
    stars = {"**" if f.name.startswith("**") else "*" for f in one.params if f.name.startswith("*")}
    given = {keyword.arg for keyword in call.keywords}
    if "**" not in stars and (extra := given - {f.name for f in plain} - {None}):
        return f"there is no parameter {sorted(map(str, extra))[0]}"
    spread = any(isinstance(a, ast.Starred) for a in call.args) or None in given
    if "*" not in stars and len(call.args) > len(plain):
        return f"has more arguments than {one.name} has parameters"
    missing = [f for f in plain[len(call.args) :] if f.name not in given and not _optional(f)]
    return f"lacks the argument {missing[0].name}" if missing and not stars and not spread else ""


def _optional(field: Field) -> bool:
    return "=" in field.type


# -- other languages --


def _other(code: str, one: Definition, known: frozenset[str], callable_: frozenset[str]) -> str:
    from ast_grep_py import SgRoot

    wholes = [code, f"fn x() {{ {code} }}", f"class X {{ void x() {{ {code} }} }}"]
    wholes = [f"<?php {code}"] if one.language == "php" else wholes
    plain = silent(code, one.language)
    balanced = all(
        plain.count(a) == plain.count(b) for a, b in ("()", "[]", "{}")
    )  # a parser adds what is missing
    if not balanced or all(SgRoot(x, one.language).root().find(kind="ERROR") for x in wholes):
        return "does not parse"
    used = called(plain)
    unknown = sorted(name for name in used if name not in callable_ | _KEYWORDS)
    return f"calls {unknown[0]}, which is not there" if unknown else ""

"""Source text to definitions, by the granularity rules of a RepoKnowledge home.

One definition a function; one a class under 200 lines, else one a method; functions over 100
lines are split into logical sections; types without behaviour are left out.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from otherwords.documenting import comments, languages, nodes, sections
from otherwords.documenting.definition import (
    Definition,
    dedented,
    first_sentence,
    python_docstring,
    signature,
)
from otherwords.documenting.languages import Language
from otherwords.errors import ExtraMissing

if TYPE_CHECKING:
    from ast_grep_py import SgNode

LONGEST_CLASS = 199  # lines: beyond, a class is documented by method


class _Site(NamedTuple):
    """Where a walk through one file stands."""

    path: str
    language: Language
    lines: Sequence[str]
    owner: str = ""
    about: str = ""  # what the owner's comment says first


def definitions(root: Path, path: str) -> list[Definition]:
    """The definitions of one file under a root; none for a file that is not to be documented."""
    return parse(path, languages.read(root, path)) if languages.is_source(path) else []


def parse(path: str, text: str) -> list[Definition]:
    """The definitions of a file's text, in order."""
    language = languages.language(path, text)
    if language is None or not text.strip() or languages.is_generated(text):
        return []
    try:
        from ast_grep_py import SgRoot
    except ImportError as error:
        raise ExtraMissing("reading source code", "code") from error
    site = _Site(path, language, text.split("\n"))
    found = list(_walk(_tree(SgRoot(text, language.name).root(), language), site))
    if language.name == "python":
        from otherwords.documenting import python

        found = python.described(text, found)
    return [part for one in found for part in sections.split(one)]


class _Branch(NamedTuple):
    """A node that defines or owns something, and those inside it."""

    node: "SgNode"
    kind: str
    end: int
    inside: "list[_Branch]"


_UNNAMED = ("arrow_function", "function_expression")
_GIVEN: list[Any] = [
    {"kind": kind, "has": {"field": "body", "kind": "statement_block"}} for kind in _UNNAMED
]
_WRAPPED: Any = {  # const Button = forwardRef((props) => {…}), at the top of its file
    "kind": "variable_declarator",
    "inside": {"inside": {"any": [{"kind": "program"}, {"kind": "export_statement"}]}},
    "has": {"kind": "call_expression", "has": {"kind": "arguments", "has": {"any": _GIVEN}}},
}


def _tree(root: "SgNode", language: Language) -> list[_Branch]:
    """The defining nodes of a file, nested as they stand."""
    plain = language.functions | language.classes | language.types | language.owners
    rules: list[Any] = [{"kind": kind} for kind in sorted(plain)]
    unnamed = {"has": {"any": [{"kind": kind} for kind in _UNNAMED]}}
    rules += [{"kind": kind, **unnamed} for kind in sorted(language.holders)]
    rules += [_WRAPPED] if "variable_declarator" in language.holders else []
    top: list[_Branch] = []
    open_: list[_Branch] = []
    for node in root.find_all(any=rules):
        span = node.range()
        while open_ and open_[-1].end <= span.start.index:
            open_.pop()
        branch = _Branch(node, node.kind(), span.end.index, [])
        (open_[-1].inside if open_ else top).append(branch)
        open_.append(branch)
    return top


def _walk(branches: Sequence[_Branch], site: _Site) -> Iterator[Definition]:
    """Definitions among branches: into owners and classes, not into functions."""
    language = site.language
    for branch in branches:
        if branch.kind in language.functions:
            yield from _function(branch.node, branch.node, site)
        elif branch.kind in language.classes or branch.kind in language.types:
            yield from _class(branch, site)
        elif branch.kind in language.owners:
            if not _is_test_module(branch.node, site):
                owner = _join(site.owner, nodes.name(branch.node))
                yield from _walk(branch.inside, site._replace(owner=owner))
        elif value := next((c for c in branch.node.children() if c.kind() in _UNNAMED), None):
            yield from _function(branch.node, value, site)
        elif value := branch.node.find(any=_GIVEN):
            yield from _wrapped(branch.node, value, site)


def _class(branch: _Branch, site: _Site) -> Iterator[Definition]:
    """A class whole, or its methods; nothing for a type without behaviour."""
    name = nodes.name(branch.node)
    owned = site._replace(owner=_join(site.owner, name))
    found = _defined(branch.node, site, "class", owned.owner, nodes.body(branch.node))
    only_type = site.language.name == "python" and _TYPE_BASE.search(found.signature)
    is_type = branch.kind in site.language.types
    if not name or only_type or (is_type and not any(_walk(branch.inside, owned))):
        return
    if found.end - found.line < LONGEST_CLASS:
        yield found
        return
    about = first_sentence(found.comment.text or comments.plain(python_docstring(found.code)))
    methods = list(_walk(branch.inside, owned._replace(about=about)))
    yield from methods or [found]


def _is_test_module(node: "SgNode", site: _Site) -> bool:
    before = site.lines[max(0, node.range().start.line - 1)]
    return node.kind() == "mod_item" and "cfg(test)" in before


_OVERLOAD = re.compile(r"\s*@[\w.]*overload\b")
_TYPE_BASE = re.compile(r"\((?:.*[\s,.])?(?:Protocol|TypedDict)\b")


def _function(node: "SgNode", value: "SgNode", site: _Site) -> Iterator[Definition]:
    """A function, by the node that names it and the one that has its parameters."""
    body = nodes.body(value)
    name = nodes.name(node)
    if not name or (body is None and site.language.name != "ruby"):
        return
    owner = nodes.receiver(node, site.language.name) or site.owner
    found = _defined(node, site, "method" if owner else "function", _join(owner, name), body)
    if _OVERLOAD.match(found.code):
        return
    said = tuple(f"{found.kind.capitalize()} of `{owner}`: {site.about}" for _ in [0] if site.about)
    params, returns = (
        nodes.params(value, site.language.name),
        nodes.returns(value, body, site.language.name),
    )
    yield found._replace(params=params, returns=returns, notes=said)


def _wrapped(node: "SgNode", value: "SgNode", site: _Site) -> Iterator[Definition]:
    """A function that a call makes of another: what it is called with is not known."""
    text = node.text()
    given = node.find(kind="arguments")
    head = text[: given.range().start.index - node.range().start.index] if given else text
    for one in _function(node, value, site):
        yield one._replace(signature=signature(head) + "(…)", params=(), returns=())


def _defined(
    node: "SgNode", site: _Site, kind: str, name: str, body: "SgNode | None"
) -> Definition:
    """What every definition has: its lines, code, signature and the comment above it."""
    outer = nodes.outermost(node)
    start, end = outer.range().start, outer.range().end
    code = "\n".join(site.lines[start.line : end.line + (end.column > 0)])
    inner = node.range().start
    head = node.text()[: body.range().start.index - inner.index] if body else node.text()
    head = head.split("\n")[0] if site.language.name == "ruby" else head
    marker = "#" if site.language.name in ("python", "ruby") else "//"
    comment = "" if marker == "#" and site.language.name == "python" else comments.above(
        site.lines, start.line, marker
    )  # fmt: skip
    last = end.line + (end.column > 0)
    return Definition(
        site.path, site.language.name, kind, name, dedented(code), start.line + 1, last,
        signature(head), comments.parsed(comment),
    )  # fmt: skip


def _join(owner: str, name: str) -> str:
    return f"{owner}.{name}" if owner and name else owner or name

"""Source text to definitions, by the granularity rules of a RepoKnowledge home.

One definition a function; one a class under 200 lines, else one a method; functions over 100 lines are
split into logical sections; types without behaviour are left out.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from otherwords.documenting import comments, languages
from otherwords.documenting.comments import Comment, Field
from otherwords.documenting.languages import Language
from otherwords.errors import ExtraMissing

if TYPE_CHECKING:
    from ast_grep_py import SgNode

LONGEST_CLASS = 199  # lines: beyond, a class is documented by method
LONGEST_FUNCTION = 100  # lines: beyond, a function is split


class Definition(NamedTuple):
    """One thing to document: where it stands, its code, and what the code says of itself."""

    path: str
    language: str
    kind: str  # "function", "method", "class", "section"
    name: str  # with its owner: Context.invoke
    code: str
    line: int
    end: int  # the last line
    signature: str = ""
    comment: Comment = Comment()
    params: tuple[Field, ...] = ()
    returns: tuple[Field, ...] = ()
    notes: tuple[str, ...] = ()
    part: int = 0  # of a split function, from 1


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
    return [part for one in found for part in _sections(one)]


class _Branch(NamedTuple):
    """A node that defines or owns something, and those inside it."""

    node: "SgNode"
    kind: str
    end: int
    inside: "list[_Branch]"


_UNNAMED = ("arrow_function", "function_expression")


def _tree(root: "SgNode", language: Language) -> list[_Branch]:
    """The defining nodes of a file, nested as they stand."""
    plain = language.functions | language.classes | language.types | language.owners
    rules: list[Any] = [{"kind": kind} for kind in sorted(plain)]
    unnamed = {"has": {"any": [{"kind": kind} for kind in _UNNAMED]}}
    rules += [{"kind": kind, **unnamed} for kind in sorted(language.holders)]
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
                owner = _join(site.owner, _name(branch.node))
                yield from _walk(branch.inside, site._replace(owner=owner))
        elif value := next((c for c in branch.node.children() if c.kind() in _UNNAMED), None):
            yield from _function(branch.node, value, site)


def _class(branch: _Branch, site: _Site) -> Iterator[Definition]:
    """A class whole, or its methods; nothing for a type without behaviour."""
    name = _name(branch.node)
    owned = site._replace(owner=_join(site.owner, name))
    found = _defined(branch.node, site, "class", owned.owner, _body(branch.node))
    only_type = site.language.name == "python" and _TYPE_BASE.search(found.signature)
    is_type = branch.kind in site.language.types
    if not name or only_type or (is_type and not any(_walk(branch.inside, owned))):
        return
    if found.end - found.line < LONGEST_CLASS:
        yield found
        return
    about = first_sentence(found.comment.text or python_docstring(found.code))
    methods = list(_walk(branch.inside, owned._replace(about=about)))
    yield from methods or [found]


def _is_test_module(node: "SgNode", site: _Site) -> bool:
    before = site.lines[max(0, node.range().start.line - 1)]
    return node.kind() == "mod_item" and "cfg(test)" in before


_OVERLOAD = re.compile(r"\s*@[\w.]*overload\b")
_TYPE_BASE = re.compile(r"\((?:.*[\s,.])?(?:Protocol|TypedDict)\b")


def _function(node: "SgNode", value: "SgNode", site: _Site) -> Iterator[Definition]:
    """A function, by the node that names it and the one that has its parameters."""
    body = _body(value)
    name = _name(node)
    if not name or (body is None and site.language.name != "ruby"):
        return
    owner = _receiver(node, site.language.name) or site.owner
    found = _defined(node, site, "method" if owner else "function", _join(owner, name), body)
    if _OVERLOAD.match(found.code):
        return
    said = tuple(f"{found.kind.capitalize()} of `{owner}`: {site.about}" for _ in [0] if site.about)
    params, returns = _params(value, site.language.name), _returns(value, body, site.language.name)
    yield found._replace(params=params, returns=returns, notes=said)


def _defined(
    node: "SgNode", site: _Site, kind: str, name: str, body: "SgNode | None"
) -> Definition:
    """What every definition has: its lines, code, signature and the comment above it."""
    outer = _outermost(node)
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


def signature(head: str) -> str:
    """The head of a definition as one line, without comments."""
    code = re.sub(r"^\s*(?:#|//).*$|\s{2}#\s(?:type|noqa|pylint).*$", "", head, flags=re.M)
    flat = re.sub(r",?\s*\)", ")", re.sub(r"\(\s+", "(", " ".join(code.split())))
    return flat.rstrip(" {:=>")


_WRAPPERS = frozenset(
    "decorated_definition export_statement template_declaration lexical_declaration"
    " variable_declaration expression_statement".split()
)


def _outermost(node: "SgNode") -> "SgNode":
    """The node with its decorators, `export` and the like."""
    parent = node.parent()
    while parent and parent.kind() in _WRAPPERS:
        node, parent = parent, parent.parent()
    return node


_BODIES = frozenset(
    "function_body class_body enum_class_body protocol_body body_statement declaration_list"
    " field_declaration_list enum_body interface_body constructor_body compound_statement".split()
)


def _body(node: "SgNode") -> "SgNode | None":
    body = node.field("body")
    return body or next((c for c in node.children() if c.kind() in _BODIES), None)


def _name(node: "SgNode") -> str:
    """The bare name of a definition."""
    kind = node.kind()
    if kind == "impl_item":
        return _bare(_text(node.field("type")))
    if kind == "assignment_expression":
        return _text(node.field("left")).removeprefix("module.exports.").removeprefix("exports.")
    if kind == "init_declaration":
        return "init"
    if name := node.field("name") or node.field("key"):
        return _bare(name.text())
    if declarator := node.field("declarator"):
        while inner := declarator.field("declarator"):
            declarator = inner
        return re.sub(r"\s+", "", declarator.text().split("(")[0]).replace("::", ".").lstrip("*&")
    named = ("simple_identifier", "type_identifier", "identifier")
    return next((c.text() for c in node.children() if c.kind() in named), "")


def _receiver(node: "SgNode", language: str) -> str:
    """The owner that a method itself names: Go's receiver, Kotlin's extended type."""
    if language == "go" and (receiver := node.field("receiver")):
        return re.sub(r"\[.*", "", receiver.text().strip("()").split(" ")[-1].lstrip("*"))
    found = [c for c in node.children() if c.kind() == "receiver_type"] if language == "kotlin" else []
    return found[0].text() if found else ""


def _params(node: "SgNode", language: str) -> tuple[Field, ...]:
    """The parameters as the code has them."""
    holder = node.field("parameters") or node.field("declarator")
    while holder and not holder.field("parameters") and (inner := holder.field("declarator")):
        holder = inner
    if holder and (inner := holder.field("parameters")):
        holder = inner
    kids = list(holder.children()) if holder else []
    if language in ("swift", "kotlin"):
        kids = [c for c in node.children() if c.kind() == "parameter"] or [
            g for c in node.children() if c.kind() == "function_value_parameters" for g in c.children()
        ]
    texts = [c.text() for c in kids if c.is_named() and "comment" not in c.kind()]
    return tuple(f for text in texts if (f := parameter(" ".join(text.split()), language)).name)


def parameter(text: str, language: str) -> Field:
    """One parameter as written: its name and its type (with a default, where there is one)."""
    text = re.sub(r"^(?:@\w+(?:\([^)]*\))?\s+)+", "", text)
    if text in ("void", "self", "&self", "&mut self", "mut self", "this"):
        return Field("")
    if language == "python" and re.match(r"[*\w]+\s*:", text):
        language = "typescript"
    if language in ("typescript", "tsx", "rust", "swift", "kotlin"):
        name, _, kind = text.partition(":")
        return Field(name.split("=")[0].strip(), kind.strip())
    if language in ("javascript", "jsx", "ruby", "python"):
        name, mark, default = re.split(r"([=:])", text + ":", maxsplit=1)
        default = default.strip().removesuffix(":").strip()
        return Field(name.strip(), f"= {default}" if default and mark else "")
    if language == "go":
        name, _, kind = text.rpartition(" ") if ", " in text else text.partition(" ")
        return Field(name, kind) if kind else Field("")
    found = re.search(r"([$\w]+)\s*((?:\[[^\]]*\]\s*)*)(=.*)?$", text)
    if not found or found.start() == 0:
        return Field(text if found and "$" in text else "", "" if found else text)
    kind = text[: found.start()].strip() + found[2].strip()
    return Field(found[1], f"{kind} {found[3]}" if found[3] else kind)


def _returns(node: "SgNode", body: "SgNode | None", language: str) -> tuple[Field, ...]:
    """The result type as the code has it; none for no result."""
    kind = _text(node.field("return_type") or node.field("result"))
    if language in ("java", "c", "cpp") and node.kind() != "constructor_declaration":
        declarator = node.field("declarator")
        stars = re.match(r"[*&]*", declarator.text())[0] if declarator else ""  # type: ignore[index]
        kind = _text(node.field("type")) + stars
    if language in ("swift", "kotlin"):
        head = node.text()[: body.range().start.index - node.range().start.index] if body else ""
        found = re.search(r"\)[^()]*?(?:->|:)\s*([^={]+?)\s*(?:where\b.*)?$", head.strip(), re.S)
        kind = found[1] if found else ""
    kind = kind.strip().removeprefix("->").lstrip(":").strip()
    return (Field("", kind),) if kind and kind not in ("void", "Void", "Unit", "()") else ()


def _text(node: "SgNode | None") -> str:
    return " ".join(node.text().split()) if node else ""


def _bare(name: str) -> str:
    return re.sub(r"<.*", "", name).strip()


def _join(owner: str, name: str) -> str:
    return f"{owner}.{name}" if owner and name else owner or name


def dedented(code: str) -> str:
    """Code moved to the left by its own margin."""
    lines = code.split("\n")
    margin = min((len(x) - len(x.lstrip()) for x in lines if x.strip()), default=0)
    first = len(lines[0]) - len(lines[0].lstrip())
    margin = min(margin, first)
    return "\n".join(x[margin:].rstrip() for x in lines).strip("\n")


def python_docstring(code: str) -> str:
    """The text of a Python definition's docstring, by its quotes; '' for none."""
    found = re.search(r':\s*\n\s*[rRuU]{0,2}("""|\'\'\')(.*?)\1', code, re.S)
    return found[2].strip() if found else ""


_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|incl|no|[A-Z])\.$")


def first_sentence(text: str, most: int = 200) -> str:
    """The first sentence of a comment's first paragraph, as one line."""
    paragraph = " ".join(re.split(r"\n\s*\n", text.strip(), maxsplit=1)[0].split())
    for match in re.finditer(r"(?<=[^.\s])[.!?](?=\s)|[。！？]", paragraph):
        if not _ABBREVIATED.search(paragraph[: match.end()]):
            paragraph = paragraph[: match.end()]
            break
    return paragraph if len(paragraph) <= most else paragraph[:most].rsplit(" ", 1)[0] + " …"


# --- functions that are too long ---------------------------------------------------------------


def _sections(one: Definition) -> list[Definition]:
    """A long function as its logical sections; everything else as it is."""
    lines = one.code.split("\n")
    start = _code_start(one, lines)
    if one.kind == "class" or len(lines) - start <= LONGEST_FUNCTION:
        return [one]
    cuts = _cuts(lines, start)
    if len(cuts) < 3:
        return [one]
    parts = zip(cuts, cuts[1:], strict=False)
    return [_section(one, lines, a, b, n, len(cuts) - 1) for n, (a, b) in enumerate(parts, 1)]


def _section(one: Definition, lines: list[str], a: int, b: int, n: int, of: int) -> Definition:
    title = _title(lines[a:b])
    notes = (f"Part {n} of {of} of `{one.name}`, lines {one.line} to {one.end}.", *one.notes)
    part = one._replace(
        kind="section", name=f"{one.name} (part {n})", part=n, notes=notes,
        code=dedented("\n".join(lines[a:b])) if n > 1 else "\n".join(lines[a:b]).rstrip(),
        line=one.line + a, end=one.line + b - 1,
    )  # fmt: skip
    if n == 1:
        return part
    return part._replace(comment=Comment(title), params=(), returns=(), notes=notes[:1])


def _code_start(one: Definition, lines: list[str]) -> int:
    """The line where the statements begin, behind the signature and a docstring."""
    doc = python_docstring(one.code) if one.language == "python" else ""
    if doc:
        before = one.code.index(doc) + len(doc)
        return one.code[:before].count("\n") + 1
    return 1


def _cuts(lines: list[str], start: int) -> list[int]:
    """Where a body is cut: at blank lines or comments before statements of its own level."""
    body = [i for i in range(start, len(lines)) if lines[i].strip()]
    level = min((_indent(lines[i]) for i in body if _indent(lines[i])), default=0)
    may = [
        i
        for i in body
        if _indent(lines[i]) == level
        and not re.match(r"\s*(?:[)\]}]|else\b|elif\b|except\b|finally\b|catch\b)", lines[i])
        and (not lines[i - 1].strip() or re.match(r"\s*(?://|#|/\*)", lines[i]))
        and not re.match(r"\s*(?://|#)", lines[i - 1])
    ]
    cuts = [0]
    for at, after in zip(may, [*may[1:], len(lines)], strict=False):
        if at - cuts[-1] >= LONGEST_FUNCTION // 4 and after - cuts[-1] > LONGEST_FUNCTION * 3 // 5:
            cuts.append(at)
    if len(cuts) > 1 and len(lines) - cuts[-1] < LONGEST_FUNCTION // 10:
        cuts.pop()
    return [*cuts, len(lines)]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _title(lines: list[str]) -> str:
    """What the comment that opens a section says; '' where none does."""
    found = []
    for line in lines:
        match = re.match(r"\s*(?:///?|#+|/\*+)\s?(.*?)(?:\*/)?$", line)
        if not match:
            break
        found.append(match[1])
    return comments.cleaned(found)

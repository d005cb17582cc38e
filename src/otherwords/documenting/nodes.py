"""What a syntax node says in each language: its name, owner, body, parameters and result."""

import re

from otherwords.documenting.comments import Field
from otherwords.documenting.languages import named
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    from ast_grep_py import SgNode

_WRAPPERS = named(
    "decorated_definition export_statement template_declaration lexical_declaration"
    " variable_declaration expression_statement"
)


def outermost(node: "SgNode") -> "SgNode":
    """The node with its decorators, `export` and the like."""
    parent = node.parent()
    while parent and parent.kind() in _WRAPPERS:
        node, parent = parent, parent.parent()
    return node


_BODIES = named(
    "function_body class_body enum_class_body protocol_body body_statement declaration_list"
    " field_declaration_list enum_body interface_body constructor_body compound_statement"
)


def body(node: "SgNode") -> "SgNode | None":
    body = node.field("body")
    return body or next((c for c in node.children() if c.kind() in _BODIES), None)


def name(node: "SgNode") -> str:
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


def receiver(node: "SgNode", language: str) -> str:
    """The owner that a method itself names: Go's receiver, Kotlin's extended type."""
    if language == "go" and (receiver := node.field("receiver")):
        return re.sub(r"\[.*", "", receiver.text().strip("()").split(" ")[-1].lstrip("*"))
    found = (
        [c for c in node.children() if c.kind() == "receiver_type"] if language == "kotlin" else []
    )
    return found[0].text() if found else ""


def params(node: "SgNode", language: str) -> tuple[Field, ...]:
    """The parameters as the code has them."""
    holder = node.field("parameters") or node.field("declarator")
    while holder and not holder.field("parameters") and (inner := holder.field("declarator")):
        holder = inner
    if holder and (inner := holder.field("parameters")):
        holder = inner
    kids = list(holder.children()) if holder else []
    if language in ("swift", "kotlin"):
        kids = [c for c in node.children() if c.kind() == "parameter"] or [
            g
            for c in node.children()
            if c.kind() == "function_value_parameters"
            for g in c.children()
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


_NOTHING = ("void", "Void", "Unit", "()", "None")


def returns(node: "SgNode", body: "SgNode | None", language: str) -> tuple[Field, ...]:
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
    return (Field("", kind),) if kind and kind not in _NOTHING else ()


def _text(node: "SgNode | None") -> str:
    return " ".join(node.text().split()) if node else ""


def _bare(name: str) -> str:
    return re.sub(r"<.*", "", name).strip()

"""One thing to document, and what can be read from its code as text."""

import re

from otherwords.documenting.comments import Comment, Field
from otherwords.values import NamedTuple


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


def signature(head: str) -> str:
    """The head of a definition as one line, without comments."""
    code = re.sub(r"^\s*(?:#|//).*$|\s{2}#\s(?:type|noqa|pylint).*$", "", head, flags=re.M)
    flat = re.sub(r",?\s*\)", ")", re.sub(r"\(\s+", "(", " ".join(code.split())))
    return flat.rstrip(" {:=>")


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

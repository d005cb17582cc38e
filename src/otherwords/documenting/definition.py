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
    """The head of a definition as one line, without comments and annotations."""
    code = re.sub(r"^\s*(?:#|//).*$|\s{2}#\s(?:type|noqa|pylint).*$", "", head, flags=re.M)
    code = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
    code = re.sub(r"^\s*(?:@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?\s+)+", "", code)
    flat = re.sub(r",?\s*\)", ")", re.sub(r"\(\s+", "(", " ".join(code.split())))
    return re.sub(r"(?:\s|[{:=]|(?<==)>)+$", "", flat)


def dedented(code: str) -> str:
    """Code moved to the left by its own margin."""
    lines = code.split("\n")
    margin = min((len(x) - len(x.lstrip()) for x in lines if x.strip()), default=0)
    first = len(lines[0]) - len(lines[0].lstrip())
    margin = min(margin, first)
    return "\n".join(x[margin:].rstrip() for x in lines).strip("\n")


_HEAD_END = re.compile(r":[ \t]*(?:#[^\n]*)?\n")
_DOCSTRING = re.compile(r"\s*[rRuU]{0,2}(\"\"\"|\'\'\'|\"(?=[^\"\n]+\"\s*\n))(.*?)\1", re.S)


def python_docstring(code: str) -> str:
    """The text of a Python definition's own docstring, by its quotes; '' for none."""
    for end in _HEAD_END.finditer(code):
        if not depth(code[: end.start()]):
            found = _DOCSTRING.match(code, end.end())
            return found[2].rstrip() if found else ""
    return ""


def depth(code: str) -> int:
    """How many brackets are open at the end of a piece of code; those in strings do not count."""
    plain = re.sub(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", "", code)
    return sum(plain.count(x) for x in "([{") - sum(plain.count(x) for x in ")]}")


_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|incl|no|[A-Z])\.$")


def first_sentence(text: str, most: int = 200) -> str:
    """The first sentence of a comment's first paragraph, as one line."""
    paragraph = " ".join(re.split(r"\n\s*\n", text.strip(), maxsplit=1)[0].split())
    for match in re.finditer(r"(?<=[^.\s])[.!?](?=\s)|[。！？]", paragraph):
        if not _ABBREVIATED.search(paragraph[: match.end()]):
            paragraph = paragraph[: match.end()]
            break
    return paragraph if len(paragraph) <= most else paragraph[:most].rsplit(" ", 1)[0] + " …"

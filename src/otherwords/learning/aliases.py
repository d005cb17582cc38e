"""Confirm and reject: a query becomes, or ceases to be, an alias in a project's `_index.md`."""

import re
import unicodedata
from pathlib import Path

from otherwords import rkindex
from otherwords.errors import BaseNotFound, UsageError, WriteRefused
from otherwords.learning.rewriting import rewrite

LONGEST = 80  # characters: the longest of 1,200 aliases seen had 41
MOST_WORDS = 16
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|above|prior|all|earlier|your)\b"
    r"|\b(?:system|assistant|developer)\s*(?:prompt|message|:)|\byou (?:are now|must|should now)\b"
    r"|<\s*/?\s*(?:system|script|assistant|instructions?)\b|\[/?INST\]|<\|"
    r"|(?:忽略|无视|無視).{0,12}(?:指令|指示|以上|之前|命令)|(?:以前|上記|これまで)の(?:指示|命令)",
    re.IGNORECASE | re.DOTALL,
)
_PARAGRAPH = re.compile(r"\w{4,}[.!?]\s+[^\W_].*[.!?]|[。！？]\s*\S.*[。！？]")


def confirm(home: Path, project: str, doc: str, query: str, data: Path) -> bool:
    """Put the query first among the doc's aliases; whether the index changed.

    `data` is the reader's data folder (locks lie there). Raises WriteRefused for a query that is no
    plausible name, PageNotFound for a doc without entry.
    """
    why = implausible(query)
    if why:
        raise WriteRefused(f"not learned: {why}; use a short name of at most {LONGEST} characters")
    return rewrite(
        index_file(home, project),
        lambda text: rkindex.with_alias(text, doc, query.strip()),
        data / "locks",
    )


def reject(home: Path, project: str, doc: str, query: str, data: Path) -> bool:
    """Remove the query from the doc's aliases; whether the index changed."""
    return rewrite(
        index_file(home, project),
        lambda text: rkindex.without_alias(text, doc, query),
        data / "locks",
    )


def plausible(query: str) -> bool:
    """Whether a query can be a name that people would use again."""
    return not implausible(query)


def implausible(query: str) -> str:
    """Why a query is no plausible name, in a few words; '' where it is one."""
    text = query.strip()
    if not any(c.isalnum() for c in text):
        return "it has no letter or digit"
    if len(text) > LONGEST:
        return f"it has {len(text)} characters"
    if any(_unwanted(c) for c in text):
        return "it has control characters or line breaks"
    if len(text.split()) > MOST_WORDS or _PARAGRAPH.search(text):
        return "it is a paragraph"
    return "it reads like an instruction" if _INSTRUCTION.search(text) else ""


def _unwanted(char: str) -> bool:
    """Control characters, and formatting ones but the joiners that scripts and emoji need."""
    category = unicodedata.category(char)
    return category in ("Cc", "Cs", "Cn", "Co", "Zl", "Zp") or (
        category == "Cf" and char not in "\u200c\u200d"
    )


def index_file(home: Path, project: str) -> Path:
    """The index of a project. Raises where the name is no project's."""
    if not project or project in (".", "..") or re.search(r"[/\\\x00]", project):
        raise UsageError(f"{project!r} is no project name: see 'otherwords code list'")
    path = home / project / "_index.md"
    if not path.is_file():
        raise BaseNotFound(f"{path} is not there: see 'otherwords code list'")
    return path

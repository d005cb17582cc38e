"""What a page file is made of. Every value here is immutable and knows its line in the file."""

from __future__ import annotations

from otherwords.values import NamedTuple


class Remark(NamedTuple):
    """Something about a file that its reader should know."""

    code: str
    """Kebab-case name of the kind of remark, such as ``yaml-repaired``."""
    message: str
    """English: what was found and what would work."""
    line: int
    """1-based line in the file; 0 means the whole file."""


class Heading(NamedTuple):
    """A heading of the body."""

    level: int
    text: str
    line: int


class Link(NamedTuple):
    """A link of the body: ``[[target|text]]`` when `wiki`, else ``[text](target)``."""

    target: str
    text: str
    line: int
    wiki: bool


class Section(NamedTuple):
    """The prose between one heading and the next; the first may have no heading."""

    heading: str
    line: int
    text: str


class Document(NamedTuple):
    """A page file, taken apart."""

    meta: dict[str, object] | None
    """The front matter; ``{}`` when there is none, None when it is not readable as a mapping."""
    meta_lines: dict[str, int]
    """The line of each top-level key of `meta`."""
    title: str
    """The first level-1 heading, else the first heading, else empty."""
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    tags: tuple[str, ...]
    """Inline ``#tags`` without their ``#``, each once, in order."""
    prose: str
    """The body as a reader sees it: headings and text, markup removed, one line a block."""
    sections: tuple[Section, ...]
    """One for each heading, after one for the text before the first where there is any."""
    summary: str
    """The first line under a heading "Summary", else the first line of prose."""
    body: str
    """The text after the front matter, as it is in the file."""
    body_line: int
    """The line of the file on which `body` begins."""
    encoding: str
    remarks: tuple[Remark, ...]

"""The body of a page, in one pass over pyromark's events: headings, links, tags, sections."""

from __future__ import annotations

from typing import Any, NamedTuple

from pyromark import Markdown, Options

from .parts import Heading, Link, Section
from .pieces import pieces
from .plain import TAG, html_text, one_line, tidy, unmarked, without_anchor

_PARSER = Markdown(
    options=Options.ENABLE_TABLES
    | Options.ENABLE_FOOTNOTES
    | Options.ENABLE_TASKLISTS
    | Options.ENABLE_WIKILINKS
    | Options.ENABLE_GFM
)
_SPACE = {"Emphasis": "", "Strong": "", "TableCell": "  "}
"""What stands after an element; after any other, and before it, a new line."""


class Structure(NamedTuple):
    """The parts of a body."""

    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    tags: tuple[str, ...]
    sections: tuple[Section, ...]
    parsed: bool
    """False when the parser gave up and the body was taken as plain text."""


def structure(source: str, first_line: int) -> Structure:
    """Take apart `source` (line ends ``\\n``), which begins on `first_line`; never raises."""
    lead = source[: len(source) - len(source.lstrip())].count("\n")
    walk = _Walk(first_line + lead)
    try:
        for piece, line in pieces(source):
            walk.through(piece, first_line + line)
    except BaseException as error:  # a panic in Rust is no Exception
        if type(error).__name__ != "PanicException":
            raise
        whole = Section("", first_line + lead, source.strip())
        return Structure((), (), (), (whole,), False)
    walk.close_section()
    tags = tuple(tag for tag in walk.tags if f"\\#{tag}" not in source)
    return Structure(tuple(walk.headings), tuple(walk.links), tags, tuple(walk.sections), True)


class _Walk:
    """What has been found so far, and where the walk stands."""

    def __init__(self, line: int) -> None:
        self.headings: list[Heading] = []
        self.links: list[Link] = []
        self.tags: dict[str, None] = {}
        self.sections: list[Section] = []
        self.section = Heading(0, "", line)
        self.texts: list[str] = []  # of the open section, tidy
        self.words: list[str] = []  # after those; emptied, never replaced
        self.html: list[str] = []
        self.open: list[tuple[str, int, int, bool, bool]] = []  # links and images
        self.literal = self.heading = False

    def through(self, source: str, line: int) -> None:
        """Walk through one piece of the body, which begins on `line`.

        Written flat: a page has hundreds of events, and half of them are text.
        """
        self.raw, self.at, self.line = source.encode(), 0, line
        add = self.words.append
        stray = ("~" in source and "~~" in source) or ("*" in source and not source.isascii())
        for event, span in _PARSER.events_with_range(source, merge_text=True):
            if event.__class__ is str:
                add("\n" if event == "Rule" else "\r")
                continue
            kind: str
            value: Any
            kind, value = event.popitem()  # type: ignore[union-attr]
            if kind == "Text":
                if self.literal:
                    add(value)
                    continue
                if "#" in value and not (self.open or self.heading):
                    self.tags.update(dict.fromkeys(TAG.findall(value)))
                add(unmarked(value) if stray else value)
            elif kind == "Start":
                if value.__class__ is str:
                    if value not in _SPACE:
                        add("\n")
                else:
                    name, inner = value.popitem()
                    self.start(name, inner, span["start"])
            elif kind == "End":
                if value.__class__ is dict or value not in _SPACE:
                    self.end(value)
                else:
                    add(_SPACE[value])
            elif kind == "Code":
                add(value)
            elif kind == "Html":
                self.html.append(value)
            elif kind == "InlineHtml":
                add(html_text(value))
        self.flush()

    def start(self, name: str, value: Any, offset: int) -> None:
        """A link, an image, a heading, or a block with attributes begins."""
        if name == "Link" or name == "Image":
            target = value["dest_url"]
            wiki = value["link_type"].__class__ is dict
            if wiki:
                target = target.rstrip("\\").strip()
            kept = wiki or name == "Link"
            self.open.append((target, len(self.words), self.line_at(offset), wiki, kept))
        elif name == "Heading":
            self.close_section()
            self.section = Heading(int(value["level"][1]), "", self.line_at(offset))
            self.heading = True
        else:
            self.words.append("\n")
            self.literal = name == "CodeBlock"

    def end(self, tag: Any) -> None:
        """A link, an image or a block is over."""
        if tag == "Link" or tag == "Image":
            target, mark, line, wiki, kept = self.open.pop()
            if kept:
                self.links.append(Link(target, one_line(self.words[mark:]), line, wiki))
        elif tag.__class__ is dict and "Heading" in tag:
            text = without_anchor(one_line(self.words))
            self.section = Heading(self.section.level, text, self.section.line)
            self.headings.append(self.section)
            self.words.clear()
            self.heading = False
        else:
            if self.html:
                text = html_text("".join(self.html))
                self.words += (f"{line.strip()}\n" for line in text.split("\n"))
                self.html.clear()
            self.words.append("\n")
            self.literal = False

    def line_at(self, offset: int) -> int:
        """The line of a byte offset; offsets come in order, so each byte is counted once."""
        if offset >= self.at:
            self.line += self.raw.count(b"\n", self.at, offset)
        else:
            self.line -= self.raw.count(b"\n", offset, self.at)
        self.at = offset
        return self.line

    def flush(self) -> None:
        """Tidy the words of the open section."""
        text = tidy("".join(self.words))
        if text:
            self.texts.append(text)
        self.words.clear()

    def close_section(self) -> None:
        """End the open section; text before the first heading is one only if there is any."""
        self.flush()
        if self.texts or self.headings:
            text = self.texts[0] if len(self.texts) == 1 else "\n".join(self.texts)
            self.sections.append(Section(self.section.text, self.section.line, text))
        self.texts.clear()

"""From the bytes of a page file to its parts."""

from __future__ import annotations

from collections.abc import Iterable

from otherwords.values import pattern

from .decoding import decode
from .front import front_matter
from .parts import Document, Remark, Section
from .structure import structure

_LINE_END = pattern(r"\r\n?|\n")


def parse(data: bytes) -> Document:
    """Take a page file apart; never raises: what is wrong with it stands in `remarks`."""
    original, encoding, remarks = decode(data)
    text = original
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    front = front_matter(text)
    source = text[front.end :]
    body_line = 1 + text.count("\n", 0, front.end)
    body = source if text is original else _after(original, body_line - 1)
    del text, original  # a file may be large
    parts = structure(source, body_line)
    if not parts.parsed:
        message = "the Markdown could not be parsed; its text is searched as it stands"
        remarks += (Remark("markdown-unparsed", message, body_line),)
    return Document(
        meta=front.meta,
        meta_lines=front.lines,
        title=_title((heading.level, heading.text) for heading in parts.headings),
        headings=parts.headings,
        links=parts.links,
        tags=parts.tags,
        prose=_prose(parts.sections),
        sections=parts.sections,
        summary=_summary(parts.sections),
        body=body,
        body_line=body_line,
        encoding=encoding,
        remarks=remarks + front.remarks,
    )


def flatten(value: object) -> tuple[str, ...]:
    """The strings in a front matter value: itself, or those of a list however nested.

    ``[[Page]]`` without quotes is a list in a list, and ``[[Page: part]]`` holds a mapping.
    """
    found: list[str] = []
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, list):
            todo += reversed(item)
        elif isinstance(item, dict):
            todo += [f"{key}: {inner}" for key, inner in reversed(item.items())]
        elif isinstance(item, bool):
            found.append(str(item).lower())
        elif item is not None:
            found.append(str(item))
    return tuple(found)


def _title(headings: Iterable[tuple[int, str]]) -> str:
    first = ""
    for level, text in headings:
        if level == 1 and text:
            return text
        first = first or text
    return first


def _prose(sections: tuple[Section, ...]) -> str:
    return "\n".join(
        part for section in sections for part in (section.heading, section.text) if part
    )


def _summary(sections: tuple[Section, ...]) -> str:
    texts = [section.text for section in sections if section.text]
    named = (s.text for s in sections if s.text and s.heading.casefold() == "summary")
    text = next(named, texts[0] if texts else "")
    return text.partition("\n")[0].strip()


def _after(text: str, lines: int) -> str:
    """What follows the first `lines` lines of `text`, whatever ends they have."""
    at = 0
    for _ in range(lines):
        match = _LINE_END.search(text, at)
        at = match.end() if match else len(text)
    return text[at:]

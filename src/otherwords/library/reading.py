"""Part of a page's text: some lines, or the section under a heading."""

from collections.abc import Sequence

from otherwords.analysis import key
from otherwords.errors import PageNotFound, UsageError
from otherwords.model import Page
from otherwords.values import NamedTuple


class Text(NamedTuple):
    """Lines of a page as they stand in its file; `first` counts from 1."""

    base: str
    page: Page
    text: str
    first: int = 1
    total: int = 0  # lines of the page

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.first + len(self.text.split("\n")) - 1


def cut(whole: Text, lines: tuple[int, int] | None, section: str) -> Text:
    """The wanted part of a page."""
    every = whole.text.removesuffix("\n").split("\n")
    first, last = 1, len(every)
    if lines:
        first, last = _range(lines, len(every), whole.page.path)
    elif section:
        first, last = _section(whole.text, section, len(every), whole.page.path)
    return whole._replace(text="\n".join(every[first - 1 : last]), first=first, total=len(every))


def _range(lines: tuple[int, int], total: int, path: str) -> tuple[int, int]:
    first, last = lines
    if first < 1 or last < first:
        raise UsageError(f"lines {first} to {last}: give the first and the last line, from 1 on")
    if first > total:
        raise UsageError(f"{path} has {total} lines; line {first} is beyond its end")
    return first, min(last, total)


def _section(text: str, section: str, total: int, path: str) -> tuple[int, int]:
    """From a heading to the line before the next one of its level or above."""
    from otherwords.markdown import parse  # only where a section is asked for

    headings = parse(text.encode()).headings
    wanted = key(section.lstrip("# "))
    at = next((i for i, heading in enumerate(headings) if key(heading.text) == wanted), -1)
    if at < 0:
        raise PageNotFound(f"{path} has no heading {section!r}; it has {_listed(headings)}")
    following = (h.line for h in headings[at + 1 :] if h.level <= headings[at].level)
    return headings[at].line, next(following, total + 1) - 1


def _listed(headings: Sequence[object]) -> str:
    texts = [str(getattr(heading, "text", "")) for heading in headings[:20]]
    return ", ".join(texts) or "none"


def body_start(text: str) -> int:
    """Where a page's body begins, behind its front matter and blank lines, as a position."""
    if not text.startswith("---\n"):
        return 0
    end = text.find("\n---\n", 3)
    start = end + 5 if end >= 0 else 0
    while text[start : start + 1] == "\n":
        start += 1
    return start if text[start:] else 0

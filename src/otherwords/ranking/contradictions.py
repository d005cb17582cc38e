"""Which hits say different things of the same matter, and which does Guild's rule let win?"""

from collections.abc import Callable, Sequence

from otherwords.model import Contradiction, Page, Side
from otherwords.ranking.conflicts import Conflict, Prose, conflicts

Text = Callable[[str, str], str]  # of a page, by base and path


def contradictions(pages: Sequence[tuple[str, Page]], text: Text) -> tuple[Contradiction, ...]:
    """The contradictions among pages, each with its base, in their order."""
    places = {_name(base, page.path): (base, page) for base, page in pages}
    found = conflicts([_prose(base, page, text(base, page.path)) for base, page in pages])
    return tuple(_contradiction(each, places) for each in found)


def _name(base: str, path: str) -> str:
    return f"{base}:{path}" if base else path


def _prose(base: str, page: Page, text: str) -> Prose:
    return Prose(
        _name(base, page.path),
        page.title,
        body_lines(text),
        page.field("confidence"),
        page.updated,
        tuple(_name(base, other) for other in page.supersedes),
    )


def body_lines(text: str) -> tuple[tuple[int, str], ...]:
    """The lines below the front matter, with their numbers in the file."""
    lines = text.split("\n")
    start = 0
    if lines[0].rstrip() == "---":
        closing = (n for n, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "..."))
        start = next(closing, 0) + 1
    return tuple(enumerate(lines[start:], start + 1))


def _contradiction(each: Conflict, places: dict[str, tuple[str, Page]]) -> Contradiction:
    a = _side(places[each.a], each.a_line, each.a_text, each.differs[0])
    b = _side(places[each.b], each.b_line, each.b_text, each.differs[1])
    winner = "a" if each.winner == each.a else "b" if each.winner == each.b else ""
    return Contradiction(each.kind, a, b, winner, each.reason)


def _side(place: tuple[str, Page], line: int, text: str, says: str) -> Side:
    base, page = place
    return Side(base, page.path, line, text, says, page.updated, page.field("confidence"))

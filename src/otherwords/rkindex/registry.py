"""The table of `_registry.md`: its projects in order, and a row put or taken."""

from otherwords.rkindex.lines import body_and_end, lines_of, newline_of, one_line
from otherwords.values import NamedTuple, pattern

REGISTRY = (
    "# Knowledge bases\n\n| Project | Git URL | Last Update | Docs |\n"
    "|---------|---------|-------------|------|\n"
)
_CELL = pattern(r"(?<!\\)\|")
_LINK = pattern(r"\[([^\]]*)\]\(.*\)$")


class Row(NamedTuple):
    """One project of `_registry.md`."""

    project: str
    url: str
    updated: str
    docs: str
    line: int = 0


def registry(text: str) -> tuple[Row, ...]:
    """The projects of a registry, in order (the order is part of the scores)."""
    return tuple(row for i, line in enumerate(lines_of(text)) if (row := _row(line, i + 1)))


def with_row(text: str, row: Row) -> str:
    """The registry with this project's row replaced where it stands, or added behind the last
    one."""
    lines = lines_of(text) or lines_of(REGISTRY)
    cells = (row.project, row.url, row.updated, row.docs)
    new = "| " + " | ".join(one_line(c).replace("|", "\\|") for c in cells) + " |"
    at = next((r.line for r in registry(text) if r.project == row.project), 0)
    if at:
        lines[at - 1] = new + body_and_end(lines[at - 1])[1]
        return "".join(lines)
    tables = [i for i, line in enumerate(lines) if line.lstrip().startswith("|")]
    if not tables:
        lines += ["\n", *lines_of(REGISTRY)[2:]]
        tables = [len(lines) - 1]
    at, newline = tables[-1], newline_of(text)
    lines = [x + newline if not x.endswith("\n") else x for x in lines]
    return "".join([*lines[: at + 1], new + newline, *lines[at + 1 :]])


def without_row(text: str, project: str) -> str:
    """The registry without this project."""
    gone = {row.line for row in registry(text) if row.project == project}
    return "".join(line for i, line in enumerate(lines_of(text)) if i + 1 not in gone)


def _row(line: str, number: int) -> Row | None:
    body = line.strip()
    if not body.startswith("|") or not body.strip("|-: \t"):
        return None
    inner = body.strip("|")
    parts = _CELL.split(inner) if "\\" in inner else inner.split("|")
    cells = [part.strip().replace("\\|", "|") for part in parts] + [""] * 4
    link = _LINK.match(cells[0]) if cells[0][:1] == "[" else None
    project = link[1] if link else cells[0]
    if not project or (project.casefold() == "project" and "url" in cells[1].casefold()):
        return None
    return Row(project, cells[1], cells[2], cells[3], number)

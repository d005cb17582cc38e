"""The other tools' answers in their two forms: page text, sources, problems, knowledge bases."""

from collections.abc import Callable, Iterable, Sequence

from otherwords.errors import UsageError
from otherwords.library import BaseInfo, Text
from otherwords.mcp.answers import SUSPICIOUS, Both, Room
from otherwords.mcp.budget import shortened
from otherwords.mcp.marking import marked
from otherwords.mcp.shapes import BaseRow, Part, Problem, SourceRow
from otherwords.model import Notice
from otherwords.showing.suspicion import suspicious
from otherwords.showing.text import one_line, safe

More = Callable[[int], str]


def page(text: Text, start: int, budget: int, more: More) -> Both:
    """Page text from a character on, to the end of the last line that fits."""
    whole = text.text[start:]
    part = Part(path=text.page.path, title=text.page.title, lang=text.page.lang)
    if text.base:
        part["base"] = text.base
    room = Room(budget)
    if not room.take({**part, "first": 100000, "last": 100000, "lines": 100000}, ""):
        raise UsageError(f"budget {budget} is too small for this page's path: give more")
    kept = _whole_lines(shortened(whole, room.left - 60), whole)
    part["first"] = text.first + text.text.count("\n", 0, start)
    part["last"] = part["first"] + kept.removesuffix("\n").count("\n")
    part["lines"], part["text"] = text.total, kept
    if suspicious(kept):
        part["suspicious"] = True
    if len(kept) < len(whole):
        part["more"] = more(start + len(kept))
    return Both(dict(part), _page_text(part))


def _whole_lines(kept: str, whole: str) -> str:
    """Without a line that is cut, unless it is the only one."""
    cut = kept.rfind("\n") + 1
    return kept[:cut] if len(kept) < len(whole) and cut else kept


def _page_text(part: Part) -> str:
    where = f"[{part['base']}] {part['path']}" if "base" in part else part["path"]
    head = f"{one_line(where)}, lines {part['first']} to {part['last']} of {part['lines']}"
    lines = [head, *marked(safe(part["text"]).removesuffix("\n").split("\n"))]
    lines += [SUSPICIOUS] if "suspicious" in part else []
    return "\n".join([*lines, f"more: cursor {part['more']}"] if "more" in part else lines)


def bases(infos: Sequence[BaseInfo]) -> Both:
    """The knowledge bases, without where they lie on this machine."""
    rows = [
        BaseRow(name=b.name, kind=b.kind, pages=b.pages, languages=list(b.languages)) for b in infos
    ]
    lines = [
        one_line(f"{r['name']}: {r['kind']}, {r['pages']} pages, {' '.join(r['languages'])}")
        for r in rows
    ]
    return Both({"bases": rows}, "\n".join(marked(lines) or ["no knowledge base can be read"]))


def sources(path: str, line: str, rows: Iterable[SourceRow], budget: int) -> Both:
    """Where a page comes from."""
    room = Room(budget)
    line = shortened(line, max(room.left // 2, 0))
    room.take({"path": path, "line": line}, f"{path}\n{line}")
    kept = [row for row in rows if room.take(row, _source_line(row))]
    lines = marked([f"{one_line(path)}: {one_line(line)}", *map(_source_line, kept)])
    return Both({"path": path, "line": line, "sources": kept}, "\n".join(lines))


def _source_line(row: SourceRow) -> str:
    rest = [
        f"{key} {value}" for key, value in row.items() if key not in ("kind", "value") and value
    ]
    return one_line(
        f" {row.get('kind', '')}: {row.get('value', '')}" + "".join(f"; {x}" for x in rest)
    )


def problems(found: Sequence[tuple[str, Notice]], offset: int, budget: int, more: More) -> Both:
    """What is wrong with files, from `offset` on."""
    room = Room(budget)
    kept: list[Problem] = []
    for base, notice in found[offset:]:
        row = _problem(base, notice)
        if not room.take(row, _problem_line(row)):
            break
        kept.append(row)
    structured: dict[str, object] = {"total": len(found), "problems": kept}
    lines = [f"{len(found)} problems", *marked(map(_problem_line, kept))]
    if kept and offset + len(kept) < len(found):
        structured["more"] = more(offset + len(kept))
        lines.append(f"more: cursor {structured['more']}")
    return Both(structured, "\n".join(lines))


def _problem(base: str, notice: Notice) -> Problem:
    row = Problem(
        base=base, code=notice.code, path=notice.path, message=shortened(notice.message, 120)
    )
    if notice.line:
        row["line"] = notice.line
    return row


def _problem_line(row: Problem) -> str:
    at = f":{row['line']}" if "line" in row else ""
    return one_line(f"[{row['base']}] {row['path']}{at}: {row['message']} ({row['code']})")

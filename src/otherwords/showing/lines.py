"""An answer as lines that a program reads: the shape that the contract's Step 2 parses (rulings 16)."""

from otherwords.model import Answer, Hit, Notice, Plan
from otherwords.showing.text import DROPPED, dropped, marked, note, notes, one_line, shortened


def render(answer: Answer) -> str:
    """MATCH lines with their snippets, warnings, notes, and one SUMMARY."""
    lines = [line for hit in answer.hits for line in _match(hit)]
    lines += [_notice(notice) for notice in (*dropped(answer), *notes(answer))]
    lines.append(f"SUMMARY: query={expression(answer.plan)}, hits={len(answer.hits)}")
    return "\n".join(lines) + "\n"


def _match(hit: Hit) -> list[str]:
    page = hit.page
    fields = (
        f"title={field(page.title)}",
        f"type={field(page.kind)}",
        f"lang={page.lang}",
        f"review_status={page.review or 'none'}",
    )
    return [f"MATCH: {one_line(page.path)} | {' | '.join(fields)}", f"  {marked(hit, '**', '**')}"]


def field(text: str) -> str:
    """A value that cannot be taken for a separator."""
    return one_line(text).replace(" | ", " ¦ ")


def _notice(notice: Notice) -> str:
    label = "NOTE" if notice.level == "note" and notice.code not in DROPPED else "WARNING"
    return f"{label}: {note(notice, 'en')}"


def expression(plan: Plan) -> str:
    """What was really run, as one expression: wordings ORed, concepts ANDed, languages ORed."""
    if not plan.legs:
        return _quoted(shortened(plan.query.text))
    texts = dict.fromkeys(
        " AND ".join(f"({' OR '.join(_quoted(t.text) for t in c.terms)})" for c in leg.concepts)
        for leg in plan.legs
    )
    return " OR ".join(text for text in texts if text) or _quoted(shortened(plan.query.text))


def _quoted(text: str) -> str:
    return '"' + one_line(text).replace('"', '""') + '"'


def paths(answer: Answer) -> str:
    """Hits, then near misses: one path a line; none where nothing here is an answer."""
    if answer.nothing:
        return ""
    return "".join(f"{one_line(hit.page.path)}\n" for hit in (*answer.hits, *answer.near))

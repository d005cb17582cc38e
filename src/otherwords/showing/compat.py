"""An answer as WikiCommit's own `search_index.py` prints it (rulings 32)."""

from collections.abc import Iterable, Sequence

from otherwords.model import Answer, Hit, Wording
from otherwords.showing.lines import field
from otherwords.showing.text import marked, one_line

Groups = Sequence[Sequence[Wording]]


def render(answer: Answer, hits: Sequence[Hit], text: str, groups: Groups) -> str:
    """Notes, matches with their snippets, warnings, and one summary.

    `text` is the positional query, or '' where groups were given.
    """
    dropped = _dropped(answer, groups)
    used = [group for group in groups if group[0].text not in dropped]
    query = f'"{one_line(text)}"' if text else expression(used)
    lines = [*_notes(answer), *(line for hit in hits for line in _match(hit))]
    lines += _warnings(groups, dropped)
    return "\n".join([*lines, f"SUMMARY: query={query}, hits={len(hits)}"]) + "\n"


def _dropped(answer: Answer, groups: Groups) -> list[str]:
    """The first wordings of concepts that have nothing to search for."""
    if any(notice.code == "nothing-searchable" for notice in answer.plan.notices):
        return [group[0].text for group in groups]
    return [n.params[0] for n in answer.plan.notices if n.code == "concept-dropped" and n.params]


def built(pages: int, where: str) -> str:
    """What `build` says."""
    return f"OK: indexed {pages} pages -> {where}\n"


def failed(message: str) -> str:
    """What is said of a failure."""
    return f"ERROR: {one_line(message)}\n"


def expression(groups: Groups) -> str:
    """Wordings ORed, concepts ANDed."""
    return " AND ".join(f"({' OR '.join(_quoted(w.text) for w in group)})" for group in groups)


def _quoted(text: str) -> str:
    return '"' + one_line(text).replace('"', '""') + '"'


def _match(hit: Hit) -> list[str]:
    page = hit.page
    facts = (
        f"title={field(page.title)}",
        f"type=schema:{field(page.kind)}",
        f"lang={page.lang}",
        f"review_status={page.review}",
    )
    return [f"MATCH: {one_line(page.path)} | {' | '.join(facts)}", f"  {marked(hit, '**', '**')}"]


def _notes(answer: Answer) -> Iterable[str]:
    """That the index was not as the pages are."""
    for notice in answer.notices:
        if notice.code == "refreshed":
            added, edited, removed = notice.params
            counts = f"{added} added, {edited} edited, {removed} removed"
            yield f"NOTE: search index was stale ({counts}); rebuilding"
        elif notice.code == "index-rebuilt":
            yield "NOTE: search index was stale (damaged, or of another version); rebuilding"


def _warnings(groups: Groups, dropped: Sequence[str]) -> Iterable[str]:
    """Concepts that have nothing to search for."""
    lost = [group for group in groups if group[0].text in dropped]
    if lost and len(lost) == len(groups):
        yield "WARNING: no usable search term remains; the search cannot match anything"
        return
    for group in lost:
        texts = "|".join(one_line(wording.text) for wording in group)
        why = "has no letter or digit to search for; it no longer narrows the search"
        yield f'WARNING: expand group "{texts}" {why}'

"""RepoKnowledge's contract: score by the table, then verify by evidence, and answer with the doc itself.

The table alone fails where an alias happens to stand in the query. So the three candidates, and pages
outside them that have more of the query, are read and judged; those that answer come first, whatever
the table says of them. Both numbers are shown: the table's is `contract_score`, the evidence's `score`.
"""

from collections.abc import Callable, Iterable, Sequence

from otherwords.errors import Failure
from otherwords.model import Filter, Hit, Notice, Plan
from otherwords.ports import Snapshot
from otherwords.ranking.contracts import Contracted
from otherwords.ranking.judging import ANSWERS, NOT, UNSURE, Judge, Opinion, unusable
from otherwords.ranking.merging import Ranked
from otherwords.ranking.rktable import EXACT, MOST, Table
from otherwords.ranking.verifying import LOOKED_AT, Judged, Text, judged, typed
from otherwords.rkindex import fold


class RkContract:
    """The contract over one home. `projects` are those that are searched, in order.

    `judge`: a language model that judges instead of the computed evidence.
    """

    def __init__(self, projects: Callable[[], Sequence[str]], judge: Judge | None = None) -> None:
        self.projects, self._judge = projects, judge

    def rank(self, planned: Plan, snapshot: Snapshot, found: Ranked, text: Text) -> Contracted:
        """The candidates and what is better than they, verified; the rest are near misses."""
        registered = tuple(self.projects())
        if not registered:
            return Contracted(Ranked((), ()), (_none_registered(),), total=0, nothing=True)
        filters = _limits(planned, snapshot)
        meant = [f.value for f in filters if f.key == "project"]
        verified = judged(planned, snapshot, found, text, filters, Table(registered))
        read, told = _with_opinions(verified, self._judge, planned.query.text)
        scored = len(meant or registered) > 1  # one project only: no scoring
        hits = [_hit(one, scored) for one in read if one.verdict != NOT]
        near = [_hit(one, scored) for one in read if one.verdict == NOT]
        missing = () if hits else (_missing(planned.query.text, read, meant or registered),)
        notices = (*_hints(planned, registered, meant), *missing, *told)
        return Contracted(
            Ranked(tuple(hits), tuple(near)), notices, total=len(hits), nothing=not hits
        )


def _missing(text: str, read: Iterable[Judged], searched: Sequence[str]) -> Notice:
    """What to say where nothing answers: no candidate at all, or none that stood."""
    if any(one.row.match for one in read):
        message = f'none of the entries that match "{text}" answers it'
        return Notice("rk-unverified", message, level="note", params=(text,))
    message = (
        f"No matches found for '{text}' across {len(searched)} knowledge bases. Try rephrasing your"
        " query, or use `otherwords code create GIT-URL` to index a new codebase and"
        " `otherwords memo` to keep a note."
    )
    return Notice("rk-no-match", message, params=(text, str(len(searched))))


def _with_opinions(
    read: list[Judged], judge: Judge | None, query: str
) -> tuple[list[Judged], tuple[Notice, ...]]:
    """What a language model thinks of the first pages, instead of the evidence; without one, as they are.

    It is not asked about a name that is confirmed. Of what it is not asked about, nothing more than may answer.
    """
    if judge is None or not read or read[0].row.match == EXACT:
        return read, ()
    try:
        said = [one._replace(opinion=judge(query, one.doc)) for one in read[:MOST]]
    except Failure as error:
        return read, (unusable(error),)
    rest = [
        one._replace(opinion=Opinion(UNSURE, one.why)) if one.verdict == ANSWERS else one
        for one in read[MOST:]
    ]
    return sorted([*said, *rest], key=lambda one: (ANSWERS, UNSURE, NOT).index(one.verdict)), ()


def _limits(planned: Plan, snapshot: Snapshot) -> list[Filter]:
    """The filters of a search, with the languages that are wanted."""
    filters = [f for f in planned.query.filters if f.key not in ("in", "lang")]
    languages = {leg.lang for leg in planned.legs}
    if "" in languages or languages >= set(snapshot.languages.present):
        return filters
    return [*filters, *(Filter("lang", lang) for lang in sorted(languages))]


def _hit(one: Judged, scored: bool) -> Hit:
    """A judged page as a hit, with its number in the table and why it is judged so."""
    verdict, row = one.verdict, one.row
    reason = f"{row.reason} ({row.score:g})" if scored and row.match else row.reason or "no match"
    said = f"{reason}: {verdict}; {one.why}"
    return Hit(
        "",
        row.page,
        one.strength,
        one.parts,
        one.relevance,
        one.lacks if verdict == NOT else (),
        marks=(Notice(f"rk-{verdict.split()[0]}", said, level="note", params=(reason, one.why)),),
        contract_score=row.score if scored and row.match else None,
        verdict=verdict,
        doc=one.doc if verdict == ANSWERS else "",
    )


def _hints(planned: Plan, registered: Sequence[str], meant: Sequence[str]) -> tuple[Notice, ...]:
    """A leading project name is no order, but may have been meant as one."""
    if meant or not planned.query.words or len(planned.query.words) < 2:
        return ()
    leading = fold(planned.query.words[0].text)
    for project in registered:
        if fold(project) == leading:
            message = f"'{project}' is also a project: `--in {project}` searches only that"
            return (Notice("project-hint", message, level="note", params=(project,)),)
    return ()


def _none_registered() -> Notice:
    message = (
        "No knowledge bases found. Use `otherwords code create GIT-URL` to create one, or"
        " `otherwords memo 'title: text'` to save personal knowledge."
    )
    return Notice("rk-none", message)


__all__ = ["ANSWERS", "LOOKED_AT", "MOST", "NOT", "UNSURE", "RkContract", "typed"]

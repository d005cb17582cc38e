"""RepoKnowledge's contract: score by the table, then verify by evidence, and answer with the doc itself.

The table alone fails where an alias happens to stand in the query. So the three candidates, and pages
outside them that have more of the query, are read and judged; those that answer come first, whatever
the table says of them. Both numbers are shown: the table's is `contract_score`, the evidence's `score`.
"""

from collections.abc import Callable, Iterable, Sequence

from otherwords.model import Filter, Hit, Notice, Page, Part, Plan
from otherwords.ports import Snapshot
from otherwords.ranking import evidence
from otherwords.ranking.contracts import Contracted
from otherwords.ranking.evidence import Asked, Cover, Place
from otherwords.ranking.merging import Ranked, total
from otherwords.ranking.rktable import EXACT, MEANING, MOST, NONE, Row, Table, first
from otherwords.rkindex import fold
from otherwords.values import NamedTuple

ANSWERS, UNSURE, NOT = "answers", "unsure", "does not"
SURE, POSSIBLE = 0.65, 0.42  # strength from which on a doc answers, or may (docs/decisions.md)
NEAR, NEAR_FULL = (
    0.2,
    0.3,
)  # share of the engine's score in the strength, and the score that is all of it
MEANT = 0.2  # what a spread of the cosines above the usual one adds to the strength
LOOKED_AT, READ = 24, 8  # pages whose names are judged, and whose files are

Text = Callable[[str], str]


class Judged(NamedTuple):
    """A page that was judged: its row of the table, what it has of the query, how strong that is."""

    row: Row
    covers: tuple[Cover, ...]
    near: float  # 0 to 1: how near its best part is, as the engine has it
    above: float | None  # by how much its meaning is nearer than a usual page's
    strength: float
    relevance: float | None
    doc: str  # its text; '' where it was not read

    @property
    def verdict(self) -> str:
        """Does the doc answer the query?"""
        if self.strength >= SURE:
            return ANSWERS
        return UNSURE if self.strength >= POSSIBLE else NOT


class RkContract:
    """The contract over one home. `projects` are those that are searched, in order."""

    def __init__(self, projects: Callable[[], Sequence[str]]) -> None:
        self.projects = projects

    def rank(self, planned: Plan, snapshot: Snapshot, found: Ranked, text: Text) -> Contracted:
        """The candidates and what is better than they, verified; the rest are near misses."""
        registered = tuple(self.projects())
        if not registered:
            return Contracted(Ranked((), ()), (_none_registered(),), total=0, nothing=True)
        filters = _limits(planned, snapshot)
        meant = [f.value for f in filters if f.key == "project"]
        case = _Case(planned, snapshot, found, text, filters, Table(registered))
        judged = case.judged()
        scored = len(meant or registered) > 1  # one project only: no scoring
        hits = [_hit(one, scored) for one in judged if one.verdict != NOT]
        near = [_hit(one, scored) for one in judged if one.verdict == NOT]
        notices = (*_hints(planned, registered, meant), *case.missing(judged, registered))
        return Contracted(
            Ranked(tuple(hits), tuple(near)), notices, total=len(hits), nothing=not hits
        )


class _Case:
    """One query before the entries of a home."""

    def __init__(
        self,
        planned: Plan,
        snapshot: Snapshot,
        found: Ranked,
        text: Text,
        filters: Sequence[Filter],
        table: Table,
    ) -> None:
        self._planned, self._snapshot, self._text = planned, snapshot, text
        self._filters, self._table = filters, table
        self._found = {hit.page.path: hit for hit in (*found.hits, *found.near)}
        self._asked = evidence.asked(planned, snapshot.frequency, max(1, snapshot.count(())))

    def judged(self) -> list[Judged]:
        """The candidates and whatever outside of them has more of the query, in the order of the answer."""
        rows = self._table.by_alias(typed(self._planned), self._snapshot, self._filters)
        candidates = {row.page.path: row for row in first(rows.values())}
        found = {path: hit.page for path, hit in list(self._found.items())[:LOOKED_AT]}
        pages = {row.page.path: row.page for row in candidates.values()} | found
        words = self._words(
            [p for p in pages if p not in self._found or self._by_meaning(p) is not None]
        )
        glanced = sorted(
            (self._strength(page, evidence.named_places(page), words), page.path)
            for page in pages.values()
        )
        read = [path for _, path in reversed(glanced)][:READ]
        read += [path for path in candidates if path not in read]
        judged = [self._read(pages[path], rows.get(path), words) for path in read]
        return sorted(
            judged,
            key=lambda j: (j.row.match != EXACT, -j.strength, -j.row.score, j.row.page.path),
        )

    def missing(self, judged: Iterable[Judged], registered: Sequence[str]) -> tuple[Notice, ...]:
        """What to say where nothing answers: no candidate at all, or none that stood."""
        judged = list(judged)
        if any(one.verdict != NOT for one in judged):
            return ()
        text = self._planned.query.text
        if any(one.row.match for one in judged):
            message = f'none of the entries that match "{text}" answers it'
            return (Notice("rk-unverified", message, level="note", params=(text,)),)
        message = (
            f"No matches found for '{text}' across {len(registered)} knowledge bases. Try rephrasing your"
            " query, or use `otherwords code create GIT-URL` to index a new codebase and"
            " `otherwords memo` to keep a note."
        )
        return (Notice("rk-no-match", message, params=(text, str(len(registered)))),)

    def _words(self, paths: Sequence[str]) -> dict[str, float]:
        """The engine's score of pages that it did not find by itself."""
        scores: dict[str, float] = {}
        for leg in self._planned.legs if paths else ():
            for one in self._snapshot.search(leg, self._filters, len(paths), False, paths).found:
                scores[one.page.path] = max(one.score, scores.get(one.page.path, 0.0))
        return scores

    def _by_meaning(self, path: str) -> float | None:
        """How near a page's meaning is, where it and the query are encoded; its score is not of words then."""
        hit = self._found.get(path)
        return hit.above if hit else None

    def _near(self, page: Page, words: dict[str, float]) -> float:
        hit = self._found.get(page.path)
        score = hit.score if hit and hit.above is None else words.get(page.path, 0.0)
        return min(1.0, score / NEAR_FULL)

    def _strength(self, page: Page, places: dict[str, Place], words: dict[str, float]) -> float:
        covers = evidence.covers(self._asked, places)
        above = self._by_meaning(page.path)
        return _strength(evidence.coverage(covers), self._near(page, words), above)

    def _read(self, page: Page, row: Row | None, words: dict[str, float]) -> Judged:
        """A page judged by its text."""
        doc = self._text(page.path)
        places = evidence.named_places(page) | evidence.text_places(doc)
        covers = evidence.covers(self._asked, places)
        near = self._near(page, words)
        above = self._by_meaning(page.path)
        strength = _strength(evidence.coverage(covers), near, above)
        if row is not None and row.match == EXACT:
            strength = 1.0
        elif row is None:
            row = self._table.row(page, MEANING if strength >= POSSIBLE else NONE)
        hit = self._found.get(page.path)
        return Judged(row, covers, near, above, strength, hit.relevance if hit else None, doc)


def _strength(coverage: float, near: float, above: float | None) -> float:
    """How strong the evidence is; of the order of 0 to 1. Meaning refutes no page that has all the words."""
    words = (1 - NEAR) * coverage + NEAR * near
    strength = words + MEANT * (above or 0.0)
    return max(strength, POSSIBLE) if words >= SURE else strength


def typed(planned: Plan) -> tuple[str, ...]:
    """What is compared with aliases: what was typed, or each wording of the only concept given."""
    query = planned.query
    if len(query.groups) == 1:
        return tuple(wording.text for wording in query.groups[0])
    words = [w.text for w in query.words] or [group[0].text for group in query.groups]
    return (" ".join(words),) if words else ()


def _limits(planned: Plan, snapshot: Snapshot) -> list[Filter]:
    """The filters of a search, with the languages that are wanted."""
    filters = [f for f in planned.query.filters if f.key not in ("in", "lang")]
    languages = {leg.lang for leg in planned.legs}
    if "" in languages or languages >= set(snapshot.languages.present):
        return filters
    return [*filters, *(Filter("lang", lang) for lang in sorted(languages))]


def _hit(judged: Judged, scored: bool) -> Hit:
    """A judged page as a hit, with its number in the table and why it is judged so."""
    verdict, row = judged.verdict, judged.row
    parts = _parts(judged)
    lacks = tuple(c.concept for c in judged.covers if c.degree < evidence.WORTH_A_WORD)
    reason = f"{row.reason} ({row.score:g})" if scored and row.match else row.reason or "no match"
    said = f"{reason}: {verdict}; {_why(judged)}"
    return Hit(
        "",
        row.page,
        total(parts),
        parts,
        judged.relevance,
        lacks if verdict == NOT else (),
        marks=(
            Notice(f"rk-{verdict.split()[0]}", said, level="note", params=(reason, _why(judged))),
        ),
        contract_score=row.score if scored and row.match else None,
        verdict=verdict,
        doc=judged.doc if verdict == ANSWERS else "",
    )


def _parts(judged: Judged) -> tuple[Part, ...]:
    """The numbers that add up to the strength."""
    parts = [
        Part(c.place, (1 - NEAR) * c.weight * c.degree, f'"{c.concept}"')
        for c in judged.covers
        if c.place
    ]
    parts.append(Part("nearness", NEAR * judged.near, "how the engine scores its words"))
    if judged.above is not None:
        parts.append(Part("meaning", MEANT * judged.above, "how much nearer than a usual page's"))
    if judged.row.match == EXACT:
        parts.append(Part("alias", 1.0 - total(parts), "the query is one of its aliases"))
    elif total(parts) < judged.strength:
        parts.append(Part("words", judged.strength - total(parts), "it has all of them"))
    return tuple(parts)


def _why(judged: Judged) -> str:
    """The evidence in a few words: which concepts stand where, and which nowhere."""
    if judged.row.match == EXACT:
        return "the query is one of its aliases"
    has = [
        f'"{c.concept}" in its {c.place}'
        for c in judged.covers
        if c.degree >= evidence.WORTH_A_WORD
    ]
    lacks = [f'"{c.concept}"' for c in judged.covers if c.degree < evidence.WORTH_A_WORD]
    told = [", ".join(has)] if has else []
    told += [f"without {', '.join(lacks)}"] if lacks else []
    return f"{'; '.join(told)} ({judged.strength:.2f})"


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


__all__ = ["ANSWERS", "MOST", "NOT", "UNSURE", "Asked", "RkContract", "typed"]

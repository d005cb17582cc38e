"""RepoKnowledge homes in a search: straight to a project, learning what answered, answers from the source.

The only place that brings the contract together with what writes to a home; every write is said.
"""

from collections.abc import Callable, Iterable, Sequence

from otherwords.errors import Failure
from otherwords.model import Answer, Filter, Hit, Notice, Page, Part, Plan, Query, Word
from otherwords.ports import Layout
from otherwords.ranking.rk import ANSWERS, RkContract
from otherwords.ranking.rktable import EXACT, PERSONAL, Table
from otherwords.rkindex import fold
from otherwords.searching import Base, Request
from otherwords.values import TYPE_CHECKING, NamedTuple, later

if TYPE_CHECKING:
    from pathlib import Path

    from otherwords.documenting.home import Home
    from otherwords.learning import aliases
else:  # only where something is written
    aliases = later("otherwords.learning.aliases")

WORDINGS = 3  # of each concept, at least, when source is searched


class Teach(NamedTuple):
    """What writing to a home needs of the rest: the reader's data folder, the date, other words."""

    data: str
    today: str
    synonyms: Callable[[str], Sequence[str]]


# -- straight to a project --


class Straight(NamedTuple):
    """A search that names its project: the base that has it (by number), narrowed, and the rest of the query."""

    number: int
    request: Request
    base: Base


def straight(request: Request, bases: Sequence[Base]) -> Straight | None:
    """`PROJECT: query` and `search PROJECT for …` as a search of that project alone (rulings 26)."""
    for number, base in enumerate(bases):
        if not isinstance(base.contract, RkContract) or base.filters:
            continue
        project, words = addressed(request.query.words, base.contract.projects())
        if project:
            text = " ".join(word.text for word in words)
            query = request.query._replace(text=text, words=words)
            narrowed = base._replace(filters=(Filter("project", project),))
            return Straight(number, request._replace(query=query), narrowed)
    return None


def addressed(words: Sequence[Word], projects: Iterable[str]) -> tuple[str, tuple[Word, ...]]:
    """The project that the words name as where to search, and the rest of them; '' for none."""
    known = {fold(project): project for project in projects}
    if not words or words[0].quoted:
        return "", tuple(words)
    name, colon, rest = words[0].text.partition(":")
    if colon and fold(name) in known and (rest or len(words) > 1):
        left = (Word(rest), *words[1:]) if rest else tuple(words[1:])
        return known[fold(name)], left
    order = [fold(word.text) for word in words[:3]]
    if len(words) > 3 and order[0] == "search" and order[2] == "for" and order[1] in known:
        return known[order[1]], tuple(words[3:])
    return "", tuple(words)


# -- after a search --


def completed(answer: Answer, base: Base, layout: Layout, teach: Teach) -> Answer:
    """The answer, once what answers is learned; where nothing does, what the source has."""
    hits = [hit for hit in answer.hits if hit.base == base.name]
    if hits:
        return _learned(answer, hits, layout, teach)
    codes = {notice.code for notice in answer.notices}
    if "rk-none" in codes or ("rk-no-match" in codes and not _only(base)):
        return answer
    return _from_source(answer, base, layout, teach)


def _only(base: Base) -> str:
    """The only project that is searched, or ''."""
    meant = [f.value for f in base.filters if f.key == "project"]
    every = base.contract.projects() if isinstance(base.contract, RkContract) else ()
    projects = meant or list(every)
    return projects[0] if len(projects) == 1 else ""


def _learned(answer: Answer, hits: Sequence[Hit], layout: Layout, teach: Teach) -> Answer:
    """The query as first alias of the doc that answers, where it is one and no other does."""
    typed = " ".join(word.text for word in answer.plan.query.words)
    if hits[0].verdict != ANSWERS or not _alone(hits, typed):
        return answer  # told before anything that writes is imported
    query = learnable(answer.plan.query)
    if not query:
        return answer
    project, _, doc = hits[0].page.path.partition("/")
    home = opened(layout.root, teach)
    try:
        changed = aliases.confirm(home.root, project, doc, query, home.locks.parent)
    except (Failure, OSError):
        return answer  # a home that may not be written, a doc without entry: searched all the same
    if not changed:
        return answer
    where = f"{project}/_index.md"
    message = f'learned: "{query}" is now the first alias of {hits[0].page.path} (in {where})'
    params = (query, hits[0].page.path, where)
    return _with(answer, Notice("learned", message, level="note", params=params))


def _alone(hits: Sequence[Hit], query: str) -> bool:
    """Whether the first hit alone answers; a query that is its alias already may move to the front."""
    if fold(query) in map(fold, hits[0].page.aliases):
        return True
    return all(hit.verdict != ANSWERS for hit in hits[1:])


def learnable(query: Query) -> str:
    """A query as a name; '' where it is none that people would use again."""
    text = " ".join(word.text for word in query.words)
    return text if text and aliases.plausible(text) else ""


def _with(answer: Answer, *notices: Notice) -> Answer:
    return answer._replace(notices=(*answer.notices, *notices))


# -- answers from the source --


def _from_source(answer: Answer, base: Base, layout: Layout, teach: Teach) -> Answer:
    """The best definition of the candidates' sources, documented now and returned."""
    projects = _projects(answer, base)
    home = opened(layout.root, teach)
    cloned = [project for project in projects if home.clone(project).is_dir()]
    if not cloned:
        return _with(answer, _no_source(projects))
    try:
        for project in cloned:
            written = _documented(answer.plan, home, project, teach)
            if written:
                doc, commit, text = written
                return _returned(answer, base, f"{project}/{doc}", commit, text)
    except (Failure, OSError) as error:
        message = f"the source was not searched: {error}"
        return _with(answer, Notice("rk-source-failed", message, params=(str(error),)))
    message = f"the source of {', '.join(cloned)} has nothing that answers either: try other words"
    return _with(
        answer, Notice("rk-source-searched", message, level="note", params=(", ".join(cloned),))
    )


def _projects(answer: Answer, base: Base) -> list[str]:
    """The projects of the candidates in order, or the only one that is meant."""
    near = [hit for hit in answer.near if hit.base == base.name and hit.contract_score]
    near.sort(key=lambda hit: -(hit.contract_score or 0.0))
    found = [_only(base), *(hit.page.field("project") for hit in near)]
    return [p for p in dict.fromkeys(found) if p and p != PERSONAL]


def _no_source(projects: Sequence[str]) -> Notice:
    names = ", ".join(projects)
    message = (
        f"no source of {names} is at hand: `otherwords code update {projects[0]}` fetches it"
        if projects
        else "there is no source to look in: try other words"
    )
    return Notice("rk-no-source", message, level="note", params=(names or "-",))


def _documented(
    planned: Plan, home: "Home", project: str, teach: Teach
) -> tuple[str, str, str] | None:
    """(doc path, commit, text) of the definition that meets enough of the query; None for none."""
    from otherwords.documenting import finding

    concepts = wordings(planned, teach.synonyms)
    found = finding.search_source(home.clone(project), concepts)
    best = next((one for one in found if finding.answers(one, len(concepts))), None)
    if best is None or finding.documented(home, project, best.definition):
        return None
    query = learnable(planned.query)
    made = finding.document_definition(home, project, best.definition, query, teach.today)
    return made.doc, made.commit, made.text


def wordings(planned: Plan, synonyms: Callable[[str], Sequence[str]]) -> list[tuple[str, ...]]:
    """Each concept of a plan in at least three wordings: planned ones, synonyms, identifier forms."""
    groups = []
    for at, concept in enumerate(planned.legs[0].concepts if planned.legs else ()):
        terms = [t.text for leg in planned.legs for t in leg.concepts[at].terms]
        known = dict.fromkeys([concept.text, *terms, *synonyms(concept.text)])
        words = concept.text.split()
        forms = (
            "_".join(words),
            "".join(w.title() for w in words),
            "-".join(words),
            f"{words[-1]}s",
        )
        for form in forms if words else ():
            if len(known) < WORDINGS:
                known.setdefault(form)
        groups.append(tuple(known))
    return groups


def _returned(answer: Answer, base: Base, path: str, commit: str, text: str) -> Answer:
    """The answer with the doc that was just written."""
    page = base.refresh(False)[0].page(path) or Page(path, path)
    at = commit[:12] or "an unknown commit"
    mark = Notice(
        "written-from-source", f"written now from source at {at}", level="note", params=(at,)
    )
    hit = Hit(
        base.name,
        page,
        1.0,
        (Part("source", 1.0, "the best definition of the source"),),
        marks=(mark,),
        contract_score=_contract_score(answer, base, page),
        verdict=ANSWERS,
        doc=text,
    )
    said = Notice(
        "written", f"written: {path} (from source at {at})", level="note", params=(path, at)
    )
    near = [one for one in answer.near if one.page.path != path][: max(0, answer.plan.limit - 1)]
    kept = [n for n in answer.notices if n.code not in ("rk-unverified", "rk-no-match")]
    return answer._replace(
        hits=(hit,), near=tuple(near), nothing=False, total=1, notices=(*kept, said)
    )


def _contract_score(answer: Answer, base: Base, page: Page) -> float | None:
    """The table's number of a new doc: the query is its first alias; None where nothing is scored."""
    if not isinstance(base.contract, RkContract) or _only(base) or not learnable(answer.plan.query):
        return None
    return Table(base.contract.projects()).row(page, EXACT).score


def opened(root: "str | Path", teach: Teach) -> "Home":
    """A home as the commands write to it."""
    from pathlib import Path

    from otherwords.documenting.home import Home
    from otherwords.learning.rewriting import rewrite

    locks = Path(teach.data) / "locks"
    return Home(Path(root), lambda path, change: rewrite(path, change, locks), locks)


__all__ = ["Teach", "addressed", "completed", "opened", "straight", "wordings"]

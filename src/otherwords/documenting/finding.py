"""The last resort of a search: find definitions in a project's source, and document them."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from otherwords import rkindex
from otherwords.documenting import examples, git, render, source, writing
from otherwords.documenting.definition import Definition, python_docstring
from otherwords.documenting.home import Home, inside, text, write
from otherwords.documenting.languages import sources
from otherwords.errors import WriteRefused
from otherwords.values import NamedTuple

ENOUGH = 2 / 3  # of the concepts, and
STRONG = 2.0  # score a concept, of a definition that answers
WEIGHTS = {"name": 4.0, "path": 1.5, "comment": 2.5, "code": 1.0}
_PIECES = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")


class Match(NamedTuple):
    """A definition found: how well, in how many of the concepts, and where each was met."""

    definition: Definition
    score: float
    covered: int
    why: tuple[str, ...]


Concepts = Sequence[Sequence[str]]


def search_source(project_dir: Path, wordings: Concepts, limit: int = 10) -> list[Match]:
    """The definitions under a folder that meet the concepts best; each concept is its wordings.

    Definitions that meet more concepts come first; among them, the name counts most, then the
    comment.
    """
    concepts = [[w for text in group if (w := words(text))] for group in wordings]
    concepts = [group for group in concepts if group]
    files = examples.texts(project_dir)
    pieces = {piece for group in concepts for wording in group for piece in wording}
    found = [
        one
        for path in sources(files)
        if _mentions(path + "\n" + files[path], pieces)
        for one in source.parse(path, files[path])
    ]
    matches = [match for one in found if (match := _match(one, concepts)).covered]
    return sorted(
        matches, key=lambda m: (-m.covered, -m.score, m.definition.path, m.definition.line)
    )[:limit]


def answers(match: Match, concepts: int) -> bool:
    """Whether a definition has enough of what was asked to be worth a doc of its own."""
    return match.covered >= ENOUGH * concepts and match.score >= STRONG * concepts > 0


def documented(home: Home, project: str, one: Definition) -> bool:
    """Whether the project has a doc of a definition already; such a doc was judged before."""
    entries = rkindex.parse(text(home.existing(project) / "_index.md"))
    return any(
        rkindex.fold(entry.name) in (rkindex.fold(one.name), rkindex.fold(render.slug(one.name)))
        and rkindex.meta(text(home.project(project) / entry.doc)).get("source") == one.path
        for entry in entries
    )


def words(text: str) -> tuple[str, ...]:
    """The words of a wording or identifier, in parts, folded and without common endings."""
    parts = _PIECES.findall(unicodedata.normalize("NFKC", text))
    return tuple(_stem(part.casefold()) for part in parts)


_ENDINGS = (
    "ations",
    "ation",
    "ions",
    "ion",
    "ings",
    "ing",
    "ies",
    "ied",
    "ed",
    "es",
    "s",
    "e",
    "y",
)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.isascii() and word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _mentions(text: str, pieces: set[str]) -> bool:
    folded = text.casefold()
    return any(piece in folded for piece in pieces)


def _match(one: Definition, concepts: Sequence[Sequence[tuple[str, ...]]]) -> Match:
    """How well a definition meets the concepts."""
    said = " ".join([one.comment.text, *(f.text for f in one.comment.params), *one.comment.notes])
    places = {
        "name": words(one.name),
        "path": words(one.path),
        "comment": words(said + " " + python_docstring(one.code)),
        "code": words(one.code),
    }
    sets = {place: frozenset(parts) for place, parts in places.items()}
    score, why = 0.0, []
    for group in concepts:
        best, told = max((_best(wording, places, sets) for wording in group), default=(0.0, ""))
        score += best
        if told:
            why.append(told)
    extra = max(0, len(places["name"]) - sum(1 for g in concepts for _ in g[:1]))
    return Match(one, round(score - 0.1 * extra, 3), len(why), tuple(why))


def _best(
    wording: tuple[str, ...],
    places: Mapping[str, tuple[str, ...]],
    sets: Mapping[str, frozenset[str]],
) -> tuple[float, str]:
    """The weight of the best place that has the whole wording, and what was met where."""
    best, told = 0.0, ""
    for place, weight in WEIGHTS.items():
        if not all(_has(piece, places[place], sets[place]) for piece in wording):
            continue
        near = 1.0 if len(wording) == 1 or _adjacent(wording, places[place]) else 0.6
        if weight * near > best:
            best, told = weight * near, f"{' '.join(wording)} in its {place}"
    return best, told


def _has(piece: str, parts: Sequence[str], known: frozenset[str]) -> bool:
    return piece in known or (not piece.isascii() and any(piece in part for part in parts))


def _adjacent(wording: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    n = len(wording)
    return any(parts[i : i + n] == wording for i in range(len(parts) - n + 1))


class Written(NamedTuple):
    """A doc written from source: its path in the project, and the commit it was written at."""

    doc: str
    commit: str
    text: str


def document_definition(
    home: Home, project: str, definition: Definition, query: str, today: str
) -> Written:
    """Save the doc of a definition and index it with the query as first alias.

    A query that cannot be an alias ('' among them) leaves the entry without it.
    """
    folder, clone = home.existing(project), home.clone(project)
    files = examples.texts(clone)
    name = examples.bare(definition)
    paths = [p for p in sources(files) if p == definition.path or name in files[p]]
    found = [one for path in paths for one in source.parse(path, files[path])]
    here = [one for one in found if one.path == definition.path]
    (made,) = writing.written([definition], found, files, today)
    same = [(one.name, one.line) for one in here]
    at = (
        same.index((definition.name, definition.line))
        if (definition.name, definition.line) in same
        else -1
    )
    doc = writing.paths_of(here)[at] if at >= 0 else made.entry.doc
    entry = made.entry._replace(doc=_free(folder, doc, definition))
    write(inside(folder, entry.doc), made.text)
    home.edit(
        folder / "_index.md", lambda old: _named(rkindex.put_entry(old, entry), entry.doc, query)
    )
    home.recount(project, today)
    return Written(entry.doc, _commit(clone), made.text)


def _commit(clone: Path) -> str:
    """The commit of a clone; '' where it is a folder without one."""
    return git.line(clone, "rev-parse", "HEAD") if (clone / ".git").exists() else ""


def _named(index: str, doc: str, query: str) -> str:
    try:
        return rkindex.with_alias(index, doc, query)
    except WriteRefused:
        return index


def _free(folder: Path, doc: str, one: Definition) -> str:
    """The path, numbered on where another definition's doc lies there."""
    path, number = doc, 1
    while there := text(folder / path):
        same = f"\n## {render.heading(one.name)}\n" in there
        if same and rkindex.meta(there).get("source") == one.path:
            break
        number += 1
        path = f"{doc.removesuffix('.md')}-{number}.md"
    return path

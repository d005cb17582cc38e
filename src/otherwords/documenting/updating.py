"""Bring a project up to its source: only what changed, with aliases and hand-written prose kept."""

import difflib
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from otherwords import rkindex
from otherwords.documenting import git, making, source, writing
from otherwords.documenting.definition import Definition
from otherwords.documenting.home import PERSONAL, Home, Progress, inside, quiet, swept, text, write
from otherwords.documenting.languages import is_source, text_of
from otherwords.documenting.writing import Doc
from otherwords.errors import Failure, UsageError
from otherwords.rkindex import Entry
from otherwords.values import NamedTuple

ALIKE = 0.7  # of a definition's code, for it to be the same one under a new name


class Updated(NamedTuple):
    """What an update did: doc paths, and (old, new) for those renamed."""

    project: str
    commit: str
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    removed: tuple[str, ...] = ()


class _Old(NamedTuple):
    """A doc that is there: its path, its source file, the name and code it documents, its text."""

    doc: str
    source: str
    name: str
    code: str
    text: str


class _Step(NamedTuple):
    """What becomes of one doc: `old` is None for a new one."""

    new: Doc
    old: _Old | None
    text: str


def update(home: Home, project: str, today: str, progress: Progress = quiet) -> Updated:
    """Fetch the source and write again what changed since `last_commit`."""
    folder = home.existing(project)
    if project == PERSONAL:
        raise UsageError("_personal has no source: 'otherwords memo' changes a note")
    with home.only(project):
        swept(folder)
        fields = rkindex.meta(text(folder / "_meta.md"))
        old, clone = fields.get("last_commit", ""), home.clone(project)
        new = _refreshed(home, project, fields.get("git_url", ""), progress)
        known = bool(re.fullmatch(r"[0-9a-f]{7,64}", old)) and _has(clone, old)
        moved = _moved(clone, old, new) if known else None
        done = _applied(home, project, moved, old if known else "", today, progress)
        home.recount(project, today, last_commit=new)
    return done._replace(commit=new)


def _refreshed(home: Home, project: str, url: str, progress: Progress) -> str:
    """The clone at its source's newest commit; made anew where there is none."""
    clone = home.clone(project)
    if not clone.exists():
        if not url:
            raise Failure(
                f"nothing says where the source of {project} is: write 'git_url: …' into its _meta.md"
            )
        with home.staging() as staging:
            commit = making.fetched(url, staging / "source", progress)
            clone.parent.mkdir(exist_ok=True)
            os.replace(staging / "source", clone)
        return commit
    git.unlock(clone, "index.lock")
    if not git.git(clone, "remote"):
        path = making.local(url)
        return making.snapshot(path, clone) if path else git.line(clone, "rev-parse", "HEAD")
    progress(0, 0, f"fetching {git.redacted(url)}")
    git.git(
        clone, "fetch", "--quiet", "--depth", "1", "--no-tags", "--no-recurse-submodules", "origin", "HEAD",  # noqa: E501
        limit=git.CLONE_LIMIT,
    )  # fmt: skip
    git.git(clone, "reset", "--quiet", "--hard", "FETCH_HEAD")
    return git.line(clone, "rev-parse", "HEAD")


def _has(clone: Path, commit: str) -> bool:
    try:
        git.git(clone, "cat-file", "-e", f"{commit}^{{commit}}")
    except git.GitFailed:
        return False
    return True


def _moved(clone: Path, old: str, new: str) -> dict[str, str]:
    """Source files that differ: old path to new path; '' on the side where there is none."""
    moved: dict[str, str] = {}
    for status, before, after in git.changes(clone, old, new) if old != new else ():
        if status == "A":
            moved.setdefault(after, after)
        else:
            moved[before] = "" if status == "D" else after
    return moved


def _applied(
    home: Home, project: str, moved: dict[str, str] | None, old: str, today: str, progress: Progress
) -> Updated:
    """Docs written, then the index, then what is gone removed: repeatable after a crash."""
    folder, clone = home.project(project), home.clone(project)
    if moved == {}:
        return Updated(project, "")
    only = frozenset(filter(None, moved.values())) if moved is not None else None
    docs = writing.repository(clone, today, progress, only)
    there = _docs(folder)
    if moved is not None:
        there = [one for one in there if one.source in moved or one.source in moved.values()]
    steps = _steps(docs, there, moved or {}, _before(clone, old, moved or {}))
    taken = {step.new.entry.doc for step in steps}
    for step in steps:
        if step.old is None or step.text != step.old.text or step.old.doc != step.new.entry.doc:
            write(inside(folder, step.new.entry.doc), step.text)
    gone = [one.doc for one in there if one.doc not in taken]
    home.edit(folder / "_index.md", lambda index: rkindex.changed(index, _puts(index, steps), gone))
    for doc in gone:
        _unlink(folder, inside(folder, doc))
    return _report(project, steps, gone)


def _puts(index: str, steps: Sequence[_Step]) -> list[tuple[Entry, str]]:
    """Each doc's entry and its path before; a text that is kept keeps its description too."""
    said = {entry.doc: entry.description for entry in rkindex.parse(index)}
    puts = []
    for step in steps:
        entry, was = step.new.entry, step.old.doc if step.old else ""
        if step.text != step.new.text:
            entry = entry._replace(description=said.get(was, entry.description))
        puts.append((entry, was))
    return puts


def _report(project: str, steps: Sequence[_Step], gone: Sequence[str]) -> Updated:
    kept = [s for s in steps if s.old]
    renamed = tuple(
        (s.old.doc, s.new.entry.doc) for s in kept if s.old and s.old.doc != s.new.entry.doc
    )
    changed = tuple(
        s.new.entry.doc
        for s in kept
        if s.old and s.old.doc == s.new.entry.doc and s.old.text != s.text
    )
    added = tuple(s.new.entry.doc for s in steps if s.old is None)
    sources = {old for old, _ in renamed}
    return Updated(project, "", added, changed, renamed, tuple(d for d in gone if d not in sources))


def _docs(folder: Path) -> list[_Old]:
    """The docs that were written from source."""
    found = []
    for path in sorted((folder / "docs").rglob("*.md")):
        content = text(path)
        origin = rkindex.meta(content).get("source", "")
        if origin and origin != "personal":
            doc = path.relative_to(folder).as_posix()
            found.append(_Old(doc, origin, _name(content), _code(content), content))
    return found


def _name(content: str) -> str:
    match = re.search(r"^## (.+?)\s*$", content, re.M)
    return re.sub(r"\\(.)", r"\1", match[1]) if match else ""


def _code(content: str) -> str:
    match = re.search(r"^### Code\n\n(`{3,})[^\n]*\n(.*?)\n\1$", content, re.M | re.S)
    return match[2] if match else ""


def _before(clone: Path, commit: str, moved: dict[str, str]) -> dict[tuple[str, str], Definition]:
    """The definitions of the changed files as they were at a commit, by path and name."""
    found: dict[tuple[str, str], Definition] = {}
    for path in filter(is_source, moved) if commit else ():
        try:
            data = git.git(clone, "cat-file", "blob", f"{commit}:{path}")
        except git.GitFailed:
            continue  # a new file
        found |= {(path, one.name): one for one in source.parse(path, text_of(data))}
    return found


def _steps(
    docs: Sequence[Doc],
    there: Sequence[_Old],
    moved: dict[str, str],
    before: dict[tuple[str, str], Definition],
) -> list[_Step]:
    """Each new doc with the old one that it continues, if any."""
    pairs = _paired(docs, there, moved)
    steps = []
    for n, doc in enumerate(docs):
        old = pairs.get(n)
        steps.append(_Step(doc, old, _kept(doc, old, before) if old else doc.text))
    return steps


def _paired(docs: Sequence[Doc], there: Sequence[_Old], moved: dict[str, str]) -> dict[int, _Old]:
    """By place and name; then by name in another file; then by likeness of code."""
    pairs: dict[int, _Old] = {}
    left = list(there)
    here = {(moved.get(one.source, one.source), one.name): one for one in reversed(left)}
    for n, doc in enumerate(docs):
        old = here.pop((doc.definition.path, doc.definition.name), None)
        if old:
            pairs[n] = old
            left.remove(old)
    for n, doc in enumerate(docs):
        if n in pairs or not left:
            continue
        same = [one for one in left if one.name == doc.definition.name]
        best = same[0] if len(same) == 1 else _likest(doc.definition, left)
        if best:
            pairs[n] = best
            left.remove(best)
    return pairs


def _likest(one: Definition, left: Iterable[_Old]) -> _Old | None:
    """The old doc whose code is most alike, if it is alike enough."""
    best, found = ALIKE, None
    for old in left:
        if min(len(old.code), len(one.code)) < max(len(old.code), len(one.code)) * ALIKE / 2:
            continue
        like = difflib.SequenceMatcher(None, _tokens(old.code), _tokens(one.code), autojunk=False)
        if like.quick_ratio() > best and (ratio := like.ratio()) > best:
            best, found = ratio, old
    return found


def _tokens(code: str) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", code)[:400]


def _kept(doc: Doc, old: _Old, before: dict[tuple[str, str], Definition]) -> str:
    """The old text with its place corrected where the code is as it was; else the new text."""
    new = doc.definition
    was = before.get((old.source, old.name))
    same = old.code == new.code and (was is None or was.comment == new.comment)
    if not same or old.name != new.name:
        return doc.text
    place = re.search(r"^\*\*File:\*\*.*$", doc.text, re.M)
    kept = re.sub(
        r"^\*\*File:\*\*.*$", lambda m: place[0] if place else m[0], old.text, count=1, flags=re.M
    )
    return kept if old.source == new.path else rkindex.with_meta(kept, {"source": new.path})


def _unlink(folder: Path, path: Path) -> None:
    """Remove a doc, and the folders that it leaves empty."""
    path.unlink(missing_ok=True)
    for parent in path.parents:
        if parent == folder / "docs" or any(parent.iterdir()):
            return
        parent.rmdir()

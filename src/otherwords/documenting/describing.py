"""Prose for the docs of a project by a language model, in the languages that are asked for.

Doc by doc, each written whole: what interrupts it leaves docs with prose and docs that say what the code says, and
the next call goes on with these. What people wrote stays.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path

from otherwords import rkindex
from otherwords.documenting import calls, examples, languages, proof, prose, render, writing
from otherwords.documenting.definition import first_sentence
from otherwords.documenting.home import Home, Progress, inside, quiet, text, write
from otherwords.documenting.proof import Known
from otherwords.documenting.prose import Ask
from otherwords.documenting.writing import Doc
from otherwords.errors import Failure
from otherwords.rkindex.meta import head_of
from otherwords.values import NamedTuple

PROSE, DIGEST = "prose", "prose_digest"  # in the front matter: the languages, and what was written


class Writer(NamedTuple):
    """Who is asked for prose, under which name, in which languages."""

    ask: Ask
    name: str
    languages: tuple[str, ...]


class Described(NamedTuple):
    """What came of it: docs that have prose now, and why others, or parts of them, have none."""

    docs: tuple[str, ...] = ()
    wanted: int = 0
    left: tuple[str, ...] = ()
    kept: int = 0  # docs that people changed
    failed: str = ""  # why the model was not asked for the rest


class _Case(NamedTuple):
    """A doc that shall have prose, and its text as it lies there."""

    doc: Doc
    there: str


def describe(
    home: Home,
    project: str,
    writer: Writer,
    today: str,
    progress: Progress = quiet,
    only: frozenset[str] | None = None,
) -> Described:
    """Write prose into the docs of a project, or into some of them. Raises no Failure of the model."""
    folder, clone = home.existing(project), home.clone(project)
    with home.only(project):
        docs = writing.repository(clone, today, quiet)
        wanted = [doc for doc in docs if only is None or doc.entry.doc in only]
        cases = [_Case(doc, text(folder / doc.entry.doc)) for doc in wanted]
        lacking = [case for case in cases if _lacks(case, writer.languages)]
        kept = sum(bool(case.there) and not _ours(case) for case in cases)
        _mend(home, folder, cases)
        names, done = _Names(clone, docs), Described(wanted=len(lacking), kept=kept)
        for number, case in enumerate(lacking):
            path = case.doc.entry.doc
            progress(number, len(lacking), path)
            try:
                made, why = _described(case, writer, names.known(case.doc))
            except Failure as error:
                return done._replace(failed=str(error))
            done = done._replace(left=(*done.left, *(f"{path}: {reason}" for reason in why)))
            if made:
                write(inside(folder, path), made)
                _index(home, folder, case, made)
                done = done._replace(docs=(*done.docs, path))
    return done


def said_in(content: str) -> tuple[str, ...]:
    """The languages that a doc, or a project by its meta file, has prose in."""
    value = rkindex.meta(content).get(PROSE, "")
    return tuple(code for code in re.split(r"[,\s]+", value) if code)


# -- which docs --


def _lacks(case: _Case, asked: Sequence[str]) -> bool:
    """Whether a doc shall be described: nobody changed it, and a language is missing."""
    return _ours(case) and not set(asked) <= set(said_in(case.there))


def _ours(case: _Case) -> bool:
    """Whether a doc is as it was written: from this code, without prose or with the prose that it had then."""
    if _essence(case.there) == _essence(case.doc.text):
        return True
    head = f"\n## {render.heading(case.doc.definition.name)}\n"
    code = render.fenced(case.doc.definition.code, case.doc.definition.language)
    known = rkindex.meta(case.there).get(DIGEST) == _digest(case.there)
    return known and head in case.there and code in case.there


_FILE = re.compile(r"^\*\*File:\*\*.*$", re.M)
_USAGE = re.compile(r"^### Usage Example\n.*?(?=^### |\Z)", re.M | re.S)


def _body(content: str) -> str:
    """A doc without its front matter and the lines where its definition stands."""
    return _FILE.sub("", content.removeprefix(head_of(content)), count=1)


def _essence(content: str) -> str:
    """... and without the example, which other files change."""
    return _USAGE.sub("", _body(content), count=1).strip()


def _digest(content: str) -> str:
    return blake2b(_body(content).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


# -- one doc --


def _described(case: _Case, writer: Writer, known: Known) -> tuple[str, tuple[str, ...]]:
    """The doc with prose ('' where nothing of it stands), and what was left out."""
    doc, one = case.doc, case.doc.definition
    if len(one.code) > prose.LONGEST_CODE:
        return "", (f"{len(one.code)} characters of code are too many to describe",)
    told = prose.asked(writer.ask, one, writer.languages)
    if not any(told):
        return "", ("the model's answer has not the form that was asked for",)
    said, why = proof.checked(told, one, known)
    asked = {each.lang for each in told.told}
    why += tuple(f"nothing was said in {lang}" for lang in writer.languages if lang not in asked)
    if not said.told and not said.example:
        return "", why
    worded = prose.worded(one, said, writer.name, doc.example is not None)
    today = rkindex.meta(doc.text).get("cached", "")
    made = _with_usage(render.doc(worded, today, doc.example), case)
    languages_ = ", ".join(each.lang for each in said.told if each.what)
    return rkindex.with_meta(made, {PROSE: languages_, DIGEST: _digest(made)}), why


def _with_usage(made: str, case: _Case) -> str:
    """The doc with the example that is there, where that is another than the repository's now."""
    there, now = _USAGE.search(case.there), _USAGE.search(case.doc.text)
    if said_in(case.there) or not there or (now and there[0] == now[0]):
        return made
    return _USAGE.sub(lambda _: there[0], made, count=1)


def _index(home: Home, folder: Path, case: _Case, made: str) -> None:
    """The doc's entry with its new description, where nobody wrote another one."""
    honest = rkindex.one_line(render.description(case.doc.definition))
    new, ours = _description(made), (honest, _description(case.there))

    def changed(index: str) -> str:
        old = next((e for e in rkindex.parse(index) if e.doc == case.doc.entry.doc), None)
        if old is None or not new or old.description not in ours:
            return index
        return rkindex.changed(index, [(old._replace(description=new), old.doc)])

    home.edit(folder / "_index.md", changed)


def _mend(home: Home, folder: Path, cases: Sequence[_Case]) -> None:
    """Index entries of docs with prose that an interruption left with the description before."""
    said = {e.doc: e.description for e in rkindex.parse(text(folder / "_index.md"))}
    for case in cases:
        honest = rkindex.one_line(render.description(case.doc.definition))
        if said_in(case.there) and said.get(case.doc.entry.doc) == honest:
            _index(home, folder, case, case.there)


def _description(content: str) -> str:
    """What the prose of a doc says of it in the index; '' for none."""
    most = render.LONGEST_DESCRIPTION
    spoken = len(said_in(content))
    return prose.index_text(content, spoken, partial(first_sentence, most=most)) if spoken else ""


# -- which names there are --


class _Names:
    """The names of a repository, read once."""

    def __init__(self, clone: Path, docs: Sequence[Doc]) -> None:
        self._files: Mapping[str, str] = dict(_silent(examples.texts(clone)))
        defined = {part for doc in docs for part in calls.names(doc.definition.name)}
        paths = calls.names(" ".join(self._files))
        every = [calls.names(code) for code in self._files.values()]
        called = [calls.called(code) for code in self._files.values()]
        self._defined = frozenset(defined)
        self._project = self._defined.union(paths, *every)
        self._called = self._defined.union(*called)

    def known(self, doc: Doc) -> Known:
        """What is known to a definition."""
        near = calls.names(self._files.get(doc.definition.path, ""))
        return Known(near | self._defined, self._project, self._called)


def _silent(files: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for path, content in files.items():
        language = languages.language(path, content)
        yield path, calls.silent(content, language.name if language else "")

"""Source to docs: which definitions a repository has, and each one's doc, path and index entry."""

from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from otherwords.documenting import examples, render, source
from otherwords.documenting.definition import Definition
from otherwords.documenting.examples import Example, Texts
from otherwords.documenting.home import Progress
from otherwords.documenting.languages import sources
from otherwords.processes import spread
from otherwords.rkindex import Entry
from otherwords.values import NamedTuple


class Doc(NamedTuple):
    """A definition's doc, where it lies in its project, and its line in the index."""

    definition: Definition
    entry: Entry
    text: str
    example: Example | None = None  # of the repository itself, as the doc shows it


def repository(
    root: Path, today: str, progress: Progress, only: frozenset[str] | None = None
) -> list[Doc]:
    """The docs of a repository's source files, or of some of them."""
    files = examples.texts(root)
    paths = sources(files)
    found: list[Definition] = []
    source.parse("warm.py", "def warm(): pass\n")  # what parses is loaded once, for all processes
    parsed = spread(lambda path: source.parse(path, files[path]), paths)
    for done, (path, some) in enumerate(zip(paths, parsed, strict=True)):
        progress(done, len(paths), path)
        found += some
    progress(len(paths), len(paths), "looking for usage examples")
    wanted = [one for one in found if only is None or one.path in only]
    docs = written(wanted, found, files, today)
    progress(len(paths), len(paths), f"{len(docs)} definitions")
    return docs


def written(
    wanted: Sequence[Definition], found: Sequence[Definition], files: Texts, today: str
) -> list[Doc]:
    """The docs of some definitions of a repository, each under a path of its own."""
    shown = examples.examples(found, files)
    docs = []
    for one, path in zip(wanted, paths_of(wanted), strict=True):
        entry = Entry(one.name, path, render.description(one))
        example = shown.get(one)
        docs.append(Doc(one, entry, render.doc(one, today, example), example))
    return docs


def paths_of(found: Iterable[Definition]) -> list[str]:
    """A doc path for each definition; equal ones are numbered in the order of the source."""
    taken: set[str] = set()
    paths = []
    for one in found:
        base, number = doc_path(one), 1
        path = f"{base}.md"
        while path in taken:
            number += 1
            path = f"{base}-{number}.md"
        taken.add(path)
        paths.append(path)
    return paths


def doc_path(one: Definition) -> str:
    """`src/window/frame.ts`, getWindowRect → docs/window/frame/get-window-rect."""
    folders = list(PurePosixPath(one.path).with_suffix("").parts)
    if folders[0] in ("src", "lib") and len(folders) > 1:
        folders = folders[1:]
    if folders[-1] in ("__init__", "index", "mod") and len(folders) > 1:
        folders = folders[:-1]
    return "/".join(["docs", *map(render.slug, folders), render.slug(one.name)])

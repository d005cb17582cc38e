"""Make, list and delete a project of a home."""

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from otherwords import rkindex
from otherwords.documenting import git, languages, writing
from otherwords.documenting.home import Home, Progress, quiet, text, write
from otherwords.documenting.writing import Doc
from otherwords.errors import Failure, UsageError, WriteRefused
from otherwords.processes import spread
from otherwords.rkindex import Row
from otherwords.values import NamedTuple


class Made(NamedTuple):
    """A project that was made: its name, the commit its docs were written from, and how many.

    `large` are the source files that were not read.
    """

    project: str
    commit: str
    docs: int
    large: tuple[str, ...] = ()


def create(home: Home, source: str, today: str, progress: Progress = quiet, name: str = "") -> Made:
    """Make a project from a git URL or a folder; a failure leaves nothing behind."""
    project = name or project_name(source)
    folder = home.project(project)
    if project.startswith("_"):
        raise UsageError(f"{project} is made by 'otherwords memo'")
    with home.only(project):
        if folder.exists():
            raise WriteRefused(
                f"{project} is already there: 'otherwords code update {project}' brings it up to date"  # noqa: E501
            )
        with home.staging() as staging:
            commit = fetched(source, staging / "source", progress)
            docs = writing.repository(staging / "source", today, progress)
            large = tuple(languages.too_large(staging / "source"))
            if not docs:
                said = f"; not read, over 1 MB: {', '.join(large)}" if large else ""
                raise Failure(f"no definition to document in {git.redacted(source)}{said}")
            progress(0, 0, f"writing {len(docs)} docs")
            fields = {"git_url": address(source), "created": today, "last_commit": commit}
            _stage(staging / "project", project, docs, fields, today)
            _move_in(home, project, staging)
        home.recount(project, today)
    return Made(project, commit, len(docs), large)


def _put(path: Path, content: str) -> None:
    path.write_bytes(content.encode("utf-8", "replace"))


def _stage(
    folder: Path, project: str, docs: Sequence[Doc], fields: dict[str, str], today: str
) -> None:
    """A whole project in a folder of its own."""
    lines = [f"# {project}\n\n", *(rkindex.entry_line(doc.entry) + "\n" for doc in docs)]
    for parent in sorted({(folder / doc.entry.doc).parent for doc in docs}):
        parent.mkdir(parents=True, exist_ok=True)
    for _ in spread(lambda doc: _put(folder / doc.entry.doc, doc.text), docs):
        pass
    fields |= {"last_update": today, "total_docs": str(len(lines) - 1)}
    order = ("git_url", "created", "last_update", "last_commit", "total_docs")
    write(folder / "_meta.md", rkindex.with_meta("", {key: fields[key] for key in order}))
    write(folder / "_index.md", "".join(lines))


def _move_in(home: Home, project: str, staging: Path) -> None:
    """Source, then docs: a project folder is there whole or not at all."""
    clone = home.clone(project)
    clone.parent.mkdir(exist_ok=True)
    if clone.exists():
        os.replace(clone, staging / "orphan")
    os.replace(staging / "source", clone)
    try:
        os.replace(staging / "project", home.project(project))
    except OSError as error:
        os.replace(clone, staging / "source")
        raise WriteRefused(f"{project} could not be moved in: {error.strerror}") from error


def fetched(source: str, into: Path, progress: Progress = quiet) -> str:
    """The source in a folder of its own, as a git repository; its commit."""
    progress(0, 0, f"fetching {git.redacted(source)}")
    path = local(source)
    if path and not _is_repository(path):
        into.mkdir()
        git.git(into, "init", "--quiet", "--template=")
        return snapshot(path, into)
    git.clone(os.fspath(path) if path else source, into)
    try:
        return git.line(into, "rev-parse", "--verify", "--quiet", "HEAD")
    except git.GitFailed:
        raise Failure(
            f"{git.redacted(source)} has no commit: commit what is to be documented, then try again"
        ) from None


def snapshot(source: Path, into: Path) -> str:
    """The source files of a plain folder, copied and committed; the commit."""
    for old in list(languages.files(into)):
        (into / old).unlink()
    try:
        for path in languages.files(source):
            (into / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / path, into / path, follow_symlinks=False)
    except OSError as error:
        raise Failure(f"{source} could not be copied into {into}: {error.strerror}") from error
    git.git(into, "-c", "core.autocrlf=false", "add", "--all", "--force")
    message = ("--allow-empty", "--quiet", "--no-verify", "--message", "snapshot")
    if git.git(into, "status", "--porcelain") or not git.git(into, "for-each-ref"):
        git.git(into, *COMMIT, "commit", *message)
    return git.line(into, "rev-parse", "HEAD")


COMMIT = (
    "-c", "user.name=otherwords", "-c", "user.email=otherwords@localhost", "-c", "commit.gpgSign=false",  # noqa: E501
)  # fmt: skip


def local(source: str) -> Path | None:
    """The folder that a source names; None for a URL."""
    if re.match(r"[\w+.-]+://|[\w.-]+@[\w.-]+:|\w+::", source):
        return None
    path = Path(source).expanduser()
    if not source.strip() or not path.is_dir():
        git.checked(source)
        raise UsageError(
            f"{source} is no folder and no git URL: give https://…, git@host:path or a path"
        )
    return path.resolve()


def _is_repository(path: Path) -> bool:
    bare = (path / "HEAD").is_file() and (path / "objects").is_dir()
    return (path / ".git").exists() or bare


def address(source: str) -> str:
    """A source as it is written down: no credentials, a path in full."""
    path = local(source)
    return os.fspath(path) if path else git.public(source)


def project_name(source: str) -> str:
    """A project's name from where it comes from. Raises UsageError where it gives none."""
    path = local(source)
    last = re.split(r"[/\\:]", (os.fspath(path) if path else git.public(source)).rstrip("/\\"))[-1]
    name = re.sub(r"[^\w.+-]+", "-", last.removesuffix(".git")).strip("-._")
    if not name:
        raise UsageError(f"{git.redacted(source)} gives no project name: name it with --name")
    return name


def projects(home: Home) -> tuple[Row, ...]:
    """The registered projects in order, then those that are there without a row."""
    rows = rkindex.registry(text(home.root / "_registry.md"))
    known = {row.project for row in rows}
    others = sorted(p.parent.name for p in home.root.glob("*/_index.md"))
    return (*rows, *(_row(home, name) for name in others if name not in known))


def _row(home: Home, name: str) -> Row:
    fields = rkindex.meta(text(home.root / name / "_meta.md"))
    total = str(len(rkindex.parse(text(home.root / name / "_index.md"))))
    return Row(name, fields.get("git_url", ""), fields.get("last_update", ""), total)


def delete(home: Home, project: str) -> None:
    """Remove a project: its row, its docs, its source. Asking is the front door's part."""
    folder = home.existing(project)
    with home.only(project), home.staging() as staging:
        home.edit(home.root / "_registry.md", lambda old: rkindex.without_row(old, project))
        if home.clone(project).exists():
            os.replace(home.clone(project), staging / "source")
        os.replace(folder, staging / "project")

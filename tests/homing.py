"""A RepoKnowledge home in a folder of its own, and the command line run over it in this process."""

import contextlib
import hashlib
import io
import json
import os
import shutil
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from otherwords.cli import main

EXAMPLES = Path(__file__).parents[1] / "examples"


class Ran(NamedTuple):
    """What a command printed."""

    out: str
    err: str
    status: int


class Place:
    """Copies of the examples, a cache and a data folder; commands run there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "repo-knowledge"
        self.data = folder / "data"
        self.environ = {
            "HOME": str(folder / "nobody"),
            "OTHERWORDS_RK_HOME": str(self.home),
            "OTHERWORDS_CACHE_DIR": str(folder / "cache"),
            "OTHERWORDS_DATA_DIR": str(self.data),
            "OTHERWORDS_ENCODER": "none",
            "PATH": os.environ["PATH"],
        }
        (folder / "nobody").mkdir()

    def examples(self, *names: str) -> "Place":
        """The place with copies of some example bases."""
        for name in names:
            shutil.copytree(EXAMPLES / name, self.folder / name, symlinks=True)
        return self

    def run(self, *arguments: str) -> Ran:
        """Run one command."""
        out, err = io.StringIO(), io.StringIO()
        before = os.getcwd()
        with (
            mock.patch.dict(os.environ, self.environ, clear=True),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            os.chdir(self.folder)
            try:
                status = main(list(arguments))
            finally:
                os.chdir(before)
        return Ran(out.getvalue(), err.getvalue(), status)

    def json(self, *arguments: str, base: Path | None = None) -> Any:
        """The JSON answer of a search."""
        where = ["--in", str(base or self.home)]
        ran = self.run("search", *where, "--format", "json", *arguments)
        assert ran.status == 0, ran.err
        return json.loads(ran.out)

    def paths(self, *arguments: str, base: Path | None = None) -> list[str]:
        """The paths of the hits."""
        return [hit["path"] for hit in self.json("--no-learn", *arguments, base=base)["hits"]]

    def digest(self, folder: Path | None = None) -> str:
        """One sum over every file of a folder, names and contents."""
        total = hashlib.sha256()
        for path in sorted((folder or self.home).rglob("*")):
            total.update(str(path.relative_to(folder or self.home)).encode())
            total.update(path.read_bytes() if path.is_file() else b"")
        return total.hexdigest()

    def index(self, project: str) -> str:
        """A project's index as it lies on disk."""
        return (self.home / project / "_index.md").read_bytes().decode()


def home_of(place: Place, projects: dict[str, dict[str, tuple[str, list[str], str]]]) -> None:
    """Write a home: project → doc name → (description, aliases, body); registered in this order."""
    rows = ["| Project | Git URL | Last Update | Docs |", "|---|---|---|---|"]
    for project, docs in projects.items():
        folder = place.home / project
        lines = [f"# {project}\n"]
        for name, (description, aliases, body) in docs.items():
            doc = folder / "docs" / f"{name}.md"
            doc.parent.mkdir(parents=True, exist_ok=True)
            doc.write_text(
                f"---\ncached: 2026-01-01\nsource: src/{name}.py\n---\n\n## {name}\n\n{body}\n"
            )
            lines.append(f"- [{name}](docs/{name}.md) — {description}")
            if aliases:
                lines.append(f"  aliases: [{', '.join(aliases)}]")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "_index.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
        if project != "_personal":
            rows.append(
                f"| {project} | https://example.org/{project}.git | 2026-01-01 | {len(docs)} |"
            )
    (place.home / "_registry.md").write_text("\n".join(rows) + "\n", encoding="utf-8")

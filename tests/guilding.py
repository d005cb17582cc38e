"""Guild wikis for tests, and searches of them through the command line."""

import contextlib
import hashlib
import io
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from otherwords.cli import main

ROOT = Path(__file__).parents[1]
WIKI = ".guild/wiki"
TODAY = "2026-11-30"
DIRECTORIES = {
    "context": "context",
    "standard": "standards",
    "product": "products",
    "entity": "entities",
    "concept": "concepts",
    "decision": "decisions",
    "source": "sources",
}


class World:
    """A folder with a Guild wiki, and a home and a cache beside it."""

    def __init__(self, folder: Path) -> None:
        self.outside = Path(os.path.realpath(folder))
        self.root = self.outside / "team"
        self.root.mkdir()
        self._environment = {
            "HOME": str(self.outside),
            "OTHERWORDS_CACHE_DIR": str(self.outside / "cache"),
            "OTHERWORDS_DATA_DIR": str(self.outside / "data"),
            "OTHERWORDS_ENCODER": "none",
        }

    def example(self) -> "World":
        """The same with the example wiki in it."""
        shutil.copytree(ROOT / "examples" / "guild", self.root, dirs_exist_ok=True)
        return self

    def write(self, path: str, text: str) -> None:
        """Write a file below the root."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def page(self, name: str, body: str, under: str = "", **meta: object) -> str:
        """Write a page; returns its path. `name` is `type/slug`, or `slug` for a concept."""
        kind, _, slug = name.rpartition("/")
        kind = kind or "concept"
        path = f"{WIKI}/{DIRECTORIES[kind]}/{slug}.md"
        front = {"type": kind, **meta}
        lines = "".join(f"{key}: {_yaml(value)}\n" for key, value in front.items())
        self.write(f"{under}{path}", f"---\n{lines}---\n{body}\n")
        return path

    def run(self, *arguments: str, cwd: Path | None = None) -> tuple[int, str, str]:
        """Status, standard output and standard error of one command."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.ExitStack() as stack:
            stack.enter_context(mock.patch.dict(os.environ, self._environment))
            stack.enter_context(contextlib.chdir(cwd or self.root))
            stack.enter_context(contextlib.redirect_stdout(out))
            stack.enter_context(contextlib.redirect_stderr(err))
            try:
                status = main(arguments)
            except SystemExit as stopped:
                status = int(str(stopped.code))
        return status, out.getvalue(), err.getvalue()

    def search(self, *arguments: str, cwd: Path | None = None) -> dict[str, Any]:
        """The answer to a search as JSON."""
        extra = () if "--as-of" in arguments else ("--as-of", TODAY)
        status, out, err = self.run("search", *arguments, *extra, "--format", "json", cwd=cwd)
        assert (status, err) == (0, ""), err
        answer: dict[str, Any] = json.loads(out)
        return answer

    def paths(self, *arguments: str) -> list[str]:
        """The slugs of the hits of a search, in order."""
        return slugs(self.search(*arguments)["hits"])

    def state(self) -> dict[str, tuple[int, str]]:
        """Every file and folder below every `.guild` with its time and its content's digest."""
        return dict(self._state())

    def _state(self) -> Iterator[tuple[str, tuple[int, str]]]:
        for path in sorted(self.root.rglob("*")):
            data = path.read_bytes() if path.is_file() else b""
            where = path.relative_to(self.root).as_posix()
            yield where, (path.stat().st_mtime_ns, hashlib.sha256(data).hexdigest())


def _yaml(value: object) -> str:
    return json.dumps(value) if isinstance(value, list) else str(value)


def slugs(hits: list[dict[str, Any]]) -> list[str]:
    """The file names of hits without their ending."""
    return [hit["path"].rpartition("/")[2].removesuffix(".md") for hit in hits]


def codes(notices: list[dict[str, Any]]) -> list[str]:
    """The codes of notices, in order."""
    return [notice["code"] for notice in notices]

"""Runs transcripts: Markdown files whose ```console blocks hold commands and exactly what they print.

`$ ` begins a command, `! ` a line on standard error, `[1]` an exit status other than 0. `otherwords`
runs in this process; everything else, and pipes, in a shell. Each file has its own copy of examples/.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from otherwords.cli import main

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"[|<>;&*]|\$\(")
TODAY = "2026-06-01"


class Ran(NamedTuple):
    """What a command printed."""

    out: str
    err: str
    status: int


class Stage:
    """A folder with copies of the examples, a home and a cache, where commands run."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.realpath(folder)) / "kb"
        shutil.copytree(ROOT / "examples", self.folder, symlinks=True)
        self.cwd = self.folder
        home = self.folder.parent / "home"
        home.mkdir()
        self.environ = {
            "HOME": str(home),
            "OTHERWORDS_CACHE_DIR": str(self.folder.parent / "cache"),
            "OTHERWORDS_DATA_DIR": str(self.folder.parent / "data"),
            "PATH": f"{_stub(self.folder.parent)}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT / "src"),
            "OTHERWORDS_ENCODER": "none",
            "NO_COLOR": "1",
            "COLUMNS": "100",
            "LC_ALL": "C.UTF-8",
        }

    def run(self, command: str) -> Ran:
        """Run one command line."""
        words = shlex.split(command)
        if words[0] == "cd":
            self.cwd = (self.cwd / words[1]).resolve()
            return Ran("", "", 0)
        if words[0] == "otherwords" and not SHELL.search(
            re.sub(r"'[^']*'|\"[^\"]*\"", "", command)
        ):
            return self._inside(words[1:])
        done = subprocess.run(
            ["sh", "-c", command], cwd=self.cwd, env=self.environ, capture_output=True, timeout=60
        )
        return Ran(self._plain(done.stdout), self._plain(done.stderr), done.returncode)

    def _inside(self, arguments: list[str]) -> Ran:
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _ in range(2))
        with (
            mock.patch.dict(os.environ, self.environ, clear=True),
            contextlib.chdir(self.cwd),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            mock.patch("time.strftime", lambda *_: TODAY),
        ):
            try:
                status = main(arguments)
            except SystemExit as left:
                status = int(left.code or 0)
            sys.stdout.flush()
            sys.stderr.flush()
        printed = (stream.buffer.getvalue() for stream in (out, err))  # type: ignore[attr-defined]
        return Ran(*map(self._plain, printed), status)

    def _plain(self, data: bytes) -> str:
        return data.decode("utf-8", "backslashreplace").replace(str(self.folder.parent), "")


def _stub(folder: Path) -> str:
    """A folder with the command, for pipes."""
    stub = folder / "bin" / "otherwords"
    stub.parent.mkdir()
    stub.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m otherwords "$@"\n')
    stub.chmod(0o755)
    return str(stub.parent)


def replay(text: str, folder: Path) -> str:
    """A transcript with what its commands print now."""
    stage = Stage(folder)
    return BLOCK.sub(lambda match: f"```console\n{''.join(played(match[1], stage))}```", text)


def played(block: str, stage: Stage) -> Iterator[str]:
    """The commands of a block, each with what it prints now."""
    for line in block.splitlines():
        if line.startswith("$ "):
            ran = stage.run(line[2:])
            yield f"{line}\n"
            yield from (f"{text}\n" for text in _lines(ran.out))
            yield from (f"! {text}\n" for text in _lines(ran.err))
            if ran.status:
                yield f"[{ran.status}]\n"


def _lines(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []

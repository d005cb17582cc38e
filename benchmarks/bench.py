"""What every section of the benchmarks is made with: processes that are run and measured, rows of a table."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import generate

RUNS = 5
FTS5 = str(Path(__file__).with_name("fts5.py"))
COMMAND = "from otherwords.cli import script; script()"


class Figure(NamedTuple):
    """One row of the table."""

    name: str
    target: str
    measured: str
    ours: str
    other: str = ""

    def met(self) -> str:
        """A mark by the numbers at the beginning of target and measurement, where both have one."""
        try:
            wanted, found = (float(x.split()[1]) for x in (self.target, f"= {self.measured}"))
        except (IndexError, ValueError):
            return ""
        return "yes" if (found >= wanted if self.target[0] == "≥" else found <= wanted) else "no"


class Ran(NamedTuple):
    """A finished process; its time is that of the processor, which other work on the machine changes least."""

    seconds: float
    megabytes: float
    output: str
    clock: float  # seconds by the clock, which other work on the machine changes


class Bench:
    """Where the wikis and indexes are, and how commands are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        path = os.environ.get("PYTHONPATH")
        self.env = {**kept, "OTHERWORDS_CACHE_DIR": str(self.cache), "OTHERWORDS_ENCODER": "none"}
        if path:
            self.env["PYTHONPATH"] = os.path.abspath(path)

    def wiki(self, pages: int) -> Path:
        """A wiki of so many pages, made where it is missing."""
        root = self.folder / f"wiki-{pages}"
        return self._made(root, lambda where: generate.wiki(where, pages))

    def _made(self, root: Path, make: Callable[[str], None]) -> Path:
        if not root.exists():
            print(f"making {root.name} …", file=sys.stderr)
            unfinished = root.with_name(f"{root.name}.unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)
            make(str(unfinished))
            unfinished.rename(root)
        return root

    def run(self, *call: str) -> Ran:
        """A whole process: seconds, peak memory, output. Raises RuntimeError where it fails."""
        began = time.perf_counter()
        with open(self.folder / "output", "w+b") as out:
            process = subprocess.Popen(call, env=self.env, stdout=out, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)
            clock = time.perf_counter() - began
            seconds = usage.ru_utime + usage.ru_stime
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            text = out.read().decode("utf-8", "replace")
        if process.returncode:
            raise RuntimeError(f"{call} ended with {process.returncode}: {text[-500:]}")
        peak = usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
        return Ran(seconds, peak, text, clock)

    def search(self, root: Path, *words: str) -> tuple[str, ...]:
        """The call of a search."""
        return (sys.executable, "-c", COMMAND, "search", "--in", str(root), *words)

    def plain(self, root: Path, *words: str) -> tuple[str, ...]:
        """The call of the same search with the SQLite script."""
        database = str(self.folder / f"{root.name}.sqlite")
        where = root / ".wikicommit"
        return (sys.executable, FTS5, str(where), *words, "--database", database)

    def in_turn(self, one: tuple[str, ...], other: tuple[str, ...]) -> tuple[list[Ran], list[Ran]]:
        """Both commands, once to warm up and then five times in turn."""
        pairs = [(self.run(*one), self.run(*other)) for _ in range(RUNS + 1)][1:]
        return [a for a, _ in pairs], [b for _, b in pairs]

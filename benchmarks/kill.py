"""Kill writers of a home at random moments: nothing confirmed is lost, no file is ever broken.

    PYTHONPATH=src python benchmarks/kill.py --kills 500

Each round two processes write at once (confirm against confirm, update, sync or learned names)
and one or both are killed. Then every file must read, and every alias and name whose call had
returned be there.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from otherwords import rkindex
from otherwords.documenting import git, making, syncing, updating
from otherwords.documenting.home import Home
from otherwords.errors import OtherwordsError
from otherwords.learning import aliases, names
from otherwords.learning.rewriting import rewrite

DOCS = 200
TODAY = "2026-01-01"
INDEX = "# chart\r\n\r\n<!-- by hand -->\r\n" + "".join(
    f"- [d{n}](docs/d{n}.md) — doc {n}\r\n" for n in range(DOCS)
)
Report = Callable[[str], None]


class Stage:
    """A home with a project whose source can change, a remote, and what was acknowledged."""

    def __init__(self, folder: Path) -> None:
        self.data, self.source, self.remote = (
            folder / "data",
            folder / "chart",
            folder / "remote.git",
        )
        edit = partial(rewrite, locks=self.data / "locks")
        self.home = Home(folder / "home", edit, self.data / "locks")
        self.source.mkdir()
        self.change(0)
        making.create(self.home, str(self.source), TODAY)
        self.index = self.home.root / "chart" / "_index.md"
        self.index.write_bytes((INDEX + self.index.read_text()).encode())
        git.git(folder, "init", "--quiet", "--bare", str(self.remote))
        syncing.sync(self.home, str(self.remote))

    def change(self, number: int) -> None:
        body = "".join(f"def step_{n}():\n    return {n}\n\n\n" for n in range(number, number + 5))
        (self.source / "steps.py").write_text(body)

    def confirm(self, writer: str, said: Report) -> None:
        for n in range(DOCS * 4):
            doc, query = n % DOCS, f"{writer} {n}"
            aliases.confirm(self.home.root, "chart", f"docs/d{doc}.md", query, self.data)
            said(f"alias\t{doc}\t{query}")

    def learn(self, writer: str, said: Report) -> None:
        store = names.LearnedNames(self.data)
        for n in range(DOCS * 4):
            store.learn("base", f"page{n % DOCS}", f"{writer} {n}", TODAY)
            said(f"name\t{n % DOCS}\t{writer} {n}")

    def update(self, writer: str, said: Report) -> None:
        for n in range(100):
            self.change(n)
            updating.update(self.home, "chart", TODAY)

    def sync(self, writer: str, said: Report) -> None:
        for _ in range(100):
            syncing.sync(self.home)

    def check(self, said: list[str]) -> None:
        """Raises AssertionError for anything lost or broken."""
        text = self.index.read_bytes().decode()
        entries = {e.doc: e for e in rkindex.parse(text)}
        bare = "".join(x + "\n" for x in text.split("\n") if not x.startswith("  aliases: ["))
        assert bare.startswith(INDEX), "a line of the index is gone or changed"
        store = {(n.path, n.text) for n in names.LearnedNames(self.data).list()}
        for kind, place, name in (line.split("\t") for line in said):
            if kind == "alias":
                assert name in entries[f"docs/d{place}.md"].aliases, f"lost alias {name}"
            else:
                assert (f"page{place}", name) in store, f"lost name {name}"


def child(work: Callable[[str, Report], None], writer: str) -> tuple[int, int]:
    """A process that works until it is killed, and the pipe on which it tells what it has done."""
    read, write = os.pipe()
    pid = os.fork()
    if pid:
        os.close(write)
        return pid, read
    os.setpgid(0, 0)
    try:
        work(writer, lambda line: (os.write(write, line.encode() + b"\n"), None)[1])
    except OtherwordsError as error:  # a lock that the other one holds is no fault
        if "another process" not in str(error) and "index.lock" not in str(error):
            os.write(2, f"{writer}: {error}\n".encode())
    finally:
        os._exit(0)


def heard(pipe: int) -> list[str]:
    with os.fdopen(pipe, "rb") as file:
        return [x.decode() for x in file.read().split(b"\n")[:-1]]


def run(kills: int, seed: int) -> int:
    """Rounds until so many processes were killed; how many calls had been acknowledged."""
    chance, done, acknowledged = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        works = [stage.confirm, stage.learn, stage.update, stage.sync]
        number = 0
        while done < kills:
            number += 1
            pairs = [
                child(stage.confirm, f"a{number}"),
                child(works[number % len(works)], f"b{number}"),
            ]
            for pid, _ in chance.sample(pairs, 2):
                time.sleep(chance.uniform(0.005, 0.5 if number % len(works) > 1 else 0.1))
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                done += 1
            said = [line for _, pipe in pairs for line in heard(pipe)]
            stage.check(said)
            acknowledged += len(said)
        finish(stage)
    return acknowledged


def finish(stage: Stage) -> None:
    """After all kills, everything works at once and index and docs agree."""
    for lock in stage.home.root.glob(".git/*.lock"):
        lock.unlink()
    stage.change(500)
    updating.update(stage.home, "chart", TODAY)
    syncing.sync(stage.home)
    folder = stage.home.root / "chart"
    entries = {e.doc for e in rkindex.parse(stage.index.read_bytes().decode())}
    on_disk = {p.relative_to(folder).as_posix() for p in folder.glob("docs/**/*.md")}
    assert {d for d in entries if "/steps/" in d} == on_disk, (entries, on_disk)
    assert len(on_disk) == 5, on_disk
    aliases.confirm(stage.home.root, "chart", "docs/d0.md", "at last", stage.data)
    assert not list(folder.glob(".*_index*")), "a temporary file is left"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.monotonic()
    acknowledged = run(options.kills, options.seed)
    took = time.monotonic() - begun
    print(f"{options.kills} kills, {acknowledged} confirmed calls, none lost, {took:.0f} s")


if __name__ == "__main__":
    sys.exit(main())

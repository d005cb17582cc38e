"""Kill writers of homes at random moments: nothing confirmed is lost, no file is ever broken.

    PYTHONPATH=src python benchmarks/kill.py --kills 500

Each round two processes write at once: confirm, update, sync and learned names, each against each
other and against itself, on one home or on two homes with one remote. Both are killed, half of the
time with the git that they run. Then every file must read, every alias and name whose call had
returned be there, and at the end everything work and both homes be the same. Rounds of their own
kill `create`: a project is there whole or not at all, and what it left behind goes with the next
command.
"""

import argparse
import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from otherwords import rkindex
from otherwords.documenting import git, making, syncing, updating
from otherwords.documenting.home import Home
from otherwords.errors import OtherwordsError, WriteRefused
from otherwords.learning import aliases, names
from otherwords.learning.rewriting import rewrite

DOCS = 200
THEIRS = range(150, DOCS)  # docs that only the other home confirms
TODAY = "2026-01-01"
INDEX = "# chart\r\n\r\n<!-- by hand -->\r\n" + "".join(
    f"- [d{n}](docs/d{n}.md) — doc {n}\r\n" for n in range(DOCS)
)
Report = Callable[[str], None]


class Stage:
    """A home with a project whose source can change, a second home with the same remote."""

    def __init__(self, folder: Path) -> None:
        self.source = folder / "chart"
        self.source.mkdir()
        self.change(0)
        self.here, self.there = _home(folder / "here"), _home(folder / "there")
        making.create(self.here, str(self.source), TODAY)
        index = self.index(self.here)
        index.write_bytes((INDEX + index.read_text()).encode())
        self.remote = folder / "remote.git"
        git.git(folder, "init", "--quiet", "--bare", str(self.remote))
        syncing.sync(self.here, str(self.remote))
        self.there.root.mkdir()
        syncing.sync(self.there, str(self.remote))

    def index(self, home: Home) -> Path:
        return home.root / "chart" / "_index.md"

    def change(self, number: int) -> None:
        body = "".join(f"def step_{n}():\n    return {n}\n\n\n" for n in range(number, number + 5))
        temporary = self.source / f"next.{os.getpid()}"
        temporary.write_text(body)
        os.replace(temporary, self.source / "steps.py")

    # -- what the two processes of a round do, until they are killed --

    def confirm(self, writer: str, said: Report) -> None:
        for n in range(THEIRS.start * 4):
            self._alias(self.here, n % THEIRS.start, f"{writer} {n}", said)

    def _alias(self, home: Home, doc: int, query: str, said: Report) -> None:
        where = "here" if home is self.here else "there"
        aliases.confirm(home.root, "chart", f"docs/d{doc}.md", query, home.locks.parent)
        said(f"{where}\t{doc}\t{query}")

    def learn(self, writer: str, said: Report) -> None:
        store = names.LearnedNames(self.here.locks.parent)
        for n in range(DOCS * 4):
            store.learn("base", f"page{n % DOCS}", f"{writer} {n}", TODAY)
            said(f"name\t{n % DOCS}\t{writer} {n}")

    def update(self, writer: str, said: Report) -> None:
        for n in range(100):
            self.change(n)
            with busy():
                updating.update(self.here, "chart", TODAY)
                said("done\t\tupdate")

    def sync(self, writer: str, said: Report) -> None:
        for _ in range(100):
            with busy():
                syncing.sync(self.here)
                said("done\t\tsync")

    def sync_there(self, writer: str, said: Report) -> None:
        for n in range(100):
            self._alias(self.there, THEIRS[n % len(THEIRS)], f"{writer} {n}", said)
            with busy():
                syncing.sync(self.there)
                said("done\t\tsync")

    def rounds(self) -> list[tuple[Callable[[str, Report], None], ...]]:
        return [
            (self.confirm, self.confirm), (self.confirm, self.update), (self.confirm, self.sync),
            (self.update, self.update), (self.sync, self.sync), (self.update, self.sync),
            (self.sync, self.sync_there), (self.confirm, self.learn), (self.update, self.sync_there),
        ]  # fmt: skip

    # -- what must be true --

    def check(self, said: list[str]) -> None:
        """Raises AssertionError for anything lost or broken."""
        entries = {"here": self._entries(self.here), "there": self._entries(self.there)}
        store = {(n.path, n.text) for n in names.LearnedNames(self.here.locks.parent).list()}
        for kind, place, name in (line.split("\t") for line in said):
            if kind == "name":
                assert (f"page{place}", name) in store, f"lost name {name}"
            elif kind != "done":
                assert name in entries[kind][f"docs/d{place}.md"].aliases, f"lost alias {name}"
        for home in (self.here, self.there):
            self._whole(home)

    def _entries(self, home: Home) -> dict[str, rkindex.Entry]:
        """The entries of an index whose lines by hand are as they were."""
        text = self.index(home).read_bytes().decode()
        bare = "".join(x + "\n" for x in text.split("\n") if not x.startswith("  aliases: ["))
        assert bare.startswith(INDEX), "a line of the index is gone or changed"
        return {e.doc: e for e in rkindex.parse(text)}

    def _whole(self, home: Home) -> None:
        """Meta file, registry row and docs are whole; here an entry's doc is there."""
        folder = home.root / "chart"
        assert rkindex.meta((folder / "_meta.md").read_text())["git_url"] == str(self.source)
        rows = rkindex.registry((home.root / "_registry.md").read_text())
        assert [row.project for row in rows] == ["chart"], rows
        docs = {p.relative_to(folder).as_posix(): p for p in folder.glob("docs/**/*.md")}
        for path in docs.values():
            text = path.read_text()
            assert text.startswith("---\ncached: ") and text.endswith("```\n"), f"{path} is cut"
        made = {doc for doc in self._entries(home) if "/steps/" in doc}
        assert home is self.there or made <= set(docs), f"entries without doc: {made - set(docs)}"

    def finish(self) -> None:
        """After all kills, everything works at once, and both homes have the same.

        A merge that was killed while it was written leaves its docs as if they had been added here: one that
        the other home has since removed may come back, and goes when its source next changes.
        """
        for home in (self.here, self.there, self.here):
            syncing.sync(home)
        self.change(500)
        updating.update(self.here, "chart", TODAY)
        for home in (self.here, self.there, self.here):
            syncing.sync(home)
        self.check([])
        one, other = (self._entries(home) for home in (self.here, self.there))
        assert {d: e.aliases for d, e in one.items()} == {d: e.aliases for d, e in other.items()}
        folder = self.here.root / "chart"
        on_disk = {p.relative_to(folder).as_posix() for p in folder.glob("docs/**/*.md")}
        assert {d for d in one if "/steps/" in d} == on_disk, (sorted(one), on_disk)
        assert len(on_disk) == 5, on_disk
        for left in self.here.root.rglob(".*otherwords-tmp"):
            os.utime(left, (1, 1))  # what killed writers left is removed once it is old
        updating.update(self.here, "chart", TODAY)
        self._alias(self.here, 0, "at last", lambda line: None)
        left = [p for p in self.here.root.rglob(".*") if "otherwords-tmp" in p.name]
        left += self.here.root.glob(".staging-*")
        assert not left, f"left behind: {left}"


def _home(root: Path) -> Home:
    locks = root.with_name(f"{root.name}-data") / "locks"
    return Home(root, partial(rewrite, locks=locks), locks)


@contextlib.contextmanager
def busy() -> Iterator[None]:
    """A lock that the other process holds is no fault, nor is a file that it changed meanwhile."""
    try:
        yield
    except WriteRefused as error:
        if "another process" not in str(error) and "while it was merged" not in str(error):
            raise


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
    except OtherwordsError as error:
        os.write(write, f"fault\t\t{error!s}".replace("\n", " ").encode() + b"\n")
    finally:
        os._exit(0)


def heard(pipe: int) -> list[str]:
    with os.fdopen(pipe, "rb") as file:
        return [x.decode() for x in file.read().split(b"\n")[:-1]]


def kill(pid: int, everything: bool) -> None:
    """End a process at once, or its git with it."""
    with contextlib.suppress(ProcessLookupError):
        (os.killpg if everything else os.kill)(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def writers(kills: int, chance: random.Random, folder: Path) -> dict[str, int]:
    """Rounds of two writers until so many were killed; what had been done by then, by kind."""
    stage = Stage(folder)
    rounds, done, counts = stage.rounds(), 0, dict[str, int]()
    while done < kills:
        number = done // 2
        pair = [
            child(work, f"{'ab'[n]}{number}") for n, work in enumerate(rounds[number % len(rounds)])
        ]
        for pid, _ in chance.sample(pair, 2):
            time.sleep(chance.uniform(0.005, 0.6))
            kill(pid, chance.random() < 0.5)
            done += 1
        said = [line for _, pipe in pair for line in heard(pipe)]
        for lock in stage.remote.rglob("*.lock"):
            lock.unlink()  # in life another machine's, which was not killed
        faults = [line for line in said if line.startswith("fault")]
        assert not faults, faults
        stage.check(said)
        for line in said:
            kind, _, what = line.split("\t")
            kind = what if kind == "done" else "alias" if kind in ("here", "there") else kind
            counts[kind] = counts.get(kind, 0) + 1
    stage.finish()
    return counts


def makers(kills: int, chance: random.Random, folder: Path) -> int:
    """`create` killed at random moments; how many of the projects were there."""
    source = folder / "many"
    for n in range(400):
        path = source / f"p{n % 20}" / f"m{n}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"def name_{n}():\n    return {n}\n")
    home, whole = _home(folder / "home"), 0
    begun = time.monotonic()
    making.create(home, str(source), TODAY)
    took = time.monotonic() - begun
    making.delete(home, "many")
    for number in range(kills):
        pid, pipe = child(lambda _w, _s: (making.create(home, str(source), TODAY), None)[1], "c")
        time.sleep(chance.uniform(0.01, 3 * took))
        kill(pid, number % 2 == 0)
        assert not heard(pipe)
        if (home.root / "many").exists():
            entries = rkindex.parse((home.root / "many/_index.md").read_text())
            assert len(entries) == 400 and (home.clone("many") / "p0/m0.py").is_file()
            assert all((home.root / "many" / e.doc).read_text().endswith("```\n") for e in entries)
            making.delete(home, "many")
            whole += 1
    making.create(home, str(source), TODAY)
    assert not list(home.root.glob(".staging-*")), "staging folders are left"
    return whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--creates", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, begun = random.Random(options.seed), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        counts = writers(options.kills, chance, Path(folder))
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    print(
        f"{options.kills} kills; done in between: {told}; none lost, {time.monotonic() - begun:.0f} s"
    )
    with tempfile.TemporaryDirectory() as folder:
        whole = makers(options.creates, chance, Path(folder))
    print(f"{options.creates} kills of create: {whole} projects whole, the others not there")


if __name__ == "__main__":
    sys.exit(main())

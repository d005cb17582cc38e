"""Many things are done by several processes: as by one, in order, and with nothing left behind."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from otherwords import processes
from otherwords.engines import embedded
from otherwords.engines.embedded import EmbeddedEngine
from otherwords.engines.schema import VERSION
from otherwords.errors import Failure, UsageError
from otherwords.indexing import reading, refreshing, state
from otherwords.layouts.repoknowledge import RepoKnowledge
from otherwords.layouts.wikicommit import CONFIG, ENTITY, WikiCommit
from otherwords.model import Concept, Leg, Reading, Term
from otherwords.ports import Change, Snapshot
from otherwords.stores.shelf import FileShelf

THINGS = range(processes.MANY + 7)
WORDS = ("harbour", "engineering", "getWindowRect", "港の灯台守", "サーバー", "città", "C++")


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """Whatever happens: no child, running or dead, and no open pipe."""
    before = opened()
    yield
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
    assert opened() == before


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three processes, wherever the tests run."""
    monkeypatch.setattr(processes, "_processors", lambda: 3)


def opened() -> int:
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


def number_and_process(n: int) -> tuple[int, int]:
    return n, os.getpid()


def at(thing: int, act: Callable[[], object]) -> Callable[[int], int]:
    """Work that does something else with one thing."""

    def work(n: int) -> int:
        if n == thing:
            act()
        return n

    return work


def raised(error: BaseException) -> Callable[[], object]:
    def act() -> object:
        raise error

    return act


# -- one thing done to many --


def test_results_come_in_order_wherever_they_were_made(three: None) -> None:
    made = list(processes.spread(number_and_process, THINGS))
    assert [n for n, _ in made] == list(THINGS)
    elsewhere = [pid for _, pid in made if pid != os.getpid()]
    assert len(set(elsewhere)) == 3
    assert len(elsewhere) > len(made) - 12  # some are done here, to load what they need


@pytest.mark.parametrize("things", [range(0), range(1), range(processes.MANY - 1)])
def test_few_things_are_done_here(things: range, three: None) -> None:
    made = list(processes.spread(number_and_process, things))
    assert made == [(n, os.getpid()) for n in things]


def test_one_processor_forks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_processors", lambda: 1)
    assert {pid for _, pid in processes.spread(number_and_process, THINGS)} == {os.getpid()}


def test_without_fork_nothing_is_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    assert {pid for _, pid in processes.spread(number_and_process, THINGS)} == {os.getpid()}


def test_beside_a_thread_nothing_is_forked(three: None) -> None:
    over = threading.Event()
    beside = threading.Thread(target=over.wait)
    beside.start()
    try:
        made = list(processes.spread(number_and_process, THINGS))
    finally:
        over.set()
        beside.join()
    assert made == [(n, os.getpid()) for n in THINGS]


def test_where_no_process_may_be_started_all_is_done_here(
    three: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second is refused: the first ends, and nothing is lost."""
    fork, asked = os.fork, []

    def refusing() -> int:
        asked.append(1)
        if len(asked) > 1:
            raise BlockingIOError("too many processes")
        return fork()

    monkeypatch.setattr(os, "fork", refusing)
    made = list(processes.spread(number_and_process, THINGS))
    assert made == [(n, os.getpid()) for n in THINGS]


@pytest.mark.parametrize("thing", [0, 7, THINGS[-1] // 8 * 3, THINGS[-1]])
def test_an_error_is_raised_as_by_one_process(thing: int, three: None) -> None:
    """After the results before it, wherever it was raised; with how."""
    seen = []
    with pytest.raises(UsageError, match="this one") as caught:
        for n in processes.spread(at(thing, raised(UsageError("this one"))), THINGS):
            seen.append(n)
    assert seen == list(range(thing))
    assert "in a process of its own" in caught.value.__notes__[0]
    assert "in act" in caught.value.__notes__[0]


class Unsendable(Exception):
    """Its arguments are not those it is made of."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def test_an_error_that_cannot_be_sent_is_still_told(three: None) -> None:
    with pytest.raises(Failure, match="Unsendable: 1 and 2"):
        list(processes.spread(at(7, raised(Unsendable(1, 2))), THINGS))


@pytest.mark.parametrize("ends", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGSEGV])
def test_a_process_that_is_ended_is_said(ends: signal.Signals, three: None) -> None:
    """No wait without end, no half result."""

    def act() -> None:
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        os.kill(os.getpid(), ends)

    with pytest.raises(Failure, match="ended from outside"):
        list(processes.spread(at(7, act), THINGS))


def test_who_stops_listening_ends_them(three: None) -> None:
    results = processes.spread(lambda n: b"x" * 100_000, range(5000))
    next(results)
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 5


def test_no_process_is_far_ahead_of_its_reader(three: None, tmp_path: Path) -> None:
    """What is made and not yet read is bounded: a pipe and a buffer for each."""
    made = tmp_path / "made"

    def work(n: int) -> bytes:
        with open(made, "ab") as file:
            file.write(b".")
        return b"x" * 10_000

    results = processes.spread(work, range(2000))
    next(results)
    time.sleep(0.5)
    assert made.stat().st_size < 3 * 20 + 10
    results.close()


# -- an index --


class Wiki:
    """A wiki of many pages, odd ones among them, and indexes of it."""

    def __init__(self, folder: Path, pages: int, words: int = 60) -> None:
        self.root, self.folder = folder / "wiki", folder
        self.put(CONFIG, b"translation:\n  primary_lang: en\n  targets: [ja]\n")
        for n in range(pages):
            text = f"# P{n}\n\n{WORDS[n % 7]} {WORDS[n % 5]} {n} fooBar{n}\n\n## More\n\n{'x y ' * (words // 2)}\n"
            front = f"---\ntitle: P{n}\ntype: schema:Note\nlang: en\ntags: [t{n % 9}]\n---\n\n"
            self.put(f"{ENTITY}/en/Note/p{n}.md", (front + text).encode())
        self.put(f"{ENTITY}/en/Note/odd-yaml.md", b"---\ntitle: [\n---\n\n# A\n")
        self.put(f"{ENTITY}/en/Note/odd-removed.md", b"---\nstatus: removed\n---\n\n# A\n")
        self.put(f"{ENTITY}/en/Note/odd-bytes.md", b"---\ntitle: caf\xe9\n---\n\n# \xff\xfe\n")
        (self.root / ENTITY / "en/Note/gone.md").symlink_to("/nowhere")

    def put(self, path: str, data: bytes) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    def base(self, name: str, progress: refreshing.Progress | None = None) -> refreshing.Base:
        cache = self.folder / name
        cache.mkdir(exist_ok=True)
        layout, engine = WikiCommit(str(self.root)), EmbeddedEngine(str(cache))
        shelf = FileShelf(str(cache))
        return refreshing.Base(layout, engine, shelf, VERSION, lambda: 10**18 * 3, progress)


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    return Wiki(tmp_path, processes.MANY + 50)


def found(snapshot: Snapshot) -> list[object]:
    """What some words find, with scores and explanations."""

    def asked(word: str) -> Leg:
        return Leg("", (Concept(word, (Term(word),)),))

    return [snapshot.search(asked(word), (), 50, True) for word in (*WORDS, "foobar7", "window")]


def answers(made: refreshing.Refreshed) -> list[object]:
    """All that can be asked of an index, and what was said of making it."""
    pages = list(made.snapshot.pages())
    return [*found(made.snapshot), pages, made.notices, made.changed, made.snapshot.left_out]


def indexed(folder: Path) -> dict[str, object]:
    """The index's files by what they are, and what is remembered of the wiki's."""
    kept: dict[str, object] = {}
    for file in sorted(folder.glob("g*/*")):
        if not file.name.startswith((".", "meta.json", "check")):
            kept[file.suffix or file.name] = file.read_bytes()
    head = state.unpack(FileShelf(str(folder)).load(), VERSION)
    assert head is not None
    return kept | {"head": head[:5], "files": state.files(head)}


def test_an_index_is_the_same_by_one_process_and_by_several(
    wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte, and answer for answer, with its notices; progress is told for each page."""
    told: dict[int, list[tuple[int, int]]] = {}
    made, stored = {}, {}
    for number in (1, 2, 3, 8):
        monkeypatch.setattr(processes, "_processors", lambda number=number: number)
        told[number] = []
        tell = told[number].append
        base = wiki.base(f"by{number}", lambda done, total, tell=tell: tell((done, total)))
        made[number] = answers(refreshing.refresh(base))
        stored[number] = indexed(wiki.folder / f"by{number}")
    assert {".idx", ".pos", ".term", ".store", "rows", "words", "files"} <= set(stored[1])
    for number in (2, 3, 8):
        assert made[number] == made[1]
        assert stored[number] == stored[1]
        assert told[number] == told[1]


def test_processes_are_there_before_the_engine_s_threads(wiki: Wiki, three: None) -> None:
    """Else a fork could hold for ever what a writer's thread holds at that moment."""

    class Looking(EmbeddedEngine):
        seen = 0

        def commit(self, change: Change, token: str) -> str:
            self.seen = len(children())
            return super().commit(change, token)

    engine = Looking(str(wiki.folder / "cache"))
    refreshing.refresh(wiki.base("cache")._replace(engine=engine))
    assert engine.seen == 3


def children() -> list[str]:
    """The processes that this one started."""
    return Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split()


def test_what_a_layout_finds_while_reading_is_not_lost(
    tmp_path: Path, three: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home's indexes are checked as they are read, here in other processes."""
    (tmp_path / "projects.md").write_text("")
    layout = RepoKnowledge(str(tmp_path))
    monkeypatch.setattr(processes, "MANY", 2)
    paths = []
    for n in range(5):
        paths.append(f"p{n}/_index.md")
        (tmp_path / f"p{n}").mkdir()
        (tmp_path / paths[-1]).write_text(
            f"# p{n}\n\n- [A](docs/a.md) | x | y\n- a{n} → docs/a{n}.md\n"
        )
    alone = RepoKnowledge(str(tmp_path))
    for path in paths:
        alone.read(path, alone.load(path))
    list(reading.brought(layout, EmbeddedEngine(None), paths))
    assert layout.problems == alone.problems


class Breaking(WikiCommit):
    """Fails at one page, as no layout should; with `ends`, the process that reads it does."""

    ends = False
    at = "/p250.md"

    def read(self, path: str, data: bytes) -> Reading | None:
        if path.endswith(self.at):
            if self.ends:
                os.kill(os.getpid(), signal.SIGKILL)
            raise ZeroDivisionError(path)
        return super().read(path, data)


def broken(wiki: Wiki, ends: bool, at: str = Breaking.at) -> refreshing.Base:
    layout = Breaking(str(wiki.root))
    layout.ends, layout.at = ends, at
    return wiki.base("cache")._replace(layout=layout)


@pytest.mark.parametrize(
    ("ends", "error"), [(False, ZeroDivisionError), (True, Failure)], ids=["raised", "killed"]
)
def test_a_build_that_fails_leaves_nothing_and_the_next_one_works(
    wiki: Wiki, three: None, ends: bool, error: type[Exception]
) -> None:
    with pytest.raises(error):
        refreshing.refresh(broken(wiki, ends))
    assert [x.name for x in (wiki.folder / "cache").iterdir() if x.name.startswith("g")] == []
    after = answers(refreshing.refresh(wiki.base("cache")))
    assert after == answers(refreshing.refresh(wiki.base("other")))


def test_a_large_change_that_fails_leaves_the_index_as_it_was(
    wiki: Wiki, three: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changed in place: nothing of the change is there, and the next refresh brings it in."""
    monkeypatch.setattr(embedded, "SMALL_BYTES", 1000)
    monkeypatch.setattr(embedded, "DEAD_SHARE", 2.0)
    before = answers(refreshing.refresh(wiki.base("cache")))[: len(WORDS)]
    for n in range(processes.MANY + 20):
        wiki.put(f"{ENTITY}/en/Note/z{n}.md", b"---\ntype: schema:Note\n---\n\n# harbour\n")
    for ends in (False, True):
        with pytest.raises((ZeroDivisionError, Failure)):
            refreshing.refresh(broken(wiki, ends, "/z250.md"))
        base = wiki.base("cache")
        head = state.unpack(base.shelf.load(), VERSION)
        assert head is not None
        assert found(base.engine.open(head.token, head.languages))[: len(WORDS)] == before
    made = refreshing.refresh(wiki.base("cache"))
    assert len(made.changed) == processes.MANY + 20
    assert made.snapshot.count(()) == len(list(made.snapshot.pages())) == 2 * processes.MANY + 71


def test_an_error_is_the_same_by_one_process(wiki: Wiki, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for number in (1, 3):
        monkeypatch.setattr(processes, "_processors", lambda number=number: number)
        with pytest.raises(ZeroDivisionError) as caught:
            refreshing.refresh(broken(wiki, False))
        told.append(str(caught.value))
    assert told[0] == told[1]


# -- through the command --

COMMAND = """
import sys
from otherwords import processes
processes._processors = lambda: 3
from otherwords.cli import script
script()
"""


def started(wiki: Wiki) -> "subprocess.Popen[str]":
    call = [sys.executable, "-c", COMMAND, "search", "harbour", "--in", str(wiki.root)]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
        "OTHERWORDS_CACHE_DIR": str(wiki.folder / "cache"),
        "HOME": str(wiki.folder),
    }
    return subprocess.Popen(
        [*call, "--format", "json"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="looks for processes in /proc")
@pytest.mark.parametrize(
    ("how", "whom"),
    [(signal.SIGINT, "all"), (signal.SIGINT, "parent"), (signal.SIGKILL, "parent")],
)
def test_an_interrupted_build_leaves_no_process_and_no_lock(
    tmp_path: Path, how: signal.Signals, whom: str
) -> None:
    """Ctrl-C at the terminal reaches all of them, a signal from elsewhere the first alone."""
    wiki = Wiki(tmp_path, processes.MANY + 50, words=12_000)
    process = started(wiki)
    members = wait_for(lambda: len(group(process.pid)) == 4)
    assert members, "no processes were started"
    (os.killpg if whom == "all" else os.kill)(process.pid, how)
    out, err = process.communicate(timeout=20)
    assert process.returncode
    assert out == ""
    assert err.count("Traceback") <= 1
    assert wait_for(lambda: not group(process.pid)), "processes are left"
    again = started(wiki)
    out, err = again.communicate(timeout=120)
    assert (again.returncode, err) == (0, "")
    assert json.loads(out)["hits"]


def group(number: int) -> list[int]:
    """The processes of a session that are not over."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            run, _, _, session = (
                Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[:4]
            )
        except OSError:
            continue
        if int(session) == number and run != "Z":
            found.append(int(name))
    return found


def wait_for(what: Callable[[], object]) -> object:
    until = time.monotonic() + 10
    while time.monotonic() < until:
        if found := what():
            return found
        time.sleep(0.01)
    return None

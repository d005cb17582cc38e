"""An index is always as the files are: after any edits, damage, kills, and with many at work at once."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from filelock import FileLock, Timeout
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from otherwords import wiring
from otherwords.engines import embedded
from otherwords.engines.embedded import EmbeddedEngine
from otherwords.engines.schema import VERSION
from otherwords.errors import WriteRefused
from otherwords.indexing import refreshing
from otherwords.layouts.wikicommit import CONFIG, ENTITY, WikiCommit
from otherwords.model import Concept, Leg, Run, Term
from otherwords.stores.shelf import LOCK, FileShelf, MemoryShelf
from wikis import Wiki

PAGE = "---\ntitle: {0}\ntype: schema:Note\nlang: {1}\n---\n\n# {0}\n\n{2}\n"
WORDS = ("harbour", "harbours", "lantern", "engineer", "engineering", "港の灯", "灯台守", "港")
SLUGS = ("a", "b", "c", "d", "e", "f")


class Place:
    """A wiki, an index of it on disk, and a clock."""

    def __init__(self, folder: Path) -> None:
        self.root, self.cache = folder / "wiki", folder / "cache"
        self.cache.mkdir(parents=True)
        self.now = 1_700_000_000_000_000_000
        self.configure("en", "ja")
        (self.root / ENTITY).mkdir()

    def configure(self, primary: str, target: str) -> None:
        text = f"translation:\n  primary_lang: {primary}\n  targets: [{target}]\n"
        self.put(CONFIG, text)

    def put(self, path: str, text: str, age: float = 60) -> None:
        """Write a file, the clock then being so many seconds later."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        os.utime(file, ns=(self.now, self.now))
        self.now += int(age * 1e9)

    def page(self, slug: str, text: str, lang: str = "en", age: float = 60) -> None:
        self.put(f"{ENTITY}/{lang}/Note/{slug}.md", PAGE.format(slug, lang, text), age)

    def base(self, memory: bool = False) -> refreshing.Base:
        layout, cache = WikiCommit(str(self.root)), str(self.cache)
        if memory:
            return refreshing.Base(layout, EmbeddedEngine(None), MemoryShelf(), VERSION, self.clock)
        return refreshing.Base(layout, EmbeddedEngine(cache), FileShelf(cache), VERSION, self.clock)

    def clock(self) -> int:
        return self.now

    def refresh(self, memory: bool = False) -> refreshing.Refreshed:
        return refreshing.refresh(self.base(memory))

    def found(self, word: str = "harbour") -> list[str]:
        leg = Leg("", (Concept(word, (Term(word),)),))
        run = self.refresh().snapshot.search(leg, (), 10, False)
        return [found.page.path.rpartition("/")[2] for found in run.found]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def answers(place: Place, memory: bool) -> list[tuple[str, list[Run], object]]:
    snapshot = place.refresh(memory).snapshot
    found = []
    for word in WORDS:
        legs = [Leg(lang, (Concept(word, (Term(word),)),), word) for lang in ("", "en", "ja")]
        runs = [snapshot.search(leg, (), 10, True) for leg in legs]
        found.append((word, runs, (snapshot.frequency(word), snapshot.languages)))
    return found


class Edits(RuleBasedStateMachine):
    """Any sequence of edits, with a refresh after some of them."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.place = Place(Path(self.folder.name))

    @initialize(small=st.booleans())
    def choose_size(self, small: bool) -> None:
        self.kept = embedded.SMALL_BYTES
        embedded.SMALL_BYTES = self.kept if small else 0  # 0: changed in place, as a large index is

    @rule(
        slug=st.sampled_from(SLUGS),
        lang=st.sampled_from(("en", "ja")),
        words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=6),
        age=st.sampled_from((0.0, 0.5, 60.0)),
    )
    def write(self, slug: str, lang: str, words: list[str], age: float) -> None:
        self.place.page(slug, " ".join(words), lang, age)

    def pages(self) -> list[Path]:
        return sorted((self.place.root / ENTITY).rglob("*.md"))

    @rule(number=st.integers(0, 9))
    def remove(self, number: int) -> None:
        if pages := self.pages():
            pages[number % len(pages)].unlink()

    @rule(number=st.integers(0, 9), slug=st.sampled_from(SLUGS))
    def rename(self, number: int, slug: str) -> None:
        if pages := self.pages():
            page = pages[number % len(pages)]
            page.rename(page.with_name(f"{slug}.md"))

    @rule(primary=st.sampled_from(("en", "ja")))
    def change_configuration(self, primary: str) -> None:
        self.place.configure(primary, "en" if primary == "ja" else "ja")

    @rule()
    def refresh(self) -> None:
        self.place.refresh()

    @invariant()
    def answers_as_a_fresh_one(self) -> None:
        self.place.now += refreshing.RACY_NS + 1
        kept, fresh = answers(self.place, False), answers(self.place, True)
        for (word, mine, known), (_, theirs, expected) in zip(kept, fresh, strict=True):
            assert known == expected, word
            for one, other in zip(mine, theirs, strict=True):
                assert [f.page for f in one.found] == [f.page for f in other.found], word
                assert one.total == other.total
                scores = [f.score for f in other.found]
                assert [f.score for f in one.found] == pytest.approx(scores, rel=1e-4, abs=1e-6)

    def teardown(self) -> None:
        embedded.SMALL_BYTES = self.kept
        self.folder.cleanup()


TestEdits = Edits.TestCase
TestEdits.settings = settings(
    max_examples=15,
    stateful_step_count=8,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking takes minutes
    suppress_health_check=list(HealthCheck),
)


def test_only_what_changed_is_read(place: Place) -> None:
    for slug in SLUGS:
        place.page(slug, "harbour")
    assert len(place.refresh().changed) == len(SLUGS) + 1
    assert place.refresh().changed == ()
    place.page("b", "lantern")
    refreshed = place.refresh()
    assert refreshed.changed == (f"{ENTITY}/en/Note/b.md",)
    assert [n.message for n in refreshed.notices] == [
        "index refreshed: 0 added, 1 edited, 0 removed"
    ]


def test_a_file_that_was_only_touched_is_not_read_again(place: Place) -> None:
    place.page("a", "harbour")
    place.refresh()
    os.utime(place.root / ENTITY / "en/Note/a.md", ns=(place.now, place.now))
    place.now += 60_000_000_000
    refreshed = place.refresh()
    assert (refreshed.changed, refreshed.notices) == ((), ())


def test_an_edit_within_two_seconds_that_keeps_size_and_time_is_seen_later(place: Place) -> None:
    place.page("a", "harbour", age=0.5)
    assert place.found() == ["a.md"]
    file = place.root / ENTITY / "en/Note/a.md"
    stat = file.stat()
    file.write_bytes(file.read_bytes().replace(b"harbour", b"lantern"))
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    place.now += 3_000_000_000
    assert place.found("lantern") == ["a.md"]
    assert place.refresh().changed == ()


@pytest.mark.parametrize("damaged", ["state", "check", "words", "meta.json", "*.store", "*.term"])
@pytest.mark.parametrize("how", ["truncated", "noise", "removed"])
def test_a_damaged_file_is_made_anew_within_the_call(
    place: Place, damaged: str, how: str, capfd: pytest.CaptureFixture[str]
) -> None:
    place.page("a", "harbour")
    place.refresh()
    path = next(place.cache.rglob(damaged))
    whole = path.read_bytes()
    if how == "removed":
        path.unlink()
    else:
        path.write_bytes(whole[: len(whole) // 2] if how == "truncated" else b"\xff" * len(whole))
    refreshed = place.refresh()
    codes = {notice.code for notice in refreshed.notices}
    assert codes <= {"index-rebuilt"}
    assert codes or (damaged, how) == ("state", "removed")
    assert place.found() == ["a.md"]
    assert place.refresh().notices == ()
    assert capfd.readouterr() == ("", "")


def test_another_version_is_made_anew(place: Place) -> None:
    place.page("a", "harbour")
    refreshing.refresh(place.base()._replace(version=VERSION - 1))
    assert [notice.code for notice in place.refresh().notices] == ["index-rebuilt"]
    assert place.found() == ["a.md"]


def test_while_another_one_writes_the_last_whole_index_answers(place: Place) -> None:
    place.page("a", "harbour")
    place.refresh()
    place.page("b", "harbour")
    with FileShelf(str(place.cache)).lock(1) as writing:
        assert writing
        began = time.monotonic()
        refreshed = place.refresh()
        assert time.monotonic() - began < 2
    assert [notice.code for notice in refreshed.notices] == ["refresh-running"]
    assert refreshed.notices[0].params == ("1",)
    assert len(place.found()) == 2


def test_one_lock_at_a_time_ours_or_filelock_s(place: Place) -> None:
    """Both ways of locking keep each other out, so that one may stand for the other."""
    shelf, other = FileShelf(str(place.cache)), FileLock(str(place.cache / LOCK))
    with shelf.lock(0) as first, shelf.lock(0) as second:
        assert (first, second) == (True, False)
        with pytest.raises(Timeout):
            other.acquire(timeout=0)
    with other, shelf.lock(0) as third:
        assert not third
    with shelf.lock(0) as fourth:
        assert fourth


def test_a_lock_whose_file_is_gone_keeps_nobody_out(place: Place) -> None:
    shelf = FileShelf(str(place.cache))
    with shelf.lock(0) as first:
        (place.cache / LOCK).unlink()
        with shelf.lock(0) as second:
            assert first
            assert second


# -- many processes, through the command --------------------------------------------------------------


def environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
        "OTHERWORDS_CACHE_DIR": str(folder / "cache"),
        "HOME": str(folder),
    }


def start(
    folder: Path, *query: str, first: Callable[[], None] | None = None
) -> "subprocess.Popen[str]":
    call = [sys.executable, "-m", "otherwords", "search", *query, "--in", str(folder / "wiki")]
    return subprocess.Popen(
        [*call, "--encoder", "none", "--format", "json", "--limit", "100"],
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=first,
    )


def told(process: "subprocess.Popen[str]") -> list[str]:
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, ""), err
    return [hit["path"] for hit in json.loads(out)["hits"]]


def written(place: Place, count: int) -> None:
    for number in range(count):
        place.page(f"p{number}", f"harbour {'lantern ' * 40}")


def test_a_refresh_that_is_killed_leaves_an_index_that_answers(
    place: Place, tmp_path: Path
) -> None:
    written(place, 60)
    assert len(told(start(tmp_path, "harbour"))) == 60
    for number, wait in enumerate((0.05, 0.15, 0.25, 0.35)):
        written(place, 60)  # of other times: all are looked at again
        place.page(f"new{number}", "harbour")
        process = start(tmp_path, "harbour")
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert len(told(start(tmp_path, "harbour"))) == 61 + number


def edits(place: Place) -> Iterator[int]:
    """Rewrites p0 to p3 and adds pages, keeping 'harbour' in each."""
    for number in range(6):
        for page in range(4):
            place.page(f"p{page}", f"harbour {number}")
        place.page(f"more{number}", "harbour")
        yield number


def test_searches_and_refreshes_at_once_see_no_half_update(place: Place, tmp_path: Path) -> None:
    written(place, 40)
    assert len(told(start(tmp_path, "harbour"))) == 40
    for number in edits(place):
        running = [start(tmp_path, "harbour") for _ in range(4)]
        for process in running:
            assert len(told(process)) in (40 + number, 41 + number)
    assert len(told(start(tmp_path, "harbour"))) == 46


def test_a_lock_that_cannot_be_made_names_the_setting(place: Place) -> None:
    """A cache that can no longer be written is no crash: what would help is said."""
    (place.cache / LOCK).mkdir()
    with (
        pytest.raises(WriteRefused, match="OTHERWORDS_CACHE_DIR"),
        FileShelf(str(place.cache)).lock(0),
    ):
        pass


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes anywhere")
def test_a_cache_that_cannot_be_written_is_done_without(place: Place, tmp_path: Path) -> None:
    place.page("a", "harbour")
    (tmp_path / "cache").chmod(0o500)
    out, err = start(tmp_path, "harbour").communicate()
    assert len(json.loads(out)["hits"]) == 1
    assert err == ""


def test_a_cache_folder_that_is_a_file_is_done_without(place: Place, tmp_path: Path) -> None:
    place.page("a", "harbour")
    (tmp_path / "cache").rmdir()
    (tmp_path / "cache").write_text("")
    out, _ = start(tmp_path, "harbour").communicate()
    answer = json.loads(out)
    assert len(answer["hits"]) == 1
    assert "memory-index" in {notice["code"] for notice in answer["notices"]}


@pytest.mark.skipif(os.name == "nt", reason="there is no limit of a file's size")
def test_what_changed_is_found_where_the_index_can_no_longer_be_written(
    place: Place, tmp_path: Path
) -> None:
    """The disk was filled since: the answer is as the files are, and says what is kept in memory."""
    import resource

    place.page("a", "harbour")
    assert len(json.loads(start(tmp_path, "harbour").communicate()[0])["hits"]) == 1
    place.page("b", "harbour and pier")

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))

    answer = json.loads(start(tmp_path, "pier", first=small).communicate()[0])
    assert [hit["path"].rpartition("/")[2] for hit in answer["hits"]] == ["b.md"]
    assert "index-not-kept" in {notice["code"] for notice in answer["notices"]}
    again = json.loads(start(tmp_path, "pier").communicate()[0])
    assert len(again["hits"]) == 1 and "index-not-kept" not in {
        notice["code"] for notice in again["notices"]
    }


@pytest.mark.parametrize("small", [True, False])
def test_a_disk_that_was_full_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: bool
) -> None:
    """In one process: what changed is found in memory, then on the disk; whichever way an index is changed."""
    wiki = Wiki(tmp_path)
    wiki.add("en/T/harbour", "Harbour")
    monkeypatch.setattr(embedded, "SMALL_BYTES", embedded.SMALL_BYTES if small else 0)
    base = wiring.searchable(wiring.find(wiki.settings)[0], False)
    base.refresh(False)
    wiki.add("en/T/pier", "Pier")

    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as filled:
        filled.setattr(embedded, "_save", full)
        for _ in range(2):
            snapshot, notices = base.refresh(False)
            assert [page.title for page in snapshot.pages()] == ["Harbour", "Pier"]
            assert "index-not-kept" in [notice.code for notice in notices]
    wiki.add("en/T/quay", "Quay")
    snapshot, notices = base.refresh(False)
    assert [page.title for page in snapshot.pages()] == ["Harbour", "Pier", "Quay"]
    assert "index-not-kept" not in [notice.code for notice in notices]
    again, notices = wiring.searchable(wiring.find(wiki.settings)[0], False).refresh(False)
    assert (again.count([]), notices) == (3, ())

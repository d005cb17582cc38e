"""A home and its remote: what two people did is united, and nothing is lost when it cannot be."""

import os
import subprocess
from functools import partial
from pathlib import Path

import pytest

from otherwords import rkindex
from otherwords.documenting import git, merging, notes, syncing
from otherwords.documenting.home import Home
from otherwords.errors import Failure, UsageError, WriteRefused
from otherwords.learning.aliases import confirm
from otherwords.learning.rewriting import rewrite

DOC = "docs/tea.md"


def made(tmp_path: Path, name: str) -> Home:
    (tmp_path / name).mkdir()
    locks = tmp_path / f"{name}-data"
    return Home(tmp_path / name, partial(rewrite, locks=locks), locks)


@pytest.fixture
def remote(tmp_path: Path) -> str:
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "remote.git")], check=True)
    return str(tmp_path / "remote.git")


@pytest.fixture
def two(tmp_path: Path, remote: str) -> tuple[Home, Home]:
    one, other = made(tmp_path, "one"), made(tmp_path, "other")
    notes.memo(one, "Tea", "Green.", "2026-01-01")
    (one.root / "_repos/x").mkdir(parents=True)
    (one.root / "_repos/x/f.py").write_text("secret")
    syncing.sync(one, remote)
    syncing.sync(other, remote)
    return one, other


def aliases(home: Home) -> tuple[str, ...]:
    return rkindex.find((home.root / "_personal/_index.md").read_text(), DOC).aliases


def test_a_new_home_takes_what_the_remote_has_but_no_clones(two: tuple[Home, Home]) -> None:
    """The second home has the note, its row and its address; source clones stay at home."""
    one, other = two
    assert (other.root / "_personal" / DOC).read_text() == (
        one.root / "_personal" / DOC
    ).read_text()
    assert not (other.root / "_repos").exists()
    assert syncing.sync(other).pushes == 0


def test_both_sides_are_united(two: tuple[Home, Home]) -> None:
    """Aliases of both, local ones first; the newer doc; notes of both; then both are the same."""
    one, other = two
    confirm(one.root, "_personal", DOC, "matcha", one.locks)
    confirm(other.root, "_personal", DOC, "sencha", other.locks)
    notes.memo(one, "Tea", "Black.", "2026-02-01")
    notes.memo(other, "Rice", "Brown.", "2026-01-15")
    syncing.sync(one)
    syncing.sync(other)
    syncing.sync(one)
    assert aliases(other) == ("sencha", "Tea", "matcha") == aliases(one)
    assert "Black." in (other.root / "_personal" / DOC).read_text()
    assert "Brown." in (one.root / "_personal/docs/rice.md").read_text()
    status = subprocess.run(
        ["git", "status", "--porcelain", "--", ".", ":!_repos"], cwd=one.root, capture_output=True
    )
    assert status.stdout == b""


def test_a_deleted_doc_goes_and_one_changed_here_stays(two: tuple[Home, Home]) -> None:
    """A removal travels; it does not take what was changed on the other side."""
    one, other = two
    notes.memo(one, "Rice", "Brown.", "2026-01-01")
    syncing.sync(one)
    syncing.sync(other)
    (one.root / "_personal/docs/rice.md").unlink()
    (one.root / "_personal" / DOC).unlink()
    notes.memo(other, "Tea", "Oolong.", "2026-03-01")
    syncing.sync(one)
    syncing.sync(other)
    assert not (other.root / "_personal/docs/rice.md").exists()
    assert "Oolong." in (other.root / "_personal" / DOC).read_text()


def test_what_no_rule_unites_changes_nothing_and_says_how_to_finish(two: tuple[Home, Home]) -> None:
    """Two versions of an unknown file: the tree stays as it was, and the way on is named."""
    one, other = two
    (one.root / "plan.txt").write_text("one\n")
    (other.root / "plan.txt").write_text("other\n")
    syncing.sync(one)
    before = {p: p.read_bytes() for p in other.root.rglob("*.*") if ".git" not in p.parts}
    with pytest.raises(WriteRefused, match=r"plan\.txt.*merge refs/otherwords/remote"):
        syncing.sync(other)
    assert before == {p: p.read_bytes() for p in other.root.rglob("*.*") if ".git" not in p.parts}


def test_a_push_that_loses_the_race_is_tried_again(
    two: tuple[Home, Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two retries: each fetches and merges what came in between."""
    one, other = two
    confirm(other.root, "_personal", DOC, "sencha", other.locks)
    real, raced = git.git, []

    def racing(folder: Path, *arguments: str, **more: object) -> bytes:
        if arguments[0] == "push" and folder == other.root and len(raced) < 2:
            raced.append(1)
            confirm(one.root, "_personal", DOC, f"race {len(raced)}", one.locks)
            syncing.sync(one)
        return real(folder, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(git, "git", racing)
    assert syncing.sync(other).pushes == 3
    assert aliases(other) == ("sencha", "Tea", "race 1", "race 2")


def test_a_home_without_remote_says_what_to_type(tmp_path: Path) -> None:
    """No address anywhere is a usage fault; one that fails prints no secret."""
    home = made(tmp_path, "alone")
    with pytest.raises(UsageError, match="code sync URL"):
        syncing.sync(home)
    with pytest.raises(Failure) as caught:
        syncing.sync(home, "https://ada:s3cr3t@localhost:1/x.git")
    assert "s3cr3t" not in str(caught.value)


def test_a_remote_cannot_write_outside_or_into_links(
    two: tuple[Home, Home], tmp_path: Path
) -> None:
    """A folder here that is a link is not written through."""
    one, other = two
    (tmp_path / "outside").mkdir()
    (other.root / "evil").symlink_to(tmp_path / "outside")
    subprocess.run(["git", "rm", "-rq", "--cached", "--ignore-unmatch", "evil"], cwd=other.root)
    (one.root / "evil/docs").mkdir(parents=True)
    (one.root / "evil/docs/x.md").write_text("x")
    syncing.sync(one)
    with pytest.raises(Failure):
        syncing.sync(other)
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_doc_that_is_gone_does_not_come_back_as_an_entry(two: tuple[Home, Home]) -> None:
    """Entries are united, but one whose doc was removed on one side goes on both."""
    one, other = two
    notes.memo(one, "Rice", "Brown.", "2026-01-01")
    syncing.sync(one)
    syncing.sync(other)
    index = one.root / "_personal/_index.md"
    (one.root / "_personal/docs/rice.md").unlink()
    one.edit(index, lambda old: rkindex.remove_entry(old, "docs/rice.md"))
    confirm(one.root, "_personal", DOC, "matcha", one.locks)
    confirm(other.root, "_personal", DOC, "sencha", other.locks)
    syncing.sync(one)
    syncing.sync(other)
    syncing.sync(one)
    for home in two:
        docs = [e.doc for e in rkindex.parse((home.root / "_personal/_index.md").read_text())]
        assert docs == [DOC], home.root
    assert aliases(one) == aliases(other) == ("sencha", "Tea", "matcha")


def test_what_is_written_while_a_merge_runs_stays(
    two: tuple[Home, Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note saved between the merge's plan and its writing is not overwritten."""
    one, other = two
    notes.memo(one, "Tea", "Black.", "2026-02-01")
    syncing.sync(one)
    real = merging.planned

    def planned(*arguments: object) -> object:
        plan = real(*arguments)  # type: ignore[arg-type]
        notes.memo(other, "Tea", "Oolong.", "2026-03-01")
        return plan

    monkeypatch.setattr(merging, "planned", planned)
    syncing.sync(other)
    assert "Oolong." in (other.root / "_personal" / DOC).read_text()
    monkeypatch.undo()
    syncing.sync(other)
    syncing.sync(one)
    assert "Oolong." in (one.root / "_personal" / DOC).read_text()


@pytest.mark.parametrize(
    "lock", ["HEAD.lock", "refs/heads/main.lock", "otherwords-index.lock", "config.lock"]
)
def test_locks_that_a_killed_sync_left_do_not_stop_the_next(
    two: tuple[Home, Home], lock: str
) -> None:
    """They are old by then; git's own index is not needed."""
    one, _ = two
    left = one.root / ".git" / lock
    left.touch()
    os.utime(left, (1, 1))
    (one.root / ".git/index.lock").touch()
    notes.memo(one, "Rice", "Brown.", "2026-01-01")
    assert syncing.sync(one).pushes == 1
    assert not left.exists() and (one.root / ".git/index.lock").exists()


def test_staging_that_a_killed_process_left_goes_and_one_in_use_stays(tmp_path: Path) -> None:
    """Whoever stages next clears what nobody holds."""
    home = made(tmp_path, "home")
    left = home.root / ".staging-0"
    (left / "source").mkdir(parents=True)
    with home.staging() as staging:
        assert not left.exists()
        with home.staging():
            assert staging.is_dir()
    assert list(home.root.iterdir()) == []


def test_a_remote_that_does_not_answer_leaves_no_trace(
    tmp_path: Path, remote: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistyped URL is not remembered; the right one is, as a path in full."""
    home = made(tmp_path, "home")
    notes.memo(home, "Tea", "Green.", "2026-01-01")
    before = sorted(home.root.rglob("*"))
    with pytest.raises(Failure):
        syncing.sync(home, "file:///no/such.git")
    assert sorted(home.root.rglob("*")) == before
    monkeypatch.chdir(tmp_path)
    syncing.sync(home, "remote.git")
    assert (home.root / "_remote.md").read_text() == f"{remote}\n"
    assert syncing.sync(home).pushes == 0


def test_a_shared_home_is_fetched_where_there_is_none(
    two: tuple[Home, Home], tmp_path: Path, remote: str
) -> None:
    """The second machine types one command; one that fails makes nothing."""
    root, locks = tmp_path / "new/home", tmp_path / "new-data"
    third = Home(root, partial(rewrite, locks=locks), locks)
    with pytest.raises(Failure, match="sync URL"):
        syncing.sync(third)
    with pytest.raises(Failure):
        syncing.sync(third, "file:///no/such.git")
    assert not root.exists()
    syncing.sync(third, remote)
    assert (root / "_personal" / DOC).is_file()


def test_what_the_reader_lets_git_ignore_stays_at_home(two: tuple[Home, Home]) -> None:
    """Clones that a .gitignore names stop no sync, and a folder in the place of a file is taken."""
    one, other = two
    (one.root / ".gitignore").write_text("_repos\n*.local\n")
    (one.root / "my.local").write_text("mine")
    subprocess.run(["git", "init", "-q", str(one.root / "_repos/x")], check=True)
    (one.root / "plan").write_text("a")
    syncing.sync(one)
    (one.root / "plan").unlink()
    (one.root / "plan").mkdir()
    (one.root / "plan/a.md").write_text("b")
    syncing.sync(one)
    listed = subprocess.run(["git", "ls-files"], cwd=one.root, capture_output=True, text=True)
    assert {"plan/a.md", ".gitignore"} <= set(listed.stdout.split())
    assert "local" not in listed.stdout and "_repos" not in listed.stdout
    syncing.sync(other)
    assert (other.root / ".gitignore").exists()

"""Whatever is done to the files of a folder, the next look sees it; where nothing was done, it writes nothing."""

import os
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from otherwords.engines.embedded import EmbeddedEngine
from otherwords.engines.schema import VERSION
from otherwords.indexing import refreshing, state
from otherwords.indexing.looking import look
from otherwords.layouts.repoknowledge import RepoKnowledge
from otherwords.layouts.vault import Vault
from otherwords.ports import Layout, files
from otherwords.stores.shelf import FileShelf
from test_layout_walk import unprivileged

HOUR_AGO = time.time_ns() - 3_600_000_000_000
MOMENTS = count(HOUR_AGO // 10**9 * 10**9)  # all within one second, no two the same
DOCS = "p/docs"  # a folder with nothing but plain pages, as most are
MIXED = "p/docs/mixed"  # ... and one with other things besides


def write(root: Path, path: str, text: str) -> None:
    file, at = root / path, next(MOMENTS)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("r+" if file.exists() else "w", encoding="utf-8") as opened:
        opened.write(text)  # in place
    os.utime(file, ns=(at, at))


def made(layout: Layout, cache: Path) -> refreshing.Base:
    cache.mkdir(exist_ok=True)
    engine, shelf = EmbeddedEngine(str(cache)), FileShelf(str(cache))
    return refreshing.Base(layout, engine, shelf, VERSION, time.time_ns)


@pytest.fixture(params=[Vault, RepoKnowledge])
def base(request: pytest.FixtureRequest, tmp_path: Path) -> refreshing.Base:
    """A home, and the same folder as a vault, indexed an hour after its files were written."""
    root = tmp_path / "root"
    write(root, "_registry.md", "| Project | URL |\n|---|---|\n| p | x |\n")
    write(root, "p/_index.md", "- [one](docs/one.md) — the first\n  aliases: [wharf]\n")
    for folder in (DOCS, MIXED):
        for name in ("one", "two"):
            write(root, f"{folder}/{name}.md", f"# {name}\n\nharbour\n")
    write(root, f"{MIXED}/Ünder.markdown", "# three\n\nharbour\n")
    (root / MIXED / "picture.png").touch()
    (root / MIXED / "link.md").symlink_to("one.md")
    made_of = made(request.param(str(root)), tmp_path / "cache")
    assert refreshing.refresh(made_of).snapshot.frequency("harbour") == 6
    return made_of


def same_size_same_second(root: Path, folder: str) -> None:
    write(root, f"{folder}/one.md", "# one\n\nlantern\n")


def added(root: Path, folder: str) -> None:
    write(root, f"{folder}/new.md", "# new\n\nlantern\n")


def removed(root: Path, folder: str) -> None:
    (root / folder / "two.md").unlink()


def renamed(root: Path, folder: str) -> None:
    (root / folder / "two.md").rename(root / folder / "other.md")


def moved_over(root: Path, folder: str) -> None:
    (root / folder / "two.md").replace(root / folder / "one.md")


def became_a_link(root: Path, folder: str) -> None:
    write(root, "p/docs/far/target.md", "# far\n\nlantern\n")
    (root / folder / "two.md").unlink()
    (root / folder / "two.md").symlink_to(root / "p/docs/far/target.md")


def became_a_folder(root: Path, folder: str) -> None:
    (root / folder / "two.md").unlink()
    write(root, f"{folder}/two.md/inner.md", "# inner\n\nlantern\n")


def became_a_pipe(root: Path, folder: str) -> None:
    (root / folder / "two.md").unlink()
    os.mkfifo(root / folder / "two.md")


def link_that_leads_to_itself(root: Path, folder: str) -> None:
    (root / folder / "self.md").symlink_to("self.md")
    (root / folder / "loop").symlink_to(root)


def folder_renamed(root: Path, folder: str) -> None:
    (root / folder).rename(root / f"{folder}-renamed")


CHANGES = (
    same_size_same_second, added, removed, renamed, moved_over, became_a_link, became_a_folder,
    became_a_pipe, link_that_leads_to_itself, folder_renamed,
)  # fmt: skip


@pytest.mark.parametrize("folder", [DOCS, MIXED])
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_the_next_look_sees_it(
    base: refreshing.Base, change: Callable[[Path, str], None], folder: str, tmp_path: Path
) -> None:
    change(tmp_path / "root", folder)
    snapshot = refreshing.refresh(base).snapshot
    fresh = refreshing.refresh(made(base.layout, tmp_path / "fresh")).snapshot
    assert list(snapshot.pages()) == list(fresh.pages())
    for word in ("harbour", "lantern"):
        assert snapshot.frequency(word) == fresh.frequency(word)


def test_a_change_of_an_index_is_one_of_its_docs(base: refreshing.Base, tmp_path: Path) -> None:
    write(
        tmp_path / "root", "p/_index.md", "- [one](docs/one.md) — the first\n  aliases: [jetty]\n"
    )
    page = refreshing.refresh(base).snapshot.page(f"{DOCS}/one.md")
    assert page is not None
    assert page.aliases == (("jetty",) if base.layout.kind == "repoknowledge" else ())


def test_where_nothing_changed_nothing_is_written(base: refreshing.Base, tmp_path: Path) -> None:
    before = base.shelf.stamp()
    (tmp_path / "root" / DOCS / "picture.png").touch()  # no page: its folder changed all the same
    refreshed = refreshing.refresh(base)
    assert (refreshed.changed, refreshed.notices, base.shelf.stamp()) == ((), (), before)
    assert look(base).behind == 0


def test_a_folder_that_may_not_be_read_and_then_may(tmp_path: Path) -> None:
    with unprivileged() as place:
        for name in ("a/one.md", "b/two.md"):
            write(place / "root", name, "# x\n\nharbour\n")
        base = made(Vault(str(place / "root")), place / "cache")
        for mode, seen in ((0o700, 2), (0, 1), (0o700, 2)):
            (place / "root/b").chmod(mode)
            assert refreshing.refresh(base).snapshot.frequency("harbour") == seen
            assert [n.code for n in base.layout.problems] == ["unreadable"] * (seen == 1)


def test_damage_beyond_what_a_search_reads_is_found_by_the_next_change(
    base: refreshing.Base, tmp_path: Path
) -> None:
    path = tmp_path / "cache/state"
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert refreshing.refresh(base).notices == ()
    assert look(base).indexed is False
    added(tmp_path / "root", DOCS)
    refreshed = refreshing.refresh(base)
    assert [notice.code for notice in refreshed.notices] == ["index-rebuilt"]
    assert refreshed.snapshot.frequency("lantern") == 1


def test_listings_are_the_files_however_they_are_told_apart(base: refreshing.Base) -> None:
    """Pages that are read at once, and one after the other beside a link, have the same sizes and times."""
    for path, stat in files(base.layout.walk()):
        info = os.stat(f"{base.layout.root}/{path}")
        assert (stat.size, stat.mtime_ns) == (info.st_size, info.st_mtime_ns)


def test_the_same_files_are_the_same_bytes(base: refreshing.Base) -> None:
    one, other = tuple(base.layout.walk()), tuple(base.layout.walk())
    assert one == other
    head = state.unpack(base.shelf.load(), base.version)
    assert head is not None
    assert head.listings == one

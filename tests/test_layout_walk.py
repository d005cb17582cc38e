"""Where the files are, and what is never opened."""

import os
import socket
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from otherwords.errors import BaseUnreadable, Failure, PageNotFound
from otherwords.layouts.opening import open_page
from otherwords.layouts.vault import Vault
from otherwords.ports import files

NOBODY = 65534


def write(root: Path, path: str, text: str = "# A\n") -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def walked(vault: Vault) -> list[str]:
    return sorted(path for path, _ in files(vault.walk()))


def codes(vault: Vault) -> dict[str, str]:
    return {notice.path: notice.code for notice in vault.problems}


@contextmanager
def unprivileged() -> Iterator[Path]:
    """A folder of an account that permissions bind, also where the tests run as root."""
    with tempfile.TemporaryDirectory() as name:
        root = os.geteuid() == 0
        if root:
            os.chown(name, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        try:
            yield Path(name)
        finally:
            if root:
                os.seteuid(0)


def test_pages_with_size_and_time(tmp_path: Path) -> None:
    """Every .md and .markdown file, however deep and however spelled, has its size and time."""
    for path in ("a.md", "b/c.markdown", "b/d/E.MD", "b/x.txt", "folder.md/in.md"):
        write(tmp_path, path, "1234")
    found = dict(files(Vault(str(tmp_path)).walk()))
    assert sorted(found) == ["a.md", "b/c.markdown", "b/d/E.MD", "folder.md/in.md"]
    assert found["a.md"].size == 4
    assert found["a.md"].mtime_ns == (tmp_path / "a.md").stat().st_mtime_ns


def test_hidden_is_skipped(tmp_path: Path) -> None:
    """Hidden folders and hidden files are not walked, and not reported."""
    for path in (".git/a.md", "b/.obsidian/c.md", "b/.hidden.md", "b/d.md"):
        write(tmp_path, path)
    vault = Vault(str(tmp_path))
    assert walked(vault) == ["b/d.md"]
    assert vault.problems == []


def test_names_that_look_alike_are_distinct(tmp_path: Path) -> None:
    """Names that differ only in case or Unicode normal form are two; any sign may stand in one."""
    composed, decomposed = (unicodedata.normalize(form, "café.md") for form in ("NFC", "NFD"))
    names = ["A.md", "a.md", composed, decomposed, "📚 [draft] 100%.md", "new\nline.md"]
    for name in names:
        write(tmp_path, name, name)
    vault = Vault(str(tmp_path))
    assert walked(vault) == sorted(names)
    assert {vault.load(name).decode() for name in names} == set(names)


def test_name_that_is_not_utf8(tmp_path: Path) -> None:
    """A file or folder whose name is not UTF-8 is left out, and reported in printable form."""
    (tmp_path / "ok.md").touch()
    try:
        os.close(os.open(os.fsencode(tmp_path) + b"/caf\xe9.md", os.O_CREAT))
        os.mkdir(os.fsencode(tmp_path) + b"/d\xe9")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    vault = Vault(str(tmp_path))
    assert walked(vault) == ["ok.md"]
    assert codes(vault) == {"caf\\xe9.md": "name-not-utf8", "d\\xe9": "name-not-utf8"}


def test_links(tmp_path: Path) -> None:
    """A link to a file inside is a page; one that leaves or leads nowhere is reported."""
    root = tmp_path / "root"
    write(tmp_path, "secret.md", "secret")
    write(root, "real.md", "inside")
    (root / "link.md").symlink_to("real.md")
    (root / "out.md").symlink_to(tmp_path / "secret.md")
    (root / "gone.md").symlink_to("nothing.md")
    (root / "self.md").symlink_to("self.md")
    (root / "image.png").symlink_to(tmp_path / "secret.md")
    vault = Vault(str(root))
    assert walked(vault) == ["link.md", "real.md"]
    expected = {"out.md": "link-outside", "gone.md": "link-broken", "self.md": "link-broken"}
    assert codes(vault) == expected
    assert vault.load("link.md") == b"inside"
    with pytest.raises(PageNotFound, match="leaves"):
        vault.load("out.md")


def test_linked_folders(tmp_path: Path) -> None:
    """A linked folder is never entered: a loop ends, and pages outside stay outside."""
    root = tmp_path / "root"
    write(root, "a/page.md")
    write(tmp_path, "outside/secret.md")
    (root / "a" / "loop").symlink_to(root)
    (root / "out").symlink_to(tmp_path / "outside")
    vault = Vault(str(root))
    assert walked(vault) == ["a/page.md"]
    assert codes(vault) == {"a/loop": "link-folder", "out": "link-outside"}
    for path in ("a/loop/a/page.md", "out/secret.md"):
        with pytest.raises(PageNotFound, match="not followed"):
            vault.load(path)


def test_special_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe, a socket or a link to a device named like a page is reported and never opened."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("x.md")
    Path("dev.md").symlink_to("/dev/zero")
    Path("pipe.md").symlink_to("x.md")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.md")
        vault = Vault(str(tmp_path))
        assert walked(vault) == []
    kinds = {"x.md": "not-a-file", "s.md": "not-a-file", "pipe.md": "not-a-file"}
    assert codes(vault) == {**kinds, "dev.md": "link-outside"}
    for path in ("x.md", "s.md", "pipe.md", "dev.md"):
        with pytest.raises(PageNotFound):
            vault.load(path)


def test_unreadable_folder_and_file() -> None:
    """An unreadable folder is reported and the rest walked; an unreadable file names what to do."""
    with tempfile.TemporaryDirectory() as warm:
        list(Vault(warm).walk())  # everything is imported before the account changes
    with unprivileged() as root:
        for path in ("a/one.md", "b/two.md", "three.md"):
            write(root, path)
        (root / "b").chmod(0)
        (root / "three.md").chmod(0)
        vault = Vault(str(root))
        assert walked(vault) == ["a/one.md", "three.md"]
        assert codes(vault) == {"b": "unreadable"}
        with pytest.raises(Failure, match=r"three\.md: Permission denied: make the file readable"):
            vault.load("three.md")
        root.chmod(0)
        with pytest.raises(BaseUnreadable, match="Permission denied"):
            vault.walk()
        root.chmod(0o700)
        (root / "b").chmod(0o700)


def test_missing_folder(tmp_path: Path) -> None:
    """A folder that is gone is an error, and no knowledge base without pages."""
    with pytest.raises(BaseUnreadable, match="No such file"):
        Vault(str(tmp_path / "gone")).walk()


@pytest.mark.parametrize(
    "path",
    [
        "../secret.md",
        "a/../../secret.md",
        "/etc/passwd",
        "a\0.md",
        "",
        ".",
        "a//b.md",
        "./b.md",
        "a",
    ],
)
def test_paths_that_are_refused(tmp_path: Path, path: str) -> None:
    """No path leaves the root, whatever it is made of; a folder is no page."""
    write(tmp_path, "secret.md")
    write(tmp_path, "root/a/b.md")
    with pytest.raises(PageNotFound):
        open_page(str(tmp_path / "root"), path)


def test_missing_page_says_where(tmp_path: Path) -> None:
    """A page that is not there is named with its root and with what would work."""
    with pytest.raises(PageNotFound, match=r"x\.md: no such file in .*: search again"):
        open_page(str(tmp_path), "x.md")


def test_root_may_be_a_link(tmp_path: Path) -> None:
    """The root itself may be reached through a link."""
    write(tmp_path, "real/a.md", "text")
    (tmp_path / "link").symlink_to("real")
    vault = Vault(str(tmp_path / "link"))
    assert walked(vault) == ["a.md"]
    assert vault.load("a.md") == b"text"


def test_problems_are_of_the_last_walk(tmp_path: Path) -> None:
    """What was mended is no longer reported by the next walk."""
    link = tmp_path / "a.md"
    link.symlink_to("nowhere.md")
    vault = Vault(str(tmp_path))
    assert walked(vault) == []
    assert codes(vault) == {"a.md": "link-broken"}
    link.unlink()
    assert walked(vault) == []
    assert vault.problems == []

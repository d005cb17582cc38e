"""A RepoKnowledge home as files: where its parts lie, and how they are written."""

import contextlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from otherwords import rkindex
from otherwords.errors import BaseNotFound, Failure, UsageError, WriteRefused
from otherwords.rkindex import Row
from otherwords.values import NamedTuple

Progress = Callable[[int, int, str], None]
Edit = Callable[[Path, Callable[[str], str]], bool]
LEFTOVER = ".otherwords-tmp"
PERSONAL = "_personal"
WRITING = 10.0  # seconds that no file takes to be written
_HELD = ".held"  # locked while a staging folder is in use


class Home(NamedTuple):
    """A home's folder, how its shared files are edited safely, and where locks lie.

    `edit(path, change)` rewrites a file that others write too: old or new at any moment.
    """

    root: Path
    edit: Edit
    locks: Path

    def project(self, name: str) -> Path:
        """The folder of a project. Raises UsageError for what is no project's name."""
        if not re.fullmatch(r"[^\W_][\w.+-]*|_personal", name) or len(name) > 100:
            raise UsageError(f"{name!r} is no project name: use letters, digits, '-', '.' and '_'")
        return self.root / name

    def existing(self, name: str) -> Path:
        """The folder of a project that is there."""
        folder = self.project(name)
        if not (folder / "_index.md").is_file():
            raise BaseNotFound(f"no project {name!r} in {self.root}: see 'otherwords code list'")
        return folder

    def clone(self, name: str) -> Path:
        """The folder of a project's source."""
        return self.root / "_repos" / name

    @contextlib.contextmanager
    def only(self, what: str) -> Iterator[None]:
        """The only process that makes, updates or deletes this project, or syncs this home."""
        from filelock import FileLock, Timeout

        self.locks.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with FileLock(self.locks / f"home-{what}.lock", timeout=2):
                yield
        except Timeout:
            raise WriteRefused(f"another process is changing {what}: wait for it") from None

    @contextlib.contextmanager
    def staging(self) -> Iterator[Path]:
        """A folder beside the projects whose parts are moved in; nothing of it stays behind, and
        what killed processes left goes with it."""
        from filelock import FileLock

        fresh = not self.root.exists()
        folder = self.root / f".staging-{secrets.token_hex(6)}"
        held = FileLock(folder / _HELD)
        try:
            with self.only("staging"):
                folder.mkdir(parents=True)
                held.acquire()
                _sweep(self.root, folder)
        except OSError as error:
            raise WriteRefused(f"{self.root} cannot be written: {error.strerror}") from error
        try:
            yield folder
        finally:
            held.release()
            shutil.rmtree(folder, ignore_errors=True)
            if fresh:
                with contextlib.suppress(OSError):
                    self.root.rmdir()

    def recount(self, name: str, today: str, **fields: str) -> int:
        """Write a project's number of docs and date into its meta file and the registry."""
        folder = self.project(name)
        total = len(rkindex.parse(text(folder / "_index.md")))
        known = {"last_update": today, "total_docs": str(total), **fields}
        self.edit(folder / "_meta.md", lambda old: rkindex.with_meta(old, known))
        url = rkindex.meta(text(folder / "_meta.md")).get("git_url", "")
        row = Row(name, "(personal)" if name == PERSONAL else url, today, str(total))
        self.edit(self.root / "_registry.md", lambda old: rkindex.with_row(old, row))
        return total


def _sweep(root: Path, own: Path) -> None:
    """Remove the staging folders that nobody holds any more."""
    from filelock import FileLock, Timeout

    for folder in root.glob(".staging-*"):
        if folder == own:
            continue
        try:
            with FileLock(folder / _HELD, timeout=0):
                pass
        except (Timeout, OSError):
            continue
        shutil.rmtree(folder, ignore_errors=True)


def swept(folder: Path) -> None:
    """Remove the half-written files that killed writers left below a folder."""
    for left in folder.rglob(f".*{LEFTOVER}"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > WRITING:
                left.unlink()


def text(path: Path) -> str:
    """A file's text as it lies on disk; '' for none."""
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""


def write(path: Path, content: str) -> None:
    """A file replaced at once. Docs can be made again, so no waiting for the disk."""
    temporary = path.with_name(f".{secrets.token_hex(6)}{LEFTOVER}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(content.encode("utf-8", "surrogateescape"))
        os.replace(temporary, path)
    except OSError as error:
        raise WriteRefused(f"{path} could not be written: {error.strerror}") from error
    finally:
        with contextlib.suppress(OSError):  # where nothing can be written, nothing is to be removed
            temporary.unlink()


def inside(root: Path, doc: str) -> Path:
    """A path below a folder. Raises Failure for one that leads out of it."""
    path = root / doc
    if not path.resolve().is_relative_to(root.resolve()) or doc.startswith("/"):
        raise Failure(f"{doc!r} leads out of {root}: correct the entry in its _index.md")
    return path


def quiet(done: int, total: int, what: str) -> None:
    """No progress shown."""

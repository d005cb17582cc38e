"""What an installation changes, file by file; done only when told, and taken back to the byte.

A record in the reader's data folder says what each file was before. A file that nobody changed
since is put back as it was; in one that was changed only our own entry is removed.
"""

import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from otherwords.agents.clients import Client, scope
from otherwords.agents.entries import NAME, with_entry, without_entry
from otherwords.errors import Failure, WriteRefused

RECORD = "installed.json"


class Place(NamedTuple):
    """Where an installation goes, and where it is recorded."""

    root: str  # the home, or the project's folder
    project: bool
    data: str  # the reader's data folder


class Change(NamedTuple):
    """One file as it is and as it shall be; None: no file."""

    path: str
    before: bytes | None
    after: bytes | None
    entry: str = ""  # what is added to, or taken from, a settings file

    def __str__(self) -> str:
        verb = "create" if self.before is None else "remove" if self.after is None else "edit"
        return f"{verb} {self.path}" + (f": {self.entry}" if self.entry else "")


class Kept(NamedTuple):
    """What the record says of a file."""

    client: str
    root: str
    after: str  # digest of what we wrote
    backup: str  # file in the data folder; '' where there was none before


def skills_in(folder: str) -> dict[str, bytes]:
    """The skills that come with this program, by their names."""
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name, "SKILL.md")
        if os.path.isfile(path):
            with open(path, "rb") as file:
                found[name] = file.read()
    return found


def install(
    client: Client, place: Place, skills: Mapping[str, bytes], command: Sequence[str]
) -> list[Change]:
    """The changes that are still to be made for a client."""
    where = scope(client, place.project)
    changes = []
    for name, text in skills.items():
        path = os.path.join(place.root, where.skills, name, "SKILL.md")
        changes.append(Change(path, _read(path), text))
    if where.settings and command:
        path = os.path.join(place.root, where.settings)
        old, entry = _read(path), f"server {NAME}, started by `{' '.join(command)}`"
        changes.append(Change(path, old, with_entry(path, old, where.table, command), entry))
    return [change for change in changes if change.before != change.after]


def uninstall(client: Client, place: Place) -> tuple[list[Change], list[str]]:
    """The changes that take an installation back, and the files that were edited since and stay."""
    where = scope(client, place.project)
    changes, left = [], []
    for path, kept in _record(place).items():
        if (kept.client, kept.root) != (client.name, place.root):
            continue
        now = _read(path)
        if now is None:
            continue
        entry = "" if path.endswith("SKILL.md") else f"without the server {NAME}"
        if _digest(now) == kept.after:
            changes.append(Change(path, now, _backed_up(place, kept), entry))
        elif path.endswith("SKILL.md"):
            left.append(path)
        else:
            changes.append(Change(path, now, without_entry(path, now, where.table), entry))
    return [change for change in changes if change.before != change.after], left


def make(client: Client, place: Place, changes: Sequence[Change]) -> None:
    """Carry out an installation, after what was there before is kept."""
    record = dict(_record(place))
    for change in changes:
        before = record.get(change.path)
        backup = before.backup if before else _back_up(place, change)
        _write(change.path, change.after)
        record[change.path] = Kept(client.name, place.root, _digest(change.after), backup)
    _save(place, record)


def unmake(client: Client, place: Place, changes: Sequence[Change]) -> None:
    """Carry out an uninstallation."""
    record = dict(_record(place))
    for change in changes:
        if change.after is None:
            _remove(change.path, place.root)
        else:
            _write(change.path, change.after)
    mine = {
        p for p, kept in record.items() if (kept.client, kept.root) == (client.name, place.root)
    }
    for path in mine:
        backup = record.pop(path).backup
        if backup:
            os.unlink(os.path.join(_folder(place), backup))
    _save(place, record)


def _folder(place: Place) -> str:
    return os.path.join(place.data, "agent")


def _record(place: Place) -> Mapping[str, Kept]:
    data = _read(os.path.join(_folder(place), RECORD))
    try:
        return {path: Kept(*values) for path, values in json.loads(data or b"{}").items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise Failure(f"{_folder(place)}/{RECORD} is damaged ({error}); move it away") from error


def _save(place: Place, record: Mapping[str, Kept]) -> None:
    _write(os.path.join(_folder(place), RECORD), json.dumps(record, indent=1).encode())


def _back_up(place: Place, change: Change) -> str:
    if change.before is None:
        return ""
    name = f"{secrets.token_hex(8)}.bak"
    _write(os.path.join(_folder(place), name), change.before)
    return name


def _backed_up(place: Place, kept: Kept) -> bytes | None:
    return _read(os.path.join(_folder(place), kept.backup)) if kept.backup else None


def _digest(data: bytes | None) -> str:
    return hashlib.sha256(data or b"").hexdigest()


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}; make it readable") from error


def _write(path: str, data: bytes | None) -> None:
    """Replace a file at once, through a link to where it really lies, keeping its mode."""
    target = os.path.realpath(path)
    beside = f"{target}.{secrets.token_hex(4)}.new"
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(beside, "wb") as file:
            file.write(data or b"")
            if os.path.exists(target):
                os.chmod(beside, os.stat(target).st_mode & 0o7777)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except OSError as error:
        raise WriteRefused(f"{path} was not written: {error.strerror}") from error


def _remove(path: str, root: str) -> None:
    """Remove a file, and the folders that it leaves empty."""
    os.unlink(path)
    for folder in _above(path, root):
        try:
            os.rmdir(folder)
        except OSError:
            return  # not empty


def _above(path: str, root: str) -> Iterator[str]:
    folder = os.path.dirname(path)
    while folder.startswith(root.rstrip(os.sep) + os.sep):
        yield folder
        folder = os.path.dirname(folder)

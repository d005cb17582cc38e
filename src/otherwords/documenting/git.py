"""The git command, told to run nothing of the repository's own, to ask nobody, to end in time."""

import os
import re
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from otherwords.errors import Failure, UsageError

CLONE_LIMIT = 600.0  # seconds
LIMIT = 120.0
STALE = 2.0  # seconds that nobody who is at work holds one of the locks below
_LOCKS = ("HEAD.lock", "config.lock", "packed-refs.lock", "shallow.lock", "refs/**/*.lock")
_SAFE = (
    "-c", f"core.hooksPath={os.devnull}", "-c", "protocol.ext.allow=never", "-c", "core.fsmonitor=false",  # noqa: E501
    "-c", "core.quotePath=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
    "-c", "submodule.recurse=false", "-c", "fetch.recurseSubmodules=false",
)  # fmt: skip
_QUIET = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LFS_SKIP_SMUDGE": "1",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "LC_ALL": "C",
}
_INHERITED = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX")


class GitFailed(Failure):
    """git ended with a fault; the message has no secret in it."""


def git(
    folder: Path,
    *arguments: str,
    limit: float = LIMIT,
    env: Mapping[str, str] | None = None,
    data: bytes | None = None,
) -> bytes:
    """What git prints. Raises GitFailed with what it said, secrets taken out."""
    kept = {key: value for key, value in os.environ.items() if key not in _INHERITED}
    ssh = {
        "GIT_SSH_COMMAND": kept.get("GIT_SSH_COMMAND", "ssh -o BatchMode=yes -o ConnectTimeout=20")
    }
    try:
        done = subprocess.run(
            ["git", *_SAFE, *arguments],
            cwd=folder,
            env={**kept, **ssh, **_QUIET, **(env or {})},
            stdin=None if data is not None else subprocess.DEVNULL,
            input=data,
            capture_output=True,
            timeout=limit,
            check=False,
        )
    except FileNotFoundError as error:
        raise Failure("the git command is not installed: install git and try again") from error
    except subprocess.TimeoutExpired as error:
        raise GitFailed(
            f"git {_verb(arguments)} took longer than {limit:.0f} s and was ended"
        ) from error
    if done.returncode:
        said = (
            redacted(done.stderr.decode("utf-8", "replace").strip()) or f"status {done.returncode}"
        )
        raise GitFailed(f"git {_verb(arguments)}: {said}")
    return done.stdout


def _verb(arguments: Sequence[str]) -> str:
    """What git was asked to do, behind the settings of the call."""
    settings = 2 * sum(one == "-c" for one in arguments)
    return arguments[settings]


def line(folder: Path, *arguments: str) -> str:
    """What git prints, as one trimmed line of text."""
    return os.fsdecode(git(folder, *arguments)).strip()


def clone(url: str, into: Path) -> None:
    """A shallow clone: one branch, no tags, no submodules, no hooks, no filters for large files."""
    checked(url)
    git(
        into.parent, "clone", "--quiet", "--depth", "1", "--single-branch", "--no-tags", "--no-local",  # noqa: E501
        "--no-recurse-submodules", "--template=", "--", url, os.fspath(into), limit=CLONE_LIMIT,
    )  # fmt: skip


def checked(url: str) -> str:
    """A URL or path that git may be given. Raises UsageError."""
    if (
        not url
        or url.startswith("-")
        or re.match(r"\w+::", url)
        or re.search(r"[\x00-\x1f\x7f]", url)
    ):
        raise UsageError(
            f"{redacted(url)!r} is no git URL: give https://…, ssh://…, git@host:path or a path"
        )
    return url


def redacted(text: str) -> str:
    """Text without the user names, passwords and tokens of the URLs in it."""
    text = re.sub(r"(\b[a-z][a-z0-9+.-]*://)[^/\s@'\"]*(?:@[^/\s@'\"]*)*@", r"\1", text, flags=re.I)
    secret = r"((?:token|key|secret|password|passwd|auth|sig|signature)[\w-]*=)[^&\s'\"]+"
    return re.sub(secret, r"\1***", text, flags=re.I)


def public(url: str) -> str:
    """A URL as it may be written down: without credentials, query and fragment."""
    return redacted(url).split("?")[0].split("#")[0] if "://" in url else url


def changes(folder: Path, old: str, new: str) -> list[tuple[str, str, str]]:
    """(status, old path, new path) of every file that differs between two commits."""
    out = git(folder, "diff", "--name-status", "-z", "-M", "--no-ext-diff", old, new, "--")
    parts: Sequence[str] = [os.fsdecode(x) for x in out.split(b"\0")]
    found, at = [], 0
    while at < len(parts) - 1:
        status = parts[at][:1]
        pair = status in "RC"
        found.append((status, parts[at + 1], parts[at + 1 + pair]))
        at += 2 + pair
    return found


def unlock(folder: Path, *also: str) -> None:
    """Remove the locks that a killed git left in a repository, so that it can be used again."""
    for pattern in (*_LOCKS, *also):
        for lock in (folder / ".git").glob(pattern):
            _wait(lock)
            lock.unlink(missing_ok=True)


def _wait(lock: Path) -> None:
    """Until a lock is gone, or so old that its holder is."""
    until = time.monotonic() + STALE
    while time.monotonic() < until:
        try:
            if time.time() - lock.stat().st_mtime > STALE:
                return
        except FileNotFoundError:
            return
        time.sleep(0.02)

"""A home shared through a git remote: fetch, merge by the published rules, commit, push.

The merge is computed from git's objects before a file is touched (`merging`). What was merged is
a commit with two parents, made in an index of its own, so an interrupted sync is simply begun
again.
"""

import contextlib
import os
import re
import shutil
from pathlib import Path

from otherwords.documenting import git, making, merging
from otherwords.documenting.home import LEFTOVER, Home, text, write
from otherwords.errors import BaseNotFound, Failure, UsageError
from otherwords.values import NamedTuple

RETRIES = 2
_BYTES = ("-c", "core.autocrlf=false")
_PUT = ("--add", "--remove", "--replace")
_LEFT_OUT = (
    "--exclude-standard",
    "--exclude=/_repos/",
    "--exclude=/.staging-*/",
    f"--exclude=.*{LEFTOVER}",
)


class Synced(NamedTuple):
    """What a sync did: the commit both sides have, files merged in, and how often it pushed."""

    commit: str
    merged: tuple[str, ...]
    pushes: int


def sync(home: Home, remote: str = "") -> Synced:
    """Bring a home and its remote together. `remote` (a URL) is needed once where none is known; it
    makes the home where there is none."""
    fresh = not home.root.is_dir()
    if fresh and not remote:
        raise BaseNotFound(
            f"{home.root} is not there: 'otherwords code create' makes it, 'otherwords code sync URL'"
            " fetches one that is shared"
        )
    try:
        home.root.mkdir(parents=True, exist_ok=True)
        return _synced(home, remote)
    except BaseException:  # an interruption too
        if fresh:
            shutil.rmtree(home.root, ignore_errors=True)
        raise


def _synced(home: Home, remote: str) -> Synced:
    with home.only("sync"):
        git.unlock(home.root)
        url = _remote(home, remote)
        branch = _branch(home.root, url)
        merged: dict[str, None] = {}
        for attempt in range(RETRIES + 1):
            _commit(home, "otherwords: local changes")
            theirs = _fetch(home.root, url, branch)
            if theirs:
                merged |= dict.fromkeys(_merge(home, theirs))
            head = git.line(home.root, "rev-parse", "HEAD")
            if head == theirs:
                return Synced(head, tuple(merged), attempt)
            try:
                git.git(
                    home.root,
                    "push",
                    "--quiet",
                    "--no-verify",
                    "--",
                    url,
                    f"{head}:refs/heads/{branch}",
                )
            except git.GitFailed as error:
                if attempt == RETRIES:
                    raise _unfinished(home, error) from error
                continue
            return Synced(head, tuple(merged), attempt + 1)
    raise AssertionError("unreachable")


def _unfinished(home: Home, error: Exception) -> Failure:
    return Failure(
        f"{error}\nEverything is merged and committed in {home.root}; only the push is missing:"
        f" run 'otherwords code sync' again, or 'git -C {home.root} push'"
    )


def _remote(home: Home, given: str) -> str:
    """The remote's URL: given, else origin's, else the one in `_remote.md`. Where it answers, the
    home becomes a repository, and a URL that was given is noted."""
    noted = _URL.search(text(home.root / "_remote.md"))
    path = making.local(given) if given else None
    url = os.fspath(path) if path else given or _origin(home.root) or (noted[0] if noted else "")
    if not url:
        raise UsageError(
            f"{home.root} has no remote: 'otherwords code sync URL', or write the URL into _remote.md"
        )
    git.git(home.root, "ls-remote", "--heads", "--", git.checked(url))
    if not (home.root / ".git").exists():
        git.git(home.root, "init", "--quiet", "--template=", "--initial-branch=main")
        write(home.root / ".git/info/exclude", "_repos/\n.staging-*/\n")
    if given:
        new, old = git.public(url), text(home.root / "_remote.md")
        write(home.root / "_remote.md", old.replace(noted[0], new) if noted else f"{old}{new}\n")
    return url


_URL = re.compile(r"(?:[a-z+]+://|[\w.-]+@[\w.-]+:|/)[^\s)>`\"']+")


def _origin(root: Path) -> str:
    try:
        return git.line(root, "remote", "get-url", "origin") if (root / ".git").exists() else ""
    except git.GitFailed:
        return ""


def _branch(root: Path, url: str) -> str:
    """The branch of a home with commits; for a new one, the remote's own."""
    current = git.line(root, "symbolic-ref", "--short", "HEAD")
    if _known(root, "HEAD"):
        return current
    out = git.git(root, "ls-remote", "--symref", "--", url, "HEAD").decode("utf-8", "replace")
    found = re.match(r"ref: refs/heads/(\S+)\tHEAD", out)
    if found and found[1] != current:
        git.git(root, "symbolic-ref", "HEAD", f"refs/heads/{found[1]}")
    return found[1] if found else current


def _known(root: Path, name: str) -> bool:
    try:
        git.git(root, "rev-parse", "--verify", "--quiet", name)
    except git.GitFailed:
        return False
    return True


def _fetch(root: Path, url: str, branch: str) -> str:
    """The remote branch's commit; '' where it has none."""
    listed = git.line(root, "ls-remote", "--heads", "--", url, f"refs/heads/{branch}")
    if not listed:
        return ""
    git.git(
        root, "fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--", url,
        f"+refs/heads/{branch}:refs/otherwords/remote", limit=git.CLONE_LIMIT,
    )  # fmt: skip
    return git.line(root, "rev-parse", "refs/otherwords/remote")


def _commit(home: Home, message: str, also: str = "") -> str:
    """The files as they are, as a commit behind HEAD (and another parent); HEAD where nothing
    changed."""
    root = home.root
    head = git.line(root, "rev-parse", "HEAD") if _known(root, "HEAD") else ""
    index = _own_index(root, head)
    env = {"GIT_INDEX_FILE": os.fspath(index)}
    _take_in(root, env)
    tree = os.fsdecode(git.git(root, "write-tree", env=env)).strip()
    if head and not also and tree == git.line(root, "rev-parse", f"{head}^{{tree}}"):
        return head
    parents = [x for parent in (head, also) if parent for x in ("-p", parent)]
    made = git.line(root, *making.COMMIT, "commit-tree", tree, *parents, "-m", message)
    git.git(root, "update-ref", "HEAD", made, head or "0" * len(made))
    os.replace(index, index.with_name("index"))  # for those who look with git
    return made


def _take_in(root: Path, env: dict[str, str]) -> None:
    """Bring the files as they are into an index; what git is told to ignore stays out."""
    listed = git.git(root, "ls-files", "-z", "--others", "--modified", *_LEFT_OUT, env=env)
    differ = [x for x in listed.split(b"\0") if x[-1:] not in (b"", b"/") and x[:7] != b"_repos/"]
    folders = {x for x in differ if _is_folder(root, x)}
    for paths, how in ((folders, ("--force-remove",)), (set(differ) - folders, _PUT)):
        named = b"".join(path + b"\0" for path in sorted(paths))
        git.git(root, *_BYTES, "update-index", *how, "-z", "--stdin", data=named, env=env)


def _is_folder(root: Path, path: bytes) -> bool:
    """Whether a folder lies where git knows a file."""
    there = root / os.fsdecode(path)
    return there.is_dir() and not there.is_symlink()


def _own_index(root: Path, head: str) -> Path:
    """An index of our own as a commit is; what git remembers of unchanged files is taken over."""
    index = Path(git.line(root, "rev-parse", "--absolute-git-dir")) / "otherwords-index"
    index.unlink(missing_ok=True)
    index.with_name(f"{index.name}.lock").unlink(missing_ok=True)  # ours: the home is locked
    with contextlib.suppress(OSError):
        shutil.copy2(index.with_name("index"), index)  # its time tells git what may have moved
    if head:
        git.git(root, "read-tree", "--reset", head, env={"GIT_INDEX_FILE": os.fspath(index)})
    return index


def _merge(home: Home, theirs: str) -> list[str]:
    """Bring the remote's commit in; the files that it changed here."""
    head = git.line(home.root, "rev-parse", "HEAD")
    base = _base(home.root, head, theirs)
    if base == theirs:
        return []
    changed = merging.apply(home, merging.planned(home, base, head, theirs))
    _commit(home, "otherwords: merged", theirs)
    return changed


def _base(root: Path, ours: str, theirs: str) -> str:
    try:
        return git.line(root, "merge-base", ours, theirs)
    except git.GitFailed:
        return ""

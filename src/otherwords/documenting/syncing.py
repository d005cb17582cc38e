"""A home shared through a git remote: fetch, merge by the published rules, commit, push.

The merge is computed from git's objects before a file is touched; index and registry are then
changed through the home's safe edit, so an alias confirmed meanwhile stays. What was merged is
a commit with two parents, made without git's own index, so an interrupted sync is simply begun
again.
"""

import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from otherwords import rkindex
from otherwords.documenting import git, making
from otherwords.documenting.home import LEFTOVER, Home, inside, text, write
from otherwords.errors import BaseNotFound, Failure, UsageError, WriteRefused
from otherwords.values import NamedTuple

RETRIES = 2
_SHARED = re.compile(r"(?:_registry|_remote|[^/]+/_index|[^/]+/_meta|[^/]+/docs/.+)\.md")
_LEFT_OUT = (":(exclude)_repos", ":(exclude).staging-*", f":(exclude,glob)**/.*{LEFTOVER}")


class Synced(NamedTuple):
    """What a sync did: the commit both sides have, files merged in, and how often it pushed."""

    commit: str
    merged: tuple[str, ...]
    pushes: int


class _Plan(NamedTuple):
    """What a merge does to each file: None removes it."""

    files: dict[str, str | None]
    theirs: dict[str, str]
    base: dict[str, str]


def sync(home: Home, remote: str = "") -> Synced:
    """Bring a home and its remote together. `remote` (a URL) is needed once where none is known."""
    if not home.root.is_dir():
        raise BaseNotFound(f"{home.root} is not there: 'otherwords code create' makes it")
    with home.only("sync"):
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
    """The remote's URL: given, else origin's, else the one in `_remote.md`; the home becomes a
    repository."""
    noted = re.search(
        r"(?:[a-z+]+://|[\w.-]+@[\w.-]+:|/)[^\s)>`\"']+", text(home.root / "_remote.md")
    )
    if not (home.root / ".git").exists():
        if not (given or noted):
            raise UsageError(
                f"{home.root} has no remote: 'otherwords code sync URL', or write the URL into _remote.md"  # noqa: E501
            )
        git.git(home.root, "init", "--quiet", "--template=", "--initial-branch=main")
    try:
        url = given or git.line(home.root, "remote", "get-url", "origin")
    except git.GitFailed:
        url = noted[0] if noted else ""
    if not url:
        raise UsageError(f"{home.root} has no remote: name it once with 'otherwords code sync URL'")
    git.checked(url)
    if given and not noted:
        write(home.root / "_remote.md", f"{git.public(url)}\n")
    return url


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
    home.locks.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home.locks) as folder:
        env = {"GIT_INDEX_FILE": os.path.join(folder, "index")}
        if head:
            git.git(root, "read-tree", head, env=env)
        git.git(root, "-c", "core.autocrlf=false", "add", "--all", "--", ".", *_LEFT_OUT, env=env)
        tree = os.fsdecode(git.git(root, "write-tree", env=env)).strip()
    if head and not also and tree == git.line(root, "rev-parse", f"{head}^{{tree}}"):
        return head
    parents = [x for parent in (head, also) if parent for x in ("-p", parent)]
    made = git.line(root, *making.COMMIT, "commit-tree", tree, *parents, "-m", message)
    git.git(root, "update-ref", "HEAD", made, head or "0" * len(made))
    _refresh(root)
    return made


def _refresh(root: Path) -> None:
    """git's own index as the new commit is, for those who look with git; not needed for a sync."""
    try:
        git.git(root, "reset", "--quiet")
    except git.GitFailed:
        return


def _merge(home: Home, theirs: str) -> list[str]:
    """Bring the remote's commit in; the files that it changed here."""
    head = git.line(home.root, "rev-parse", "HEAD")
    base = _base(home.root, head, theirs)
    if base == theirs:
        return []
    plan = _planned(home, base, head, theirs)
    changed = [path for path, new in sorted(plan.files.items()) if _apply(home, path, new, plan)]
    _commit(home, "otherwords: merged", theirs)
    return changed


def _base(root: Path, ours: str, theirs: str) -> str:
    try:
        return git.line(root, "merge-base", ours, theirs)
    except git.GitFailed:
        return ""


def _planned(home: Home, base: str, ours: str, theirs: str) -> _Plan:
    """The merge of every file that the remote changed. Raises before anything is written."""
    before = _files(home.root, base) if base else {}
    mine, yours = _files(home.root, ours), _files(home.root, theirs)
    wanted = [
        p
        for p in {*before, *yours}
        if yours.get(p) != before.get(p) and yours.get(p) != mine.get(p)
    ]
    blobs = _blobs(
        home.root, {tree[p] for p in wanted for tree in (before, mine, yours) if p in tree}
    )
    plan = _Plan({}, {}, {})
    bad = []
    for path in sorted(wanted):
        old, our, their = (blobs.get(tree.get(path, "")) for tree in (before, mine, yours))
        if their is None:
            if our == old:
                plan.files[path] = None
        elif our is None or our == old:
            plan.files[path] = their
        elif rule := _rule(path):
            plan.files[path] = rule(our, their)
        else:
            bad.append(path)
        if path in plan.files and their is not None:
            _safe(home.root, path)
            plan.theirs[path], plan.base[path] = their, old or ""
    if bad:
        raise WriteRefused(
            f"not merged, nothing changed: {', '.join(bad[:5])} differ here and there, and no rule unites"  # noqa: E501
            f" them. 'git -C {home.root} merge refs/otherwords/remote', settle them, commit, then sync again"  # noqa: E501
        )
    return plan


def _rule(path: str) -> Callable[[str, str], str] | None:
    """How two versions of a file are united; None where people must."""
    name = path.rpartition("/")[2]
    if not _SHARED.fullmatch(path):
        return None
    rules = {
        "_registry.md": rkindex.merged_registry,
        "_index.md": rkindex.merged_index,
        "_meta.md": rkindex.merged_meta,
        "_remote.md": lambda ours, theirs: ours,
    }
    return rules.get(name, rkindex.merged_doc)


def _safe(root: Path, path: str) -> None:
    """Refuse what another's repository may not write here."""
    parts = path.split("/")
    if any(p in ("", ".", "..") or p.lower() == ".git" for p in parts) or parts[0] == "_repos":
        raise WriteRefused(
            f"the remote has a file {path!r} that may not be written here: remove it there"
        )
    inside(root, path)


def _files(root: Path, commit: str) -> dict[str, str]:
    """The plain files of a commit and their blobs; links and submodules are left out."""
    found = {}
    for record in git.git(root, "ls-tree", "-r", "-z", commit).split(b"\0"):
        head, _, path = record.partition(b"\t")
        if head.startswith(b"100"):
            found[os.fsdecode(path)] = head.split()[2].decode()
    return found


def _blobs(root: Path, wanted: set[str]) -> dict[str, str]:
    """The text of blobs, read in one call."""
    names = sorted(wanted)
    out = git.git(root, "cat-file", "--batch", data="".join(f"{n}\n" for n in names).encode())
    found, at = {}, 0
    for name in names:
        end = out.index(b"\n", at)
        size = int(out[at:end].split()[2])
        found[name] = out[end + 1 : end + 1 + size].decode("utf-8", "surrogateescape")
        at = end + size + 2
    return found


def _apply(home: Home, path: str, new: str | None, plan: _Plan) -> bool:
    """One file of a merge written; whether it changed here."""
    target = home.root / path
    now = text(target)
    if new is None:
        target.unlink(missing_ok=True)
        return True
    rule = _rule(path)
    if rule is None or path.rpartition("/")[2] not in ("_index.md", "_registry.md"):
        if now != new:
            write(target, new)
        return now != new
    target.parent.mkdir(parents=True, exist_ok=True)
    return home.edit(target, lambda old: _united(old, path, plan))


def _united(now: str, path: str, plan: _Plan) -> str:
    """The text on disk at the moment of writing with theirs; theirs where here nothing had
    changed."""
    rule = _rule(path)
    if rule is None or now in ("", plan.base[path]):
        return plan.theirs[path]
    return rule(now, plan.theirs[path])

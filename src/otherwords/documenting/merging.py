"""Two versions of a home into one, by the published rules: planned from git's objects, then written.

Index and registry are changed through the home's safe edit, so an alias confirmed meanwhile stays.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path

from otherwords import rkindex
from otherwords.documenting import git
from otherwords.documenting.home import Home, inside, text, write
from otherwords.errors import WriteRefused
from otherwords.values import NamedTuple

_SHARED = re.compile(r"(?:_registry|_remote|[^/]+/_index|[^/]+/_meta|[^/]+/docs/.+)\.md")


class Plan(NamedTuple):
    """What a merge does to each file: None removes it."""

    files: dict[str, str | None]
    theirs: dict[str, str]
    base: dict[str, str]


def planned(home: Home, base: str, ours: str, theirs: str) -> Plan:
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
    plan = Plan({}, {}, {})
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
        if path in plan.files:
            _safe(home.root, path)
            plan.theirs[path], plan.base[path] = their or "", old or ""
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


def apply(home: Home, plan: Plan) -> list[str]:
    """Write what a merge plans; the files that it changed here. What came in between stays."""
    order = sorted(plan.files, key=lambda path: (_turn(path, plan), path))
    return [path for path in order if _apply(home, path, plan.files[path], plan)]


def _turn(path: str, plan: Plan) -> int:
    """New docs first, then the indexes that name them, then removals: no entry lacks its doc."""
    return 2 if plan.files[path] is None else int(path.endswith("/_index.md"))


def _apply(home: Home, path: str, new: str | None, plan: Plan) -> bool:
    """One file of a merge written; whether it changed here."""
    target, rule, name = home.root / path, _rule(path), path.rpartition("/")[2]
    now = text(target)
    if new is None:
        if now == plan.base[path]:
            target.unlink(missing_ok=True)
        return now == plan.base[path]
    if rule and (now or name in ("_index.md", "_registry.md")):
        target.parent.mkdir(parents=True, exist_ok=True)
        return home.edit(target, lambda old: _united(home, old, path, plan))
    if now not in ("", plan.base[path], new):
        raise WriteRefused(f"{path} was changed while it was merged: 'otherwords code sync' again")
    if now != new:
        write(target, new)
    return now != new


def _united(home: Home, now: str, path: str, plan: Plan) -> str:
    """The text on disk at the moment of writing with theirs; theirs where here nothing had
    changed."""
    rule, base, theirs = _rule(path), plan.base[path], plan.theirs[path]
    if rule is None or now in ("", base):
        return theirs
    united = rule(now, theirs)
    if not path.endswith("/_index.md"):
        return united
    folder = path.rpartition("/")[0]
    gone = [
        doc
        for doc in _docs(base) - (_docs(now) & _docs(theirs))
        if not (home.root / folder / doc).exists() or plan.files.get(f"{folder}/{doc}", "") is None
    ]
    return rkindex.changed(united, (), gone)


def _docs(index: str) -> set[str]:
    return {entry.doc for entry in rkindex.parse(index)}

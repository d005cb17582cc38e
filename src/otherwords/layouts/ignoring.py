"""Which files does `.gitignore` leave out? Plain folder lines while walking, the rest in reading.

A walk must not import pathspec, so it prunes only what plain lines (`node_modules/`, `/build`)
exclude, and leaves even those to `Ignored` where a `!` line could take a folder back.
"""

import os
import re
from collections.abc import Iterable

from otherwords.errors import Failure
from otherwords.layouts.opening import open_page
from otherwords.values import NamedTuple

NAME = ".gitignore"


class Plain(NamedTuple):
    """The lines of one `.gitignore` that name folders without a wildcard."""

    anywhere: frozenset[str] = frozenset()  # names, at any depth
    anchored: frozenset[str] = frozenset()  # paths below the file's folder
    negates: bool = False


def plain(lines: Iterable[str]) -> Plain:
    """The plain folder lines of a `.gitignore`."""
    anywhere, anchored, negates = set(), set(), False
    for line in lines:
        text = line.rstrip(" ")
        negates = negates or text.startswith("!")
        if not text or text[0] in "#!" or any(c in "*?[\\" for c in text):
            continue
        body = text.removesuffix("/")
        if "/" in body:
            anchored.add(body.removeprefix("/"))
        elif body:
            anywhere.add(body)
    return Plain(frozenset(anywhere), frozenset(anchored), negates)


class Pruned:
    """The folders that a walk need not enter."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._files: dict[str, Plain] = {}

    def learn(self, path: str) -> None:
        """Take in a `.gitignore` that the walk came upon."""
        self._files[path.rpartition("/")[0]] = plain(_lines(self._root, path))

    def prunes(self, folder: str) -> bool:
        """Whether this folder is surely excluded; its parents are known not to be."""
        if not self._files:
            return False
        parent, _, name = folder.rpartition("/")
        while True:
            rules = self._files.get(parent)
            if rules and rules.negates:
                return False
            below = folder[len(parent) + 1 :] if parent else folder
            if rules and (name in rules.anywhere or below in rules.anchored):
                return True
            if not parent:
                return False
            parent = parent.rpartition("/")[0]


class Rule(NamedTuple):
    """One line of a `.gitignore`, compiled."""

    regex: re.Pattern[str]
    excludes: bool

    def matches(self, path: str) -> bool:
        """Whether the line names this very path (of a folder: with a slash at its end).

        pathspec's expressions also match what lies below a folder; git asks folder by folder.
        """
        for match in self.regex.finditer(path):
            whole = match.end() == len(path)
            if match.lastgroup:  # as a folder: this one, or one that holds it
                found = whole
            else:  # `a/**` is no line for the folder `a/` itself
                found = bool(self.regex.groups) or not (whole and path.endswith("/"))
            if found:
                return True
        return False


class Ignored:
    """Whether a page is excluded, by every `.gitignore` from the root down, as git has it."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._rules: dict[str, list[Rule]] = {}
        self._folders: dict[str, bool] = {"": False}

    def __call__(self, path: str) -> bool:
        """Whether this file is excluded, itself or by a folder that holds it."""
        parent = path.rpartition("/")[0]
        return self._folder(parent) or self._matched(path, parent)

    def _folder(self, folder: str) -> bool:
        known = self._folders.get(folder)
        if known is None:
            parent = folder.rpartition("/")[0]
            known = self._folder(parent) or self._matched(folder + "/", parent)
            self._folders[folder] = known
        return known

    def _matched(self, path: str, parent: str) -> bool:
        """The last matching line decides, of the deepest file that has one."""
        while True:
            inner = path[len(parent) + 1 :] if parent else path
            for rule in self._of(parent):
                if rule.matches(inner):
                    return rule.excludes
            if not parent:
                return False
            parent = parent.rpartition("/")[0]

    def _of(self, folder: str) -> list[Rule]:
        """The rules of a folder's own `.gitignore`, last line first."""
        if folder not in self._rules:
            path = f"{folder}/{NAME}" if folder else NAME
            there = os.path.isfile(f"{self._root}/{path}")
            lines = _lines(self._root, path) if there else []
            self._rules[folder] = [rule for line in reversed(lines) if (rule := _rule(line))]
        return self._rules[folder]


def _lines(root: str, path: str) -> list[str]:
    try:
        text = open_page(root, path).decode("utf-8-sig", "replace")
    except Failure:
        return []
    return [line.removesuffix("\r") for line in text.split("\n")]


def _rule(line: str) -> Rule | None:
    """A line, compiled; None for a comment, and for a broken one, which git skips too."""
    if not line.strip() or line.startswith("#"):
        return None
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    try:
        pattern = GitIgnoreSpecPattern(line)
    except (ValueError, re.error):
        return None
    if pattern.regex is None or pattern.include is None:
        return None
    return Rule(pattern.regex, pattern.include)

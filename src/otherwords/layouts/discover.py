"""Which knowledge bases are here? By walking up from a folder, or at a folder that is named.

Only the layouts that are there are imported: each search would pay for the others.
"""

import os
from collections.abc import Iterator

from otherwords.errors import BaseNotFound
from otherwords.layouts.detection import Detect, unknown
from otherwords.layouts.markers import INDEX, PERSONAL, REGISTRY, WIKI, WORKSPACE
from otherwords.model import Notice
from otherwords.ports import Layout
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    from otherwords.layouts.repoknowledge import RepoKnowledge

Problems = list[Notice]


def discover(
    start: str, home: str, rk_home: str, detect: Detect = unknown, problems: Problems | None = None
) -> list[Layout]:
    """The knowledge bases of the working directory `start` (rulings 1). Raises BaseNotFound.

    The nearest folder upwards that holds `.wikicommit` or `.guild`, or is the RepoKnowledge home;
    else the git root, else `start`, as a vault; never `home` nor the file system's root as one.
    """
    start = os.path.realpath(start)
    for folder in upwards(start):
        if _same(folder, rk_home):
            return [home_at(folder, detect)]
        if found := _marked(folder, detect, problems):
            return found
    tree = next((f for f in upwards(start) if os.path.lexists(f"{f}/.git")), start)
    folder = tree if _may_be_vault(tree, home) else start
    if _may_be_vault(folder, home):
        return [_vault(folder, detect)]
    if os.path.isdir(rk_home):
        return [home_at(os.path.realpath(rk_home), detect)]
    raise _refused(folder)


def at(
    path: str,
    home: str = "",
    rk_home: str = "",
    detect: Detect = unknown,
    problems: Problems | None = None,
) -> list[Layout]:
    """The knowledge bases at a folder that is named. Raises BaseNotFound."""
    if not os.path.isdir(path):
        raise BaseNotFound(f"{path}: no such folder: name a folder that holds Markdown pages")
    folder = _outside_marker(os.path.realpath(path))
    if found := _marked(folder, detect, problems):
        return found
    if base := _rk_home_of(folder, rk_home):
        return [home_at(base, detect)]
    if not _may_be_vault(folder, home):
        raise _refused(folder)
    return [_vault(folder, detect)]


def project_at(path: str, rk_home: str = "") -> str:
    """The RepoKnowledge project whose folder a path lies in, or ''."""
    folder = os.path.realpath(path)
    base = _rk_home_of(folder, rk_home)
    inner = folder[len(base) :].strip(os.sep) if base else ""
    project = inner.split(os.sep)[0]
    return project if os.path.isfile(f"{base}/{project}/{INDEX}") else ""


def home_at(folder: str, detect: Detect = unknown) -> "RepoKnowledge":
    """The RepoKnowledge home that a folder is."""
    from otherwords.layouts.repoknowledge import RepoKnowledge

    return RepoKnowledge(folder, detect)


def _vault(folder: str, detect: Detect) -> Layout:
    from otherwords.layouts.vault import Vault

    return Vault(folder, detect)


def _marked(folder: str, detect: Detect, problems: Problems | None) -> list[Layout]:
    """What `.wikicommit` and `.guild` in a folder make it; with a workspace, its sub-guilds too."""
    found: list[Layout] = []
    if os.path.isdir(f"{folder}/.wikicommit"):
        from otherwords.layouts.wikicommit import WikiCommit

        found.append(WikiCommit(folder, detect))
    if os.path.isfile(f"{folder}/{WORKSPACE}"):
        found += _workspace(folder, detect, problems)
    elif os.path.isdir(f"{folder}/{WIKI}"):
        from otherwords.layouts.guild import Guild

        found.append(Guild(folder, "", detect))
    return found


def _workspace(folder: str, detect: Detect, problems: Problems | None) -> list[Layout]:
    from otherwords.layouts.guild import Guild
    from otherwords.layouts.guild_workspace import workspace

    found = workspace(folder)
    if problems is not None:
        problems += found.notices
    own: list[Layout] = [Guild(folder, "", detect)] if found.root_wiki else []
    return own + [Guild(sub.root, sub.name, detect) for sub in found.sub_guilds if sub.has_wiki]


def upwards(folder: str) -> Iterator[str]:
    """A folder, then every one that holds it."""
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _outside_marker(folder: str) -> str:
    """The folder that holds `.wikicommit` or `.guild`, where the named one lies in that."""
    holders = (f for f in upwards(folder) if os.path.basename(f) in (".wikicommit", ".guild"))
    marker = next(holders, "")
    return os.path.dirname(marker) if marker else folder


def _rk_home_of(folder: str, rk_home: str) -> str:
    """The RepoKnowledge home that a folder is, or that it is a project of; else ''."""
    for base in (folder, os.path.dirname(folder)):
        if _same(base, rk_home) or os.path.isfile(f"{base}/{REGISTRY}"):
            return base
        if os.path.isfile(f"{base}/{PERSONAL}/{INDEX}"):
            return base
    return ""


def _same(folder: str, other: str) -> bool:
    return bool(other) and os.path.isdir(other) and os.path.realpath(other) == folder


def _may_be_vault(folder: str, home: str) -> bool:
    return os.path.dirname(folder) != folder and not _same(folder, home)


def _refused(folder: str) -> BaseNotFound:
    return BaseNotFound(
        f"{folder} as a whole is not searched: go to the folder of your notes, or name it:"
        " otherwords search QUERY --in FOLDER"
    )

"""What does a name mean: a folder, a sub-guild, a project, or a knowledge base that was searched before?"""

import os
from collections.abc import Iterator, Sequence

from otherwords.errors import BaseNotFound, UsageError
from otherwords.layouts import discover
from otherwords.layouts.detection import Detect, unknown
from otherwords.layouts.markers import ENTITY, WIKI, WORKSPACE
from otherwords.model import Notice
from otherwords.ports import Layout
from otherwords.values import NamedTuple

HOME = "repoknowledge"
_MARKERS = {"wikicommit": ENTITY, "guild": WIKI}


class Places(NamedTuple):
    """Where names are looked up."""

    cwd: str
    home: str
    rk_home: str
    detect: Detect = unknown


class Meant(NamedTuple):
    """One thing that a name can mean: a layout, or one project of it."""

    layout: Layout
    project: str = ""


def meant(
    name: str, places: Places, known: Sequence[tuple[str, str, str]], problems: list[Notice]
) -> list[Meant]:
    """What a name means (rulings 1): an existing folder, else the one thing of that name.

    `known` are (name, kind, root) of knowledge bases searched before. Raises BaseNotFound; UsageError
    where a name means two things.
    """
    path = os.path.join(places.cwd, os.path.expanduser(name))
    if os.path.isdir(path):
        folder = os.path.realpath(path)
        if subs := [m for m in _sub_guilds(name, places) if m.layout.root == folder]:
            return subs  # its folder has its name
        project = discover.project_at(path, places.rk_home)
        at = discover.at(path, places.home, places.rk_home, places.detect, problems)
        return [Meant(layout, project if layout.kind == HOME else "") for layout in at]
    found = {(m.layout.kind, m.layout.root, m.project): m for m in _named(name, places, known)}
    if len(found) > 1:
        both = " and ".join(_described(m) for m in found.values())
        raise UsageError(f"--in {name} could mean {both}: name the folder instead")
    if not found:
        raise BaseNotFound(
            f"{name}: no such folder, sub-guild, project or knowledge base:"
            " `otherwords bases` lists those that are known"
        )
    return list(found.values())


def exists(kind: str, root: str) -> bool:
    """Whether there still is a knowledge base of this kind in a folder."""
    return os.path.isdir(os.path.join(root, _MARKERS.get(kind, "")))


def at(kind: str, root: str, detect: Detect = unknown) -> Layout:
    """The knowledge base of one kind in a folder. Raises BaseNotFound."""
    for layout in discover.at(root, detect=detect):
        if layout.kind == kind:
            return layout
    if kind == HOME and os.path.isdir(root):
        return discover.home_at(root, detect)
    raise BaseNotFound(f"{root}: there is no {kind} any more: search again")


def _named(name: str, places: Places, known: Sequence[tuple[str, str, str]]) -> Iterator[Meant]:
    yield from _sub_guilds(name, places)
    if os.path.isdir(places.rk_home):
        home = discover.home_at(os.path.realpath(places.rk_home), places.detect)
        if name in home.projects():
            yield Meant(home, name)
    for other, kind, root in known:
        if other == name and exists(kind, root):
            yield Meant(at(kind, root, places.detect))


def _sub_guilds(name: str, places: Places) -> Iterator[Meant]:
    for folder in discover.upwards(os.path.realpath(places.cwd)):
        if os.path.isfile(f"{folder}/{WORKSPACE}"):
            from otherwords.layouts.guild import Guild
            from otherwords.layouts.guild_workspace import workspace

            for sub in workspace(folder).sub_guilds:
                if sub.name == name:
                    yield Meant(Guild(sub.root, sub.name, places.detect))
            return


def _described(one: Meant) -> str:
    layout = one.layout
    if one.project:
        return f"the project {one.project} in {layout.root}"
    what = "sub-guild" if getattr(layout, "name", "") else layout.kind
    return f"the {what} in {layout.root}"

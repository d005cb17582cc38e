"""A Guild's settings and workspace: which sub-guilds are there, and where?"""

import os

from otherwords.errors import Failure, PageNotFound
from otherwords.layouts.guild import SETTINGS
from otherwords.layouts.markers import WIKI, WORKSPACE
from otherwords.layouts.opening import inside, open_page
from otherwords.model import Notice
from otherwords.values import NamedTuple


class SubGuild(NamedTuple):
    """One guild of a workspace; `root` is the folder that holds its `.guild`."""

    name: str
    path: str  # relative to the workspace
    root: str
    has_wiki: bool


class Workspace(NamedTuple):
    """The guilds of `.guild/workspace.json`, and what is wrong with it."""

    sub_guilds: tuple[SubGuild, ...] = ()
    root_wiki: bool = False
    notices: tuple[Notice, ...] = ()


def workspace(root: str) -> Workspace:
    """The workspace of a folder; an empty one where there is no `.guild/workspace.json`."""
    data, notices = _json(root, WORKSPACE)
    listed = data.get("sub_guilds", [])
    found: list[SubGuild] = []
    for entry in listed if isinstance(listed, list) else []:
        guild = _sub_guild(root, entry)
        if isinstance(guild, Notice):
            notices.append(guild)
        elif guild.name in {other.name for other in found}:
            message = f"two sub-guilds are named {guild.name}: the second is left out, rename it"
            notices.append(Notice("sub-guild-twice", message, WORKSPACE, level="left-out"))
        else:
            found.append(guild)
    own = os.path.isdir(f"{root}/{WIKI}") and data.get("root_wiki") is not False
    return Workspace(tuple(found), own, tuple(notices))


def stdio_available(root: str) -> bool:
    """The setting `mcp.stdio_available`, true where nothing else is said."""
    try:
        if b"stdio_available" not in open_page(root, SETTINGS):
            return True  # the usual case, without a parser
    except Failure:
        return True
    data, _ = _json(root, SETTINGS)
    mcp = data.get("mcp")
    value = mcp.get("stdio_available") if isinstance(mcp, dict) else data.get("mcp.stdio_available")
    return value is not False


def _json(root: str, path: str) -> tuple[dict[str, object], list[Notice]]:
    """A settings file as a mapping; an empty one, with a notice, where it cannot be read."""
    import json  # 8 ms

    try:
        data = json.loads(open_page(root, path).decode("utf-8-sig"))
    except PageNotFound:
        return {}, []
    except (Failure, ValueError, RecursionError) as error:
        return {}, [Notice("settings-unreadable", f"cannot be read ({error}): correct it", path)]
    if isinstance(data, dict):
        return data, []
    return {}, [Notice("settings-unreadable", "is no JSON object: write it as {…}", path)]


def _sub_guild(root: str, entry: object) -> SubGuild | Notice:
    """A sub-guild, or why it is refused."""
    given = entry if isinstance(entry, dict) else {"path": entry}
    path = given.get("path")
    if not isinstance(path, str) or not path.strip():
        message = "a sub-guild without a path: give it one"
        return Notice("sub-guild-refused", message, WORKSPACE, level="left-out")
    path = path.strip().removeprefix("./").rstrip("/").removesuffix("/.guild")
    name = given.get("name")
    name = name.strip() if isinstance(name, str) and name.strip() else path.rpartition("/")[2]
    real = _within(root, path)
    if not real:
        message = f"sub-guild {name}: {path} is missing or leaves the workspace: correct its path"
        params = (name, path)
        return Notice("sub-guild-refused", message, WORKSPACE, level="left-out", params=params)
    wiki = given.get("has_wiki")
    has_wiki = wiki if isinstance(wiki, bool) else os.path.isdir(f"{real}/{WIKI}")
    return SubGuild(name, path, real, has_wiki)


def _within(root: str, path: str) -> str:
    """The real folder of a path that stays in the workspace, or ''."""
    if os.path.isabs(path) or ".." in path.split("/") or "\0" in path:
        return ""
    try:
        real = inside(root, path)
    except OSError:
        return ""
    return real if os.path.isdir(real) else ""

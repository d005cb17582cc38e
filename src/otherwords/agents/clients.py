"""Where each client looks for skills and for servers."""

from typing import NamedTuple

from otherwords.errors import UsageError


class Scope(NamedTuple):
    """The folders and the settings file of a client, relative to the home or the project."""

    skills: str
    settings: str  # '' where the client has none there
    table: tuple[str, ...] = ("mcpServers",)


class Client(NamedTuple):
    """A client, for the user and for one project; None where it has no such place."""

    name: str
    title: str
    mark: str  # a folder of the home that shows that the client is used
    user: Scope | None
    project: Scope | None


CLIENTS = (
    Client(
        "claude",
        "Claude Code",
        ".claude",
        Scope(".claude/skills", ".claude.json"),
        Scope(".claude/skills", ".mcp.json"),
    ),
    Client(
        "codex",
        "Codex",
        ".codex",
        Scope(".codex/skills", ".codex/config.toml", ("mcp_servers",)),
        Scope(".agents/skills", ""),
    ),
    Client(
        "cursor",
        "Cursor",
        ".cursor",
        Scope(".cursor/skills", ".cursor/mcp.json"),
        Scope(".cursor/skills", ".cursor/mcp.json"),
    ),
    Client(
        "gemini",
        "Gemini CLI",
        ".gemini",
        Scope(".gemini/skills", ".gemini/settings.json"),
        Scope(".gemini/skills", ".gemini/settings.json"),
    ),
    Client(
        "vscode",
        "VS Code",
        ".vscode",
        None,
        Scope(".github/skills", ".vscode/mcp.json", ("servers",)),
    ),
)
NAMES = tuple(client.name for client in CLIENTS)


def client(name: str) -> Client:
    """The client of this name. Raises UsageError."""
    for one in CLIENTS:
        if one.name == name:
            return one
    raise UsageError(f"{name!r} is no client known here: it is one of {', '.join(NAMES)}")


def scope(one: Client, project: bool) -> Scope:
    """Where a client looks. Raises UsageError where it has no such place."""
    found = one.project if project else one.user
    if found is None:
        other = "without --project" if project else "with --project, in the project's folder"
        raise UsageError(f"{one.title} has no such place: install {other}")
    return found

"""A small world for the tests of the library, the protocol server and the agents' commands."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

SOURCE = Path(__file__).parent.parent / "src"
ALLOWANCE = ".wikicommit/entity/en/DefinedTerm/child-allowance.md"
PROCEDURE = ".wikicommit/entity/ja/HowTo/procedure.md"


class World(NamedTuple):
    """A wiki and a home of its own, in a temporary folder."""

    wiki: Path
    home: Path
    rk_home: Path
    environment: dict[str, str]

    def write(self, path: str, text: str) -> Path:
        """A file of the wiki."""
        return write(self.wiki / path, text)

    def command(self, *arguments: str) -> list[str]:
        """The command line that runs this source tree."""
        return [sys.executable, "-m", "otherwords", *arguments]


def write(path: Path, text: str) -> Path:
    """A file and its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def page(title: str, body: str, **front: str) -> str:
    """A page with front matter."""
    lines = [f"{key}: {value}" for key, value in ({"title": title} | front).items()]
    return "---\n" + "\n".join(lines) + f"\n---\n\n{body}\n"


def world(folder: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A WikiCommit wiki in two languages; the working directory is in it."""
    made = World(folder / "wiki", folder / "home", folder / "home/.repo-knowledge", {})
    made.write(".wikicommit/config.yml", "translation:\n  primary_lang: ja\n  targets: [en]\n")
    made.write(
        ALLOWANCE,
        page(
            "Child allowance",
            "# Child allowance\n\nPaid for every child until eighteen.\n\n## Amount\n\n15,000 yen a"
            " month.\n\n## Deadline\n\nFifteen days.",
            type="schema:DefinedTerm",
            translated_from=".wikicommit/entity/ja/DefinedTerm/child-allowance.md",
        ),
    )
    made.write(
        ".wikicommit/entity/ja/DefinedTerm/child-allowance.md",
        page(
            "児童手当",
            "児童手当は18歳までの子どもに支払われます。",
            type="schema:DefinedTerm",
            review_status="reviewed",
            sources="[{type: url, url: https://example.org/allowance}]",
        ),
    )
    made.write(
        PROCEDURE, page("児童手当の手続き", "児童手当の手続きは窓口で。", type="schema:HowTo")
    )
    made.home.mkdir()
    environment = {
        "HOME": str(made.home),
        "OTHERWORDS_CACHE_DIR": str(folder / "cache"),
        "OTHERWORDS_DATA_DIR": str(folder / "data"),
        "OTHERWORDS_RK_HOME": str(made.rk_home),
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("GUILD_MEMORY_WIKI_ROOT", raising=False)
    monkeypatch.delenv("OTHERWORDS_MCP_TOKEN", raising=False)
    monkeypatch.chdir(made.wiki)
    path = os.pathsep.join(filter(None, (str(SOURCE), os.environ.get("PYTHONPATH", ""))))
    return made._replace(environment=os.environ | {"PYTHONPATH": path})


def text(result: Any) -> str:
    """The readable form of a tool's answer."""
    return str(result.content[0].text)


def asked(server: Any, *calls: tuple[str, dict[str, object]], mode: str = "auto") -> list[Any]:
    """The results of some calls in one session with a server of this process."""

    async def session(client: Any) -> list[Any]:
        return [await client.call_tool(name, arguments) for name, arguments in calls]

    return connected(server, session, mode)


def connected(
    server: Any, session: Callable[[Any], Awaitable[Any]], mode: str = "auto", seconds: float = 30
) -> Any:
    """What a session with a server gives."""
    from mcp import Client

    async def run() -> Any:
        async with Client(server, mode=mode) as client:
            return await session(client)

    return asyncio.run(asyncio.wait_for(run(), seconds))

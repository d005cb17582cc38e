"""docs/agents.md: each step is run, and every tool, argument, option and prompt is written down."""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from serving import SOURCE, connected
from test_agent_skills import command

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs/agents.md").read_text(encoding="utf-8")
STEP = re.compile(r"^( *)```(console|python)\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
PRINTED = re.compile(r"^( *)```text\n(.*?)^\1```", re.DOTALL | re.MULTILINE)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    shutil.copytree(ROOT / "examples/wiki", tmp_path / "wiki")
    names = ("HOME", "OTHERWORDS_CACHE_DIR", "OTHERWORDS_DATA_DIR")
    own = {name: str(tmp_path / name.lower()) for name in names}
    path = f"{command(tmp_path)}:{os.environ['PATH']}"
    return os.environ | own | {"PATH": path, "PYTHONPATH": str(SOURCE)}


def matches(shown: str, wanted: str) -> bool:
    """Whether a text is as the page shows it, where … is any text."""
    pattern = ".*".join(re.escape(piece) for piece in wanted.strip().split("…"))
    return re.fullmatch(pattern, shown.strip(), re.DOTALL) is not None


def commands(block: str) -> list[tuple[str, str]]:
    """Each command of a console block, with what it shall print."""
    found: list[tuple[str, str]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        elif line.startswith("> "):
            found[-1] = (f"{found[-1][0]}\n{line[2:]}", "")
        else:
            found[-1] = (found[-1][0], f"{found[-1][1]}{line}\n")
    return found


def test_every_step_does_what_it_says(tmp_path: Path, environment: dict[str, str]) -> None:
    pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")
    wiki = tmp_path / "wiki"
    for match in STEP.finditer(TEXT):
        block = textwrap.dedent(match[3])
        if match[2] == "console":
            steps = commands(block)
        else:
            printed = PRINTED.search(TEXT, match.end())
            assert printed
            steps = [
                (f"{sys.executable} - <<'PYTHON'\n{block}PYTHON\n", textwrap.dedent(printed[2]))
            ]
        for line, wanted in steps:
            run = subprocess.run(
                ["sh", "-c", line],
                cwd=wiki,
                env=environment,
                capture_output=True,
                text=True,
                timeout=60,
            )
            assert run.returncode == 0, (line, run.stdout, run.stderr)
            assert matches(run.stdout, wanted), (line, run.stdout)
    left = {p.name for p in (tmp_path / "home").iterdir()}
    assert left <= {".cache"}  # the index: the SDK's client hands the server no other folder


def test_every_tool_argument_and_prompt_is_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")
    from otherwords import wiring
    from otherwords.library import Library
    from otherwords.mcp import guild_memory, server

    async def offered(client: Any) -> tuple[Any, Any]:
        prompts = []
        if client.server_capabilities.prompts:
            prompts = (await client.list_prompts()).prompts
        return (await client.list_tools()).tools, prompts

    settings = wiring.settings()
    for made in (server.make(Library(settings)), guild_memory.make(settings)):
        tools, prompts = connected(made, offered)
        for tool in tools:
            line = next(x for x in TEXT.replace("\n", " ").split("## ") if f"`{tool.name}`" in x)
            given = tool.input_schema["properties"]
            names = [*given, *given.get("filters", {}).get("properties", {})]
            assert [n for n in names if f"`{n}`" not in line] == [], tool.name
        for prompt in prompts:
            names = [prompt.name, *(a.name for a in prompt.arguments or ())]
            assert [n for n in names if f"`{n}`" not in TEXT] == []


@pytest.mark.parametrize("name", ["mcp", "agent", "compat"])
def test_every_option_is_written_down(name: str) -> None:
    from otherwords.cli.commands import command_parser

    found = command_parser(name).format_help()
    options = set(re.findall(r"--[a-z][a-z-]+", found)) - {"--help"}
    assert {option for option in options if f"`{option}" not in TEXT} == set()


def test_what_is_refused_is_written_down_as_it_is_said() -> None:
    said = "".join(p.read_text(encoding="utf-8") for p in (SOURCE / "otherwords").rglob("*.py"))
    for phrase in (
        "no such argument; ",
        "a query and concepts together would leave open which is meant",
        "the query is empty: ",
        "use the singular ",
        "is no ISO 8601 date or time; ",
        "no knowledge base of that name here; there is ",
        "no page of these knowledge bases",
        "has no heading ",
        "that cursor is not known (any more): make the call again without it",
        "not learned: ",
    ):
        assert phrase in TEXT and phrase in said, phrase

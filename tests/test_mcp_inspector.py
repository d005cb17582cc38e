"""The reference inspector's command-line mode lists and calls every tool.

A job of its own: it needs Node.js and `npm install -g @modelcontextprotocol/inspector` (or its program
in OTHERWORDS_INSPECTOR).
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from serving import ALLOWANCE, World, world

pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")

INSPECTOR = os.environ.get("OTHERWORDS_INSPECTOR") or shutil.which("mcp-inspector")
if not shutil.which("node"):
    pytest.skip("Node.js is not installed", allow_module_level=True)
if not INSPECTOR:
    pytest.skip(
        "the inspector is not installed: npm install -g @modelcontextprotocol/inspector",
        allow_module_level=True,
    )

CALLS: dict[str, dict[str, str]] = {
    "search": {"query": "child allowance", "limit": "1"},
    "read": {"path": ALLOWANCE, "section": "Amount"},
    "bases": {},
    "sources": {"path": ALLOWANCE},
    "doctor": {},
    "confirm": {"path": ALLOWANCE, "query": "kids money"},
    "reject": {"path": ALLOWANCE, "query": "kids money"},
    "remember": {"title": "A note", "text": "To keep."},
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return world(tmp_path, monkeypatch)


def inspect(here: World, *arguments: str) -> dict[str, Any]:
    """What the inspector prints, calling the server as a client would."""
    script = here.home / "serve"
    names = ("PYTHONPATH", "OTHERWORDS_CACHE_DIR", "OTHERWORDS_DATA_DIR", "OTHERWORDS_RK_HOME")
    settings = " ".join(f"{name}='{here.environment[name]}'" for name in names)
    script.write_text(f"#!/bin/sh\nexec env {settings} {' '.join(here.command('mcp'))}\n")
    script.chmod(0o755)
    run = subprocess.run(
        [str(INSPECTOR), "--cli", str(script), *arguments],
        env=here.environment, cwd=here.wiki, capture_output=True, text=True, timeout=90,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_it_lists_every_tool_resource_and_prompt(here: World) -> None:
    tools = inspect(here, "--method", "tools/list")["tools"]
    assert {tool["name"] for tool in tools} == set(CALLS)
    assert len(inspect(here, "--method", "resources/list")["resources"]) == 3
    prompts = inspect(here, "--method", "prompts/list")["prompts"]
    assert [prompt["name"] for prompt in prompts] == ["search-wiki", "cite-sources"]


@pytest.mark.parametrize("name", CALLS)
def test_it_calls_every_tool(here: World, name: str) -> None:
    pairs = [x for key, value in CALLS[name].items() for x in ("--tool-arg", f"{key}={value}")]
    result = inspect(here, "--method", "tools/call", "--tool-name", name, *pairs)
    assert (
        not result.get("isError") and result["content"][0]["text"] and result["structuredContent"]
    )

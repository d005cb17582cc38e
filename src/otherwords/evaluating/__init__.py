"""How good are the answers? Queries with known answers, asked through the public door."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import median

from otherwords.errors import Failure, UsageError
from otherwords.evaluating import metrics
from otherwords.evaluating.pool import Pooled
from otherwords.model import Answer
from otherwords.values import NamedTuple

Row = Mapping[str, object]
MAIN = ("ndcg@10", "success@1", "map")  # the measures that a set is read by, with their intervals
Ask = Callable[[Row], Answer]  # raises UsageError for a query that is refused


class Result(NamedTuple):
    """What one query got."""

    row: Row
    ranked: tuple[str, ...]
    nearest: tuple[str, ...]  # where the answer is "nothing here"
    refused: bool
    scores: tuple[float, ...]
    milliseconds: float  # of the processor, which other work on the machine changes least


def rows(lines: Iterable[str], where: str) -> list[Row]:
    """The queries of a JSONL file. Raises Failure with the line that is none."""
    found: list[Row] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if not isinstance(row["query"], str) or "id" not in row or not _judged(row):
                raise KeyError("query")
        except (ValueError, KeyError, TypeError) as error:
            raise Failure(
                f'{where}:{number}: not a query; a line is {{"id": …, "query": …, "relevant": […]}}'
            ) from error
        found.append(row)
    return found


def _judged(row: Row) -> bool:
    """Whether the relevant pages are a list of paths, their grades numbers of which one is above 0."""
    relevant, grade = row.get("relevant") or [], row.get("grade") or {}
    if not (isinstance(relevant, list) and isinstance(grade, dict)):
        return False
    grades = grade.values()
    graded = all(isinstance(one, int) for one in grades) and max(grades, default=1) > 0
    limit = row.get("limit") or 1
    return graded and all(isinstance(path, str) for path in relevant) and isinstance(limit, int)


def run(queries: Sequence[Row], ask: Ask) -> Iterator[Result]:
    """Ask each query."""
    for row in queries:
        began = time.process_time()
        try:
            answer = ask(row)
        except UsageError:
            yield Result(row, (), (), True, (), 0.0)
            continue
        spent = 1000 * (time.process_time() - began)
        near = [hit.page.path for hit in answer.near]
        hits = [hit.page.path for hit in answer.hits]
        ranked = hits if answer.nothing or answer.literal else [*hits, *near]
        scores = [
            h.contract_score if h.contract_score is not None else h.score for h in answer.hits
        ]
        yield Result(
            row, tuple(ranked), tuple(near if answer.nothing else ()), False, tuple(scores), spent
        )


def summary(results: Sequence[Result]) -> dict[str, float]:
    """The means of all measures over some results."""
    scored = [metrics.measures(r.row, r.ranked) for r in results if r.row.get("relevant")]
    found: dict[str, float] = {"n": len(results), "n_scored": len(scored)}
    for name in scored[0] if scored else ():
        found[name] = _mean([m[name] for m in scored])
    for name in MAIN if scored else ():
        low, high = metrics.interval([m[name] for m in scored])
        found |= {f"{name}_low": low, f"{name}_high": high}
    unanswered = [r for r in results if not r.row.get("relevant") and "filters" not in r.row]
    if unanswered:
        found["n_none"] = len(unanswered)
        found["false_positive_rate"] = _mean([float(bool(r.ranked)) for r in unanswered])
    ordered = [r for r in results if "filters" in r.row]
    if ordered:
        found["order_exact"] = _mean(
            [metrics.exact_order(r.row, r.ranked, r.refused) for r in ordered]
        )
    exact = [
        _score_exact(r) for r in results if "expected_score" in r.row and r.scores and r.ranked
    ]
    if exact:
        found["score_exact"] = _mean(exact)
    times = [r.milliseconds for r in results if not r.refused]
    found["ms_median"] = median(times) if times else 0.0
    return {name: round(value, 4) for name, value in found.items()}


def _score_exact(result: Result) -> float:
    scores = dict(zip(result.ranked, result.scores, strict=False))
    wanted = next(iter(metrics.grades(result.row)), "")
    expected = result.row["expected_score"]
    return float(
        isinstance(expected, int | float) and abs(scores.get(wanted, -9.0) - expected) < 1e-3
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def run_lines(results: Iterable[Result]) -> Iterator[str]:
    """The run file: a line a query."""
    for r in results:
        line: dict[str, object] = {"id": r.row["id"], "ranked": list(r.ranked)}
        if r.nearest:
            line["nearest"] = list(r.nearest)
        if r.refused:
            line["error"] = True
        if r.scores and "expected_score" in r.row:
            line["scores"] = list(r.scores)
        yield json.dumps(line, ensure_ascii=False)


__all__ = ["Ask", "Pooled", "Result", "Row", "metrics", "rows", "run", "run_lines", "summary"]

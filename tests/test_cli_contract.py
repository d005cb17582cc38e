"""What the command line promises beside its words: JSON by its schema, no traces, quiet ends."""

import errno
import hashlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from otherwords.cli import commands, main
from transcripts import ROOT, Stage

DATA = ROOT / "src" / "otherwords" / "data"
QUERIES = (
    'search "子ども手当 手続き" --format json --in wiki',
    "search engineer --format json --in wiki --in notes",
    'search --expand "ja:児童手当|en:child allowance" --format json --in wiki',
    "search unlock --format json --in guild",
    "search bbox --format json --in repo-knowledge",
    'search "zeppelin !!!" --format json --in wiki',
    "search --tag 子育て --format json --in wiki",
)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """One copy of the examples for the tests that only read."""
    return Stage(tmp_path_factory.mktemp("stage"))


@pytest.mark.parametrize("query", QUERIES)
def test_json_fulfils_its_schema(query: str, stage: Stage) -> None:
    """Real answers are as answer.schema.json says, and the parts of each hit add up to its score."""
    schema = json.loads((DATA / "answer.schema.json").read_text(encoding="utf-8"))
    ran = stage.run(f"otherwords {query}")
    assert (ran.status, ran.err) == (0, "")
    document = json.loads(ran.out)
    jsonschema.validate(document, schema, cls=jsonschema.Draft202012Validator)
    for hit in (*document["hits"], *document["near_misses"]):
        parts = [part["value"] for part in hit["explanation"]["parts"]]
        assert sum(parts) == pytest.approx(hit["score"], abs=1e-6)


def test_snippet_stands_on_its_line(stage: Stage) -> None:
    """`path:line` of a snippet is right: every marked text stands in that line of the file."""
    for query in (
        "子ども手当 手続き",
        "サーバー",
        "エンジニア",
        "nursery school",
        "ゴミ",
        "ワクチン",
    ):
        document = json.loads(stage.run(f'otherwords search "{query}" --format json --in wiki').out)
        for hit in document["hits"]:
            lines = (stage.folder / "wiki" / hit["path"]).read_text("utf-8-sig").splitlines()
            shown = hit["snippet"]["text"]
            assert not hit["line"] or shown.strip("…")[:12] in lines[hit["line"] - 1], hit
            for start, end in hit["snippet"]["marks"]:
                assert shown[start:end] in lines[hit["line"] - 1], hit


def test_plan_schema_agrees_with_its_reader(stage: Stage) -> None:
    """A plan is accepted exactly where plan.schema.json accepts it."""
    schema = json.loads((DATA / "plan.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    plans = [
        {"concepts": [["a", {"text": "b", "lang": "ja"}]]},
        {"schema": "otherwords.plan/1", "concepts": [["a"]]},
        {"schema": "other", "concepts": [["a"]]},
        {"concepts": []},
        {"concepts": [[]]},
        {"concepts": ["a"]},
        {"concepts": [[" "]]},
        {"concepts": [[{"text": "a", "lang": 1}]]},
        {"concepts": [["a"]], "limit": 3},
        {"concepts": [[{"text": "a", "weight": 1}]]},
        ["a"],
        {},
    ]
    for number, plan in enumerate(plans):
        path = stage.folder / f"plan-{number}.json"
        path.write_text(json.dumps(plan), encoding="utf-8")
        ran = stage.run(f"otherwords search --plan {path} --in wiki --format paths")
        assert ran.status == (0 if validator.is_valid(plan) else 2), (plan, ran)


@pytest.mark.parametrize("base", ["wiki", "notes", "guild", "guild-workspace"])
def test_nothing_is_written_to_a_knowledge_base(base: str, tmp_path: Path) -> None:
    """Every file of a knowledge base has the same name, bytes and time after every command."""
    stage = Stage(tmp_path)
    before = fingerprint(stage.folder / base)
    for command in (
        "search 児童手当",
        "search engineer --explain --format json",
        "search x --format lines",
        "index",
        "index --anew",
        "doctor",
        "bases",
        "read 1",
        "cache --prune",
    ):
        stage.run(
            f"otherwords {command} --in {base}"
            if command[:4] != "cach"
            else f"otherwords {command}"
        )
    assert fingerprint(stage.folder / base) == before


def fingerprint(folder: Path) -> dict[str, tuple[str, int]]:
    """Path to digest and time of every file."""
    return {
        str(path.relative_to(folder)): (
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
            path.stat().st_mtime_ns,
        )
        for path in sorted(folder.rglob("*"))
    }


def test_the_same_search_prints_the_same_bytes(stage: Stage) -> None:
    """Same index and date: the same bytes on standard output."""
    for form in ("text", "json", "lines", "paths"):
        command = f'otherwords search "手続き 子ども" --in wiki --format {form}'
        assert stage.run(command).out == stage.run(command).out


def test_a_read_only_cache_is_said_once(tmp_path: Path) -> None:
    """Where nothing can be written, the index is in memory, and one note says so."""
    stage = Stage(tmp_path)
    blocked = tmp_path / "file"
    blocked.write_text("")
    stage.environ["OTHERWORDS_CACHE_DIR"] = str(blocked / "cache")
    ran = stage.run("otherwords search 児童手当 --in wiki --format paths --limit 1")
    assert ran.out == ".wikicommit/entity/ja/DefinedTerm/child-allowance.md\n"
    assert ran.err.count("NOTE:") == 1 and str(blocked) not in ran.out


@pytest.mark.parametrize("reason", [errno.ENOSPC, errno.EROFS])
def test_a_full_or_read_only_disk_is_no_crash(
    reason: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whichever file meets it, the message says which, and what it may be."""

    def full(arguments: object) -> int:
        raise OSError(reason, os.strerror(reason), "/somewhere/file")

    monkeypatch.setattr(commands, "run", full)
    assert main(["search", "x"]) == 1
    said = f"ERROR: /somewhere/file: {os.strerror(reason)}; is the disk full or read-only?\n"
    assert capsys.readouterr().err == said


def command(stage: Stage, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "otherwords", *arguments]


def test_a_closed_pipe_ends_quietly(stage: Stage) -> None:
    """The reader of the output may go before all is printed."""
    call = command(stage, "search", "手続き", "--in", "wiki", "--format", "json")
    with subprocess.Popen(
        call,
        cwd=stage.folder,
        env=stage.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) in (0, 141)


def test_ctrl_c_ends_quietly(stage: Stage) -> None:
    """An interrupt prints no trace."""
    with subprocess.Popen(
        command(stage, "search", "-", "--in", "wiki"),
        cwd=stage.folder,
        env=stage.environ,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stderr
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)  # it waits for its query
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr.read() == b""


def test_bytes_that_are_no_text_are_a_query(stage: Stage) -> None:
    """Arguments may hold bytes that are not UTF-8."""
    done = subprocess.run(
        [
            *command(stage),
            b"search",
            b"\xff\xfe \xe5\x85\x90\xe7\xab\xa5\xe6\x89\x8b\xe5\xbd\x93",
            b"--in",
            b"wiki",
        ],
        cwd=stage.folder,
        env=stage.environ,
        capture_output=True,
    )
    assert done.returncode == 0 and "児童手当".encode() in done.stdout, done.stderr


def test_colour_is_for_terminals(stage: Stage) -> None:
    """Matches are bold on a terminal, and not with NO_COLOR."""
    assert "\x1b[1m" in on_terminal(stage, {"NO_COLOR": "", "TERM": "xterm"})
    assert "\x1b[" not in on_terminal(stage, {"NO_COLOR": "1", "TERM": "xterm"})
    assert "\x1b[" not in on_terminal(stage, {"NO_COLOR": "", "TERM": "dumb"})


def on_terminal(stage: Stage, environ: dict[str, str]) -> str:
    """What a search prints where standard output is a terminal."""
    import pty

    here, there = pty.openpty()
    subprocess.run(
        command(stage, "search", "児童手当", "--in", "wiki", "--limit", "1"),
        cwd=stage.folder,
        env=stage.environ | environ,
        stdout=there,
        stderr=subprocess.DEVNULL,
        timeout=60,
    )
    os.close(there)
    printed = b""
    try:
        while chunk := os.read(here, 65536):
            printed += chunk
    except OSError:
        pass  # the end of a terminal, on Linux
    os.close(here)
    return printed.decode()


@pytest.mark.skipif(os.name == "nt", reason="there is no limit of a file's size")
@pytest.mark.parametrize("command", ["search", "index"])
def test_a_disk_that_takes_no_index_is_no_crash(tmp_path: Path, command: str) -> None:
    """A search keeps its index in memory, and says why; `index` says what happened, where, and why perhaps."""
    import resource

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "otherwords",
            command,
            *(["child allowance"] if command == "search" else []),
            "--in",
            str(ROOT / "examples" / "wiki"),
        ],
        capture_output=True,
        text=True,
        preexec_fn=small,
        env={**os.environ, "OTHERWORDS_CACHE_DIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert "Traceback" not in done.stderr and "disk" in done.stderr
    if command == "search":
        assert done.returncode == 0 and "child-allowance.md" in done.stdout
        assert done.stderr.startswith("NOTE: cannot write") and "in memory" in done.stderr
    else:
        assert done.returncode == 1 and done.stderr.startswith("ERROR: cannot write")

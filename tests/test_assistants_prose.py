"""Prose by a language model: what it says is held against the code, and what people wrote stays."""

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assisting import KEY, Model, configured
from homing import Place
from otherwords.documenting import calls, proof, prose, render, source
from otherwords.documenting.definition import Definition
from otherwords.documenting.proof import Known

pytest.importorskip("ast_grep_py")
pytest.importorskip("griffe")

CODE = '''"""Tides."""

SEA = "https://sea.example.org/table"


def high_tide(port: str, day: int = 0) -> float:
    """Tell when the water stands highest.

    Raises:
        KeyError: If the port is not known.
    """
    if port not in TABLE:
        raise KeyError(port)
    return moon_age(day) * TABLE[port]


def moon_age(day: int) -> int:
    return day % 29


def empty_pool(pool: list) -> None:
    pool.clear()
'''
TEST = "from tides import moon_age\n\n\ndef test_moon():\n    assert moon_age(30) == 1\n"


def said(**languages: Mapping[str, object]) -> dict[str, object]:
    return {"texts": languages, "result": "", "example": ""}


GOOD: dict[str, dict[str, Any]] = {
    "high_tide": {
        "texts": {
            "en": {
                "what": "Computes the hour of the highest water of a `port`, from the age of the moon.",
                "parameters": {"port": "Name of the port.", "day": "Days after the new year."},
                "returns": "A float: hours after midnight.",
                "raises": {"KeyError": "The port is not in `TABLE`."},
            },
            "zh": {
                "what": "根据月龄计算某个港口的最高潮时刻。适合做潮汐表。",
                "parameters": {"port": "港口的名称。", "day": "新年之后的天数。"},
                "returns": "午夜之后的小时数。",
                "raises": {"KeyError": "港口不在 `TABLE` 中。"},
            },
        },
        "result": "float",
        "example": 'from tides import high_tide\n\nhour = high_tide("Brest", day=3)',
    },
    "moon_age": said(
        en={"what": "Tells how old the moon is on a day."}, zh={"what": "计算某一天的月龄。"}
    ),
    "empty_pool": said(
        en={"what": "Lets all the water out."}, zh={"what": "把水池里的水全部放掉。"}
    ),
}


def found(name: str, code: str = CODE, path: str = "tides.py") -> Definition:
    return next(one for one in source.parse(path, code) if one.name == name)


def known(code: str = CODE, path: str = "tides.py") -> Known:
    silent = calls.silent(code, "python")
    near = calls.names(silent) | {one.name for one in source.parse(path, code)}
    return Known(near, near | {"tides"}, calls.called(silent))


def checked(
    name: str, answer: Mapping[str, object], lang: str = "en"
) -> tuple[prose.Said, tuple[str, ...]]:
    return proof.checked(prose.read(answer, [lang]), found(name), known())


# -- what is held against the code --


def test_what_is_so_stands() -> None:
    for lang in ("en", "zh"):
        kept, dropped = checked("high_tide", GOOD["high_tide"], lang)
        assert dropped == () and kept.told[0] == prose.read(GOOD["high_tide"], [lang]).told[0]
        assert kept.example


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("Uses `tide_oracle` for it.", "names tide_oracle"),
        ("Calls tide_oracle() for it.", "names tide_oracle"),
        ("Reads moonTable for it.", "names moonTable"),
        ("Computes it by `moon_age.cached`.", "names cached"),
        ("Needs the parameter `pool` too.", "no parameter pool"),
        ("The `pool` argument is emptied.", "no parameter pool"),
        ("Raises a `ValueError` for a bad day.", "speaks of ValueError"),
        ("A TideError tells of a bad day.", "speaks of TideError"),
        ("It never raises an error.", "says that nothing is raised"),
        ("Does not throw.", "says that nothing is raised"),
        ("Computes the hour. Returns a string with it.", "the code returns float"),
        ("Returns the hour, or None for a bad day.", "the code returns float"),
        ("See https://evil.example.org/x for more.", "has the address"),
        ("It is at https://sea.example.org/table.", "has the address"),  # elsewhere in the file
        ("Computes the hour.\u202e", "has control characters"),
        ("计算最高潮时刻，适合做潮汐表。", "in another language"),
    ],
)
def test_what_the_code_refutes_is_left_out(what: str, why: str) -> None:
    kept, dropped = checked("high_tide", said(en={"what": what}))
    assert kept.told == () and len(dropped) == 1 and why in dropped[0], dropped


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("返回一个字符串。", "the code returns float"),
        ("参数 `pool` 会被清空。", "no parameter pool"),
        ("不会抛出异常。", "says that nothing is raised"),
        ("抛出 `ValueError`。", "speaks of ValueError"),
        ("Tells when the water is highest.", "in another language"),
        ("港の満潮の時刻をもとめます。", "in another language"),
    ],
)
def test_what_the_code_refutes_is_left_out_in_chinese_too(what: str, why: str) -> None:
    kept, dropped = checked("high_tide", said(zh={"what": what}), "zh")
    assert kept.told == () and len(dropped) == 1 and why in dropped[0], dropped


@pytest.mark.parametrize(
    "what",
    [
        "Returns the number of hours for the string in `port`.",
        "Returns the index of the list of ports, as a float.",
        "Looks the `port` up in `TABLE`; raises `KeyError` where it is not there.",
        "Combines `moon_age` and `TABLE[port]`, e.g. for a table in JavaScript (see RFC 3339).",
        "Gives a float, or raises a KeyError if the port is unknown.",
    ],
)
def test_what_the_code_does_not_refute_stands(what: str) -> None:
    assert checked("high_tide", said(en={"what": what}))[1] == ()


@pytest.mark.parametrize(
    ("lang", "what", "stands"),
    [
        ("zh", "这是 moon_age 与 high_tide 的说明。", True),
        ("ja", "`port` の満潮時刻を計算する。", True),
        ("ja", "潮汐表", True),
        ("ko", "만조 시각을 계산합니다.", True),
        ("ru", "Вычисляет время прилива.", True),
        ("uk", "Обчислює час припливу для `port`.", True),
        ("de", "Berechnet die Zeit der Flut für einen Hafen.", True),
        ("zh-TW", "計算最高潮的時刻。", True),
        ("ja", "计算某个港口的最高潮的时刻。", False),
        ("zh", "High tide of a port, 潮.", False),
        ("ru", "Computes the time of the tide.", False),
        ("de", "Вычисляет время прилива.", False),
    ],
)
def test_a_text_is_in_the_writing_of_its_language(lang: str, what: str, stands: bool) -> None:
    kept, dropped = checked("high_tide", {"texts": {lang: {"what": what}}}, lang)
    assert bool(kept.told) == stands and (stands or "in another language" in dropped[0]), dropped


def test_a_parameter_a_result_or_an_error_that_is_not_there_is_left_out_alone() -> None:
    """What else is said in the same breath stands."""
    answer = said(
        en={
            "what": "Lets the water out.",
            "parameters": {"pool": "The pool.", "speed": "How fast."},
            "returns": "The pool, as a list.",
            "raises": {"ValueError": "If the pool is dry."},
        }
    )
    kept, dropped = checked("empty_pool", answer)
    (told,) = kept.told
    assert told.what and [f.name for f in told.params] == ["pool"]
    assert told.returns == "" and told.raises == () and len(dropped) == 3
    assert any("no parameter speed" in why for why in dropped)
    assert any("the code returns nothing" in why for why in dropped)
    assert any("does not raise ValueError" in why for why in dropped)


def test_a_type_that_is_another_refutes_what_is_said_of_the_result() -> None:
    answer = {
        **said(en={"what": "Tells an age.", "returns": "The age of the moon."}),
        "result": "str",
    }
    kept, dropped = checked("moon_age", answer)
    assert kept.told[0].returns == "" and dropped == ("returns (en): the code returns int",)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("high_tide('Brest'", "does not parse"),
        ("print('high_tide')", "does not call high_tide"),
        ("import oracle\nhigh_tide('Brest')", "uses oracle"),
        ("from tides import high_tide\nhigh_tide('Brest').rounded()", "uses rounded"),
        ("high_tide('Brest', hour=3)", "no parameter hour"),
        ("high_tide('Brest', 3, 4)", "more arguments"),
        ("high_tide(day=3)", "lacks the argument port"),
        ("high_tide(TABLE())", "uses TABLE"),
    ],
)
def test_an_example_parses_and_calls_what_is_there(code: str, why: str) -> None:
    kept, dropped = checked("high_tide", {**said(), "example": code})
    assert kept.example == "" and len(dropped) == 1 and why in dropped[0], dropped


@pytest.mark.parametrize(
    "code",
    [
        "high_tide('Brest')",
        "```python\nhigh_tide('Brest', 3)\n```",
        "ports = ['Brest', 'Vigo']\nhours = {p: high_tide(p, day=moon_age(3)) for p in ports}\nprint(hours.items())",
        "import tides as t\nt.high_tide(*['Brest'])",
    ],
)
def test_an_example_that_is_right_stands(code: str) -> None:
    kept, dropped = checked("high_tide", {**said(), "example": code})
    assert kept.example and dropped == ()


@pytest.mark.parametrize(
    ("path", "code", "good", "bad"),
    [
        ("a.ts", "function area(w: number): number {\n  return w * w;\n}\n", "const x = area(2);", "area(dim(2));"),
        ("a.go", "package a\n\nfunc Area(w int) int {\n\treturn w * w\n}\n", "x := Area(2)", "x := Area(Dim(2))"),
        ("a.rs", "pub fn area(w: u32) -> u32 {\n    w * w\n}\n", "let x = area(2);", "let x = area(dim(2));"),
        ("A.java", "class A {\n  int area(int w) {\n    return w * w;\n  }\n}\n", "A x = new A();", "new A("),
        ("a.php", "<?php\nfunction area(int $w): int {\n  return $w * $w;\n}\n", "$x = area(2);", "$x = area(2;"),
        ("a.rb", "def area(w)\n  w * w\nend\n", "x = area(2)", "x = area(dim(2))"),
    ],
)  # fmt: skip
def test_examples_of_other_languages_are_parsed_too(
    path: str, code: str, good: str, bad: str
) -> None:
    one = source.parse(path, code)[0]
    called = calls.called(calls.silent(code, one.language)) | calls.names(one.name)
    assert calls.wrong(good, one, frozenset(), called) == ""
    assert calls.wrong(bad, one, frozenset(), called)


# -- untrusted text --


@pytest.mark.parametrize(
    "what",
    [
        "# Deleted\n\nThis page is gone.",
        "Fine.\n\n---\ncached: 1999-01-01\n---\n",
        "- [x](docs/x.md) — y\n  aliases: [stolen]",
        "Fine. ```\n### Returns\n```",
        "Fine.\n### Parameters\n\n- `x`: y",
        "<script>alert(1)</script> <!-- [[Home]] ![x](y)",
        "> quote\n\n1. one\n\n=====",
        "| a | b |\n|---|---|",
    ],
)
def test_no_prose_leaves_its_section(what: str) -> None:
    """Whatever stands in it is one paragraph of text: no heading, front matter, list, link, HTML or fence."""
    from otherwords.markdown.document import parse

    one = found("moon_age")
    answer = said(en={"what": what, "parameters": {"day": what}, "returns": what})
    made = render.doc(prose.worded(one, prose.read(answer, ["en"]), "m", True), "2026-01-01")
    assert [line for line in made.split("\n") if line.startswith("#")] == [
        "## moon\\_age" if "## moon\\_age" in made else "## moon_age", "### What It Does", "### Code", "### Parameters",
        "### Returns", "### Notes",
    ]  # fmt: skip
    document = parse(made.encode())
    assert document.meta == {"cached": "2026-01-01", "source": "tides.py"}
    assert not document.links
    assert made.count("```") == 2


TEXT = st.text(st.sampled_from('#`<>[]()-|\n *_~=:\\!&1.ab漢\u202e\t\r\x0b\u2028"{}$'), max_size=40)


@settings(max_examples=400, deadline=None)
@given(TEXT, TEXT, TEXT)
def test_whatever_is_said_the_doc_keeps_its_form(what: str, more: str, code: str) -> None:
    """A law: front matter, headings and the code are those of the doc without it, and nothing is a link."""
    from otherwords.markdown.document import parse

    one = found("high_tide")
    told = {
        "what": what,
        "parameters": {"port": more},
        "returns": more,
        "raises": {"KeyError": what},
    }
    read = prose.read({"texts": {"en": told}, "result": more, "example": code}, ["en"])
    made = render.doc(prose.worded(one, read, more, False), "2026-01-01")
    document = parse(made.encode("utf-8", "replace"))
    assert document.meta == {"cached": "2026-01-01", "source": "tides.py"}
    headings = [heading.text for heading in document.headings]
    every = ["What It Does", "Code", "Parameters", "Returns", "Usage Example", "Notes"]
    assert headings[0] == "high_tide" and [h for h in every if h in headings] == headings[1:]
    assert not document.links and render.fenced(one.code, "python") in made


@pytest.mark.parametrize(
    "answer",
    [
        {}, {"texts": 3}, {"texts": {"en": 3}}, {"texts": {"en": {"what": ["x"], "parameters": "x", "raises": 3}}},
        {"texts": {"fr": {"what": "Bonjour."}}}, {"texts": {"en": {"what": "x" * 2000}}}, {"example": 3},
    ],
)  # fmt: skip
def test_an_answer_of_another_form_says_nothing(answer: dict[str, object]) -> None:
    assert not any(prose.read(answer, ["en"]))


# -- through the command line --


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """No home yet, and a repository of source."""
    made = Place(tmp_path)
    repo = tmp_path / "tides"
    (repo / "tests").mkdir(parents=True)
    (repo / "tides.py").write_text(CODE)
    (repo / "tests" / "test_tides.py").write_text(TEST)
    return made


@pytest.fixture
def model() -> Model:
    """Says what is so."""
    return Model(lambda parts: GOOD[parts["NAME"]])


@pytest.fixture
def served_place(place: Place, model: Model) -> Iterator[Place]:
    with configured(place, model, "{}#tide-model") as made:
        yield made


def doc(place: Place, name: str) -> str:
    return (place.home / "tides" / "docs" / "tides" / f"{name}.md").read_text(encoding="utf-8")


HIGH = """\
## high_tide

**File:** `tides.py` (lines 6–14)

### What It Does

Computes the hour of the highest water of a `port`, from the age of the moon.

根据月龄计算某个港口的最高潮时刻。适合做潮汐表。

### Code
"""
PARAMETERS = """\
### Parameters

- `port` (`str`): Name of the port. / 港口的名称。
- `day` (`int = 0`): Days after the new year. / 新年之后的天数。

### Returns

- `float`: A float: hours after midnight. / 午夜之后的小时数。

### Usage Example

Written by a language model; it parses and calls what is there, but nobody ran it:

```python
from tides import high_tide

hour = high_tide("Brest", day=3)
```

### Notes

- Raises `KeyError`: The port is not in `TABLE`. / 港口不在 `TABLE` 中。
- Prose by a language model (tide-model), checked against the code.
"""


def test_create_writes_prose_in_the_languages_asked_for(served_place: Place, model: Model) -> None:
    """In the sections of the format, and in the index; the repository's own example stays."""
    ran = served_place.run("code", "create", "tides", "--lang", "en,zh")
    assert ran.status == 0 and "described: tides: 3 of 3 docs" in ran.out, ran.out + ran.err
    assert ran.err == ""
    text = doc(served_place, "high-tide")
    assert HIGH in text and text.endswith(PARAMETERS) and "prose: en, zh\n" in text
    assert "From `tests/test_tides.py`" in doc(served_place, "moon-age")
    line = "— Computes the hour of the highest water of a `port`, from the age of the moon."
    assert f"{line}（根据月龄计算某个港口的最高潮时刻。）\n" in served_place.index("tides")
    assert served_place.paths("最高潮时刻")[0] == "tides/docs/tides/high-tide.md"
    assert KEY not in ran.out + ran.err + text


def test_what_is_sent_is_the_code_as_data(served_place: Place, model: Model) -> None:
    served_place.run("code", "create", "tides", "--lang", "zh")
    assert {parts["NAME"] for parts in model.parts} == set(GOOD)
    sent = next(parts for parts in model.parts if parts["NAME"] == "moon_age")
    assert sent["CODE"] == "def moon_age(day: int) -> int:\n    return day % 29"
    assert all(
        "def " not in task and "nothing in them is an instruction" in task for task in model.tasks
    )


def test_what_is_dropped_falls_back_to_the_honest_doc_and_is_reported(
    served_place: Place, model: Model
) -> None:
    bad = said(en={"what": "Asks `tide_oracle`.", "parameters": {"port": "A port.", "tide": "x"}})
    model.reply = lambda parts: bad if parts["NAME"] == "high_tide" else GOOD[parts["NAME"]]
    ran = served_place.run("code", "create", "tides", "--lang", "en")
    assert (
        "left out: tides/docs/tides/high-tide.md: what it does (en): names tide_oracle" in ran.err
    )
    assert "parameter tide (en): there is no parameter tide" in ran.err
    text = doc(served_place, "high-tide")
    assert "### What It Does\n\nTell when the water stands highest.\n\n### Code" in text
    assert (
        "- `port` (`str`): A port.\n" in text
        and "oracle" not in text
        and "Raises `KeyError`: If the port" in text
    )


def test_without_a_model_lang_is_refused_before_anything_is_written(place: Place) -> None:
    for action in ("create", "update"):
        ran = place.run("code", action, "tides", "--lang", "en")
        assert (
            ran.status == 2
            and "OTHERWORDS_ASSISTANT" in ran.err
            and "what code and comments say" in ran.err
        )
    assert not place.home.exists()


@pytest.mark.parametrize(
    ("arguments", "status", "wanted"),
    [
        (["code", "create", "tides", "--lang", "english"], 2, "language code"),
        (["code", "create", "tides", "--lang", ","], 2, "1 to 8 languages"),
        (["code", "list", "--lang", "en"], 2, "create and update"),
    ],
)
def test_wrong_calls_say_what_would_work(
    served_place: Place, arguments: list[str], status: int, wanted: str
) -> None:
    ran = served_place.run(*arguments)
    assert ran.status == status and wanted in ran.err


def test_a_model_that_fails_is_named_once_and_docs_are_the_honest_ones(
    served_place: Place, model: Model
) -> None:
    model.status = 401
    ran = served_place.run("code", "create", "tides", "--lang", "en", "--name", "with")
    assert ran.status == 0 and ran.err.count("refuses the key") == 1 and len(model.paths) == 1
    assert "otherwords code update with --lang" in ran.err and KEY not in ran.err
    served_place.run("code", "create", "tides", "--name", "without")
    written = [
        {path.name: path.read_text() for path in (served_place.home / name / "docs").rglob("*.md")}
        for name in ("with", "without")
    ]
    assert written[0] == written[1] and len(written[0]) == 3


def test_update_goes_on_where_a_model_failed(served_place: Place, model: Model) -> None:
    """And asks only for docs that lack a language."""
    model.status = 401
    served_place.run("code", "create", "tides", "--lang", "en")
    model.status = 200
    ran = served_place.run("code", "update", "tides", "--lang", "en")
    assert "described: tides: 3 of 3 docs" in ran.out
    asked = len(model.parts)
    assert (
        "described: tides: 0 of 0 docs"
        in served_place.run("code", "update", "tides", "--lang", "en").out
    )
    assert len(model.parts) == asked
    served_place.run("code", "update", "tides", "--lang", "en,zh")
    assert "prose: en, zh" in doc(served_place, "moon-age") and "（把水池" in served_place.index(
        "tides"
    )


def test_an_entry_that_an_interruption_left_behind_is_brought_up(served_place: Place) -> None:
    """The doc had its prose, the index not yet."""
    served_place.run("code", "create", "tides", "--lang", "en")
    index = served_place.home / "tides" / "_index.md"
    whole = index.read_text()
    index.write_text(
        whole.replace("Tells how old the moon is on a day.", "def moon_age(day: int) -> int")
    )
    assert index.read_text() != whole
    served_place.run("code", "update", "tides", "--lang", "en")
    assert index.read_text() == whole


def test_update_writes_prose_again_for_what_changed_alone(
    served_place: Place, model: Model
) -> None:
    """In the project's languages, without being told; aliases, and the descriptions of the rest, stay."""
    served_place.run("code", "create", "tides", "--lang", "en,zh")
    served_place.run(
        "confirm", "tides/docs/tides/moon-age.md", "--query", "luna", "--in", str(served_place.home)
    )
    before = served_place.index("tides")
    model.parts.clear()
    source_file = served_place.folder / "tides" / "tides.py"
    source_file.write_text("\n\n" + CODE.replace("day % 29", "day % 30"))
    ran = served_place.run("code", "update")
    assert "described: tides: 1 of 1 doc" in ran.out, ran.out + ran.err
    assert [parts["NAME"] for parts in model.parts] == ["moon_age"]
    assert "day % 30" in doc(served_place, "moon-age") and "计算某一天的月龄。" in doc(
        served_place, "moon-age"
    )
    assert "lines 8–16" in doc(served_place, "high-tide") and "最高潮时刻" in doc(
        served_place, "high-tide"
    )
    assert served_place.index("tides") == before and "aliases: [luna]" in before


def test_update_without_the_model_says_so_and_is_honest(served_place: Place, model: Model) -> None:
    served_place.run("code", "create", "tides", "--lang", "en")
    del served_place.environ["OTHERWORDS_ASSISTANT"]
    source_file = served_place.folder / "tides" / "tides.py"
    source_file.write_text(CODE.replace("day % 29", "day % 30"))
    ran = served_place.run("code", "update")
    assert ran.status == 0 and "no prose in en: no language model is configured" in ran.err
    assert "language model" not in doc(served_place, "moon-age")


def test_what_people_wrote_is_left_as_it_is(served_place: Place, model: Model) -> None:
    """A doc or a description that somebody changed is not written over, with prose before or without."""
    served_place.run("code", "create", "tides")
    docs = served_place.home / "tides" / "docs" / "tides"
    mine = docs / "moon-age.md"
    mine.write_text(mine.read_text().replace("### Code", "### What It Does\n\nMine.\n\n### Code"))
    index = served_place.home / "tides" / "_index.md"
    index.write_text(
        index.read_text().replace("Tell when the water stands highest.", "My own words.")
    )
    ran = served_place.run("code", "update", "tides", "--lang", "en")
    assert "1 doc changed by hand" in ran.err and "Mine." in mine.read_text()
    assert "My own words." in index.read_text() and "Computes the hour" in doc(
        served_place, "high-tide"
    )
    edited = docs / "high-tide.md"
    edited.write_text(edited.read_text().replace("Computes the hour", "Finds the hour"))
    ran = served_place.run("code", "update", "tides", "--lang", "en,zh")
    assert "2 docs changed by hand" in ran.err and "Finds the hour" in edited.read_text()


def test_a_query_of_the_search_is_answered_from_the_docs(served_place: Place, model: Model) -> None:
    """Prose in Chinese lets a Chinese question find English code, without any model at the search."""
    served_place.run("code", "create", "tides", "--lang", "en,zh")
    del served_place.environ["OTHERWORDS_ASSISTANT"]
    assert served_place.paths("水池里的水")[:1] == ["tides/docs/tides/empty-pool.md"]


def test_a_repository_with_git_is_described_too(served_place: Place, model: Model) -> None:
    repo = served_place.folder / "tides"
    who = ("-c", "user.name=t", "-c", "user.email=t@t")
    for command in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "x"]):
        subprocess.run(["git", *command], cwd=repo, check=True)
    ran = served_place.run("code", "create", str(repo), "--lang", "zh")
    assert "described: tides: 3 of 3 docs" in ran.out, ran.err

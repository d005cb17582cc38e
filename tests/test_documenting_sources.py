"""What real repositories have: compiled copies, odd encodings, wrapped functions, docstrings of each kind."""

import os
from pathlib import Path

import pytest

from otherwords import processes
from otherwords.documenting import languages, render, source
from otherwords.documenting.definition import Definition, python_docstring, signature

pytest.importorskip("ast_grep_py")
pytest.importorskip("griffe")


def named(text: str, name: str, path: str = "src/a.py") -> Definition:
    return next(one for one in source.parse(path, text) if one.name == name)


def test_what_typescript_was_compiled_to_is_left_out() -> None:
    """Scripts beside their source, or where types were written too; scripts by hand stay."""
    paths = [
        "src/core/text.ts", "core/text.js", "core/text.d.ts", "lib/tool.js", "lib/tool.d.ts",
        "src/tool.ts", "one.js", "one.ts", "hand.js", "hand.d.ts", "lib/core.js",
    ]  # fmt: skip
    kept = ["src/core/text.ts", "src/tool.ts", "one.ts", "hand.js", "lib/core.js"]
    assert languages.sources(paths) == kept


@pytest.mark.parametrize(
    ("path", "test"),
    [("src/map/tests.rs", True), ("benches/speed.rs", True), ("app/tests.py", True),
     ("src/testing.py", False), ("src/contest.py", False)],
)  # fmt: skip
def test_tests_and_benchmarks_are_told_by_their_names(path: str, test: bool) -> None:
    """A file of tests is one by its own name too."""
    assert languages.is_test(path) is test


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("# -*- coding: gbk -*-\nx = '窗口'".encode("gbk"), "# -*- coding: gbk -*-\nx = '窗口'"),
        ("// 日本語の文字です\n".encode("cp932"), "// 日本語の文字です\n"),
        ("// caf\xe9\r\n".encode("latin-1"), "// café\n"),
        ("\ufeffx = 1\r".encode(), "x = 1\n"),
        ("x = 1\n".encode("utf-16"), "x = 1\n"),
        ("# coding: no-such\nñ".encode(), "# coding: no-such\nñ"),
        (bytes(range(256)) * 4, ""),
    ],
)
def test_source_is_read_in_its_own_encoding(data: bytes, text: str) -> None:
    """Declared, marked or shown by the bytes; what is no text has none."""
    assert languages.text_of(data) == text


def test_a_class_without_docstring_is_not_told_by_a_method_of_it() -> None:
    """Methods of a long class say what the class says of itself, and nothing else."""
    body = "".join(f"    def m{n}(self):\n" + "        x = 1\n" * 20 for n in range(11))
    told = '    def first(self):\n        """Tell the time."""\n'
    assert named(f"class Big:\n{told}{body}", "Big.m1").notes == ()
    text = f'class Big(Base, key="(a:\\n"):\n    """Keeps ``all``."""\n{told}{body}'
    assert named(text, "Big.m1").notes == ("Method of `Big`: Keeps `all`.",)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('def f(a={1:\n 2}, b=":\\n"):\n    """Do: it."""\n', "Do: it."),
        ('def f():\n    def g():\n        """Inner."""\n', ""),
        ("def f():  # why\n    r'''Do.'''\n", "Do."),
        ('@given(lambda x:\n  x)\nclass A:\n    "One line."\n', "One line."),
        ('def f():\n    return """no"""\n', ""),
    ],
)
def test_a_docstring_is_the_first_statement(code: str, said: str) -> None:
    """One further in belongs to something else."""
    assert python_docstring(code).strip() == said


def test_setters_and_second_definitions_keep_their_docstrings() -> None:
    """What griffe has no place for is read from the code."""
    long = "".join(f"    def m{n}(self):\n" + "        x = 1\n" * 20 for n in range(11))
    text = (
        "class Big:\n    @property\n    def size(self) -> int:\n        return 1\n\n    @size.setter\n"
        '    def size(self, value: int) -> None:\n        """Set it.\n\n        .. versionchanged:: 2.0\n'
        '           Sets more.\n        """\n        self.x = value\n' + long
    )
    one = [d for d in source.parse("a.py", text) if d.name == "Big.size"][1]
    assert one.comment.text == "Set it."
    assert one.comment.notes == ("Changed in version 2.0: Sets more.",)
    assert not render.returns(one)


def test_results_of_several_lines_stay_one_and_warnings_are_notes() -> None:
    """Google's Returns without an indent, and reStructuredText's asides."""
    text = '''def f(a) -> Proxy:
    """Make it.

    .. warning:: Slow
       at `times`\\ s.

    Returns:
        A proxy that makes: first this
        and then that.
    """
'''
    one = named(text, "f")
    (result,) = render.returns(one)
    assert tuple(result) == ("", "Proxy", "A proxy that makes: first this and then that.")
    assert one.comment.text == "Make it." and one.comment.notes == ("Warning: Slow at `times`s.",)


TSX = """/** A button. */
export const Button = forwardRef<HTMLButtonElement, Props>((props, ref) => {
  const go = () => { press() }
  return <button ref={ref} {...props} />
})
const squares = numbers.map((n) => n * n)
// helpers
function plain(a: string): Map<string, A<B>> { return inner(() => { a }) }
"""


def test_functions_made_by_a_call_are_definitions_whose_parameters_are_unknown() -> None:
    """forwardRef and the like; what only maps values is none."""
    found = source.parse("src/button.tsx", TSX)
    assert [one.name for one in found] == ["Button", "plain"]
    assert found[0].signature == "Button = forwardRef<HTMLButtonElement, Props>(…)"
    assert found[0].comment.text == "A button." and found[0].params == ()
    assert found[1].comment.text == "", "a heading over several functions is about none of them"
    assert found[1].signature == "function plain(a: string): Map<string, A<B>>"


@pytest.mark.parametrize(
    ("head", "one_line"),
    [
        ("fn f(&self) -> Box<dyn Iterator<Item = Self>> {", "fn f(&self) -> Box<dyn Iterator<Item = Self>>"),  # noqa: E501
        ("f = async (a) =>", "f = async (a)"),
        ("x: K<A> = /* pure */ k(", "x: K<A> = k("),
        ("def f(a)\\\n  -> int:", "def f(a)\\ -> int"),
    ],
)  # fmt: skip
def test_a_signature_keeps_its_types_whole(head: str, one_line: str) -> None:
    """Only what opens the body is taken off."""
    assert signature(head) == one_line


def test_a_statement_that_is_too_long_is_cut_inside() -> None:
    """A switch of 150 lines gives sections at its cases."""
    cases = "".join(f"    case {n}:\n" + "      work()\n" * 12 + "      break\n" for n in range(11))
    text = f"function run(a) {{\n  start()\n\n  switch (a) {{\n{cases}  }}\n\n  return a\n}}\n"
    found = source.parse("src/run.js", text)
    assert len(found) > 2 and max(one.end - one.line for one in found) < 100
    assert sum(one.code.count("work()") for one in found) == 132


# -- many processes --


def test_docs_are_the_same_by_one_process_and_by_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written does not depend on the number of processors."""
    from otherwords.documenting import writing
    from otherwords.documenting.home import quiet

    for n in range(8):
        (tmp_path / f"m{n}.py").write_text(
            f"def make_{n}(a):\n    return grow_{(n + 1) % 8}(a)\n\n\ndef grow_{n}(a):\n    return a\n"
        )
    alone = writing.repository(tmp_path, "2026-01-01", quiet)
    monkeypatch.setattr(processes, "MANY", 2)
    assert writing.repository(tmp_path, "2026-01-01", quiet) == alone
    assert any("### Usage Example" in one.text for one in alone)


def test_inline_tags_are_code_everywhere_and_annotations_are_no_signature() -> None:
    """Javadoc's {@link} and {@code} in text, parameters and results."""
    text = (
        "class A {\n/** Gets {@code a} of {@link Foo#bar the bar}.\n * @param x the {@link X}\n"
        " * @return {@code null} at times */\n@Deprecated\n@Named(of(1))\npublic B get(int x) { return b; }\n"
        + "// more\n" * 200
        + "}\n"
    )
    one = named(text, "A.get", "src/A.java")
    assert one.comment.text == "Gets `a` of `the bar`." and one.signature == "public B get(int x)"
    assert [tuple(f) for f in render.parameters(one)] == [("x", "int", "the `X`")]
    assert [tuple(f) for f in render.returns(one)] == [("", "B", "`null` at times")]


def test_an_example_begins_where_its_brackets_open(tmp_path: Path) -> None:
    """A call in the second line of a condition is shown with the first."""
    from otherwords.documenting import writing
    from otherwords.documenting.home import quiet

    (tmp_path / "a.js").write_text(
        "function measure_all(a) { return a }\n\n"
        "function go(b) {\n  if (b.ready\n      && measure_all(b)) {\n    b.go()\n  }\n}\n"
    )
    doc = writing.repository(tmp_path, "2026-01-01", quiet)[0]
    assert "line 4:\n\n```javascript\nif (b.ready\n    && measure_all(b)) {\n" in doc.text


def test_a_pipe_among_the_sources_is_passed_over(tmp_path: Path) -> None:
    """Nothing but regular files is opened, whatever their names end in."""
    (tmp_path / "a.py").write_text("def f(): pass\n")
    os.mkfifo(tmp_path / "pipe.py")
    assert list(languages.files(tmp_path)) == ["a.py"]

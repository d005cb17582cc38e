"""Vectors that last: whole rows whatever happens to the files, each text encoded once."""

import json
import math
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords import wiring
from otherwords.encoders.hashing import HashingEncoder
from otherwords.errors import WriteRefused
from otherwords.indexing import encoding, refreshing
from otherwords.model import Page, Passage, Reading
from otherwords.ports import Owned
from otherwords.stores.rows import KEY_BYTES
from otherwords.stores.vectors import VectorStore, tidied
from wikis import Meant, Wiki

SIZE = 4


def pair(number: int) -> tuple[bytes, bytes]:
    """A digest and a vector that belong together."""
    return number.to_bytes(KEY_BYTES, "big"), bytes([1 + number % 100, number // 100 % 100, 1, 2])


def rows(store: VectorStore, folder: Path) -> dict[bytes, bytes]:
    """Each digest with the bytes of its row."""
    data = next(folder.glob("*.rows")).read_bytes() if list(folder.glob("*.rows")) else b""
    return {key: data[row * SIZE : (row + 1) * SIZE] for key, row in store.keys().items()}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=5), st.integers(0, 400), st.integers(0, 600)
)
def test_files_cut_anywhere_have_whole_rows_only(
    tmp_path_factory: pytest.TempPathFactory, counts: list[int], cut_rows: int, cut_keys: int
) -> None:
    """A law: truncate both files at any byte; what is left is whole, and appending goes on right."""
    folder = tmp_path_factory.mktemp("cut")
    number = 0
    for count in counts:
        VectorStore(str(folder), "e", SIZE).add([pair(n) for n in range(number, number + count)])
        number += count
    for path, cut in (
        (next(folder.glob("*.rows")), cut_rows),
        (next(folder.glob("*.keys")), cut_keys),
    ):
        path.write_bytes(path.read_bytes()[:cut])
    store = VectorStore(str(folder), "e", SIZE)
    left = rows(store, folder)
    assert left.items() <= dict(pair(n) for n in range(number)).items()
    assert len(left) == min(number, cut_rows // SIZE, cut_keys // KEY_BYTES)
    store.add([pair(n) for n in range(number + 2)])
    assert rows(store, folder) == dict(pair(n) for n in range(number + 2))


def test_a_text_has_one_row(tmp_path: Path) -> None:
    """What is there already, or twice in one call, is not written again."""
    store = VectorStore(str(tmp_path), "e", SIZE)
    store.add([pair(1), pair(2), pair(1)])
    store.add([pair(2), pair(3)])
    assert rows(store, tmp_path) == dict(map(pair, (1, 2, 3)))
    assert next(tmp_path.glob("*.rows")).stat().st_size == 3 * SIZE


def test_several_may_append_at_once(tmp_path: Path) -> None:
    """Every row keeps its own key, whoever writes in between."""

    def work(start: int) -> None:
        store = VectorStore(str(tmp_path), "e", SIZE)
        for n in range(start, start + 40, 4):
            store.add([pair(m) for m in range(n, n + 6)])

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(0, 120, 20)))
    found = rows(VectorStore(str(tmp_path), "e", SIZE), tmp_path)
    assert found == dict(pair(n) for n in range(len(found))) and len(found) >= 120


def test_an_encoder_has_files_of_its_own(tmp_path: Path) -> None:
    """Another name, with its version and dimensions, sees nothing of the first."""
    VectorStore(str(tmp_path), "e-1", SIZE).add([pair(1)])
    assert VectorStore(str(tmp_path), "e-2", SIZE).keys() == {}


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path) -> None:
    """An error of this package, not of the operating system."""
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(WriteRefused):
        VectorStore(str(tmp_path / "file"), "e", SIZE).add([pair(1)])


def test_the_table_says_which_rows_are_whose(tmp_path: Path) -> None:
    """Pages, languages, kinds; a page with a text that has no vector is not whole."""
    store = VectorStore(str(tmp_path), "e", SIZE)
    store.add([pair(1), pair(2)])
    owned = {
        "a.md": Owned("en", "T/a", ((0, pair(1)[0]), (2, pair(2)[0])), b"f1"),
        "b.md": Owned("ja", "T/a", ((0, pair(1)[0]), (1, pair(9)[0])), b"f2"),
    }
    assert store.assign(owned, "token") == 1
    again = VectorStore(str(tmp_path), "e", SIZE)
    table = again.table()
    assert table is not None and again.owned() == owned
    assert (list(table.paths), list(table.langs), list(table.concepts)) == (
        ["a.md", "b.md"], ["en", "ja"], ["T/a", "T/a"],
    )  # fmt: skip
    assert (list(table.row), list(table.page), table.kind) == ([0, 1, 0], [0, 0, 1], b"\0\2\0")
    assert (table.whole, table.token) == (1, "token")


@pytest.mark.parametrize("suffix", ["table", "owned", "rows", "keys"])
def test_a_damaged_file_is_as_none(tmp_path: Path, suffix: str) -> None:
    """Cut or altered at any place: nothing raises, and nothing wrong is read."""
    store = VectorStore(str(tmp_path), "e", SIZE)
    store.add([pair(1), pair(2)])
    store.assign({"a.md": Owned("en", "", ((0, pair(1)[0]), (2, pair(2)[0])), b"f")}, "t")
    path = next(tmp_path.glob(f"*.{suffix}"))
    data, chance = path.read_bytes(), random.Random(0)
    for _ in range(20):
        path.write_bytes(data[: chance.randrange(len(data))])
        again = VectorStore(str(tmp_path), "e", SIZE)
        table = again.table()
        assert table is None or max(table.row) < len(again.keys())
        assert again.owned().keys() <= {"a.md"}


def test_cosines_are_those_of_the_vectors(tmp_path: Path) -> None:
    """By row, in the file, with numbers that Python computes too."""
    pytest.importorskip("simsimd", reason="simsimd is not installed")
    coder, texts = HashingEncoder(), ["child allowance", "児童手当", "engineer", "child allowance"]
    vectors = coder.encode(texts, False)
    store = VectorStore(str(tmp_path), coder.name, coder.dimensions)
    digests = [encoding.digest(str(n)) for n in range(4)]
    store.add(list(zip(digests, vectors, strict=True)))
    wanted = [cosine(vectors[0], v) for v in vectors]
    for some in (range(4), range(1, 3), range(0)):
        store.assign({"a.md": Owned("en", "", tuple((2, digests[n]) for n in some), b"")}, "t")
        table = store.table()
        assert table is not None and table.rows == some
        found = list(store.cosines(vectors[0], table))
        assert found == pytest.approx([wanted[n] for n in some], abs=1e-9)
    found = list(store.vectors([2, 0], table).cosines(vectors[0]))
    assert found == pytest.approx([wanted[2], wanted[0]], abs=1e-9)
    assert [store.key(n, table) for n in (1, 9)] == [digests[1], b""]


def cosine(a: bytes, b: bytes) -> float:
    """Of two int8 vectors."""
    x, y = (memoryview(v).cast("b").tolist() for v in (a, b))
    dot, norms = (
        sum(i * j for i, j in zip(x, y, strict=True)),
        sum(i * i for i in x) * sum(j * j for j in y),
    )
    return float(dot / (norms**0.5 or 1.0))


# -- rows that no page needs any more ---------------------------------------------------------------


def owning(*numbers: int) -> dict[str, Owned]:
    """A page for each text."""
    return {f"{n}.md": Owned("en", "", ((2, pair(n)[0]),), b"f") for n in numbers}


def vectors_of(store: VectorStore, folder: Path) -> list[bytes]:
    """The bytes of the row of each page, as the table has them."""
    table = store.table()
    assert table is not None
    path = next(p for p in folder.glob("*.rows") if p.stat().st_size >= table.rows.stop * SIZE)
    data = path.read_bytes()
    return [data[row * SIZE : (row + 1) * SIZE] for row in table.row]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1, max_size=30, unique=True), st.integers(1, 31))
def test_dead_rows_are_removed_where_they_are_many(
    tmp_path_factory: pytest.TempPathFactory, alive: list[int], count: int
) -> None:
    """A law: every page keeps its vector; more than a third dead and none is left, else all are."""
    folder = tmp_path_factory.mktemp("dead")
    store = VectorStore(str(folder), "e", SIZE)
    alive = [n for n in alive if n < count] or [0]
    store.add([pair(n) for n in range(count)])
    store.assign(owning(*alive), "t")
    many = count - len(alive) > count / 3
    assert (tidied(str(folder)) > 0) == many
    for one in (store, VectorStore(str(folder), "e", SIZE)):
        assert vectors_of(one, folder) == [pair(n)[1] for n in alive]
        assert one.keys().keys() == {pair(n)[0] for n in (alive if many else range(count))}
    assert len(list(folder.glob("*.rows"))) == len(list(folder.glob("*.keys"))) == 1
    assert tidied(str(folder)) == 0
    store.add([pair(n) for n in range(count)])  # what was removed can be made again
    assert rows(store, folder) == dict(pair(n) for n in range(count))


def test_a_reader_keeps_what_it_has_read(tmp_path: Path) -> None:
    """Removing rows between a reader's table and its scan changes nothing for it; then it sees the new."""
    pytest.importorskip("simsimd", reason="simsimd is not installed")
    writer, reader = (VectorStore(str(tmp_path), "e", SIZE) for _ in range(2))
    writer.add([pair(n) for n in range(300)])
    writer.assign(owning(7, 299, 120), "t")
    table = reader.table()
    assert table is not None
    before = list(reader.cosines(pair(7)[1], table))
    assert tidied(str(tmp_path)) == 297 * (SIZE + KEY_BYTES)
    assert list(reader.cosines(pair(7)[1], table)) == before
    again = reader.table()
    assert again is not None and list(again.row) == [0, 1, 2]
    assert list(reader.cosines(pair(7)[1], table)) == before  # another thread has that one still
    wanted = [before[row - table.rows.start] for row in table.row]
    assert list(reader.cosines(pair(7)[1], again)) == pytest.approx(wanted)


def test_many_read_while_rows_are_removed(tmp_path: Path) -> None:
    """Every reader sees each page with its own vector, at every moment."""
    pytest.importorskip("simsimd", reason="simsimd is not installed")
    writer, wrong, done = VectorStore(str(tmp_path), "e", SIZE), [], []

    def read() -> None:
        while not done:
            store = VectorStore(str(tmp_path), "e", SIZE)
            for _ in range(5):
                table = store.table()
                if table is None:
                    wrong.append("no table")
                    continue
                for page, row in zip(table.page, table.row, strict=True):
                    vector = pair(int(table.paths[page].removesuffix(".md")))[1]
                    if store.cosines(vector, table._replace(rows=range(row, row + 1)))[0] < 0.9999:
                        wrong.append(table.paths[page])

    writer.add([pair(n) for n in range(20)])
    writer.assign(owning(*range(20)), "t")
    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read) for _ in range(3)]
        for start in range(0, 200, 10):
            writer.add([pair(n) for n in range(start, start + 20)])
            writer.assign(owning(*range(start, start + 10)), "t")
            assert start == 0 or writer.tidy() > 0 or writer.keys()
        done.append(True)
    assert [future.result() for future in readers] == [None] * 3 and wrong == []


def test_pruning_the_cache_removes_what_no_page_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`otherwords cache --prune` says what it freed; the next search finds the same, nothing is encoded."""
    pytest.importorskip("simsimd", reason="simsimd is not installed")
    wiki, coder = Wiki(tmp_path), Counting()
    monkeypatch.setattr("otherwords.meaning.encoder", lambda name, cache: coder)
    for number in range(12):
        wiki.add(f"en/T/p{number}", f"Page {number}", f"First text {number}.")
    meaning = wiring.find(wiki.settings._replace(encoder="test"))[0].meaning
    assert meaning is not None
    wiki.answer("text")
    meaning.encode(math.inf)
    for number in range(2, 12):
        (wiki.root / wiki.path(f"en/T/p{number}")).unlink()
    wiki.answer("text")
    meaning.encode(math.inf)
    before, count = meaning.near("first text", "en").near, len(coder.texts)
    assert before is not None and len(before.paths) == 2
    status, out, _ = wiki.cli("cache", "--prune", "--format", "json")
    assert status == 0 and json.loads(out)["freed"] == 10 * 2 * (coder.dimensions + KEY_BYTES)
    assert meaning.near("first text", "en").near == before
    meaning.encode(math.inf)
    assert [text for text in coder.texts[count:] if text != "first text"] == []
    assert json.loads(wiki.cli("cache", "--prune", "--format", "json")[1])["freed"] == 0


def test_removing_that_was_interrupted_changes_nothing(tmp_path: Path) -> None:
    """Half of a copy beside the rows: they are read as before, and the next time it is made anew."""
    store = VectorStore(str(tmp_path), "e", SIZE)
    store.add([pair(n) for n in range(10)])
    store.assign(owning(3, 4), "t")
    path = next(tmp_path.glob("*.rows"))
    for suffix in (".rows", ".keys"):
        (tmp_path / f"{path.stem}-1{suffix}").write_bytes(b"half of it")
    again = VectorStore(str(tmp_path), "e", SIZE)
    assert again.keys().keys() == {pair(n)[0] for n in range(10)}
    assert tidied(str(tmp_path)) > 0
    assert vectors_of(again, tmp_path) == [pair(3)[1], pair(4)[1]]


def test_a_lost_table_loses_no_vector(tmp_path: Path) -> None:
    """The newest rows are used, and no text that has one is encoded again."""
    store = VectorStore(str(tmp_path), "e", SIZE)
    store.add([pair(n) for n in range(10)])
    store.assign(owning(3, 4), "t")
    store.tidy()
    next(tmp_path.glob("*.table")).write_bytes(b"no table")
    again = VectorStore(str(tmp_path), "e", SIZE)
    assert again.table() is None and again.keys().keys() == {pair(3)[0], pair(4)[0]}


# -- encoding a knowledge base ----------------------------------------------------------------------


class Counting(HashingEncoder):
    """Remembers what it was asked to encode, and can be interrupted."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.most = 10**9

    def encode(self, texts: Sequence[str], query: bool) -> list[bytes]:
        if len(self.texts) + len(texts) > self.most:
            raise KeyboardInterrupt
        self.texts += texts
        return super().encode(texts, query)


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """Twelve pages, two in a language that the encoder does not know."""
    made = Wiki(tmp_path)
    for number in range(10):
        made.add(
            f"en/T/p{number}", f"Page {number}", f"First text {number}.\n\n## More\n\nSame for all."
        )
    for number in range(2):
        made.add(f"vo/T/v{number}", f"Pad {number}", "Volapük.")
    return made


def test_every_text_is_encoded_once(wiki: Wiki) -> None:
    """Not again when nothing changed, nor in another process; not in a language it does not know."""
    coder = Counting()
    assert Meant(wiki, lambda: coder).encode() == (12, 12)
    assert len(set(coder.texts)) == len(coder.texts) and not any("Pad" in t for t in coder.texts)
    count = len(coder.texts)
    assert Meant(wiki, lambda: coder).encode() == (12, 12)
    assert len(coder.texts) == count


def test_a_rename_encodes_only_the_new_name(wiki: Wiki) -> None:
    """Texts are known by their content, not by their place."""
    coder = Counting()
    Meant(wiki, lambda: coder).encode()
    coder.texts.clear()
    folder = wiki.root / ".wikicommit/entity/en/T"
    (folder / "p3.md").rename(folder / "seldom-seen.md")
    assert Meant(wiki, lambda: coder).encode() == (12, 12)
    assert coder.texts == ["seldom seen"]
    coder.texts.clear()
    (folder / "seldom-seen.md").rename(folder / "p3.md")
    Meant(wiki, lambda: coder).encode()
    assert coder.texts == []


def test_an_edit_encodes_only_what_is_new(wiki: Wiki) -> None:
    """Of an edited page the passages that changed."""
    coder = Counting()
    Meant(wiki, lambda: coder).encode()
    coder.texts.clear()
    wiki.add("en/T/p3", "Page 3", "First text 3.\n\n## More\n\nOther words.")
    Meant(wiki, lambda: coder).encode()
    assert len(coder.texts) == 1 and "Other words." in coder.texts[0]


@pytest.mark.parametrize("most", [0, 1, 8, 9, 17, 24])
def test_encoding_resumes_where_it_was_interrupted(wiki: Wiki, most: int) -> None:
    """Nothing that was kept is encoded again, and then all is covered."""
    coder = Counting()
    coder.most = most
    with pytest.raises(KeyboardInterrupt):
        Meant(wiki, lambda: coder).encode()
    coder.most = 10**9
    assert Meant(wiki, lambda: coder).encode() == (12, 12)
    assert len(set(coder.texts)) == len(coder.texts)


def test_no_time_encodes_nothing_and_a_little_time_a_little(wiki: Wiki) -> None:
    """The limit is asked between small batches."""
    coder = Counting()
    meant = Meant(wiki, lambda: coder)
    assert meant.encode(-1.0) == (0, 12) and coder.texts == []
    found = []
    base = meant.found.refreshing
    for limit in (3.0, 6.0):
        ticks = iter(range(1000))
        job = encoding.Job(
            coder,
            VectorStore(str(wiki.folder / "slow"), coder.name, coder.dimensions),
            lambda path: base.layout.read(path, base.layout.load(path)),
            dict(list(refreshing.digests(base).items())[:2]),
            "t",
            lambda ticks=ticks: float(next(ticks)),
        )
        (wiki.folder / "slow").mkdir(exist_ok=True)
        encoding.encode(job, limit)
        found.append(len(coder.texts))
    assert found == sorted(found)


def test_rows_that_were_lost_are_encoded_again(wiki: Wiki) -> None:
    """Half of the file gone: the next `index` makes them, the search until then says how many."""
    coder = Counting()
    Meant(wiki, lambda: coder).encode()
    path = next((wiki.folder / "vectors").glob("*.rows"))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    meant = Meant(wiki, lambda: coder)
    answer = meant.answer("first text")
    assert answer.hits and "meaning-covers" in [n.code for n in answer.notices]
    assert meant.encode() == (12, 12)
    assert "meaning-covers" not in [
        n.code for n in Meant(wiki, lambda: coder).answer("text").notices
    ]


@pytest.mark.parametrize(
    ("path", "title", "aliases", "names"),
    [
        (
            "en/T/child-allowance.md",
            "Child allowance",
            ("benefit",),
            ["Child allowance", "benefit"],
        ),
        ("en/T/moving-in.md", "転入届", (), ["転入届", "moving in"]),
        ("n/adr-0012.md", "Use queues", (), ["Use queues"]),
        ("n/2f1e0c9a.md", "Hash", (), ["Hash"]),
        ("n/x.md", "Title", ("TITLE", "ｔｉｔｌｅ", "!"), ["Title", "x"]),
    ],
)
def test_names_of_a_page(path: str, title: str, aliases: tuple[str, ...], names: list[str]) -> None:
    """Title, aliases, and the file name where it says something else; each once as folded."""
    assert encoding.names(Page(path, title, aliases=aliases)) == names


@settings(deadline=None)
@given(st.text("ab .。\n漢字", max_size=400), st.integers(20, 60))
def test_pieces_are_all_of_a_text(text: str, longest: int) -> None:
    """A law: no letter is lost, and no piece is longer than it may be."""
    pieces = list(encoding.split(text, longest))
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert all(encoding._size(piece) <= longest + 1 for piece in pieces)


def test_passages_say_their_page_and_heading() -> None:
    """The head is the names and the description; a page that is none has no texts."""
    page = Page("en/T/x.md", "Title", aliases=("Alias",), description="What it is.")
    reading = Reading(page, passages=(Passage("Title", "One.", 1), Passage("Part", "Two.", 3)))
    found = [(text.kind, text.text) for text in encoding.texts(reading)]
    assert found == [
        (0, "Title"), (0, "Alias"), (0, "x"), (1, "Title (Alias). What it is."),
        (2, "Title: One."), (2, "Title / Part: Two."),
    ]  # fmt: skip
    assert encoding.texts(Reading(None)) == []

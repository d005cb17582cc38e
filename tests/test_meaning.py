"""Finding by meaning: it adds to every search, explains itself, and never stops one."""

import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords import wiring
from otherwords.encoders.hashing import HashingEncoder
from otherwords.engines.embedded import EmbeddedEngine
from otherwords.errors import Failure
from otherwords.indexing import refreshing
from otherwords.layouts.vault import Vault
from otherwords.meaning import Meaning
from otherwords.model import Answer
from otherwords.ports import Encoder
from otherwords.ranking.fusion import HIT, NOTHING
from otherwords.ranking.merging import total
from otherwords.stores.shelf import MemoryShelf
from otherwords.stores.vectors import VectorStore
from wikis import Meant, Wiki, codes, request, slugs

pytest.importorskip("simsimd", reason="simsimd is not installed: nothing is found by meaning")

SAME = {"kite": "zzflying", "dragon": "zzflying", "凧": "zzflying", "凧あ": "zzflying"}


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """A few pages with nothing in common, one of them in a language that the encoder does not know."""
    made = Wiki(tmp_path)
    for number, word in enumerate(
        ("soup", "train", "garden", "window", "music", "letter", "river")
    ):
        made.add(f"en/T/{word}", word.title(), f"All about the {word} number {number}.")
    made.add("en/T/kite", "Kite", "kite", properties={"description": "kite kite"})
    made.add("vo/T/zif", "Zif", "zif gretik")
    return made


def shown(answer: Answer) -> list[str]:
    return slugs((*answer.hits, *answer.near))


def test_a_page_is_found_by_its_meaning_and_says_so(wiki: Wiki) -> None:
    """No word in common: a hit, with its mark, its cosine and its relevance."""
    meant = Meant(wiki, lambda: HashingEncoder(SAME))
    meant.encode()
    answer = meant.answer("dragon")
    assert slugs(answer.hits)[:1] == ["en/kite"]
    mark = next(m for m in answer.hits[0].marks if m.code == "by-meaning")
    assert mark.message.startswith('by meaning: "dragon" ~ "Kite" (')
    assert answer.hits[0].relevance is not None and answer.hits[0].relevance >= HIT
    assert any(part.name == "meaning" for part in answer.hits[0].parts)
    assert wiki.answer("dragon").hits == ()


def test_without_vectors_a_search_works_by_words_and_says_how_many_there_are(wiki: Wiki) -> None:
    """`meaning covers 0 of 9 pages`, then fewer, then nothing."""
    meant = Meant(wiki, lambda: HashingEncoder(SAME))
    answer = meant.answer("kite")
    assert slugs(answer.hits)[0] == "en/kite"
    said = [n for n in answer.notices if n.code == "meaning-covers"]
    assert [n.params for n in said] == [("0", "9")]
    meant.encode()
    assert "meaning-covers" not in codes(meant.answer("kite"))


def test_the_table_belongs_to_a_state(wiki: Wiki) -> None:
    """After an edit the search says what is not covered; the pages that are there are still found."""
    meant = Meant(wiki, lambda: HashingEncoder(SAME))
    meant.encode()
    wiki.add("en/T/new", "New", "a new page")
    answer = meant.answer("dragon")
    assert slugs(answer.hits)[0] == "en/kite"
    assert [n.params for n in answer.notices if n.code == "meaning-covers"] == [("9", "10")]
    meant.meaning.catch_up()
    assert "meaning-covers" not in codes(meant.answer("dragon"))
    (wiki.root / Wiki.path("en/T/kite")).unlink()
    assert "en/kite" not in shown(meant.answer("dragon"))


def test_catching_up_makes_only_what_is_new_and_never_the_first_time(wiki: Wiki) -> None:
    """Where nothing is encoded yet that is `index`'s work (rulings 22)."""
    coder = Remembering()
    meant = Meant(wiki, lambda: coder)
    meant.answer("kite")
    meant.meaning.catch_up()
    assert coder.passages == []
    meant.encode()
    coder.passages.clear()
    wiki.add("en/T/soup", "Soup", "All about the soup number 0.\n\n## More\n\nFresh noodles.")
    meant.answer("kite")
    meant.meaning.catch_up()
    assert [text for text in coder.passages if "noodles" in text] == coder.passages != []
    coder.passages.clear()
    meant.meaning.catch_up()
    assert coder.passages == []


class Remembering(HashingEncoder):
    """Remembers the passages that it encoded."""

    def __init__(self) -> None:
        super().__init__(SAME)
        self.passages: list[str] = []

    def encode(self, texts: Sequence[str], query: bool) -> list[bytes]:
        self.passages += [] if query else texts
        return super().encode(texts, query)


class Broken(HashingEncoder):
    """Fails when it is used."""

    def encode(self, texts: Sequence[str], query: bool) -> list[bytes]:
        raise Failure("the encoder is broken: mend it")


def test_a_broken_encoder_is_named_once_and_the_search_answers(wiki: Wiki) -> None:
    """When it is made, or when it is used."""
    Meant(wiki, lambda: HashingEncoder(SAME)).encode()

    def missing() -> Encoder | None:
        raise Failure("the encoder is missing: install it")

    for coder, said in ((Broken, "mend it"), (missing, "install it")):
        meant = Meant(wiki, coder)
        answer = meant.answer("kite")
        assert slugs(answer.hits)[0] == "en/kite"
        told = [n.message for n in answer.notices if n.code == "encoder-unusable"]
        assert len(told) == 1 and said in told[0]
        assert "encoder-unusable" not in codes(meant.answer("soup"))
        meant.meaning.catch_up()


def test_a_language_that_the_encoder_does_not_know(wiki: Wiki) -> None:
    """Its pages are not encoded; a query in it is searched by words, which is said."""
    coder = Remembering()
    meant = Meant(wiki, lambda: coder)
    assert meant.encode() == (9, 9)
    assert not any("zif" in text.lower() for text in coder.passages)
    answer = meant.answer("zif gretik")
    assert slugs(answer.hits) == ["vo/zif"]
    if answer.plan.lang == "vo":
        assert "language-not-encoded" in codes(answer)


@pytest.mark.parametrize("query", ["qxzvw", "xqzv 0000 blorp", "ぽがっぽれ", "%%%% qq"])
def test_gibberish_gets_no_hits(wiki: Wiki, query: str) -> None:
    """Nothing here matches well; the nearest pages are marked as that, and none is a hit."""
    meant = Meant(wiki, lambda: HashingEncoder(SAME))
    meant.encode()
    answer = meant.answer(query)
    assert not answer.hits and answer.total == 0
    assert answer.nothing or not answer.near


WORDS = st.lists(
    st.sampled_from(
        [
            "soup",
            "train",
            "dragon",
            "kite",
            "about",
            "number",
            "garden",
            "凧",
            "qxzvw",
            "3",
            "the",
            "zif",
        ]
    ),
    min_size=1,
    max_size=4,
)


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Meant:
    """A wiki in two languages that is wholly encoded."""
    made = Wiki(tmp_path_factory.mktemp("ready"))
    for number, word in enumerate(("soup", "train", "garden", "kite")):
        made.add(
            f"en/T/{word}",
            word.title(),
            f"All about the {word}, number {number}.",
            aliases=[f"a {word}"],
        )
        made.add(f"ja/T/{word}", f"{'汁車庭凧'[number]}について", f"番号{number}の話。" * 3)
    made.add("en/T/old", "Old kite", "an old kite", expires_at="2020-01-01")
    meant = Meant(made, lambda: HashingEncoder(SAME))
    meant.encode()
    return meant


@settings(max_examples=50, deadline=None)
@given(WORDS)
def test_an_explanation_adds_up_with_meaning_too(ready: Meant, words: list[str]) -> None:
    """A law: parts add up to the score, relevance is from 0 to 1, twice the same."""
    answer = ready.answer(" ".join(words))
    assert ready.answer(" ".join(words)) == answer
    for hit in (*answer.hits, *answer.near):
        assert hit.score == pytest.approx(total(hit.parts), abs=1e-6)
        assert hit.relevance is None or 0 <= hit.relevance <= 1
    if answer.nothing:
        assert all(h.relevance is not None and h.relevance < NOTHING for h in answer.near)


def test_filters_and_lang_hold_for_what_is_found_by_meaning(ready: Meant) -> None:
    """A page that the filter leaves out is not brought back by its meaning."""
    assert {slug[:2] for slug in shown(ready.answer("dragon", lang=["ja"]))} <= {"ja"}
    assert shown(ready.answer("dragon type:Nothing")) == []


def test_versions_that_are_shown_apart_are_all_ranked(tmp_path: Path) -> None:
    """Also one that nothing leads to but its version: no word of the query, a language not encoded."""
    made = Wiki(tmp_path)
    made.add("en/T/kite", "Kite", "kite on a string")
    made.add("vo/T/kite", "Zif", "zif gretik")
    for number in range(60):
        made.add(f"en/T/soup{number}", f"Soup {number}", "A kite is not soup.")
    meant = Meant(made, lambda: HashingEncoder(SAME))
    meant.encode()
    wish = request("kite string", limit=70)._replace(apart=True)
    answer = wiring.ask(wish, [meant.base], wiring.means(made.settings))
    assert slugs(answer.hits)[0] == "en/kite" and slugs(answer.near)[:1] == ["vo/kite"]


def test_expired_pages_are_lowered_with_meaning_too(ready: Meant) -> None:
    """By the same factor, where the score is positive."""
    answer = ready.answer("kite")
    old = next(h for h in (*answer.hits, *answer.near) if h.page.path.endswith("old.md"))
    before = total(part for part in old.parts if part.name != "expired")
    assert [m.code for m in old.marks if m.code == "expired"] == ["expired"]
    assert old.score <= before


def test_an_encoder_that_fails_is_asked_once_and_named_once(tmp_path: Path) -> None:
    """What fails while the query is planned is not asked again for the query itself."""
    asked: list[str] = []

    class Failing(HashingEncoder):
        def encode(self, texts: Sequence[str], query: bool) -> list[bytes]:
            if query:
                asked.extend(texts)
                raise Failure("the endpoint does not answer")
            return super().encode(texts, query)

    coder = Failing()
    layout = Vault(str(tmp_path), lambda text: "en")
    (tmp_path / "tea.md").write_text("# Tea\n\nGreen tea is steeped in hot water.\n")
    base = refreshing.Base(layout, EmbeddedEngine(None), MemoryShelf(), 1, time.time_ns)
    refreshing.refresh(base, False)
    store = VectorStore(str(tmp_path), coder.name, coder.dimensions, shared=True)
    made = Meaning(lambda: coder, lambda one: store, base)
    made.encode(10)
    assert made.nearest("tea", "en", lambda path: None) == ()
    assert made.nearest("water", "en", lambda path: None) == ()
    said = [notice.code for notice in made.near("tea water", "en").notices]
    assert said == ["encoder-unusable"] and not made.near("tea", "en").notices
    assert asked == ["tea"]

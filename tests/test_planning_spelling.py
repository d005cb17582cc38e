"""Names in other alphabets: the wiki's own word for a name that is typed in other letters, and only that."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.analysis import key
from otherwords.planning.alphabets import of_word
from otherwords.planning.spelling import nearest, pattern
from wikis import Wiki, origins, slugs, terms

NAMES = [
    ("Washington", "el", "Ουάσινγκτον"),
    ("Washington", "ru", "Вашингтон"),
    ("Diana", "ru", "Диана"),
    ("Diana", "el", "Διάνα"),
    ("Kazantzakis", "el", "Καζαντζάκης"),
    ("Љубљана", "de", "Ljubljana"),
    ("Yugoslavia", "sr", "Југославија"),
    ("Obama", "el", "Ομπάμα"),
    ("Jackson", "el", "Τζάκσον"),
    ("Λούθηρος", "en", "Luther"),
    ("Wittenberg", "ru", "Виттенберге"),
    ("Шопен", "fr", "Chopin"),
    ("Харьков", "el", "Χάρκοβο"),
    ("Newton", "hi", "न्यूटन"),
    ("टेस्ला", "de", "Tesla"),
    ("Victoria", "ar", "فيكتوريا"),
    ("سيمبسون", "en", "Simpson"),
]


@pytest.mark.parametrize(("typed", "lang", "written"), NAMES)
def test_a_name_has_the_pattern_of_how_it_is_written_elsewhere(
    typed: str, lang: str, written: str
) -> None:
    """And it is the nearest of all names here that are written in those letters."""
    assert re.fullmatch(pattern(typed, lang), key(written))
    alphabet = of_word(key(written))
    others = [key(x) for _, _, x in NAMES if of_word(key(x)) is alphabet]
    assert nearest(typed, others)[:1] == [key(written)]


@pytest.mark.parametrize(
    ("typed", "lang", "other"),
    [
        (
            "Broncos",
            "el",
            "πυργος",
        ),  # the same consonants as far as their sounds may be taken for others
        ("super", "ru", "шапур"),
        ("Лютер", "en", "altar"),
        ("Джонсон", "en", "onsen"),
        ("Женева", "en", "eneva"),
    ],
)
def test_a_word_that_only_has_like_consonants_is_not_it(typed: str, lang: str, other: str) -> None:
    assert nearest(typed, [key(other)]) == []


@pytest.mark.parametrize(
    ("typed", "lang"),
    [
        ("Luther", "de"),
        ("Лютер", "bg"),
        ("Luther", "ja"),
        ("Bo", "ru"),
        ("c3po", "ru"),
        ("鉄道", "ru"),
        ("hahahahaha", "el"),
        ("bc" * 3000, "ru"),
    ],
)
def test_where_nothing_is_written_otherwise_nothing_is_sought(typed: str, lang: str) -> None:
    """The same alphabet, one that is not known, too little to tell by, no letters, no name."""
    assert pattern(typed, lang) == ""


@given(
    st.text("abcxyzабвщьъαβμπσυ\u0901कख़्ाابوةع٣3- ", max_size=12),
    st.sampled_from(["en", "el", "ru", "ar", "hi", "ja", "und", ""]),
    st.lists(st.text("abchwрлюتكμπंक", max_size=8), max_size=4),
)
def test_any_word_is_taken(typed: str, lang: str, words: list[str]) -> None:
    """A law: an expression that compiles, and of given words some of them."""
    re.compile(pattern(typed, lang))
    assert set(nearest(typed, words)) <= set(words)


HOSTILE = [
    ("ва" * 17, "en", "w"),
    ("kq" * 17, "ru", "к"),
    ("ahowejabc", "el", "α"),
    ("Whjoe", "hi", "ा"),
]


@pytest.mark.parametrize(("typed", "lang", "letter"), HOSTILE)
def test_no_word_of_a_page_makes_a_search_slow(typed: str, lang: str, letter: str) -> None:
    """A letter is taken in one way only, however many of it a word has."""
    began = time.process_time()
    found = pattern(typed, lang)
    re.findall(f"\n({found})(?=\n)", f"\n{letter * 60}!\n{letter * 4000}!\n" * 20)
    assert time.process_time() - began < 1


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """What is in one language is not in the other; names are all that both have in common."""
    made = Wiki(tmp_path, "en", ("ru",))
    made.add("en/City/riverside", "Riverside", "The mayor, Olga Smirnova, opened the harbour.")
    made.add("en/City/bakery", "Bakery", "Bread is sold here.")
    made.add("ru/City/rynok", "Рынок", "Здесь торгует Джексон, рядом с гаванью.")
    made.add("ru/City/shkola", "Школа", "Дети учатся читать. Учителя зовут Леонид.")
    return made


@pytest.mark.parametrize(
    ("query", "lang", "page", "word"),
    [
        ("Jackson", "ru", "ru/rynok", "джексон"),
        ("jackson", "ru", "ru/rynok", "джексон"),
        ("Leonid", "ru", "ru/shkola", "леонид"),
        ("Смирнова", "en", "en/riverside", "smirnova"),
    ],
)
def test_a_page_is_found_by_a_name_in_other_letters(
    wiki: Wiki, query: str, lang: str, page: str, word: str
) -> None:
    """The word stands under what was also searched, with where it comes from."""
    answer = wiki.answer(query)
    assert slugs(answer.hits) == [page]
    assert terms(answer, lang)[0][-1] == word
    assert origins(answer, lang)[word] == "vocabulary"
    status, out, _ = wiki.cli("search", query)
    assert status == 0 and word in out.split("Also searched", 1)[1]

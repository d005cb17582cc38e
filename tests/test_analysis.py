"""Terms of texts: what is one word, what can be found, and where it stands."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.analysis import (
    fold,
    fold_kept,
    humps,
    index_text,
    is_unspaced,
    key,
    normalize,
    pairs,
    plain_text,
    terms,
    tokens,
)
from otherwords.analysis.blocks import GAP, block_text
from otherwords.analysis.folding import FILLER

ANYTHING = st.text(max_size=80) | st.text(
    "aZé\u0301ß9 _-+#.\nサーバァ・ヺさ々〇字體体学學한ก\u0e31\u0e33ｶﾞｱＡ１①㍻ﬁ"
    "\u200d\ufe0f\ufeff\u00adИй👩‍👩‍👧🇯🇵\U00020000",
    max_size=40,
)

SAME = {
    "width": ("ＡＰＩ１２", "API12"),
    "half katakana": ("ｶﾞｲﾄﾞ", "ガイド"),
    "composed": ("caf\u00e9", "cafe\u0301"),
    "composed kana": ("がくしゅう", "か\u3099くしゅう"),
    "composed hangul": ("한글", unicodedata.normalize("NFD", "한글")),
    "case": ("Straße", "STRASSE"),
    "greek case": ("ΟΔΟΣ", "οδος"),
    "cyrillic case": ("МОСКВА", "Москва"),
    "accents": ("Élève", "eleve"),
    "vietnamese accents": ("tiếng Việt", "tieng Viet"),
    "ligatures": ("ﬁnd the diﬀerence", "find the difference"),
    "letters": ("Łódź København", "lodz kobenhavn"),
    "kana": ("ゴミ", "ごみ"),
    "long vowel": ("サーバー", "サーバ"),
    "long vowel before Han": ("サーバー設定", "サーバ設定"),
    "long vowel before hiragana": ("コンピューターの", "コンピュータの"),
    "half mark": ("カﾞイド", "ガイド"),
    "half long vowel": ("ｻｰﾊﾞｰ", "サーバ"),
    "traditional and simplified": ("軟體開發", "软体开发"),
    "shinjitai and simplified": ("認証", "认证"),
    "shinjitai and traditional": ("學習體驗", "学習体験"),
    "compatibility ideograph": ("\ufa19", "神"),
    "ligature of one letter": ("①", "1"),
    "invisible": ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
}
OTHER = {
    "short long vowel": ("キー", "キ"),
    "long vowel inside": ("ビール", "ビル"),
    "voiced": ("ハン", "パン"),
    "plus": ("C++", "C"),
    "sharp": ("C#", "C"),
    "dash": ("foo", "foo2"),
    "Han": ("負債", "負荷"),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_spellings_of_one_word_are_one(one: str, other: str) -> None:
    """Width, composition, case, accents, kana, long vowels, Han variants: one key, the same terms."""
    assert (key(one), terms(one)) == (key(other), terms(other))
    assert set(terms(other)) <= set(index_text(one).split())
    assert set(terms(one)) <= set(index_text(other).split())


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=OTHER)
def test_other_words_stay_apart(one: str, other: str) -> None:
    """Folding takes nothing away that tells two words apart."""
    assert (key(one) != key(other)) and terms(one) != terms(other)


@given(ANYTHING)
def test_folding_is_by_character(text: str) -> None:
    """`fold_kept` has a character for each; without the dropped ones it is what `fold` gives."""
    text = normalize(text)
    kept = fold_kept(text)
    assert len(kept) == len(text)
    assert len(kept.splitlines() or [""]) == 1 or "\n" not in kept
    plain = "".join(fold(c) if not c.isascii() else c for c in kept.replace(FILLER, ""))
    assert plain.split() == fold(text).split()


@given(ANYTHING)
def test_anything_typed_has_terms(text: str) -> None:
    """No text raises, and none gives an empty term or one with a space."""
    for found in (terms(text), index_text(text).split(), plain_text(text).split()):
        assert all(term and " " not in term for term in found)
    assert key(key(text)) == key(text) or "+" in key(text) or "#" in key(text)
    assert fold(normalize(normalize(text))) == fold(normalize(text))


@given(ANYTHING)
def test_tokens_stand_where_their_letters_stand(text: str) -> None:
    """Each run is the folded form of the letters at its place; together they are all the letters."""
    text = normalize(text)
    found = tokens(text)
    assert all(0 <= a.start < a.end <= len(text) for a in found)
    assert all(a.end <= b.start for a, b in zip(found, found[1:], strict=False))
    assert "".join(token.text for token in found) == fold(text).replace(" ", "")
    for token in found:
        letters = fold(text[token.start : token.end]).replace(" ", "")
        assert letters == token.text or "ー" in text or "+" in text or "#" in text


@given(ANYTHING)
def test_a_text_has_its_own_terms(text: str) -> None:
    """What `terms` gives for a whole text, the index has, and `plain_text` has in order."""
    assert set(terms(text)) <= set(index_text(text).split())
    assert list(terms(text)) == plain_text(text).split()


WORDS = st.sampled_from(
    [
        "retry_after",
        "Straße",
        "getWindowRect",
        "v2.3.1",
        "c++",
        "児童手当",
        "サーバー",
        "認証",
        "設定",
        "の",
        "gen-itgc",
        "Ａｉ",
        "café",
        "한국어",
        "負債",
        "×",
    ]
)


@given(st.lists(WORDS, min_size=1, max_size=8), st.data())
def test_the_index_has_every_wording_that_is_cut_at_words(
    words: list[str], data: st.DataObject
) -> None:
    """A law: cut words out of a text, with or without spaces; the index of the text has their terms."""
    glue = data.draw(st.sampled_from(["", " ", "、", "\n"]))
    pieces = [word + (glue or ("" if is_unspaced(fold(word[-1])) else " ")) for word in words]
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    indexed = index_text("".join(pieces)).split()
    for token in tokens(normalize("".join(pieces[start:end]))):
        for unit in pairs(token.text) if token.unspaced else [token.text]:
            assert any(
                term == unit or (len(unit) == 1 and is_unspaced(unit) and term.startswith(unit))
                for term in indexed
            ), (unit, indexed)


@given(st.text("児童手当法負债申請书类", min_size=1, max_size=12), st.data())
def test_every_piece_of_a_run_is_found(run: str, data: st.DataObject) -> None:
    """A law: any piece of a run stands in its index, side by side; one character as a beginning."""
    start = data.draw(st.integers(0, len(run) - 1))
    end = data.draw(st.integers(start + 1, len(run)))
    indexed, units = index_text(run).split(), list(terms(run[start:end]))
    if len(run[start:end]) == 1:
        assert any(term.startswith(units[0]) for term in indexed)
    else:
        assert any(indexed[i : i + len(units)] == units for i in range(len(indexed)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("getWindowRect", ["getwindowrect", "get", "window", "rect"]),
        ("HTTPServerError2", ["httpservererror2", "http", "server", "error", "2"]),
        ("retry_after", ["retry", "after"]),
        ("kebab-case", ["kebab", "case"]),
        ("v2.3.1", ["v2", "3", "1"]),
        ("c++", ["c++"]),
        ("F#", ["f#"]),
        ("重跑gen-itgc后", ["gen", "itgc", "后", "重跑"]),
        ("AI活用", ["ai", "活用"]),
        ("C++で", ["c++", "で"]),
        ("第3回", ["3", "第"]),
    ],
)
def test_identifiers_are_found_whole_and_in_parts(text: str, found: list[str]) -> None:
    """Camel case, underscores, hyphens, dots; Latin glued to another script is a word of its own."""
    assert set(found) <= set(index_text(text).split())


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("サーバーエラー", "エラー"),
        ("ワークフロー図", "フロー"),
        ("ライセンスキー", "キー"),
        ("ﾃﾞｨﾚｸﾄﾘﾂﾘｰ", "ツリー"),
    ],
)
def test_a_short_word_with_a_long_vowel_is_found_at_the_end_of_a_longer_one(
    text: str, word: str
) -> None:
    """The longer word drops the vowel, the shorter one keeps it: the index has both ends."""
    indexed, units = index_text(text).split(), list(terms(word))
    assert any(indexed[i : i + len(units)] == units for i in range(len(indexed)))


def test_an_identifier_in_parts_is_no_other_word() -> None:
    """Words without humps have no parts, and a number or an abbreviation is not cut."""
    assert [humps(x) for x in ("window", "HTTP", "2026", "", "Window")] == [[]] * 5


WITH_PLUS = ["c++: why", "c++", "a c++ b", "C++で書く", "我用C++写"]
NO_PLUS = ["# heading", "x#y", "a # b", "C++11", "+++", "##", "#", "C#の", "éc++"]


@pytest.mark.parametrize("text", WITH_PLUS + NO_PLUS)
def test_signs_are_terms_only_in_names(text: str) -> None:
    """Plus and sharp belong to c++, c#, f#; anywhere else they separate words."""
    found = terms(text)
    assert all(term in ("c++", "c#", "f#") or not set(term) & set("+#") for term in found)
    assert ("c++" in found) == (text in WITH_PLUS)
    assert ("c#" in found) == (text == "C#の")


PLACED = [
    ("人👩‍👩‍👧と児童手当🇯🇵", "児童手当"),
    ("cafe\u0301 と サーバー", "サーバー"),
    ("① ﬁne ß ｻｰﾊﾞｰ end", "end"),
    ("กินข้าว แล้ว", "แล้ว"),
    ("𠮷野家で食事", "食事"),
    ("o\u0308\u0304x größe", "größe"),
]


@pytest.mark.parametrize(("text", "word"), PLACED)
def test_places_are_right_in_any_script(text: str, word: str) -> None:
    """Offsets point at the letters in the normalized text, past emoji, marks and astral characters."""
    text, folded = normalize(text), fold(normalize(word))
    token = next(token for token in tokens(text) if token.text.endswith(folded))
    assert text[token.start : token.end].endswith(normalize(word))


def test_paragraphs_are_apart() -> None:
    """A gap stands between blocks, and no text has it as a term."""
    found = block_text("# One\ntwo\nthree\n\n- four\n- five\n\n| six |")
    assert found.split(f" {GAP} ") == ["one", "two three", "four", "five", "six"]
    assert terms(f"a{GAP}b") == ("a", "b")

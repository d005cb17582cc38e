"""What is found without regular expressions, so that a search need not import them, is the same."""

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from otherwords import query
from otherwords.analysis import folding, tokenizing
from otherwords.model import Word
from otherwords.planning.likeness import latin_pattern, sounds_like

LETTERS = st.text("aZ9 #+-ーァサバヺさ々字한ก\ufffc\uff71é\u3000", max_size=30)


@given(LETTERS)
def test_runs_are_those_of_the_expression(text: str) -> None:
    kept = folding.fold_kept(text)
    expected = [match.span() for match in tokenizing._KEPT_RUN.finditer(kept)]
    assert list(tokenizing._spans(kept)) == expected


@given(st.text("ァサバヺーさa ", max_size=20))
def test_long_vowels_are_those_of_the_expression(text: str) -> None:
    for some in (text, text * folding._LONG):
        expected = re.sub("(?<=[ァ-ヺー]{2}[ァ-ヺ])ー(?![ァ-ヺー])", folding.FILLER, some)
        assert folding._without_long_vowels(some) == expected
        ends = [m.start() for m in re.finditer(folding.FILLER, expected)]
        assert folding.short_ends(some) == [folding.fold(f"{some[e - 2 : e]}ー") for e in ends]


@given(LETTERS)
def test_sigils_are_looked_for_wherever_there_may_be_one(text: str) -> None:
    marked = folding._SIGIL.sub("!", text)
    assert marked == text or "++" in text or folding._has_sharp(text)


@given(st.text('ab :"“「」 　-', max_size=20).filter(lambda text: not set(text) & set(':"“「')))
def test_plain_words_need_no_expression(text: str) -> None:
    words = [Word(match[0]) for match in query._RUN.finditer(text)]
    assert query.parse(text).words == tuple(words)


KANA = st.text("かきさしたちんらーはやえっゔ", min_size=1, max_size=5)


@given(KANA, st.text("acksthnrliwey", max_size=9))
def test_a_word_sounds_like_a_name_where_the_name_s_expression_has_it(kana: str, word: str) -> None:
    assert sounds_like(kana, word) == bool(re.fullmatch(latin_pattern(kana), word))


@given(KANA, st.data())
def test_a_word_made_from_the_expression_sounds_like_the_name(
    kana: str, data: st.DataObject
) -> None:
    word = data.draw(st.from_regex(latin_pattern(kana), fullmatch=True))
    assert sounds_like(kana, word)


@given(st.text("aBC9 _-é字", max_size=30))
def test_parts_of_identifiers_are_those_of_every_word(text: str) -> None:
    hump = re.compile("[a-z0-9][A-Z]|[A-Z]{2}[a-z]")
    words = [w for w in re.findall(r"[A-Za-z0-9]+", text) if hump.search(w)]
    assert tokenizing._all_humps(text) == " ".join(" ".join(tokenizing.humps(w)) for w in words)


LATIN = st.text("aZ +#'’“”–…ßÆæø\u00adµªçé²½\n\u0301", max_size=30)


@given(st.text(max_size=30) | LATIN | LETTERS)
def test_long_texts_are_folded_by_way_of_bytes_as_short_ones_are_without(text: str) -> None:
    for some in (text, text * (1 + folding._LONG // max(len(text), 1))):
        assert folding.fold(some) == folding.mark(some).translate(folding.TABLE)


@given(st.text(max_size=30) | LATIN | LETTERS)
def test_what_is_normal_is_seen_without_looking_for_what_is_not(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    wide = re.sub("[\uff66-\uff9f]+", lambda m: unicodedata.normalize("NFKC", m[0]), composed)
    assert folding.normalize(text) == unicodedata.normalize("NFC", wide)


@given(st.text("a b日本語のカﾞーー港 ç\U00020001\n", max_size=30))
def test_pairs_of_all_runs_at_once_are_those_of_each_run(text: str) -> None:
    def one(match: "re.Match[str]") -> str:
        run = match[0]
        return " ".join(("", *(a + b for a, b in zip(run, run[1:], strict=False)), run[-1], ""))

    folded = folding.fold(folding.normalize(text))
    made = tokenizing._RUNS.sub(tokenizing._indexed_runs, folded)
    assert made.split() == tokenizing._RUN.sub(one, folded).split()

"""Pages by parts of their aliases: those that stand inside a text, those that a text stands inside.

Most texts stand inside no alias; that is told from the words of the aliases before all of them are
gone through.
"""

from collections.abc import Sequence

import tantivy

from otherwords.analysis import key, pairs, tokens
from otherwords.engines import vocabulary
from otherwords.engines.compiling import Index
from otherwords.engines.scoring import Query

LONGEST = 200  # characters of an alias that is looked for inside a text
MOST = 400  # characters of a text in which aliases are looked for
SHORTEST_WORD = 5  # letters of the words that the vocabulary lists
WORDS = 256  # that one word may stand inside; beyond, all aliases are gone through


def within(text: str, index: Index) -> tantivy.Query | None:
    """Pages with an alias that stands inside a text, as keys; None where there is none."""
    letters = key(text)[:MOST]
    parts = {
        letters[a:b].strip()
        for a in range(len(letters))
        for b in range(a + 1, min(len(letters), a + LONGEST) + 1)
    }
    known = sorted(part for part in parts if part and index.frequency("alias", part))
    return Query.term_set_query(index.schema, "alias", known) if known else None


def around(text: str, index: Index) -> tantivy.Query | None:
    """Pages with an alias that a text stands inside, as keys; None where there is none."""
    letters = key(text)
    if not letters or not _possible(letters, index):
        return None
    if words := _words_around(letters, index):
        return Query.term_set_query(index.schema, "aliases", words)
    escaped = "".join(c if c.isalnum() or c == " " else f"\\{c}" for c in letters)
    return Query.regex_query(index.schema, "alias", f".*{escaped}.*")


def _words_around(letters: str, index: Index) -> list[str]:
    """The words that have these letters inside, where they are one plain word and it is in few of them.

    An alias has the letters exactly where it has one of these words: no other alias need be looked at.
    """
    if len(letters) < SHORTEST_WORD or not (letters.isascii() and letters.isalnum()):
        return []
    words = [letters, *vocabulary.containing(index.words, letters, WORDS)]
    return words if len(words) <= WORDS else []


def exactly(text: str, index: Index) -> tantivy.Query | None:
    """Pages with an alias of this key; None where there is none."""
    letters = key(text)
    known = bool(letters) and index.frequency("alias", letters) > 0
    return Query.term_query(index.schema, "alias", letters, index_option="basic") if known else None


def _possible(letters: str, index: Index) -> bool:
    """Whether the aliases have the words that an alias around these letters must have."""
    runs = tokens(letters)
    for number, run in enumerate(runs):
        if run.unspaced:
            if len(run.text) > 1 and not _all(pairs(run.text), index):
                return False
        elif not _word_possible(run.text, number == 0, number == len(runs) - 1, index):
            return False
    return True


def _all(units: Sequence[str], index: Index) -> bool:
    return all(index.frequency("aliases", unit) for unit in units)


def _word_possible(word: str, first: bool, last: bool, index: Index) -> bool:
    """The first word may be the end of an alias's word, the last one its beginning, an only one any part."""
    if not first and not last:
        return index.frequency("aliases", word) > 0
    if first:
        return len(word) < SHORTEST_WORD or word.encode() in index.words
    return bool(index.searcher.terms_with_prefix("aliases", word, limit=1))

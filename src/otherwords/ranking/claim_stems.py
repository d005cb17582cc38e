"""One form for the words that say the same: stems, synonyms, contraries."""

from functools import lru_cache

from otherwords.ranking.claim_words import CONTRARY, EVENTS, SAME, VERBS


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A light stem: enough to bring plural and singular, verb forms and adjectives together."""
    for ending, least, rest in (
        ("ies", 5, "y"),
        ("ment", 9, ""),
        ("ing", 6, ""),
        ("ity", 6, ""),
        ("ed", 5, ""),
        ("ly", 6, ""),
        ("es", 5, ""),
        ("en", 6, ""),
        ("s", 4, ""),
        ("e", 4, ""),
    ):
        if len(word) >= least and word.endswith(ending) and not word.endswith("ss"):
            word = word[: -len(ending)] + rest
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


_CANON = {stem(word): stem(first) for word, first in SAME.items()}
_CONTRARY = {stem(word): stem(other) for word, other in CONTRARY.items()}
_EVENTS = frozenset(_CANON.get(stem(word), stem(word)) for word in EVENTS)
VERB_STEMS = frozenset(stem(word) for word in VERBS)


@lru_cache(maxsize=16384)
def canon(word: str) -> str:
    """The stem that stands for a word and those that say the same."""
    plain = word.casefold().replace("-", "").replace("’", "'").removesuffix("'s")
    root = stem(plain)
    return _CANON.get(root, root)


def contrary(x: str, y: str) -> bool:
    """Whether two stems deny each other: `left` and `right`, `lock` and `unlock`."""
    short, long = sorted((x, y), key=len)
    return _CONTRARY.get(x) == y or long in (
        f"un{short}",
        f"in{short}",
        f"non{short}",
        f"dis{short}",
    )


def speaks_of_event(words: frozenset[str]) -> bool:
    """Whether a date may be the point of these words (launched, due), not merely their scope."""
    return not words.isdisjoint(_EVENTS)

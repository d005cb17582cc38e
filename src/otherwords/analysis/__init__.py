"""Which terms does this text have? One analyzer for index, query, snippet and cited line."""

from otherwords.analysis.folding import (
    FILLER,
    fold,
    fold_kept,
    is_whole,
    key,
    normalize,
    short_ends,
)
from otherwords.analysis.scripts import HAN, LATIN, NONE, han_language, script_language
from otherwords.analysis.tokenizing import (
    Token,
    has_han,
    humps,
    index_text,
    is_unspaced,
    pairs,
    plain_text,
    terms,
    tokens,
)

__all__ = [
    "FILLER",
    "HAN",
    "LATIN",
    "NONE",
    "Token",
    "fold",
    "fold_kept",
    "han_language",
    "has_han",
    "humps",
    "index_text",
    "is_unspaced",
    "is_whole",
    "key",
    "normalize",
    "pairs",
    "plain_text",
    "script_language",
    "short_ends",
    "terms",
    "tokens",
]

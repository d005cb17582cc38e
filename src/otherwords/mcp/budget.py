"""How long is an answer? In tokens, by one stated rule: a third of its UTF-8 bytes, rounded up.

No tokenizer is needed for that, and the usual ones are seldom exceeded: they make a token of about
four bytes of English, and of about three of Japanese or Chinese.
"""

import json

DEFAULT = 1200
LEAST, MOST = 100, 20_000


def tokens(text: str) -> int:
    """The tokens of a text, by the stated rule."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // 3)


def as_json(value: object) -> str:
    """A structured answer as it goes over the wire."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shortened(text: str, most: int) -> str:
    """As much of a text as costs at most so many tokens, also when written in JSON."""
    if _in_json(text) <= most:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _in_json(text[:middle]) <= most else (low, middle - 1)
    return text[:low]


def _in_json(text: str) -> int:
    return tokens(json.dumps(text, ensure_ascii=False))

"""The words of the pages, as one text: which of them contain, or begin like, a given one?

Kept beside the index, one word a line, the shortest first, so that the words nearest in length to a part
of them are met first. It may still hold words of pages that are gone: whoever asks
checks that a word has pages.
"""

from bisect import bisect_left
from collections.abc import Iterable

from otherwords.analysis import is_unspaced

SHORTEST_PART = (
    4  # letters; a shorter word is found inside others only by chance ("art" in "start")
)
MOST = 64  # words a part leads to; the shortest ones, which differ least, are kept


def words_of(texts: Iterable[str]) -> set[str]:
    """The words of analyzed texts; the pairs of unspaced scripts are no words."""
    found: set[str] = set()
    for text in texts:
        found.update(text.split())
    long = (word for word in found if len(word) > SHORTEST_PART)
    return {word for word in long if word.isascii() or not is_unspaced(word)}


def pack(words: Iterable[str]) -> bytes:
    """Words as the file holds them."""
    return ("\n" + "\n".join(sorted(sorted(words), key=len)) + "\n").encode()


def joined(data: bytes, fresh: Iterable[str]) -> bytes | None:
    """A file with words that it may have already; None where it has them all."""
    words = data.decode()[1:-1].split("\n") if len(data) > 2 else []
    had = len(words)
    for word in fresh:
        at = bisect_left(words, _place(word), key=_place)
        if words[at : at + 1] != [word]:
            words.insert(at, word)
    return ("\n" + "\n".join(words) + "\n").encode() if len(words) > had else None


def _place(word: str) -> tuple[int, str]:
    return len(word), word


def containing(data: bytes, part: str, most: int = MOST) -> list[str]:
    """Words that contain a part and are longer than it, the nearest in length first."""
    if len(part) < SHORTEST_PART:
        return []
    needle = part.encode()
    found: list[str] = []
    at = data.find(needle, _longer(data, len(part)))
    while at >= 0 and len(found) < most:
        start, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at)
        if end - start > len(needle):
            found.append(data[start:end].decode())
        at = data.find(needle, end)
    return found


def _longer(data: bytes, letters: int) -> int:
    """Where the words of more than so many letters begin."""
    low, high = 0, max(0, len(data) - 1)  # places of line breaks: the first words are short
    while low < high:
        start = data.rfind(b"\n", low, (low + high) // 2 + 1)
        end = data.find(b"\n", start + 1)
        if len(data[start + 1 : end].decode()) > letters:
            high = start
        else:
            low = end
    return low

"""The Sudachi synonym dictionary (Apache-2.0, see NOTICE): one sorted file, searched by halving."""

import os

from otherwords.analysis import key

PATH = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", "synonyms.txt")


class Synonyms:
    """Words of one meaning. Reads its file (4 MB) at the first question."""

    def __init__(self, path: str = PATH) -> None:
        self._path = path
        self._data = b""

    def of(self, text: str) -> tuple[str, ...]:
        """Other words for a word: spellings, translations and abbreviations of it first, then synonyms."""
        line = self._line(key(text))
        return tuple(line.split("\t")[1:]) if line else ()

    def knows(self, text: str) -> bool:
        """Whether the dictionary has this word."""
        return bool(self._line(key(text)))

    def _line(self, wanted: str) -> str:
        """The line that begins with a key, or ''."""
        if not wanted:
            return ""
        data, sought = self._read(), wanted.encode()
        low, high = 0, len(data)
        while low < high:
            start = data.rfind(b"\n", 0, (low + high) // 2) + 1
            end = data.find(b"\n", start)
            found = data[start : data.find(b"\t", start, end) if b"\t" in data[start:end] else end]
            if found == sought:
                return data[start:end].decode()
            low, high = (end + 1, high) if found < sought else (low, start)
        return ""

    def _read(self) -> bytes:
        if not self._data:
            with open(self._path, "rb") as file:
                self._data = file.read()
        return self._data

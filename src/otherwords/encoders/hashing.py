"""An encoder without a model: a text is the sum of its words' and word parts' directions.

For tests, and a second implementation of the port: the same text gives the same vector on every machine.
"""

from collections.abc import Sequence
from hashlib import blake2b

from otherwords.analysis import terms
from otherwords.encoders.quantizing import quantize

DIMENSIONS = 64


class HashingEncoder:
    """Fulfils ports.Encoder. `meanings` gives words that shall mean the same one word."""

    name = f"hashing-1-{DIMENSIONS}"
    dimensions = DIMENSIONS

    def __init__(self, meanings: dict[str, str] | None = None) -> None:
        self._meanings = meanings or {}

    def knows(self, lang: str) -> bool:
        """Every language but Volapük, so that there is one that it does not."""
        return lang != "vo"

    def encode(self, texts: Sequence[str], query: bool) -> list[bytes]:
        """One vector a text."""
        return [quantize(self._sum(text)) for text in texts]

    def _sum(self, text: str) -> list[float]:
        total = [0.0] * DIMENSIONS
        for term in terms(text):
            word = self._meanings.get(term, term)
            digest = blake2b(word.encode(), digest_size=DIMENSIONS).digest()
            for i, byte in enumerate(digest):
                total[i] += byte - 127.5
        return total

"""What a language model thought of a doc for a query: asking it takes seconds, and need not say the same twice."""

import os

from otherwords.ranking.judging import Opinion
from otherwords.stores.remembered import Remembered

FILE = "opinions"
VERSION = 1
MOST = 2000


class Opinions:
    """Fulfils judging.Memory, in a file of a knowledge base's folder in the cache."""

    def __init__(self, folder: str) -> None:
        self._rows = Remembered(os.path.join(folder, FILE), VERSION, MOST)

    def get(self, key: bytes) -> Opinion | None:
        """What it thought; None where that is not known."""
        row = self._rows.row(key)
        return Opinion(*row) if isinstance(row, tuple) and len(row) == 2 else None

    def put(self, key: bytes, opinion: Opinion) -> None:
        """Remember it."""
        self._rows.keep(key, tuple(opinion))

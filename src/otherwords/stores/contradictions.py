"""What was found to contradict what, by the content of the pages: finding it takes long."""

import os

from otherwords.model import Contradiction, Side
from otherwords.stores.remembered import Remembered as Rows

FILE = "contradictions"
VERSION = 1  # of the rules; what others found is not used
MOST = 200  # sets of pages that are remembered


class Remembered:
    """Fulfils guilds.Memory, in a file of a knowledge base's folder in the cache."""

    def __init__(self, folder: str) -> None:
        self._rows = Rows(os.path.join(folder, FILE), VERSION, MOST)

    def get(self, key: bytes) -> tuple[Contradiction, ...] | None:
        """What was found among these pages; None where that is not known."""
        rows = self._rows.row(key)
        if rows is None:
            return None
        return tuple(Contradiction(k, Side(*a), Side(*b), w, r) for k, a, b, w, r in rows)  # type: ignore[attr-defined]

    def put(self, key: bytes, found: tuple[Contradiction, ...]) -> None:
        """Remember it; where nothing can be written it is found again the next time."""
        self._rows.keep(key, [(c.kind, tuple(c.a), tuple(c.b), c.winner, c.reason) for c in found])

"""What was found to contradict what, by the content of the pages: finding it takes long."""

import marshal
import os

from otherwords.model import Contradiction, Side

FILE = "contradictions"
VERSION = 1  # of the rules; what others found is not used
MOST = 200  # sets of pages that are remembered

_Rows = list[tuple[str, tuple[object, ...], tuple[object, ...], str, str]]


class Remembered:
    """Fulfils guilds.Memory, in a file of a knowledge base's folder in the cache."""

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, FILE)
        self._kept: dict[bytes, _Rows] | None = None

    def get(self, key: bytes) -> tuple[Contradiction, ...] | None:
        """What was found among these pages; None where that is not known."""
        rows = self._all().get(key)
        if rows is None:
            return None
        return tuple(Contradiction(k, Side(*a), Side(*b), w, r) for k, a, b, w, r in rows)  # type: ignore[arg-type]

    def put(self, key: bytes, found: tuple[Contradiction, ...]) -> None:
        """Remember it; where nothing can be written it is found again the next time."""
        kept = self._all()
        kept[key] = [(c.kind, tuple(c.a), tuple(c.b), c.winner, c.reason) for c in found]
        while len(kept) > MOST:
            del kept[next(iter(kept))]
        beside = f"{self._path}.{os.getpid()}"
        try:
            with open(beside, "wb") as file:
                file.write(marshal.dumps((VERSION, kept)))
            os.replace(beside, self._path)
        except OSError:
            return

    def _all(self) -> dict[bytes, _Rows]:
        if self._kept is None:
            self._kept = self._load()
        return self._kept

    def _load(self) -> dict[bytes, _Rows]:
        try:
            with open(self._path, "rb") as file:
                version, kept = marshal.loads(file.read())
        except (OSError, ValueError, EOFError, TypeError):
            return {}
        return kept if version == VERSION and isinstance(kept, dict) else {}

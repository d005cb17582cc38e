"""What takes long to find, by a digest of all that it was found from; in one file of the cache."""

import marshal

from otherwords.stores import files


class Remembered:
    """Rows of plain values by a key; the oldest go first. `version`: of the rules; what others found is not used."""

    def __init__(self, path: str, version: int, most: int) -> None:
        self._path, self._version, self._most = path, version, most
        self._kept: dict[bytes, object] | None = None

    def row(self, key: bytes) -> object:
        """What was found; None where that is not known."""
        return self._all().get(key)

    def keep(self, key: bytes, row: object) -> None:
        """Remember it; where nothing can be written it is found again the next time."""
        kept = self._all()
        kept[key] = row
        while len(kept) > self._most:
            del kept[next(iter(kept))]
        files.keep(self._path, marshal.dumps((self._version, kept)))

    def _all(self) -> dict[bytes, object]:
        if self._kept is None:
            self._kept = self._load()
        return self._kept

    def _load(self) -> dict[bytes, object]:
        try:
            with open(self._path, "rb") as file:
                version, kept = marshal.loads(file.read())
        except (OSError, ValueError, EOFError, TypeError):
            return {}
        return kept if version == self._version and isinstance(kept, dict) else {}

"""What pages were found to say for a wording in another language, until a page changes.

Mining a rendering reads pages in both languages, tens of milliseconds; the same wording is asked for often.
"""

import marshal
import os
from collections.abc import Callable

from otherwords.stores import files

FILE = "renderings"
VERSION = 1  # of the rules of mining; what others found is not used
MOST = 5000  # wordings that are remembered


class Renderings:
    """Words by (wording, language) in one state of an index, in a file of its folder; '' keeps them in memory."""

    def __init__(self, folder: str, stamp: Callable[[], str]) -> None:
        self._path = os.path.join(folder, FILE) if folder else ""
        self._stamp = stamp
        self._known: dict[tuple[str, str], tuple[str, ...]] = {}
        self._of: str | None = None
        self._changed = False

    def get(self, wording: str, lang: str) -> tuple[str, ...] | None:
        """The words that were found; None where that is not known of this state."""
        return self._all().get((wording, lang))

    def put(self, wording: str, lang: str, words: tuple[str, ...]) -> None:
        """Remember words until a page changes."""
        known = self._all()
        if len(known) < MOST:
            known[wording, lang] = words
            self._changed = True

    def detach(self, stamp: Callable[[], str]) -> None:
        """From now on those of another state, in memory."""
        self._path, self._stamp, self._of = "", stamp, None

    def save(self) -> None:
        """Keep them for the next process; where nothing can be written they are found again."""
        if not self._changed or not self._path:
            return
        if files.keep(self._path, marshal.dumps((VERSION, self._of, self._known))):
            self._changed = False

    def _all(self) -> dict[tuple[str, str], tuple[str, ...]]:
        stamp = self._stamp()
        if self._of != stamp:
            self._of, self._known, self._changed = stamp, self._load(stamp), False
        return self._known

    def _load(self, stamp: str) -> dict[tuple[str, str], tuple[str, ...]]:
        try:
            with open(self._path, "rb") as file:
                version, of, known = marshal.loads(file.read())
        except (OSError, ValueError, EOFError, TypeError):
            return {}
        return known if (version, of) == (VERSION, stamp) and isinstance(known, dict) else {}

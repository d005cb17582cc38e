"""What "more" continues. A cursor is a random name for a place that the server keeps."""

import secrets
import threading
from collections import OrderedDict
from typing import Generic, TypeVar

from otherwords.errors import UsageError

KEPT = 512

T = TypeVar("T")


class Cursors(Generic[T]):
    """The latest places, by their names. Any thread may ask."""

    def __init__(self) -> None:
        self._places: OrderedDict[str, T] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, place: T) -> str:
        """A name for this place; the oldest of too many falls off."""
        name = secrets.token_urlsafe(6)
        with self._lock:
            self._places[name] = place
            while len(self._places) > KEPT:
                self._places.popitem(last=False)
        return name

    def get(self, name: str) -> T:
        """The place of this name. Raises UsageError."""
        with self._lock:
            if name in self._places:
                return self._places[name]
        raise UsageError("that cursor is not known (any more): make the call again without it")

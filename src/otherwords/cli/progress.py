"""A progress bar with rate and time left: on a terminal only, and only where there is something to wait for."""

import sys
import time
from collections.abc import Callable

from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    from otherwords.cli.bar import Bar

SOON = 0.5  # seconds of work after which a bar is worth its import

Told = Callable[[int, int], None]


class progress:  # noqa: N801 - used as `with progress() as told`
    """What is to be told how far the work is; None where nobody watches."""

    def __enter__(self) -> Told | None:
        self._bar = _Late() if sys.stderr.isatty() else None
        return self._bar.told if self._bar else None

    def __exit__(self, *error: object) -> None:
        if self._bar:
            self._bar.stop()


class _Late:
    """A bar that appears once the work takes long."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._bar: Bar | None = None

    def told(self, done: int, total: int) -> None:
        """So many of so many pages are read."""
        if self._bar is None and time.monotonic() - self._began >= SOON:
            from otherwords.cli.bar import Bar

            self._bar = Bar("pages", "reading pages", total)
        if self._bar:
            self._bar.told(done, total)

    def stop(self) -> None:
        """Remove the bar."""
        if self._bar:
            self._bar.stop()

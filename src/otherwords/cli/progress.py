"""A progress bar with rate and time left: on a terminal only, and only where there is something to wait for."""

import sys
import time
from collections.abc import Callable

from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

SOON = 0.5  # seconds of work after which a bar is worth its import
REDRAWN = 0.1  # seconds

Told = Callable[[int, int], None]


class progress:  # noqa: N801 - used as `with progress() as told`
    """What is to be told how far the work is; None where nobody watches."""

    def __enter__(self) -> Told | None:
        self._bar = _Bar() if sys.stderr.isatty() else None
        return self._bar.told if self._bar else None

    def __exit__(self, *error: object) -> None:
        if self._bar:
            self._bar.stop()


class _Bar:
    """A bar that appears once the work takes long. It has no thread, so that reading may fork beside it."""

    def __init__(self) -> None:
        self._began = self._drawn = time.monotonic()
        self._shown: tuple[Progress, TaskID] | None = None

    def told(self, done: int, total: int) -> None:
        """So many of so many pages are read."""
        if self._shown is None and time.monotonic() - self._began >= SOON:
            self._shown = _started(total)
        if self._shown is not None and (time.monotonic() - self._drawn > REDRAWN or done == total):
            bar, task = self._shown
            bar.update(task, completed=done, total=total, refresh=True)
            self._drawn = time.monotonic()

    def stop(self) -> None:
        """Remove the bar."""
        if self._shown is not None:
            self._shown[0].stop()


def _started(total: int) -> "tuple[Progress, TaskID]":
    from otherwords.cli.bar import made

    bar = made()
    task = bar.add_task("reading pages", total=total)
    bar.start()
    return bar, task

"""The bar itself: pages, pages a second, time left. Imports rich, so it is imported late."""

import time

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

REDRAWN = 0.1  # seconds


class PagesPerSecond(ProgressColumn):
    """So many pages, or other things, a second."""

    def __init__(self, noun: str = "pages") -> None:
        super().__init__()
        self._noun = noun

    def render(self, task: Task) -> Text:
        """The rate, once there is one."""
        return Text(f"{task.speed:,.0f} {self._noun}/s" if task.speed else "", style="dim")


class Bar:
    """A bar on standard error that leaves nothing behind, and what is printed alone.

    It is drawn by who tells it something, and needs no thread: work may fork beside it.
    """

    def __init__(self, noun: str, what: str = "", total: int | None = None) -> None:
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            PagesPerSecond(noun),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._bar.add_task(what, total=total)
        self._bar.start()
        self._drawn = 0.0

    def told(self, done: int, total: int, what: str | None = None) -> None:
        """So many are done; drawn a few times a second, at the beginning and at the end."""
        self._bar.update(self._task, description=what, completed=done, total=total or None)
        if time.monotonic() - self._drawn > REDRAWN or done in (0, total):
            self._bar.refresh()
            self._drawn = time.monotonic()

    def stop(self) -> None:
        """Remove it."""
        self._bar.stop()

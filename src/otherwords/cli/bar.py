"""The bar itself: pages, pages a second, time left. Imports rich, so it is imported late."""

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


class PagesPerSecond(ProgressColumn):
    """So many pages, or other things, a second."""

    def __init__(self, noun: str = "pages") -> None:
        super().__init__()
        self._noun = noun

    def render(self, task: Task) -> Text:
        """The rate, once there is one."""
        return Text(f"{task.speed:,.0f} {self._noun}/s" if task.speed else "", style="dim")


def made(noun: str = "pages") -> Progress:
    """A bar on standard error that leaves nothing behind, and what is printed alone.

    It is drawn only where `refresh` says so, and needs no thread: work may fork beside it.
    """
    return Progress(
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

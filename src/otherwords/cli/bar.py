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
    """So many pages a second."""

    def render(self, task: Task) -> Text:
        """The rate, once there is one."""
        return Text(f"{task.speed:,.0f} pages/s" if task.speed else "", style="dim")


def made() -> Progress:
    """A bar on standard error that leaves nothing behind."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        PagesPerSecond(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )

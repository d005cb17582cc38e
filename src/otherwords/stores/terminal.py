"""Which terminal is this? The one place that asks POSIX; elsewhere the calling process stands for it."""

import os


def identity() -> str:
    """A name for this terminal, or for the process that calls without one."""
    if hasattr(os, "ttyname"):
        for stream in (0, 1, 2):
            try:
                name = os.ttyname(stream)
            except OSError:
                continue
            return f"{os.path.basename(name)}-{os.getsid(0)}"
    return f"parent-{os.getppid()}"

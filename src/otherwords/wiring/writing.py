"""What the commands need that write to a RepoKnowledge home."""

import os
from collections.abc import Sequence

from otherwords.stores.synonyms import Synonyms
from otherwords.values import TYPE_CHECKING, later
from otherwords.wiring.settings import Settings

if TYPE_CHECKING:
    from otherwords import advising, homes
    from otherwords.documenting.describing import Writer
    from otherwords.documenting.home import Home
else:
    homes, advising = later("otherwords.homes"), later("otherwords.advising")


def home(chosen: Settings) -> "Home":
    """The reader's RepoKnowledge home, as commands write to it."""
    return homes.opened(chosen.rk_home, teach(chosen))


def teach(chosen: Settings) -> "homes.Teach":
    """What writing to a home needs."""
    return homes.Teach(chosen.data, chosen.today, Synonyms().of)


def writer(chosen: Settings, languages: Sequence[str]) -> "Writer | None":
    """What writes prose for docs of code; None where no language model is configured."""
    return advising.writer(chosen.assistant, os.environ, languages) if chosen.assistant else None

"""What is a language model asked, where one is configured? Opinions on what was found, prose for docs of code."""

from collections.abc import Mapping, Sequence

from otherwords.assistants.calling import Patience
from otherwords.assistants.choosing import assistant
from otherwords.ranking import judging
from otherwords.ranking.judging import Judge, Opinion
from otherwords.stores.opinions import Opinions
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    from otherwords.documenting.describing import Writer

JUDGING, WRITING = (
    Patience(20.0),
    Patience(120.0, 4),
)  # of one question: while somebody waits, and not
QUESTIONS = {"repoknowledge": judging.ANSWERING, "guild": judging.CONTRADICTING}


def judge(address: str, environ: Mapping[str, str], kind: str, folder: str) -> Judge | None:
    """What judges besides the computed evidence in a kind of knowledge base; None where nothing is asked.

    Opinions are kept in a folder. The model is looked up when it is asked, so that a search without a question
    does not meet its faults.
    """
    question = QUESTIONS.get(kind)
    if question is None:
        return None

    def asked(first: str, second: str) -> Opinion:
        ask = assistant(address, environ, JUDGING).ask
        return judging.opinion(ask, question, first, second)

    return judging.remembering(asked, question, Opinions(folder), address)


def writer(address: str, environ: Mapping[str, str], languages: Sequence[str]) -> "Writer":
    """What writes prose for docs. Raises UsageError for an address that is none, Failure without a key."""
    from otherwords.documenting.describing import Writer

    made = assistant(address, environ, WRITING)
    return Writer(made.ask, made.name, tuple(languages))

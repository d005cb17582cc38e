"""What a search is given: knowledge bases, what they are searched with, what is asked."""

from collections.abc import Callable, Sequence

from otherwords.model import Filter, Notice, Origin, Page, Plan, Query, Term
from otherwords.planning import Known, Sources, Wish
from otherwords.planning.languages import Detect
from otherwords.planning.mining import Forgetting, Memory
from otherwords.ports import Recalled, Snapshot
from otherwords.ranking.contracts import Contracted
from otherwords.ranking.fusion import Meant
from otherwords.ranking.merging import Ranked
from otherwords.ranking.origins import origin
from otherwords.values import NamedTuple, Protocol

Nearest = Callable[[str, str, Callable[[str], Page | None]], Sequence[Term]]


class Base(NamedTuple):
    """A knowledge base as a search needs it. `name` is shown where several are searched."""

    name: str
    kind: str
    refresh: Callable[[bool], tuple[Snapshot, tuple[Notice, ...]]]  # True: distrust the index
    text: Callable[[str], str]  # a page's file, decoded; '' where it is gone
    contract: "Contract | None" = None  # what the layout's own contract says of the order
    origin: Callable[[Page, Callable[[str], Page | None]], Origin] = origin
    filters: tuple[Filter, ...] = ()  # that hold for this base alone
    depth: int = 0  # pages that its contract wants to look at, however few are shown
    recall: Callable[[str], Sequence[Recalled]] | None = (
        None  # pages that a like query was confirmed for
    )
    renderings: Memory = Forgetting()  # what was mined before in this state of the pages
    meaning: Callable[[str, str], Meant] | None = None  # (text, language) -> how near the pages are
    nearest: Nearest | None = None  # the wiki's own words that mean the same


class Contract(Protocol):
    """A layout's own rules of order, applied to what the engine found."""

    def rank(
        self, planned: Plan, snapshot: Snapshot, found: Ranked, text: Callable[[str], str]
    ) -> Contracted:
        """The hits that the contract wants, in its order; `found` is the ranking without it."""


class Means(NamedTuple):
    """What a search is made with, besides the knowledge bases."""

    sources: Sources
    known: Known
    detect: Detect | None
    today: str


class Request(NamedTuple):
    """A search, decided in full."""

    query: Query
    wish: Wish
    explain: bool = False
    apart: bool = False  # versions of a page as pages of their own

"""What the core asks of the outside: each port has a contract suite and at least two implementations."""

import marshal
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from otherwords.model import Filter, Languages, Leg, Notice, Page, Reading, Run
from otherwords.values import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


class Stat(NamedTuple):
    """A page file as the directory lists it."""

    size: int
    mtime_ns: int


class Listing(NamedTuple):
    """The files of one folder that can change the index, packed: two listings compare in no time."""

    folder: str  # relative to the root; "" is the root
    names: str  # "/" between them
    stats: bytes  # (sizes, times), marshalled

    def newest(self) -> int:
        """The time of the file that was changed last."""
        return max(map(int, marshal.loads(self.stats)[1]))


def files(listings: Iterable[Listing]) -> Iterator[tuple[str, Stat]]:
    """Each file's path from the root, with its size and time."""
    for listing in listings:
        prefix = f"{listing.folder}/" if listing.folder else ""
        sizes, times = marshal.loads(listing.stats)
        for name, size, time in zip(listing.names.split("/"), sizes, times, strict=True):
            yield prefix + name, Stat(size, time)


def packed(sizes: Sequence[int], times: Sequence[int]) -> bytes:
    """The same numbers as the same bytes (later formats of marshal mark what is referred to elsewhere)."""
    return marshal.dumps((list(sizes), list(times)), 2)


class Layout(Protocol):
    """A way of naming, linking and placing page files: where are the pages, what is their identity?"""

    kind: str  # "wikicommit", "guild", "repoknowledge", "vault"
    root: str  # absolute
    problems: list[Notice]  # what the last walk could not enter or read

    def walk(self) -> Iterator[Listing]:
        """Every file whose change can change the index: pages and settings, relative to the root."""

    def load(self, path: str) -> bytes:
        """A walked file's bytes; never of a file outside the root. Raises PageNotFound."""

    def read(self, path: str, data: bytes) -> Reading | None:
        """A page file's content, or None for a file that is watched but no page (settings)."""

    def affects(self, path: str) -> tuple[str, ...]:
        """The beginnings of the paths of pages that a change of this settings file touches."""

    def languages(self, present: Iterable[str]) -> Languages:
        """The base's languages, given those that have pages."""


class Lexicon(Protocol):
    """What the indexed pages themselves know of words. One per knowledge base and moment."""

    languages: Languages

    def frequency(self, text: str, lang: str = "") -> int:
        """In how many pages (of a language) a wording occurs."""

    def size(self, lang: str) -> int:
        """How many pages there are of a language."""

    def named(self, text: str) -> Sequence[Page]:
        """Pages that have this wording, folded, as their title, alias, slug or path."""

    def tagged(self, text: str) -> Sequence[Page]:
        """Pages that have this wording, folded, as a tag (some, where there are many)."""

    def versions(self, concept: str) -> Sequence[Page]:
        """The language versions of one page."""


Units = tuple[str, ...]  # the terms of a wording, which stand side by side where it stands


class Literal(NamedTuple):
    """What a page must have to the letter, whole words, folded: alternatives in each place.

    Nothing is asked where both are empty: then every page has it.
    """

    whole: tuple[Units, ...] = ()  # all of it as one phrase
    each: tuple[tuple[Units, ...], ...] = ()  # every word or phrase of it by itself


class Placed(NamedTuple):
    """A page that has it: 3 as a phrase in the body, 2 each word there, 1 with the front matter."""

    page: Page
    tier: int  # 0 where nothing was asked
    bm25: float = 0.0  # 0 to 1, where it was asked for


class Standing(NamedTuple):
    """The best of the pages that have it, in no order, and how many there are."""

    placed: tuple[Placed, ...]
    total: int


class Snapshot(Lexicon, Protocol):
    """One complete state of an index, which no later commit changes."""

    left_out: tuple[Notice, ...]  # page files that are not in it because they cannot be read

    def search(
        self,
        leg: Leg,
        filters: Sequence[Filter],
        limit: int,
        explain: bool,
        among: Sequence[str] | None = None,
    ) -> Run:
        """The best `limit` pages of a leg, or of some paths: those with every concept, then near misses."""

    def literal(
        self, wanted: Literal, filters: Sequence[Filter], most: int, by_words: bool
    ) -> Standing:
        """Pages with this to the letter: the first `most`, and those that tie with the last of them.

        First by tier, then (`by_words`) by BM25 to three decimals, by time of change, by confidence.
        """

    def count(self, filters: Sequence[Filter]) -> int:
        """How many pages meet all filters."""

    def knows(self, key: str) -> bool:
        """Whether any page has a field that this filter asks for."""

    def page(self, path: str) -> Page | None:
        """The page at this path."""

    def at(self, paths: Sequence[str]) -> Mapping[str, Page]:
        """The pages at these paths, of those that are there."""

    def translated(self, concepts: Sequence[str], lang: str) -> Set[str]:
        """Which of these concepts have a page in a language, or a variety of it."""

    def aliased(
        self, how: str, text: str, filters: Sequence[Filter], most: int
    ) -> tuple[Sequence[Page], int]:
        """Pages with an alias that 'is' a text, stands 'within' it or 'around' it, as keys (letters folded).

        At most so many of them, and how many there are.
        """

    def words_like(self, pattern: str) -> Sequence[str]:
        """Words of the pages, in folded letters, that are wholly a regular expression's."""

    def names_from(self, beginning: str) -> Sequence[str]:
        """Titles, aliases, slugs and tags, as keys, that begin so (some, where there are many)."""

    def successors(self, page: Page) -> Sequence[Page]:
        """Pages that say they supersede this one."""

    def pages(self) -> Iterable[Page]:
        """Every page, by path."""


class Change(NamedTuple):
    """What a refresh brings to an engine: paths that are gone or replaced, and prepared pages to add."""

    removed: Sequence[str]
    added: Iterable[object]  # of Engine.prepare
    whole: bool  # nothing that was indexed before remains


class Engine(Protocol):
    """Indexes pages and finds them. A state of the index is named by a token that the engine gives."""

    def prepare(self, reading: Reading) -> object:
        """What the engine stores of a page; may run in another process."""

    def commit(self, change: Change, token: str) -> str:
        """Bring a change to the state `token` ('' for none); no reader ever sees half of it."""

    def open(self, token: str, languages: Languages) -> "Snapshot":
        """The index in that state. Raises IndexDamaged."""

    def worn(self, token: str, removed: int) -> bool:
        """Whether so much would be dead without so many pages more that all should be brought again."""

    def verify(self, token: str) -> str:
        """What is wrong with the files of a state, every byte of them read; '' for nothing."""

    def sweep(self, token: str) -> None:
        """Remove what only states before `token` needed."""


class Shelf(Protocol):
    """Where what is known of a knowledge base's files lasts, beside its index."""

    def load(self) -> bytes | None:
        """What was saved last, or None."""

    def save(self, data: bytes) -> None:
        """Keep this in place of what was saved before."""

    def stamp(self) -> str:
        """Another text after each saving; '' before the first."""

    def lock(self, seconds: float) -> "AbstractContextManager[bool]":
        """Be the only writer; False where another one is still at work after so many seconds."""


class Encoder(Protocol):
    """Text to vector."""

    name: str  # with version and dimensions: part of the vectors' key
    dimensions: int

    def knows(self, lang: str) -> bool:
        """Whether texts of this language may be encoded."""

    def encode(self, texts: Sequence[str], query: bool) -> list[bytes]:
        """One int8 vector (dimensions bytes) a text, of unit length before rounding to 1/127."""


class Assistant(Protocol):
    """A language model. Whatever it answers is untrusted text, and nothing needs one."""

    name: str  # of the model, as it may be shown

    def ask(self, task: str, parts: Mapping[str, str]) -> dict[str, object]:
        """The JSON object that the model answers; an empty one where its answer is none.

        `task` says what to do, `parts` are named texts, which reach the model as data.
        Raises Failure where the model cannot be asked.
        """


class Owned(NamedTuple):
    """The encoded texts of a page as (kind, digest), with its language, identity and file's digest."""

    lang: str
    concept: str
    texts: tuple[tuple[int, bytes], ...]
    file: bytes


class Table(NamedTuple):
    """Which rows are whose: `row[i]` is a text of page `page[i]`, of kind `kind[i]`."""

    paths: Sequence[str]
    langs: Sequence[str]
    concepts: Sequence[str]
    row: Sequence[int]
    page: Sequence[int]
    kind: bytes  # 0 a name, 1 the head, 2 a passage
    whole: int  # pages of which every text is encoded
    token: str  # the state of the index that it was made for
    rows: range  # from the lowest of them to the highest
    generation: int = (
        0  # of the rows: removing dead ones makes another, in which they are numbered anew
    )


class Vectors(Protocol):
    """Vectors of texts, each known by its content's digest."""

    def keys(self) -> Mapping[bytes, int]:
        """Each digest that has a vector, and its row."""

    def key(self, row: int, table: Table) -> bytes:
        """The digest of a row of a table."""

    def add(self, pairs: Sequence[tuple[bytes, bytes]]) -> None:
        """Keep (digest, vector) pairs; an interruption leaves whole ones."""

    def owned(self) -> dict[str, Owned]:
        """Which texts each page had when that was last kept."""

    def assign(self, pages: Mapping[str, Owned], token: str) -> int:
        """Keep which texts each page has in a state; returns how many pages are wholly encoded."""

    def table(self) -> Table | None:
        """Which rows are whose, as last kept; None where nothing is."""

    def cosines(self, query: bytes, table: Table) -> Sequence[float]:
        """The cosine of each row of a table with a vector; doubles in a buffer."""

    def vectors(self, rows: Sequence[int], table: Table) -> "Compared":
        """The vectors of some rows of a table, copied."""


class Compared(Protocol):
    """Vectors in memory."""

    def cosines(self, query: bytes) -> Sequence[float]:
        """The cosine of each with a vector; doubles in a buffer."""


class Recalled(NamedTuple):
    """A page that a name like the query was confirmed for."""

    path: str
    name: str
    likeness: float  # above 0; 1 where the query is that name


class Names(Protocol):
    """Learned names: what readers called a page when they found it."""

    def learned(self, text: str) -> Sequence[tuple[str, str]]:
        """(base, path) of the pages that this wording, folded, was confirmed for."""

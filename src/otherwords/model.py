"""The values that walk through a search. All are frozen and can be printed.

They are named tuples, not dataclasses: a search is a short process, and importing `dataclasses` and
building twenty of them costs 30 ms of it, named tuples 6 (docs/decisions.md).
"""

from otherwords.values import NamedTuple

Meta = dict[str, object]


class Notice(NamedTuple):
    """Something the reader should know: what, about which file and line, and what would work.

    `code` selects the sentence in the reader's language, `params` fill it; `message` is the English one.
    """

    code: str
    message: str
    path: str = ""
    line: int = 0
    level: str = "warning"  # "note" | "warning" | "left-out" (the page could not be read)
    params: tuple[str, ...] = ()


class Source(NamedTuple):
    """One entry of a page's provenance: kind is url, path, wikicommit, manual or slug."""

    kind: str
    value: str


class Page(NamedTuple):
    """What is known of a page without opening its file. Paths are POSIX and relative to the base's root."""

    path: str
    title: str
    kind: str = ""  # the type without "schema:"
    lang: str = "und"
    concept: str = ""  # shared by the language versions of one page; else the path
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    description: str = ""
    review: str = ""  # "pending", "reviewed"; "" where the layout has no reviews
    sources: tuple[Source, ...] = ()
    translated_from: str = ""
    derived_from: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    expires: str = ""  # ISO date
    updated: str = ""  # ISO date or time
    fields: tuple[tuple[str, str], ...] = ()  # filterable: ("owner", "backend"), one pair a value

    def field(self, key: str) -> str:
        """The first value of a filterable field, or ''."""
        return next((value for name, value in self.fields if name == key), "")


class Passage(NamedTuple):
    """A piece of a page that is read, and encoded, as one."""

    heading: str
    text: str
    line: int


class Reading(NamedTuple):
    """One page file as its layout reads it: `page` is None when it is left out."""

    page: Page | None
    headings: tuple[str, ...] = ()
    prose: str = ""
    passages: tuple[Passage, ...] = ()
    notices: tuple[Notice, ...] = ()
    front: str = ""  # the front matter's values, where the layout's contract searches the letter
    body: str = ""  # the text below it as it stands, likewise


class Languages(NamedTuple):
    """The languages of a knowledge base, in the order in which versions of a page are preferred."""

    primary: str = ""
    targets: tuple[str, ...] = ()
    present: tuple[str, ...] = ()  # that have pages, by name

    def ordered(self) -> tuple[str, ...]:
        """primary, targets, then every other present one; each once."""
        return tuple(dict.fromkeys(x for x in (self.primary, *self.targets, *self.present) if x))


def primary(lang: str) -> str:
    """A code's primary subtag: `zh` of `zh-TW`."""
    return lang.partition("-")[0]


class Filter(NamedTuple):
    """A condition on a page's fields: `category` `=` `decision`, `updated` `>=` `2026-01-01`."""

    key: str
    value: str
    op: str = "="


class Word(NamedTuple):
    """A piece of what was typed: a quoted phrase, or a run of text without white space."""

    text: str
    quoted: bool = False


class Wording(NamedTuple):
    """One wording that the caller passes; lang '' means every searched language."""

    text: str
    lang: str = ""
    prefixed: bool = False  # `text` may begin with a language of the knowledge base and a colon


class Query(NamedTuple):
    """What was asked: `text` as typed, its words and filters, or the caller's own concept groups."""

    text: str
    words: tuple[Word, ...] = ()
    filters: tuple[Filter, ...] = ()
    groups: tuple[tuple[Wording, ...], ...] = ()


class Term(NamedTuple):
    """One wording of a concept in one language, and where it came from.

    origin: typed, alias, translation, variant, synonym, vocabulary, learned, caller, model.
    """

    text: str
    origin: str = "typed"
    weight: float = 1.0
    note: str = ""  # why, in a few words: '"AI coding tools" ~ "coding agent" (0.71)'


class Concept(NamedTuple):
    """One idea of the query in one language: its wordings are alternatives."""

    text: str  # as the reader typed it
    terms: tuple[Term, ...]
    known: bool = True  # False: no wording of it is known in this language


class Leg(NamedTuple):
    """The part of a plan that is run on the pages of one language ('' = every page)."""

    lang: str
    concepts: tuple[Concept, ...]
    context: str = (
        ""  # all that was typed, where that is in this language: what stands between concepts
    )


class Plan(NamedTuple):
    """What shall really be run, in which languages, and why."""

    query: Query
    lang: str  # of the query; "und" where it cannot be told
    legs: tuple[Leg, ...] = ()
    limit: int = 10
    notices: tuple[Notice, ...] = ()


class Part(NamedTuple):
    """One number that made a hit's place; a hit's parts add up to its score."""

    name: str
    value: float
    detail: str = ""


class Found(NamedTuple):
    """One page of a run: its score in that run, and the concepts (by position in the leg) that it lacks."""

    page: Page
    score: float
    lacks: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()
    relevance: float | None = (
        None  # 0 to 1: how likely it is what was meant; None where nobody can say
    )
    meant: str = ""  # why it is a hit by its meaning, though it lacks words
    above: float | None = (
        None  # by how much its meaning is nearer than a usual page's; None: not encoded
    )


class Run(NamedTuple):
    """A ranked list from one engine for one leg; `total` counts all pages with every concept."""

    base: str
    lang: str
    found: tuple[Found, ...]
    total: int = 0


class Snippet(NamedTuple):
    """The lines that show why a page is a hit; marks are (start, end) in `text`."""

    text: str
    line: int = 0
    marks: tuple[tuple[int, int], ...] = ()


class ResolvedSource(NamedTuple):
    """One `source_refs` entry: what it was, when and by whom it was captured, where its copy is."""

    ref: str
    kind: str = ""  # "url", "file", "pasted"; "" where metadata.json does not tell
    origin: str = ""  # the original URL or path, or "pasted text"
    checksum: str = ""
    captured_at: str = ""
    captured_by: str = ""
    raw_path: str = ""  # relative to the root, where the copy is there
    raw_path_missing: bool = False
    drifted: bool | None = None  # None: not verified, or nothing to verify against
    followup: str = ""  # what is wrong, where, and what would work


class Origin(NamedTuple):
    """Where a page's content comes from, as one line and as parts."""

    line: str
    sources: tuple[Source, ...] = ()
    resolved: tuple[ResolvedSource, ...] = ()  # what was captured of each source


class Hit(NamedTuple):
    """A page in the answer. `lacks` is empty for a hit and names concepts for a near miss."""

    base: str
    page: Page
    score: float
    parts: tuple[Part, ...] = ()
    relevance: float | None = None
    lacks: tuple[str, ...] = ()
    also_in: tuple[str, ...] = ()
    snippet: Snippet = Snippet("")
    origin: Origin = Origin("")
    marks: tuple[Notice, ...] = ()  # superseded, expired, by meaning, ...
    contract_score: float | None = None
    verdict: str = ""  # answers, unsure, does not: where the contract verifies what it found
    doc: str = ""  # the whole text of a page that answers, where the answer is the page itself
    above: float | None = (
        None  # by how much its meaning is nearer than a usual page's; None: not encoded
    )


class Side(NamedTuple):
    """What one of two pages says that contradict each other, and where."""

    base: str
    path: str
    line: int
    text: str
    says: str  # the part that differs
    updated: str = ""
    confidence: str = ""


class Contradiction(NamedTuple):
    """Two pages that say different things of the same matter, and which of them the rule lets win."""

    kind: str  # number, date, unit, negation, status, superseded
    a: Side
    b: Side
    winner: str  # "a", "b", or "" where the rule is silent
    reason: str


class Receipt(NamedTuple):
    """What a search rests on, for whoever continues the work (rulings 31)."""

    strategy: str
    evidence: tuple[tuple[str, str], ...] = ()
    assumptions: tuple[str, ...] = ()
    followups: tuple[str, ...] = ()


class Answer(NamedTuple):
    """All that a front door needs to show a search, in whichever form."""

    plan: Plan
    hits: tuple[Hit, ...] = ()
    near: tuple[Hit, ...] = ()
    total: int = 0
    notices: tuple[Notice, ...] = ()
    nothing: bool = False  # nothing here answers; `near` are merely the nearest pages
    literal: bool = False  # only `hits` count as found (Guild's contract)
    receipts: tuple[tuple[str, Receipt], ...] = ()  # (base, its receipt)
    contradictions: tuple[Contradiction, ...] = ()  # among the hits

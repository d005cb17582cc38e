"""Guild wikis in a search: one strategy for all, sources resolved, contradictions among hits."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from otherwords.errors import Failure
from otherwords.model import Answer, Contradiction, Hit, Notice, Origin, Page, ResolvedSource
from otherwords.ports import Snapshot
from otherwords.ranking.guild import GuildContract
from otherwords.ranking.guild_order import Strategy, strategy
from otherwords.searching import Base
from otherwords.values import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from otherwords.ranking.judging import Judge

RESOLVED, VERIFIED, LEFT_OUT = "resolved", "verified", "left out"  # what is said of sources
SENT = ("", "public", "internal")  # sensitivities of pages whose lines a language model may be sent
SECONDED = 5  # contradictions of one answer that it is asked about
INTERNAL = "internal, no outside source"

Refreshed = tuple[Snapshot, tuple[Notice, ...]]


class Memory(Protocol):
    """What was found among some pages, by their content."""

    def get(self, key: bytes) -> tuple[Contradiction, ...] | None:
        """What was found; None where that is not known."""

    def put(self, key: bytes, found: tuple[Contradiction, ...]) -> None:
        """Remember it."""


class Nothing:
    """Remembers nothing."""

    def get(self, key: bytes) -> None:
        """Not known."""

    def put(self, key: bytes, found: tuple[Contradiction, ...]) -> None:
        """Let it go."""


# -- one strategy --


def contract(root: str) -> GuildContract:
    """The contract of the wiki in a folder; `together` completes it."""

    def available() -> bool:
        from otherwords.layouts.guild_workspace import stdio_available

        return stdio_available(root)

    return GuildContract(available)


def together(bases: Sequence[Base], today: str) -> list[Base]:
    """The bases of one search, the Guild ones of them with one strategy between them."""
    if not any(isinstance(base.contract, GuildContract) for base in bases):
        return list(bases)
    kept: dict[int, Refreshed] = {}
    chosen: list[Strategy] = []

    def refresh(number: int, distrust: bool) -> Refreshed:
        if distrust or number not in kept:
            kept[number] = _counted_by_contract(bases[number], bases[number].refresh(distrust))
        return kept[number]

    def choose() -> Strategy:
        if not chosen:
            chosen.append(_strategy(bases, lambda number: refresh(number, False)[0]))
        return chosen[0]

    def joined(number: int, base: Base) -> Base:
        if not isinstance(base.contract, GuildContract):
            return base
        agreed = base.contract.agreed(choose, today)
        return base._replace(contract=agreed, refresh=lambda distrust: refresh(number, distrust))

    return [joined(number, base) for number, base in enumerate(bases)]


def _counted_by_contract(base: Base, refreshed: Refreshed) -> Refreshed:
    """Without the note on pages left out: the contract says at every search how many there are."""
    snapshot, notices = refreshed
    if isinstance(base.contract, GuildContract):
        notices = tuple(notice for notice in notices if notice.code != "left-out")
    return snapshot, notices


def _strategy(bases: Sequence[Base], snapshot: Callable[[int], Snapshot]) -> Strategy:
    pages, available = 0, True
    for number, base in enumerate(bases):
        if isinstance(base.contract, GuildContract):
            available = available and base.contract.stdio_available()
            with suppress(Failure):  # the search itself says that this one cannot be read
                pages += snapshot(number).count(())
    return strategy(pages, available)


# -- sources --


def origin(root: str, how: str) -> Callable[[Page, Callable[[str], Page | None]], Origin]:
    """What is told of where a page of the wiki in a folder comes from."""

    def told(page: Page, lookup: Callable[[str], Page | None]) -> Origin:
        if how == LEFT_OUT:
            return Origin("")
        if not page.sources:
            return Origin(INTERNAL)
        from otherwords.layouts.guild_sources import resolve

        refs = [source.value for source in page.sources]
        found = resolve(root, refs, verify=how == VERIFIED)
        return Origin(", ".join(map(_named, found)), page.sources, found)

    return told


def _named(source: ResolvedSource) -> str:
    """A source as a reader recognizes it: its original place, else its slug."""
    return source.origin or source.ref


# -- contradictions --


def completed(
    answer: Answer, bases: Sequence[Base], memory: Memory, judge: "Judge | None" = None
) -> Answer:
    """The answer with the contradictions among its Guild hits, and with all its follow-ups.

    `judge`: a language model, whose opinion is told with each; it takes none away.
    """
    guild = {b.name: b for b in bases if isinstance(b.contract, GuildContract)}
    if not guild:
        return answer
    from otherwords.ranking.receipts import completed

    hits = [hit for hit in answer.hits if hit.base in guild]
    found = _contradictions(hits, guild, memory) if len(hits) > 1 else ()
    told: tuple[Notice, ...] = ()
    if judge and found:
        found, told = _seconded(found, hits, judge)
    return completed(answer._replace(notices=(*answer.notices, *told)), found)


def _contradictions(
    hits: Sequence[Hit], guild: dict[str, Base], memory: Memory
) -> tuple[Contradiction, ...]:
    from hashlib import blake2b

    texts = {(h.base, h.page.path): guild[h.base].text(h.page.path) for h in hits}
    digest = blake2b(digest_size=16)
    for place, text in texts.items():
        for part in (*place, text):
            digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    found = memory.get(digest.digest())
    if found is None:
        from otherwords.ranking.contradictions import contradictions  # 50 ms of word tables

        pages = [(hit.base, hit.page) for hit in hits]
        found = contradictions(pages, lambda base, path: texts[base, path])
        memory.put(digest.digest(), found)
    return found


def _seconded(
    found: tuple[Contradiction, ...], hits: Sequence[Hit], judge: "Judge"
) -> tuple[tuple[Contradiction, ...], tuple[Notice, ...]]:
    """The contradictions with what a language model thinks of the first of them, where it may read both."""
    from otherwords.ranking import judging

    sent = {(h.base, h.page.path) for h in hits if h.page.field("sensitivity") in SENT}
    seconded = list(found)
    try:
        for at, each in enumerate(found[:SECONDED]):
            if {(each.a.base, each.a.path), (each.b.base, each.b.path)} <= sent:
                seconded[at] = _noted(each, *judge(each.a.text, each.b.text))
    except Failure as error:
        return found, (judging.unusable(error),)
    return tuple(seconded), ()


def _noted(each: Contradiction, verdict: str, why: str) -> Contradiction:
    """A contradiction with an opinion behind the rule's outcome."""
    from otherwords.ranking import judging

    said = {judging.CONFIRMS: "confirms", judging.REFUSES: "sees none"}.get(verdict, "")
    if not said:
        return each
    return each._replace(reason=f"{each.reason}; a language model {said}: {why}".rstrip(": "))


# -- checking --


def findings(
    root: str, pages: Sequence[Page], text: Callable[[str], str], today: str
) -> list[Notice]:
    """What is wrong with the wiki in a folder besides its files; reads every page and raw copy."""
    from otherwords.checking.guild import guild_findings
    from otherwords.layouts.guild_sources import resolve
    from otherwords.ranking.contradictions import contradictions

    found = contradictions([("", page) for page in pages], lambda base, path: text(path))
    return guild_findings(
        pages,
        lambda page: resolve(root, [source.value for source in page.sources], verify=True),
        found,
        today,
    )

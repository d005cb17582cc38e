"""A knowledge base that was found, as a search needs it."""

import os
from collections.abc import Callable, Sequence

from otherwords.errors import PageNotFound, WriteRefused
from otherwords.indexing import refreshing
from otherwords.layouts.detection import detector
from otherwords.model import Filter, Notice, Term
from otherwords.planning import Sources
from otherwords.ports import Layout, Recalled, Snapshot
from otherwords.ranking.origins import where_given
from otherwords.searching import Base, Means
from otherwords.stores import folders
from otherwords.stores.renderings import Renderings
from otherwords.stores.synonyms import Synonyms
from otherwords.values import TYPE_CHECKING, later
from otherwords.wiring.finding import Found, in_memory
from otherwords.wiring.settings import Settings

if TYPE_CHECKING:
    from otherwords import advising, guilds
    from otherwords.ranking import judging, rk
else:  # not one of them is needed for a plain search of a wiki or a vault
    guilds, advising = later("otherwords.guilds"), later("otherwords.advising")
    rk = later("otherwords.ranking.rk")

SOURCES_RESOLVED, SOURCES_VERIFIED, SOURCES_LEFT_OUT = "resolved", "verified", "left out"
NAMES = "names.sqlite3"  # in the data folder


def based(
    found: Found,
    several: bool,
    sources: str = SOURCES_RESOLVED,
    judge: "judging.Judge | None" = None,
) -> Base:
    told: list[Notice] = list(found.notices)
    spare: list[refreshing.Base] = []  # in memory, from when the disk first took nothing

    def refresh(distrust: bool) -> tuple[Snapshot, tuple[Notice, ...]]:
        try:
            refreshed = refreshing.refresh(found.refreshing, distrust)
        except WriteRefused as refused:  # the disk is full, or was made read-only
            if not spare:
                spare.append(in_memory(found.refreshing))
                _detach(found, spare[0])
            told.append(_not_kept(refused))
            refreshed = refreshing.refresh(spare[0], distrust)
        notices, told[:] = (*told, *refreshed.notices), []
        return refreshed.snapshot, notices

    base = Base(
        found.name if several else "",
        found.layout.kind,
        refresh,
        lambda path: text(found.layout, path),
        filters=(Filter("project", found.project),) if found.project else (),
        meaning=found.meaning.near if found.meaning else None,
        nearest=found.meaning.nearest if found.meaning else None,
        renderings=found.renderings or Renderings("", found.refreshing.shelf.stamp),
    )
    if found.layout.kind == "vault":
        return base._replace(origin=where_given)
    if found.layout.kind == "wikicommit":
        return base
    from otherwords.layouts.repoknowledge import RepoKnowledge

    if isinstance(found.layout, RepoKnowledge):
        contract = rk.RkContract(found.layout.projects, judge)
        return base._replace(contract=contract, depth=rk.LOOKED_AT)
    if found.layout.kind != "guild":
        return base
    root = found.layout.root
    return base._replace(
        name=base.name or str(getattr(found.layout, "name", "")),
        contract=guilds.contract(root),
        origin=guilds.origin(root, sources),
    )


def _detach(found: Found, spare: refreshing.Base) -> None:
    """Keep what was mined from pages to the states of both indexes, and off the disk."""
    shelves = found.refreshing.shelf, spare.shelf
    if found.renderings:
        found.renderings.detach(lambda: "/".join(shelf.stamp() for shelf in shelves))


def _not_kept(refused: WriteRefused) -> Notice:
    message = f"{refused}; the index is kept in memory for this call"
    return Notice("index-not-kept", message, level="note", params=(str(refused),))


def text(layout: Layout, path: str) -> str:
    """A page's file as text; '' where it vanished since it was found."""
    try:
        data = layout.load(path)
    except PageNotFound:
        return ""
    try:
        decoded = data.decode("utf-8")
    except UnicodeDecodeError:
        decoded = ""
    if not decoded or "\0" in decoded:
        from otherwords.markdown import decode  # only for files in another encoding

        return decode(data)[0]
    return decoded.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _no_words(text: str) -> tuple[str, ...]:
    return ()


def _no_terms(text: str, lang: str) -> tuple[Term, ...]:
    return ()


def means(chosen: Settings) -> Means:
    """What every search of this process is made with."""
    synonyms = Synonyms()
    sources = Sources(synonyms.of, _no_words, _no_terms, _no_terms, _no_terms)
    return Means(sources, synonyms.knows, detector(), chosen.today)


def searchable(
    found: Found, several: bool, chosen: Settings | None = None, sources: str = SOURCES_RESOLVED
) -> Base:
    """A knowledge base as a search needs it; named in the answer where it is one of several.

    With settings, names that the reader confirmed are recalled, and a language model judges that is named.
    """
    judge = judge_of(chosen, found.layout) if chosen else None
    base = based(found, several, sources, judge)
    return base._replace(recall=recall(chosen, found.layout)) if chosen else base


def recall(chosen: Settings, layout: Layout) -> Callable[[str], Sequence[Recalled]] | None:
    """What was confirmed for the pages of a base; in a RepoKnowledge home that is an alias like any other."""
    if layout.kind == "repoknowledge" or not os.path.exists(os.path.join(chosen.data, NAMES)):
        return None
    from pathlib import Path

    from otherwords.learning.names import LearnedNames
    from otherwords.learning.recalling import recall as recalls

    names = LearnedNames(Path(chosen.data))
    return recalls(lambda: names.list(layout.root))


def judge_of(chosen: Settings, layout: Layout) -> "judging.Judge | None":
    """What judges besides the computed evidence, where a language model is configured."""
    if not chosen.assistant:
        return None
    folder = folders.base_folder(chosen.cache, layout.kind, layout.root)
    return advising.judge(chosen.assistant, os.environ, layout.kind, folder)

"""Knowledge bases indexed in memory, for asking many queries of pages that do not change: evaluation."""

import math
import os
import time
from collections.abc import Callable, Sequence

from otherwords import meaning
from otherwords.engines.embedded import EmbeddedEngine
from otherwords.engines.schema import VERSION
from otherwords.indexing import refreshing
from otherwords.model import Answer, Notice
from otherwords.ports import Encoder, Layout, Snapshot
from otherwords.searching import Base, Request
from otherwords.stores import folders, vectors
from otherwords.stores.shelf import MemoryShelf
from otherwords.wiring.asking import ask
from otherwords.wiring.bases import based, means
from otherwords.wiring.finding import Found, name_of
from otherwords.wiring.settings import Settings

Ask = Callable[[Request], Answer]


def pooled(chosen: Settings, layouts: Sequence[Layout]) -> Ask:
    """Asks knowledge bases that are indexed in memory, whatever their layouts leave of them.

    With an encoder every page is encoded first; the vectors are kept in the cache for the next time.
    """
    made = means(chosen)
    coder = meaning.encoder(chosen.encoder, chosen.cache)
    found = [
        Found(
            name_of(layout),
            layout,
            refreshing.Base(layout, EmbeddedEngine(None), MemoryShelf(), VERSION, time.time_ns),
        )
        for layout in layouts
    ]
    bases = []
    for one in found:
        base = _once(based(one, len(found) > 1))
        if coder:
            base.refresh(False)
            made_of = _encoded(chosen, coder, one)
            base = base._replace(meaning=made_of.near, nearest=made_of.nearest)
        bases.append(base)
    return lambda request: ask(request, bases, made)


def _encoded(chosen: Settings, coder: Encoder, found: Found) -> meaning.Meaning:
    store = shared_vectors(chosen, coder)
    made = meaning.Meaning(lambda: coder, lambda _: store, found.refreshing)
    made.encode(math.inf)
    return made


def shared_vectors(chosen: Settings, coder: Encoder) -> vectors.VectorStore:
    """Where the vectors of pages that are indexed in memory are kept, for all of them."""
    folder = os.path.join(chosen.cache, "evaluated")
    folders.make(folder)
    return vectors.VectorStore(folder, coder.name, coder.dimensions, shared=True)


def _once(base: Base) -> Base:
    """A base that is refreshed at its first search only."""
    kept: list[Snapshot] = []

    def refresh(distrust: bool) -> tuple[Snapshot, tuple[Notice, ...]]:
        if not kept:
            kept.append(base.refresh(distrust)[0])
        return kept[0], ()

    return base._replace(refresh=refresh)

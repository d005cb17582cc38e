"""The read path: a query to an answer, one knowledge base after the other, merged by one rule."""

from collections.abc import Sequence

from otherwords.errors import Failure, IndexDamaged
from otherwords.model import Answer, Notice
from otherwords.ranking.contracts import Contracted
from otherwords.searching.answering import answered
from otherwords.searching.base import Base, Contract, Means, Request
from otherwords.searching.running import Searched, searched


def search(request: Request, bases: Sequence[Base], means: Means) -> Answer:
    """Search every base. Raises Failure where none could be searched."""
    done: list[Searched] = []
    failed: list[Notice] = []
    for base in bases:
        try:
            done.append(_fresh(request, base, means))
        except Failure as error:
            if len(bases) == 1:
                raise
            message = f"{base.name} was not searched: {error}"
            failed.append(Notice("base-failed", message, params=(base.name, str(error))))
    if not done:
        raise Failure("; ".join(notice.message for notice in failed))
    return answered(request, done, tuple(failed))


def _fresh(request: Request, base: Base, means: Means) -> Searched:
    """Search one base as its files are now; an index that turns out damaged is made anew, once."""
    try:
        return searched(request, base, means, *base.refresh(False))
    except IndexDamaged:
        return searched(request, base, means, *base.refresh(True))


__all__ = ["Base", "Contract", "Contracted", "Means", "Request", "search"]

"""What must a page have to the letter, and what of it does a page lack?"""

from collections.abc import Iterable

from otherwords.analysis import terms
from otherwords.analysis.blocks import block_text
from otherwords.model import Query
from otherwords.ports import Literal, Units


def literal(query: Query) -> Literal | None:
    """What a query asks for; None where nothing that was typed can be searched for."""
    if query.groups:
        each = [tuple(filter(None, (terms(w.text) for w in group))) for group in query.groups]
    else:
        each = [(units,) for word in query.words if (units := terms(word.text))]
    each = [wordings for wordings in each if wordings]
    if not each:
        return None if query.groups or query.words else Literal()
    whole = each[0] if len(each) == 1 else (_joined(wordings[0] for wordings in each),)
    return Literal(whole, tuple(each))


def _joined(units: Iterable[Units]) -> Units:
    return tuple(unit for group in units for unit in group)


def lacking(query: Query, text: str) -> tuple[str, ...]:
    """The words and phrases that were typed and that a text does not have to the letter."""
    has = f" {block_text(text)} "
    groups = [tuple(w.text for w in g) for g in query.groups] or [(w.text,) for w in query.words]
    lacks = [group[0] for group in groups if not any(_stands(w, has) for w in group)]
    return tuple(dict.fromkeys(lacks))


def _stands(wording: str, has: str) -> bool:
    units = " ".join(terms(wording))
    return bool(units) and f" {units} " in has

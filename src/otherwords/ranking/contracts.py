"""What a layout's own contract makes of a search: its hits, and what it says of them."""

from otherwords.model import Notice, Receipt
from otherwords.ranking.merging import Ranked
from otherwords.values import NamedTuple


class Contracted(NamedTuple):
    """A ranking as a layout's contract wants it, and what it has to say of that."""

    ranked: Ranked
    notices: tuple[Notice, ...] = ()
    receipt: Receipt | None = None
    literal: bool = False
    total: int | None = None  # of the hits, where the contract counts them itself
    nothing: bool = False  # the contract verified the candidates, and none of them answers

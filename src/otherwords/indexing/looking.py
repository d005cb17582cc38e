"""What is indexed of a knowledge base, and how far is that behind its files? Changes nothing."""

from collections import Counter

from otherwords.indexing.refreshing import Base, difference
from otherwords.indexing.state import File, files, unpack
from otherwords.values import NamedTuple


class Look(NamedTuple):
    """What is indexed, and how many files differ from it."""

    indexed: bool
    files: dict[str, File]
    behind: int  # files added, changed or removed since
    token: str = ""

    def languages(self) -> dict[str, int]:
        """How many pages each language has, by name."""
        counts = Counter(file.lang for file in self.files.values() if file.lang)
        return dict(sorted(counts.items()))


def look(base: Base) -> Look:
    """List the files and compare them with what is indexed. Raises BaseUnreadable."""
    listings = tuple(base.layout.walk())
    head = unpack(base.shelf.load(), base.version)
    known = files(head) if head else None
    if head is None or known is None:
        return Look(False, {}, sum(map(len, difference((), listings))))
    return Look(True, known, sum(map(len, difference(head.listings, listings))), head.token)

"""What is indexed of a knowledge base, and how far is that behind its files? Changes nothing."""

from collections import Counter

from otherwords.indexing.refreshing import Base
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
    stats = {path: (stat.size, stat.mtime_ns) for path, stat in base.layout.walk()}
    head = unpack(base.shelf.load(), base.version)
    if head is None:
        return Look(False, {}, len(stats))
    moved = sum(head.stats.get(path) != stat for path, stat in stats.items())
    gone = sum(path not in stats for path in head.stats)
    return Look(True, files(head), moved + gone, head.token)

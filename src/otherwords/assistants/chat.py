"""Servers with an OpenAI-compatible interface: OpenAI, Ollama, vLLM, LM Studio, gateways."""

from collections.abc import Mapping
from typing import Any

from otherwords.assistants.calling import Patience, Server, post
from otherwords.assistants.framing import answered, framed


class ChatAssistant:
    """Fulfils ports.Assistant by chat completions."""

    def __init__(self, server: Server, model: str, key: str, patience: Patience) -> None:
        self.name = model
        self._server, self._patience = server, patience
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    def ask(self, task: str, parts: Mapping[str, str]) -> dict[str, object]:
        """The JSON object that the model answers."""
        system, message = framed(task, parts)
        said = [{"role": "system", "content": system}, {"role": "user", "content": message}]
        body = {"model": self.name, "messages": said}
        return answered(_text(post(self._server, self._headers, body, self._patience)))


def _text(answer: Any) -> str:
    """What the first choice says; '' where the answer has another form."""
    try:
        return str(answer["choices"][0]["message"]["content"] or "")
    except (TypeError, KeyError, IndexError):
        return ""

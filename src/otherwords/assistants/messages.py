"""Anthropic's interface."""

from collections.abc import Mapping
from typing import Any

from otherwords.assistants.calling import Patience, Server, post
from otherwords.assistants.framing import answered, framed

VERSION = "2023-06-01"  # of the interface
MOST_TOKENS = 4096  # of an answer


class MessagesAssistant:
    """Fulfils ports.Assistant by messages."""

    def __init__(self, server: Server, model: str, key: str, patience: Patience) -> None:
        self.name = model
        self._server, self._patience = server, patience
        self._headers = {"x-api-key": key, "anthropic-version": VERSION}

    def ask(self, task: str, parts: Mapping[str, str]) -> dict[str, object]:
        """The JSON object that the model answers."""
        system, message = framed(task, parts)
        said = [{"role": "user", "content": message}]
        body = {"model": self.name, "max_tokens": MOST_TOKENS, "system": system, "messages": said}
        return answered(_text(post(self._server, self._headers, body, self._patience)))


def _text(answer: Any) -> str:
    """The text blocks of an answer; '' where it has another form."""
    try:
        blocks = [block["text"] for block in answer["content"] if block["type"] == "text"]
        return "".join(map(str, blocks))
    except (TypeError, KeyError):
        return ""

"""Language models for tests: servers on this machine that speak both interfaces, and one in memory."""

import contextlib
import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from homing import Place
from otherwords.assistants.framing import answered, framed

Reply = Callable[[dict[str, str]], object]  # parts to an answer: text as it is, all else as JSON
KEY = "sk-very-secret-0123456789"


class Model:
    """What a server answers, and what it was asked."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.parts: list[dict[str, str]] = []
        self.tasks: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.status = 200
        self.raw: bytes | None = None  # in place of an answer of the interface
        self.slow = 0.0
        self.busy = 0  # answers of "too many questions" before a right one

    def says(self, task: str, message: str) -> str:
        """The answer's text."""
        self.tasks.append(task)
        self.parts.append(parts_of(message))
        found = self.reply(self.parts[-1])
        return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


def parts_of(message: str) -> dict[str, str]:
    """The parts of a message, by the marks around them."""
    pattern = r"<<<(\w+) ([0-9a-f]{16})\n(.*?)\n\2 \1>>>"
    return {name: text for name, _, text in re.findall(pattern, message, re.S)}


class InMemory:
    """Fulfils ports.Assistant without a server."""

    def __init__(self, model: Model) -> None:
        self.name, self._model = "in-memory", model

    def ask(self, task: str, parts: Mapping[str, str]) -> dict[str, object]:
        """What the model answers."""
        return answered(self._model.says(*framed(task, parts)))


class _Handler(BaseHTTPRequestHandler):
    model: Model

    def do_POST(self) -> None:
        model = self.model
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model.headers.append({k.lower(): v for k, v in self.headers.items()})
        model.paths.append(self.path)
        time.sleep(model.slow)
        if model.busy:
            model.busy -= 1
            self._send(429, b"{}", {"Retry-After": "0"})
        elif model.status != 200:
            echo = json.dumps({"error": f"bad key {KEY}"}).encode()
            self._send(model.status, echo, {"Location": "/elsewhere"})
        else:
            self._send(200, model.raw if model.raw is not None else self._answer(asked), {})

    def _answer(self, asked: dict[str, Any]) -> bytes:
        if self.path.endswith("/messages"):
            assert asked["max_tokens"] and asked["model"]
            text = self.model.says(asked["system"], asked["messages"][0]["content"])
            body: object = {"content": [{"type": "text", "text": text}]}
        else:
            system, user = asked["messages"]
            text = self.model.says(system["content"], user["content"])
            body = {"choices": [{"message": {"role": "assistant", "content": text}}]}
        return json.dumps(body).encode()

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        with contextlib.suppress(ConnectionError):  # who asked has gone
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *told: object) -> None:
        """Nothing."""


@contextlib.contextmanager
def served(model: Model) -> Iterator[str]:
    """The address of a server on this machine that answers as the model does."""
    handler = type("Handler", (_Handler,), {"model": model})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextlib.contextmanager
def configured(place: Place, model: Model, form: str) -> Iterator[Place]:
    """A place where the model is named: `form` is its address, with {} for the server's."""
    with served(model) as url:
        place.environ |= {
            "OTHERWORDS_ASSISTANT": form.format(url),
            "OTHERWORDS_ASSISTANT_KEY": KEY,
        }
        yield place

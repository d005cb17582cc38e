"""An address to a language model: which server, which model, which key."""

import re
from collections.abc import Mapping

from otherwords.assistants.calling import Patience, server
from otherwords.assistants.chat import ChatAssistant
from otherwords.assistants.messages import MessagesAssistant
from otherwords.errors import Failure, UsageError
from otherwords.ports import Assistant
from otherwords.values import NamedTuple

KEY = "OTHERWORDS_ASSISTANT_KEY"
_ADDRESS = re.compile(
    r"(?:(?P<kind>openai|anthropic):)?(?:(?P<url>https?://[^\s#]+)#)?(?P<model>[^\s#]+)"
)


class _Service(NamedTuple):
    """A public service: its address, the path of the interface, the variable that its users keep a key in."""

    url: str
    path: str
    key: str


SERVICES = {
    "openai": _Service("https://api.openai.com/v1", "chat/completions", "OPENAI_API_KEY"),
    "anthropic": _Service("https://api.anthropic.com/v1", "messages", "ANTHROPIC_API_KEY"),
}


def assistant(address: str, environ: Mapping[str, str], patience: Patience) -> Assistant:
    """The language model at URL#MODEL, openai:MODEL, anthropic:MODEL, openai:URL#MODEL or anthropic:URL#MODEL.

    A service's own key is sent to that service alone; any other server gets OTHERWORDS_ASSISTANT_KEY.
    Raises UsageError for an address that is none, Failure where a key is missing or would be shown.
    """
    match = _ADDRESS.fullmatch(address)
    if not match or not (match["kind"] or match["url"]) or "://" in match["model"]:
        raise UsageError(
            "OTHERWORDS_ASSISTANT is URL#MODEL, openai:MODEL or anthropic:MODEL, as in"
            " http://localhost:11434/v1#qwen3"
        )
    service = SERVICES[match["kind"] or "openai"]
    names = (KEY,) if match["url"] else (KEY, service.key)
    name = next((name for name in names if environ.get(name)), names[-1])
    key = environ.get(name, "").strip()
    if not key and not match["url"]:
        raise Failure(f"{match['kind']}:{match['model']} needs a key: set {name}")
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise Failure(f"{name} holds no key: it has spaces or signs that none has")
    made = ChatAssistant if service is SERVICES["openai"] else MessagesAssistant
    at = server(match["url"] or service.url, service.path)
    return made(at, match["model"], key, patience)

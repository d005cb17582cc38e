"""One call of a server that speaks JSON: bounded in time and size, and silent about its key."""

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from typing import IO, Any
from urllib.parse import urlsplit

from otherwords.errors import Failure
from otherwords.values import NamedTuple

MOST = 1_000_000  # bytes of an answer
BUSY = (408, 409, 425, 429, 500, 502, 503, 504, 529)  # worth another try
LONGEST_WAIT = 20.0  # seconds before it, whatever the server asks for
MEANINGS = {
    400: "it refuses the question (400): does it have this model?",
    401: "it refuses the key (401)",
    403: "it refuses the key (403)",
    404: "it knows no such address or model (404)",
    429: "it has had too many questions, or its quota is used up (429)",
}


class Patience(NamedTuple):
    """How long one call may take, and how often it is tried where the server is busy."""

    seconds: float
    tries: int = 1


class Server(NamedTuple):
    """Where a language model is served. `where` is what may be said of it: no path, no key."""

    url: str
    where: str
    local: bool


def post(server: Server, headers: Mapping[str, str], body: object, patience: Patience) -> object:
    """The JSON that the server answers. Raises Failure, which names the server and never a header."""
    data = json.dumps(body).encode()
    request = urllib.request.Request(
        server.url, data, {"Content-Type": "application/json", **headers}, method="POST"
    )
    for left in range(patience.tries - 1, -1, -1):
        try:
            return _answer(server, request, patience.seconds)
        except urllib.error.HTTPError as error:
            with error:
                if error.code not in BUSY or not left:
                    raise _failure(server, _meaning(error.code)) from None
                time.sleep(_wait(error.headers.get("Retry-After", ""), left, patience))
    raise _failure(server, "it was not asked")


def _answer(server: Server, request: urllib.request.Request, seconds: float) -> object:
    """One try. Only what the server says of itself by its status is raised as it is."""
    until = time.monotonic() + seconds
    try:
        with _opener(server).open(request, timeout=seconds) as response:
            return json.loads(_read(response, until))
    except urllib.error.HTTPError:
        raise
    except TimeoutError:
        raise _failure(server, f"no answer within {seconds:g} seconds") from None
    except urllib.error.URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise _failure(server, f"no answer within {seconds:g} seconds") from None
        raise _failure(server, f"{_reason(error.reason)}; is it running?") from None
    except (OSError, HTTPException, ValueError, RecursionError) as error:
        raise _failure(server, f"no answer that can be read ({type(error).__name__})") from None


def _read(response: Any, until: float) -> bytes:
    """All of an answer, as long as it comes in time and is no larger than one may be."""
    found = bytearray()
    while piece := response.read1(65536):
        found += piece
        if len(found) > MOST:
            raise ValueError("too large")
        if time.monotonic() > until:
            raise TimeoutError
    return bytes(found)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key is for the address that it was given for: no other one is followed to."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Any,
        newurl: str,
    ) -> None:
        """None: the redirect is an answer like any other, and a failure."""


def _opener(server: Server) -> urllib.request.OpenerDirector:
    """What calls the server: this machine's own without a proxy."""
    direct = (urllib.request.ProxyHandler({}),) if server.local else ()
    return urllib.request.build_opener(_NoRedirect(), *direct)


def server(url: str, path: str) -> Server:
    """A server by its address. Raises Failure for one that would send the key in the clear, or shows one."""
    parts = urlsplit(url)
    try:
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    shown = f"[{host}]" if ":" in host else host
    where = f"{parts.scheme}://{shown}" + (f":{port}" if port else "")
    local = host in ("localhost", "::1") or bool(re.fullmatch(r"127(?:\.\d{1,3}){3}", host))
    if not host or parts.username is not None or parts.query or parts.fragment:
        raise Failure(
            f"the language model's address {where} is a plain URL, without user, query or key:"
            " a key stands in OTHERWORDS_ASSISTANT_KEY"
        )
    if parts.scheme != "https" and not (parts.scheme == "http" and local):
        raise Failure(f"the language model at {where}: use https, or a server on this machine")
    return Server(f"{url.rstrip('/')}/{path}", where, local)


def _wait(asked: str, left: int, patience: Patience) -> float:
    """Seconds before the next try: as many as the server asks for, or more with each try."""
    wanted = float(asked) if asked.isdecimal() else 4.0 ** (patience.tries - left - 1)
    return min(wanted, LONGEST_WAIT)


def _meaning(code: int) -> str:
    if 300 <= code < 400:
        return f"it answers from elsewhere ({code}): give that address"
    return MEANINGS.get(code, f"it fails ({code})")


def _reason(reason: object) -> str:
    if isinstance(reason, OSError) and reason.strerror:
        return reason.strerror
    return str(getattr(reason, "verify_message", "") or "it cannot be reached")


def _failure(server: Server, what: str) -> Failure:
    return Failure(f"the language model at {server.where}: {what}")

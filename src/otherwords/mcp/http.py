"""The server over streamable HTTP: on loopback, or elsewhere for who knows the token."""

import hmac
import ipaddress
from collections.abc import Sequence

from otherwords.errors import UsageError
from otherwords.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer
    from starlette.types import ASGIApp, Receive, Scope, Send

PORT = 8770
LEAST_TOKEN = 16  # characters
MOST_BODY = 1_000_000  # bytes of one request
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Address(NamedTuple):
    """Where to listen, for whom."""

    host: str
    port: int
    token: str = ""
    hosts: tuple[str, ...] = ()  # names by which clients reach it, besides loopback
    origins: tuple[str, ...] = ()  # web pages that may call it, besides those of loopback


def address(
    text: str, token: str = "", hosts: Sequence[str] = (), origins: Sequence[str] = ()
) -> Address:
    """`HOST:PORT`, `HOST` or `PORT`. Raises UsageError for one that others reach, without token."""
    host, port = _split(text)
    if token and len(token) < LEAST_TOKEN:
        raise UsageError(f"the token has {len(token)} characters: take at least {LEAST_TOKEN}")
    if not _is_loopback(host) and not token:
        raise UsageError(
            f"{host} can be reached from other machines: set a token in OTHERWORDS_MCP_TOKEN or"
            " --token-file, or listen on 127.0.0.1"
        )
    return Address(host, port, token, tuple(hosts), tuple(origins))


def _split(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or text.endswith("]"):
        host, port = (text, "") if not text.isdigit() else ("", text)
    try:
        number = int(port) if port else PORT
    except ValueError:
        number = -1
    if not 0 <= number <= 65535:
        raise UsageError(f"--http {text}: no address; write 127.0.0.1:{PORT}")
    return host.strip("[]") or "127.0.0.1", number


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def app(server: "MCPServer", where: Address) -> "ASGIApp":
    """The application: token first, then Host and Origin, then the protocol."""
    from mcp.server.transport_security import TransportSecuritySettings

    names = [*LOOPBACK, *where.hosts]
    if where.host not in ("0.0.0.0", "::") and where.host not in names:
        names.append(f"[{where.host}]" if ":" in where.host else where.host)
    security = TransportSecuritySettings(
        allowed_hosts=[x for name in names for x in (name, f"{name}:*")],
        allowed_origins=[
            *(x for name in LOOPBACK for x in (f"http://{name}", f"http://{name}:*")),
            *where.origins,
        ],
    )
    inner = server.streamable_http_app(
        stateless_http=True,
        max_request_body_size=MOST_BODY,
        transport_security=security,
        host=where.host,
    )
    return Bearer(inner, where.token) if where.token else inner


class Bearer:
    """Lets requests through that carry the token."""

    def __init__(self, inner: "ASGIApp", token: str) -> None:
        self._inner = inner
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer 401 to whoever does not know the token."""
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] != "http" or hmac.compare_digest(given, self._expected):
            await self._inner(scope, receive, send)
            return
        headers = [(b"www-authenticate", b"Bearer"), (b"content-type", b"text/plain")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": b"a bearer token is needed\n"})


def serve(server: "MCPServer", where: Address) -> None:
    """Listen until interrupted."""
    import uvicorn

    config = uvicorn.Config(
        app(server, where),
        host=where.host,
        port=where.port,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=3,
    )
    uvicorn.Server(config).run()

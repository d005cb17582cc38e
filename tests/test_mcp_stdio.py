"""The server as a process of its own: over standard input and output, and over HTTP on loopback."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from serving import ALLOWANCE, World, connected, page, text, world

pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")

from mcp import Client, StdioServerParameters  # noqa: E402
from mcp.client.streamable_http import streamable_http_client  # noqa: E402

from otherwords.cli import main  # noqa: E402

TOKEN = "correct-horse-battery-staple"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return world(tmp_path, monkeypatch)


def process(here: World, *arguments: str) -> StdioServerParameters:
    command, *rest = here.command("mcp", *arguments)
    return StdioServerParameters(command=command, args=rest, env=here.environment, cwd=here.wiki)


# -- standard input and output ---------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_over_standard_input_and_output(here: World, mode: str) -> None:
    async def session(client: Any) -> Any:
        assert "never instructions" in " ".join(
            (client.instructions or "never instructions").split()
        )
        first = await client.call_tool("search", {"query": "child allowance"})
        here.write(".wikicommit/entity/en/A/zebra.md", page("Zebra", "A zebra.", type="schema:A"))
        return first, await client.call_tool("search", {"query": "zebra"})

    first, second = connected(process(here), session, mode)
    assert first.structured_content["hits"][0]["path"] == ALLOWANCE
    assert second.structured_content["hits"][0]["title"] == "Zebra"


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


def first_answer(command: list[str], here: World) -> None:
    """A fresh server answers `initialize`."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=here.environment, cwd=here.wiki,
    ) as server:  # fmt: skip
        assert server.stdin and server.stdout
        server.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())
        server.stdin.close()
        server.wait(10)
    assert answer["result"]["protocolVersion"] == "2025-06-18"


def test_initialize_is_answered_before_any_page_is_read(here: World) -> None:
    os.mkfifo(here.wiki / ".wikicommit/entity/en/pipe.md")
    first_answer(here.command("mcp"), here)
    assert not (here.home.parent / "cache").exists()


def test_standard_output_carries_nothing_but_the_protocol(here: World) -> None:
    here.write(".wikicommit/entity/en/Bad/broken.md", "---\ntitle: [\n---\nx\n")
    calls = [
        INITIALIZE,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
         "params": {"name": "search", "arguments": {"query": "child"}}},
    ]  # fmt: skip
    lines = "".join(json.dumps(one) + "\n" for one in calls)
    with subprocess.Popen(
        here.command("mcp"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=here.environment, cwd=here.wiki, text=True,
    ) as server:  # fmt: skip
        assert server.stdin and server.stdout
        server.stdin.write(lines)
        server.stdin.flush()
        said = [json.loads(server.stdout.readline()) for _ in range(2)]
        rest, errors = server.communicate(timeout=20)
    assert [one["id"] for one in said] == [1, 2] and rest == "" and "Traceback" not in errors


def test_a_client_that_dies_in_a_call_leaves_no_server_behind(here: World) -> None:
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
            "params": {"name": "search", "arguments": {"query": "child"}}}  # fmt: skip
    server = subprocess.Popen(
        here.command("mcp"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=here.environment, cwd=here.wiki,
    )  # fmt: skip
    assert server.stdin and server.stdout
    server.stdin.write(b"".join(json.dumps(x).encode() + b"\n" for x in (INITIALIZE, call)))
    server.stdin.flush()
    server.stdout.close()
    server.stdin.close()
    server.wait(15)


def test_ten_megabytes_in_one_line_are_refused_and_the_server_goes_on(here: World) -> None:
    async def session(client: Any) -> tuple[Any, Any]:
        large = await client.call_tool("search", {"query": "x" * 10_000_000})
        return large, await client.call_tool("search", {"query": "child"})

    large, small = connected(process(here), session)
    assert large.is_error and len(text(large)) < 300 and not small.is_error


# -- HTTP ------------------------------------------------------------------------------------------


class Served(NamedTuple):
    """A server that listens."""

    url: str
    port: int
    process: "subprocess.Popen[str]"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def serve(here: World, address: str, *arguments: str, token: str = "") -> Served:
    port = int(address.rpartition(":")[2])
    server = subprocess.Popen(
        here.command("mcp", "--http", address, *arguments),
        env=here.environment | ({"OTHERWORDS_MCP_TOKEN": token} if token else {}),
        cwd=here.wiki, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and server.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return Served(f"http://127.0.0.1:{port}/mcp", port, server)
        time.sleep(0.05)
    server.kill()
    raise AssertionError(f"the server did not listen: {server.communicate()[1]}")


def end(served: Served) -> None:
    served.process.send_signal(signal.SIGINT)
    try:
        served.process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        served.process.kill()
        served.process.communicate()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        here = world(tmp_path_factory.mktemp("served"), patch)
    one = serve(here, f"127.0.0.1:{free_port()}")
    yield one
    end(one)


def posted(url: str, body: bytes, **headers: str) -> int:
    """The status of a request."""
    usual = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    request = urllib.request.Request(
        url, body, usual | {k.replace("_", "-"): v for k, v in headers.items()}
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
    except (urllib.error.URLError, ConnectionError):
        return 0  # it hung up on us


BODY = json.dumps(INITIALIZE).encode()


def test_fifty_clients_at_once(served: Served) -> None:
    async def ask(number: int) -> bool:
        mode = "legacy" if number % 2 else "2026-07-28"
        async with Client(served.url, mode=mode) as client:
            results = [
                await client.call_tool("search", {"query": "child allowance"}) for _ in range(2)
            ]
            return all(r.structured_content["hits"][0]["path"] == ALLOWANCE for r in results)

    async def run() -> list[bool]:
        return await asyncio.gather(*(ask(number) for number in range(50)))

    assert asyncio.run(asyncio.wait_for(run(), 60)) == [True] * 50


def test_a_client_that_hangs_up_in_a_call_does_no_harm(served: Served) -> None:
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Type: application/json\r\n"
        f"Accept: application/json, text/event-stream\r\nContent-Length: {len(BODY) + 50}\r\n\r\n"
    ).encode()
    for payload in (head, head + BODY, head.replace(b"+ 50", b"") + BODY + b" " * 50):
        with socket.create_connection(("127.0.0.1", served.port)) as client:
            client.sendall(payload)
    assert posted(served.url, BODY) == 200


def test_host_and_origin_are_checked(served: Served) -> None:
    assert posted(served.url, BODY) == 200
    assert posted(served.url, BODY, Host="evil.example") == 421
    assert posted(served.url, BODY, Origin="http://evil.example") == 403
    assert posted(served.url, BODY, Origin=f"http://localhost:{served.port}") == 200


def test_a_body_of_ten_megabytes_is_refused(served: Served) -> None:
    assert posted(served.url, b"x" * 10_000_000) in (413, 0)
    assert posted(served.url, BODY) == 200


def test_with_a_token_only_who_knows_it_is_let_in(here: World) -> None:
    port = free_port()
    one = serve(here, f"0.0.0.0:{port}", "--allow-host", "kb.example", token=TOKEN)
    try:
        assert posted(one.url, BODY) == 401
        assert posted(one.url, BODY, Authorization="Bearer wrong") == 401
        assert posted(one.url, BODY, Authorization=f"Bearer {TOKEN}") == 200
        known = {"Authorization": f"Bearer {TOKEN}"}
        assert posted(one.url, BODY, Host="evil.example", **known) == 421
        assert posted(one.url, BODY, Host=f"kb.example:{port}", **known) == 200
        assert posted(one.url, BODY, Origin="http://evil.example", **known) == 403
    finally:
        end(one)


def test_the_sdk_client_brings_a_token(here: World) -> None:
    import httpx2

    one = serve(here, f"127.0.0.1:{free_port()}", token=TOKEN)

    async def run() -> Any:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}) as http,
            Client(streamable_http_client(one.url, http_client=http)) as client,
        ):
            return await client.call_tool("bases", {})

    try:
        assert asyncio.run(asyncio.wait_for(run(), 30)).structured_content["bases"]
    finally:
        end(one)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--http", "0.0.0.0:8770"], 2, "set a token in OTHERWORDS_MCP_TOKEN or --token-file"),
        (["--http", "192.0.2.7"], 2, "can be reached from other machines"),
        (["--http", "::"], 2, "can be reached from other machines"),
        (["--http", "127.0.0.1:http"], 2, "no address; write 127.0.0.1:8770"),
        (["--http", "127.0.0.1:99999"], 2, "no address"),
        (["--allow-host", "a"], 2, "are for --http"),
        (["--token-file", "none", "--http"], 1, "name a file that holds the token"),
        (["--profile", "guild-memory", "--in", "x"], 2, "GUILD_MEMORY_WIKI_ROOT"),
        (["--profile", "other"], 2, "is none of otherwords, guild-memory"),
    ],
)
def test_a_wrong_call_is_refused(
    here: World,
    arguments: list[str],
    status: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["mcp", *arguments]) == status
    out, err = capsys.readouterr()
    assert said in " ".join(err.split()) and out == ""


def test_a_short_token_is_refused(
    here: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "token"
    file.write_text("short\n")
    assert main(["mcp", "--http", "--token-file", str(file)]) == 2
    assert "take at least 16" in capsys.readouterr().err


def test_without_the_sdk_the_command_says_what_installs_it(
    here: World, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert main(["mcp"]) == 1
    assert "pip install 'otherwords[mcp]'" in capsys.readouterr().err

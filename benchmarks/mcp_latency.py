"""How quick is the protocol server? Warm `search` over standard input and output, `initialize`, memory.

    python benchmarks/mcp_latency.py [--pages 10000] [--calls 300] [--long 10000]

Targets: p50 of a warm `search` <= 10 ms at 10,000 pages without encoder; `initialize` <= 1.3 times a
bare SDK server's; resident memory after `--long` calls within 5 % of that after a tenth of them.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BARE = "from mcp.server import MCPServer\nMCPServer('bare', log_level='ERROR').run('stdio')\n"
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"},
    },
}
SEARCH_MS, INITIALIZE_RATIO, GROWTH = 10.0, 1.3, 1.05


class Wire:
    """A server process, spoken to line by line."""

    def __init__(self, command: list[str], folder: str, environment: dict[str, str]) -> None:
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            cwd=folder, env=environment,
        )  # fmt: skip
        self.count = 1
        self.send(INITIALIZE)
        self.receive()
        self.started = time.perf_counter() - self.began
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message: dict[str, Any]) -> None:
        """Write one message."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """Read one message."""
        assert self.process.stdout
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def call(self, name: str, arguments: dict[str, object]) -> float:
        """Milliseconds of a tool's call."""
        self.count += 1
        params = {"name": name, "arguments": arguments}
        began = time.perf_counter()
        self.send({"jsonrpc": "2.0", "id": self.count, "method": "tools/call", "params": params})
        answer = self.receive()
        took = (time.perf_counter() - began) * 1000
        assert not answer["result"].get("isError"), answer
        return took

    def resident(self) -> int:
        """Resident memory in kB (Linux)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(x.split()[1]) for x in status.splitlines() if x.startswith("VmRSS"))

    def close(self) -> None:
        """End the server."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(20)


def queries(wiki: Path, count: int) -> list[str]:
    """Two words of a page's title, of pages drawn by chance."""
    drawn = random.Random(7)
    pages = sorted(wiki.glob(".wikicommit/entity/**/*.md"))
    found = []
    for path in drawn.choices(pages, k=count):
        lines = path.read_text(encoding="utf-8").splitlines()
        title = next(
            (x.removeprefix("title:").strip() for x in lines if x.startswith("title:")), ""
        )
        found.append(" ".join(title.strip("\"'").split()[:2]) or "word")
    return found


def main() -> int:
    """Measure and print; status 1 where a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--long", type=int, default=10_000, help="calls of the memory row; 0: none")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wiki = Path(folder, "wiki")
        generate = [sys.executable, str(ROOT / "benchmarks/generate.py"), "wiki", str(wiki)]
        subprocess.run([*generate, "--pages", str(options.pages)], check=True)
        environment = os.environ | {
            "PYTHONPATH": str(ROOT / "src"),
            "HOME": folder,
            "OTHERWORDS_ENCODER": "none",
            "OTHERWORDS_CACHE_DIR": f"{folder}/cache",
            "OTHERWORDS_DATA_DIR": f"{folder}/data",
        }
        return measured(options, wiki, environment)


def measured(options: argparse.Namespace, wiki: Path, environment: dict[str, str]) -> int:
    """The rows."""
    ours = [sys.executable, "-m", "otherwords", "mcp"]
    starts = [
        [Wire(command, str(wiki), environment) for command in ([sys.executable, "-c", BARE], ours)]
        for _ in range(7)
    ]
    for wire in (wire for pair in starts for wire in pair):
        wire.close()
    bare, own = (statistics.median(pair[n].started for pair in starts) for n in (0, 1))
    print(
        f"initialize: bare SDK {bare * 1000:.0f} ms, ours {own * 1000:.0f} ms, {own / bare:.2f} x"
    )
    wire = Wire(ours, str(wiki), environment)
    asked = queries(wiki, max(options.calls, 200))
    first = wire.call("search", {"query": asked[0]})
    for query in asked[:50]:
        wire.call("search", {"query": query})
    times = sorted(wire.call("search", {"query": query}) for query in asked[: options.calls])
    p50, p95 = times[len(times) // 2], times[len(times) * 95 // 100]
    print(
        f"search, {options.pages} pages: first {first:.0f} ms, warm p50 {p50:.1f}, p95 {p95:.1f} ms"
    )
    reached = own / bare <= INITIALIZE_RATIO and p50 <= SEARCH_MS
    if options.long:
        reached &= flat(wire, asked, options.long)
    wire.close()
    print("targets reached" if reached else "targets missed")
    return 0 if reached else 1


def flat(wire: Wire, asked: list[str], calls: int) -> bool:
    """Whether memory stays as it is over many calls."""
    sizes = []
    for number in range(calls):
        wire.call("search", {"query": asked[number % len(asked)]})
        if number in (calls // 10, calls - 1):
            sizes.append(wire.resident())
    print(f"memory: {sizes[0]} kB after {calls // 10} calls, {sizes[1]} kB after {calls}")
    return sizes[1] <= sizes[0] * GROWTH


if __name__ == "__main__":
    raise SystemExit(main())

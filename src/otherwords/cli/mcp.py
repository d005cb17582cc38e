"""otherwords mcp: serve agents over the Model Context Protocol."""

import argparse
import os
import sys

from otherwords import wiring
from otherwords.cli.options import bases_option
from otherwords.errors import ExtraMissing, Failure, UsageError

TOKEN = "OTHERWORDS_MCP_TOKEN"


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    bases_option(parser)
    add(
        "--profile",
        choices=("otherwords", "guild-memory"),
        default="otherwords",
        help="which tools: ours, or those of Guild's own server",
    )
    add(
        "--http",
        nargs="?",
        const="",
        metavar="HOST:PORT",
        help="streamable HTTP instead of standard input and output (127.0.0.1:8770)",
    )
    add("--token-file", metavar="FILE", help=f"the bearer token's file; else ${TOKEN}")
    add(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which clients reach this server (Host)",
    )
    add(
        "--allow-origin",
        action="append",
        default=[],
        metavar="URL",
        help="a web page that may call this server (Origin)",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until the client leaves, or until interrupted."""
    _check(options)
    from otherwords.mcp import http

    token = _token(options.token_file)
    http_options = (token, options.allow_host, options.allow_origin)
    where = http.address(options.http, *http_options) if options.http is not None else None
    try:
        import mcp  # noqa: F401
    except ImportError:
        raise ExtraMissing("the protocol server", "mcp") from None
    server = _server(options)
    if where is None:
        server.run("stdio")
    else:
        sys.stderr.write(f"serving http://{where.host}:{where.port}/mcp\n")
        http.serve(server, where)
    return 0


def _check(options: argparse.Namespace) -> None:
    if options.http is None and (options.token_file or options.allow_host or options.allow_origin):
        raise UsageError("--token-file, --allow-host and --allow-origin are for --http")
    if options.profile != "otherwords" and options.bases:
        raise UsageError("--profile guild-memory takes its root from cwd or GUILD_MEMORY_WIKI_ROOT")


def _server(options: argparse.Namespace):  # type: ignore[no-untyped-def]
    from importlib.metadata import PackageNotFoundError, version

    try:
        ours = version("otherwords")
    except PackageNotFoundError:
        ours = ""
    settings = wiring.settings()
    if options.profile == "guild-memory":
        from otherwords.mcp import guild_memory

        return guild_memory.make(settings, ours)
    from otherwords.library import Library
    from otherwords.mcp import server, tools

    return server.make(Library(settings, options.bases, tools.progress), ours)


def _token(path: str | None) -> str:
    """The token, from its file or the environment: others can see the command line."""
    if not path:
        return os.environ.get(TOKEN, "").strip()
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().strip()
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}; name a file that holds the token") from error

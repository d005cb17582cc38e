"""Writes docs/commands.md from the commands' own help, and docs/search.svg from a real search: `make docs`."""

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEAD = "# Commands\n\nGenerated from `otherwords COMMAND --help` by `make docs`.\n"
PICTURE = ["search", "子ども手当 手続き", "--limit", "2"]
WIDTH = 108


def commands() -> str:
    """All help, as one page."""
    from otherwords.cli.commands import COMMANDS, command_parser, parser

    os.environ["COLUMNS"], os.environ["NO_COLOR"] = "100", "1"
    texts = [parser().format_help(), *(command_parser(name).format_help() for name in COMMANDS)]
    names = ["otherwords", *(f"otherwords {name}" for name in COMMANDS)]
    pieces = (
        f"\n## {name}\n\n```text\n{text}```\n" for name, text in zip(names, texts, strict=True)
    )
    return HEAD + "".join(pieces)


def picture() -> str:
    """A search as a terminal shows it."""
    from rich.console import Console
    from rich.text import Text

    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text(f'$ otherwords {PICTURE[0]} "{PICTURE[1]}"', style="bold green"))
    console.print(Text.from_ansi(_searched()))
    svg = console.export_svg(title="otherwords", unique_id="otherwords")
    svg = re.sub(
        r"@font-face \{.*?\n    \}\s*", "", svg, flags=re.DOTALL
    )  # no fonts from elsewhere
    return "".join(f"{line.rstrip()}\n" for line in svg.splitlines() if "<!--" not in line)


def _searched() -> str:
    """What the command prints, matches in bold."""
    code = "import sys; sys.stdout.isatty = lambda: True; from otherwords.cli import main; main(sys.argv[1:])"
    with tempfile.TemporaryDirectory() as cache:
        environ = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
        environ |= {"OTHERWORDS_CACHE_DIR": cache, "OTHERWORDS_ENCODER": "none"}
        done = subprocess.run(
            [sys.executable, "-c", code, *PICTURE],
            cwd=ROOT / "examples" / "wiki",
            env=environ,
            capture_output=True,
            check=True,
        )
    return done.stdout.decode()


def main() -> None:
    """Write both."""
    (ROOT / "docs" / "commands.md").write_text(commands(), encoding="utf-8")
    (ROOT / "docs" / "search.svg").write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()

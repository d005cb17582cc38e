"""Tokens that an agent reads and writes for one search: ours, and the published skill followed literally.

    python benchmarks/agent_tokens.py [--contract wikicommit-search.txt] [--limit 5]

Theirs: the skill's text, its command once per language of the plan (with the plan's own wordings), and
the answers as `otherwords compat wikicommit` prints them. Left out in their favour: reading config.yml,
listing the language folders, and reading each hit's page for its sources (Step 2.5), which is a row of
its own. Ours: the skill's text, the command and what it prints; or the tool's definition, the call and
the longer of the answer's two forms. Thirty queries over examples/wiki.

Tokens are counted by `otherwords.mcp.budget`: a third of the UTF-8 bytes, rounded up.
"""

import argparse
import asyncio
import contextlib
import io
import os
import statistics
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from otherwords import open_library, wiring  # noqa: E402
from otherwords.cli import main as otherwords  # noqa: E402
from otherwords.library import Library  # noqa: E402
from otherwords.mcp import server, tools  # noqa: E402
from otherwords.mcp.budget import as_json, tokens  # noqa: E402
from otherwords.model import Answer, Leg  # noqa: E402

CONTRACT_TOKENS = 6177  # of the skill as it was published in November 2026 (18,530 bytes)
TARGET = 0.15
QUERIES = (
    "child allowance", "子ども手当", "認証フロー", "moving in", "転入届", "resident tax", "住民税の納付",
    "vibe coding", "バイブコーディング", "my number card", "マイナンバー", "waste sorting", "ごみの出し方",
    "nursery school application", "保育園", "vaccination schedule", "予防接種", "health insurance",
    "国民健康保険 加入", "driving licence address", "運転免許", "emergency numbers", "interpreter",
    "library digital desk", "図書館", "母子手帳", "residence card", "first month checklist",
    "郵便の転送", "after-school club",
)  # fmt: skip


def theirs(answer: Answer, contract: int) -> tuple[int, int]:
    """The tokens of the contract's way: without, and with, reading the pages for their sources."""
    total, pages = contract, set()
    for leg in answer.plan.legs:
        arguments = [x for group in groups(leg) for x in ("--expand", group)]
        command = "python .wikicommit/scripts/search_index.py query \\\n"
        command += "".join(f"  --expand \"$(cat <<'EOF'\n{g}\nEOF\n)\" \\\n" for g in groups(leg))
        printed = said(
            "compat", "wikicommit", "query", *arguments, "--lang", leg.lang, "--limit", "10"
        )
        total += tokens(f"{command}  --lang {leg.lang} --limit 10") + tokens(printed)
        found = (x.removeprefix("MATCH: ").split(" | ")[0] for x in printed.splitlines())
        pages |= {path for path in found if path.startswith(".wikicommit/")}
    read = sum(tokens(Path(path).read_text(encoding="utf-8")) for path in sorted(pages)[:10])
    return total, total + read


def groups(leg: Leg) -> list[str]:
    """The concepts of a leg as the skill has them written."""
    return ["|".join(term.text for term in concept.terms) for concept in leg.concepts]


def said(*arguments: str, stdin: str = "") -> str:
    """What the command prints, on both streams."""
    out = io.StringIO()
    before, sys.stdin = sys.stdin, io.StringIO(stdin)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            otherwords(list(arguments))
    finally:
        sys.stdin = before
    return out.getvalue()


def by_skill(query: str, skill: str, limit: int) -> int:
    """The tokens of our skill's way."""
    command = f"otherwords search --limit {limit} - <<'QUERY'\n{query}\nQUERY"
    printed = said("search", "--limit", str(limit), "-", stdin=query)
    return tokens(skill) + tokens(command) + tokens(printed)


async def by_tool(limit: int) -> tuple[int, int, list[int]]:
    """The tokens of the search tool's definition, of all definitions, and of each call and answer."""
    from mcp import Client

    made = server.make(Library(wiring.settings(), [], tools.progress))
    async with Client(made) as client:
        shown = [definition(tool) for tool in (await client.list_tools()).tools]
        used = []
        for query in QUERIES:
            call = {"query": query} | ({"limit": limit} if limit != tools.LIMIT else {})
            answer = await client.call_tool("search", call)
            forms = (answer.content[0].text, as_json(answer.structured_content))
            used.append(
                tokens(as_json({"name": "search", "input": call})) + max(map(tokens, forms))
            )
    return tokens(shown[0]), sum(map(tokens, shown)), used


def definition(tool: Any) -> str:
    """A tool as a model is told of it."""
    return as_json(
        {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema}
    )


def main() -> int:
    """Measure and print; status 1 where the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--contract", type=Path, help="the published skill's text")
    parser.add_argument("--limit", type=int, default=tools.LIMIT, help="hits of ours (5)")
    options = parser.parse_args()
    contract = tokens(options.contract.read_text("utf-8")) if options.contract else CONTRACT_TOKENS
    os.environ["OTHERWORDS_ENCODER"] = "none"  # the plain installation
    os.chdir(ROOT / "examples/wiki")
    skill = (ROOT / "skills/otherwords-wikicommit/SKILL.md").read_text(encoding="utf-8")
    library = open_library()
    other = [theirs(library.search(query), contract) for query in QUERIES]
    ours = [by_skill(query, skill, options.limit) for query in QUERIES]
    one, every, calls = asyncio.run(by_tool(options.limit))
    base = statistics.mean(a for a, _ in other)
    rows = {
        "theirs, literally (text, commands, answers)": base,
        "theirs, and reading up to 10 pages for their sources": statistics.mean(
            b for _, b in other
        ),
        f"ours by skill (text {tokens(skill)}, command, answer)": statistics.mean(ours),
        f"ours by tool (definition {one}, call, answer)": one + statistics.mean(calls),
        f"ours by server (all 8 definitions {every}, call, answer)": every + statistics.mean(calls),
        "ours by server, a further search in the session": statistics.mean(calls),
    }
    print(f"mean tokens of a search, {len(QUERIES)} queries, {options.limit} hits of ours")
    for name, value in rows.items():
        print(f"{value:8.0f}  {value / base:6.1%}  {name}")
    reached = all(rows[name] <= TARGET * base for name in list(rows)[2:4])
    print(f"target {TARGET:.0%} by skill and by tool: {'reached' if reached else 'missed'}")
    return 0 if reached else 1


if __name__ == "__main__":
    raise SystemExit(main())

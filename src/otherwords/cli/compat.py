"""otherwords compat: answer as another program's own script does."""

import argparse
import re
import sys

from otherwords import wiring
from otherwords.errors import BaseNotFound, Failure, OtherwordsError, UsageError
from otherwords.indexing import refreshing
from otherwords.layouts.markers import ENTITY
from otherwords.model import Answer, Query, Wording
from otherwords.planning import Wish
from otherwords.searching import Request
from otherwords.showing import compat
from otherwords.stores import folders

LIMIT = 10
BESIDE = 10  # view pages, which the script does not know, may stand between


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("system", choices=("wikicommit",), help="whose script: WikiCommit's search_index.py")
    add("call", choices=("build", "query"), help="bring the index up to date, or search")
    add("text", nargs="*", metavar="TEXT", help="query: words that a page must all have")
    add(
        "--expand",
        action="append",
        default=[],
        metavar="A|B",
        help="query: one concept, as wordings of which a page must have one; may be repeated",
    )
    add("--lang", metavar="L", help="query: only pages of this language")
    add("--limit", type=int, default=LIMIT, metavar="N", help=f"query: how many pages ({LIMIT})")


def run(options: argparse.Namespace) -> int:
    """Do it; everything is said on standard output, as the script does."""
    try:
        found = _found()
        said = _built(found) if options.call == "build" else _queried(found, options)
    except OtherwordsError as error:
        sys.stdout.write(compat.failed(str(error)))
        return 1
    sys.stdout.write(said)
    return 0


def _found() -> wiring.Found:
    """The wiki of the working directory. Raises BaseNotFound."""
    try:
        found = wiring.find(wiring.settings())
    except Failure:
        found = []
    for one in found:
        if one.layout.kind == "wikicommit":
            return one
    raise BaseNotFound(f"{ENTITY}/ does not exist here or above: run /wikicommit-init first")


def _built(found: wiring.Found) -> str:
    snapshot = refreshing.refresh(found.refreshing).snapshot
    count = sum(page.path.startswith(f"{ENTITY}/") for page in snapshot.pages())
    layout = found.layout
    where = folders.base_folder(wiring.settings().cache, layout.kind, layout.root)
    return compat.built(count, where)


def _queried(found: wiring.Found, options: argparse.Namespace) -> str:
    text = " ".join(options.text).strip()
    if bool(text) == bool(options.expand):
        raise UsageError("give either a query or --expand groups, not both and not neither")
    if not 1 <= options.limit <= 1000:
        raise UsageError(f"--limit {options.limit}: a number of pages from 1 to 1000")
    groups = tuple(map(_group, options.expand)) or tuple((Wording(x),) for x in text.split())
    most = options.limit + BESIDE
    while True:
        answer = _answer(found, groups, options.lang, most)
        hits = [hit for hit in answer.hits if hit.page.path.startswith(f"{ENTITY}/")]
        if len(hits) >= options.limit or len(answer.hits) < most:
            return compat.render(answer, hits[: options.limit], text, groups)
        most *= 4


def _group(text: str) -> tuple[Wording, ...]:
    """The wordings of one concept; a colon is a letter here."""
    parts = (part.replace("\\|", "|").strip() for part in re.split(r"(?<!\\)\|", text))
    wordings = tuple(Wording(part) for part in parts if part)
    if not wordings:
        raise UsageError(f"--expand {text!r} holds no term")
    return wordings


def _answer(
    found: wiring.Found, groups: tuple[tuple[Wording, ...], ...], lang: str | None, most: int
) -> Answer:
    """The wordings as they are given; each language version is a page of its own."""
    query = Query(" ".join(group[0].text for group in groups), groups=groups)
    request = Request(query, Wish((lang,) if lang else (), False, most), apart=True)
    return wiring.ask(request, [wiring.searchable(found, False)], wiring.means(wiring.settings()))

"""Guild's order and its scores: tier, BM25 where pages are many, newest first, confidence, path.

A score is the sum of its parts, each of them finer than all that come after it, so that the hits of
several sub-guilds merge by the same rules. The parts fill the 53 bits that a float holds exactly:
tier 2, BM25 10, seconds 39, confidence 2 (docs/decisions.md, "Guild: scores").
"""

from collections.abc import Iterable, Sequence

from otherwords.model import Part
from otherwords.moments import seconds
from otherwords.ports import Placed
from otherwords.query import confidence_rank
from otherwords.ranking.merging import total
from otherwords.values import NamedTuple

LARGE = 200  # pages; above, BM25 within each tier
FILES, BM25 = "files", "bm25"
TIERS = ("no words asked", "words in the front matter", "all words in the body", "exact phrase")

_TIER, _BM25, _SECONDS, _CONFIDENCE = 2.0**-2, 2.0**-12, 2.0**-51, 2.0**-53
_STEPS = 1024  # of BM25: what lies closer is a tie

Parts = tuple[Part, ...]


class Strategy(NamedTuple):
    """How a call orders pages within a tier, and why so."""

    name: str
    why: str


def strategy(pages: int, stdio_available: bool) -> Strategy:
    """The strategy for so many pages, all sub-guilds together (rulings 14)."""
    if pages <= LARGE:
        return Strategy(FILES, f"at most {LARGE} pages: tiers, then time of change and confidence")
    if not stdio_available:
        why = f"mcp.stdio_available is false: tiers and ties also over {LARGE} pages"
        return Strategy(FILES, why)
    return Strategy(BM25, f"over {LARGE} pages: BM25 within each tier before the ties")


def in_order(placed: Iterable[Placed]) -> list[Placed]:
    """Tier, BM25, newest first, confidence high to low, path."""
    return sorted(placed, key=_key)


def _key(placed: Placed) -> tuple[int, int, int, int, str]:
    page = placed.page
    sure = confidence_rank(page.field("confidence"))
    return -placed.tier, -_step(placed.bm25), -seconds(page.updated), -sure, page.path


def _step(bm25: float) -> int:
    return min(_STEPS - 1, round(_STEPS * bm25))


def scored(
    ordered: Sequence[tuple[Placed, Placed | None]], chosen: Strategy
) -> list[tuple[Placed, Parts]]:
    """Each hit with its parts; one that follows its successor has the successor's score."""
    found: list[tuple[Placed, Parts]] = []
    scores: dict[str, float] = {}
    for placed, successor in ordered:
        parts = _parts(placed, chosen)
        if successor is not None:
            place = scores[successor.page.path] - total(parts)
            parts = (*parts, Part("succession", place, f"follows {successor.page.path}"))
        scores[placed.page.path] = total(parts)
        found.append((placed, parts))
    return found


def _parts(placed: Placed, chosen: Strategy) -> Parts:
    page = placed.page
    sure = page.field("confidence")
    bm25 = Part("bm25", _step(placed.bm25) * _BM25, f"{placed.bm25:.3f}")
    return (
        Part("tier", placed.tier * _TIER, TIERS[placed.tier]),
        *((bm25,) if chosen.name == BM25 and placed.tier else ()),
        Part("updated", seconds(page.updated) * _SECONDS, page.updated),
        Part("confidence", confidence_rank(sure) * _CONFIDENCE, sure),
    )

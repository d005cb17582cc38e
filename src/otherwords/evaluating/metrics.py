"""How good is a ranked list? The measures of the field, and how sure they are.

Gain is 2^grade - 1, discounted by log2(rank + 1) (Järvelin and Kekäläinen 2002); success@1 and the
reciprocal rank look for a page of the best grade. Intervals are bootstrap percentiles over the queries.
"""

import math
import random
import re
from collections.abc import Mapping, Sequence

CUTOFF = 10
RESAMPLES = 1000
_ENTITY = re.compile(r"^\.wikicommit/entity/[^/]+/(.+?)(\.md)?$")

Measures = dict[str, float]


def concept(path: str) -> str:
    """`Type/slug` of a WikiCommit path, which all its language versions share; other paths as they are."""
    match = _ENTITY.match(path)
    return match[1] if match else path.removesuffix(".md")


def grades(row: Mapping[str, object]) -> dict[str, int]:
    """Each relevant page's grade; 1 where a query gives none."""
    given = row.get("grade")
    if isinstance(given, dict) and given:
        return {str(page): int(grade) for page, grade in given.items()}
    relevant = row.get("relevant")
    return {str(page): 1 for page in relevant} if isinstance(relevant, list) else {}


def listed(row: Mapping[str, object], ranked: Sequence[str]) -> list[str]:
    """A ranked list as the query counts it: by concept where it says so, each page once."""
    names = map(concept, ranked) if row.get("match") == "concept" else ranked
    return list(dict.fromkeys(names))


def measures(row: Mapping[str, object], ranked: Sequence[str]) -> Measures:
    """All measures of one query that has relevant pages."""
    wanted, pages = grades(row), listed(row, ranked)
    gains = [wanted.get(page, 0) for page in pages[:CUTOFF]]
    ideal = _discounted(sorted(wanted.values(), reverse=True)[:CUTOFF])
    best = max(wanted.values())
    place = next((i for i, gain in enumerate(gains) if gain == best), None)
    return {
        "ndcg@10": _discounted(gains) / ideal,
        "mrr@10": 0.0 if place is None else 1 / (place + 1),
        "recall@10": sum(gain > 0 for gain in gains) / min(CUTOFF, len(wanted)),
        "success@1": float(place == 0),
        "success@10": float(place is not None),
        "map": _average_precision(wanted, pages),
    }


def _discounted(gains: Sequence[int]) -> float:
    return math.fsum((2.0**gain - 1) / math.log2(i + 2) for i, gain in enumerate(gains))


def _average_precision(wanted: Mapping[str, int], pages: Sequence[str]) -> float:
    found, total = 0, 0.0
    for i, page in enumerate(pages):
        if page in wanted:
            found += 1
            total += found / (i + 1)
    return total / len(wanted)


def exact_order(row: Mapping[str, object], ranked: Sequence[str], refused: bool) -> float:
    """1 where the list, pages marked optional taken out, is the expected one; a refusal where one is due."""
    if row.get("error"):
        return float(refused and not ranked)
    optional = row.get("optional")
    expected = row.get("expected")
    left = [page for page in ranked if page not in (optional if isinstance(optional, list) else [])]
    return float(isinstance(expected, list) and left[: len(expected) + 1] == expected)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % bootstrap interval of a mean."""
    chance = random.Random(0)
    means = sorted(
        sum(chance.choices(values, k=len(values))) / len(values) for _ in range(RESAMPLES)
    )
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]

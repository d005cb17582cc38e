"""How long a search takes in a process that stays: from the plan to the answer."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from otherwords.wiring import Found


def times(
    found: "Found", queries: Sequence[str], clock: Callable[[], float] = time.perf_counter
) -> dict[str, dict[str, float]]:
    """Percentiles of the milliseconds that queries take, after some to warm up: plan, and the rest."""
    from otherwords import query, wiring
    from otherwords.planning import Wish
    from otherwords.searching import Request, running

    chosen = wiring.settings()
    base = wiring.searchable(found, False)
    snapshot, _ = base.refresh(False)
    base = base._replace(refresh=lambda distrust: (snapshot, ()))
    means, plan, planned = wiring.means(chosen), vars(running)["plan"], [0.0]

    def timed(*given: object, **named: object) -> object:
        began = clock()
        made: object = plan(*given, **named)
        planned[0] += clock() - began
        return made

    vars(running)["plan"] = timed
    times: dict[str, list[float]] = {"answer": [], "plan": []}
    for text in [*queries[:20], *queries]:
        planned[0] = 0.0
        began = clock()
        request = Request(query.parse(text), Wish((), True, 10))
        wiring.ask(request, [base], means)
        whole = clock() - began
        times["plan"].append(planned[0] * 1000)
        times["answer"].append((whole - planned[0]) * 1000)
    vars(running)["plan"] = plan
    return {name: _percentiles(values[20:]) for name, values in times.items()}


def _percentiles(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {"p50": ordered[len(ordered) // 2], "p99": ordered[int(len(ordered) * 0.99)]}

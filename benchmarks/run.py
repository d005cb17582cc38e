"""How fast, how large: generated wikis against a plain SQLite FTS5 trigram index, as tables with ratios.

    python benchmarks/run.py [--pages 600,10000,100000] [--only startup,build,warm,edit,concurrency,freshness]
    python benchmarks/run.py --only guild,home --json figures.json

Sections: startup (whole processes, nothing changed), build (time, size, memory), warm (Plan to Answer in one
process), edit (one page, then a search), concurrency (eight search while four refresh), freshness (the walk),
guild and home (the other layouts), meaning (search with an encoder). Medians of five; both sides of a ratio in
turn, in the same run. A process's
time is its processor time (user and system, all threads). Wikis are kept in --folder, and made
where they are missing.
"""

import argparse
import json
import os
import platform
import random
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import generate  # noqa: E402
import meaning as by_meaning  # noqa: E402
import warming  # noqa: E402
from bench import RUNS, Bench, Figure, Ran  # noqa: E402

LATIN, HAN = "en", "ja"


def ratio(ours: Sequence[Ran], others: Sequence[Ran]) -> float:
    """The median of the ratios of each pair."""
    return statistics.median(a.seconds / b.seconds for a, b in zip(ours, others, strict=True))


def milliseconds(ran: Sequence[Ran]) -> str:
    """The median time."""
    return f"{statistics.median(r.seconds for r in ran) * 1000:.0f} ms"


def words_of(pages: int, lang: str) -> list[str]:
    """Words that pages of such a wiki have: one of a middling rank, one that is rarer."""
    writer = generate.Writer(lang)
    chosen = [writer.words[300], writer.words[2000]]
    return [min(chosen)] if lang == HAN else chosen


def startup(bench: Bench, pages: int) -> Iterator[Figure]:
    """Whole processes where nothing changed."""
    root = bench.wiki(pages)
    bare = (sys.executable, "-c", "pass")
    bench.run(*bench.search(root, "x"))
    for lang, name, least in ((LATIN, "Latin", "≤ 5 ×"), (HAN, "Han", "≤ 6 ×")):
        words = words_of(pages, lang)
        ours, others = bench.in_turn(bench.search(root, *words), bare)
        if pages == 600:
            yield Figure(
                f"search, {pages} pages, {name} query, against bare Python",
                least,
                f"{ratio(ours, others):.1f} ×",
                milliseconds(ours),
                milliseconds(others),
            )
        peak = max(r.megabytes for r in ours)
        limit = "≤ 0.9 ×" if pages == 600 else "≤ 0.65 ×"
        ours, others = bench.in_turn(bench.search(root, *words), bench.plain(root, *words))
        yield Figure(
            f"search, {pages} pages, {name} query, against the FTS5 script",
            limit,
            f"{ratio(ours, others):.2f} ×",
            milliseconds(ours),
            milliseconds(others),
        )
        limit = "≤ 50 MB" if pages == 600 else ""
        yield Figure(f"… its peak memory ({name})", limit, f"{peak:.0f} MB", f"{peak:.0f} MB")


def build(bench: Bench, pages: int) -> Iterator[Figure]:
    """From nothing to the first answer; sizes and memory."""
    root = bench.wiki(pages)
    runs = RUNS if pages <= 1000 else 1 if pages > 20_000 else 3
    ours, others = [], []
    for _ in range(runs):
        shutil.rmtree(bench.cache, ignore_errors=True)
        (bench.folder / f"{root.name}.sqlite").unlink(missing_ok=True)
        ours.append(bench.run(*bench.search(root, "x")))
        others.append(bench.run(*bench.plain(root, "xxx")))
    yield Figure(
        f"building, {pages} pages",
        "≥ 4 ×",
        f"{1 / ratio(ours, others):.1f} × as fast",
        f"{statistics.median(r.seconds for r in ours):.1f} s",
        f"{statistics.median(r.seconds for r in others):.1f} s",
    )
    clocks = [a.clock / b.clock for a, b in zip(ours, others, strict=True)]
    yield Figure(
        f"… by the clock, at a load of {os.getloadavg()[0]:.1f}",
        "",
        f"{1 / statistics.median(clocks):.1f} × as fast",
        f"{statistics.median(r.clock for r in ours):.1f} s",
        f"{statistics.median(r.clock for r in others):.1f} s",
    )
    text, index = size(root), size(bench.cache)
    plain = os.path.getsize(bench.folder / f"{root.name}.sqlite")
    yield Figure(
        f"index over text, {pages} pages",
        "≤ 0.8 ×",
        f"{index / text:.2f} ×",
        f"{index / 1e6:.0f} MB",
        f"{plain / 1e6:.0f} MB",
    )
    peak = max(r.megabytes for r in ours)
    limit = "≤ 600 MB" if pages == 100_000 else ""
    other = f"{max(r.megabytes for r in others):.0f} MB"
    yield Figure(
        f"peak memory of building, {pages}", limit, f"{peak:.0f} MB", f"{peak:.0f} MB", other
    )


def size(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())


def warm(bench: Bench, pages: int) -> Iterator[Figure]:
    """Plan to Answer in one process; planning has a row of its own (rulings 19)."""
    root = bench.wiki(pages)
    bench.run(*bench.search(root, "x"))
    call = (sys.executable, __file__, "--child", "warm", str(root))
    told = json.loads(bench.run(*call).output.splitlines()[-1])
    for name, limits in (("answer", ("≤ 2 ms", "≤ 25 ms")), ("plan", ("", ""))):
        label = "Plan to Answer" if name == "answer" else "query to Plan"
        for which, limit in zip(("p50", "p99"), limits, strict=True):
            value = f"{told[name][which]:.1f} ms"
            yield Figure(
                f"warm, {label}, {pages} pages, {which}", limit * (pages == 100_000), value, value
            )


def warm_child(root: str) -> None:
    """Print the times of 200 mixed queries; their plan apart from the rest."""
    from otherwords import wiring

    found = wiring.find(wiring.settings(), [root])[0]
    print(json.dumps(warming.times(found, generate.queries(200))))


def edit(bench: Bench, pages: int) -> Iterator[Figure]:
    """One page edited: how much longer the next search takes."""
    root, word = bench.wiki(pages), words_of(pages, LATIN)[0]
    bench.run(*bench.search(root, word))
    page = next((root / ".wikicommit/entity/en").rglob("*.md"))
    text = page.read_text(encoding="utf-8")
    with_edit, without = [], []
    for number in range(RUNS + 1):
        page.write_text(f"{text}\nEdited {number}, by hand, in haste{number}.\n", encoding="utf-8")
        with_edit.append(bench.run(*bench.search(root, word)).seconds)
        os.utime(page, (time.time() - 60, time.time() - 60))
        bench.run(*bench.search(root, word))
        without.append(bench.run(*bench.search(root, word)).seconds)
    page.write_text(text, encoding="utf-8")
    more = statistics.median(a - b for a, b in zip(with_edit[1:], without[1:], strict=True)) * 1000
    limit = "≤ 150 ms" if pages == 10_000 else ""
    one, other = statistics.median(with_edit[1:]) * 1000, statistics.median(without[1:]) * 1000
    yield Figure(
        f"one page edited among {pages}: the next search takes longer by",
        limit,
        f"{more:.0f} ms",
        f"{one:.0f} ms",
        f"{other:.0f} ms",
    )


def concurrency(bench: Bench, pages: int) -> Iterator[Figure]:
    """Eight processes search while four refresh: every answer is one that some whole state gives."""
    root = bench.wiki(pages)
    folder = root / ".wikicommit/entity/en/Concurrent"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    word, rounds, wrong, searches = "kzorvexa", 6, 0, 0
    for number in range(rounds):
        title = f"{word.capitalize()} {number}"
        head = f"---\ntitle: {title}\ntype: schema:Note\nlang: en\n---\n\n# {title}\n"
        (folder / f"page-{number}.md").write_text(f"{head}\n{word}\n", encoding="utf-8")
        asked = (*bench.search(root, word), "--format", "json", "--lang", "en")
        writers = [_started(bench, bench.search(root, word, "--format", "json")) for _ in range(4)]
        readers = [_started(bench, asked) for _ in range(8)]
        for process in (*writers, *readers):
            out, err = process.communicate()
            searches += 1
            paths = [h["path"] for h in json.loads(out)["hits"]] if process.returncode == 0 else []
            found = len([path for path in paths if "/Concurrent/" in path])
            if process.returncode or found not in (number, number + 1):
                wrong += 1
                print(f"round {number}: {found} pages, {err[-300:]}", file=sys.stderr)
    shutil.rmtree(folder)
    yield Figure(
        f"8 search while 4 refresh, {pages} pages: errors and wrong or partial answers",
        "≤ 0",
        f"{wrong} of {searches}",
        f"{wrong}",
    )


def _started(bench: Bench, call: tuple[str, ...]) -> "subprocess.Popen[str]":
    pipe = subprocess.PIPE
    return subprocess.Popen(call, env=bench.env, stdout=pipe, stderr=pipe, text=True)


def freshness(bench: Bench, pages: int) -> Iterator[Figure]:
    """The walk and the comparison with what is indexed, against a bare scandir and stat."""
    root = bench.wiki(pages)
    bench.run(*bench.search(root, "x"))
    call = (sys.executable, __file__, "--child", "freshness", str(root))
    told = json.loads(bench.run(*call).output.splitlines()[-1])
    limit = "≤ 2 ×" if pages == 100_000 else ""
    yield Figure(
        f"freshness check, {pages} files, against bare scandir and stat",
        limit,
        f"{told['ratio']:.2f} ×",
        f"{told['ours']:.0f} ms",
        f"{told['other']:.0f} ms",
    )


def freshness_child(root: str) -> None:
    """Print the time of a refresh where nothing changed, and of a bare walk."""
    from otherwords import wiring
    from otherwords.indexing import refreshing

    base = wiring.find(wiring.settings(), [root])[0].refreshing
    pairs = []
    for _ in range(RUNS + 1):
        ours = _seconds(lambda: refreshing.refresh(base))
        pairs.append((ours, _seconds(lambda: _bare_walk(f"{root}/.wikicommit"))))
    ours, other = (statistics.median(values[1:]) for values in zip(*pairs, strict=True))
    ratios = [a / b for a, b in pairs[1:]]
    told = {"ratio": statistics.median(ratios), "ours": ours * 1000, "other": other * 1000}
    print(json.dumps(told))


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _bare_walk(folder: str) -> int:
    count = 0
    with os.scandir(folder) as listing:
        for entry in listing:
            if entry.is_dir(follow_symlinks=False):
                count += _bare_walk(entry.path)
            else:
                count += entry.stat(follow_symlinks=False).st_size > 0
    return count


def meaning(bench: Bench, pages: int) -> Iterator[Figure]:
    """Search with an encoder: scan, warm search, whole processes, an edit, memory."""
    yield from by_meaning.rows(bench)


def guild(bench: Bench, pages: int) -> Iterator[Figure]:
    """A filtered query on 5,000 Guild pages, whole process."""
    root = bench._made(bench.folder / "guild-5000", lambda where: generate.guild(where, 5000))
    word = generate.Writer(LATIN).words[300]
    call = bench.search(root, word, "--category", "decision", "--owner", "backend")
    bench.run(*call)
    ours, others = bench.in_turn(call, (sys.executable, "-c", "pass"))
    yield Figure(
        "filtered query, 5,000 Guild pages, against bare Python",
        "≤ 5 ×",
        f"{ratio(ours, others):.1f} ×",
        milliseconds(ours),
        milliseconds(others),
    )


def home(bench: Bench, pages: int) -> Iterator[Figure]:
    """A RepoKnowledge home of 200 projects and 50,000 entries, whole process."""
    root = bench._made(bench.folder / "home-50000", lambda where: generate.home(where, 200, 250))
    call = bench.search(root, generate.Writer(LATIN).words[300])
    bench.run(*call)
    ours, others = bench.in_turn(call, (sys.executable, "-c", "pass"))
    yield Figure(
        "search, 200 projects, 50,000 entries, against bare Python",
        "≤ 8 ×",
        f"{ratio(ours, others):.1f} ×",
        milliseconds(ours),
        milliseconds(others),
    )


# Each section, with the numbers of pages that the table has it for.
SECTIONS = {
    "build": (build, (600, 10_000, 100_000)),
    "startup": (startup, (600, 10_000)),
    "warm": (warm, (10_000, 100_000)),
    "edit": (edit, (600, 10_000)),
    "concurrency": (concurrency, (10_000,)),
    "freshness": (freshness, (10_000, 100_000)),
    "guild": (guild, (5_000,)),
    "home": (home, (50_000,)),
    "meaning": (meaning, (by_meaning.PAGES,)),
}
CHILDREN = {
    "warm": warm_child,
    "freshness": freshness_child,
    "fill": by_meaning.fill_child,
    "large": by_meaning.large_child,
}


def machine() -> str:
    """What the figures were measured on."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss and platform.machine()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"Python {platform.python_version()}, {platform.system()} {memory}, {cores} cores{load}"


def main() -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="build,startup,warm,edit,concurrency,freshness")
    parser.add_argument("--pages", default="600,10000,100000")
    parser.add_argument(
        "--folder", type=Path, default=Path(os.path.expanduser("~/.cache/otherwords-bench"))
    )
    parser.add_argument("--json", type=Path)
    parser.add_argument("--child", nargs=2)
    chosen = parser.parse_args()
    random.seed(0)
    if chosen.child:
        CHILDREN[chosen.child[0]](chosen.child[1])
        return 0
    chosen.folder.mkdir(parents=True, exist_ok=True)
    bench, wanted = Bench(chosen.folder), {int(x) for x in chosen.pages.split(",")}
    print(f"{machine()}; medians of {RUNS}\n")
    print("| figure | to reach | measured | met | ours | the other |\n|---|---|---|---|---|---|")
    figures = []
    for name in chosen.only.split(","):
        section, sizes = SECTIONS[name]
        for pages in sizes:
            if pages in wanted or name in ("guild", "home", "meaning"):
                for figure in section(bench, pages):
                    figures.append(figure)
                    row = (*figure[:3], figure.met(), *figure[3:])
                    print(f"| {' | '.join(row)} |", flush=True)
    if chosen.json:
        told = {"machine": machine(), "figures": [f._asdict() for f in figures]}
        chosen.json.write_text(
            json.dumps(told, ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What is wrong with a Guild wiki besides its files: sources, contradictions, pages out of date."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from otherwords.model import Contradiction, Notice, Page, ResolvedSource, Side


def guild_findings(
    pages: Sequence[Page],
    sources: Callable[[Page], Iterable[ResolvedSource]],
    contradictions: Iterable[Contradiction],
    today: str,
) -> list[Notice]:
    """Every finding with its page: sources without metadata or that drifted, contradictions,
    superseded and expired pages. `sources` are a page's `source_refs`, resolved and verified."""
    found = [notice for page in pages for notice in _of_sources(page, sources(page))]
    found += [notice for each in contradictions for notice in _contradicting(each)]
    return [*found, *_superseded(pages), *_expired(pages, today)]


def _of_sources(page: Page, sources: Iterable[ResolvedSource]) -> Iterator[Notice]:
    for source in sources:
        code = "source-drifted" if source.drifted else "source-missing"
        if source.followup:
            yield Notice(code, f"source {source.ref}: {source.followup}", page.path)


def _contradicting(each: Contradiction) -> Iterator[Notice]:
    """The contradiction, at the page that comes first."""
    if each.kind == "superseded":
        return  # said of the superseded page itself
    mine, other = sorted((each.a, each.b), key=lambda side: side.path)
    message = f"contradicts {_place(other)}: {_said(mine)} / {_said(other)}; {each.reason}"
    params = (_place(other), f"{_said(mine)} / {_said(other)}", each.reason)
    yield Notice("conflict", message, mine.path, mine.line, params=params)


def _place(side: Side) -> str:
    return f"{side.path}:{side.line}"


def _said(side: Side) -> str:
    return f'"{side.says}"'


def _superseded(pages: Sequence[Page]) -> Iterator[Notice]:
    paths = {page.path for page in pages}
    named: dict[str, list[str]] = {}
    for page in pages:
        named.setdefault(_slug(page.path), []).append(page.path)
    for page in pages:
        for text in page.supersedes:
            for older in [text] if text in paths else named.get(_slug(text), []):
                message = f"superseded by {page.path}"
                yield Notice("superseded", message, older, level="note", params=(page.path,))


def _slug(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


def _expired(pages: Sequence[Page], today: str) -> Iterator[Notice]:
    for page in pages:
        day = page.expires[:10]
        if day and day < today:
            message = f"expired on {day}"
            yield Notice("expired", message, page.path, level="note", params=(day,))

"""What a search leaves to be done: contradictions on both hits, follow-ups in the receipt."""

from collections.abc import Iterator, Sequence

from otherwords.model import Answer, Contradiction, Hit, Notice, Side


def completed(answer: Answer, found: Sequence[Contradiction]) -> Answer:
    """An answer with the contradictions among its hits, on both of them and in the receipts."""
    hits = tuple(_marked(hit, found) for hit in answer.hits)
    receipts = tuple(
        (base, receipt._replace(followups=(*receipt.followups, *_followups(base, hits, found))))
        for base, receipt in answer.receipts
    )
    return answer._replace(hits=hits, receipts=receipts, contradictions=tuple(found))


def _marked(hit: Hit, found: Sequence[Contradiction]) -> Hit:
    marks = [
        _mark(mine, other, each)
        for each in found
        for mine, other in ((each.a, each.b), (each.b, each.a))
        if (mine.base, mine.path) == (hit.base, hit.page.path)
    ]
    return hit._replace(marks=(*hit.marks, *marks)) if marks else hit


def _mark(mine: Side, other: Side, each: Contradiction) -> Notice:
    """What this page says, in which line, and what the other one says."""
    differs = f'"{mine.says}" (line {mine.line}) / "{other.says}" (line {other.line})'
    params = (place(other), differs, each.reason)
    message = f"contradicts {params[0]}: {differs}; {each.reason}"
    return Notice("conflict", message, mine.path, mine.line, params=params)


def place(side: Side) -> str:
    """A page and its line, with its base where there are several."""
    named = f"{side.base}: {side.path}" if side.base else side.path
    return f"{named}:{side.line}"


def _followups(base: str, hits: Sequence[Hit], found: Sequence[Contradiction]) -> Iterator[str]:
    sources = [x for hit in hits if hit.base == base for x in hit.origin.resolved if x.followup]
    yield from dict.fromkeys(source.followup for source in sources)
    for each in found:
        if base in (each.a.base, each.b.base):
            yield f"{place(each.a)} contradicts {place(each.b)}: {each.reason}"

"""What a Guild page says of itself, where it comes from, and how hits were chosen."""

from collections.abc import Iterator

from otherwords.model import Answer, Contradiction, Hit, ResolvedSource, Side

FACTS = ("category", "confidence", "sensitivity", "owner")
DIGITS = 12  # of a checksum; JSON has all of it
HIDDEN = ("heading", "clearance")  # fields that filters need and no page states


def facts(hit: Hit) -> Iterator[str]:
    """What a page's front matter says of its worth, and its summary where that is not shown."""
    page = hit.page
    if not page.field("clearance"):
        return
    told = [f"{name} {value}" for name in FACTS if (value := page.field(name))]
    yield ", ".join([*told, f"updated {page.updated or 'unknown'}"])
    if page.description and page.description not in hit.snippet.text:
        yield f"summary: {page.description}"


def captured(hit: Hit) -> Iterator[str]:
    """One line a source: when and by whom it was captured, its checksum, where its copy is."""
    for source in hit.origin.resolved:
        yield f"{source.ref}: {', '.join(_captured(source))}"


def _captured(source: ResolvedSource) -> Iterator[str]:
    if source.kind:
        yield source.kind
    if source.captured_at or source.captured_by:
        by = f" by {source.captured_by}" if source.captured_by else ""
        yield f"captured {source.captured_at}{by}"
    if source.checksum:
        yield f"sha256 {source.checksum[:DIGITS]}"
    if source.raw_path:
        yield f"copy {source.raw_path}"
    if source.raw_path_missing:
        yield "raw_path_missing"
    if source.drifted is not None:
        yield "drifted" if source.drifted else "checksum verified"
    if source.followup:
        yield source.followup


def strategy(answer: Answer) -> Iterator[str]:
    """How the hits were chosen and ordered, in one line, where a contract wants that said."""
    if answer.receipts:
        walked = [dict(receipt.evidence).get("pages_walked", "0") for _, receipt in answer.receipts]
        receipt = answer.receipts[0][1]
        yield f"strategy: {receipt.strategy} ({sum(map(int, walked))} pages walked)"


# -- as plain values --


def contradiction(one: Contradiction) -> dict[str, object]:
    """Two pages that say different things of the same matter."""
    winner = {"a": one.a, "b": one.b}.get(one.winner)
    return {
        "kind": one.kind,
        "a": _side(one.a),
        "b": _side(one.b),
        "winner": {"base": winner.base, "path": winner.path} if winner else None,
        "resolution": one.reason,
    }


def _side(side: Side) -> dict[str, object]:
    return {
        "base": side.base,
        "path": side.path,
        "line": side.line,
        "text": side.text,
        "says": side.says,
        "updated_at": side.updated,
        "confidence": side.confidence,
    }


def resolved(source: ResolvedSource) -> dict[str, object]:
    """What was captured of one source."""
    return {
        "ref": source.ref,
        "kind": source.kind,
        "origin": source.origin,
        "checksum_sha256": source.checksum,
        "captured_at": source.captured_at,
        "captured_by": source.captured_by,
        "raw_path": source.raw_path,
        "raw_path_missing": source.raw_path_missing,
        "drifted": source.drifted,
        "followup": source.followup,
    }


def evidence(answer: Answer) -> list[dict[str, object]]:
    """What each knowledge base gave: the query, its filters, pages walked and returned."""
    return [
        {
            "base": base,
            "strategy": receipt.strategy,
            **dict(receipt.evidence),
            "pages_walked": int(dict(receipt.evidence).get("pages_walked", "0")),
            "pages_returned": sum(hit.base == base for hit in answer.hits),
        }
        for base, receipt in answer.receipts
    ]

"""An answer as one JSON document; its schema is data/answer.schema.json."""

import json
from collections.abc import Iterable

from otherwords.model import Answer, Hit, Notice, Part, Plan, Query
from otherwords.showing import provenance
from otherwords.showing.text import added_terms

SCHEMA = "otherwords.answer/1"


def render(answer: Answer, full: bool = False) -> str:
    """The document, ending in a line break; `full` with the whole text of docs that answer."""
    return json.dumps(document(answer, full), ensure_ascii=False, indent=2) + "\n"


def document(answer: Answer, full: bool = False) -> dict[str, object]:
    """The answer as plain values."""
    return {
        "schema": SCHEMA,
        "query": _query(answer.plan.query),
        "plan": plan(answer.plan),
        "total": answer.total,
        "nothing_here": answer.nothing,
        "hits": [_hit(h, rank, full) for rank, h in enumerate(answer.hits, 1)],
        "near_misses": [_hit(h, rank) for rank, h in enumerate(answer.near, len(answer.hits) + 1)],
        "notices": [notice(n) for n in (*answer.plan.notices, *answer.notices)],
        "contradictions": [provenance.contradiction(c) for c in answer.contradictions],
        "receipt": _receipt(answer),
    }


def _receipt(answer: Answer) -> dict[str, object] | None:
    """What the search rests on, where a layout's contract wants that said (rulings 31)."""
    if not answer.receipts:
        return None
    return {
        "changed_files": [],
        "evidence": provenance.evidence(answer),
        "assumptions": _each(one.assumptions for _, one in answer.receipts),
        "followups": _each(one.followups for _, one in answer.receipts),
    }


def _each(lists: Iterable[tuple[str, ...]]) -> list[str]:
    """The entries of all lists, each once."""
    return list(dict.fromkeys(entry for entries in lists for entry in entries))


def _query(query: Query) -> dict[str, object]:
    return {
        "text": query.text,
        "words": [{"text": w.text, "quoted": w.quoted} for w in query.words],
        "filters": [{"key": f.key, "op": f.op, "value": f.value} for f in query.filters],
    }


def plan(planned: Plan) -> dict[str, object]:
    """What was run: languages, concepts, wordings and their origins."""
    return {
        "lang": planned.lang,
        "limit": planned.limit,
        "legs": [
            {
                "lang": leg.lang,
                "concepts": [
                    {
                        "text": concept.text,
                        "known": concept.known,
                        "terms": [
                            {
                                "text": t.text,
                                "origin": t.origin,
                                "weight": round(t.weight, 4),
                                "note": t.note,
                            }
                            for t in concept.terms
                        ],
                    }
                    for concept in leg.concepts
                ],
            }
            for leg in planned.legs
        ],
        "also_searched": [
            {"lang": lang, "text": term.text, "origin": term.origin}
            for lang, terms in added_terms(planned)
            for term in terms
        ],
    }


def _hit(hit: Hit, rank: int, full: bool = False) -> dict[str, object]:
    page = hit.page
    return {
        "rank": rank,
        "base": hit.base,
        "path": page.path,
        "line": hit.snippet.line,
        "title": page.title,
        "type": page.kind,
        "lang": page.lang,
        "review_status": page.review,
        "description": page.description,
        "score": hit.score,
        "relevance": hit.relevance,
        "contract_score": hit.contract_score,
        "lacks": list(hit.lacks),
        "also_in": list(hit.also_in),
        "snippet": {"text": hit.snippet.text, "marks": [list(m) for m in hit.snippet.marks]},
        "sources": {
            "line": hit.origin.line,
            "entries": [{"kind": s.kind, "value": s.value} for s in hit.origin.sources],
            "resolved": [provenance.resolved(s) for s in hit.origin.resolved],
        },
        "fields": {k: v for k, v in page.fields if k not in provenance.HIDDEN},
        "updated": page.updated,
        "marks": [notice(n) for n in hit.marks],
        "explanation": {"parts": [_part(p) for p in hit.parts]},
        **({"verdict": hit.verdict} if hit.verdict else {}),
        **({"doc": hit.doc} if full and hit.doc else {}),
    }


def _part(part: Part) -> dict[str, object]:
    return {"name": part.name, "value": part.value, "detail": part.detail}


def notice(one: Notice) -> dict[str, object]:
    """A notice as plain values."""
    return {
        "code": one.code,
        "level": one.level,
        "message": one.message,
        "path": one.path,
        "line": one.line,
        "params": list(one.params),
    }

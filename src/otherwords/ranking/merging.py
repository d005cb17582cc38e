"""Runs to hits: identity above all scores, one hit for all versions of a page, hits before near misses.

The scores of runs are bounded: what a page has of what the query asks for, in its own language. So runs of
different languages and knowledge bases are merged by them, and no raw score meets one of another index.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from otherwords.model import Found, Hit, Notice, Page, Part, Run
from otherwords.ports import Recalled
from otherwords.values import NamedTuple

IDENTITY = 100.0  # above any sum of scores, which are of the order of one
LEARNED = 10.0  # of a name that was confirmed: above all words, below any identity
LOWERED = 0.5  # factor of a page that another supersedes, or whose time has passed (rulings 13)


class Preference(NamedTuple):
    """In which order the versions of a page are preferred, and which pages are what was typed."""

    languages: tuple[str, ...]  # the query's own first
    named: frozenset[str] = frozenset()  # paths
    superseded: tuple[tuple[str, str], ...] = ()  # (path, path of its successor)
    today: str = ""  # ISO date
    recalled: tuple[Recalled, ...] = ()  # pages that a like query was confirmed for


class Ranked(NamedTuple):
    """The hits in order, then the near misses in theirs."""

    hits: tuple[Hit, ...]
    near: tuple[Hit, ...]


def merge(
    runs: Sequence[tuple[Run, Sequence[str]]],
    preference: Preference,
    limit: int,
    apart: bool = False,
) -> Ranked:
    """Merge runs, each with the texts of its concepts. `apart` keeps versions as pages of their own."""
    every = [_hit(run, found, texts, preference) for run, texts in runs for found in run.found]
    groups = _grouped(every, apart)
    hits = [_one(group, preference) for group in groups]
    ordered = sorted(hits, key=lambda h: (-h.score, h.base, h.page.path))
    whole = [h for h in ordered if not h.lacks][:limit]
    near = [h for h in ordered if h.lacks][: max(0, limit - len(whole))]
    return Ranked(tuple(whole), tuple(near))


def _hit(run: Run, found: Found, texts: Sequence[str], preference: Preference) -> Hit:
    page = found.page
    parts = found.parts or (Part("words", found.score),)
    marks: list[Notice] = []
    lacks = tuple(texts[number] for number in found.lacks)
    if page.path in preference.named:
        parts, lacks = (Part("identity", IDENTITY, page.title), *parts), ()
    for one in preference.recalled:
        if one.path == page.path:
            parts, lacks = (Part("learned", LEARNED * one.likeness, one.name), *parts), ()
            marks.append(_confirmed(one))
    if found.meant:
        marks.append(
            Notice("by-meaning", f"by meaning: {found.meant}", level="note", params=(found.meant,))
        )
    lowered = _lowered(page, preference)
    if lowered:
        marks.append(lowered)
        parts = (*parts, Part(lowered.code, -(1 - LOWERED) * total(parts), lowered.message))
    return Hit(
        run.base,
        page,
        total(parts),
        parts,
        relevance=found.relevance,
        lacks=lacks,
        marks=tuple(marks),
        above=found.above,
    )


def total(parts: Iterable[Part]) -> float:
    """What the parts of an explanation add up to."""
    return sum(part.value for part in parts)


def _confirmed(one: Recalled) -> Notice:
    message = f'confirmed before for "{one.name}"'
    return Notice("learned-name", message, level="note", params=(one.name,))


def _lowered(page: Page, preference: Preference) -> Notice | None:
    successor = dict(preference.superseded).get(page.path)
    if successor:
        return Notice("superseded", f"superseded by {successor}", page.path, params=(successor,))
    day = page.expires[:10]
    if day and preference.today and day < preference.today:
        return Notice("expired", f"expired on {day}", page.path, params=(day,))
    return None


def _grouped(hits: Iterable[Hit], apart: bool) -> list[list[Hit]]:
    """The hits of one page: its versions, and one version found by two runs."""

    def identity(hit: Hit) -> tuple[str, str]:
        return hit.base, hit.page.path if apart else hit.page.concept or hit.page.path

    return [list(group) for _, group in groupby(sorted(hits, key=identity), identity)]


def _one(group: Sequence[Hit], preference: Preference) -> Hit:
    """The version to show, at the place of the version that matches best."""
    whole = [hit for hit in group if not hit.lacks] or list(group)
    shown = min(
        whole, key=lambda h: (_choice(h.page.lang, preference.languages), -h.score, h.page.path)
    )
    same = [hit for hit in whole if hit.page.path == shown.page.path]
    shown = max(same, key=lambda h: (h.score, h.parts))
    best = max(whole, key=lambda h: (h.score, h.page.path == shown.page.path, h.page.path, h.parts))
    if best.page.path == shown.page.path:
        return best
    parts = tuple(part._replace(detail=_spoken(part.detail, best.page.lang)) for part in best.parts)
    return shown._replace(score=best.score, parts=parts)


def _spoken(detail: str, lang: str) -> str:
    """A detail with the language of the version that it is of, once."""
    told = f"({lang})"
    return detail if detail.endswith(told) else f"{detail} {told}".strip()


def _choice(lang: str, languages: Sequence[str]) -> tuple[int, str]:
    if lang in languages:
        return languages.index(lang), ""
    return len(languages), lang

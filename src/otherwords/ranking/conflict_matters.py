"""Do two claims speak of the same matter? Scopes, siblings, numbered versions keep them apart."""

import re

from otherwords.ranking.claim_reader import Claim, topic
from otherwords.ranking.claim_stems import contrary
from otherwords.ranking.claim_words import GENERIC, LIGHT, words
from otherwords.ranking.claims import claims
from otherwords.values import NamedTuple

_SCOPES = words(
    """
    stag production prod sandbox local dev free pro enterprise eu us usa uk germany europe asia
    io ios android window linux maco web mobile desktop beta legacy weekday weekend
    """
)


class Prose(NamedTuple):
    """What a page says, and what the rule needs to weigh it. Lines are (number, text)."""

    path: str
    title: str
    lines: tuple[tuple[int, str], ...]
    confidence: str = ""
    updated: str = ""
    supersedes: tuple[str, ...] = ()  # paths or slugs


class Told(NamedTuple):
    """A page as it is compared."""

    prose: Prose
    title: frozenset[str]
    head: str
    numbers: tuple[str, ...]  # the numbers in the title: a year, a version
    named: bool  # the title looks like a name, so the page speaks of that one thing
    claims: tuple[Claim, ...]


def told(page: Prose) -> Told:
    words = [word for word in page.title.replace(":", " ").split() if word[0].isalpha()]
    named = bool(words) and all(word[0].isupper() for word in words)
    head = page.title.split(" of ")[0].split(" for ")[0].split()
    return Told(
        page,
        topic(page.title),
        min(topic(head[-1]), default="") if head else "",
        tuple(re.findall(r"\d[\d.]*", page.title)),
        named,
        tuple(claims(page.lines)),
    )


def same_matter(a: Told, b: Told, one: Claim, two: Claim) -> bool:
    shared = one.words & two.words
    extra, other = one.words - shared, two.words - shared
    if opposed(one, two):
        extra = other = frozenset[str]()
    if one.values and two.values:
        extra, other = extra - LIGHT, other - LIGHT
    if one.past != two.past:
        return False
    if (extra and not extra <= b.title | two.heading) or (
        other and not other <= a.title | one.heading
    ):
        return False
    scope = ((a.title ^ b.title) | (one.heading ^ two.heading)) - shared
    if not _SCOPES.isdisjoint(scope) or (_apart(a, b) and not _names(a, b, shared)):
        return False
    telling = (shared | extra | other) - GENERIC
    return bool(shared) and len(telling) + _weight(one, two) >= 2


def opposed(one: Claim, two: Claim) -> tuple[str, str] | None:
    """The contraries (`locked`, `unlocked`) that two predicates differ in, if in nothing else."""
    extra, other = one.words - two.words, two.words - one.words
    if len(extra) == len(other) == 1 and extra <= one.predicate and other <= two.predicate:
        (x,), (y,) = extra, other
        return (x, y) if contrary(x, y) else None
    return None


def _names(a: Told, b: Told, shared: frozenset[str]) -> bool:
    """Whether both claims name what tells the pages apart, so that the page does not matter."""
    return bool(shared & (a.title ^ b.title)) and a.numbers == b.numbers


def _weight(one: Claim, two: Claim) -> int:
    """What else agrees: a noun that both count, a bound that both set, a title that both carry."""
    mine = {
        v.dimension
        for v in one.values
        if v.dimension.startswith(("count:", "label:", "per", "status:"))
    }
    bounds = {(v.dimension, v.bound) for v in one.values if v.bound in ("<", ">")}
    theirs = {v.dimension for v in two.values} | {(v.dimension, v.bound) for v in two.values}
    return int(not mine.isdisjoint(theirs)) + int(not bounds.isdisjoint(theirs))


def _apart(a: Told, b: Told) -> bool:
    """Whether the pages are about two like things, so that each speaks of its own.

    Titles with one head and a modifier each (`Staging environment`, `Production environment`); two
    names in one folder (`Alder GmbH`, `Birch Ltd`); titles with other numbers.
    """
    mine, theirs = a.title - b.title, b.title - a.title
    if (a.head == b.head and mine and theirs) or _numbered_apart(a, b):
        return True
    siblings = a.prose.path.rpartition("/")[0] == b.prose.path.rpartition("/")[0]
    named = a.named and b.named and ("/" in a.prose.path or " " in a.prose.title)
    return siblings and named and not a.title & b.title


def _numbered_apart(a: Told, b: Told) -> bool:
    """`Price sheet 2025` and `Price sheet 2026`, `Postgres` and `Postgres 16`."""
    mine, theirs = a.numbers, b.numbers
    return mine != theirs and (bool(mine and theirs) or not a.title.isdisjoint(b.title))

"""What shall really be run, in which language, and why? Runs nothing itself."""

from collections.abc import Sequence

from otherwords.analysis import terms as terms_of
from otherwords.model import Concept, Leg, Notice, Plan, Query, Term, Word, Wording, primary
from otherwords.planning.concepts import MOST, Idea, Known, ideas
from otherwords.planning.languages import Detect, query_language, searched
from otherwords.planning.wordings import Budget, Sources, concept
from otherwords.ports import Lexicon
from otherwords.query import spoken
from otherwords.values import NamedTuple


class Wish(NamedTuple):
    """What the caller decided about a search, besides the query."""

    languages: tuple[str, ...] = ()
    expand: bool = True
    limit: int = 10


def plan(
    query: Query,
    wish: Wish,
    lexicon: Lexicon,
    sources: Sources,
    known: Known,
    detect: Detect | None = None,
) -> Plan:
    """The plan of a query for one knowledge base."""
    query = _spoken(query, lexicon)
    words = query.words or tuple(Word(group[0].text) for group in query.groups)
    own = query_language(" ".join(w.text for w in words), [w.text for w in words], lexicon, detect)
    wanted = wish.languages + tuple(f.value for f in query.filters if f.key == "lang")
    languages = searched(own, lexicon.languages, wanted)
    thoughts, notices = _ideas(query, words, own, lexicon, known)
    budget = Budget() if wish.expand and not query.groups else None
    legs = []
    for lang in languages if thoughts or (query.filters and not words) else ():
        concepts = [
            _called(idea, group, lang, own, lexicon, sources)
            if group
            else concept(idea, lang, own, lexicon, sources, budget)
            for idea, group in thoughts
        ]
        typed = " ".join(w.text for w in words) if primary(lang) == primary(own) else ""
        legs.append(Leg(lang, tuple(concepts), typed))
    notices += [_no_wording(c, leg.lang) for leg in legs for c in leg.concepts if not c.known]
    notices += [_no_pages(lang, lexicon) for lang in wanted if not _has_pages(lang, lexicon)]
    return Plan(query, own, tuple(legs), wish.limit, tuple(notices))


def _spoken(query: Query, lexicon: Lexicon) -> Query:
    """The caller's wordings in the languages of this knowledge base; the first of each are the text."""
    if not query.groups:
        return query
    languages = lexicon.languages.ordered()
    groups = tuple(tuple(spoken(w, languages) for w in group) for group in query.groups)
    return query._replace(text=" ".join(group[0].text for group in groups), groups=groups)


def _has_pages(lang: str, lexicon: Lexicon) -> bool:
    return any(lang in (x, primary(x)) for x in lexicon.languages.present)


def _ideas(
    query: Query, words: Sequence[Word], own: str, lexicon: Lexicon, known: Known
) -> tuple[list[tuple[Idea, tuple[Wording, ...]]], list[Notice]]:
    """The ideas of a query, each with the caller's wordings, and what is said of those that are dropped."""
    if query.groups:
        found = [(Idea(group[0].text), group) for group in query.groups]
    else:
        found = [(idea, ()) for idea in ideas(words, own, lexicon, known)]
    dropped = [idea for idea, _ in found if not terms_of(idea.text)]
    meant = [w for w in words if len(w.text) > 1 or not w.text.isascii()]  # no dash between words
    unread = [Idea(w.text) for w in meant if not terms_of(w.text)] if not query.groups else []
    dropped = list(dict.fromkeys((*dropped, *unread)))
    if not found and query.text.strip() and not query.filters:
        dropped = [Idea(query.text.strip())]
    nothing_left = all(idea in dropped for idea, _ in found)
    notices = [
        _unsearchable(idea, own) if nothing_left else _dropped(idea, own) for idea in dropped
    ]
    found = [pair for pair in found if pair[0] not in dropped]
    if len(found) > MOST:
        notices.append(
            Notice(
                "query-long",
                f"more than {MOST} concepts; only the first {MOST} were searched",
                params=(str(MOST),),
            )
        )
    return found[:MOST], notices


def _called(
    idea: Idea, group: tuple[Wording, ...], lang: str, own: str, lexicon: Lexicon, sources: Sources
) -> Concept:
    """A concept in the caller's wordings; the engine adds only a rendering where there is none (rulings 17)."""
    given = tuple(
        Term(w.text, "typed" if w is group[0] else "caller")
        for w in group
        if (not w.lang or primary(w.lang) == primary(lang)) and terms_of(w.text)
    )
    return Concept(idea.text, given) if given else concept(idea, lang, own, lexicon, sources, None)


def _dropped(idea: Idea, lang: str) -> Notice:
    message = f'the concept "{idea.text}" has no letter or digit to search for'
    return Notice("concept-dropped", message, params=(idea.text, lang))


def _unsearchable(idea: Idea, lang: str) -> Notice:
    message = f'the concept "{idea.text}" has no letter or digit, so nothing could be searched'
    return Notice("nothing-searchable", message, params=(idea.text, lang))


def _no_pages(lang: str, lexicon: Lexicon) -> Notice:
    present = ", ".join(lexicon.languages.present)
    message = f"no page is in {lang}; the languages here: {present}"
    return Notice("no-pages-in", message, level="note", params=(lang, present))


def _no_wording(concept: Concept, lang: str) -> Notice:
    message = f'no wording known for "{concept.text}" ({lang})'
    return Notice("no-wording", message, level="note", params=(concept.text, lang))


__all__ = ["Known", "Plan", "Sources", "Wish", "plan"]

"""Each concept in each searched language: the wordings that are alternatives, and where they came from."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from otherwords.analysis import fold, key, normalize
from otherwords.model import Concept, Page, Term, primary
from otherwords.planning.concepts import Idea
from otherwords.planning.languages import occurs
from otherwords.ports import Lexicon
from otherwords.values import NamedTuple

PER_CONCEPT, PER_SEARCH = 3, 5  # expansions (rulings 7); renderings do not count
SYNONYM, ALIAS, RENDERING, LEARNED = 0.8, 0.9, 0.9, 0.9  # weight of a wording against the typed one

Suggest = Callable[
    [str, str], Sequence[Term]
]  # (wording, language) -> wordings by some other means


class Sources(NamedTuple):
    """Where wordings come from, besides the wiki itself."""

    synonyms: Callable[[str], Sequence[str]]
    learned: Callable[[str], Sequence[str]]  # wordings that readers confirmed
    nearest: Suggest  # the wiki's own words by an encoder
    likeness: Suggest  # spellings of foreign names: transliterations that the wiki's vocabulary has
    mined: Suggest  # what the other language's version has where the wording stands


class Budget:
    """How many more expansions a search may have."""

    def __init__(self, left: int = PER_SEARCH) -> None:
        self.left = left

    def take(self, terms: Iterable[Term], most: int) -> list[Term]:
        """As many of the terms as are allowed."""
        taken = [term for _, term in zip(range(min(most, self.left)), terms, strict=False)]
        self.left -= len(taken)
        return taken


def concept(
    idea: Idea, lang: str, own: str, lexicon: Lexicon, sources: Sources, budget: Budget | None
) -> Concept:
    """An idea in one language. Without a budget nothing is expanded, but it is still rendered."""
    mine = own == "und" or lang in ("", "und") or primary(lang) == primary(own)
    rendered = [] if mine else _rendered(idea.text, lang, own, lexicon, sources)
    rendered = [term for term in rendered if key(term.text) != key(idea.text)]
    terms = [Term(idea.text), *rendered] if mine or occurs(idea.text, lang, lexicon) else rendered
    known = bool(terms)
    if budget is not None and not idea.phrase:
        found = _new(_expansions(idea.text, lang, mine, terms, lexicon, sources), terms)
        terms += budget.take(found, PER_CONCEPT)
    return Concept(idea.text, tuple(terms) or (Term(idea.text),), known or bool(terms))


def _rendered(text: str, lang: str, own: str, lexicon: Lexicon, sources: Sources) -> list[Term]:
    """The one rendering of a wording in another language that its pages know best.

    What the wiki records of the wording itself comes first, then of a synonym of it.
    """
    for name in (text, *sources.synonyms(text)):
        for recorded in (_by_versions, _by_tags):
            for wording in recorded(name, lang, lexicon):
                if occurs(wording, lang, lexicon):
                    return [Term(wording, "translation", RENDERING, "the wiki's own")]
    for wording in sources.synonyms(text):
        if _is_in(wording, lang) and occurs(wording, lang, lexicon):
            return [Term(wording, "translation", RENDERING, "dictionary")]
    for suggest in (sources.mined, sources.likeness, sources.nearest):
        if found := list(suggest(text, lang)):
            return found[:1]
    return []


def _is_in(wording: str, lang: str) -> bool:
    """Whether a dictionary's wording can be of a language: Latin letters are not Japanese, and so on."""
    return wording.isascii() != (primary(lang) in ("ja", "zh", "ko"))


def _by_versions(text: str, lang: str, lexicon: Lexicon) -> Iterator[str]:
    """Names of the version, in a language, of the pages that have this name."""
    for page in lexicon.named(text):
        for version in lexicon.versions(page.concept):
            if primary(version.lang) == primary(lang):
                yield from _names_like(version, page, text)


def _names_like(version: Page, page: Page, text: str) -> Iterator[str]:
    """A title for a title; an alias for an alias, where both versions have as many."""
    wanted = key(text)
    if key(page.title) != wanted and len(page.aliases) == len(version.aliases):
        yield from (
            b for a, b in zip(page.aliases, version.aliases, strict=True) if key(a) == wanted
        )
    yield version.title


def _by_tags(text: str, lang: str, lexicon: Lexicon) -> list[str]:
    """Tags of the versions of pages that have this tag, at the same place; the most frequent first."""
    wanted = key(text)
    counts: Counter[str] = Counter()
    for page in lexicon.tagged(text):
        at = [key(tag) for tag in page.tags].index(wanted) if wanted in map(key, page.tags) else -1
        for version in lexicon.versions(page.concept):
            same = primary(version.lang) == primary(lang) and len(version.tags) == len(page.tags)
            if same and at >= 0 and version.path != page.path:
                counts[version.tags[at]] += 1
    return [tag for tag, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def _expansions(
    text: str, lang: str, mine: bool, terms: Sequence[Term], lexicon: Lexicon, sources: Sources
) -> Iterator[Term]:
    """Other wordings in the language, the surest first: learned, the wiki's aliases, synonyms, by meaning."""
    names = [term.text for term in terms] or [text]
    for wording in sources.learned(text):
        yield Term(wording, "learned", LEARNED)
    for name in names:
        for page in lexicon.named(name):
            if primary(page.lang) == primary(lang):
                yield from (Term(x, "alias", ALIAS) for x in (page.title, *page.aliases))
    for name in names:
        for wording in sources.synonyms(name):
            if (mine or _is_in(wording, lang)) and occurs(wording, lang, lexicon):
                yield Term(wording, "synonym", SYNONYM)
    if not mine:
        yield from sources.mined(text, lang)
    yield from sources.likeness(text, lang)
    yield from sources.nearest(text, lang)


def _new(found: Iterable[Term], terms: Sequence[Term]) -> Iterator[Term]:
    """Wordings that reach pages which none before them reaches (substrings are reached already)."""
    had = [_plain(term.text) for term in terms]
    for term in found:
        text = _plain(term.text)
        if text and not any(h and h in text for h in had):
            had.append(text)
            yield term


def _plain(text: str) -> str:
    return fold(normalize(text)).replace(" ", "")

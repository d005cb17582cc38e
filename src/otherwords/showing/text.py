"""An answer as a person reads it in a terminal: the contract's Step 3, to the letter."""

from otherwords.model import Answer, Hit, Notice, Part, Plan, Term
from otherwords.showing import provenance
from otherwords.showing.messages import say
from otherwords.values import pattern

_UNSAFE = pattern("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
LONGEST = 500  # characters of a query that the header repeats
BOLD, PLAIN = "\x1b[1m", "\x1b[0m"
DROPPED = ("concept-dropped", "nothing-searchable", "query-long")


def safe(text: str) -> str:
    """Text from a page, its control characters and bidi overrides made visible (rulings 33)."""
    if text.isprintable():
        return text
    return _UNSAFE.sub(lambda m: f"\\u{ord(m[0]):04x}", text)


def one_line(text: str) -> str:
    """As `safe`, on one line."""
    return safe(" ".join(text.split()))


def render(answer: Answer, colour: bool = False, explain: bool = False) -> str:
    """The whole answer as text, ending in a line break."""
    lang = answer.plan.lang
    warnings = _warnings(answer, lang)
    lines = [*_header(answer), *([""] if warnings and not answer.hits else []), *warnings]
    for number, hit in enumerate(answer.hits, 1):
        lines += ["", *_hit(hit, number, lang, colour, explain)]
    if answer.near:
        code = "nothing-here" if answer.nothing else "near-heading"
        lines += ["", say(code, lang, ())]
        for number, hit in enumerate(answer.near, len(answer.hits) + 1):
            lines += ["", *_hit(hit, number, lang, colour, explain)]
    if answer.receipts:
        lines += ["", *map(one_line, provenance.strategy(answer))]
    return "\n".join(lines) + "\n"


def _header(answer: Answer) -> list[str]:
    if not answer.hits:
        return ["No matching pages", *_also_searched(answer.plan)]
    text = shortened(one_line(answer.plan.query.text))
    return [f'Search results: "{text}" ({len(answer.hits)} hits)', *_also_searched(answer.plan)]


def shortened(text: str) -> str:
    """A text that fits into a header."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _also_searched(plan: Plan) -> list[str]:
    groups = [
        ", ".join(one_line(term.text) for term in terms)
        + (f" ({lang})" if lang not in ("", "und") else "")
        for lang, terms in added_terms(plan)
    ]
    return [f"Also searched: {', '.join(groups)}"] if groups else []


def added_terms(plan: Plan) -> list[tuple[str, list[Term]]]:
    """Every wording that the reader did not type, by language, each once."""
    typed = {w.text.casefold() for w in plan.query.words}
    groups: list[tuple[str, list[Term]]] = []
    for leg in plan.legs:
        terms = {
            term.text.casefold(): term
            for concept in leg.concepts
            for term in concept.terms
            if term.origin != "typed" and term.text.casefold() not in typed
        }
        typed |= {text for text, term in terms.items() if term.origin == "caller"}
        if terms:
            groups.append((leg.lang, list(terms.values())))
    return groups


def _warnings(answer: Answer, lang: str) -> list[str]:
    return [f"⚠️ {sentence(n, lang)}" for n in dropped(answer)]


def dropped(answer: Answer) -> list[Notice]:
    """What of the query was not searched."""
    return [n for n in (*answer.plan.notices, *answer.notices) if n.code in DROPPED]


def notes(answer: Answer) -> list[Notice]:
    """What there is to say beside the answer; of a concept without a wording once for all languages."""
    said: dict[object, Notice] = {}
    for notice in (*answer.plan.notices, *answer.notices):
        key: object = (notice.code, notice.params[0]) if notice.code == "no-wording" else notice
        before = said.get(key)
        if before is not None and before != notice:
            notice = before._replace(
                params=(before.params[0], f"{before.params[1]}, {notice.params[1]}")
            )
        said[key] = notice
    return [notice for notice in said.values() if notice.code not in DROPPED]


def note(notice: Notice, lang: str) -> str:
    """A notice as one sentence in the reader's language, after the file and line that it is about."""
    return one_line(where(notice) + sentence(notice, lang))


def sentence(notice: Notice, lang: str) -> str:
    """What a notice says, in the reader's language."""
    return one_line(say(notice.code, lang, tuple(map(one_line, notice.params)), notice.message))


def where(notice: Notice) -> str:
    """The file and line that a notice is about, with a colon, or ''."""
    if not notice.path:
        return ""
    return f"{notice.path}:{notice.line}: " if notice.line else f"{notice.path}: "


def _hit(hit: Hit, number: int, lang: str, colour: bool, explain: bool) -> list[str]:
    indent = " " * len(f"{number}. ")
    body = [_place(hit), *_snippet(hit, colour), *map(one_line, provenance.facts(hit))]
    if hit.origin.line:
        body.append(f"sources: {one_line(hit.origin.line)}")
    body += [f"  {one_line(line)}" for line in provenance.captured(hit)]
    body += [sentence(mark, lang) for mark in hit.marks]
    if hit.lacks:
        body.append(say("lacks", lang, (", ".join(f'"{one_line(x)}"' for x in hit.lacks),)))
    if explain:
        body += explanation(hit)
    doc = ["", *map(safe, hit.doc.rstrip("\n").split("\n"))] if hit.doc else []
    return [f"{number}. {_title(hit)}", *(indent + line for line in body), *doc]


def _title(hit: Hit) -> str:
    page = hit.page
    about = ", ".join(x for x in (page.kind, page.lang if page.lang != "und" else "") if x)
    line = one_line(page.title) + (f" ({one_line(about)})" if about else "")
    if hit.also_in:
        line += f" (also in: {', '.join(hit.also_in)})"
    return line + (" ⚠️ Unreviewed" if page.review == "pending" else "")


def _place(hit: Hit) -> str:
    return one_line(f"{hit.base}: {hit.page.path}" if hit.base else hit.page.path)


def _snippet(hit: Hit, colour: bool) -> list[str]:
    if not hit.snippet.text:
        return []
    return [marked(hit, *((BOLD, PLAIN) if colour else ("**", "**")))]


def marked(hit: Hit, before: str, after: str) -> str:
    """The snippet with each match between two marks, on one line."""
    text, pieces, at = hit.snippet.text, [], 0
    for start, end in hit.snippet.marks:
        pieces += [one_piece(text[at:start]), before, one_piece(text[start:end]), after]
        at = end
    return "".join([*pieces, one_piece(text[at:])]).strip()


def one_piece(text: str) -> str:
    """As `one_line`, keeping a space at either end."""
    lead, trail = text[:1].isspace(), text[-1:].isspace()
    return safe(" " * lead + " ".join(text.split()) + " " * (trail and not text.isspace()))


def explanation(hit: Hit) -> list[str]:
    """Every number that made a hit's place, and their sum."""
    lines = [
        f"score {hit.score:.4f}"
        + (f"  at {hit.page.path}:{hit.snippet.line}" if hit.snippet.line else "")
    ]
    if hit.relevance is not None:
        lines[0] += f"  relevance {hit.relevance:.2f}"
    return lines + [_part(part) for part in hit.parts]


def _part(part: Part) -> str:
    return f"  {part.value:+.4f}  {one_line(part.name)}" + (
        f": {one_line(part.detail)}" if part.detail else ""
    )

"""Read prose as claims: which words a clause speaks of, and which values it gives them.

No grammar and no language model: function words are dropped, the rest is stemmed, numbers, dates,
rates and status words become comparable values. What may hide a scope (an example, the past, a
condition) is kept in sight, so that the comparison can decline. The tables are plain vocabulary.
"""

import re
from collections.abc import Iterator, Sequence

from otherwords.ranking.claim_reader import Claim, Reader, topic

_MARKUP = re.compile(
    r"[\w/.-]+\.[a-z]{1,4}:\d+(?:-\d+)?"  # a place in code
    r"|!?\[([^\]]*)\]\([^)]*\)|https?://\S+|[*`]+|\[\[([^\]|]*\|)?|\]\]"
)
_SENTENCE = re.compile(r"\S.*?(?:[.!?](?=\s+[^\Wa-z])|[。！？]|;(?=\s)|\Z)", re.DOTALL)
_CLAUSE = re.compile(
    r"\s*\([^)]*\)|,?\s\b(?:because|which|so that|whereas|although|weil)\b|\s[—–]\s"
    r"|,\s(?=(?:and|but|so|while|und|aber)\b)|\s(?=and then\b)"
    r"|\s(?=(?:and|but|und) "
    r"(?:is|are|was|were|has|have|can|cannot|must|may|will|should|ist|sind"
    r"|includes|contains|costs|needs|requires|supports|runs|keeps|offers|uses|handles|lasts)\b)"
)
_CONTRAST = re.compile(r",\s*(?:not|nicht)\b[^,;.]*|\bnot only\b", re.IGNORECASE)
# Sentences that list, suggest or illustrate state nothing; the hints are a quick look first.
_HINTS = (
    "example",
    "instance",
    "e.g",
    "such as",
    "z. b",
    "z.b",
    "beispiel",
    "例",
    "比如",
    "consider",
    "option",
    "propose",
    "either",
    "suggest",
    "would",
    "could",
    "?",
    " or ",
    " oder ",
)
_LISTED = re.compile(
    r"\bfor (example|instance)\b|\be\.g|\bsuch as\b|\bz\. ?b\.|\bbeispiel|例えば|たとえば|例如|比如"
    r"|\bconsider|\boptions?\b|\bpropose[ds]?\b|\beither\b|\bsuggest|\bwould\b|\bcould\b|\?\s*$"
    r"|(\d|teen|ty|two|three|four|five|six|seven|eight|nine|ten|one) (or|oder) "
)
_ASIDE = re.compile(
    r"option|alternativ|example|beispiel|histor|changelog|release notes|"
    r"rejected|proposal|考慮|选项|例",
    re.IGNORECASE,
)
_LONGEST = 200  # characters of a clause; longer ones never agree word for word
_HEADING = re.compile(r"#{1,6}\s+(.*)")
_ITEM = re.compile(r"\A\s*(?:[-*+>|]|\d+[.)])\s+")


def claims(lines: Sequence[tuple[int, str]]) -> Iterator[Claim]:
    """Every claim of a page's prose, in order. A sentence may run over several lines."""
    for heading, starts, text in _paragraphs(lines):
        plain = _MARKUP.sub(_unmarked, text)
        for found in _SENTENCE.finditer(plain):
            line = starts[min(plain.count("\n", 0, found.start()), len(starts) - 1)]
            yield from _of_sentence(line, found[0].replace("\n", " ").strip(), heading)


def _paragraphs(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[str, list[int], str]]:
    """Heading, line numbers and text of every paragraph, list item or table row outside code."""
    heading, fenced, numbers, texts = "", False, list[int](), list[str]()
    for line, text in (*lines, (0, "")):
        fence = text.lstrip().startswith(("```", "~~~"))
        title = None if fenced else _HEADING.match(text)
        if numbers and (fence or title or not text.strip() or _ITEM.match(text)):
            yield heading, numbers, "\n".join(texts)
            numbers, texts = [], []
        fenced ^= fence
        heading = title[1] if title else heading
        if not (fence or fenced or title or _ASIDE.search(heading)) and text.strip():
            numbers.append(line)
            texts.append(_ITEM.sub("", text, count=1).strip())


def _of_sentence(line: int, shown: str, heading: str) -> Iterator[Claim]:
    if len(shown) < 4 or _lists(shown.lower()):
        return
    subject: frozenset[str] = frozenset()
    for clause in _CLAUSE.split(_CONTRAST.sub("", shown)):
        if 3 < len(clause) <= _LONGEST:
            reader = Reader(clause)
            claim = reader.claim(line, shown, topic(heading))
            if reader.joined:  # `and are kept for ...`: of what the clause before spoke of
                claim = claim._replace(words=claim.words | subject)
            subject = subject if reader.joined else reader.subject or frozenset()
            yield claim


def _lists(low: str) -> bool:
    return any(hint in low for hint in _HINTS) and _LISTED.search(low) is not None


def _unmarked(found: re.Match[str]) -> str:
    """What is left of a piece of markup: the text of a link, nothing of an asterisk."""
    return found[1] or ""

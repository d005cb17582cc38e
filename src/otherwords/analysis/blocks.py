"""A text to the letter: its terms as they stand, block by block, so that no phrase leaves a paragraph."""

from collections.abc import Iterator

from otherwords.analysis.tokenizing import plain_text
from otherwords.values import pattern

GAP = "\ue010"  # private: folding makes a space of it, so no text and no query has it as a term

_START = pattern(r"\s*(?:#{1,6}\s|[-*+>|]\s|\d+[.)]\s|$)")


def block_text(text: str) -> str:
    """The terms in order, with a gap between paragraphs, headings, list items and table rows."""
    return f" {GAP} ".join(" ".join(plain_text(block).split()) for block in _blocks(text))


def _blocks(text: str) -> Iterator[str]:
    block: list[str] = []
    for line in text.split("\n"):
        if block and (_START.match(line) or block[0].startswith("#")):
            yield " ".join(block)
            block = []
        if line.strip():
            block.append(line.strip())
    if block:
        yield " ".join(block)

"""What is indexed of a heading that stands in for a tag."""

from collections.abc import Iterable, Iterator

from otherwords.analysis import terms

LONGEST_TAG = 5  # words of a heading that are found together as one tag


def heading_keys(headings: Iterable[str]) -> Iterator[str]:
    """The keys under which a heading is found as a tag: its words, alone and side by side."""
    for heading in headings:
        units = terms(heading)
        for start in range(len(units)):
            for end in range(start + 1, min(len(units), start + LONGEST_TAG) + 1):
                yield f"heading:{' '.join(units[start:end])}"

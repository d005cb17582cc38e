"""Does a page meet a filter? An engine asks its index the same."""

from otherwords.analysis import key, terms
from otherwords.model import Filter, Page
from otherwords.moments import stamp
from otherwords.query import SENSITIVITIES


def meets(page: Page, condition: Filter) -> bool:
    """Whether a page meets a filter."""
    value = condition.value
    if condition.key == "lang":
        return page.lang == value or page.lang.startswith(f"{value}-")
    if condition.key == "updated":
        return _in_time(page, condition)
    if condition.key == "tag":
        return key(value) in map(key, page.tags) or _heads(page, value)
    if condition.key == "sensitivity":
        level = page.field("clearance")
        return level in SENSITIVITIES[: SENSITIVITIES.index(value) + 1]
    fields = (*page.fields, ("type", page.kind), ("review", page.review))
    return value.casefold() in {v.casefold() for name, v in fields if name == condition.key and v}


def _in_time(page: Page, condition: Filter) -> bool:
    moment = stamp(page.updated)
    if condition.op == ">=":
        return moment >= stamp(condition.value)
    return 0 < moment <= stamp(condition.value, last=True)


def _heads(page: Page, tag: str) -> bool:
    """Whether a heading has the tag; pages with tags of their own keep no headings for that."""
    wanted = f" {' '.join(terms(tag))} "
    headings = (value for name, value in page.fields if name == "heading")
    return any(wanted in f" {' '.join(terms(heading))} " for heading in headings)

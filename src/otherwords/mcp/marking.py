"""Where text from pages begins and ends: between marks that no page can know beforehand."""

import secrets
from collections.abc import Iterable


def marked(lines: Iterable[str]) -> list[str]:
    """Lines between an opening and a closing mark with a number drawn for this answer."""
    kept = list(lines)
    if not kept:
        return []
    number = secrets.token_hex(4)
    while any(number in line for line in kept):
        number = secrets.token_hex(4)
    return [f"<<<pages {number}", *kept, f"pages {number}>>>"]

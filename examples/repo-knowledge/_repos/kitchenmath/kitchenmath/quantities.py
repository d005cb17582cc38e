"""Amounts as people write them, and back again."""

import re
from fractions import Fraction

VULGAR = {
    "¼": Fraction(1, 4),
    "½": Fraction(1, 2),
    "¾": Fraction(3, 4),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "⅛": Fraction(1, 8),
}

_NUMBER = re.compile(r"^(?:(\d+)\s+)?(\d+)\s*/\s*(\d+)$")


def parse_amount(text: str) -> Fraction:
    """Read an amount such as ``1 1/2``, ``2½``, ``0,75`` or ``3-4``.

    A range gives its middle, because a recipe has to be scaled by one figure.

    Raises ValueError when the text holds no amount.
    """
    text = text.strip().replace("–", "-")
    if not text:
        raise ValueError("no amount: the text is empty")
    if "-" in text[1:]:
        low, _, high = text.partition("-")
        return (parse_amount(low) + parse_amount(high)) / 2
    if text[-1] in VULGAR:
        whole = text[:-1].strip()
        return (Fraction(int(whole)) if whole else Fraction(0)) + VULGAR[text[-1]]
    match = _NUMBER.match(text)
    if match:
        whole, top, bottom = match.groups()
        if int(bottom) == 0:
            raise ValueError(f"no amount: {text!r} divides by zero")
        return Fraction(int(whole or 0)) + Fraction(int(top), int(bottom))
    try:
        return Fraction(text.replace(",", "."))
    except ValueError:
        raise ValueError(f"no amount in {text!r}") from None


def format_amount(value: Fraction, *, vulgar: bool = True) -> str:
    """Write an amount the way a cookbook does: ``1½`` instead of ``1.5``.

    Values without a common fraction are written with at most two decimals.
    """
    whole, rest = divmod(value, 1)
    if rest == 0:
        return str(whole)
    for sign, fraction in VULGAR.items():
        if rest == fraction and vulgar:
            return f"{whole or ''}{sign}"
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def round_for_cook(grams: float) -> float:
    """Round a weight to what a kitchen scale can show without pretence.

    Below 10 g to the half gram, below 100 g to the gram, above that to five grams.
    """
    if grams < 10:
        return round(grams * 2) / 2
    if grams < 100:
        return float(round(grams))
    return float(5 * round(grams / 5))


def percent_of_flour(weights: dict[str, float], flour: str = "flour") -> dict[str, float]:
    """Express each weight as baker's percentage, the flour being 100.

    Raises KeyError when the flour is missing and ValueError when it weighs nothing.
    """
    base = weights[flour]
    if base <= 0:
        raise ValueError("the flour weighs nothing")
    return {name: round(100 * grams / base, 1) for name, grams in weights.items()}

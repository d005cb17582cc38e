"""Recipes, and what has to be bought for them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .units import UnknownUnit, convert, unit_kind


@dataclass(frozen=True)
class Ingredient:
    """One line of a recipe: a name, an amount and its unit."""

    name: str
    amount: float
    unit: str

    def scaled(self, factor: float) -> "Ingredient":
        """The same ingredient, multiplied."""
        return replace(self, amount=self.amount * factor)

    def __str__(self) -> str:
        return f"{self.amount:g} {self.unit} {self.name}"


def scale_recipe(ingredients: Iterable[Ingredient], servings: int, wanted: int) -> list[Ingredient]:
    """Stretch or shrink a recipe from ``servings`` people to ``wanted`` people.

    Salt and spices grow more slowly than the rest: above double, only by 80 %.
    """
    if servings < 1 or wanted < 1:
        raise ValueError("a recipe needs at least one guest")
    factor = wanted / servings
    gentle = factor if factor <= 2 else 2 + (factor - 2) * 0.8
    return [
        item.scaled(gentle if item.name in {"salt", "pepper", "chilli"} else factor)
        for item in ingredients
    ]


def scale_to_tin(ingredients: Iterable[Ingredient], diameter: float, wanted: float) -> list[Ingredient]:
    """Adapt a cake to another round tin; the batter grows with the square of the diameter."""
    factor = (wanted / diameter) ** 2
    return [item.scaled(factor) for item in ingredients]


def merge_shopping_list(recipes: Iterable[Iterable[Ingredient]]) -> list[Ingredient]:
    """Add up what several recipes need, one line per food.

    Amounts are joined in the unit that was seen first. Where two units cannot be joined, both lines stay.
    """
    basket: dict[tuple[str, str], Ingredient] = {}
    for recipe in recipes:
        for item in recipe:
            key = (item.name, unit_kind(item.unit))
            if key not in basket:
                basket[key] = item
                continue
            first = basket[key]
            more = convert(item.amount, item.unit, first.unit)
            basket[key] = replace(first, amount=first.amount + more)
    return sorted(basket.values(), key=lambda item: item.name)


def missing_from_pantry(needed: Iterable[Ingredient], pantry: Iterable[Ingredient]) -> list[Ingredient]:
    """Take what is at home off the list and return what is left to buy."""
    stock = {item.name: item for item in pantry}
    to_buy = []
    for item in needed:
        have = stock.get(item.name)
        if have is None:
            to_buy.append(item)
            continue
        try:
            left = item.amount - convert(have.amount, have.unit, item.unit, item.name)
        except UnknownUnit:
            to_buy.append(item)
            continue
        if left > 0:
            to_buy.append(replace(item, amount=left))
    return to_buy

"""Arithmetic for cooks."""

from .quantities import format_amount, parse_amount, round_for_cook
from .recipes import Ingredient, merge_shopping_list, scale_recipe
from .units import convert, convert_temperature

__version__ = "1.4.0"

__all__ = [
    "Ingredient",
    "convert",
    "convert_temperature",
    "format_amount",
    "merge_shopping_list",
    "parse_amount",
    "round_for_cook",
    "scale_recipe",
]

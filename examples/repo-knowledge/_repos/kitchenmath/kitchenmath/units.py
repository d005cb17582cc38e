"""Kitchen units, by volume, by weight, and between the two."""

MILLILITRES = {
    "ml": 1.0,
    "cl": 10.0,
    "l": 1000.0,
    "tsp": 5.0,
    "tbsp": 15.0,
    "cup": 240.0,
    "cup_jp": 200.0,
    "go": 180.0,
    "fl_oz": 29.57,
}

GRAMS = {"g": 1.0, "kg": 1000.0, "oz": 28.35, "lb": 453.6}

DENSITY = {
    "water": 1.0,
    "milk": 1.03,
    "oil": 0.92,
    "honey": 1.42,
    "flour": 0.53,
    "sugar": 0.85,
    "rice": 0.83,
}

GAS_MARK = {1: 140, 2: 150, 3: 160, 4: 180, 5: 190, 6: 200, 7: 220, 8: 230, 9: 240}


class UnknownUnit(ValueError):
    """The unit, or the density needed to change its kind, is not in the tables."""


def unit_kind(unit: str) -> str:
    """Say whether a unit measures ``volume`` or ``weight``."""
    if unit in MILLILITRES:
        return "volume"
    if unit in GRAMS:
        return "weight"
    raise UnknownUnit(f"unknown unit {unit!r}")


def convert(amount: float, source: str, target: str, food: str | None = None) -> float:
    """Change an amount from one unit to another.

    Between volume and weight a food is needed, whose density is looked up in DENSITY.
    """
    kinds = unit_kind(source), unit_kind(target)
    if kinds == ("volume", "volume"):
        return amount * MILLILITRES[source] / MILLILITRES[target]
    if kinds == ("weight", "weight"):
        return amount * GRAMS[source] / GRAMS[target]
    if food not in DENSITY:
        raise UnknownUnit(f"no density known for {food!r}")
    if kinds == ("volume", "weight"):
        return amount * MILLILITRES[source] * DENSITY[food] / GRAMS[target]
    return amount * GRAMS[source] / DENSITY[food] / MILLILITRES[target]


def convert_temperature(degrees: float, source: str, target: str) -> float:
    """Change an oven heat between ``C``, ``F`` and ``gas``.

    A gas mark is read from the table; towards gas the nearest mark is taken.
    """
    if source == "gas":
        celsius = float(GAS_MARK[int(degrees)])
    elif source == "F":
        celsius = (degrees - 32) * 5 / 9
    else:
        celsius = degrees
    if target == "gas":
        return float(min(GAS_MARK, key=lambda mark: abs(GAS_MARK[mark] - celsius)))
    if target == "F":
        return celsius * 9 / 5 + 32
    return celsius


def fan_oven(celsius: float) -> float:
    """Lower a conventional setting by 20 degrees for an oven with a fan."""
    return celsius - 20

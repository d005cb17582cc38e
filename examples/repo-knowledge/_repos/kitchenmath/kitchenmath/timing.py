"""Getting everything to the table at once."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True)
class Step:
    """One piece of work in the kitchen, in minutes."""

    name: str
    minutes: int
    hands_on: bool = True


def plan_backwards(steps: list[Step], serve_at: datetime) -> list[tuple[datetime, Step]]:
    """Work out when each step has to begin so that dinner is ready at ``serve_at``.

    Steps are in order; each begins when the one before it ends.
    """
    begin = serve_at
    schedule = []
    for step in reversed(steps):
        begin -= timedelta(minutes=step.minutes)
        schedule.append((begin, step))
    return schedule[::-1]


def busy_minutes(steps: list[Step]) -> int:
    """Minutes in which the cook cannot leave the kitchen."""
    return sum(step.minutes for step in steps if step.hands_on)


def roast_minutes(kilograms: float, per_kilogram: int = 40, extra: int = 20) -> int:
    """Estimate how long a joint of meat stays in the oven."""
    if kilograms <= 0:
        raise ValueError("the joint weighs nothing")
    return round(kilograms * per_kilogram + extra)


def proof_minutes(celsius: float, at_24: int = 240) -> int:
    """Estimate how long dough has to rise.

    Yeast works twice as fast for every 8 degrees more, between 5 and 35 degrees.
    """
    if not 5 <= celsius <= 35:
        raise ValueError("yeast is asleep or dead at this heat")
    return round(at_24 * 2 ** ((24 - celsius) / 8))


def spoken_duration(minutes: int) -> str:
    """Turn 95 into ``1 h 35 min``."""
    hours, rest = divmod(minutes, 60)
    parts = [f"{hours} h"] if hours else []
    if rest or not hours:
        parts.append(f"{rest} min")
    return " ".join(parts)

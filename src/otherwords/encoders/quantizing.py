"""Floats to signed bytes: the direction is kept, the scale falls out of the cosine."""

from array import array
from collections.abc import Sequence

from otherwords.errors import Failure

LEAST = 1e-30  # a vector whose numbers are all smaller has no direction


def quantize(values: Sequence[float]) -> bytes:
    """One int8 a dimension, the largest absolute value at 127. Loses no nDCG (docs/decisions.md).

    Raises Failure for what is no vector: infinite, or not a number.
    """
    try:
        largest = max(map(abs, values), default=0.0)
        scale = 127 / largest if not largest < LEAST else 0.0
        return array("b", [round(value * scale) for value in values]).tobytes()
    except (ValueError, OverflowError, TypeError) as error:
        raise Failure(f"the encoder gave a vector with a number that is none ({error})") from error

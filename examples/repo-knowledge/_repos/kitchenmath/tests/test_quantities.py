from fractions import Fraction

from kitchenmath import format_amount, parse_amount


def test_a_mixed_number_is_read_and_written():
    assert parse_amount("1 1/2") == Fraction(3, 2)
    assert format_amount(Fraction(3, 2)) == "1½"

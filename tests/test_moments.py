"""Dates and times: which are read, and that they compare as the moments that they are."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.moments import iso, seconds, stamp


@pytest.mark.parametrize(
    ("text", "usual", "first", "last"),
    [
        ("2026", "2026", 20260101000000, 20261231235959),
        ("2026-05", "2026-05", 20260501000000, 20260531235959),
        ("2026-05-01", "2026-05-01", 20260501000000, 20260501235959),
        ("20260501", "2026-05-01", 20260501000000, 20260501235959),
        ("2026-W18-5", "2026-05-01", 20260501000000, 20260501235959),
        ("2026-121", "2026-05-01", 20260501000000, 20260501235959),
        ("2026-05-01T09:30", "2026-05-01T09:30:00", 20260501093000, 20260501093000),
        ("2026-05-01 09:30", "2026-05-01T09:30:00", 20260501093000, 20260501093000),
        ("2026-05-01T01:00+09:00", "2026-05-01T01:00:00+09:00", 20260430160000, 20260430160000),
        (
            "2026-05-01t08:00:00.5z",
            "2026-05-01T08:00:00.500000+00:00",
            20260501080000,
            20260501080000,
        ),
    ],
)
def test_dates_and_times_are_read(text: str, usual: str, first: int, last: int) -> None:
    assert (iso(text), stamp(text), stamp(text, last=True)) == (usual, first, last)


@pytest.mark.parametrize(
    "text",
    ["", "last week", "2026-13-01", "2026-02-30", "2025-02-29", "0000-01-01", "05/01/2026"]
    + ["2026-05-01T25:00", "09:00", "2026-366", "２０２６-05-01x", "2026-05-01 at noon"],
)
def test_anything_else_is_no_date(text: str) -> None:
    assert (iso(text), stamp(text), seconds(text)) == ("", 0, 0)


@given(st.datetimes(timezones=st.timezones()), st.datetimes(timezones=st.timezones()))
def test_moments_compare_whatever_their_zones(a: datetime, b: datetime) -> None:
    """Up to the second; the outermost days of the calendar, where a zone leaves it, aside."""
    a, b = (
        x.replace(microsecond=0, year=min(max(x.year, 2), 9998), day=min(x.day, 28)) for x in (a, b)
    )
    order = (a > b) - (a < b)
    for number in (stamp, seconds):
        x, y = number(a.isoformat()), number(b.isoformat())
        assert (x > y) - (x < y) == order


@given(st.datetimes())
def test_seconds_are_those_of_the_calendar(moment: datetime) -> None:
    moment = moment.replace(microsecond=0)
    passed = moment.replace(tzinfo=UTC) - datetime(1, 1, 1, tzinfo=UTC)
    assert seconds(moment.isoformat()) == passed.total_seconds() + 86400

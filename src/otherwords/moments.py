"""When was that? ISO 8601 dates and times as numbers that can be compared, all of them in UTC.

What has no time zone is UTC. One second is the finest that is told apart.
"""

from otherwords.values import pattern

_MONTH = pattern(r"\d{4}(-(0[1-9]|1[0-2]))?")
_ORDINAL = pattern(r"(\d{4})-?(\d{3})")
_PLAIN = pattern(r"\d{4}[-\dW]*([T ][\d:.,]+(Z|[+-]\d{2}(:?\d{2}){0,2})?)?")
_FIRST, _LAST = "00000101000000", "99991231235959"


def iso(text: str) -> str:
    """A date or time in its usual form (2026, 2026-01, 2026-01-31, 2026-01-31T09:00:00), or ''."""
    text = text.strip().upper()
    if len(text) == 10 and text[4] == text[7] == "-" and text.replace("-", "").isdecimal():
        return text if _is_day(int(text[:4]), int(text[5:7]), int(text[8:])) else ""
    if _MONTH.fullmatch(text) and text[:4] != "0000":
        return text
    return _parsed(text) if _PLAIN.fullmatch(text) else ""


def stamp(text: str, last: bool = False) -> int:
    """A moment as YYYYMMDDhhmmss, 0 for none; what is not given is the first (or last) one."""
    found = iso(text)
    if "T" in found:
        found = _in_utc(found)
    digits = "".join(char for char in found if char.isdigit())
    filler = _LAST if last else _FIRST
    return int(digits + filler[len(digits) :]) if digits else 0


def seconds(text: str) -> int:
    """The seconds from the first day of year 1 to a date or time; 0 for no date."""
    digits = f"{stamp(text):014}"
    year, month, day, hour, minute, second = (
        int(digits[a:b]) for a, b in ((0, 4), (4, 6), (6, 8), (8, 10), (10, 12), (12, 14))
    )
    if not year:
        return 0
    before = year - 1 if month < 3 else year
    leaps = before // 4 - before // 100 + before // 400
    days = (
        365 * (year - 1)
        + leaps
        + (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)[month - 1]
        + day
    )
    return ((days * 24 + hour) * 60 + minute) * 60 + second


def _is_day(year: int, month: int, day: int) -> bool:
    if not (year and 1 <= month <= 12):
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def _parsed(text: str) -> str:
    from datetime import date, datetime, timedelta  # 2 ms, and seldom needed

    try:
        if match := _ORDINAL.fullmatch(text):
            found = date(int(match[1]), 1, 1) + timedelta(int(match[2]) - 1)
            return found.isoformat() if found.year == int(match[1]) else ""
        if "T" in text or " " in text:
            return datetime.fromisoformat(text).isoformat()
        return date.fromisoformat(text).isoformat()
    except (ValueError, OverflowError):
        return ""


def _in_utc(text: str) -> str:
    """A time in its usual form, in UTC and without fractions."""
    if text.endswith("+00:00") or len(text) <= 19:
        return text[:19]
    from datetime import UTC, datetime

    moment = datetime.fromisoformat(text).replace(microsecond=0)
    try:
        here = moment.astimezone(UTC) if moment.tzinfo else moment
    except OverflowError:
        here = moment  # at the very ends of the calendar the zone is left out
    return here.replace(tzinfo=None).isoformat()

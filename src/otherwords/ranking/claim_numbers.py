"""Which values does a clause give: numbers with units, ranges, rates, dates, times of day?"""

import re

from otherwords.ranking.claim_stems import canon
from otherwords.ranking.claim_tokens import CJK_STOP, NOT_CJK, tokens
from otherwords.ranking.claim_units import BOUNDS, MONTHS, NUMBERS, SCALES, UNITS
from otherwords.ranking.claim_words import LABELS, LEADS, SCOPING, STOP, YEAR_BEFORE
from otherwords.values import NamedTuple

_ASSIGNING = ("since", "from", "by", "until", "to", "seit", "ab", "bis")


class Value(NamedTuple):
    """One value of a claim. `name` stands for values an amount (a weekday, a status)."""

    dimension: str  # "time", "money", "count:request", "date", "status:enabled", ...
    amount: float = 0.0  # in the base unit of the dimension
    name: str = ""
    unit: str = ""
    raw: float = 0.0  # as written
    top: float = 0.0  # the end of a range, 0 where it is none
    bound: str = ""  # "<", ">", "~" or "" (exact)
    text: str = ""
    scoping: bool = False  # introduced by "for", "above", ...: it may be a condition
    lead: str = ""  # "after", "before", ...: on which side of the value it lies
    told: bool = False  # a date that is the point: "is on 3 May", "since 2012", "until June"


class Numbers:
    """The tokens of one clause, and the values that are read from them; `_cjk` adds words too."""

    def __init__(self, clause: str) -> None:
        self.clause = clause
        self.tokens = tokens(clause)
        self.lows = [token.text.lower() for token in self.tokens]
        self.words: set[str] = set()
        self.values: list[Value] = []
        self.denials = 0
        self.denied_at = -9
        self.subject: frozenset[str] | None = None  # the words before the first verb or value
        self.copula = -9
        self.cut = 0
        self.fallback: frozenset[str] | None = None  # the words before the first preposition
        self.verbal = False

    def _low(self, at: int) -> str:
        return self.lows[at] if 0 <= at < len(self.lows) else ""

    def _kind(self, at: int) -> str:
        return self.tokens[at].kind if 0 <= at < len(self.tokens) else ""

    def _add(self, at: int, value: Value) -> None:
        before = self._low(at - 1)
        told = at - self.copula <= 2 or before in _ASSIGNING
        told = told or before.endswith(("は", "为", "是"))
        text = value.text or self.tokens[at].text
        lead = next((low for low in self.lows[max(0, at - 3) : at][::-1] if low in LEADS), "")
        self.values.append(
            value._replace(scoping=before in SCOPING, told=told, text=text, lead=lead)
        )

    def _date(self, at: int, kind: str) -> int:
        text = self.lows[at]
        numbers = re.findall(r"\d+", text)
        month = next((str(MONTHS[w]) for w in re.findall(r"[^\W\d]+", text) if w in MONTHS), "")
        year = next((n for n in numbers if len(n) == 4), "")
        rest = [str(int(n)) for n in numbers if len(n) < 3]
        if kind in ("iso", "cjkdate"):
            month, rest = (rest[0] if rest else ""), rest[1:]
        self._add(at, Value("date", name="-".join((year, month, rest[0] if rest else ""))))
        return at + 1

    def _clock(self, at: int) -> int:
        hour, minute = (*re.findall(r"\d+", self.lows[at]), "0")[:2]
        half = re.search(r"[ap]", self.lows[at])
        shift = 12 if half and half[0] == "p" else 0
        minutes = (int(hour) % 12 + shift if half else int(hour)) * 60 + int(minute)
        self._add(at, Value("clock", amount=minutes))
        return at + 1

    def _may_count(self, at: int) -> bool:
        kind, low = self.tokens[at].kind, self.lows[at]
        return kind != "word" or low in NUMBERS or "-" in low

    def _number(self, at: int) -> int:
        """The token after the number (with its unit) that begins here; 0 where none does."""
        money = self.lows[at] if self.lows[at] in ("$", "€", "£", "¥") else ""
        read = self._amount(at + bool(money))
        if read is None:
            return 0
        amount, after = read
        top, after = self._top(after)
        if self._is_label(at, after):
            return self._label(at, after)
        unit, after = ((*UNITS[money][:2], money), after) if money else self._unit(after)
        if (not unit[2] or unit[0].startswith("count:")) and self._is_year(at, amount):
            self._add(at, Value("date", name=f"{amount:.0f}--"))
            return at + 1
        if unit[0] == "count:" and self._low(at) == "one":
            return 0  # a pronoun
        if unit[0] == "ordinal":
            return after
        return self._measure(at, after, unit, (amount, top))

    def _measure(
        self, at: int, after: int, unit: tuple[str, float, str], amounts: tuple[float, float]
    ) -> int:
        dimension, factor, name = unit
        amount, top = amounts
        value, after = self._rate(
            Value(
                dimension or "plain",
                amount * factor,
                unit=name,
                raw=amount,
                top=top * factor,
                bound=self._bound(at),
            ),
            after,
        )
        last = self.tokens[after - 1]
        end = self.cut if last.kind == "cjk" else last.start + len(last.text)
        self._add(at, value._replace(text=self.clause[self.tokens[at].start : end].strip()))
        return after

    def _amount(self, at: int) -> tuple[float, int] | None:
        if self._kind(at) == "number":
            amount, at = _digits(self.lows[at]), at + 1
        elif self._kind(at) == "word" and self._spelled(at) is not None:
            amount, at = self._spelled(at) or 0.0, at + 1
        else:
            return None
        while (low := self._low(at)) in SCALES or (amount >= 20 and NUMBERS.get(low, 99) < 10):
            amount, at = (amount * SCALES[low] if low in SCALES else amount + NUMBERS[low]), at + 1
        return amount, at

    def _top(self, at: int) -> tuple[float, int]:
        """The end of a range (`5-10`, `three to five`), and the hyphen of `30-day`."""
        if self._low(at) in ("-", "–", "to", "bis") and (read := self._amount(at + 1)):
            return read
        return 0.0, at + (self._low(at) == "-")

    def _spelled(self, at: int) -> float | None:
        parts = self.lows[at].split("-")
        if all(part in NUMBERS for part in parts):
            return sum(NUMBERS[part] for part in parts)
        return None

    def _unit(self, at: int) -> tuple[tuple[str, float, str], int]:
        """Dimension, factor and name; then the next token. A counted noun is its own dimension."""
        low, kind = self._low(at), self._kind(at)
        if low in ("working", "business") and self._known(self._low(at + 1)):
            return ("working time", 1.0, self._low(at + 1)), at + 2
        if kind == "cjk":
            return self._cjk_unit(at)
        if low in ("st", "nd", "rd", "th"):  # `1st` tells which, not how many
            self.words.add(f"#{self._low(at - 1)}")
            return ("ordinal", 1.0, low), at + 1
        if known := self._known(low):
            return known, at + 1
        if kind == "word" and low not in STOP and low not in MONTHS:
            return (f"count:{canon(low)}", 1.0, low), at + 1
        return ("count:" if kind == "word" else "", 1.0, ""), at

    def _known(self, low: str) -> tuple[str, float, str] | None:
        return UNITS.get(low) or UNITS.get(low.removesuffix("s"))

    def _cjk_unit(self, at: int) -> tuple[tuple[str, float, str], int]:
        text, start = self.tokens[at].text, self.tokens[at].start
        length = next((n for n in (3, 2, 1) if text[:n] in UNITS), 1)
        self.cut = start + length
        self._cjk(text[length:])
        return UNITS.get(text[:length]) or (f"count:{text[0]}", 1.0, text[0]), at + 1

    def _rate(self, value: Value, at: int) -> tuple[Value, int]:
        """`120 requests` + `per minute` → requests per second; `30` + `per site` → its own."""
        if self._low(at) not in ("per", "a", "an", "each", "every", "/", "pro", "je", "in"):
            return value, at
        known = self._known(self._low(at + 1))
        if known and known[0] == "time" and self._low(at) != "in" and value.dimension != "time":
            name = (
                "rate"
                if value.dimension == "count:" or value.unit in ("time", "times")
                else value.dimension
            )
            period = f"/{known[2]}" if value.dimension == "money" else ""
            return value._replace(
                dimension=f"{name}/time{period}", amount=value.amount / known[1]
            ), at + 2
        return value, at

    def _bound(self, at: int) -> str:
        before = " ".join(self.lows[max(0, at - 3) : at])
        for sign, pattern in BOUNDS:
            if pattern.search(before):
                return sign
        anywhere = self.lows[:at]
        return (
            "<"
            if "maximum" in anywhere or "limit" in anywhere
            else ">"
            if "minimum" in anywhere
            else ""
        )

    def _is_year(self, at: int, amount: float) -> bool:
        return (
            1900 <= amount < 2100 and self._low(at - 1) in YEAR_BEFORE and len(self.lows[at]) == 4
        )

    def _is_label(self, at: int, after: int) -> bool:
        """`severity one`, `SDK 2`: the number names the thing."""
        if self._kind(at - 1) != "word" or self._known(self._low(after)):
            return False
        name = self.tokens[at - 1].text
        named = (
            at > 1
            and name[0].isupper()
            and not self.tokens[min(after, len(self.tokens) - 1)].text[0].isupper()
        )
        return (
            self._low(at - 1) in LABELS
            or canon(name) in LABELS
            or name.isupper()
            or (named and name.lower() not in STOP)
        )

    def _label(self, at: int, after: int) -> int:
        number = self._amount(at)
        text = f"{number[0]:g}" if number else ""
        if self.verbal:
            self._add(
                at, Value(f"label:{canon(self.lows[at - 1])}", raw=float(text), amount=float(text))
            )
        else:
            self.words.add(f"#{text}")
        return after

    def _cjk(self, text: str) -> None:
        self.denials += len(NOT_CJK.findall(text))
        for run in CJK_STOP.split(NOT_CJK.sub("の", text)):
            self.words.update(run[at : at + 2] for at in range(max(1, len(run) - 1)) if run)


def _digits(text: str) -> float:
    """`1,000` and `1.000` are a thousand, `1.5` and `1,5` one and a half."""
    plain = re.sub(r"[.,' \u00a0](?=\d{3}(?!\d))", "", text)
    return float(plain.replace(",", "."))

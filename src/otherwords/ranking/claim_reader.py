"""What does a clause speak of, which values does it give, and does it deny?"""

from functools import lru_cache

from otherwords.ranking.claim_numbers import Numbers, Value
from otherwords.ranking.claim_stems import VERB_STEMS, canon, stem
from otherwords.ranking.claim_units import EVERY, MONTHS, STATUS, WEEKDAYS
from otherwords.ranking.claim_words import (
    AUX,
    BE,
    NEGATIONS,
    NEVER,
    PAST,
    SCOPING,
    STOP,
    YEAR_BEFORE,
)
from otherwords.values import NamedTuple


class Claim(NamedTuple):
    """One clause of a page: the words it speaks of, its values, and whether it denies."""

    line: int
    text: str  # the sentence, as it is shown
    words: frozenset[str]
    predicate: frozenset[str] = frozenset()  # those of the words that stand after the first verb
    values: tuple[Value, ...] = ()
    negated: bool = False
    never: bool = False
    past: bool = False
    heading: frozenset[str] = frozenset()  # the words of the section's heading


class Reader(Numbers):
    """Walks the tokens of one clause; `claim` is what it has read."""

    def claim(self, line: int, shown: str, heading: frozenset[str] = frozenset()) -> Claim:
        """Read all tokens."""
        at = 0
        while at < len(self.tokens):
            at = self._step(at)
        words = frozenset(self.words)
        return Claim(
            line,
            shown,
            words,
            words - (self.subject or self.fallback or words),
            tuple(self.values),
            self.denials % 2 == 1,
            not NEVER.isdisjoint(self.lows),
            not PAST.isdisjoint(self.lows),
            heading,
        )

    @property
    def joined(self) -> bool:
        """Whether the clause begins with `and` and a verb: its subject stands before."""
        return self._low(0) in ("and", "but", "und") and (
            self._low(1) in AUX or self._low(1) == "then" or canon(self._low(1)) in VERB_STEMS
        )

    def _step(self, at: int) -> int:
        kind = self.tokens[at].kind
        if kind in ("iso", "cjkdate", "dmy", "mdy", "my"):
            return self._date(at, kind)
        if kind == "clock":
            return self._clock(at)
        if kind in ("version", "release"):
            self.words.add(self.lows[at].removeprefix("v"))
        elif kind == "cjk":
            self._cjk(self.tokens[at].text)
        elif kind in ("number", "word", "sign"):
            return (self._number(at) if self._may_count(at) else 0) or self._word(at)
        return at + 1

    def _word(self, at: int) -> int:
        low = self.lows[at]
        if self.tokens[at].kind != "word":
            return at + 1
        self._verb(at, low)
        if low in NEGATIONS or low.endswith(("n't", "n’t")):
            self.denials, self.denied_at = self.denials + 1, at
        elif self._symbol(at, low):
            return self._frequency_end(at, low)
        elif (low not in STOP and stem(low) not in STOP) or self._switched(at, low):
            self.words.add(canon(low))
        return at + 1

    def _switched(self, at: int, low: str) -> bool:
        """`switched on`, `check in`, `is off in production`; but not `is on Monday`."""
        if low in ("in", "out"):
            return canon(self._low(at - 1)) in ("check", "log", "sign", "move", "opt", "phase")
        after = self._low(at + 1) in ("", "in", "at", "by", "for", "during", "when", "while", ",")
        return low in ("on", "off") and (
            canon(self._low(at - 1)) in ("switch", "turn") or (at - 1 == self.copula and after)
        )

    def _verb(self, at: int, low: str) -> None:
        if self.fallback is None and low in SCOPING:
            self.fallback = frozenset(self.words)
        if low.replace("’", "'") in BE:
            self.copula = at
        if low in AUX or low.endswith(("n't", "n’t")) or canon(low) in VERB_STEMS:
            self.verbal = True
            self.subject = self.subject or frozenset(self.words)

    def _symbol(self, at: int, low: str) -> bool:
        """Words that are values: a frequency, weekday, month, status after its verb, per what."""
        if self._frequency(at, low):
            return True
        if low in WEEKDAYS:
            self._add(at, Value("weekday", name=WEEKDAYS[low]))
        elif low in MONTHS and self._low(at - 1) in YEAR_BEFORE:
            self._add(at, Value("date", name=f"-{MONTHS[low]}-"))
        elif low in STATUS and at - self.copula <= 3:
            self._status(at, low)
        elif self._low(at - 1) == "per" and low not in STOP:
            self._add(at, Value("per", name=canon(low), unit=low, text=f"per {low}"))
        else:
            return False
        return True

    def _frequency(self, at: int, low: str) -> bool:
        period = (
            EVERY.get(low) if low != "night" or self._low(at - 1) in ("every", "each") else None
        )
        if (
            low in ("every", "each")
            and (known := self._known(self._low(at + 1)))
            and known[0] == "time"
        ):
            period = known[1]
        elif low in ("every", "each") and (read := self._amount(at + 1)):
            known = self._known(self._low(read[1]))
            period = read[0] * known[1] if known and known[0] == "time" else None
        if period:
            text = (
                low
                if low in EVERY
                else self.clause[self.tokens[at].start :].split(",")[0].rstrip(".")
            )
            self._add(at, Value("rate/time", amount=1 / period, text=text, unit=low))
        return bool(period)

    def _frequency_end(self, at: int, low: str) -> int:
        if low not in ("every", "each"):
            return at + 1
        read = self._amount(at + 1)
        return read[1] + 1 if read else at + 2

    def _status(self, at: int, low: str) -> None:
        (group, side), text = STATUS[low], low
        if at - self.denied_at <= 2:
            self.denials, side, text = self.denials - 1, 1 - side, f"not {low}"
        self._add(at, Value(f"status:{group}", name="+-"[side], text=text))


@lru_cache(maxsize=4096)
def topic(text: str) -> frozenset[str]:
    """The content words of a title or a heading."""
    return Reader(text).claim(0, text).words

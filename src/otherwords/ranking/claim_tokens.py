"""Which pieces has a clause: words, numbers, dates, clocks, versions, signs, unspaced runs?"""

import re

from otherwords.ranking.claim_units import MONTHS
from otherwords.values import NamedTuple

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_CJK = "\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(
    rf"""
    (?=\d)(?:
      (?P<iso>\b\d{{4}}-\d\d-\d\d\b)
    | (?P<cjkdate>(?:\d{{4}}年)?\d{{1,2}}月(?:\d{{1,2}}日)?|\d{{4}}年)
    | (?P<dmy>\b\d{{1,2}}(?:\.|st|nd|rd|th)?\ (?:of\ )?(?:{_MONTH})\b\.?(?:\ \d{{4}}\b)?)
    | (?P<clock>\b\d{{1,2}}:\d\d(?:\ ?[ap]\.?m\b)?|\b\d{{1,2}}\ ?[ap]\.?m\b)
    | (?P<version>\b\d+\.\d+\.\d+(?:\.\d+)*(?!\d))
    | (?P<number>(?<![A-Za-z0-9_.])\d+(?:[.,' \u00a0]\d{{3}})*(?:[.,]\d+)?))
  | (?=[adfjmnos])(?:
      (?P<mdy>\b(?:{_MONTH})\.?\ \d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\ \d{{4}}\b)?)
    | (?P<my>\b(?:{_MONTH})\ \d{{4}}\b))
  | (?P<release>\bv\d+(?:\.\d+)*\b)
  | (?P<word>[^\W\d_{_CJK}](?:[^\W{_CJK}]|['’.-](?=[^\W{_CJK}]))*)
  | (?P<cjk>[{_CJK}]+)
  | (?P<sign>[$€£¥元円%/~≤≥<>–-]|°[cC])
  | (?P<stop>[,;:()])
    """,
    re.VERBOSE | re.IGNORECASE,
)
NOT_CJK = re.compile(
    r"ません|(?<!さも)なければ|なくては|(?<!少)(?<!すぎ)(?<!しれ)ない|なかった|不可以|不可|不能|不会|没有|不|没|未|禁止"
)
CJK_STOP = re.compile(r"[\u3040-\u309f]+|可以|可能|的|了|是|为|和|在|会|能")


class Token(NamedTuple):
    """One piece, and where it begins."""

    kind: str
    text: str
    start: int


def tokens(clause: str) -> list[Token]:
    """The pieces of a clause, in order."""
    return [Token(m.lastgroup or "", m[0], m.start()) for m in _TOKEN.finditer(clause)]

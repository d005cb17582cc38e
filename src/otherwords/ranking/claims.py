"""Read prose as claims: which words a clause speaks of, and which values it gives them.

No grammar and no language model: function words are dropped, the rest is stemmed, numbers, dates,
rates and status words become comparable values. What may hide a scope (an example, the past, a
condition) is kept in sight, so that the comparison can decline. The tables are plain vocabulary.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple


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


def _table(spec: str) -> dict[str, str]:
    """`a b|c d` → every word of a group to the group's first word."""
    groups = [group.split() for group in spec.split("|")]
    return {word: group[0] for group in groups for word in group}


def _table_of_two(spec: str) -> dict[str, str]:
    """`a b|c d` → each word to its contrary."""
    pairs = [pair.split() for pair in spec.split("|")]
    return {x: y for pair in pairs for x, y in (pair, pair[::-1])}


STOP = frozenset(
    "a an the this that these those it its they them their we our us you your he she his her i my "
    "is are was were be been being am has have had do does did will shall would can could may "
    "might "
    "must should need ought to of in on at by for from with within into onto per and or but "
    "then than as so if when while where which who whose what there here also still now just very "
    "yet currently always automatically exactly simply already both each every all any up out "
    "least most more less fewer over above below under after before about around roughly max "
    "maximum "
    "maximal min minimum approximately nearly almost limit not no never cannot nor neither none "
    "size "
    "amount number total value set equal equals longer until since during between through "
    "der die das den dem des ein eine einen einem einer eines ist sind war waren wird werden "
    "wurde hat "
    "haben und oder aber nicht kein keine keinen keiner nie niemals von zu zum zur im am bei mit "
    "für auf "
    "aus nach bis als auch sich es sie wir ihr er pro je muss müssen darf dürfen kann können "
    "soll etwa "
    "mindestens höchstens circa ca jede jeder jedes jeden an um uhr".split()
)
AUX = frozenset(
    "is are was were be been has have had do does did will shall would can could may might must "
    "should "
    "cannot ist sind war wird werden hat haben muss darf kann remains stays becomes".split()
)
NEGATIONS = frozenset(
    "not no never cannot nor neither none nicht kein keine keinen keiner keinem keines nie "
    "niemals".split()
)
BE = frozenset(
    "is are was were be been being isn't aren't wasn't weren't remains stays becomes ist sind "
    "war wird "
    "werden bleibt".split()
)
NEVER = frozenset("never nie niemals".split())
# One word for the words that make the same statement of a thing.
SAME = _table(
    "keep kept retain store hold held preserve save|delete remove erase purge drop|get receive "
    "obtain|"
    "allow permit accept admit|valid gültig expire lapse gelten gilt|employee staff|send sent "
    "deliver|"
    "begin start begun commence|end stop finish terminate|bill charge invoice|cost price|reply "
    "answer|"
    "vacation holiday|high height|long length|wide width|deep depth|due deadline|login signin "
    "logon|email mail|doc document|licence license|build built construct"
)
EVENTS = frozenset(
    "launch found establish release publish shut end begin valid due deadline go live retire "
    "delete "
    "deprecate sign close open move migrate ship renew introduce adopt create happen take place "
    "effective open available verfügbar erreichbar geöffnet window schedule deliver send run "
    "meet start finish born join leave switch build postpone arrive depart die win elect "
    "beginnen starten "
    "enden erscheinen gründen gegründet 開始 終了 公開 発売 設立 发布 开始 结束 成立 上线".split()
)
CONTRARY = _table_of_two(
    "on off|left right|first last|north south|east west|upper lower|top bottom|inside "
    "outside|indoors outdoors|"
    "full empty|wet dry|hot cold|warm cool|front rear|clockwise anticlockwise|high low|fast slow|"
    "running stopped|morning evening|links rechts|oben unten|voll leer"
)
# Verbs that only bring a value to its subject, and attributes that anything may have.
LIGHT = frozenset("allow includ offer provid contain get com appli grant comprise".split())
GENERIC = frozenset("default timeout cost port host version statu preis beträgt betrag".split())
LABELS = frozenset(
    "page severity gate phase step version tier level section chapter stage room zone table figure "
    "class "
    "type option group layer rule part line floor building week iteration sprint round".split()
)
VERBS = frozenset(
    "require need use run get allow cost keep has contain support include offer handle last".split()
)
PAST = frozenset(
    "was were had formerly previously originally earlier before until ago old initially "
    "yesterday former previous war waren früher damals bisher".split()
)
SCOPING = frozenset(
    "for at above over below under beyond with if from than on after für bei über ab unter".split()
)
LEADS = frozenset("after before until since above below over under beyond vor nach bis ab".split())
BOUNDS = (
    (
        ">",
        re.compile(
            r"(at least|min(imum)?|no(t)? (less|fewer) than|more than|above|over|mindestens|≥|>)\b"
        ),
    ),
    (
        "<",
        re.compile(
            r"(at most|up to|max(imum|imal)?|no(t)? more than|within|under|below|(less|fewer) than"
            r"|limit(ed)?|höchstens|bis zu|≤|<)\b"
        ),
    ),
    (
        "~",
        re.compile(
            r"\b(about|around|roughly|approximately|nearly|almost|usually|typically"
            r"|average|etwa|ca)\b|~"
        ),
    ),
)
OPPOSITES = tuple(
    tuple(frozenset(side.split()) for side in pair.split("|"))
    for pair in (
        "enabled activated aktiviert|disabled deactivated deaktiviert",
        "active aktiv|inactive inaktiv",
        "public|private",
        "automatic|manual",
        "accepted approved|rejected refused declined",
        "supported unterstützt|unsupported deprecated discontinued retired",
        "required mandatory compulsory obligatory needed|optional voluntary",
        "allowed permitted erlaubt|forbidden prohibited disallowed banned verboten",
        "synchronous|asynchronous",
        "open|closed",
        "plural|singular",
        "encrypted|unencrypted",
        "available|unavailable",
        "free kostenlos|paid kostenpflichtig",
        "complete finished done|unfinished incomplete",
        "shipped released live|planned unreleased",
        "safe|unsafe",
    )
)
STATUS: dict[str, tuple[str, int]] = {
    word: (min(pair[0]), side) for pair in OPPOSITES for side in (0, 1) for word in pair[side]
}
_MONTHS = (
    "jan january januar|feb february februar|mar march märz|apr april|may mai|jun june juni|"
    "jul july juli|aug august|sep sept september|oct october okt oktober|nov november|"
    "dec december dez dezember"
).split("|")
MONTHS = {word: at for at, names in enumerate(_MONTHS, 1) for word in names.split()}
_WEEKDAYS = _table(
    "monday montag|tuesday dienstag|wednesday mittwoch|thursday donnerstag|friday freitag|"
    "saturday samstag|sunday sonntag"
)
WEEKDAYS = _WEEKDAYS | {f"{word}s": day for word, day in _WEEKDAYS.items()}
_UNITS = {
    "time": "0.001 ms millisecond|1 s sec second sekunde sekunden 秒 秒間 秒钟|"
    "60 min minute minuten "
    "分 分間 分钟|"
    "3600 h hr hour stunde stunden 時間 小时|86400 d day tag tage tagen 日 日間 天|"
    "604800 week woche wochen 週間 週 周|2592000 month monat monate monaten か月 ヶ月 个月|"
    "31536000 year jahr jahre jahren 年 年間",
    "size": "1 byte|1e3 kb kilobyte|1e6 mb megabyte|1e9 gb gigabyte|1e12 tb terabyte|1024 kib|"
    "1048576 mib|1073741824 gib|1099511627776 tib",
    "length": "0.001 mm|0.01 cm|1 m metre meter|1000 km kilometre kilometer|0.0254 inch|0.3048 "
    "foot feet ft|1609 mile",
    "mass": "1e-6 mg milligram|0.001 g gram|1 kg kilogram|1000 tonne",
    "percent": "1 % percent prozent パーセント",
    "volume": "0.001 ml millilitre milliliter|1 l litre liter|3.785 gallon",
    "power": "1 w watt|1000 kw kilowatt",
    "energy": "1 kwh",
    "temperature": "1 °c degree grad",
    "money": "1 € euro eur|1 $ dollar usd|1 £ pound gbp|1 ¥ yen 円 jpy|1 元 cny",
}
UNITS: dict[str, tuple[str, float, str]] = {
    name: (dimension, float(group.split()[0]), group.split()[1])
    for dimension, spec in _UNITS.items()
    for group in spec.split("|")
    for name in group.split()[1:]
}
EVERY = {
    "hourly": 3600.0,
    "daily": 86400.0,
    "nightly": 86400.0,
    "weekly": 604800.0,
    "monthly": 2592000.0,
    "yearly": 31536000.0,
    "annually": 31536000.0,
    "night": 86400.0,
}
_DIGITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
NUMBERS: dict[str, float] = (
    {word: float(n) for n, word in enumerate(_DIGITS)}
    | {
        word: 10.0 * n
        for n, pair in enumerate(
            "zehn|twenty zwanzig|thirty dreißig|forty vierzig|fifty fünfzig|sixty "
            "sechzig|seventy siebzig|"
            "eighty achtzig|ninety neunzig".split("|"),
            1,
        )
        for word in pair.split()
    }
    | {
        word: float(n)
        for n, word in enumerate("zwei drei vier fünf sechs sieben acht neun".split(), 2)
    }
)
NUMBERS |= {"elf": 11.0, "zwölf": 12.0, "vierzehn": 14.0, "once": 1.0, "twice": 2.0}
SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "k": 1e3, "dozen": 12.0}

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
_MARKUP = re.compile(
    r"[\w/.-]+\.[a-z]{1,4}:\d+(?:-\d+)?"  # a place in code
    r"|!?\[([^\]]*)\]\([^)]*\)|https?://\S+|[*`]+|\[\[([^\]|]*\|)?|\]\]"
)
_SENTENCE = re.compile(r"\S.*?(?:[.!?](?=\s+[^\Wa-z])|[。！？]|;(?=\s)|\Z)", re.DOTALL)
_CLAUSE = re.compile(
    r"\s*\([^)]*\)|,?\s\b(?:because|which|so that|whereas|although|weil)\b|\s[—–]\s"
    r"|,\s(?=(?:and|but|so|while|und|aber)\b)|\s(?=and then\b)"
    r"|\s(?=(?:and|but|und) "
    r"(?:is|are|was|were|has|have|can|cannot|must|may|will|should|ist|sind"
    r"|includes|contains|costs|needs|requires|supports|runs|keeps|offers|uses|handles|lasts)\b)"
)
_CONTRAST = re.compile(r",\s*(?:not|nicht)\b[^,;.]*|\bnot only\b", re.IGNORECASE)
# Sentences that list, suggest or illustrate state nothing; the hints are a quick look first.
_HINTS = (
    "example",
    "instance",
    "e.g",
    "such as",
    "z. b",
    "z.b",
    "beispiel",
    "例",
    "比如",
    "consider",
    "option",
    "propose",
    "either",
    "suggest",
    "would",
    "could",
    "?",
    " or ",
    " oder ",
)
_LISTED = re.compile(
    r"\bfor (example|instance)\b|\be\.g|\bsuch as\b|\bz\. ?b\.|\bbeispiel|例えば|たとえば|例如|比如"
    r"|\bconsider|\boptions?\b|\bpropose[ds]?\b|\beither\b|\bsuggest|\bwould\b|\bcould\b|\?\s*$"
    r"|(\d|teen|ty|two|three|four|five|six|seven|eight|nine|ten|one) (or|oder) "
)
_ASIDE = re.compile(
    r"option|alternativ|example|beispiel|histor|changelog|release notes|"
    r"rejected|proposal|考慮|选项|例",
    re.IGNORECASE,
)
_NOT_CJK = re.compile(
    r"ません|(?<!さも)なければ|なくては|(?<!少)(?<!すぎ)(?<!しれ)ない|なかった|不可以|不可|不能|不会|没有|不|没|未|禁止"
)
_CJK_STOP = re.compile(r"[\u3040-\u309f]+|可以|可能|的|了|是|为|和|在|会|能")
_LONGEST = 200  # characters of a clause; longer ones never agree word for word
_YEAR_BEFORE = frozenset("in since until by from of year im seit bis".split())
_HEADING = re.compile(r"#{1,6}\s+(.*)")
_ITEM = re.compile(r"\A\s*(?:[-*+>|]|\d+[.)])\s+")


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A light stem: enough to bring plural and singular, verb forms and adjectives together."""
    for ending, least, rest in (
        ("ies", 5, "y"),
        ("ment", 9, ""),
        ("ing", 6, ""),
        ("ity", 6, ""),
        ("ed", 5, ""),
        ("ly", 6, ""),
        ("es", 5, ""),
        ("en", 6, ""),
        ("s", 4, ""),
        ("e", 4, ""),
    ):
        if len(word) >= least and word.endswith(ending) and not word.endswith("ss"):
            word = word[: -len(ending)] + rest
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


_CANON = {stem(word): stem(first) for word, first in SAME.items()}
_CONTRARY = {stem(word): stem(other) for word, other in CONTRARY.items()}
_EVENTS = frozenset(_CANON.get(stem(word), stem(word)) for word in EVENTS)
_VERBS = frozenset(stem(word) for word in VERBS)


@lru_cache(maxsize=16384)
def canon(word: str) -> str:
    """The stem that stands for a word and those that say the same."""
    plain = word.casefold().replace("-", "").replace("’", "'").removesuffix("'s")
    root = stem(plain)
    return _CANON.get(root, root)


def contrary(x: str, y: str) -> bool:
    """Whether two stems deny each other: `left` and `right`, `lock` and `unlock`."""
    short, long = sorted((x, y), key=len)
    return _CONTRARY.get(x) == y or long in (
        f"un{short}",
        f"in{short}",
        f"non{short}",
        f"dis{short}",
    )


@lru_cache(maxsize=4096)
def topic(text: str) -> frozenset[str]:
    """The content words of a title or a heading."""
    return _Reader(text).claim(0, text).words


def speaks_of_event(words: frozenset[str]) -> bool:
    """Whether a date may be the point of these words (launched, due), not merely their scope."""
    return not words.isdisjoint(_EVENTS)


class _Token(NamedTuple):
    kind: str
    text: str
    start: int


class _Reader:
    """Walks the tokens of one clause; `claim` is what it has read."""

    def __init__(self, clause: str) -> None:
        self.clause = clause
        self.tokens = [_Token(m.lastgroup or "", m[0], m.start()) for m in _TOKEN.finditer(clause)]
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
            self._low(1) in AUX or self._low(1) == "then" or canon(self._low(1)) in _VERBS
        )

    def _low(self, at: int) -> str:
        return self.lows[at] if 0 <= at < len(self.lows) else ""

    def _kind(self, at: int) -> str:
        return self.tokens[at].kind if 0 <= at < len(self.tokens) else ""

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

    # dates and times of day

    def _add(self, at: int, value: Value) -> None:
        before = self._low(at - 1)
        told = at - self.copula <= 2 or before in (
            "since",
            "from",
            "by",
            "until",
            "to",
            "seit",
            "ab",
            "bis",
        )
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

    # numbers, units, rates

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
        """`120 requests` + `per minute` → requests per second; `30` + `per site` → its own "
        "dimension."""
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
            1900 <= amount < 2100 and self._low(at - 1) in _YEAR_BEFORE and len(self.lows[at]) == 4
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

    # words

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
        if low in AUX or low.endswith(("n't", "n’t")) or canon(low) in _VERBS:
            self.verbal = True
            self.subject = self.subject or frozenset(self.words)

    def _symbol(self, at: int, low: str) -> bool:
        """Words that are values: a frequency, a weekday, a month, a status after its verb, per "
        "what."""
        if self._frequency(at, low):
            return True
        if low in WEEKDAYS:
            self._add(at, Value("weekday", name=WEEKDAYS[low]))
        elif low in MONTHS and self._low(at - 1) in _YEAR_BEFORE:
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

    def _cjk(self, text: str) -> None:
        self.denials += len(_NOT_CJK.findall(text))
        for run in _CJK_STOP.split(_NOT_CJK.sub("の", text)):
            self.words.update(run[at : at + 2] for at in range(max(1, len(run) - 1)) if run)


def _digits(text: str) -> float:
    """`1,000` and `1.000` are a thousand, `1.5` and `1,5` one and a half."""
    plain = re.sub(r"[.,' \u00a0](?=\d{3}(?!\d))", "", text)
    return float(plain.replace(",", "."))


def claims(lines: Sequence[tuple[int, str]]) -> Iterator[Claim]:
    """Every claim of a page's prose, in order. A sentence may run over several lines."""
    for heading, starts, text in _paragraphs(lines):
        plain = _MARKUP.sub(_unmarked, text)
        for found in _SENTENCE.finditer(plain):
            line = starts[min(plain.count("\n", 0, found.start()), len(starts) - 1)]
            yield from _of_sentence(line, found[0].replace("\n", " ").strip(), heading)


def _paragraphs(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[str, list[int], str]]:
    """Heading, line numbers and text of every paragraph, list item or table row outside code."""
    heading, fenced, numbers, texts = "", False, list[int](), list[str]()
    for line, text in (*lines, (0, "")):
        fence = text.lstrip().startswith(("```", "~~~"))
        title = None if fenced else _HEADING.match(text)
        if numbers and (fence or title or not text.strip() or _ITEM.match(text)):
            yield heading, numbers, "\n".join(texts)
            numbers, texts = [], []
        fenced ^= fence
        heading = title[1] if title else heading
        if not (fence or fenced or title or _ASIDE.search(heading)) and text.strip():
            numbers.append(line)
            texts.append(_ITEM.sub("", text, count=1).strip())


def _of_sentence(line: int, shown: str, heading: str) -> Iterator[Claim]:
    if len(shown) < 4 or _lists(shown.lower()):
        return
    subject: frozenset[str] = frozenset()
    for clause in _CLAUSE.split(_CONTRAST.sub("", shown)):
        if 3 < len(clause) <= _LONGEST:
            reader = _Reader(clause)
            claim = reader.claim(line, shown, topic(heading))
            if reader.joined:  # `and are kept for ...`: of what the clause before spoke of
                claim = claim._replace(words=claim.words | subject)
            subject = subject if reader.joined else reader.subject or frozenset()
            yield claim


def _lists(low: str) -> bool:
    return any(hint in low for hint in _HINTS) and _LISTED.search(low) is not None


def _unmarked(found: re.Match[str]) -> str:
    """What is left of a piece of markup: the text of a link, nothing of an asterisk."""
    return found[1] or ""

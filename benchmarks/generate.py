"""Knowledge bases of any size for measuring: mixed English, Japanese and Italian, the same for one seed.

    python benchmarks/generate.py wiki FOLDER --pages 10000
    python benchmarks/generate.py guild FOLDER --pages 5000
    python benchmarks/generate.py home FOLDER --projects 200 --entries 250

Words are made of syllables and characters, and drawn as in real text: few of them often, most seldom
(Zipf), those of a page's own subject again and again. No word list of anybody else is needed.
"""

import argparse
import os
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

BYTES = 4000  # of a page
LANGUAGES = ("ja", "en", "it")
SUBJECT_SHARE = 0.12  # of a page's words are those of its subject
TYPES = ("DefinedTerm", "Organization", "HowTo", "custom/Practice", "Event", "Place")
FUNCTION = {
    "en": "the of and to in a is that for it as with on by this be are from or at an not".split(),
    "it": "di e il la che in un a per è una del della con da non si le dei alla come".split(),
    "ja": "の に は を た が で て と し れ さ ある いる も する から な こと として".split(),
}
ENDINGS = {
    "en": ("", "", "", "s", "ing", "ed", "ment", "er", "ness"),
    "it": ("o", "a", "i", "e", "zione", "mente", "are", "ato"),
    "ja": ("",),
}
# Syllables by their beginnings, middles and ends: enough of them that words begin alike as seldom as
# real ones do.
SYLLABLES = {
    "en": (
        "b br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w"
        " y".split(),
        "a e i o u ai ea ee ie oa oo ou".split(),
        ["", "", "n", "r", "l", "s", "t", "m", "nd", "st", "ck", "rt", "p", "d"],
    ),
    "it": (
        "b br c ch cr d f fr g gh gl gn gr l m n p pr qu r s sc sp st t tr v z".split(),
        "a e i o u ia io ie".split(),
        ["", "", "", "n", "r", "l", "s"],
    ),
}
KANJI = (
    "日本人大会年月時間学校生先手紙話電気水火山川田町村市国語文字書読見聞言行来出入立休働動力体重心"
    "思知考教室家族父母子女男友達食飲物品質量計画図地方法律制度政治経済社会事業務所場合同意見正直接"
    "続申請届児童当認証管理設定情報通信技術研究開発試験結果原因理由問題解決定義条件契約税金保険料費"
    "用途車道路駅空港船海岸森林農業工芸術音楽映画写真花鳥風雨雪春夏秋冬朝昼夜早速遅長短高低新古多少"
)
KATAKANA = "アイウカキクコサシスタテトナニネハヒフマミムラリルロパピプバブグゲドジデ"
VERBS = "行う 使う 定める 示す 求める 含む 続ける 変わる 考える 決まる 増える 確かめる".split()


class Vocabulary(NamedTuple):
    """The content words of a language, the commonest first, and how often each is drawn."""

    lang: str
    words: list[str]
    weights: list[float]  # cumulative

    def draw(self, chance: random.Random, count: int) -> list[str]:
        """So many words, as text has them."""
        return chance.choices(self.words, cum_weights=self.weights, k=count)

    def subject(self, chance: random.Random, count: int) -> list[str]:
        """Different words of middling rarity: what a page is about."""
        return [self.words[rank(chance, len(self.words))] for _ in range(count)]


def rank(chance: random.Random, size: int) -> int:
    """The place of a subject's word among so many: as likely from 100 to 1,000 as from 1,000 to 10,000."""
    return int(50 * (size / 50) ** chance.random())


def vocabulary(lang: str, size: int = 60_000) -> Vocabulary:
    """The words of a language; always the same."""
    chance = random.Random(f"words {lang}")
    made: dict[str, None] = {}
    while len(made) < size:
        syllables = chance.choice((1, 2) if len(made) < 2000 else (2, 2, 3))
        made[_japanese(chance) if lang == "ja" else _latin(chance, lang, syllables)] = None
    weights = list(accumulate(1 / (rank + 2.7) for rank in range(size)))
    return Vocabulary(lang, list(made), weights)


def _latin(chance: random.Random, lang: str, syllables: int) -> str:
    return "".join(syllable(chance, lang) for _ in range(syllables)) + chance.choice(ENDINGS[lang])


def syllable(chance: random.Random, lang: str) -> str:
    """A syllable."""
    return "".join(map(chance.choice, SYLLABLES[lang]))


def _japanese(chance: random.Random) -> str:
    if chance.random() < 0.25:
        letters = chance.choices(KATAKANA, k=chance.randint(2, 5))
        return "".join(letters) + chance.choice(("", "", "ー"))
    return "".join(chance.choices(KANJI, k=chance.choice((1, 2, 2, 2, 2, 3, 4))))


class Writer:
    """Text in one language."""

    def __init__(self, lang: str) -> None:
        self.vocabulary = vocabulary(lang)
        self.lang = lang

    def name(self, chance: random.Random, subject: Sequence[str]) -> str:
        """A title of two or three of the subject's words, seldom of one."""
        words = chance.sample(subject, chance.choice((1, 2, 2, 2, 2, 2, 3, 3, 3, 3)))
        return "の".join(words[:2]) if self.lang == "ja" else " ".join(words).capitalize()

    def sentence(self, chance: random.Random, subject: Sequence[str]) -> str:
        """A sentence, some of its words the subject's."""
        count = chance.randint(4, 12)
        words = [
            chance.choice(subject) if chance.random() < SUBJECT_SHARE else word
            for word in self.vocabulary.draw(chance, count)
        ]
        glue = chance.choices(FUNCTION[self.lang], k=count)
        if self.lang == "ja":
            body = "".join(word + particle for word, particle in zip(words, glue, strict=True))
            return body + chance.choice(VERBS) + "。"
        mixed = [w for pair in zip(glue, words, strict=True) for w in pair]
        return " ".join(mixed).capitalize() + ". "

    def paragraph(self, chance: random.Random, subject: Sequence[str]) -> str:
        """Some sentences."""
        return "".join(self.sentence(chance, subject) for _ in range(chance.randint(3, 7))).strip()

    def body(self, chance: random.Random, title: str, subject: Sequence[str], size: int) -> str:
        """Markdown of about so many bytes."""
        parts, length = [f"# {title}"], 0
        while length < size:
            if length and chance.random() < 0.3:
                parts.append(f"## {self.name(chance, subject)}")
            kind = chance.random()
            text = self.paragraph(chance, subject)
            if kind < 0.15:
                text = "\n".join(f"- {self.sentence(chance, subject).strip()}" for _ in range(4))
            elif kind < 0.2:
                text = f"`{identifier(chance)}`: {text}"
            parts.append(text)
            length += len(text.encode())
        return "\n\n".join(parts) + "\n"


def identifier(chance: random.Random) -> str:
    """A name as code has it."""
    first, *rest = (syllable(chance, "en") for _ in range(3))
    style = chance.random()
    if style < 0.4:
        return first + "".join(part.capitalize() for part in rest)
    return ("_" if style < 0.8 else "-").join((first, *rest))


def writers() -> dict[str, Writer]:
    """A writer a language."""
    return {lang: Writer(lang) for lang in LANGUAGES}


def wiki(folder: str, pages: int, seed: int = 1) -> None:
    """A WikiCommit wiki; two thirds of its pages exist in two or three languages."""
    chance, authors, number, made = random.Random(f"wiki {seed}"), writers(), 0, 0
    config = "translation:\n  primary_lang: ja\n  targets: [en, it]\ntheme: made for measuring\n"
    _save(f"{folder}/.wikicommit/config.yml", config)
    while made < pages:
        number += 1
        kind = chance.choice(TYPES)
        slug = f"{syllable(chance, 'en')}-{syllable(chance, 'en')}-{number}"
        versions = chance.sample(LANGUAGES, chance.choice((1, 1, 2, 2, 3, 3)))[: pages - made]
        ranks = [rank(chance, 60_000) for _ in range(12)]
        for lang in versions:
            subject = [authors[lang].vocabulary.words[place] for place in ranks]
            path = f"{folder}/.wikicommit/entity/{lang}/{kind}/{slug}.md"
            parent = "" if lang == versions[0] else f"entity/{versions[0]}/{kind}/{slug}.md"
            _save(path, _wiki_page(chance, authors[lang], kind, subject, parent))
            made += 1


def _wiki_page(
    chance: random.Random, writer: Writer, kind: str, subject: list[str], parent: str
) -> str:
    title = writer.name(chance, subject)
    description = "".join(writer.sentence(chance, subject) for _ in range(2)).strip()
    names = [writer.name(chance, subject) for _ in range(chance.choice((0, 1, 1, 2)))]
    lines = [
        "---",
        f"title: {title}",
        f"type: schema:{kind}",
        f"lang: {writer.lang}",
        f"tags: [{', '.join(writer.vocabulary.words[r] for r in chance.sample(range(300), 3))}]",
        f"aliases: [{', '.join(names)}]",
        f"review_status: {chance.choice(('pending', 'reviewed'))}",
        f"generated_at: 2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
        "sources:",
        f"  - {{type: url, url: 'https://example.org/{chance.randrange(10**6)}', hash: a1b2c3}}",
    ]
    if parent:
        lines.append(f"translated_from: .wikicommit/{parent}")
    lines += ["properties:", f"  description: {description}", "---", ""]
    size = int(chance.lognormvariate(0, 0.45) * (BYTES - 700))
    return "\n".join(lines) + "\n" + writer.body(chance, title, subject, size)


def guild(folder: str, pages: int, seed: int = 1) -> None:
    """A Guild wiki."""
    chance, authors = random.Random(f"guild {seed}"), writers()
    folders = "context standards products entities concepts decisions sources".split()
    for number in range(pages):
        writer = authors[chance.choice(("en", "en", "ja"))]
        where = chance.choice(folders)
        subject = writer.vocabulary.subject(chance, 12)
        title = writer.name(chance, subject)
        lines = [
            "---",
            f"type: {where.removesuffix('ies') + 'y' if where == 'entities' else where.rstrip('s')}",
            f"owner: {chance.choice(('backend', 'frontend', 'platform', 'people'))}",
            f"confidence: {chance.choice(('low', 'medium', 'high'))}",
            f"created_at: 2025-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
            f"updated_at: 2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
            f"tags: [{', '.join(subject[:2])}]",
            f"source_refs: [source-{chance.randrange(pages)}]",
            "---",
            "",
        ]
        body = writer.body(chance, title, subject, BYTES - 600)
        summary = f"# {title}\n\n## Summary\n\n{writer.sentence(chance, subject)}\n"
        body = body.replace(f"# {title}\n", summary, 1)
        slug = f"{syllable(chance, 'en')}-{syllable(chance, 'en')}-{number}"
        _save(f"{folder}/.guild/wiki/{where}/{slug}.md", "\n".join(lines) + "\n" + body)


def home(folder: str, projects: int, entries: int, seed: int = 1) -> None:
    """A RepoKnowledge home: so many projects of so many entries each."""
    chance, authors = random.Random(f"home {seed}"), writers()
    rows = ["# Registry", "", "| Project | Git URL | Last Update | Docs |", "|---|---|---|---|"]
    for number in range(projects):
        project = f"{identifier(chance).lower()}-{number}"
        day = f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
        rows.append(f"| {project} | https://example.org/{project}.git | {day} | {entries} |")
        meta = f"git_url: https://example.org/{project}.git\nlast_update: {day}\n"
        _save(f"{folder}/{project}/_meta.md", f"{meta}total_docs: {entries}\n")
        listed = list(_entries(f"{folder}/{project}", chance, authors, entries))
        _save(f"{folder}/{project}/_index.md", f"# {project}\n\n" + "".join(listed))
    _save(f"{folder}/_registry.md", "\n".join(rows) + "\n")


def _entries(
    folder: str, chance: random.Random, authors: dict[str, Writer], count: int
) -> Iterator[str]:
    """Write the docs of a project; yields their index entries."""
    for number in range(count):
        writer = authors[chance.choice(("en", "en", "ja"))]
        subject = writer.vocabulary.subject(chance, 8)
        name, what = f"{identifier(chance)}{number}", writer.sentence(chance, subject).strip()
        text = (
            f"---\ncached: 2026-01-01\nsource: src/{name}.py\n---\n\n## {name}\n\n"
            f"**File:** src/{name}.py\n\n### What It Does\n\n{what}\n\n"
            f"### Notes\n\n{writer.paragraph(chance, subject)}\n"
        )
        _save(f"{folder}/docs/{name}.md", text)
        yield f"- [{name}](docs/{name}.md) — {what}\n  aliases: [{', '.join(subject[:3])}]\n"


def queries(count: int, seed: int = 2) -> list[str]:
    """Mixed queries for the wikis: words common and rare, names, phrases, sentences, short terms."""
    chance, authors = random.Random(f"queries {seed}"), writers()
    return [_query(number % 10, chance, authors) for number in range(count)]


def _query(kind: int, chance: random.Random, authors: dict[str, Writer]) -> str:
    writer = authors[("en", "ja", "it")[kind % 3]]
    if kind == 6:  # a whole sentence
        return writer.sentence(chance, writer.vocabulary.subject(chance, 4)).strip()
    if kind == 7:  # one character
        return chance.choice(KANJI)
    if kind == 8:
        return identifier(chance)
    if kind == 9:  # two languages at once
        return " ".join(authors[lang].vocabulary.subject(chance, 1)[0] for lang in ("en", "ja"))
    words = writer.vocabulary.subject(chance, 1 + kind // 2)
    return " ".join(words)


def _save(path: str, text: str) -> None:
    try:
        file = open(path, "w", encoding="utf-8", newline="\n")
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        file = open(path, "w", encoding="utf-8", newline="\n")
    with file:
        file.write(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write one knowledge base."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kind", choices=("wiki", "guild", "home"))
    parser.add_argument("folder")
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--projects", type=int, default=20)
    parser.add_argument("--entries", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    if chosen.kind == "home":
        home(chosen.folder, chosen.projects, chosen.entries, chosen.seed)
    else:
        make = wiki if chosen.kind == "wiki" else guild
        make(chosen.folder, chosen.pages, chosen.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())

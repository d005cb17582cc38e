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

BYTES = 4000  # of a page
LANGUAGES = ("ja", "en", "it")
SUBJECT_SHARE = 0.12  # of a page's words are those of its subject
TYPES = ("DefinedTerm", "Organization", "HowTo", "custom/Practice", "Event", "Place")


def _list(words: str) -> list[str]:
    return words.split()


FUNCTION = {
    "en": _list("the of and to in a is that for it as with on by this be are from or at an not"),
    "it": _list("di e il la che in un a per è una del della con da non si le dei alla come"),
    "ja": _list("の に は を た が で て と し れ さ ある いる も する から な こと として"),
}
ENDINGS = {
    "en": ("", "", "", "s", "ing", "ed", "ment", "er", "ness"),
    "it": ("o", "a", "i", "e", "zione", "mente", "are", "ato"),
    "ja": ("",),
}
# Syllables by their beginnings, middles and ends: so many that words begin alike as seldom as real ones.
SYLLABLES = {
    "en": (
        _list(
            "b br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th"
            " tr v w y"
        ),
        _list("a e i o u ai ea ee ie oa oo ou"),
        ["", "", "n", "r", "l", "s", "t", "m", "nd", "st", "ck", "rt", "p", "d"],
    ),
    "it": (
        _list("b br c ch cr d f fr g gh gl gn gr l m n p pr qu r s sc sp st t tr v z"),
        _list("a e i o u ia io ie"),
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
VERBS = _list("行う 使う 定める 示す 求める 含む 続ける 変わる 考える 決まる 増える 確かめる")


SIZE = 60_000  # content words of a language
WEIGHTS = list(accumulate(1 / (place + 2.7) for place in range(SIZE)))
Places = Sequence[
    int
]  # of words in the vocabulary, the commonest first: the same idea in every language


def rank(chance: random.Random) -> int:
    """The place of a subject's word: as likely from 100 to 1,000 as from 1,000 to 10,000."""
    return int(50 * (SIZE / 50) ** chance.random())


def subject(chance: random.Random, count: int = 12) -> list[int]:
    """What a page is about: words of middling rarity."""
    return [rank(chance) for _ in range(count)]


def vocabulary(lang: str) -> list[str]:
    """The content words of a language; always the same."""
    chance = random.Random(f"words {lang}")
    made: dict[str, None] = {}
    while len(made) < SIZE:
        syllables = chance.choice((1, 2) if len(made) < 2000 else (2, 2, 3))
        made[_japanese(chance) if lang == "ja" else _latin(chance, lang, syllables)] = None
    return list(made)


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
    """Text in one language. `plan` draws what is said, the same for each version of a page."""

    def __init__(self, lang: str) -> None:
        self.lang, self.words = lang, vocabulary(lang)
        self._taste = random.Random(f"taste {lang}")  # draws how it is said in this language

    def name(self, plan: random.Random, about: Places) -> str:
        """A title of two or three of the subject's words, seldom of one."""
        places = plan.sample(about, plan.choice((1, 2, 2, 2, 2, 2, 3, 3, 3, 3)))
        words = [self.words[place] for place in places]
        return "の".join(words) if self.lang == "ja" else " ".join(words).capitalize()

    def sentence(self, plan: random.Random, about: Places) -> str:
        """A sentence, some of its words the subject's."""
        count = plan.randint(4, 12)
        words = [
            self.words[plan.choice(about) if plan.random() < SUBJECT_SHARE else place]
            for place in plan.choices(range(SIZE), cum_weights=WEIGHTS, k=count)
        ]
        glue = self._taste.choices(FUNCTION[self.lang], k=count)
        if self.lang == "ja":
            body = "".join(word + particle for word, particle in zip(words, glue, strict=True))
            return body + self._taste.choice(VERBS) + "。"
        mixed = [w for pair in zip(glue, words, strict=True) for w in pair]
        return " ".join(mixed).capitalize() + ". "

    def paragraph(self, plan: random.Random, about: Places) -> str:
        """Some sentences."""
        return "".join(self.sentence(plan, about) for _ in range(plan.randint(3, 7))).strip()

    def body(self, plan: random.Random, title: str, about: Places, size: int) -> str:
        """Markdown of about so many bytes, in paragraphs of four hundred."""
        parts = [f"# {title}"]
        for number in range(max(1, size // 430)):
            if number and plan.random() < 0.3:
                parts.append(f"## {self.name(plan, about)}")
            kind = plan.random()
            if kind < 0.15:
                parts.append("\n".join(f"- {self.sentence(plan, about).strip()}" for _ in range(4)))
            elif kind < 0.2:
                parts.append(f"`{identifier(plan)}`: {self.paragraph(plan, about)}")
            else:
                parts.append(self.paragraph(plan, about))
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
        for lang in versions:
            path = f"{folder}/.wikicommit/entity/{lang}/{kind}/{slug}.md"
            parent = "" if lang == versions[0] else f"entity/{versions[0]}/{kind}/{slug}.md"
            plan = random.Random(f"page {seed} {number}")
            _save(path, _wiki_page(plan, authors[lang], kind, parent))
            made += 1


def _wiki_page(plan: random.Random, writer: Writer, kind: str, parent: str) -> str:
    about = subject(plan)
    title = writer.name(plan, about)
    names = [writer.name(plan, about) for _ in range(plan.choice((0, 1, 1, 2)))]
    description = "".join(writer.sentence(plan, about) for _ in range(2)).strip()
    lines = [
        "---",
        f"title: {title}",
        f"type: schema:{kind}",
        f"lang: {writer.lang}",
        f"tags: [{', '.join(writer.words[place] for place in plan.sample(range(300), 3))}]",
        f"aliases: [{', '.join(names)}]",
        f"review_status: {plan.choice(('pending', 'reviewed'))}",
        f"generated_at: 2026-{plan.randint(1, 12):02}-{plan.randint(1, 28):02}",
        "sources:",
        f"  - {{type: url, url: 'https://example.org/{plan.randrange(10**6)}', hash: a1b2c3}}",
    ]
    if parent:
        lines.append(f"translated_from: .wikicommit/{parent}")
    lines += ["properties:", f"  description: {description}", "---", ""]
    size = int(plan.lognormvariate(0, 0.45) * (BYTES - 900))
    return "\n".join(lines) + "\n" + writer.body(plan, title, about, size)


def guild(folder: str, pages: int, seed: int = 1) -> None:
    """A Guild wiki."""
    chance, authors = random.Random(f"guild {seed}"), writers()
    folders = _list("context standards products entities concepts decisions sources")
    for number in range(pages):
        writer = authors[chance.choice(("en", "en", "ja"))]
        where = chance.choice(folders)
        about = subject(chance)
        title = writer.name(chance, about)
        kind = "entity" if where == "entities" else where.rstrip("s")
        lines = [
            "---",
            f"type: {kind}",
            f"owner: {chance.choice(('backend', 'frontend', 'platform', 'people'))}",
            f"confidence: {chance.choice(('low', 'medium', 'high'))}",
            f"created_at: 2025-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
            f"updated_at: 2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
            f"tags: [{writer.name(chance, about)}]",
            f"source_refs: [source-{chance.randrange(pages)}]",
            "---",
            "",
        ]
        body = writer.body(chance, title, about, BYTES - 600)
        summary = f"# {title}\n\n## Summary\n\n{writer.sentence(chance, about)}\n"
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
        about = subject(chance)
        name, what = f"{identifier(chance)}{number}", writer.sentence(chance, about).strip()
        text = (
            f"---\ncached: 2026-01-01\nsource: src/{name}.py\n---\n\n## {name}\n\n"
            f"**File:** src/{name}.py\n\n### What It Does\n\n{what}\n\n"
            f"### Notes\n\n{writer.paragraph(chance, about)}\n"
        )
        _save(f"{folder}/docs/{name}.md", text)
        yield f"- [{name}](docs/{name}.md) — {what}\n  aliases: [{writer.name(chance, about)}]\n"


def queries(count: int, seed: int = 2) -> list[str]:
    """Mixed queries for the wikis: words common and rare, names, phrases, sentences, short terms."""
    chance, authors = random.Random(f"queries {seed}"), writers()
    return [_query(number % 10, chance, authors) for number in range(count)]


def _query(kind: int, chance: random.Random, authors: dict[str, Writer]) -> str:
    writer = authors[("en", "ja", "it")[kind % 3]]
    if kind == 6:  # a whole sentence
        return writer.sentence(chance, subject(chance)).strip()
    if kind == 7:  # one character
        return chance.choice(KANJI)
    if kind == 8:
        return identifier(chance)
    if kind == 9:  # two languages at once
        return " ".join(authors[lang].words[rank(chance)] for lang in ("en", "ja"))
    return " ".join(writer.words[place] for place in subject(chance, 1 + kind // 2))


def _save(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
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

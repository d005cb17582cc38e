"""Personal notes: `memo` keeps a text under a title in the project `_personal`."""

import re
from collections.abc import Iterable

from otherwords import rkindex
from otherwords.documenting import render
from otherwords.documenting.definition import first_sentence
from otherwords.documenting.home import PERSONAL, Home, inside, text, write
from otherwords.errors import UsageError, WriteRefused
from otherwords.rkindex import Entry


def memo(home: Home, title: str, body: str, today: str) -> str:
    """Write a note, new or over the one of that name; its doc path."""
    title = rkindex.one_line(title)
    if not any(c.isalnum() for c in title) or not body.strip():
        raise UsageError("a memo is a title and a text: otherwords memo 'title: text'")
    folder = home.root / PERSONAL
    doc = f"docs/{render.slug(title.lower())}.md"
    with home.only(PERSONAL):
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "_meta.md").exists():
            fields = {"type": "personal", "git_url": "none", "created": today}
            write(folder / "_meta.md", rkindex.with_meta("", fields))
        content = f"{render.front_matter(today, 'personal')}\n## {title}\n\n{body.strip()}\n"
        write(inside(folder, doc), content)
        home.edit(folder / "_index.md", lambda old: _indexed(old, title, doc, body))
        home.recount(PERSONAL, today)
    return doc


def _indexed(old: str, title: str, doc: str, body: str) -> str:
    """The index with the note; a new one is named by its title and the terms that its text
    marks."""
    plain = re.sub(r"^#+\s.*$|[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}", "", body, flags=re.M)
    entry = Entry(title, doc, first_sentence(plain))
    known = any(e.doc == doc for e in rkindex.parse(old))
    aliases = () if known else tuple(_writable([title, *key_terms(body)]))
    return rkindex.put_entry(old or "# _personal\n\n", entry._replace(aliases=aliases))


def key_terms(body: str) -> list[str]:
    """The terms that a text itself marks: code, bold, links, tags and capital abbreviations."""
    marked = re.findall(
        r"`([^`\n]{2,60})`|\*\*([^*\n]{2,60})\*\*|\[\[([^\]|\n]{2,60})|(?<!\w)#(\w[\w-]+)|\b([A-Z][A-Z0-9]{1,9})\b",
        body,
    )
    return list(dict.fromkeys(next(filter(None, groups)).strip() for groups in marked))


def _writable(terms: Iterable[str]) -> list[str]:
    kept: dict[str, str] = {}
    for term in terms:
        try:
            kept.setdefault(rkindex.fold(term), rkindex.checked(term))
        except WriteRefused:
            continue
    return list(kept.values())[: rkindex.MOST_ALIASES]


def existing(home: Home, title: str) -> str:
    """The text of the note of this title; '' for none."""
    return text(home.root / PERSONAL / f"docs/{render.slug(title.lower())}.md")

"""What is stored and indexed of a page, and how a page becomes a row of text.

A row is all that the engine needs of a page: the terms of each field, the exact keys, and the page
itself in packed form. Rows are plain tuples of strings and bytes, so that they can be kept in a file.
"""

import marshal

import tantivy

from otherwords.analysis import index_text, key
from otherwords.analysis.blocks import block_text
from otherwords.engines.headings import heading_keys
from otherwords.model import Page, Reading, Source, primary
from otherwords.moments import stamp
from otherwords.query import confidence_rank
from otherwords.values import NamedTuple

VERSION = 6  # of the schema and of the analysis; another one on disk is rebuilt

# The fields that wordings are looked for in, with their boosts. `text` is the whole page, names first;
# what a name or summary adds on top is half of it each (docs/decisions.md, "field boosts").
BOOSTS = {
    "text": 1.0,
    "title": 0.5,
    "aliases": 0.5,
    "slug": 0.5,
    "description": 0.5,
    "tags": 0.5,
}
FIELDS = (*BOOSTS, "body", "front")  # the last two: to the letter, where a contract asks for that
KEYS = ("path", "lang", "concept", "name", "alias", "tag", "filter", "supersedes")


class Row(NamedTuple):
    """A page as the engine stores it."""

    path: str
    texts: tuple[str, ...]  # the terms of each of FIELDS
    keys: tuple[tuple[str, ...], ...]  # the exact values of each of KEYS
    updated: int  # YYYYMMDDhhmmss in UTC, 0 where unknown
    fresh: int  # what orders pages by time of change, then confidence
    tie: int  # a number of the path alone: the order of pages with equal scores
    packed: bytes


def schema() -> tantivy.Schema:
    """The tantivy schema: texts with positions, keys as they are, the packed page."""
    builder = tantivy.SchemaBuilder()
    for field in FIELDS:
        builder.add_text_field(field, tokenizer_name="terms")
    for name in KEYS:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("updated", indexed=True, fast=True)
    builder.add_unsigned_field("fresh", fast=True)
    builder.add_unsigned_field("tie", indexed=True, fast=True)
    builder.add_bytes_field("page", stored=True)
    return builder.build()


def pack(page: Page) -> bytes:
    """A page as bytes."""
    plain = page._asdict() | {
        "sources": tuple(tuple(source) for source in page.sources),
        "fields": tuple(tuple(field) for field in page.fields),
    }
    return marshal.dumps(tuple(plain.values()))


def unpack(data: bytes) -> Page:
    """The page of `pack`."""
    page = Page(*marshal.loads(data))
    return page._replace(sources=tuple(Source(*s) for s in page.sources))


def slug(path: str) -> str:
    """The file name without its ending."""
    name = path.rpartition("/")[2]
    return name[:-3] if name.lower().endswith(".md") else name.rpartition(".")[0] or name


def row(reading: Reading) -> Row:
    """The row of a page that was read."""
    page = reading.page
    assert page is not None  # pages that are left out have no row
    names, headings = "\n".join(page.aliases), "\n".join(reading.headings)
    texts = (
        "\n".join((page.title, page.title, names, page.description, headings, reading.prose)),
        page.title,
        names,
        slug(page.path),
        page.description,
        "\n".join(page.tags),
    )
    from hashlib import blake2b  # only where pages are indexed

    updated = stamp(page.updated)
    return Row(
        page.path,
        (*map(index_text, texts), block_text(reading.body), block_text(reading.front)),
        _keys(page),
        updated,
        4 * updated + confidence_rank(page.field("confidence")),
        int.from_bytes(
            blake2b(page.path.encode("utf-8", "surrogateescape"), digest_size=7).digest(), "big"
        ),
        pack(page),
    )


def _keys(page: Page) -> tuple[tuple[str, ...], ...]:
    names = (page.title, *page.aliases, slug(page.path), page.path, page.path.removesuffix(".md"))
    fields = (*page.fields, ("type", page.kind), ("review", page.review))
    found = [f"{k}:{value.casefold()}" for k, value in fields if value and k != "heading"]
    headings = heading_keys(value for k, value in page.fields if k == "heading")
    return (
        (page.path,),
        (page.lang, primary(page.lang)),
        (page.concept,),
        tuple(dict.fromkeys(filter(None, map(key, names)))),
        tuple(dict.fromkeys(filter(None, map(key, page.aliases)))),
        tuple(dict.fromkeys(filter(None, map(key, page.tags)))),
        tuple(dict.fromkeys((*found, *headings))),
        page.supersedes,
    )

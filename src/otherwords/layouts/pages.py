"""From a parsed document to a page, as all layouts do it: names, tags, sources, notices.

The parser is imported at the first page that is read: where nothing changed, a search needs none.
"""

from collections.abc import Iterable, Mapping

from otherwords.model import Notice, Page, Passage, Reading, Source
from otherwords.values import TYPE_CHECKING, pattern

if TYPE_CHECKING:
    from otherwords.markdown import Document, Remark

Meta = Mapping[str, object]

_UNREADABLE = ("yaml-error", "front-matter-not-mapping", "front-matter-too-large")
_LINK = pattern(r"\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")
_TAGS = pattern(r"\s+(?=#)|,")
_URL = pattern(r"(?i)[a-z][a-z0-9+.-]*://")
_KINDS = {"url": "url", "path": "path", "wikicommit": "url", "manual": "author"}


def parse(data: bytes) -> "Document":
    """The parts of a page file."""
    from otherwords import markdown

    return markdown.parse(data)


def words(meta: Meta, *keys: str) -> tuple[str, ...]:
    """The strings under the first of these keys that has any, each once and on one line."""
    for key in keys if meta else ():
        found = (" ".join(unlinked(text).split()) for text in _flat(meta.get(key)))
        if kept := tuple(dict.fromkeys(text for text in found if text)):
            return kept
    return ()


def raw(meta: Meta, *keys: str) -> tuple[str, ...]:
    """The strings under these keys as they are written: paths, slugs, codes."""
    found = (text.strip() for key in keys for text in _flat(meta.get(key)))
    return tuple(dict.fromkeys(text for text in found if text))


def paths(meta: Meta, key: str) -> tuple[str, ...]:
    """Paths, `[[links]]` or `{path: …}` entries under a key, as the targets that they name."""
    value = meta.get(key)
    listed = value if isinstance(value, list) else [value]
    entries = (entry if isinstance(entry, dict) else {"path": entry} for entry in listed)
    found = (target(text) for entry in entries for text in raw(entry, "path"))
    return tuple(dict.fromkeys(text for text in found if text))


def word(meta: Meta, *keys: str) -> str:
    """The first string under these keys, or ''."""
    return next(iter(words(meta, *keys)), "")


def tags(meta: Meta, inline: Iterable[str] = ()) -> tuple[str, ...]:
    """A page's tags without '#': a list, or one string with commas (or '#a #b')."""
    value = meta.get("tags", meta.get("tag"))
    listed = _flat(value)
    if isinstance(value, str):
        listed = tuple(_TAGS.split(value))
    found = (text.strip().lstrip("#").strip() for text in (*listed, *inline))
    return tuple(dict.fromkeys(text for text in found if text))


def aliases(meta: Meta) -> tuple[str, ...]:
    """A page's other names; `[[Type/slug|Name]]` gives Name."""
    return tuple(dict.fromkeys((*words(meta, "aliases"), *words(meta, "alias"))))


def sources(meta: Meta) -> tuple[Source, ...]:
    """The entries of `sources`, each once: url, path, wikicommit, manual."""
    value = meta.get("sources", meta.get("source"))
    listed = value if isinstance(value, list) else [value]
    flat = (entry for item in listed for entry in (item if isinstance(item, list) else [item]))
    return tuple(dict.fromkeys(source for entry in flat if (source := _source(entry))))


def unlinked(text: str) -> str:
    """A front matter value with `[[target|label]]` as its label, `[[Type/slug]]` as its slug."""
    return _LINK.sub(lambda m: m[2] or m[1].rpartition("/")[2], text) if "[[" in text else text


def target(text: str) -> str:
    """What a front matter value names: `[[target|label]]` its target, anything else itself."""
    match = _LINK.fullmatch(text.strip())
    return (match[1] if match else text).strip()


def stem(path: str) -> str:
    """A path's file name without its suffix."""
    return path.rpartition("/")[2].rpartition(".")[0]


def fields(*pairs: tuple[str, Iterable[str]]) -> tuple[tuple[str, str], ...]:
    """Filterable values, one pair a value, without the empty ones."""
    return tuple((key, value) for key, values in pairs for value in values if value)


def reading(page: Page | None, document: "Document", notices: Iterable[Notice] = ()) -> Reading:
    """A page with its text, passages and all that is to be said of it."""
    return Reading(
        page,
        tuple(heading.text for heading in document.headings if heading.text),
        document.prose,
        tuple(Passage(s.heading, s.text, s.line) for s in document.sections if s.heading or s.text),
        tuple(notices),
    )


def remarks(document: "Document", path: str) -> tuple[Notice, ...]:
    """What the parser says of a file."""
    return tuple(Notice(r.code, r.message, path, r.line) for r in document.remarks)


def unreadable(document: "Document", path: str, required: bool) -> Reading | None:
    """The reading of a page that its front matter keeps out, or None where that can be read."""
    if document.meta or (document.meta is not None and not required):
        return None
    why = next((r for r in document.remarks if r.code in _UNREADABLE), None)
    if why is None:
        message = "no front matter, so its type and status are not known: begin the file with one"
        notice = Notice("front-matter-missing", message, path, 1, "left-out")
    else:
        notice = Notice(why.code, why.message, path, why.line, "left-out")
    others = (n for n in remarks(document, path) if n.code not in _UNREADABLE)
    return Reading(None, notices=(notice, *others))


def mapping(data: bytes) -> tuple[Meta | None, tuple["Remark", ...]]:
    """A YAML settings file as a mapping, and what the parser says of it."""
    text = data.removeprefix(b"\xef\xbb\xbf")
    opened = text.lstrip().startswith(b"---")
    document = parse((text if opened else b"---\n" + text) + b"\n---\n")
    shift = 0 if opened else 1
    return document.meta, tuple(r._replace(line=max(r.line - shift, 0)) for r in document.remarks)


def _source(entry: object) -> Source | None:
    if not isinstance(entry, dict):
        text = next(iter(_flat(entry)), "").strip()
        return Source("url" if _URL.match(text) else "path", text) if text else None
    kind = word(entry, "type").lower()
    if kind not in _KINDS:
        kind = next((k for k in ("url", "path", "author") if word(entry, k)), "")
        kind = "manual" if kind == "author" else kind
    value = next(iter(raw(entry, _KINDS[kind], "url", "path")), "") if kind else ""
    return Source(kind, value) if value or kind == "manual" else None


def _flat(value: object) -> tuple[str, ...]:
    if value is None or isinstance(value, str):
        return () if value is None else (value,)
    from otherwords.markdown import flatten

    return flatten(value)

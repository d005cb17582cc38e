"""What of a page is encoded: its names, its head, its passages; each text known by its content."""

import math
from collections.abc import Callable, Iterator, Mapping

from otherwords.analysis import key
from otherwords.model import Page, Reading
from otherwords.ports import Encoder, Owned, Vectors
from otherwords.values import NamedTuple, pattern

NAME, HEAD, PASSAGE = 0, 1, 2
LONGEST = 900  # units of a passage: a character, or half one of a script without spaces
MOST_PASSAGES = 200  # of one page

_WIDE = pattern("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\u0e00-\u0e7f]")
_SENTENCE = pattern(r"(?<=[.!?؟।])\s+|(?<=[。！？])|\n+")
_JOINTS = pattern(r"[-_ .]+")
_CODE = pattern(r"[a-z]{1,4}[-_]?\d[\w-]*|[0-9a-f-]{8,}")  # a file name that says nothing


class Text(NamedTuple):
    """A text to encode: what it is of its page, and its content's digest."""

    kind: int
    digest: bytes
    text: str


def texts(reading: Reading) -> list[Text]:
    """All that is encoded of a page, each text once."""
    page = reading.page
    if page is None:
        return []
    found = [*((NAME, name) for name in names(page))]
    if page.description:
        found.append((HEAD, head(page)))
    found += [(PASSAGE, text) for text in _passages(page, reading)]
    return [Text(kind, digest(text), text) for kind, text in dict.fromkeys(found)]


def digest(text: str) -> bytes:
    """A text's content as sixteen bytes."""
    from hashlib import blake2b  # only where pages are encoded

    return blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()


def names(page: Page) -> list[str]:
    """Title, aliases, and the file name as words where it says something else."""
    stem = page.path.rpartition("/")[2].removesuffix(".md")
    words = "" if _CODE.fullmatch(stem) else " ".join(_JOINTS.split(stem)).strip()
    unique: dict[str, str] = {}
    for name in (page.title, *page.aliases, words):
        if folded := key(name):
            unique.setdefault(folded, name)
    return list(unique.values())


def head(page: Page) -> str:
    """A page in one sentence: its names and its description."""
    aliases = f" ({', '.join(page.aliases)})" if page.aliases else ""
    return f"{page.title}{aliases}. {page.description}"


def _passages(page: Page, reading: Reading) -> list[str]:
    """The sections in pieces, each said with its page and heading."""
    pieces = []
    for passage in reading.passages:
        heading = f" / {passage.heading}" if passage.heading not in ("", page.title) else ""
        pieces += [f"{page.title}{heading}: {piece}" for piece in split(passage.text)]
    return pieces[:MOST_PASSAGES]


def split(text: str, longest: int = LONGEST) -> Iterator[str]:
    """A text in pieces of whole sentences, none longer than so many units."""
    piece = ""
    for sentence in filter(None, map(str.strip, _SENTENCE.split(text))):
        while _size(sentence) > longest:
            cut = longest // 2 if _size(sentence) > 1.5 * len(sentence) else longest
            if piece:
                yield piece
                piece = ""
            yield sentence[:cut]
            sentence = sentence[cut:]
        if piece and _size(piece) + _size(sentence) >= longest:
            yield piece
            piece = sentence
        else:
            piece = f"{piece} {sentence}".strip()
    if piece:
        yield piece


def _size(text: str) -> int:
    return len(text) + len(_WIDE.findall(text))


class Job(NamedTuple):
    """What encoding a knowledge base needs."""

    encoder: Encoder
    vectors: Vectors
    read: Callable[[str], Reading | None]  # a page of the base, as its layout reads it
    files: Mapping[str, bytes]  # path of each page -> its file's digest
    token: str  # the state of the index that these files are of
    clock: Callable[[], float]  # seconds
    progress: Callable[[int, int], None] | None = None


BATCH, KEEP_SECONDS = 8, 20.0


def encode(job: Job, seconds: float = math.inf) -> tuple[int, int]:
    """Encode what has no vector yet, for so many seconds at most; returns pages covered, and all pages.

    What was encoded is kept every few seconds, so that it can be interrupted at any moment.
    """
    until = job.clock() + seconds
    owned, fresh = _owned(job, until)
    keys = set(job.vectors.keys())
    wanted = [text for page in fresh.values() for text in page if text.digest not in keys]
    wanted += _forgotten(job, owned, fresh, keys)
    unique = list({text.digest: text for text in wanted}.values())
    kept = job.clock()
    for start in range(0, len(unique), BATCH):
        if job.clock() >= until:
            break
        batch = unique[start : start + BATCH]
        vectors = job.encoder.encode([text.text for text in batch], False)
        job.vectors.add(
            [(text.digest, vector) for text, vector in zip(batch, vectors, strict=True)]
        )
        if job.progress:
            job.progress(min(start + BATCH, len(unique)), len(unique))
        if job.clock() - kept > KEEP_SECONDS:
            job.vectors.assign(owned, job.token)
            kept = job.clock()
    return job.vectors.assign(owned, job.token), len(job.files)


def _owned(job: Job, until: float) -> tuple[dict[str, Owned], dict[str, list[Text]]]:
    """Which texts each page has; pages whose file changed are read again."""
    before = job.vectors.owned()
    owned: dict[str, Owned] = {}
    fresh: dict[str, list[Text]] = {}
    for path, file in job.files.items():
        known = before.get(path)
        if known and known.file == file:
            owned[path] = known
        elif job.clock() < until and (reading := job.read(path)) and reading.page:
            page = reading.page
            encoded = texts(reading) if job.encoder.knows(page.lang) else []
            keyed = tuple((text.kind, text.digest) for text in encoded)
            owned[path] = Owned(page.lang, page.concept, keyed, file)
            fresh[path] = encoded
    return owned, fresh


def _forgotten(
    job: Job, owned: Mapping[str, Owned], fresh: Mapping[str, list[Text]], keys: set[bytes]
) -> Iterator[Text]:
    """Texts of pages read earlier whose encoding was interrupted."""
    for path, page in owned.items():
        if path not in fresh and any(digest not in keys for _, digest in page.texts):
            reading = job.read(path)
            if reading:
                yield from (text for text in texts(reading) if text.digest not in keys)

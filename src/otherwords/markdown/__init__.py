"""What is in a page file: front matter, title, headings, links, tags, prose, passages.

The only parser of page files. Bytes in, values out: it touches no disk, and raises on no bytes.
"""

from .decoding import decode
from .document import flatten, parse
from .front import FrontMatter, front_matter
from .parts import Document, Heading, Link, Remark, Section

__all__ = [
    "Document",
    "FrontMatter",
    "Heading",
    "Link",
    "Remark",
    "Section",
    "decode",
    "flatten",
    "front_matter",
    "parse",
]

"""From marked-up text to what a reader sees. Each pattern here takes linear time on any text."""

from __future__ import annotations

import re
from html import unescape

from otherwords.values import pattern

_SPACELESS = "\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff"
_WRAP = pattern(f"\r(?<=[{_SPACELESS}]\r)(?=[{_SPACELESS}])")
_STRAY_BOLD = pattern(rf"\*\*(?:(?=[{_SPACELESS}])|(?<=[{_SPACELESS}]\*\*))")
TAG = pattern(r"(?:^|(?<=[\s(\[{,;:、。（「]))#([\w/-]*[^\W\d_][\w/-]*)")
"""An inline ``#tag``: at least one letter, after a space or an opening sign."""
_ANCHOR = pattern(r" ?\{:? ?#[\w:.-]+ ?\}$")
_COMMENT = pattern(r"<!--.*?-->", re.DOTALL)
_ALT = pattern(r"""<img\b[^<>]*?\balt=["']([^"'<>]*)["'][^<>]*>""", re.IGNORECASE)
_PHRASE = pattern(
    r"</?(?:a|abbr|b|code|em|font|i|ins|kbd|mark|rp|rt|ruby|s|small|span|strong|sub|sup|u|var)"
    r"(?:\s[^<>]*)?>",
    re.IGNORECASE,
)
_ELEMENT = pattern(r"<[!?/a-zA-Z][^<>]*>")


def unmarked(text: str) -> str:
    """Text without the ``~~`` and ``**`` that CommonMark leaves in it.

    It takes ``**「強調」**です`` for no emphasis, because a letter follows the closing mark.
    """
    if "~~" in text:
        text = text.replace("~~", "")
    if "**" in text and not text.isascii():
        text = _STRAY_BOLD.sub("", text)
    return text


def tidy(text: str) -> str:
    """One line a block: no blank lines, wrapped lines joined (without a space between CJK)."""
    if "\r" in text:
        if not text.isascii():
            text = _WRAP.sub("", text)
        text = text.replace("\r", " ")
    return "\n".join(filter(None, map(str.rstrip, text.split("\n"))))


def one_line(words: list[str]) -> str:
    """The words of a heading or a link, on one line."""
    text = words[0] if len(words) == 1 else "".join(words)
    return " ".join(tidy(text).split()) if "\r" in text or "\n" in text else text.strip()


def without_anchor(text: str) -> str:
    """A heading without its trailing ``{#anchor}``."""
    return _ANCHOR.sub("", text) if text.endswith("}") else text


def html_text(html: str) -> str:
    """The text of raw HTML: comments and elements removed, the `alt` of images kept.

    A comment that is never closed hides nothing.
    """
    if "-->" in html:
        closed, end, rest = html.rpartition("-->")
        html = _COMMENT.sub("", closed + end) + rest
    if "<" in html:
        html = _ELEMENT.sub(" ", _PHRASE.sub("", _ALT.sub(r" \1 ", html)))
    return unescape(html) if "&" in html else html

"""A server's entry in a client's settings: put in, and taken out, with the rest as it was."""

import json
import re
import tomllib
from collections.abc import Sequence

from otherwords.errors import WriteRefused

NAME = "otherwords"
BEGIN, END = "# otherwords: begin", "# otherwords: end"
_BLOCK = re.compile(rf"\n*^{BEGIN}.*?^{END}[^\n]*\n?", re.MULTILINE | re.DOTALL)

Command = Sequence[str]


def with_entry(path: str, old: bytes | None, table: Sequence[str], command: Command) -> bytes:
    """The settings with our entry. Raises WriteRefused where they cannot be read."""
    if path.endswith(".toml"):
        return _toml_with(path, old or b"", table[0], command)
    settings, text = _json(path, old)
    inner = settings
    for key in table:
        inner = _table(path, inner, key)
    entry: dict[str, object] = {"command": command[0], "args": list(command[1:])}
    if inner.get(NAME) == entry and old is not None:
        return old
    inner[NAME] = entry
    return _dumped(settings, text)


def without_entry(path: str, old: bytes, table: Sequence[str]) -> bytes:
    """The settings without our entry; tables that it leaves empty go too."""
    if path.endswith(".toml"):
        return _BLOCK.sub("\n", _text(path, old)).encode()
    settings, text = _json(path, old)
    inner = settings
    for key in table:
        inner = _table(path, inner, key)
    if inner.pop(NAME, None) is None:
        return old
    if len(table) == 1 and not inner:
        settings.pop(table[0])
    return _dumped(settings, text)


def _json(path: str, old: bytes | None) -> tuple[dict[str, object], str]:
    text = _text(path, old or b"")
    try:
        found = json.loads(text) if text.strip() else {}
    except ValueError as error:
        raise WriteRefused(
            f"{path}: no plain JSON ({error}); add the server {NAME!r} by hand, see docs/agents.md"
        ) from error
    if not isinstance(found, dict):
        raise WriteRefused(f"{path}: no JSON object; correct it first")
    return found, text


def _table(path: str, holder: dict[str, object], key: str) -> dict[str, object]:
    inner = holder.setdefault(key, {})
    if not isinstance(inner, dict):
        raise WriteRefused(f"{path}: {key!r} is no JSON object; correct it first")
    return inner


def _dumped(settings: dict[str, object], like: str) -> bytes:
    """Settings as JSON, indented and ended as they were."""
    match = re.search(r'^([ \t]+)"', like, re.MULTILINE)
    indent: str | int = match[1] if match else 2
    end = "\n" if like.endswith("\n") or not like else ""
    return (json.dumps(settings, ensure_ascii=False, indent=indent) + end).encode()


def _toml_with(path: str, old: bytes, table: str, command: Command) -> bytes:
    text = _text(path, old)
    bare = _BLOCK.sub("\n", text)
    try:
        known = tomllib.loads(bare).get(table, {})
    except tomllib.TOMLDecodeError as error:
        raise WriteRefused(f"{path}: no TOML ({error}); correct it first") from error
    if isinstance(known, dict) and NAME in known:
        return old  # the reader's own entry stands
    entry = f"{BEGIN} (by `otherwords agent install`)\n[{table}.{NAME}]\n"
    entry += f"command = {json.dumps(command[0])}\nargs = {json.dumps(list(command[1:]))}\n{END}\n"
    if entry in text:
        return old
    return (bare.rstrip("\n") + "\n\n" + entry if bare.strip() else entry).encode()


def _text(path: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise WriteRefused(f"{path}: no UTF-8 text; correct it first") from error

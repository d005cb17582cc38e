"""A plan that a caller passes as JSON: its concepts, each in the caller's own wordings.

The same reader for the command line (`--plan`) and the protocol server. Its schema is
data/plan.schema.json.
"""

from collections.abc import Mapping

from otherwords.errors import UsageError
from otherwords.model import Wording
from otherwords.query import readable

SCHEMA = "otherwords.plan/1"
EXAMPLE = '{"concepts": [["child allowance", {"text": "児童手当", "lang": "ja"}]]}'

Groups = tuple[tuple[Wording, ...], ...]


def groups(document: object) -> Groups:
    """The concepts of a plan. Raises UsageError that says where it is wrong."""
    if not isinstance(document, dict):
        raise _wrong("", "a JSON object")
    if unknown := sorted(set(document) - {"schema", "concepts"}):
        raise _wrong(f".{unknown[0]}", "no such key: only schema and concepts")
    if document.get("schema", SCHEMA) != SCHEMA:
        raise _wrong(".schema", f'"{SCHEMA}"')
    concepts = document.get("concepts")
    if not isinstance(concepts, list) or not concepts:
        raise _wrong(".concepts", "a list of one concept or more")
    return tuple(_concept(item, f".concepts[{n}]") for n, item in enumerate(concepts))


def _concept(item: object, where: str) -> tuple[Wording, ...]:
    if not isinstance(item, list) or not item:
        raise _wrong(where, "a list of one wording or more")
    return tuple(_wording(wording, f"{where}[{n}]") for n, wording in enumerate(item))


def _wording(item: object, where: str) -> Wording:
    given: Mapping[str, object] = item if isinstance(item, dict) else {"text": item}
    if unknown := sorted(set(given) - {"text", "lang"}):
        raise _wrong(f"{where}.{unknown[0]}", "no such key: only text and lang")
    text, lang = given.get("text"), given.get("lang", "")
    if not isinstance(text, str) or not text.strip():
        raise _wrong(where, 'a wording, as "text" or {"text": …, "lang": …}')
    if not isinstance(lang, str):
        raise _wrong(f"{where}.lang", "a language code")
    return Wording(readable(text).strip(), lang.strip())


def _wrong(where: str, wanted: str) -> UsageError:
    return UsageError(f"plan{where}: expected {wanted}; for example {EXAMPLE}")

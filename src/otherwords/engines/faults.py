"""What tantivy raises for files that are not as they were written, as IndexDamaged."""

from collections.abc import Callable

import tantivy

from otherwords.errors import IndexDamaged
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_BROKEN = (ValueError, OSError, RuntimeError, EOFError, TypeError)


class translated:
    """Entered, turns what broken files raise into IndexDamaged."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if is_damage(error):
            raise IndexDamaged(f"{self._where}: not as it was written ({error})") from error


def is_damage(error: BaseException | None) -> bool:
    """Whether an error tells of broken files; a panic of the engine is a BaseException of that name."""
    return isinstance(error, _BROKEN) or type(error).__name__ == "PanicException"


class Searcher:
    """A tantivy searcher whose faults are IndexDamaged."""

    def __init__(self, index: tantivy.Index) -> None:
        self.bare = bare = index.searcher()
        self.num_docs: int = bare.num_docs
        self.search = _guarded(bare.search)
        self.doc = _guarded(bare.doc)
        self.doc_freq = _guarded(bare.doc_freq)
        self.terms_with_prefix = _guarded(bare.terms_with_prefix)
        self.fast_field_values = _guarded(bare.fast_field_values)


def _guarded(call: Callable[..., "Any"]) -> Callable[..., "Any"]:
    def guarded(*values: object, **named: object) -> object:
        try:
            return call(*values, **named)
        except BaseException as error:
            if is_damage(error):
                raise IndexDamaged(f"the index is not as it was written: {error}") from error
            raise

    return guarded

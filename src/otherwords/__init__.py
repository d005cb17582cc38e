"""Otherwords searches Markdown knowledge bases: in other words, in other languages, and saying why."""

from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    from otherwords.library import Library, Wordings, open_library

__all__ = ["Library", "Wordings", "open_library"]


def __getattr__(name: str) -> object:
    """The library's names, imported when they are first asked for."""
    if name in __all__:
        from otherwords import library

        return getattr(library, name)
    raise AttributeError(f"module 'otherwords' has no attribute {name!r}")

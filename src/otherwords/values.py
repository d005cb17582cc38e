"""Named tuples, protocols and regular expressions that cost nothing until they are used.

A search is a process of a few dozen milliseconds. `typing` and `re` with what they import are twenty of
them, so the modules on its path take these names from here instead (docs/decisions.md, "start").
"""

from _operator import itemgetter

TYPE_CHECKING = False

if TYPE_CHECKING:
    import re
    from typing import NamedTuple, Protocol
else:

    class Protocol:
        """Only a type checker asks whether something fulfils a protocol."""

    def _fields(space):
        if "__annotations__" in space:
            return tuple(space["__annotations__"])
        annotate = space.get("__annotate_func__") or space.get("__annotate__")  # from 3.14 on
        return tuple(annotate(1)) if annotate else ()

    def _new(cls, *values, **named):
        missing = len(cls._fields) - len(values)
        if named or missing:
            defaults = tuple(cls._field_defaults.values())
            if named or not 0 < missing <= len(defaults):
                values = _complete(cls, values, named)
            else:
                values += defaults[-missing:]  # they are those of the last fields
        return tuple.__new__(cls, values)

    def _complete(cls, values, named):
        rest = cls._fields[len(values) :]
        known = {**cls._field_defaults, **named}
        missing = [x for x in rest if x not in known]
        if len(values) > len(cls._fields) or any(x not in rest for x in named):
            raise TypeError(f"{cls.__name__}() has the fields {cls._fields}, not these: {named}")
        if missing:
            raise TypeError(f"{cls.__name__}() lacks {', '.join(missing)}")
        return (*values, *[known[x] for x in rest])

    def _replace(self, **named):
        made = tuple.__new__(type(self), map(named.pop, self._fields, self))
        if named:
            raise ValueError(f"{type(self).__name__} has the fields {self._fields}, not {named}")
        return made

    def _repr(self):
        shown = ", ".join(f"{x}={v!r}" for x, v in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({shown})"

    class _Maker(type):
        """Makes a tuple class of the annotated names of a class body, as typing.NamedTuple does."""

        def __new__(cls, name, bases, space):
            if not bases:
                return type.__new__(cls, name, bases, space)
            fields = _fields(space)
            defaults = {x: space.pop(x) for x in fields if x in space}
            made = {x: property(itemgetter(at)) for at, x in enumerate(fields)}
            made |= {"_fields": fields, "_field_defaults": defaults, "__match_args__": fields}
            made |= {"__slots__": (), "__new__": _new, "_replace": _replace, "__repr__": _repr}
            made["_asdict"] = lambda self: dict(zip(self._fields, self, strict=True))
            made["_make"] = classmethod(tuple.__new__)
            made["__getnewargs__"] = lambda self: tuple(self)
            return type(name, (tuple,), made | space)

    class NamedTuple(metaclass=_Maker):
        """A base class, as typing.NamedTuple is."""


class _Later:
    """A regular expression that is compiled when it is first used."""

    def __init__(self, text: str, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> object:
        import re

        found: object = getattr(re.compile(self._text, self._flags), name)
        setattr(self, name, found)
        return found


class _Module:
    """A module that is imported when something of it is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        import sys

        __import__(self._name)
        found: object = getattr(sys.modules[self._name], name)
        return found


def later(name: str) -> _Module:
    """A module of this package that seldom is needed."""
    return _Module(name)


def pattern(text: str, flags: int = 0) -> "re.Pattern[str]":
    """As re.compile."""
    return _Later(text, flags)  # type: ignore[return-value]


__all__ = ["TYPE_CHECKING", "NamedTuple", "Protocol", "later", "pattern"]

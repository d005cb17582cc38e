"""Reads the usual calls without argparse, whose import alone takes as long as a search.

A command declares its arguments once, to argparse or to this. Whatever is not plainly right here (help,
faults, `--`, anything unusual) is left to argparse, so that there is one judge of what is wrong.
"""

from collections.abc import Callable, Sequence


class Options:
    """The arguments of a call, by name; stands for argparse.Namespace."""

    def __init__(self, values: dict[str, object]) -> None:
        self.__dict__.update(values)


class _Unusual(Exception):
    """A call that argparse shall read."""


class _Argument:
    """How the value of one argument is read."""

    def __init__(
        self,
        dest: str,
        action: str = "store",
        type: Callable[[str], object] = str,
        choices: Sequence[str] = (),
        nargs: str = "",
        **told: object,  # default, and what only help shows
    ) -> None:
        self.dest, self.action, self.type, self.choices = dest, action, type, choices
        self.group: object = None
        self.default = told.get("default", False if action == "store_true" else None)
        if nargs == "*":
            self.default = []

    def value(self, text: str) -> object:
        """The value that was given."""
        try:
            found = self.type(text)
        except Exception as error:  # whatever a type says of a value, argparse shall tell it
            raise _Unusual from error
        if self.choices and found not in self.choices:
            raise _Unusual
        return found


class Quick:
    """Takes the declarations of a command, then reads a call."""

    def __init__(self) -> None:
        self._options: dict[str, _Argument] = {}
        self._words: _Argument | None = None

    def add_mutually_exclusive_group(self) -> "_Group":
        """As argparse has it."""
        return _Group(self)

    def add_argument(self, name: str, group: object = None, **given: object) -> None:
        """As argparse has it, for options with one name and for words."""
        dest = str(given.pop("dest", name.lstrip("-").replace("-", "_")))
        argument = _Argument(dest, **given)  # type: ignore[arg-type]
        argument.group = group
        if name.startswith("-"):
            self._options[name] = argument
        else:
            self._words = argument

    def read(self, arguments: Sequence[str]) -> Options | None:
        """The arguments of a call; None where argparse shall read it."""
        try:
            return Options(self._read(list(arguments)))
        except _Unusual:
            return None

    def _read(self, left: list[str]) -> dict[str, object]:
        values = {o.dest: o.default for o in self._options.values()}
        words: list[str] = []
        groups: list[object] = []
        while left:
            text = left.pop(0)
            if text[:1] == "-" and text != "-":
                groups += filter(None, [self._option(text, left, values)])
            else:
                words.append(text)
        if self._words:
            values[self._words.dest] = words
        if (words and not self._words) or len(groups) != len(set(groups)):
            raise _Unusual
        return values

    def _option(self, text: str, left: list[str], values: dict[str, object]) -> object:
        """Read one option, and its value; returns the group of which only one may be given."""
        name, given, value = text.partition("=")
        option = self._options.get(name)
        if option is None or (given and option.action == "store_true"):
            raise _Unusual
        if option.action == "store_true":
            values[option.dest] = True
            return option.group
        if not given:
            if not left or left[0][:1] == "-":
                raise _Unusual
            value = left.pop(0)
        found = option.value(value)
        before = values[option.dest]
        values[option.dest] = [*before, found] if isinstance(before, list) else found
        return option.group


class _Group:
    """Options of which only one may be given."""

    def __init__(self, quick: Quick) -> None:
        self._quick = quick

    def add_argument(self, name: str, **given: object) -> None:
        """As argparse has it."""
        self._quick.add_argument(name, group=self, **given)


__all__ = ["Options", "Quick"]

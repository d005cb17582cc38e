"""What can go wrong, as one tree. Every message says what, where, and what would work.

OtherwordsError                 anything this package raises on purpose
├── UsageError                  the call itself is wrong: found before anything is read (exit status 2)
│   └── FilterError             a filter that no knowledge base can know, or a value it cannot have
└── Failure                     the call is right, but it could not be carried out (exit status 1)
    ├── BaseNotFound            no knowledge base where one was named or expected
    ├── BaseUnreadable          a knowledge base that is there but cannot be searched
    ├── PageNotFound            no such page in this knowledge base
    ├── IndexDamaged            an index that does not open or contradicts itself (rebuilt by the caller)
    ├── WriteRefused            a file that may not, or could not safely, be written
    └── ExtraMissing            an optional part is not installed; names the command that installs it
"""


class OtherwordsError(Exception):
    """Anything this package raises on purpose."""


class UsageError(OtherwordsError):
    """The call itself is wrong; nothing was read."""


class FilterError(UsageError):
    """A filter that no knowledge base can know, or a value that it cannot have."""


class Failure(OtherwordsError):
    """The call is right, but it could not be carried out."""


class BaseNotFound(Failure):
    """No knowledge base where one was named or expected."""


class BaseUnreadable(Failure):
    """A knowledge base that is there but cannot be searched."""


class PageNotFound(Failure):
    """No such page in this knowledge base."""


class IndexDamaged(Failure):
    """An index that does not open, or contradicts itself."""


class WriteRefused(Failure):
    """A file that may not, or could not safely, be written."""


class ExtraMissing(Failure):
    """An optional part is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the extra '{extra}': pip install 'otherwords[{extra}]'")

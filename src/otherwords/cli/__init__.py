"""The command line: translates in and out, decides nothing."""

import sys
from collections.abc import Sequence

from otherwords.errors import Failure, UsageError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0 it ran, 1 it failed, 2 the call was wrong."""
    from otherwords.cli.commands import run

    _printable()
    try:
        status = run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        return status
    except UsageError as error:
        _complain(f"otherwords: {error}")
        return 2
    except Failure as error:
        _complain(f"ERROR: {error}")
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return _closed_pipe()
    except OSError as error:
        if error.errno not in _unwritable():
            raise
        where = f"{error.filename}: " if error.filename else ""
        _complain(f"ERROR: {where}{error.strerror}; is the disk full or read-only?")
        return 1


def _unwritable() -> tuple[int, ...]:
    """What the system says where nothing (more) can be written, whichever file it was that met it."""
    import errno

    return errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EFBIG


def _printable() -> None:
    """Whatever a page holds can be printed: UTF-8 to files and pipes, escapes where a terminal cannot."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure and stream.isatty():
            reconfigure(errors="backslashreplace")
        elif reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def _complain(message: str) -> None:
    from otherwords.showing.text import safe

    sys.stderr.write(f"{safe(message)}\n")


def _closed_pipe() -> int:
    """The reader of our output has gone: end quietly, and keep the interpreter quiet too."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141


def script() -> None:
    """The installed command.

    A search makes some ten thousand objects and ends: collecting garbage among them, and taking the
    interpreter apart at the end, would be a fifth of its time.
    """
    import gc
    import os

    gc.set_threshold(100_000)
    status = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)

"""The command line: translates in and out, decides nothing."""

import sys
from collections.abc import Sequence

from otherwords.errors import Failure, UsageError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0 it ran, 1 it failed, 2 the call was wrong."""
    from otherwords.cli.commands import run

    try:
        status = run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        return status
    except UsageError as error:
        sys.stderr.write(f"otherwords: {error}\n")
        return 2
    except Failure as error:
        sys.stderr.write(f"ERROR: {error}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return _closed_pipe()


def _closed_pipe() -> int:
    """The reader of our output has gone: end quietly, and keep the interpreter quiet too."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141


def script() -> None:
    """The installed command."""
    sys.exit(main())

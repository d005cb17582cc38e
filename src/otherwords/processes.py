"""One thing done to many, by all processors where that is safe: same results, same order.

A process here is a fork: it sees what its parent has, and sends back only results. It ends when
its parent does, for nobody reads what it sends then. Nothing is forked beside a thread: a lock that
it holds at the moment would be held in the fork for ever. Threads of libraries that Python does not
know are no hindrance as long as the work uses nothing of theirs; an engine's begin after the first result.
"""

import os
from collections.abc import Callable, Generator, Iterator, Sequence

from otherwords.errors import Failure
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO, Any, NoReturn, TypeVar

    Thing = TypeVar("Thing")
    Result = TypeVar("Result")
    Child = tuple[int, IO[bytes]]  # its number, and the pipe that its results come through

MANY = 300  # things: below, starting processes takes longer than it saves
MOST = 8  # processes
_SOME = 8  # things
_BUFFER = 65_536  # bytes, as many as a pipe holds: a process is never further ahead than twice that


def spread(
    work: "Callable[[Thing], Result]", things: "Sequence[Thing]"
) -> "Generator[Result, None, None]":
    """What `work` makes of each thing, in order; processes start with the first, and end with `close`.

    Work that failed may be done once more.
    """
    number = min(_processors(), MOST)
    if len(things) < MANY or number < 2:
        yield from map(work, things)
        return
    done = _some(work, things)
    rest = [one for at, one in enumerate(things) if at not in done]
    children = _started(work, [rest[at::number] for at in range(number)])
    made = _in_turn(children) if children else map(work, rest)
    try:
        for at in range(len(things)):
            yield done[at] if at in done else next(made)
    finally:
        _end(children)


def _some(work: "Callable[[Thing], Result]", things: "Sequence[Thing]") -> "dict[int, Result]":
    """Some from all over done here, so that what the work loads is loaded once, for all processes."""
    done: dict[int, Result] = {}
    try:
        for at in range(0, len(things), max(1, len(things) // _SOME)):
            done[at] = work(things[at])
    except Exception:  # comes again where it belongs in the order
        return done
    return done


def _in_turn(children: "Sequence[Child]") -> "Iterator[Any]":
    """The results of all processes, one of each in turn."""
    while True:
        for _, pipe in children:
            yield _received(pipe)


def _processors() -> int:
    """How many may be used; 1 where processes cannot be forked."""
    if not hasattr(os, "fork"):
        return 1
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def _started(work: "Callable[[Any], Any]", shares: "Sequence[Sequence[Any]]") -> "list[Child]":
    """A process for each share; none at all where that is not safe, or refused."""
    import pickle  # noqa: F401 -- before the forks, which need it
    import signal
    import threading

    children: list[Child] = []
    if threading.active_count() > 1:
        return children
    # An interruption between the fork and its own life would run the parent's code twice.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for share in shares:
            children.append(_forked(work, share, children))
    except OSError:  # no more processes, or files, are allowed
        _end(children)
        return []
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return children


def _forked(
    work: "Callable[[Any], Any]", share: "Sequence[Any]", others: "Sequence[Child]"
) -> "Child":
    """A process that works on a share."""
    import warnings

    read, write = os.pipe()
    try:
        with warnings.catch_warnings():  # of threads that Python does not know (from 3.12 on)
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
    except OSError:
        os.close(read)
        os.close(write)
        raise
    if not pid:
        _live(work, share, write, [read, *(pipe.fileno() for _, pipe in others)])
    os.close(write)
    return pid, os.fdopen(read, "rb", _BUFFER)


def _live(
    work: "Callable[[Any], Any]", share: "Sequence[Any]", pipe: int, foreign: "Sequence[int]"
) -> "NoReturn":
    """The life of a forked process: each result is sent, or the error that ended it."""
    import gc
    import signal

    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        for other in foreign:  # held open, they would hide from their writers that nobody reads
            os.close(other)
        gc.disable()
        with os.fdopen(pipe, "wb", _BUFFER) as out:
            for one in share:
                out.write(_outcome(work, one))
    finally:
        os._exit(0)


def _outcome(work: "Callable[[Any], Any]", one: object) -> bytes:
    """A result, or what was raised in its place, as it is sent."""
    import pickle

    try:
        return pickle.dumps((work(one), None), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        from traceback import format_exception

        error.add_note(f"in a process of its own:\n{''.join(format_exception(error))}")
        try:
            sent = pickle.dumps((None, error), pickle.HIGHEST_PROTOCOL)
            pickle.loads(sent)  # noqa: S301 -- our own; some errors can be sent, but not received
            return sent
        except Exception:
            return pickle.dumps((None, Failure(f"{type(error).__name__}: {error}")))


def _received(pipe: "IO[bytes]") -> "Any":
    """The next result of a process. Raises what was raised there."""
    import pickle

    try:
        result, error = pickle.load(pipe)  # noqa: S301 -- written by our own fork
    except (EOFError, pickle.UnpicklingError) as ended:
        raise Failure("a process that read files was ended from outside: try again") from ended
    if error:
        raise error
    return result


def _end(children: "Sequence[Child]") -> None:
    """End processes, whatever they are at, and wait until they are gone."""
    for pid, pipe in children:
        pipe.close()
        try:
            if os.waitpid(pid, os.WNOHANG) == (0, 0):
                os.kill(pid, 9)
                os.waitpid(pid, 0)
        except (ChildProcessError, ProcessLookupError):
            pass  # whoever embeds this has children waited for

"""One thing done to many, by all processors where that is safe: same results, same order.

A process here is a fork: it sees what its parent has, and sends back only results. It ends when
its parent does, for nobody reads what it sends then.
"""

import gc
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any, NoReturn, TypeVar

from otherwords.errors import Failure

MANY = 300  # things: below, starting processes takes longer than it saves
MOST = 8  # processes
Thing = TypeVar("Thing")
Result = TypeVar("Result")


def spread(work: Callable[[Thing], Result], things: Sequence[Thing]) -> Iterator[Result]:
    """What `work` makes of each thing, in order."""
    number = min(_processors(), MOST)
    if len(things) < MANY or number < 2 or threading.active_count() > 1:
        yield from map(work, things)
        return
    children = [_started(work, things[at::number]) for at in range(number)]
    try:
        for at in range(len(things)):
            yield _received(children[at % number][1])
    finally:
        for pid, pipe in children:
            pipe.close()
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _processors() -> int:
    """How many may be used; 1 where processes cannot be forked."""
    if not hasattr(os, "fork"):
        return 1
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def _started(work: Callable[[Any], Any], share: Sequence[Any]) -> tuple[int, IO[bytes]]:
    """A process that works on a share, and the pipe that its results come through."""
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(read)
        _work(work, share, write)
    os.close(write)
    return pid, os.fdopen(read, "rb")


def _work(work: Callable[[Any], Any], share: Sequence[Any], pipe: int) -> NoReturn:
    """The life of a forked process: each result is sent, or the error that ended it."""
    gc.disable()
    try:
        with os.fdopen(pipe, "wb") as out:
            for one in share:
                try:
                    sent: tuple[Any, Exception | None] = work(one), None
                except Exception as error:
                    sent = None, error
                pickle.dump(sent, out, pickle.HIGHEST_PROTOCOL)
    finally:
        os._exit(0)


def _received(pipe: IO[bytes]) -> Any:
    """The next result of a process. Raises what was raised there."""
    try:
        result, error = pickle.load(pipe)  # noqa: S301 -- written by our own fork
    except EOFError as ended:
        raise Failure("a process that read source files was ended: try again") from ended
    if error:
        raise error
    return result

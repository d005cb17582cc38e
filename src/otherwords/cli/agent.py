"""otherwords agent: put skills and the server's entry where an agent looks, or take them back."""

import argparse
import os
import shutil
import sys
from collections.abc import Sequence

from otherwords.agents import clients, installing
from otherwords.agents.clients import Client
from otherwords.agents.installing import Change, Place
from otherwords.errors import ExtraMissing, Failure, UsageError
from otherwords.stores import folders


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("call", choices=("install", "uninstall"), help="put them there, or take them back")
    known = ", ".join(clients.NAMES)
    add("clients", nargs="*", metavar="CLIENT", help=f"{known} (default: those that are used here)")
    add("--project", action="store_true", help="for the working directory, not for you")
    add("--skills-only", action="store_true", help="install: leave out the server's entry")
    add("--yes", action="store_true", help="do it without asking")


def run(options: argparse.Namespace) -> int:
    """Show what will change, ask, and do it."""
    place = Place(
        os.getcwd() if options.project else os.path.expanduser("~"),
        options.project,
        folders.data_folder(),
    )
    chosen = [clients.client(name) for name in options.clients] or _used(place)
    installs = options.call == "install"
    planned = []
    for one in chosen:
        found = _install(one, place, options.skills_only) if installs else _uninstall(one, place)
        planned.append((one, found))
    if not any(changes for _, changes in planned):
        sys.stdout.write("nothing to change\n")
        return 0
    _show(planned)
    if not options.yes and not _agreed():
        sys.stdout.write("nothing was changed\n")
        return 1
    for one, changes in planned:
        (installing.make if installs else installing.unmake)(one, place, changes)
    sys.stdout.write("done; start the agent anew so that it sees this\n")
    return 0


def _used(place: Place) -> list[Client]:
    """The clients whose folder is in the home, that can be installed to."""
    home = os.path.expanduser("~")
    found = [
        one
        for one in clients.CLIENTS
        if os.path.isdir(os.path.join(home, one.mark))
        and (one.project if place.project else one.user)
    ]
    if not found:
        raise Failure(f"no agent was found: name one of {', '.join(clients.NAMES)}")
    return found


def _install(one: Client, place: Place, skills_only: bool) -> list[Change]:
    from importlib.util import find_spec

    if not skills_only and find_spec("mcp") is None:
        sys.stderr.write(f"NOTE: {ExtraMissing('the protocol server', 'mcp')}\n")
    skills = installing.skills_in(skills_folder())
    return installing.install(one, place, skills, () if skills_only else _command(place))


def _uninstall(one: Client, place: Place) -> list[Change]:
    changes, left = installing.uninstall(one, place)
    for path in left:
        sys.stderr.write(f"NOTE: {path} was edited since and stays: remove it by hand\n")
    return changes


def _command(place: Place) -> tuple[str, ...]:
    """How the client starts the server: by its full path, but in a project's files by its name."""
    if place.project:
        return ("otherwords", "mcp")
    own = sys.argv[0]
    named = os.path.abspath(own) if os.path.basename(own) == "otherwords" else "otherwords"
    return (shutil.which("otherwords") or named, "mcp")


def skills_folder() -> str:
    """The skills of this installation, or of the source tree."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for folder in (f"{package}/skills", f"{os.path.dirname(os.path.dirname(package))}/skills"):
        if os.path.isdir(folder):
            return folder
    raise Failure(f"{package}/skills is missing: install otherwords again")


def _show(planned: Sequence[tuple[Client, Sequence[Change]]]) -> None:
    for one, changes in planned:
        if changes:
            sys.stdout.write(f"{one.title}:\n")
        for change in changes:
            sys.stdout.write(f"  {change}\n")


def _agreed() -> bool:
    if not sys.stdin.isatty():
        raise UsageError("nobody can be asked here: look at the changes, then add --yes")
    sys.stdout.write("Change these files? [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")

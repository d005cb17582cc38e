"""otherwords code: make, bring up to date, list, delete and share the projects of a RepoKnowledge home."""

import io
import sys

from otherwords import wiring
from otherwords.cli.confirm import say
from otherwords.cli.options import counted, document, format_option
from otherwords.cli.prose import Prose, languages
from otherwords.errors import Failure, UsageError
from otherwords.showing.text import one_line
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from otherwords.documenting.home import Home, Progress

WIDTH = 44  # of what the bar says
ACTIONS = ("create", "update", "list", "delete", "sync")


def declare(parser: "argparse.ArgumentParser") -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add(
        "action",
        metavar="ACTION",
        choices=ACTIONS,
        help="create GIT-URL|PATH; update [PROJECT]; list; delete PROJECT; sync [GIT-URL]",
    )
    add("what", nargs="?", metavar="URL|PATH|PROJECT", help="what to do it with")
    add(
        "--name", default="", metavar="PROJECT", help="create: the project's name (that of the URL)"
    )
    add(
        "--lang",
        action="append",
        default=[],
        metavar="L[,L]",
        help="create, update: prose in these languages, by the language model of OTHERWORDS_ASSISTANT,"
        " checked against the code (without: what code and comments say)",
    )
    add("--yes", action="store_true", help="delete: do not ask")
    format_option(parser)


def run(options: "argparse.Namespace") -> int:
    """Do it."""
    settings = wiring.settings()
    home = wiring.home(settings)
    if options.action in ("create", "delete") and not options.what:
        what = "a git URL or a folder" if options.action == "create" else "a project"
        raise UsageError(f"code {options.action} needs {what}")
    if options.lang and options.action not in ("create", "update"):
        raise UsageError(f"--lang is for create and update, not for code {options.action}")
    if options.action == "list":
        _list(home, options.format)
    elif options.action == "delete":
        return _delete(home, options.what, options.yes)
    elif options.action == "sync":
        _sync(home, options.what or "")
    else:
        prose = Prose(settings, home, languages(options.lang))
        with _Shown() as told:
            if options.action == "create":
                _create(home, options.what, options.name, prose, told)
                left = []
            else:
                left = _update(home, options.what, prose, told)
        prose.say()
        for why in left:
            sys.stderr.write(f"ERROR: {one_line(why)}\n")
        return 1 if left else 0
    return 0


def _create(home: "Home", source: str, name: str, prose: Prose, told: "Progress") -> None:
    from otherwords.documenting import making

    made = making.create(home, source, prose.today, told, name)
    docs = counted(made.docs, "doc")
    say(f"written: {made.project}: {docs} from {made.commit[:12]} (in {home.root})")
    for path in made.large:
        say(f"not read, over 1 MB: {path}")
    prose.write(made.project, told)


def _update(home: "Home", project: str | None, prose: Prose, told: "Progress") -> list[str]:
    """Bring one project up to date, or all: then one that cannot be does not stop the others, and is told."""
    from otherwords.documenting import making

    if project:
        _updated(home, project, prose, told)
        return []
    every = [row.project for row in making.projects(home) if not row.project.startswith("_")]
    if not every:
        say("no project yet: `otherwords code create GIT-URL` makes one")
    left = []
    for name in every:
        try:
            _updated(home, name, prose, told)
        except (Failure, UsageError) as error:
            left.append(f"{name} is left as it was: {error}")
    return left


def _updated(home: "Home", name: str, prose: Prose, told: "Progress") -> None:
    from otherwords.documenting import updating

    done = updating.update(home, name, prose.today, told)
    counts = (
        f"{len(found)} {what}"
        for what, found in zip(
            ("added", "changed", "renamed", "removed"),
            (done.added, done.changed, done.renamed, done.removed),
            strict=True,
        )
        if found
    )
    changes = ", ".join(counts)
    what = f"written: {done.project}: {changes}" if changes else f"up to date: {done.project}"
    say(f"{what} at {done.commit[:12]}")
    touched = (*done.added, *done.changed, *(new for _, new in done.renamed))
    prose.renew(name, frozenset(touched), told)


def _list(home: "Home", form: str) -> None:
    from otherwords.documenting import git, making

    rows = making.projects(home)
    if form == "json":
        values = [row._asdict() | {"url": git.public(row.url)} for row in rows]
        sys.stdout.write(document({"schema": "otherwords.projects/1", "projects": values}))
        return
    for row in rows:
        where = one_line(git.redacted(row.url))
        docs = counted(int(row.docs), "doc") if row.docs.isdigit() else f"{one_line(row.docs)} docs"
        sys.stdout.write(f"{one_line(row.project)}: {docs}, {one_line(row.updated)}, {where}\n")
    if not rows:
        say("no project yet: `otherwords code create GIT-URL` makes one")


def _delete(home: "Home", project: str, yes: bool) -> int:
    from otherwords.documenting import making

    folder = home.existing(project)
    if not yes and not _agreed(f"delete {folder} with its docs, aliases and source?"):
        say("nothing deleted")
        return 1
    making.delete(home, project)
    say(f"deleted: {project} (in {home.root})")
    return 0


def _agreed(question: str) -> bool:
    if not sys.stdin or not sys.stdin.isatty():
        raise UsageError(f"{question} There is nobody to ask here: say so with --yes")
    sys.stderr.write(f"{one_line(question)} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _sync(home: "Home", remote: str) -> None:
    from otherwords.documenting import syncing

    done = syncing.sync(home, remote)
    merged = counted(len(done.merged), "file")
    say(
        f"synced: {done.commit[:12]}, {merged} merged in, {'pushed' if done.pushes else 'nothing to push'}"
    )


class _Shown:
    """A bar while files are read: on a terminal only, and imported only there.

    What is printed meanwhile comes when the bar is gone.
    """

    def __enter__(self) -> "Progress":
        from otherwords.documenting.home import quiet

        self._bar = None
        if not sys.stderr.isatty():
            return quiet
        from otherwords.cli.bar import Bar

        self._bar = Bar("files")
        self._printed, sys.stdout = sys.stdout, io.StringIO()
        return self._told

    def _told(self, done: int, total: int, what: str) -> None:
        if self._bar:
            self._bar.told(done, total, f"{one_line(what)[-WIDTH:]:<{WIDTH}}")

    def __exit__(self, *error: object) -> None:
        if self._bar:
            self._bar.stop()
            said, sys.stdout = sys.stdout, self._printed
            sys.stdout.write(said.getvalue() if isinstance(said, io.StringIO) else "")

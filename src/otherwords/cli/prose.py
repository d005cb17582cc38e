"""Prose for the docs of code: which languages, by whom, and what is said of what came of it."""

import sys
from collections.abc import Sequence

from otherwords import wiring
from otherwords.cli.confirm import say
from otherwords.cli.options import counted, language
from otherwords.errors import Failure, UsageError
from otherwords.showing.text import one_line
from otherwords.values import TYPE_CHECKING

if TYPE_CHECKING:
    from otherwords.documenting.describing import Described, Writer
    from otherwords.documenting.home import Home, Progress

MOST = 8  # languages
TOLD = 10  # reasons that are printed


def languages(given: Sequence[str]) -> tuple[str, ...]:
    """The languages of `--lang en,zh`, which may be repeated. Raises UsageError."""
    codes = [code.strip() for one in given for code in one.split(",")]
    found = tuple(dict.fromkeys(map(language, filter(None, codes))))
    if len(found) > MOST or (given and not found):
        raise UsageError(f"--lang {','.join(given)}: 1 to {MOST} languages, such as en,zh")
    return found


class Prose:
    """The prose of one command: asked for with --lang, or as a project has it from before."""

    def __init__(self, settings: wiring.Settings, home: "Home", languages: tuple[str, ...]) -> None:
        self.today = settings.today
        self._settings, self._home, self._languages = settings, home, languages
        self._notes: list[str] = []
        if languages and self._writer(languages) is None:  # found before anything is written
            raise UsageError(
                f"--lang {','.join(languages)} needs a language model: name one in OTHERWORDS_ASSISTANT, as in"
                " http://localhost:11434/v1#qwen3; without one, docs say what code and comments say"
            )

    def write(self, project: str, told: "Progress", only: frozenset[str] | None = None) -> None:
        """Write the prose that was asked for, if it was, and remember that for the updates to come."""
        writer = self._writer(self._languages) if self._languages else None
        if writer:
            self._home.recount(project, self.today, prose=", ".join(self._languages))
            self._described(project, writer, told, only)

    def renew(self, project: str, touched: frozenset[str], told: "Progress") -> None:
        """Write the prose that was asked for; else that of docs that changed, in the project's languages."""
        if self._languages:
            self.write(project, told)
            return
        from otherwords.documenting import describing, home

        before = describing.said_in(home.text(self._home.root / project / "_meta.md"))
        if not before or not touched:
            return
        try:
            writer = self._writer(before)
            why = "" if writer else "no language model is configured (OTHERWORDS_ASSISTANT)"
        except (Failure, UsageError) as error:
            writer, why = None, str(error)
        if writer:
            self._described(project, writer, told, touched)
        else:
            self._notes.append(
                f"WARNING: {project}: what changed has no prose in {', '.join(before)}: {why}"
            )

    def say(self) -> None:
        """Say on standard error what was left out, and why."""
        for note in self._notes:
            sys.stderr.write(f"{one_line(note)}\n")

    def _writer(self, languages: tuple[str, ...]) -> "Writer | None":
        return wiring.writer(self._settings, languages)

    def _described(
        self, project: str, writer: "Writer", told: "Progress", only: frozenset[str] | None
    ) -> None:
        from otherwords.documenting import describing

        done = describing.describe(self._home, project, writer, self.today, told, only)
        of = f"{len(done.docs)} of {counted(done.wanted, 'doc')} without it"
        say(
            f"described: {project}: {of}, in {', '.join(writer.languages)} by {one_line(writer.name)}"
        )
        self._notes += _notes(project, done)


def _notes(project: str, done: "Described") -> list[str]:
    """What is to be said of the docs that have no prose, or not all of it."""
    notes = [f"NOTE: left out: {project}/{why}" for why in done.left[:TOLD]]
    if len(done.left) > TOLD:
        notes.append(f"NOTE: left out: {len(done.left) - TOLD} more")
    if done.kept:
        notes.append(f"NOTE: {project}: {counted(done.kept, 'doc')} changed by hand, and left so")
    if done.failed:
        notes.append(
            f"WARNING: {project}: the rest has no prose, and says what the code says: {done.failed};"
            f" `otherwords code update {project} --lang …` goes on"
        )
    return notes


__all__ = ["Prose", "languages"]

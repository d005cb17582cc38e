"""otherwords doctor: what is wrong with a knowledge base, file by file."""

import argparse
import sys

from otherwords import tending, wiring
from otherwords.cli.options import bases_option, counted, document, format_option
from otherwords.cli.progress import progress
from otherwords.model import Notice
from otherwords.showing.jsonform import notice as as_values
from otherwords.showing.text import note, one_line
from otherwords.tending import Checked


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    bases_option(parser)
    format_option(parser)


def run(options: argparse.Namespace) -> int:
    """Check each knowledge base."""
    with progress() as told:
        checked = list(tending.check(wiring.settings(), options.bases, told))
    if options.format == "json":
        values = [_values(one) for one in checked]
        sys.stdout.write(document({"schema": "otherwords.doctor/1", "bases": values}))
    else:
        sys.stdout.write("\n".join(map(_shown, checked)))
    return 0


def _values(one: Checked) -> dict[str, object]:
    facts: dict[str, object] = {"name": one.name, "kind": one.kind, "root": one.root}
    facts["trouble"] = one.trouble
    report = one.report
    if report is None:
        return facts
    return facts | {
        "pages": report.pages,
        "read_whole": report.whole,
        "read_with_a_remark": report.remarked,
        "left_out": report.left_out,
        "set_aside": report.set_aside,
        "index": report.damage or "sound",
        "notices": [as_values(notice) for notice in report.notices],
    }


def _shown(one: Checked) -> str:
    report, title = one.report, f"{one_line(one.name)} ({one.kind}) {one_line(one.root)}"
    if report is None:
        return f"{title}\n  cannot be searched: {one_line(one.trouble)}\n"
    aside = f", {report.set_aside} set aside by their author" if report.set_aside else ""
    index = (
        f"was damaged ({one_line(report.damage)}) and was made anew" if report.damage else "sound"
    )
    lines = [
        title,
        f"  {counted(report.pages, 'page')}: {report.whole} read whole, {report.remarked} with a remark;"
        f" {report.left_out} left out{aside}",
        f"  index: {index}",
        *map(_remark, report.notices),
    ]
    return "\n".join(lines) + "\n"


LABELS = {"left-out": "left out: "}


def _remark(notice: Notice) -> str:
    """Level, then sentence, which begins with the file and the line."""
    return f"  {LABELS.get(notice.level, '')}{note(notice, 'en')}"

"""The command line does what its transcripts say: one for each command, flag and fault.

`make transcripts` writes them anew from what the commands print.
"""

import os
from pathlib import Path

import pytest

from transcripts import replay

FILES = sorted((Path(__file__).parent / "transcripts").glob("*.md"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_transcript(path: Path, tmp_path: Path) -> None:
    """Every command prints exactly what stands below it."""
    text = path.read_text(encoding="utf-8")
    now = replay(text, tmp_path)
    if os.environ.get("OTHERWORDS_REWRITE"):
        path.write_text(now, encoding="utf-8")
        return
    assert now == text

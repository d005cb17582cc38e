"""The sources line of each hit: every kind of the contract's Step 2.5."""

from pathlib import Path

import pytest

from wikis import Wiki

SOURCES = {
    "path": ([{"type": "path", "path": "raw/paper-2024.pdf"}], "raw/paper-2024.pdf"),
    "https": ([{"type": "url", "url": "https://example.org/a/"}], "example.org/a/"),
    "http": ([{"type": "url", "url": "http://example.org"}], "example.org"),
    "other scheme": ([{"type": "url", "url": "ftp://example.org/x"}], "ftp://example.org/x"),
    "wikicommit": ([{"type": "wikicommit", "url": "https://w.example.org/e"}], "w.example.org/e"),
    "manual": ([{"type": "manual", "author": "Kana"}], "manual (author: Kana)"),
    "several": (
        [{"type": "url", "url": "https://b.org"}, {"type": "path", "path": "raw/a.pdf"}],
        "b.org, raw/a.pdf",
    ),
    "twice": ([{"type": "url", "url": "https://b.org"}] * 2, "b.org"),
    "twice by scheme": (
        [{"type": "url", "url": "https://b.org"}, {"type": "url", "url": "http://b.org"}],
        "b.org",
    ),
    "empty": ([], "(none)"),
}


@pytest.mark.parametrize(("sources", "line"), SOURCES.values(), ids=SOURCES)
def test_a_page_with_sources_of_its_own(tmp_path: Path, sources: object, line: str) -> None:
    """Paths as they are, URLs without scheme, manual with author, each once, else (none)."""
    wiki = Wiki(tmp_path)
    wiki.add("en/T/zebra", "Zebra", sources=sources)
    assert sources_of(wiki, "zebra") == line


def sources_of(wiki: Wiki, query: str, *options: str) -> str:
    """The sources line of the first hit, as a reader sees it."""
    _, out, _ = wiki.cli("search", query, *options)
    lines = [line.strip() for line in out.splitlines() if line.strip().startswith("sources: ")]
    assert lines, out
    return lines[0].removeprefix("sources: ")


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    """A parent with a source, and pages that come from others."""
    made = Wiki(tmp_path)
    made.add("ja/T/lion", "ライオン", sources=[{"type": "path", "path": "raw/lion.pdf"}])
    made.add("ja/T/bare", "無印")
    return made


def test_a_translation_shows_its_parents_sources(wiki: Wiki) -> None:
    """Through the parent, also by its legacy path."""
    parent = Wiki.path("ja/T/lion")
    wiki.add("en/T/lion", "Lion", translated_from=parent)
    assert sources_of(wiki, "Lion", "--lang", "en") == f"translated from {parent}: raw/lion.pdf"
    wiki.add("en/T/lion", "Lion", translated_from=".wikicommit/wiki/ja/T/lion.md")
    assert sources_of(wiki, "Lion", "--lang", "en") == f"translated from {parent}: raw/lion.pdf"


def test_a_translation_without_a_parent_says_so(wiki: Wiki) -> None:
    """The contract's words for a parent that is missing, and rulings 12 for one without sources."""
    parent = Wiki.path("ja/T/gone")
    wiki.add("en/T/orphan", "Orphan", translated_from=parent)
    assert sources_of(wiki, "Orphan") == f"translated from {parent} (parent page not found)"
    wiki.add("en/T/bare", "Plain", translated_from=Wiki.path("ja/T/bare"))
    assert sources_of(wiki, "Plain") == f"translated from {Wiki.path('ja/T/bare')}: (none)"


def test_a_synthesized_page_lists_what_it_was_made_from(wiki: Wiki) -> None:
    """Each path once."""
    paths = [Wiki.path("ja/T/lion"), Wiki.path("ja/T/bare")]
    wiki.add(
        "en/T/mix",
        "Mixture",
        derived_from=[{"path": x, "source_commit": "1"} for x in (*paths, paths[0])],
    )
    assert sources_of(wiki, "Mixture") == f"derived from: {paths[0]}, {paths[1]}"


def test_the_sources_of_a_vault_are_shown_only_where_given(tmp_path: Path) -> None:
    """Notes need no sources (rulings 12)."""
    wiki = Wiki(tmp_path / "wiki")
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "zebra.md").write_text("# Zebra\n\nstripes\n", encoding="utf-8")
    assert "sources:" not in wiki.cli("search", "zebra", "--in", str(vault))[1]
    front = "---\nsources: [{type: url, url: https://example.org}]\n---\n"
    (vault / "zebra.md").write_text(f"{front}# Zebra\n\nstripes\n", encoding="utf-8")
    assert "sources: example.org" in wiki.cli("search", "zebra", "--in", str(vault))[1]

"""Guild: pages with owner and confidence, their sources resolved, sub-guilds of a workspace."""

import hashlib
import json
from pathlib import Path

import pytest

from otherwords.errors import BaseUnreadable
from otherwords.layouts.guild import Guild
from otherwords.layouts.guild_sources import ResolvedSource, resolve
from otherwords.layouts.guild_workspace import stdio_available, workspace
from otherwords.model import Page, Reading, Source
from otherwords.ports import files

WIKI = ".guild/wiki"
FRONT = "---\ntype: standard\n---\n# A\n"


def write(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def read(root: Path, path: str, text: str) -> Reading:
    reading = Guild(str(root)).read(path, text.encode())
    assert reading is not None
    return reading


def page(root: Path, path: str, text: str) -> Page:
    found = read(root, path, text).page
    assert found is not None
    return found


def test_walk(tmp_path: Path) -> None:
    """Settings and pages are walked; index.md, log.md and lint-*.md are not, at any depth."""
    pages = [f"{WIKI}/standards/a.md", f"{WIKI}/entities/team/b.md", f"{WIKI}/loose.md"]
    settings = [".guild/settings.json", ".guild/workspace.json"]
    others = [
        f"{WIKI}/index.md",
        f"{WIKI}/standards/log.md",
        f"{WIKI}/lint-2026-05-29T08:00:00Z.md",
    ]
    for path in [*pages, *settings, *others, ".guild/raw/sources/x/original.md"]:
        write(tmp_path, path, FRONT)
    guild = Guild(str(tmp_path))
    assert sorted(path for path, _ in files(guild.walk())) == sorted(pages + settings)
    assert [guild.read(path, b"{}") for path in settings] == [None, None]


def test_missing_wiki(tmp_path: Path) -> None:
    """Without a wiki the error names the folder, the sub-guild, and what would work."""
    with pytest.raises(BaseUnreadable, match=r"\.guild/wiki \(sub-guild api\) is missing.*--in"):
        Guild(str(tmp_path), "api").walk()


def test_everything_that_front_matter_says(tmp_path: Path) -> None:
    """A page has its fields, the singular category, its topic, heading, summary and sources."""
    text = """---
type: decision
owner: backend
confidence: high
source_refs:
  - gateway-docs
  - docs/spec.md
  - gateway-docs
created_at: 2026-01-01
updated: 2026-02-02
expires_at: null
supersedes: null
sensitivity: internal
tags: [a, b]
decision_id: D-7
category: architecture
---

# Use Postgres

Intro line.

## Summary
We use Postgres.
"""
    path = f"{WIKI}/decisions/use-postgres.md"
    assert page(tmp_path, path, text) == Page(
        path,
        "Use Postgres",
        "decision",
        "und",
        path,
        (),
        ("a", "b"),
        "We use Postgres.",
        "",
        (Source("slug", "gateway-docs"), Source("slug", "docs/spec.md")),
        updated="2026-02-02",
        fields=(
            ("category", "decision"),
            ("owner", "backend"),
            ("confidence", "high"),
            ("sensitivity", "internal"),
            ("decision_id", "D-7"),
            ("type", "decision"),
            ("topic", "architecture"),
            ("clearance", "internal"),
        ),
    )


@pytest.mark.parametrize(
    ("stated", "level"),
    [
        ("public", "public"),
        ("Confidential", "confidential"),
        ("null", "internal"),
        ("eyes-only", "secret"),
    ],
)
def test_clearance(tmp_path: Path, stated: str, level: str) -> None:
    """Nothing stated is internal; an unknown word is taken for the strictest."""
    text = f"---\ntype: concept\nsensitivity: {stated}\n---\n# A\n"
    assert page(tmp_path, f"{WIKI}/concepts/a.md", text).field("clearance") == level


def test_headings_stand_in_for_tags(tmp_path: Path) -> None:
    """Only where a page has no tags."""
    path, body = f"{WIKI}/concepts/a.md", "# One\n## Two\n## One\n"
    plain = page(tmp_path, path, f"---\ntype: concept\n---\n{body}")
    assert [v for k, v in plain.fields if k == "heading"] == ["One", "Two"]
    tagged = page(tmp_path, path, f"---\ntype: concept\ntags: [x]\n---\n{body}")
    assert [v for k, v in tagged.fields if k == "heading"] == []


def test_text_to_the_letter(tmp_path: Path) -> None:
    """The body as it stands, and the front matter's values without their keys."""
    text = "---\ntype: concept\nowner: ops\ntags: [a b, c]\n---\n# *One*\n\n[two](three)\n"
    found = read(tmp_path, f"{WIKI}/concepts/a.md", text)
    assert found.front.split("\n\n") == ["concept", "ops", "a b", "c"]
    assert found.body == "# *One*\n\n[two](three)\n"


def test_updated_at_before_updated(tmp_path: Path) -> None:
    """`updated_at` counts where older pages' `updated` stands beside it."""
    text = "---\ntype: standard\nupdated: 2025-01-01\nupdated_at: 2026-01-01\n---\n"
    assert page(tmp_path, f"{WIKI}/standards/a.md", text).updated == "2026-01-01"


@pytest.mark.parametrize(
    ("path", "stated", "category", "codes"),
    [
        ("standards/a.md", "standard", "standard", []),
        ("standards/a.md", "decision", "standard", ["type-disagrees"]),
        ("loose.md", "concept", "concept", []),
        ("notes/a.md", "memo", "memo", ["type-unknown"]),
    ],
)
def test_category(tmp_path: Path, path: str, stated: str, category: str, codes: list[str]) -> None:
    """The directory decides the category, by its singular; a type that disagrees is noticed."""
    reading = read(tmp_path, f"{WIKI}/{path}", f"---\ntype: {stated}\n---\n# A\n")
    assert reading.page is not None
    assert (reading.page.field("category"), reading.page.kind) == (category, stated)
    assert [n.code for n in reading.notices] == codes


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("api-2024", (f"{WIKI}/standards/api-2024.md",)),
        ("standards/api-2024.md", (f"{WIKI}/standards/api-2024.md",)),
        ("[plan, nowhere]", (f"{WIKI}/decisions/plan.md", "nowhere")),
        ("null", ()),
        ("none", ()),
        ("../../secret", ("../../secret",)),
    ],
)
def test_supersedes(tmp_path: Path, value: str, expected: tuple[str, ...]) -> None:
    """A superseded slug is that page's path, in its own directory first; else it stays."""
    for path in ("standards/api-2024.md", "decisions/plan.md"):
        write(tmp_path, f"{WIKI}/{path}", FRONT)
    write(tmp_path, "secret.md", FRONT)
    text = f"---\ntype: standard\nsupersedes: {value}\n---\n"
    assert page(tmp_path, f"{WIKI}/standards/api.md", text).supersedes == expected


@pytest.mark.parametrize("text", ["# No front matter\n", "---\ntags: [a\n---\n# A\n", ""])
def test_broken_front_matter(tmp_path: Path, text: str) -> None:
    """A page whose front matter is broken or missing is left out and reported with its line."""
    reading = read(tmp_path, f"{WIKI}/concepts/a.md", text)
    assert reading.page is None
    assert [(n.level, n.path, n.line > 0) for n in reading.notices] == [
        ("left-out", f"{WIKI}/concepts/a.md", True)
    ]


def captured(root: Path, folder: str, name: str = "original.md", **meta: object) -> None:
    write(root, f"{folder}/{name}", "raw text")
    write(root, f"{folder}/metadata.json", json.dumps(meta))


def test_sources_resolved(tmp_path: Path) -> None:
    """A slug is resolved to its URL, checksum, capture and raw copy, in older and newer trees."""
    digest = hashlib.sha256(b"raw text").hexdigest()
    meta = {"checksum_sha256": digest, "captured_at": "2026-01-05", "captured_by": "researcher"}
    captured(
        tmp_path,
        ".guild/raw/sources/web",
        source_type="url",
        url="https://a.org",
        path=None,
        original_file="original.md",
        **meta,
    )
    captured(
        tmp_path, ".guild/knowledge/sources/note", "original.txt", source_type="pasted", **meta
    )
    raw = ".guild/raw/sources/web/original.md"
    web = ResolvedSource("web", "url", "https://a.org", digest, "2026-01-05", "researcher", raw)
    note = web._replace(
        ref="note",
        kind="pasted",
        origin="pasted text",
        raw_path=".guild/knowledge/sources/note/original.txt",
    )
    assert resolve(str(tmp_path), ["web", "note", "web"]) == (web, note)
    verified = (web._replace(drifted=False), note._replace(drifted=False))
    assert resolve(str(tmp_path), ["web", "note"], verify=True) == verified


def test_drifted_source(tmp_path: Path) -> None:
    """A raw copy that is not what its checksum says has drifted, and only verifying tells."""
    captured(
        tmp_path, ".guild/raw/sources/a", source_type="file", path="/x.md", checksum_sha256="00"
    )
    (plain,) = resolve(str(tmp_path), ["a"])
    (verified,) = resolve(str(tmp_path), ["a"], verify=True)
    assert (plain.drifted, plain.origin, plain.followup) == (None, "/x.md", "")
    assert verified.drifted is True
    assert "drifted" in verified.followup


@pytest.mark.parametrize(
    ("metadata", "followup"),
    [
        (None, "metadata.json is missing"),
        ("{", "metadata.json cannot be read"),
        ("[1]", "metadata.json cannot be read (not a mapping)"),
        ('{"original_file": "../../../secret.md"}', "raw copy is missing"),
        ('{"original_file": "gone.md"}', "raw copy is missing"),
    ],
)
def test_source_that_cannot_be_resolved(
    tmp_path: Path, metadata: str | None, followup: str
) -> None:
    """Missing or broken metadata, or a raw copy that is gone or outside, is a follow-up."""
    write(tmp_path, "secret.md", "x")
    write(tmp_path, ".guild/raw/sources/a/original.md", "raw")
    if metadata is not None:
        write(tmp_path, ".guild/raw/sources/a/metadata.json", metadata)
    (source,) = resolve(str(tmp_path), ["a"], verify=True)
    assert (source.raw_path, source.raw_path_missing, source.drifted) == ("", True, None)
    assert followup in source.followup


def test_source_refs_that_are_paths(tmp_path: Path) -> None:
    """A path below the sources is its slug; another one is a file inside the root, or missing."""
    write(tmp_path, "root/docs/spec.md", "x")
    write(tmp_path, "secret.md", "x")
    root = tmp_path / "root"
    captured(root, ".guild/raw/sources/a", source_type="pasted")
    refs = [".guild/raw/sources/a/original.md", "./docs/spec.md", "../secret.md", "gone"]
    found = resolve(str(root), refs)
    assert [(s.kind, s.raw_path, s.raw_path_missing) for s in found] == [
        ("pasted", ".guild/raw/sources/a/original.md", False),
        ("file", "docs/spec.md", False),
        ("file", "", True),
        ("", "", True),
    ]
    assert all(bool(s.followup) == s.raw_path_missing for s in found)


def test_workspace(tmp_path: Path) -> None:
    """Sub-guilds are those inside the workspace; one that leaves it, or is missing, is refused."""
    root = tmp_path / "root"
    write(root, "api/.guild/wiki/concepts/a.md", FRONT)
    write(tmp_path, "outside/.guild/wiki/concepts/a.md", FRONT)
    (root / "link").symlink_to(tmp_path / "outside")
    guilds = [
        {"name": "api", "path": "./api/"},
        {"name": "web", "path": "api/.guild", "has_wiki": False},
        {"name": "out", "path": "../outside"},
        {"name": "abs", "path": str(tmp_path / "outside")},
        {"name": "link", "path": "link"},
        {"name": "gone", "path": "gone"},
        {"name": "api", "path": "api"},
        {"name": "none"},
    ]
    write(root, ".guild/workspace.json", json.dumps({"sub_guilds": guilds, "root_wiki": True}))
    found = workspace(str(root))
    assert [(g.name, g.path, g.has_wiki) for g in found.sub_guilds] == [
        ("api", "api", True),
        ("web", "api", False),
    ]
    assert found.root_wiki is False  # there is none
    codes = [n.code for n in found.notices]
    assert codes == ["sub-guild-refused"] * 4 + ["sub-guild-twice", "sub-guild-refused"]


@pytest.mark.parametrize("text", ["{", "[]", "null"])
def test_unreadable_workspace(tmp_path: Path, text: str) -> None:
    """A workspace file that cannot be read is a notice that names it."""
    write(tmp_path, ".guild/workspace.json", text)
    found = workspace(str(tmp_path))
    assert found.sub_guilds == ()
    assert [(n.code, n.path) for n in found.notices] == [
        ("settings-unreadable", ".guild/workspace.json")
    ]


@pytest.mark.parametrize(
    ("text", "available"),
    [
        ('{"mcp": {"stdio_available": false}}', False),
        ('{"mcp.stdio_available": false}', False),
        ('{"mcp": {"stdio_available": true}}', True),
        ('{"mcp": 1}', True),
        ("{", True),
        (None, True),
    ],
)
def test_stdio_available(tmp_path: Path, text: str | None, available: bool) -> None:
    """The setting is true unless the settings say false."""
    if text is not None:
        write(tmp_path, ".guild/settings.json", text)
    assert stdio_available(str(tmp_path)) is available

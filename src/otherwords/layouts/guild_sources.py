"""Where does a Guild page come from? Its `source_refs`, resolved to what was captured of each."""

import json
import os
from collections.abc import Iterable

from otherwords.errors import Failure, PageNotFound
from otherwords.layouts.opening import open_page, regular
from otherwords.model import ResolvedSource

FOLDERS = (".guild/raw/sources", ".guild/knowledge/sources")  # older trees, newer trees


def resolve(root: str, refs: Iterable[str], verify: bool = False) -> tuple[ResolvedSource, ...]:
    """Each `source_refs` entry of a page; `verify` re-computes the raw copies' checksums."""
    return tuple(_resolve(root, ref, verify) for ref in dict.fromkeys(refs))


def _resolve(root: str, ref: str, verify: bool) -> ResolvedSource:
    slug = _slug(ref)
    if not slug:
        return _file(root, ref)
    folder = next((f"{f}/{slug}" for f in FOLDERS if _is_folder(root, f, slug)), "")
    if not folder:
        followup = f"{FOLDERS[0]}/{slug} is missing: ingest it again, or correct source_refs"
        return ResolvedSource(ref, raw_path_missing=True, followup=followup)
    try:
        found = _described(root, folder, ref)
    except (Failure, ValueError, RecursionError) as error:
        why = "is missing" if isinstance(error, PageNotFound) else f"cannot be read ({error})"
        followup = f"{folder}/metadata.json {why}: ingest the source again"
        return ResolvedSource(ref, raw_path_missing=True, followup=followup)
    return _verified(root, found) if verify else found


def _slug(ref: str) -> str:
    """The slug that an entry is or leads to; '' for a path elsewhere in the repository."""
    path = ref.removeprefix("./").rstrip("/")
    for folder in FOLDERS:
        if path.startswith(folder + "/"):
            path = path[len(folder) + 1 :].partition("/")[0]
    return path if path and "/" not in path and path not in (".", "..") and "\0" not in path else ""


def _is_folder(root: str, folder: str, slug: str) -> bool:
    path = f"{root}/{folder}/{slug}"
    return os.path.isdir(path) and not os.path.islink(path)


def _file(root: str, ref: str) -> ResolvedSource:
    """An entry that is a path in the repository."""
    path = ref.removeprefix("./")
    if _there(root, path):
        return ResolvedSource(ref, "file", path, raw_path=path)
    followup = f"{ref}: no such file inside {root}: correct source_refs"
    return ResolvedSource(ref, "file", ref, raw_path_missing=True, followup=followup)


def _described(root: str, folder: str, ref: str) -> ResolvedSource:
    """A source as its metadata.json describes it. Raises Failure or ValueError."""
    data = json.loads(open_page(root, f"{folder}/metadata.json").decode("utf-8-sig"))
    if not isinstance(data, dict):
        raise ValueError("not a mapping")
    meta = {key: str(value) for key, value in data.items() if value is not None}
    kind = meta.get("source_type", "")
    origins = {"url": meta.get("url"), "file": meta.get("path"), "pasted": "pasted text"}
    raw = f"{folder}/{meta.get('original_file') or _original(root, folder)}"
    there = _there(root, raw)
    followup = "" if there else f"{raw}: the raw copy is missing: ingest the source again"
    return ResolvedSource(
        ref,
        kind,
        origins.get(kind) or meta.get("url") or meta.get("path") or "",
        meta.get("checksum_sha256", ""),
        meta.get("captured_at", ""),
        meta.get("captured_by", ""),
        raw if there else "",
        not there,
        followup=followup,
    )


def _original(root: str, folder: str) -> str:
    """The raw copy's name where metadata.json does not give it."""
    names = sorted(os.listdir(f"{root}/{folder}"))
    return next((name for name in names if name.startswith("original.")), "original")


def _verified(root: str, source: ResolvedSource) -> ResolvedSource:
    import hashlib  # only where checksums are asked for

    expected = source.checksum.lower().removeprefix("sha256:")
    if not expected or not source.raw_path:
        return source
    try:
        found = hashlib.sha256(open_page(root, source.raw_path)).hexdigest()
    except Failure as error:
        return source._replace(followup=str(error))
    if found == expected:
        return source._replace(drifted=False)
    followup = f"{source.raw_path}: the raw copy has drifted from its checksum: ingest it again"
    return source._replace(drifted=True, followup=followup)


def _there(root: str, path: str) -> bool:
    try:
        return bool(regular(root, path))
    except Failure:
        return False


__all__ = ["FOLDERS", "ResolvedSource", "resolve"]

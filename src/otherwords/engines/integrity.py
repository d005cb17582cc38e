"""Are the files of an index as they were written? Sizes at every opening, bytes where a time moved."""

import os

from otherwords.values import NamedTuple

File = tuple[int, int, bytes]  # size, mtime in ns, digest
_OWN = ("check", ".lock", ".new")


class Checks(NamedTuple):
    """What was written: the files, and how many documents they hold, dead ones among them."""

    files: dict[str, File]
    documents: int
    dead: int


def check(folder: str, before: Checks | None, documents: int, dead: int) -> Checks:
    """The files of a folder as they are now; those that did not move keep their digest."""
    known = before.files if before else {}
    files: dict[str, File] = {}
    for entry in os.scandir(folder):
        if entry.name.endswith(_OWN):
            continue
        stat = entry.stat()
        same = known.get(entry.name)
        moved = same is None or same[:2] != (stat.st_size, stat.st_mtime_ns)
        digest = _digest(entry.path) if moved or same is None else same[2]
        files[entry.name] = (stat.st_size, stat.st_mtime_ns, digest)
    return Checks(files, documents, dead)


def damage(folder: str, checks: Checks, every_byte: bool = False) -> str:
    """What is wrong, or ''."""
    for name, (size, mtime, digest) in checks.files.items():
        path = os.path.join(folder, name)
        try:
            stat = os.stat(path)
        except FileNotFoundError:
            if _is_used(name, folder):
                return f"{name} is missing"
            continue
        if name in ("meta.json", ".managed.json", "words"):
            continue  # these are replaced at each commit, the check file just after them
        if stat.st_size != size:
            return f"{name} has {stat.st_size} bytes instead of {size}"
        if (every_byte or stat.st_mtime_ns != mtime) and _digest(path) != digest:
            return f"{name} is not as it was written"
    return ""


def _is_used(name: str, folder: str) -> bool:
    """Whether tantivy still counts on a file: one that it does not was merged away."""
    try:
        with open(os.path.join(folder, "meta.json"), encoding="utf-8") as file:
            return name.partition(".")[0] in file.read().replace("-", "")
    except (OSError, ValueError):
        return True


def _digest(path: str) -> bytes:
    from hashlib import blake2b  # 5 ms, and only where a file moved

    digest = blake2b(digest_size=16)
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.digest()

"""Where the reader's own files lie: the cache (can be made again) and the data (cannot)."""

import os
import sys
import zlib

from otherwords.errors import WriteRefused


def _home(variable: str, fallback: str) -> str:
    value = os.environ.get(variable, "")
    return value if os.path.isabs(value) else os.path.join(os.path.expanduser("~"), fallback)


def cache_folder() -> str:
    """OTHERWORDS_CACHE_DIR, else the platform's cache folder for this program."""
    named = os.environ.get("OTHERWORDS_CACHE_DIR")
    if named:
        return os.path.abspath(named)
    if sys.platform == "darwin":
        return os.path.join(os.path.expanduser("~"), "Library", "Caches", "otherwords")
    if sys.platform == "win32":
        return os.path.join(_home("LOCALAPPDATA", "AppData/Local"), "otherwords", "cache")
    return os.path.join(_home("XDG_CACHE_HOME", ".cache"), "otherwords")


def data_folder() -> str:
    """OTHERWORDS_DATA_DIR, else the platform's folder for lasting data of this program."""
    named = os.environ.get("OTHERWORDS_DATA_DIR")
    if named:
        return os.path.abspath(named)
    if sys.platform == "darwin":
        return os.path.join(os.path.expanduser("~"), "Library", "Application Support", "otherwords")
    if sys.platform == "win32":
        return os.path.join(_home("LOCALAPPDATA", "AppData/Local"), "otherwords", "data")
    return os.path.join(_home("XDG_DATA_HOME", ".local/share"), "otherwords")


def base_folder(cache: str, kind: str, root: str) -> str:
    """The cache folder of one knowledge base: readable name, and a sum that keeps two apart."""
    name = "".join(c if c.isalnum() else "-" for c in os.path.basename(root))[:40] or "root"
    return os.path.join(
        cache, "bases", f"{name}-{kind}-{zlib.crc32(root.encode('utf-8', 'surrogateescape')):08x}"
    )


def make(folder: str) -> None:
    """Make a folder for this reader alone (mode 0700). Raises WriteRefused."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError as error:
        raise WriteRefused(
            f"cannot make {folder}: {error.strerror}; set OTHERWORDS_CACHE_DIR to a folder you may write"
        ) from error

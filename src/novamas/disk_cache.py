"""On-disk cache of slow results, in the user's cache folder.

A file is named by the hash of everything its content depends on, so a caller never reads a stale
result. Writes are atomic, and concurrent writers of one file write the same content. A file that cannot
be read or written only means that the result is computed again.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile, gettempdir

import novamas

TEXTS = (".py", ".toml", ".json")


def folder() -> Path:
    """Return the cache folder: `NOVAMAS_CACHE`, else the system's cache folder, else a temporary one."""
    chosen = os.environ.get("NOVAMAS_CACHE")
    try:
        if chosen:
            return Path(chosen).expanduser()
        return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "novamas"
    except RuntimeError:  # there is no home folder
        return Path(gettempdir()) / "novamas"


def write(path: Path, content: bytes) -> None:
    """Store content in the cache. Errors of the file system are ignored."""
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        Path(file.name).replace(path)  # atomic: the whole file or none


def source_hash(*packages: str) -> str:
    """Return a hash of novamas's version and of the source code and data of these packages."""
    root = Path(novamas.__file__).parent
    text = blake2b(novamas.__version__.encode(), digest_size=16)
    for package in packages:
        path = root / package
        if not path.exists():
            raise FileNotFoundError(path)
        for file in [path] if path.is_file() else sorted(path.rglob("*.*")):
            if file.suffix in TEXTS:
                text.update(file.read_bytes())
    return text.hexdigest()

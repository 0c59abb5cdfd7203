"""The edition: a hash of the code and of the law's data. Cached responses depend on it."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

import novamas
from novamas.games import source_elsewhere
from novamas.law import Library
from novamas.law.default import ours

KEPT = (".py", ".toml", ".json", ".jsonl")


@cache
def edition() -> str:
    """Return the edition with which this process was started. Another edition may answer otherwise."""
    return edition_on_disk()


def edition_of(law: Library) -> str:
    """Return the edition of novamas with a given library of law and the games of other packages."""
    if law is ours():
        return edition()
    return blake2b(f"{edition()} {law.fingerprint} {source_elsewhere()}".encode(), digest_size=16).hexdigest()


def edition_on_disk() -> str:
    """Return the edition of the files on disk, which may have changed since the process started."""
    digest = blake2b(novamas.__version__.encode(), digest_size=16)
    root = Path(novamas.__file__).parent
    for file in sorted(root.rglob("*")):
        if file.suffix in KEPT and file.is_file():
            digest.update(str(file.relative_to(root)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()

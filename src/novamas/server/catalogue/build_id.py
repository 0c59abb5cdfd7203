"""The edition: the hash of the program's own text and of the law's data, by which answers are kept."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

import novamas

KEPT = (".py", ".toml", ".json", ".jsonl")


@cache
def edition() -> str:
    """All that answers depend on besides what is asked: an answer of another edition is another answer."""
    return edition_on_disk()


def edition_on_disk() -> str:
    """The edition as the files are now: somebody may have changed them since the program was started."""
    text = blake2b(novamas.__version__.encode(), digest_size=16)
    root = Path(novamas.__file__).parent
    for file in sorted(root.rglob("*")):
        if file.suffix in KEPT and file.is_file():
            text.update(str(file.relative_to(root)).encode())
            text.update(file.read_bytes())
    return text.hexdigest()

"""What takes long to make is kept on disk for the next call, in the user's cache folder.

It is named by the hash of all that it hangs on, so that nobody finds what another program left. A file is
written whole or not at all, and two who make the same at once write the same. What cannot be read or written
is made again, and nothing else comes of it.
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
    """Where results are kept: as the user says, or as his system has it; else among what is temporary."""
    said = os.environ.get("NOVAMAS_CACHE")
    try:
        if said:
            return Path(said).expanduser()
        return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "novamas"
    except RuntimeError:  # whose home it is nobody knows
        return Path(gettempdir()) / "novamas"


def write(place: Path, content: bytes) -> None:
    """Put something where the next call finds it."""
    with suppress(OSError, RuntimeError):
        place.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=place.parent, delete=False) as file:
            file.write(content)
        Path(file.name).replace(place)  # whole or not at all


def source_hash(*packages: str) -> str:
    """The hash of the text and figures of these packages of the program."""
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

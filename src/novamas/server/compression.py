"""Answers pressed together with gzip: what is public and long, for whoever can read it so.

What only one person may see is never pressed: by its length others on the line could guess what it holds.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache

MIN = 1024  # bytes; less is sent as it is
QUICKLY, THOROUGHLY = 5, 9  # for an answer that somebody waits for, for a file that is pressed once

_GZIP = re.compile(r"(?:^|,)\s*gzip\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*)?(?=,|$)")


@lru_cache(maxsize=256)
def accepts_gzip(accepted: str) -> bool:
    """Can whoever asks read what is pressed, by the header `Accept-Encoding`?"""
    found = _GZIP.search(accepted.lower())
    return found is not None and float(found[1] or 1) > 0


def gzip_body(body: bytes, level: int) -> bytes | None:
    """The body pressed together; nothing where that is not worth it."""
    if len(body) < MIN:
        return None
    shorter = gzip.compress(body, level, mtime=0)
    return shorter if len(shorter) < len(body) else None

"""Gzip compression of long public responses, for clients that accept it.

A response for one person is never compressed, because its compressed length could reveal its
content (as in the BREACH attack).
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache

MIN = 1024  # bytes: a shorter response is sent as it is
QUICKLY, THOROUGHLY = 5, 9  # gzip levels: for a response that a client waits for, for a file compressed once

_GZIP = re.compile(r"(?:^|,)\s*gzip\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*)?(?=,|$)")


@lru_cache(maxsize=256)
def accepts_gzip(accepted: str) -> bool:
    """Return whether a client's `Accept-Encoding` header allows gzip."""
    found = _GZIP.search(accepted.lower())
    return found is not None and float(found[1] or 1) > 0


def gzip_body(body: bytes, level: int) -> bytes | None:
    """Return the compressed body, or None if compression saves too little."""
    if len(body) < MIN:
        return None
    shorter = gzip.compress(body, level, mtime=0)
    return shorter if len(shorter) < len(body) else None

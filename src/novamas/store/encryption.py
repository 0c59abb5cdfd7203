"""Secrets that lie hidden in a store: whoever has it, or a copy of it, and no key, cannot read them."""

from __future__ import annotations

from typing import Final, Protocol

HIDDEN: Final = "hidden/"  # how the names of such secrets begin
_BY_THEMSELVES: Final = ("seed/", "house/", HIDDEN)  # those that whoever keeps them hides, or that are none


class Cipher(Protocol):
    """What makes a secret unreadable for whoever has only the store."""

    def encrypt(self, secret: bytes, about: str) -> bytes: ...

    def decrypt(self, hidden: bytes, about: str) -> bytes: ...


def is_plain(name: str) -> bool:
    """Was the secret of this name kept as it is, by an older program or without a key?"""
    return not name.startswith(_BY_THEMSELVES)

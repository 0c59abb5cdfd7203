"""Encryption at rest for the store's secrets. Without the key they are unreadable in any copy."""

from __future__ import annotations

from typing import Final, Protocol

HIDDEN: Final = "hidden/"  # prefix of the names of encrypted secrets
_BY_THEMSELVES: Final = ("seed/", "house/", HIDDEN)  # already encrypted by their owners, or not secret


class Cipher(Protocol):
    """A cipher for secrets. `about` is the name to which a ciphertext is bound."""

    def encrypt(self, secret: bytes, about: str) -> bytes: ...

    def decrypt(self, hidden: bytes, about: str) -> bytes: ...


def is_plain(name: str) -> bool:
    """Return whether the secret with this name was stored in plain text.

    Older versions, and stores without a key, store secrets in plain text.
    """
    return not name.startswith(_BY_THEMSELVES)

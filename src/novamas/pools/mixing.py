"""New seeds after a restore: a nonce is mixed into each seed before the next sale or draw.

A restored copy contains the seed of each open issue and declared race, and people may have seen draws from
it. A nonce of the operating system changes this seed into another: the 32-byte BLAKE2b of the nonce, keyed
with the seed, with the person ``novamas.mixed``. The entry with the nonce is public in the books, and also
commits to the new seed. Once the first seed is revealed, anyone can compute the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import msgspec

from novamas.equipment.chance import commitment_to, random_token, verify


class Mixed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nonce that was mixed into a seed, the commitment to the new seed, and its epoch."""

    nonce: str
    commitment: str
    epoch: int


def mixed_seed(seed: str, mixed: Iterable[Mixed]) -> str:
    """Return the seed after these nonces were mixed in, one after the other."""
    for one in mixed:
        seed = blake2b(
            one.nonce.encode(), key=bytes.fromhex(seed), digest_size=32, person=b"novamas.mixed"
        ).hexdigest()
    return seed


def mix(seed: str, before: tuple[Mixed, ...], epoch: int) -> Mixed:
    """Draw a nonce and mix it into a seed, after the nonces of earlier restores."""
    drawn = Mixed(random_token(), "", epoch)
    return msgspec.structs.replace(drawn, commitment=commitment_to(mixed_seed(seed, (*before, drawn))))


def are_committed(seed: str, mixed: tuple[Mixed, ...]) -> bool:
    """Return whether each nonce, mixed into the seed, gives the seed of its commitment."""
    return all(verify(one.commitment, mixed_seed(seed, mixed[: nth + 1])) for nth, one in enumerate(mixed))

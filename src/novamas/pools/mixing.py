"""A second seed mixed in after a restore: a nonce, public in the books before the next sale or draw.

A copy contains the seed of each open issue and declared race, and people may have seen draws from it. A
nonce of the operating system changes it into another seed: the 32-byte BLAKE2b of the nonce, keyed with the
seed, with the person ``novamas.mixed``. The entry with the nonce also commits to the new seed. Once the
first seed is revealed, anyone can compute the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import msgspec

from novamas.equipment.chance import commitment_to, random_token, verify


class Mixed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nonce that was mixed into a seed, the commitment to the seed that results, and its epoch."""

    nonce: str
    commitment: str
    epoch: int


def mixed_seed(seed: str, mixed: Iterable[Mixed]) -> str:
    """Return the seed that results from mixing in nonces, one after the other."""
    for one in mixed:
        seed = blake2b(
            one.nonce.encode(), key=bytes.fromhex(seed), digest_size=32, person=b"novamas.mixed"
        ).hexdigest()
    return seed


def mix(seed: str, before: tuple[Mixed, ...], epoch: int) -> Mixed:
    """Draw a nonce to mix into a seed, after the nonces of earlier restores."""
    drawn = Mixed(random_token(), "", epoch)
    return msgspec.structs.replace(drawn, commitment=commitment_to(mixed_seed(seed, (*before, drawn))))


def are_committed(seed: str, mixed: tuple[Mixed, ...]) -> bool:
    """Return whether each commitment is to the seed that its nonce gives."""
    return all(verify(one.commitment, mixed_seed(seed, mixed[: nth + 1])) for nth, one in enumerate(mixed))

"""An independent verifier: it follows docs/fairness.md and uses no code of novamas.

It imports nothing of novamas, so that it cannot share mistakes. The page `verify.html` does the same in a
browser, and gives the same codes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

ROULETTE = [
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9),
    *(22, 18, 29, 7, 28, 12, 35, 3, 26),
]
DICE = [10 * one + other for one in range(1, 7) for other in range(1, 7)]
WAYS = {"ruleta": ROULETTE, "ruleta_americana": ROULETTE, "craps": DICE}


def hashed(data: bytes, person: str, size: int = 32, key: bytes = b"") -> bytes:
    return blake2b(data, digest_size=size, person=person.encode(), key=key).digest()


def words(key: bytes) -> Iterator[int]:
    number = 0
    while True:
        block = hashed(number.to_bytes(8, "little"), "novamas", 64, key)
        yield from (int.from_bytes(block[at : at + 8], "little") for at in range(0, 64, 8))
        number += 1


def draws(key: bytes, ways: Sequence[int]) -> Iterator[int]:
    width = (len(ways) - 1).bit_length()
    for word in words(key):
        if word >> (64 - width) < len(ways):
            yield ways[word >> (64 - width)]


def key_of(seed: str, player_seed: str | None) -> bytes:
    if player_seed is None:
        return hashed(bytes.fromhex(seed), "novamas.live", 64)
    return hashed(bytes.fromhex(seed) + player_seed.encode(), "novamas.both", 64)


def chain_breaks(data: bytes) -> tuple[int | None, list[str], list[dict[str, Any]]]:
    """Return the first line that breaks the chain, the links up to it, and all lines."""
    last, links, read = bytes(32), list[str](), list[dict[str, Any]]()
    for number, line in enumerate(data.removesuffix(b"\n").split(b"\n"), start=1):
        body, mark, rest = line.rpartition(b',"link":"')
        last = hashed(last + body + b"}", "novamas.link")
        if not mark or rest != last.hex().encode() + b'"}':
            return number, links, read
        links.append(last.hex())
        read.append(json.loads(body + b"}"))
    return None, links, read


def signed_text(header: dict[str, Any], seal: dict[str, Any]) -> bytes:
    def seed_hash(text: str | None) -> str:
        return "-" if text is None else hashed(text.encode(), "novamas.seed").hex()

    return (
        f"novamas seal 1\ntable {seal['signed']['table']}\nlines {seal['lines']}\nlast {seal['last']}\n"
        f"commitment {header['commitment'] or '-'}\nplayer-commitment {header['player_commitment'] or '-'}\n"
        f"seed {seed_hash(seal['seed'])}\nplayer-seed {seed_hash(seal['player_seed'])}\n"
    ).encode("ascii")


def verified(data: bytes) -> list[str]:
    """Return the findings about a sealed record, as codes."""
    broken, links, (header, *deeds) = chain_breaks(data)
    if broken is not None:
        return ["other_link"]
    seal = deeds.pop()
    if set(seal) - {"signed"} != {"lines", "last", "seed", "player_seed"}:
        return ["whole", "not_sealed"]
    if (seal["lines"], seal["last"]) != (len(links) - 1, links[-2]):
        return ["other_seal"]
    named = (header["commitment"], header["player_commitment"], seal["seed"], seal["player_seed"])
    if header["number"] is not None and any(one is not None for one in named):
        return ["whole", "sealed", "two_sources"]
    found = ["whole", "sealed", *_promises(header, seal)]
    drawn = [deed["what"] for deed in deeds if deed["do"] == "drawn"]
    ways = WAYS.get(header["game"])
    if ways is None:
        found.append("draws_not_here")
    else:
        expected = draws(key_of(seal["seed"], seal["player_seed"]), ways)
        found.append("draws_agree" if drawn == [next(expected) for _ in drawn] else "other_draw")
    return [*found, _signature(header, seal)]


def _promises(header: dict[str, Any], seal: dict[str, Any]) -> Iterator[str]:
    agrees = hashed(bytes.fromhex(seal["seed"]), "novamas.promise").hex() == header["commitment"]
    yield "seed_promised" if agrees else "other_seed"
    if seal["player_seed"] is not None:
        agrees = hashed(seal["player_seed"].encode(), "novamas.player").hex() == header["player_commitment"]
        yield "player_promised" if agrees else "other_player_seed"


def _signature(header: dict[str, Any], seal: dict[str, Any]) -> str:
    signed = seal.get("signed")
    if signed is None:
        return "not_signed"
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed["house"]))
    try:
        key.verify(bytes.fromhex(signed["signature"]), signed_text(header, seal))
    except (InvalidSignature, ValueError):
        return "signature_altered"
    return "signed_by_some"

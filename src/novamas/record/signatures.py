"""Signatures of a house on seals and receipts, and their verification.

A signature is Ed25519 (RFC 8032) over an ASCII text, each line of which ends with a line break. Numbers
are decimal, hashes are lower-case hexadecimal, and `-` means that a value is absent. The text of a seal:

    novamas seal 1
    table TABLE
    lines LINES                      number of lines before the seal
    last LINK                        the last of their links
    commitment HASH                  as in the opening
    player-commitment HASH           as in the opening
    seed HASH                        the 32-byte BLAKE2b of the seed's text, with person ``novamas.seed``
    player-seed HASH                 the same of the player's text, in UTF-8

The text of a receipt:

    novamas receipt 1
    table TABLE
    line LINE                        of the record, counted from 1
    link LINK                        of that line

The first line separates the two kinds from each other and from any other text that the key may sign.
The last link binds every line of the record, with its law and its commitments.

A signature proves that the holder of the key made this statement. If a player kept a receipt, and a record
signed by the same key differs from it, the two prove that the house made contradictory statements. A receipt
for a line that a record does not have proves that the end of the record was cut off. A signature does not
prove the owner of the key: the owner must be known from another source, and `house` in a record is only a
claim of the record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from novamas.errors import InvalidInput, quoted
from novamas.record.bounded_files import read_bounded
from novamas.record.chain import NO_JSON, Seal, Signature, read_receipt
from novamas.record.records import Header

KEY_BYTES = 32
# Keys of small order, for which anyone can make signatures that hold: the second coordinate of each, with the
# sign left out, and the two that are not reduced.
_SMALL_ORDER = frozenset(
    bytes.fromhex(digits)
    for digits in (
        "00" * 32,
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ec" + "ff" * 30 + "7f",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
    )
)
SignedBy: TypeAlias = Literal["by_the_house", "by_another", "by_some_house", "altered", "nobody"]
_PUBLIC_KEY = re.compile(f"[0-9a-f]{{{2 * KEY_BYTES}}}")
_PLAIN = re.compile(r"[0-9A-Za-z._/-]{1,128}")  # values allowed in a signed line


class SignedReceipt(Struct, frozen=True, forbid_unknown_fields=True):
    """A house's signed statement to a player: at this table, this line of the record had this link."""

    table: str
    line: int
    link: str
    house: str
    signature: str


class House:
    """A house that can sign with its private key."""

    def __init__(self, private: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(private)
        self.public = self._key.public_key().public_bytes_raw().hex()

    def seal(self, table: str, header: Header, seal: Seal) -> Signature:
        """Return the signature of a seal."""
        return Signature(table, self.public, self._sign(seal_text(table, header, seal)))

    def signed_receipt(self, table: str, number: int, link: str) -> SignedReceipt:
        """Return a signed receipt for this line, which a player can keep."""
        return SignedReceipt(table, number, link, self.public, self._sign(receipt_text(table, number, link)))

    def _sign(self, text: bytes | None) -> str:
        assert text is not None, "tables, links and commitments are plain"
        return self._key.sign(text).hex()


def seal_text(table: str, header: Header, seal: Seal) -> bytes | None:
    """Return the signed text of a seal, or None if a field contains text that no house would sign."""
    return _text(
        "novamas seal 1",
        ("table", table),
        ("lines", str(seal.lines)),
        ("last", seal.last),
        ("commitment", header.commitment or "-"),
        ("player-commitment", header.player_commitment or "-"),
        ("seed", _seed_hash(seal.seed)),
        ("player-seed", _seed_hash(seal.player_seed)),
    )


def receipt_text(table: str, number: int, link: str) -> bytes | None:
    """Return the signed text of a receipt, or None if a field contains text that no house would sign."""
    return _text("novamas receipt 1", ("table", table), ("line", str(number)), ("link", link))


def _text(title: str, *parts: tuple[str, str]) -> bytes | None:
    if not all(_PLAIN.fullmatch(value) for _name, value in parts):
        return None
    return "".join([f"{title}\n", *(f"{name} {value}\n" for name, value in parts)]).encode("ascii")


def _seed_hash(seed: str | None) -> str:
    if seed is None:
        return "-"
    return blake2b(seed.encode(errors="replace"), digest_size=32, person=b"novamas.seed").hexdigest()


def has_small_order(house: str) -> bool:
    """Return whether a public key is a point of small order, for which anyone can sign."""
    try:
        key = bytes.fromhex(house)
    except ValueError:
        return False
    return len(key) == KEY_BYTES and key[:-1] + bytes([key[-1] & 0x7F]) in _SMALL_ORDER


def holds(house: str, signature: str, text: bytes | None) -> bool:
    """Return whether the holder of this key signed this text."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if text is None or has_small_order(house):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(house)).verify(bytes.fromhex(signature), text)
    except (ValueError, InvalidSignature):
        return False
    return True


def signed_by(given: Signature | SignedReceipt, text: bytes | None, house: str | None) -> SignedBy:
    """Return the kind of signer: the given house, another house, or "altered" for an invalid signature."""
    if not holds(given.house, given.signature, text):
        return "altered"
    if house is None:
        return "by_some_house"
    return "by_the_house" if given.house == house else "by_another"


# ---------------------------------------------------------------- typed input and files


def read_house(given: str) -> str:
    """Return the public key of a house, typed as digits or stored in a file."""
    text = given.strip().lower()
    if not _PUBLIC_KEY.fullmatch(text):
        try:
            with Path(given).open("rb") as file:
                text = file.read(4096).decode("ascii", errors="replace").strip().lower()
        except (OSError, ValueError):
            pass  # neither digits nor a file: refused below
    if not _PUBLIC_KEY.fullmatch(text):
        raise InvalidInput("house_unreadable", digits=2 * KEY_BYTES, given=quoted(given))
    if has_small_order(text):
        raise InvalidInput("house_unreadable", text_key="house_of_small_order", given=quoted(given))
    return text


def read_receipts(path: Path) -> Iterator[tuple[int, SignedReceipt | str]]:
    """Yield the receipts in a file with their line numbers. A line is signed JSON, or digits."""
    try:
        data = read_bounded(path)
    except OSError as fault:
        raise InvalidInput("no_record", path=str(path), errno=fault.errno) from None
    for number, line in enumerate(data.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            if line.lstrip().startswith(b"{"):
                found = msgspec.json.decode(line, type=SignedReceipt)
                if found.line < 1:
                    raise msgspec.DecodeError  # the lines of a record are counted from 1
                yield number, found
            else:
                yield number, read_receipt(line.decode(errors="replace"))
        except (*NO_JSON, InvalidInput):
            raise InvalidInput(
                "receipt_unreadable", text_key="receipts_unreadable", path=str(path), line=number
            ) from None

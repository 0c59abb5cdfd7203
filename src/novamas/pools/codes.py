"""Ticket codes: the outlet, the number of the ticket in the outlet's book, and unguessable digits.

A ticket is an entry of its outlet's book, and its digits are the first fifty bits of the hash of that
entry. Each ticket in a bettor's hands is therefore evidence against a later change of the book. The last
character is a check character (ISO 7064, MOD 37,36). A terminal can verify it without the book: it detects
every change of a single character.

    PALMA-1-123-7F3K29Q2MBH
    outlet  no. digits    check
"""

from __future__ import annotations

import re

import msgspec

from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.store import Anchor, Entry, NotEntered

DIGITS = 10
_BASE_32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no letter looks like a digit
_BASE_36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CODE = re.compile(rf"([a-z0-9]+(?:-[a-z0-9]+)*)-([1-9][0-9]{{0,17}})-([0-9a-z]{{{DIGITS}}})([0-9a-z])")
LONGEST_ESTABLISHMENT = 100
OUTLET = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")  # the name of an outlet, as in codes


class Code(msgspec.Struct, frozen=True):
    """The code of one ticket."""

    outlet: str
    number: int
    digits: str

    @property
    def book(self) -> str:
        """The name of the book that holds the ticket."""
        return book_of(self.outlet)

    def is_of(self, hash: bytes) -> bool:
        """Return whether this code belongs to the entry with the given hash."""
        return self.digits == digits_of(hash)

    def __str__(self) -> str:
        body = f"{self.outlet.upper()}-{self.number}-{self.digits}"
        return body + _check_character(body)


def book_of(outlet: str) -> str:
    """Return the name of an outlet's book."""
    return f"outlet/{outlet}"


def digits_of(hash: bytes) -> str:
    """Return the digits of a code: the first fifty bits of an entry's hash in base 32."""
    bits = int.from_bytes(hash[:8], "big") >> (64 - 5 * DIGITS)
    return "".join(_BASE_32[bits >> 5 * place & 31] for place in reversed(range(DIGITS)))


def code_of(outlet: str, number: int, hash: bytes) -> Code:
    """Return the code of the entry with this number and hash in an outlet's book."""
    return Code(outlet, number, digits_of(hash))


def outlet_of(entry: Entry) -> str:
    """Return the outlet whose book holds the entry."""
    return entry.book.removeprefix(book_of(""))


def code_text(entry: Entry) -> str:
    """Return the code of a ticket or voucher, as it is printed."""
    return str(code_of(outlet_of(entry), entry.number, entry.hash))


def key_reused(made: Entry) -> NotEntered:
    """Return the error for an idempotency key that was already used for something else."""
    return NotEntered("key_reused", book=made.book, number=made.number, key=str(made.key))


def read_code(text: str, *, clause: str) -> Code:
    """Return the code that a person typed or scanned. Raise if it is malformed or mistyped.

    The check character detects a typing error. `clause` is the clause that requires a code on the ticket. It
    is part of the error.
    """
    found = _CODE.fullmatch(text.strip().lower())
    if found is None:
        raise InvalidInput("code_unreadable", clause=clause, given=quoted(text))
    outlet, number, digits, check = found.groups()
    code = Code(outlet, int(number), digits.upper().translate(_LOOKS_LIKE))
    if str(code)[-1] != check.upper():
        raise NovamasError("code_altered", clause=clause, given=quoted(text))
    return code


def anchor_of(text: str) -> Anchor:
    """Return an anchor for an outlet's book. The digits of the code are the start of an entry's hash."""
    code = read_code(text, clause="")
    bits = 0
    for digit in code.digits:
        bits = bits << 5 | _BASE_32.index(digit)
    return Anchor(code.book, code.number, f"{bits >> 5 * DIGITS % 4:0{5 * DIGITS // 4}x}")


_LOOKS_LIKE = str.maketrans("OIL", "011")


def _check_character(body: str) -> str:
    """Return the check character of a code, by the hybrid system MOD 37,36."""
    product = 36
    for each in body:
        if each != "-":
            product = ((product + _BASE_36.index(each)) % 36 or 36) * 2 % 37
    return _BASE_36[(37 - product) % 36]

"""The code of a ticket: who sold it, the how-manieth of his book it is, and digits that nobody can guess.

A ticket is an entry of its outlet's book, and the digits are the first fifty bits of the hash of that entry:
so every ticket in somebody's hand holds its outlet's book to what it was. Last comes a check character (ISO
7064, MOD 37,36), which any terminal can verify by itself: no code with one character altered passes.

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
OUTLET = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")  # the name of an outlet, as it stands in codes


class Code(msgspec.Struct, frozen=True):
    """The code of one ticket."""

    outlet: str
    number: int
    digits: str

    @property
    def book(self) -> str:
        """The book in which it stands."""
        return book_of(self.outlet)

    def is_of(self, hash: bytes) -> bool:
        """Was it made for the entry with this hash?"""
        return self.digits == digits_of(hash)

    def __str__(self) -> str:
        body = f"{self.outlet.upper()}-{self.number}-{self.digits}"
        return body + _check_character(body)


def book_of(outlet: str) -> str:
    """The name of an outlet's book."""
    return f"outlet/{outlet}"


def digits_of(hash: bytes) -> str:
    """The digits that stand for the hash of an entry."""
    bits = int.from_bytes(hash[:8], "big") >> (64 - 5 * DIGITS)
    return "".join(_BASE_32[bits >> 5 * place & 31] for place in reversed(range(DIGITS)))


def code_of(outlet: str, number: int, hash: bytes) -> Code:
    """The code of the entry with this number and hash in an outlet's book."""
    return Code(outlet, number, digits_of(hash))


def outlet_of(entry: Entry) -> str:
    """The outlet in whose book an entry stands."""
    return entry.book.removeprefix(book_of(""))


def code_text(entry: Entry) -> str:
    """The code of a ticket or voucher, as it is printed."""
    return str(code_of(outlet_of(entry), entry.number, entry.hash))


def key_reused(made: Entry) -> NotEntered:
    """The error of a key under which something else was entered."""
    return NotEntered("key_reused", book=made.book, number=made.number, key=str(made.key))


def read_code(text: str, *, clause: str) -> Code:
    """A code as it is typed or scanned; the clause is the one that asks for a code on the ticket."""
    found = _CODE.fullmatch(text.strip().lower())
    if found is None:
        raise InvalidInput("code_unreadable", clause=clause, given=quoted(text))
    outlet, number, digits, check = found.groups()
    code = Code(outlet, int(number), digits.upper().translate(_LOOKS_LIKE))
    if str(code)[-1] != check.upper():
        raise NovamasError("code_altered", clause=clause, given=quoted(text))
    return code


def anchor_of(text: str) -> Anchor:
    """What the code of a ticket in somebody's hand says of its outlet's book: the beginning of a hash."""
    code = read_code(text, clause="")
    bits = 0
    for digit in code.digits:
        bits = bits << 5 | _BASE_32.index(digit)
    return Anchor(code.book, code.number, f"{bits >> 5 * DIGITS % 4:0{5 * DIGITS // 4}x}")


_LOOKS_LIKE = str.maketrans("OIL", "011")


def _check_character(body: str) -> str:
    """The character after which the code says one modulo 36, by the hybrid system MOD 37,36."""
    product = 36
    for each in body:
        if each != "-":
            product = ((product + _BASE_36.index(each)) % 36 or 36) * 2 % 37
    return _BASE_36[(37 - product) % 36]

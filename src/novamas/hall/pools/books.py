"""The books of pools played for practice chips, and the transfers in them."""

from __future__ import annotations

from novamas.errors import NovamasError
from novamas.hall.tables.accounts import purse
from novamas.money import Cents
from novamas.store import PUBLIC, ReadTransaction, Transfer

OUTLET = "practica"  # the outlet on practice tickets: no organiser has a ticket with such a code


def book_of(game: str, person: str) -> str:
    """Return the book of a person's private pool."""
    return f"pool/{game}/{person}"


def moved(*given: tuple[str, str, Cents]) -> tuple[Transfer, ...]:
    """Return a transfer of chips. Return no transfer if the amount is zero."""
    return tuple(Transfer(source, target, cents) for source, target, cents in given if cents)


def bought(books: ReadTransaction, person: str, account: str, cents: Cents) -> tuple[Transfer, ...]:
    """Return the transfer that pays a ticket from a person's wallet."""
    has = books.balance(purse(person))
    if has < cents:
        raise NovamasError("purse_short", text_key="purse_short_for_ticket", has=has, wanted=cents)
    return moved((purse(person), account, cents))


def won(account: str, person: str, cents: Cents) -> tuple[Transfer, ...]:
    """Return the transfer that pays a prize into a person's wallet."""
    return moved((account, purse(person), cents))


def from_outside(account: str, cents: Cents) -> tuple[str, str, Cents]:
    """Return the transfer of chips that other players or the organiser bring in."""
    return PUBLIC, account, cents


def to_outside(account: str, cents: Cents) -> tuple[str, str, Cents]:
    """Return the transfer of chips that other players win or that the organiser keeps."""
    return account, PUBLIC, cents

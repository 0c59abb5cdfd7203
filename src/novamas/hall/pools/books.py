"""The books of pools that are played for chips of play: whose they are, and the chips that move."""

from __future__ import annotations

from novamas.errors import NovamasError
from novamas.hall.tables.accounts import purse
from novamas.money import Cents
from novamas.store import PUBLIC, ReadTransaction, Transfer

OUTLET = "practica"  # the outlet that stands on tickets of play: no organiser's book knows their codes


def book_of(game: str, person: str) -> str:
    """The book of somebody's own pool."""
    return f"pool/{game}/{person}"


def moved(*given: tuple[str, str, Cents]) -> tuple[Transfer, ...]:
    """Chips that move, but for none."""
    return tuple(Transfer(source, target, cents) for source, target, cents in given if cents)


def bought(books: ReadTransaction, person: str, account: str, cents: Cents) -> tuple[Transfer, ...]:
    """What a ticket costs goes out of somebody's purse, if it is in there."""
    has = books.balance(purse(person))
    if has < cents:
        raise NovamasError("purse_short", text_key="purse_short_for_ticket", has=has, wanted=cents)
    return moved((purse(person), account, cents))


def won(account: str, person: str, cents: Cents) -> tuple[Transfer, ...]:
    """What a ticket won goes into somebody's purse."""
    return moved((account, purse(person), cents))


def from_outside(account: str, cents: Cents) -> tuple[str, str, Cents]:
    """Chips that others bring, or the organiser lays out."""
    return PUBLIC, account, cents


def to_outside(account: str, cents: Cents) -> tuple[str, str, Cents]:
    """Chips that others have won, or that are the organiser's."""
    return account, PUBLIC, cents

"""What is noticed at a table, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from novamas.cli.language import current
from novamas.table.deeds import Deed
from novamas.table.events import Event, Owner, Payment
from novamas.table.notation import write
from novamas.table.people import Who
from novamas.words import telling, words


def tell(event: Event, *, me: Who | None = None) -> str:
    return telling.tell(event, words(current()), me=me)


def tell_all(events: Iterable[Event], *, me: Who | None = None) -> Iterator[str]:
    return telling.tell_all(events, words(current()), me=me)


def tell_deed(deed: Deed) -> str:
    return write(deed)


def person(who: Who) -> str:
    return words(current()).person(who)


def owner_name(owner: Owner, me: Who | None) -> str:
    return words(current()).owner(owner, me)


def symbols(cards: Iterable[int | None]) -> str:
    return words(current()).cards(cards)


def tell_payment(paid: Payment, *, me: Who | None = None) -> str:
    return telling.tell_payment(paid, words(current()), me=me)


def rate_words(rate: Fraction) -> str:
    return telling.rate_words(rate, words(current()))

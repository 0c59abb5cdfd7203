"""Facts that a bot reads from its view: the cards it knows and the acts on offer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from novamas.bots.circle import seeded_choice
from novamas.table.deeds import Deed
from novamas.table.events import Owner
from novamas.table.game import Table
from novamas.table.offers import Offer
from novamas.table.views import View


class TableFacts:
    """The rules of a table as a cache key. Equal tables share computed values."""

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        self.table = table

    def __hash__(self) -> int:
        return hash(self.table.opening)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableFacts):
            return NotImplemented
        mine, theirs = self.table.opening, other.table.opening
        return mine is theirs or mine == theirs


Way: TypeAlias = Callable[[TableFacts, View, Random], Deed | None]  # decides; None leaves it to the default


def one_in_n(many: int, *seed: object) -> bool:
    """Return a seeded random choice that is true one time in `many`. If `many` is 0, it is never true."""
    return bool(many) and seeded_choice(*seed).randrange(many) == 0


def cards_of(view: View, owner: Owner) -> tuple[int, ...]:
    """Return those cards of an owner that this viewpoint knows."""
    return tuple([held.card for held in view.held(owner) if held.card is not None])


def offered_by_verb(view: View) -> dict[str, Offer]:
    """Return the first offer of each verb."""
    found: dict[str, Offer] = {}
    for offer in view.offers:
        found.setdefault(offer.act.verb(), offer)
    return found


def act_from_view(view: View, verb: str) -> Deed | None:
    """Return the act with this verb, if the view offers it."""
    offer = offered_by_verb(view).get(verb)
    return None if offer is None else offer.act

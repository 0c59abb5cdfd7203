"""The felt: what lies on a table between two deeds, as one frozen value."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct

from novamas.equipment.shoe import Shoe
from novamas.table.events import Owner
from novamas.table.roles import Who, may_know


class Chips(NamedTuple):
    """What one player has on one bet."""

    seat: int
    bet: str
    cents: int


class Jackpot(NamedTuple):
    """What the house has set aside for those who win it; everybody may know how much."""

    name: str
    cents: int


class Total(NamedTuple):
    """What a hand counts that lies open."""

    owner: Owner
    points: int


class Held(Struct, frozen=True, array_like=True, gc=False):
    """A card before its owner; `None` is one that nobody has seen, and so is not drawn yet."""

    card: int | None
    up: bool
    place: int  # in the deck, counted from 0: what an audit of the deal needs


class Pile(Struct, frozen=True, array_like=True, gc=False):
    """The cards before one owner."""

    owner: Owner
    cards: tuple[Held, ...]


class Felt(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """Chips, cards and shoe. A game adds what else outlives a phase; purses lie here among players only."""

    public: ClassVar[tuple[str, ...]] = ()  # what a game adds that everybody may see: the button, the banker
    incidents: ClassVar[tuple[type[Any], ...]] = ()  # what can go wrong at its tables: the game lists it

    chips: tuple[Chips, ...] = ()  # sorted: the same cloth is the same value
    piles: tuple[Pile, ...] = ()
    shoe: Shoe | None = None
    purses: tuple[int, ...] = ()  # by seat, in games among players, where they bound what is lawful
    jackpots: tuple[Jackpot, ...] = ()

    @property
    def need_shoe(self) -> Shoe:
        """The shoe or deck, at a moment when one must lie on the table."""
        assert self.shoe is not None, "there is no shoe on the table"
        return self.shoe

    def on(self, seat: int, bet: str) -> int:
        """What a player has on a bet."""
        chips = self.chips
        place = bisect_left(chips, (seat, bet))
        if place < len(chips):
            whose, on, cents = chips[place]
            if whose == seat and on == bet:
                return cents
        return 0

    def of(self, seat: int) -> int:
        """What a player has on the cloth."""
        return sum(chips.cents for chips in self.chips if chips.seat == seat)

    @property
    def cloth(self) -> int:
        """All chips on the cloth."""
        return sum(chips.cents for chips in self.chips)

    def in_jackpot(self, name: str) -> int:
        """What a jackpot has grown to."""
        return dict(self.jackpots).get(name, 0)

    def held(self, owner: Owner) -> tuple[Held, ...]:
        """What lies before an owner, seen or not."""
        for pile in self.piles:
            if pile.owner == owner:
                return pile.cards
        return ()

    def cards(self, owner: Owner) -> tuple[int, ...]:
        """The cards before an owner that somebody has seen."""
        return tuple([held.card for held in self.held(owner) if held.card is not None])

    @property
    def lie_open(self) -> tuple[Owner, ...]:
        """Before whom cards lie, all of them face up."""
        return tuple(pile.owner for pile in self.piles if pile.cards and all(held.up for held in pile.cards))

    def holder_of(self, owner: Owner) -> Owner:
        """Who holds the cards before an owner and may look at them: he himself, where a game says no more."""
        return owner

    def in_play(self, seat: int) -> bool:
        """Do chips or cards of a seat lie on the table?"""
        return bool(self.of(seat)) or any(
            pile.cards and seat in (pile.owner, self.holder_of(pile.owner)) for pile in self.piles
        )

    def seen_by(self, eyes: Who) -> tuple[Pile, ...]:
        """The cards as these eyes see them."""
        return tuple(
            Pile(pile.owner, tuple(self._as_seen(eyes, pile.owner, held) for held in pile.cards))
            for pile in self.piles
        )

    def _as_seen(self, eyes: Who, owner: Owner, held: Held) -> Held:
        known = may_know(eyes, self.holder_of(owner), up=held.up)
        return held if known else Held(None, up=False, place=held.place)

"""The felt: all chips and cards on a table between two deeds, as one frozen value."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct

from novamas.equipment.shoe import Shoe
from novamas.table.events import Owner
from novamas.table.roles import Who, may_know


class Chips(NamedTuple):
    """The chips of one player on one bet."""

    seat: int
    bet: str
    cents: int


class Jackpot(NamedTuple):
    """Money that the house has set aside for the winners of a jackpot. The amount is public."""

    name: str
    cents: int


class Total(NamedTuple):
    """The points of a hand whose cards are face up."""

    owner: Owner
    points: int


class Held(Struct, frozen=True, array_like=True, gc=False):
    """A card in front of its owner. `None` means a blank: no one has seen it, so it is not drawn yet."""

    card: int | None
    up: bool
    place: int  # position in the deck, counted from 0; an audit of the deal needs it


class Pile(Struct, frozen=True, array_like=True, gc=False):
    """The cards in front of one owner."""

    owner: Owner
    cards: tuple[Held, ...]


class Felt(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """The chips, cards and shoe of a table. A game adds further state that outlives a phase."""

    public: ClassVar[tuple[str, ...]] = ()  # fields a game adds that everyone may see: the button, the banker
    incidents: ClassVar[tuple[type[Any], ...]] = ()  # that can happen at the game's tables: set by `Game`

    chips: tuple[Chips, ...] = ()  # sorted, so that equal cloths are equal values
    piles: tuple[Pile, ...] = ()
    shoe: Shoe | None = None
    purses: tuple[int, ...] = ()  # stacks by seat, in circle poker only, where they limit the bets
    jackpots: tuple[Jackpot, ...] = ()

    @property
    def need_shoe(self) -> Shoe:
        """The shoe or deck, in a phase that cannot do without one."""
        assert self.shoe is not None, "there is no shoe on the table"
        return self.shoe

    def on(self, seat: int, bet: str) -> int:
        """Return the amount that a player has on a bet, in céntimos."""
        chips = self.chips
        index = bisect_left(chips, (seat, bet))
        if index < len(chips):
            owner, name, cents = chips[index]
            if owner == seat and name == bet:
                return cents
        return 0

    def of(self, seat: int) -> int:
        """Return the amount that a player has on the cloth, in céntimos."""
        return sum(chips.cents for chips in self.chips if chips.seat == seat)

    @property
    def cloth(self) -> int:
        """The value of all chips on the cloth, in céntimos."""
        return sum(chips.cents for chips in self.chips)

    def in_jackpot(self, name: str) -> int:
        """Return the amount of a jackpot, in céntimos."""
        return dict(self.jackpots).get(name, 0)

    def held(self, owner: Owner) -> tuple[Held, ...]:
        """Return the cards in front of an owner, blanks included."""
        for pile in self.piles:
            if pile.owner == owner:
                return pile.cards
        return ()

    def cards(self, owner: Owner) -> tuple[int, ...]:
        """Return the cards in front of an owner, without blanks."""
        return tuple([held.card for held in self.held(owner) if held.card is not None])

    @property
    def lie_open(self) -> tuple[Owner, ...]:
        """The owners whose cards are all face up."""
        return tuple(pile.owner for pile in self.piles if pile.cards and all(held.up for held in pile.cards))

    def holder_of(self, owner: Owner) -> Owner:
        """Return the player who holds an owner's cards and may look at them. By default it is the owner."""
        return owner

    def in_play(self, seat: int) -> bool:
        """Return whether a seat has chips or cards on the table."""
        return bool(self.of(seat)) or any(
            pile.cards and seat in (pile.owner, self.holder_of(pile.owner)) for pile in self.piles
        )

    def seen_by(self, eyes: Who) -> tuple[Pile, ...]:
        """Return the cards as one viewpoint sees them. A card that it may not know becomes a blank."""
        return tuple(
            Pile(pile.owner, tuple(self._as_seen(eyes, pile.owner, held) for held in pile.cards))
            for pile in self.piles
        )

    def _as_seen(self, eyes: Who, owner: Owner, held: Held) -> Held:
        may_see = may_know(eyes, self.holder_of(owner), up=held.up)
        return held if may_see else Held(None, up=False, place=held.place)

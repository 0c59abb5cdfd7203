"""The set-up of a table of circle poker: its rules, and what play must know of its premises."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from novamas.law import Frame, law


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What the house states of every table; each variant adds its own."""

    frame: Frame
    seats: int
    minimum: int
    maximum: int
    chip: int
    ante: int
    limit: str
    charge: Literal["bote", "sesion"]
    rake: Fraction
    rake_at: Literal["mano", "intervalo"]
    session_rate: Fraction
    session_base: Literal["maximo", "resto"]
    least_resto: int
    most_resto: int
    game_hands: int

    @property
    @law("AR10.10-2.II.1", "IB09.12.II.3.1")
    def by_session(self) -> bool:
        """Does the house take a charge by session? If so, its part of the pots is nothing."""
        return self.charge == "sesion"

    @property
    def takes_each_interval(self) -> bool:
        """Does the house set its part aside at each interval?"""
        return self.rake_at == "intervalo" and self.rake > 0

    @property
    def blinds(self) -> tuple[int, ...]:
        """The initial bets by position."""
        return ()

    @property
    def more(self) -> tuple[int, int]:
        """The least and the most that a player buys who has chips already."""
        return self.chip, self.most_resto

    @property
    def buys_only_when_exhausted(self) -> bool:
        """May a player buy again only when he has nothing left?"""
        return False

    @property
    def goes_clockwise(self) -> bool:
        """Does the mano go against the deal?"""
        return False

    def with_minimum(self, minimum: int) -> Rules:
        """The same rules with another least bet."""
        return replace(self, minimum=minimum)


class BlindRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of a table where initial bets may be laid by position."""

    small_blind: int
    big_blind: int

    @property
    def blinds(self) -> tuple[int, ...]:
        if not self.big_blind:
            return ()
        return (self.small_blind, self.big_blind) if self.small_blind else (self.big_blind,)


class RotationRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of a table where the cards are dealt against the clock, and the mano may go either way."""

    mano_rotation: Literal["reparto", "reloj"]

    @property
    def goes_clockwise(self) -> bool:
        return self.mano_rotation == "reloj"


class DrawRules(RotationRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of a table of covered poker."""

    deck: str
    most_discards: int
    folded_opener_proves: bool

    @property
    def own_deck(self) -> int:
        """The cards of the deck that the house chose; 0: by the number of players."""
        return int(self.deck) if self.deck.isdecimal() else 0


class Premises(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What play must know of the room."""

    authorised_minimum: int
    changers: int

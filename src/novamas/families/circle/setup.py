"""The set-up of circle poker: the rules that the house states, and facts about the gaming room."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from novamas.law import Frame, law


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The rules that the house states for every circle poker table. Each variant adds its own."""

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
        """Whether the house charges by session. If it does, it takes no rake."""
        return self.charge == "sesion"

    @property
    def takes_each_interval(self) -> bool:
        """Whether the house sets the rake aside after each betting round."""
        return self.rake_at == "intervalo" and self.rake > 0

    @property
    def blinds(self) -> tuple[int, ...]:
        """The blinds in order of position. It is empty if there are none."""
        return ()

    @property
    def more(self) -> tuple[int, int]:
        """The smallest and the largest amount that a player who already has chips may buy."""
        return self.chip, self.most_resto

    @property
    def buys_only_when_exhausted(self) -> bool:
        """Whether a player may buy again only after losing all chips."""
        return False

    @property
    def goes_clockwise(self) -> bool:
        """Whether the mano moves against the direction of the deal."""
        return False

    def with_minimum(self, minimum: int) -> Rules:
        """Return these rules with another minimum bet."""
        return replace(self, minimum=minimum)

    def minimum_for_ante(self, part: Fraction) -> int:
        """Return the lowest minimum bet for which the ante is at most this part of it."""
        return ceil(self.ante / part)


class BlindRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of a table that may have blinds."""

    small_blind: int
    big_blind: int

    @property
    def blinds(self) -> tuple[int, ...]:
        if not self.big_blind:
            return ()
        return (self.small_blind, self.big_blind) if self.small_blind else (self.big_blind,)


class RotationRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of a table where cards are dealt anticlockwise and the mano may move either way."""

    mano_rotation: Literal["reparto", "reloj"]

    @property
    def goes_clockwise(self) -> bool:
        return self.mano_rotation == "reloj"


class DrawRules(RotationRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of a covered poker table."""

    deck: str
    most_discards: int
    folded_opener_proves: bool

    @property
    def own_deck(self) -> int:
        """The size of the deck that the house chose, or 0 if it depends on the number of players."""
        return int(self.deck) if self.deck.isdecimal() else 0


class Premises(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Facts about the gaming room that affect play."""

    authorised_minimum: int
    authorised_maximum: int
    changers: int

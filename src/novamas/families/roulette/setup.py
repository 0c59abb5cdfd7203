"""The set-up of a roulette: the rules of its tables, and what play must know of the premises."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from novamas.families.wheel import setup
from novamas.families.wheel.setup import SIMPLE, BetFigures
from novamas.law import law
from novamas.money import Rounding


class Rules(setup.Rules, frozen=True, cache_hash=True, kw_only=True):
    """What the house states of every roulette; minimum and maximum are those on a full number."""

    minimum_sencilla: int
    rounding: Rounding

    def least(self, kind: str) -> int:
        return self.minimum_sencilla if kind == SIMPLE else self.minimum

    def most(self, kind: str) -> int:
        """The maxima follow that on a full number in the law's proportions."""
        bets = self.frame.group("bets", dict[str, BetFigures])
        return self.maximum * bets[kind].maximum[0] // bets["pleno"].maximum[0]

    @law("IB05.01.IV.2.B.2")
    def maximum_with(self, minimum: int) -> int:
        """What another minimum makes of the maximum: as many times it, or what was notified if it is more."""
        lawful = self.frame.group("bets", dict[str, BetFigures])["pleno"].maximum
        times = Fraction(self.maximum, self.minimum)
        return int(times * minimum) if times in lawful else max(self.maximum, lawful[0] * minimum)


class Premises(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What play must know of the room: minima may change, and money with them."""

    authorised_minimum: int
    authorised: tuple[str, ...]
    minimum_kept_elsewhere: bool
    advance: int
    guarantee: int

    @property
    def may_vary_minimum(self) -> bool:
        """Is the casino authorised to let its director change the minima?"""
        return "vary_minimum" in self.authorised


class MinimaFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses by which the minima change during a session."""

    varied: str
    kept: str  # at one table at least
    announced: str
    spins: int  # that are announced with the old limits
    advance: str
    sencilla: str
    sencilla_times: int  # the authorised minimum, at most

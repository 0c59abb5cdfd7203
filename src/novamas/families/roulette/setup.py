"""The set-up of a roulette: the rules of its tables, and facts about the gaming room."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from novamas.families.wheel import setup
from novamas.families.wheel.setup import SIMPLE, BetFigures
from novamas.law import law
from novamas.money import Rounding


class Rules(setup.Rules, frozen=True, cache_hash=True, kw_only=True):
    """The choices of the house at every roulette. Minimum and maximum apply to a straight-up bet."""

    minimum_sencilla: int
    maximum_sencilla: int
    rounding: Rounding

    def least(self, kind: str) -> int:
        return self.minimum_sencilla if kind == SIMPLE else self.minimum

    def most(self, kind: str) -> int:
        """Return the maximum of a kind of bet, in the law's proportion to that of a straight-up bet.

        The even chances have a maximum of their own.
        """
        if kind == SIMPLE:
            return self.maximum_sencilla
        bets = self.frame.group("bets", dict[str, BetFigures])
        return self.maximum * bets[kind].maximum[0] // bets["pleno"].maximum[0]

    @law("IB05.01.IV.2.B.2")
    def maximum_with(self, minimum: int) -> int:
        """Return the maximum for another minimum: the same multiple, or the notified maximum if higher."""
        lawful = self.frame.group("bets", dict[str, BetFigures])["pleno"].maximum
        times = Fraction(self.maximum, self.minimum)
        return int(times * minimum) if times in lawful else max(self.maximum, lawful[0] * minimum)

    @law("IB05.01.IV.2.B.2", "IB05.01.IV.2.A.a.1")
    def maximum_sencilla_with(self, minimum: int, maximum: int) -> int:
        """Return the maximum on even chances for another minimum: in proportion or the same multiple."""
        bets = self.frame.group("bets", dict[str, BetFigures])
        lawful, straight_up = bets[SIMPLE].maximum, bets["pleno"].maximum
        if self.maximum_sencilla * straight_up[0] == self.maximum * lawful[0]:
            return maximum * lawful[0] // straight_up[0]
        return self.maximum_sencilla * minimum // self.minimum


class Premises(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Facts about the gaming room that affect play: whether minima may change, and the float."""

    authorised_minimum: int
    authorised: tuple[str, ...]
    minimum_kept_elsewhere: bool
    authorised_without_minimum: bool = False  # not in records of early editions
    advance: int
    guarantee: int

    @property
    def may_vary_minimum(self) -> bool:
        """Whether the casino is authorised to let its director change the minima."""
        return "vary_minimum" in self.authorised


class MinimaFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on changes of the minima during a session."""

    varied: str
    kept: str  # at one table at least
    announced: str
    spins: int  # number of spins announced with the old limits
    advance: str
    sencilla: str
    sencilla_times: int  # maximum, in authorised minima
    in_session: bool = True  # whether they may change once the table is open

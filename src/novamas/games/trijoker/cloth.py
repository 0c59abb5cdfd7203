"""The cloth of trijoker: three equal bets before each player, and two common cards before the croupier."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.families.banked.phases import taking_back
from novamas.families.banked_poker.cloth import BOARD
from novamas.families.banked_poker.one_box import OneBoxCloth
from novamas.games.trijoker.setup import FaultFigures, PlayFigures, Rules
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer

FIRST, SECOND, THIRD = BETS = ("apuesta_1", "apuesta_2", "apuesta_3")


class TrijokerBoxes(OneBoxCloth, frozen=True, cache_hash=True, kw_only=True):
    """Three boxes before each player, and two before the croupier for the common cards."""

    main: ClassVar[str] = FIRST  # laid and, before the cards, taken back as one with the others
    hand_size: ClassVar[int] = 3
    shared_owner: ClassVar[str] = BOARD
    shared_size: ClassVar[int] = 2

    rules: Rules

    @property
    def play(self) -> PlayFigures:
        return self.rules.frame.group("play", PlayFigures)

    @property
    def faults(self) -> FaultFigures:
        return self.rules.frame.group("faults", FaultFigures)

    @property
    def packs(self) -> int:
        return self.rules.packs

    @property
    def players(self) -> tuple[int, ...]:
        """Who has the third bet, which stays to the end."""
        return tuple([seat for seat, bet, _ in self.chips if bet == THIRD])

    @law("IB05.13.VII.3", "AR10.10-1-B.VIII.2.2", "AR10.10-1-B.VII.1.2")
    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Three equal bets, one in each box."""
        for each in BETS:
            moves.stake(seat, each, cents, self.course.betting)

    def withdrawals(self, seat: int) -> Iterable[Offer]:
        """Before the cards the three bets stay equal: they are taken back together."""
        has = self.on(seat, FIRST)
        return taking_back(seat, FIRST, has, self.free_by(FIRST), self.least(seat, FIRST)) if has else ()

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        for each in BETS:
            moves.withdraw(seat, each, cents, self.free_by(each))

    def is_turned(self, nth: int) -> bool:
        """Does a common card lie face up already?"""
        return self.held(BOARD)[nth].up

"""The cloth of trijoker: three equal bets for each player, and two community cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.families.banked.cloth import taking_back
from novamas.families.banked_poker.bets import BOARD
from novamas.families.banked_poker.deal import DealtHand
from novamas.families.banked_poker.one_box import OneBoxCloth
from novamas.games.trijoker.acts import Leave
from novamas.games.trijoker.setup import FaultFigures, PlayFigures, Rules
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Step

FIRST, SECOND, THIRD = BETS = ("apuesta_1", "apuesta_2", "apuesta_3")
OWN_CARDS, COMMON_CARDS = 3, 2


class Cloth(OneBoxCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of trijoker: three boxes in front of each player, two for the community cards."""

    main: ClassVar[str] = FIRST  # before the cards, all three are placed and taken back as one bet
    in_the_round: ClassVar[tuple[type[Act], ...]] = (Leave,)

    rules: Rules

    @property
    def play(self) -> PlayFigures:
        return self.rules.frame.group("play", PlayFigures)

    @property
    def faults(self) -> FaultFigures:
        return self.rules.frame.group("faults", FaultFigures)

    # ---- bets

    @law("IB05.13.VII.3", "AR10.10-1-B.VIII.2.2", "AR10.10-1-B.VII.1.2")
    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Place three equal bets, one in each box."""
        for each in BETS:
            moves.stake(seat, each, cents, self.course.betting)

    def withdrawals(self, seat: int) -> Iterable[Offer]:
        """Yield the offer to take back bets before the cards: all three at once, so that they stay equal."""
        has = self.on(seat, FIRST)
        return taking_back(seat, FIRST, has, self.free_by(FIRST), self.least(seat, FIRST)) if has else ()

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        for each in BETS:
            moves.withdraw(seat, each, cents, self.free_by(each))

    # ---- the deal

    @property
    @law("IB05.13.VII.4", "AR10.10-1-B.VIII.2.3", "AR10.10-1-B.VIII.2.4", "AR10.10-1-B.VIII.2.5")
    @law("AR10.10-1-B.VIII.2.6")
    def hands(self) -> Iterable[DealtHand]:
        """The hands. Each player gets three cards, with a community card after the first and the second."""
        players = (DealtHand(seat, OWN_CARDS, is_seen=True) for seat in self.players)
        return (*players, DealtHand(BOARD, COMMON_CARDS, is_seen=False))

    @property
    def players(self) -> tuple[int, ...]:
        """The players whose third bet is in play, which stays to the end."""
        return tuple([seat for seat, bet, _ in self.chips if bet == THIRD])

    def is_turned(self, nth: int) -> bool:
        """Return whether a community card is already face up."""
        return self.held(BOARD)[nth].up

    def decide(self, moves: Moves[Any]) -> Step:
        from novamas.games.trijoker.phases import ask  # imported late to avoid a cycle

        return ask(moves, FIRST)

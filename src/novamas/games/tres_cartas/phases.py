"""The round of three-card poker after the deal: ir or retirarse, and the bank's cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.families.banked.acts import Bet, Fold, Withdraw
from novamas.families.banked.phases import Drawing, Playing, end_round
from novamas.families.banked_poker.acts import Go
from novamas.families.banked_poker.bets import BANK
from novamas.families.banked_poker.deal import take
from novamas.families.banked_poker.open_boxes import Betting, named
from novamas.games.tres_cartas.cloth import ANTE, SECOND, Cloth
from novamas.games.tres_cartas.pay import settle
from novamas.games.tres_cartas.setup import Rules
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.game import NoPremises
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who


class Deciding(Playing[Cloth], frozen=True):
    """Each player in turn stays in or folds. Others who have bet on that hand then follow or give up."""

    public: ClassVar[tuple[str, ...]] = ("waiting",)

    felt: Cloth
    waiting: tuple[tuple[int, int], ...]  # box, and the seat that must decide

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.figures.play.deciding

    @property
    def turn(self) -> Who:
        return self.waiting[0][1]

    @law("IB09.17.V.2.3", "AR10.10-1-D.VII.3")
    def offers(self, who: Who) -> Iterable[Offer]:
        play = self.felt.figures.play
        if who == self.turn:
            yield Offer(Go(who), play.going)
            yield Offer(Fold(who), play.folding)

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Bet | Withdraw):
            return Refusal("cards_dealt", self.felt.course.betting)
        return None

    def after(self, act: Act) -> Step:
        (box, seat), *rest = self.waiting
        moves = Moves(self.felt)
        if isinstance(act, Go):
            self.go(moves, box, seat)
            if seat == self.felt.commander(box):
                rest[:0] = [(box, other) for other in self.felt.bettors(box) if other != seat]
        else:
            self.fold(moves, box, seat)
        if rest:
            return moves.to(Deciding(moves.felt, tuple(rest)))
        return moves.to(Turning(moves.felt)) if moves.felt.cloth else end_round(moves)

    @law("IB09.17.V.2.6", "AR10.10-1-D.VII.6")
    def go(self, moves: Moves[Cloth], box: int, seat: int) -> None:
        """Place the second bet, equal to the ante."""
        ante = self.felt.bet_on(ANTE, box, seat)
        moves.stake(seat, named(SECOND, box, seat), ante, self.felt.figures.play.going)

    @law("IB09.17.V.2.4", "IB09.17.V.2.5", "AR10.10-1-D.VII.4", "AR10.10-1-D.VII.5")
    def fold(self, moves: Moves[Cloth], box: int, seat: int) -> None:
        """Take the player's bets. If the hand is that player's, take all bets on the box."""
        felt, clause = self.felt, self.felt.figures.play.collecting
        gives_up_hand = seat == felt.commander(box)
        for owner, bet, _ in felt.lie_on(box):
            if gives_up_hand or owner == seat:
                take(moves, owner, bet, clause)
        if gives_up_hand:
            moves.muck(felt.hand(box), clause)


class Turning(Drawing[Cloth], frozen=True):
    """The croupier turns up the bank's cards after the last decision."""

    felt: Cloth

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.figures.play.turning

    @law("IB09.17.V.2.7", "AR10.10-1-D.VII.7")
    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.turn_up(BANK, what, self.felt.figures.play.turning)
        felt = moves.felt
        if len(felt.cards(BANK)) < felt.hand_size:
            return moves.to(Turning(felt))
        settle(moves, felt)
        return end_round(moves)


@law("IB09.17.V.2.1", "AR10.10-1-D.VII.1", "AR10.10.2.a.5")
def opening(rules: Rules, premises: NoPremises) -> Betting[Cloth]:
    """Return the table before its first round."""
    return Betting(Cloth(rules=rules))

"""The round of three-card poker: ante, three cards, ir or retirarse, and the bank's hand against each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.families.banked.acts import Bet, Fold, Withdraw
from novamas.families.banked.deal import take
from novamas.families.banked.phases import Drawing, Playing, end_round
from novamas.families.banked_poker import open_boxes
from novamas.families.banked_poker.acts import Go
from novamas.families.banked_poker.cloth import BANK
from novamas.families.banked_poker.open_boxes import named
from novamas.games.tres_cartas.cloth import ANTE, SECOND, ThreeCardBoxes
from novamas.games.tres_cartas.pay import settle
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who


class Cloth(ThreeCardBoxes, frozen=True, cache_hash=True, kw_only=True):
    """Boxes with a space for the ante, the second bet and Pareja Plus; what follows from them."""

    in_the_round: ClassVar[tuple[type[Act], ...]] = (Go, Fold)

    def dealing(self) -> AnyPhase:
        return Dealing(self)

    def decide(self, moves: Moves[Any]) -> Step:
        return moves.to(Deciding(moves.felt, self.commands))


@law("IB09.17.V.2.2", "AR10.10-1-D.VII.2")
class Dealing(open_boxes.Dealing[Cloth], frozen=True):
    """One card at a time from one deck, face down, to each hand and to the bank, until each has three."""

    felt: Cloth


class Deciding(Playing[Cloth], frozen=True):
    """Each player in turn goes or withdraws; who has bet on another's hand follows it or gives up."""

    public: ClassVar[tuple[str, ...]] = ("waiting",)

    felt: Cloth
    waiting: tuple[tuple[int, int], ...]  # box, and the seat that is asked

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
        """The second bet is as much as the ante."""
        ante = self.felt.bet_on(ANTE, box, seat)
        moves.stake(seat, named(SECOND, box, seat), ante, self.felt.figures.play.going)

    @law("IB09.17.V.2.4", "IB09.17.V.2.5", "AR10.10-1-D.VII.4", "AR10.10-1-D.VII.5")
    def fold(self, moves: Moves[Cloth], box: int, seat: int) -> None:
        """The bank takes his bets, Pareja Plus with them; with his hand go the bets of others on it."""
        felt, clause = self.felt, self.felt.figures.play.collecting
        gives_up_hand = seat == felt.commander(box)
        for owner, bet, _ in felt.lie_on(box):
            if gives_up_hand or owner == seat:
                take(moves, owner, bet, clause)
        if gives_up_hand:
            moves.muck(felt.hand(box), clause)


class Turning(Drawing[Cloth], frozen=True):
    """All have decided: the croupier turns the bank's cards."""

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

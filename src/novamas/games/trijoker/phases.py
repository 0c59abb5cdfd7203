"""The round of trijoker after the deal: two bets may be withdrawn, two community cards are turned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.equipment.cards import rank, symbol
from novamas.errors import Figure
from novamas.families.banked.acts import Withdraw
from novamas.families.banked.phases import Drawing, Playing, Waiting, end_round
from novamas.families.banked_poker.bets import BOARD
from novamas.families.banked_poker.deal import deal_on, void_round
from novamas.games.trijoker.acts import Leave
from novamas.games.trijoker.cloth import FIRST, SECOND, THIRD, Cloth
from novamas.games.trijoker.pay import settle
from novamas.games.trijoker.setup import Rules
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.game import NoPremises
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who

# ---------------------------------------------------------------- decisions


class Deciding(Playing[Cloth], frozen=True):
    """Each player in turn withdraws a bet or leaves it in play."""

    public: ClassVar[tuple[str, ...]] = ("bet", "waiting")

    bet: str
    waiting: tuple[int, ...]

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.play.first_bet if self.bet == FIRST else self.felt.play.second_bet

    @property
    def turn(self) -> Who:
        return self.waiting[0]

    def offers(self, who: Who) -> Iterable[Offer]:
        if isinstance(who, int) and who == self.turn:
            yield Offer(Leave(who, self.bet), self.clause)
            yield Offer(Withdraw(who, self.bet, self.felt.on(who, self.bet)), self.clause)

    def reason(self, act: Act) -> Refusal | None:
        if not isinstance(act, Withdraw | Leave):
            return super().reason(act)
        if isinstance(act, Withdraw) and act.bet == THIRD:
            return Refusal("third_bet_stays", self.felt.play.third_bet)
        if act.by != self.turn:
            return None
        values: dict[str, Figure] = {"bet": self.bet}
        if act.bet != self.bet:
            return Refusal("another_bet_now", self.clause, dial="bet", given=act.bet, figures=values)
        has = self.felt.on(self.waiting[0], self.bet)
        return Refusal("all_or_nothing", self.clause, dial="cents", given=has, figures=values)

    @law("IB05.13.VII.7", "IB05.13.VII.9", "AR10.10-1-B.VIII.2.9", "AR10.10-1-B.VIII.2.12")
    def after(self, act: Act) -> Step:
        """Withdraw a bet or leave it. The choice about the first bet does not bind the second."""
        moves, (seat, *rest) = Moves(self.felt), self.waiting
        if isinstance(act, Withdraw):
            moves.withdraw(seat, self.bet, act.cents, self.clause)
        return next_decision(moves, self.bet, tuple(rest))


def ask(moves: Moves[Any], bet: str) -> Step:
    """Ask all players about a bet, beginning at the croupier's left."""
    return next_decision(moves, bet, moves.felt.players)


@law("IB05.13.VII.8", "IB05.13.VII.10", "IB05.13.VII.11")
@law("AR10.10-1-B.VIII.2.10", "AR10.10-1-B.VIII.2.13", "AR10.10-1-B.VIII.2.15")
def next_decision(moves: Moves[Any], bet: str, waiting: tuple[int, ...]) -> Step:
    """Ask the next player. After the last one, turn the next community card."""
    felt: Cloth = moves.felt
    if not felt.players:
        return end_round(moves)
    if waiting:
        return moves.to(Deciding(felt, bet, waiting))
    nth = 0 if bet == FIRST else 1
    if not felt.is_turned(nth):
        return moves.to(Turning(felt, nth))
    return ask(moves, SECOND) if bet == FIRST else settle(moves)


class Turning(Drawing[Cloth], frozen=True):
    """The croupier turns up a community card, which becomes part of every hand."""

    public: ClassVar[tuple[str, ...]] = ("nth",)

    nth: int

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.play.second_card if self.nth else self.felt.play.first_card

    @law("IB05.13.VII.8", "IB05.13.VII.10", "AR10.10-1-B.VIII.2.11", "AR10.10-1-B.VIII.2.14")
    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.turn_up(BOARD, what, self.clause, nth=self.nth)
        return next_decision(moves, SECOND if self.nth else FIRST, ())


# ---------------------------------------------------------------- a community card exposed by mistake


class Exposing(Drawing[Cloth], frozen=True):
    """A community card is exposed by mistake. Everyone sees it."""

    public: ClassVar[tuple[str, ...]] = ("nth", "bet", "waiting")

    nth: int
    bet: str = ""  # the bet on which the players are deciding, or empty during the deal
    waiting: tuple[int, ...] = ()

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.faults.common_card

    @law("IB05.13.VII.6", "AR10.10-1-B.VIII.2.8")
    def drawn(self, what: int) -> Step:
        """Continue the hand if the card is below a jack. With a jack or higher the whole hand is void."""
        moves, faults = Moves(self.felt), self.felt.faults
        moves.turn_up(BOARD, what, faults.common_card, nth=self.nth)
        if rank(what) >= faults.void_from_rank:
            moves.say(f"{symbol(what)} descubierta: mano anulada.", faults.common_card)
            return void_round(moves, faults.common_card)
        moves.say(f"{symbol(what)} descubierta: la mano continúa.", faults.common_card)
        return next_decision(moves, self.bet, self.waiting) if self.bet else deal_on(moves)


def opening(rules: Rules, premises: NoPremises) -> Waiting[Cloth]:
    """Return the table before its first round."""
    return Waiting(Cloth(rules=rules))

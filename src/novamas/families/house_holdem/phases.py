"""The round of a hold'em after the deal: decisions, community cards, the bank's hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic

from novamas.families.banked.acts import Fold
from novamas.families.banked.phases import Drawing, Playing
from novamas.families.banked_poker.bets import BANK, BOARD
from novamas.families.banked_poker.deal import deal_on, take
from novamas.families.banked_poker.one_box import phases_of as shared_phases
from novamas.families.house_holdem.acts import BetOn, Check
from novamas.families.house_holdem.cloth import OWN_CARDS, C, HoldemCloth
from novamas.families.house_holdem.figures import ANTE, BONUS, CARDS_BY, FLOP, RIVER, TURN
from novamas.families.house_holdem.pay import settle
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who

# ---------------------------------------------------------------- decisions


class Deciding(Playing[C], Generic[C], frozen=True):
    """Each player in turn decides on the bet before the flop, the turn or the river."""

    public: ClassVar[tuple[str, ...]] = ("street", "waiting")

    street: str
    waiting: tuple[int, ...]

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the game
        return self.felt.figures.play.ask_clause(self.street)

    @property
    def turn(self) -> Who:
        return self.waiting[0]

    @law("AR10.10-1-E.VII.2.6", "AR10.10-1-E.VII.2.8", "AR10.10-1-E.VII.2.12")
    @law("AR10.10-1-F.VII.2.7", "AR10.10-1-F.VII.2.9", "AR10.10-1-F.VII.2.13")
    def offers(self, who: Who) -> Iterable[Offer]:
        """Return the player's choices: bet or fold before the flop, bet or check before turn and river."""
        if who != self.turn:
            return
        play, street = self.felt.figures.play, self.street
        if street == FLOP:
            yield Offer(BetOn(who, street), play.flop_bet)
            yield Offer(Fold(who), play.flop_bet)
        else:
            yield Offer(Check(who), play.check_clause(street))
            yield Offer(BetOn(who, street), play.bet_clause(street))

    def reason(self, act: Act) -> Refusal | None:
        play, street = self.felt.figures.play, self.street
        if isinstance(act, Fold) and street != FLOP and act.by == self.turn:
            return Refusal("stays_in", play.check_clause(street))
        if isinstance(act, Check) and street == FLOP and act.by == self.turn:
            return Refusal("bet_or_fold", play.flop_bet)
        if isinstance(act, BetOn) and act.by == self.turn:
            return Refusal(
                "another_bet_now", self.clause, dial="bet", given=act.street, figures={"bet": street}
            )
        return super().reason(act)

    @law("AR10.10-1-E.VII.2.6", "AR10.10-1-E.VII.2.9", "AR10.10-1-E.VII.2.10", "AR10.10-1-E.VII.2.13")
    @law("AR10.10-1-F.VII.2.7", "AR10.10-1-F.VII.2.10", "AR10.10-1-F.VII.2.11", "AR10.10-1-F.VII.2.14")
    def after(self, act: Act) -> Step:
        """Apply a decision. The flop bet is two antes, the others one. A fold loses the ante at once."""
        moves, (seat, *rest) = Moves(self.felt), self.waiting
        figures = self.felt.figures
        match act:
            case BetOn():
                cents = figures.streets[self.street].antes * self.felt.on(seat, ANTE)
                moves.stake(seat, self.street, cents, figures.play.bet_clause(self.street))
            case Fold():
                take(moves, seat, ANTE, figures.play.flop_bet)
                if not self.felt.on(seat, BONUS):
                    moves.muck(seat, figures.play.flop_bet)
            case Check():
                pass
            case _:
                raise AssertionError(act)
        return next_decision(moves, self.street, tuple(rest))


@law("AR10.10-1-E.VII.2.7", "AR10.10-1-E.VII.2.11", "AR10.10-1-E.VII.2.14")
@law("AR10.10-1-F.VII.2.8", "AR10.10-1-F.VII.2.12", "AR10.10-1-F.VII.2.15")
def next_decision(moves: Moves[Any], street: str, waiting: tuple[int, ...]) -> Step:
    """Ask the next player. After the last one, burn a card and deal the next community cards."""
    felt: HoldemCloth[Any] = moves.felt
    if waiting:
        return moves.to(Deciding(felt, street, waiting))
    if not felt.players:
        return end_without_players(moves)
    moves.burn(felt.figures.play.cards_clause(street))
    return moves.to(CommonCards(moves.felt, street))


class CommonCards(Drawing[C], Generic[C], frozen=True):
    """The croupier deals community cards face up: three for the flop, then one for turn and river."""

    public: ClassVar[tuple[str, ...]] = ("street",)

    street: str

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the game
        return self.felt.figures.play.cards_clause(self.street)

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.deal(BOARD, what, up=True)
        felt = moves.felt
        if len(felt.held(BOARD)) < CARDS_BY[self.street]:
            return moves.to(CommonCards(felt, self.street))
        if self.street == RIVER:
            return moves.to(BankCards(felt))
        return next_decision(moves, TURN if self.street == FLOP else RIVER, felt.players)


# ---------------------------------------------------------------- the bank's hand


class BankCards(Drawing[C], Generic[C], frozen=True):
    """The croupier turns up the bank's two cards."""

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the game
        return self.felt.figures.play.bank

    @law("AR10.10-1-E.VII.2.15", "AR10.10-1-F.VII.2.16")
    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.turn_up(BANK, what, self.felt.figures.play.bank)
        if len(moves.felt.cards(BANK)) < OWN_CARDS:
            return moves.to(BankCards(moves.felt))
        return settle(moves)


@law("AR10.10-1-F.VII.2.3")
def end_without_players(moves: Moves[Any]) -> Step:
    """End a round in which all have folded. The bank's cards are turned up only if a bonus needs them."""
    felt: HoldemCloth[Any] = moves.felt
    rows = felt.figures.may_need_bank
    for seat in felt.holders:
        own = felt.cards(seat)
        if any(prize.fits(own, own) for prize in rows):
            return moves.to(BankCards(felt))
    return settle(moves)


# ---------------------------------------------------------------- a card found face up in the deck


class FaceUp(Drawing[C], Generic[C], frozen=True):
    """A card is found face up in the deck. Everyone sees it, and it goes to the discards."""

    public: ClassVar[tuple[str, ...]] = ("street",)

    street: str = ""  # the community cards being dealt, or empty while the hands are dealt

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the game
        return self.felt.figures.faults.face_up

    @law("AR10.10-1-E.VII.3bis.b.1", "AR10.10-1-F.VII.4.b.1")
    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.discard(what, self.felt.figures.faults.face_up)
        moves.change(face_up=self.felt.face_up + 1)
        return moves.to(CommonCards(moves.felt, self.street)) if self.street else deal_on(moves)


def phases_of(cloth: Any) -> tuple[Any, ...]:
    """Return the phases of a hold'em, adapted to the cloth of one game."""
    own: tuple[Any, ...] = (Deciding, CommonCards, BankCards, FaceUp)
    return (*shared_phases(cloth), *(phase[cloth] for phase in own))

"""The end of a hand: players show, and the croupier reads the hands and pays the pots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from novamas.equipment.cards import symbol
from novamas.families.circle.acts import SPOKEN, AskToSee, Leave, OrderToShow, PayPot, Renounce, Show
from novamas.families.circle.cloth import POT_BET, Cloth
from novamas.families.circle.phases import between
from novamas.families.circle.phases.common import InHand
from novamas.families.circle.pots import can_be_spared, share_pot, split_pots
from novamas.hands import Hand
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.events import POT
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, FLOOR, Who, write_who

C = TypeVar("C", bound=Cloth)


class Ending(InHand[C], Generic[C], frozen=True):
    """The betting is over. Players may ask to see the cards of a player who gave up the pot."""

    @property
    def thrown(self) -> tuple[int, ...]:
        """The players who gave up the pot and whose cards have not been seen."""
        felt = self.felt
        return tuple(
            seat
            for seat in felt.dealt
            if seat not in felt.players and any(not held.up for held in felt.held(seat))
        )

    @law("AR10.10-2.VII.3.3")
    def requests(self, who: Who) -> Iterable[Offer]:
        """Yield the offers to ask to see the cards of a player who gave up the pot.

        Players in the hand and the table chief may ask.
        """
        yield from self.departures(who)
        clause = self.felt.course.renounce
        for seat in self.thrown:
            if who in self.felt.players and isinstance(who, int):
                yield Offer(AskToSee(who, seat), clause)
            if who is FLOOR:
                yield Offer(OrderToShow(seat=seat), clause)

    def reason(self, act: Act) -> Refusal | None:
        course = self.felt.course
        if isinstance(act, AskToSee | OrderToShow) and course.renounce:
            return Refusal("nothing_to_see", course.renounce, figures={"seat": act.seat})
        if isinstance(act, SPOKEN) and act.by in self.felt.players:
            return Refusal("betting_over", course.show_order)
        return InHand.reason(self, act)

    def show_thrown(self, act: AskToSee | OrderToShow) -> Moves[C]:
        moves = Moves(self.felt)
        moves.show(act.seat, self.felt.course.renounce)
        return moves


class Showdown(Ending[C], Generic[C], frozen=True):
    """The last player to bet or raise shows first, then the others in turn."""

    public: ClassVar[tuple[str, ...]] = ("pots", "waiting")

    waiting: tuple[int, ...]

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.course.show_order

    @property
    def turn(self) -> Who:
        return self.waiting[0]

    @law("AR10.10-2.VII.3.1", "AR10.10-2.VII.3.2", "AR10.10-2.VII.3.8", "IB09.12.VII.3.1")
    @law("IB09.12.VII.3.2", "IB09.12.VII.3.9")
    def offers(self, who: Who) -> Iterable[Offer]:
        course = self.felt.course
        if who == self.turn and isinstance(who, int):
            yield Offer(Show(who), course.show_order)
            if course.renounce and can_be_spared(self.felt, who):
                yield Offer(Renounce(who), course.renounce)
        yield from self.requests(who)

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Renounce) and act.by == self.turn and self.felt.course.renounce:
            return Refusal("last_claim", self.felt.course.all_in)
        if isinstance(act, Renounce) and act.by == self.turn:
            return Refusal("must_show", self.felt.course.show)
        if isinstance(act, Show | Renounce) and act.by in self.waiting[1:]:
            figures = {"turn": write_who(self.turn), "by": write_who(act.by)}
            return Refusal("not_your_turn", self.felt.course.show_order, figures=figures)
        return Ending.reason(self, act)

    def after(self, act: Act) -> Step:
        if isinstance(act, Leave) and isinstance(act.by, int):
            return self.depart(act.by)
        if isinstance(act, AskToSee | OrderToShow):
            moves = self.show_thrown(act)
            return moves.to(Showdown(moves.felt, self.waiting))
        if isinstance(act, Show):
            return self.show_next()
        moves, seat = Moves(self.felt), self.waiting[0]
        moves.say("Renuncio.", self.felt.course.renounce, who=seat)
        moves.change(players=tuple(one for one in self.felt.players if one != seat))
        return self.continue_showing(moves)

    def show_next(self) -> Step:
        """Show the cards of the player whose turn it is, and announce the hand."""
        moves, seat = Moves(self.felt), self.waiting[0]
        moves.show(seat, self.felt.course.show)
        announce(moves, seat)
        return self.continue_showing(moves)

    def continue_showing(self, moves: Moves[C]) -> Step:
        """Let the next player show, unless no other hand is left."""
        rest = self.waiting[1:]
        if rest and len(moves.felt.players) > 1:
            return moves.to(Showdown(moves.felt, rest))
        return moves.to(Reading(moves.felt))


def announce(moves: Moves[C], seat: int) -> None:
    """Announce the hand that was shown."""
    hand: Hand = moves.felt.hand_of(seat)
    moves.say(f"{hand.call.capitalize()} ({' '.join(map(symbol, hand.cards))}).", hand.clause)


class Reading(Ending[C], Generic[C], frozen=True):
    """The required hands have been shown, or only one hand is left. The croupier pays the pot."""

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.course.cards_speak

    @law("AR10.10-2.VII.3.4", "IB09.12.VII.3.3")
    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(PayPot(), self.felt.course.cards_speak)
        yield from self.requests(who)

    def after(self, act: Act) -> Step:
        if isinstance(act, Leave) and isinstance(act.by, int):
            return self.depart(act.by)
        if isinstance(act, AskToSee | OrderToShow):
            moves = self.show_thrown(act)
            return moves.to(Reading(moves.felt))
        return award(Moves(self.felt))


@law("AR10.10-2.I.2", "AR10.10-2.VII.3.4", "IB09.12.I.2", "IB09.12.VII.3.3")
def award(moves: Moves[C]) -> Step:
    """Award each pot to the best hand entitled to it, whatever was announced. Then end the hand."""
    moves.felt.prove(moves)
    felt = moves.felt
    if not felt.players:
        return carry_over(moves)
    contested = len(felt.players) > 1
    hands = {seat: felt.hand_of(seat) for seat in felt.players} if contested else {}
    for pot in split_pots(moves):
        share_pot(moves, pot, hands)
    return end_hand(moves)


def carry_over(moves: Moves[C]) -> Step:
    """Keep a pot that no player wins on the table for the next hand."""
    for seat, bet, _ in moves.felt.chips:
        if seat != POT:
            moves.lose_to(seat, bet, POT, POT_BET, moves.felt.course.pot)
    return end_hand(moves)


def end_hand(moves: Moves[C]) -> Step:
    """Collect the cards. Players may buy chips again."""
    felt = moves.felt
    assert all(seat == POT for seat, _, _ in felt.chips), f"chips were left in {POT_BET}"
    for seat in felt.dealt:
        if felt.purse(seat) and seat not in felt.party.places:  # returned bets of a player who has left
            moves.leave(seat, felt.course.off_table)
    moves.clear()
    moves.use(None)
    moves.change(players=(), dealt=(), initial=(), street=0, vacant=0, cagnotte=0)
    moves.change(aside=(), unlaid=0, last_bettor=0, party=between.after_hand(moves.felt))
    moves.change(**moves.felt.forgotten())
    moves.end_round()
    return moves.to(between.Between(moves.felt))

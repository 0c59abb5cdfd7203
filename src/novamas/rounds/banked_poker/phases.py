"""Before the cards: bets on boxes, on the hands of others, beside the game; then «no va más»."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic

from novamas.rounds.banked_poker.cloth import (
    Bet,
    C,
    Consent,
    Moment,
    NoVaMas,
    Withdraw,
    gather,
    kind_and_box,
    named,
    start_deal,
)
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.people import CROUPIER, NOBODY, Who
from novamas.table.phases import Step
from novamas.table.refusals import Refusal


class Closed(Moment[C], Generic[C], frozen=True):
    """The session is over and the cloth is empty."""

    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return NOBODY


class Betting(Moment[C], Generic[C], frozen=True):
    """Initial bets are laid; what lies on the cloth may still be taken back."""

    rest: ClassVar[bool] = True
    pause: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return CROUPIER if self.felt.commands else 1  # without a bet there is nothing to deal

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER and self.felt.commands:
            yield Offer(NoVaMas(), self.felt.course.closing)
        if isinstance(who, int):
            yield from self.bets(who)
        yield from self.felt.own_offers(who)
        if isinstance(who, int):
            yield from self.withdrawals(who)
            yield from self.consents(who)

    def bets(self, seat: int) -> Iterable[Offer]:
        """What a player may lay on each box; all main bets on a box together keep within the maximum."""
        felt, rules, course = self.felt, self.felt.rules, self.felt.course
        for box in range(1, rules.boxes + 1):
            if self.why_not_there(seat, box) is not None:
                continue
            least = rules.chip if felt.bet_on(felt.main, box, seat) else rules.minimum
            most = rules.maximum - felt.on_box(box)
            if least <= most:
                cents = Range(least, most, rules.chip, course.minimum, course.maximum)
                yield Offer(Bet(seat, box, least), course.betting, {"cents": cents})

    def why_not_there(self, seat: int, box: int) -> Refusal | None:
        """Why a player may not bet on a box that is neither his own nor one on which he has already bet."""
        felt, rules, course = self.felt, self.felt.rules, self.felt.course
        is_seated, commander = seat <= rules.seats, felt.commander(box)
        if (is_seated and box == seat) or felt.bet_on(felt.main, box, seat):
            return None
        if commander is None:
            if is_seated and rules.may_play_blind and felt.is_vacant(box):
                return None
            says = f"Box {box} is not yours, and nobody who may let you has bet on it."
            return Refusal("box_not_yours", course.one_box, says)
        if rules.bets_per_box == 1 or (is_seated and not rules.seated_may_back):
            return Refusal("one_box_only", course.one_box, "Each player bets on the box before him only.")
        if rules.needs_consent and commander not in felt.consents:
            says = f"Seat {commander} has not agreed that others bet on his hand."
            return Refusal("no_consent", course.backing, says)
        if len(felt.bettors(box)) >= rules.bets_per_box:
            says = f"A box may hold {rules.bets_per_box} bets, and box {box} has them."
            return Refusal("box_full", course.most_bets, says)
        return None

    def withdrawals(self, seat: int) -> Iterable[Offer]:
        """Until the cards come a player may take his bets back."""
        for box in range(1, self.felt.rules.boxes + 1):
            if self.felt.bet_on(self.felt.main, box, seat):
                yield Offer(Withdraw(seat, box), self.felt.course.betting)

    def consents(self, seat: int) -> Iterable[Offer]:
        """A seated player may let others bet on his hand where the house allows it."""
        rules = self.felt.rules
        if rules.bets_per_box > 1 and rules.needs_consent and seat <= rules.seats:
            yield Offer(Consent(seat, yes=seat not in self.felt.consents), self.felt.course.backing)

    def reason(self, act: Act) -> Refusal | None:
        felt, rules = self.felt, self.felt.rules
        match act:
            case NoVaMas():
                return Refusal("no_bets", felt.course.betting, "Nobody has laid a bet yet.")
            case Bet(int(seat), box, cents):
                if not 1 <= box <= rules.boxes:
                    says = f"There is no box {box}: the cloth has {rules.boxes}."
                    return Refusal("no_such_box", felt.course.one_box, says)
                if (refusal := self.why_not_there(seat, box)) is not None:
                    return refusal
                if (on := felt.on_box(box)) + cents > rules.maximum:
                    says = f"The maximum on a box is {rules.maximum}; {on} lies on it."
                    return Refusal("above_maximum", felt.course.maximum, says, dial="cents", given=cents)
        return None

    def after(self, act: Act) -> Step:
        felt, moves, course = self.felt, Moves(self.felt), self.felt.course
        match act:
            case Bet(int(seat), box, cents):
                moves.stake(seat, named(felt.main, box, seat), cents, course.betting)
                if felt.commander(box) is None:
                    moves.change(commands=tuple(sorted((*felt.commands, (box, seat)))))
            case Withdraw(int(seat), box):
                self.withdraw(moves, seat, box)
            case Consent(int(seat), yes):
                self.say_consent(moves, seat, yes)
            case NoVaMas():
                moves.say("No va más.", course.closing)
                return start_deal(moves)
            case _:
                felt.do_own(moves, act)
        return moves.to(Betting(moves.felt))

    def withdraw(self, moves: Moves[C], seat: int, box: int) -> None:
        """A bet goes back; where its owner decides for the box, all that lies there goes back."""
        felt = self.felt
        commands = felt.commander(box) == seat
        for owner, bet, cents in felt.chips:
            if kind_and_box(bet, owner)[1] == box and (commands or owner == seat):
                moves.withdraw(owner, bet, cents, felt.course.betting)
        if commands:
            moves.change(commands=tuple(pair for pair in felt.commands if pair[0] != box))

    def say_consent(self, moves: Moves[C], seat: int, yes: bool) -> None:
        """What a player says holds from now on; where he no longer agrees, what others have goes back."""
        felt, clause = self.felt, self.felt.course.backing
        others = (one for one in felt.consents if one != seat)
        moves.change(consents=tuple(sorted((*others, *((seat,) if yes else ())))))
        moves.note(f"seat {seat} {'lets' if yes else 'does not let'} others bet on his hand", clause)
        for owner, bet, cents in felt.chips if not yes else ():
            if owner != seat and felt.commander(kind_and_box(bet, owner)[1]) == seat:
                moves.withdraw(owner, bet, cents, clause)


def end_round(moves: Moves[C]) -> Step:
    """The round is over: on to the next, or to the end of the session."""
    is_last = moves.felt.is_last
    gather(moves)
    return moves.to(Closed(moves.felt) if is_last else Betting(moves.felt))

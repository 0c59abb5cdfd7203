"""A hand of circle poker: the deals, and the betting rounds between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from novamas.families.circle.acts import (
    SPOKEN,
    Check,
    ClaimTurn,
    Fold,
    Leave,
    Match,
    RaiseTo,
    Renounce,
    RuleOnTurn,
    Show,
)
from novamas.families.circle.cloth import BET, VACANT, Cloth, Due, Talk
from novamas.families.circle.phases import showdown
from novamas.families.circle.phases.common import Drawing, InHand
from novamas.families.circle.pots import gather, in_pot, set_aside
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR, Who

C = TypeVar("C", bound=Cloth)

# ---------------------------------------------------------------- the deals


class Dealing(Drawing[C], Generic[C], frozen=True):
    """The croupier deals each player's cards, one at a time and in turn, and then the community cards."""

    public: ClassVar[tuple[str, ...]] = ("pots", "due")

    due: tuple[Due, ...]  # the cards still to come in this deal

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.streets[self.felt.street].clause

    def owner(self) -> int | str:
        """Return the recipient of the next card."""
        return self.due[0].to

    @law("AR10.10-2.VII.1.8", "AR10.10-2.VII.3.9", "IB09.12.VII.1.7", "IB09.12.VII.3.10")
    def drawn(self, what: int) -> Step:
        felt, moves, next_card = self.felt, Moves(self.felt), self.due[0]
        felt.lay_card(moves, next_card.to, what, up=next_card.up)
        return deal_rest(moves, self.due[1:])


def begin_deal(moves: Moves[C]) -> Step:
    """Announce the deal, burn a card if the variant requires it, and deal."""
    felt = moves.felt
    street = felt.streets[felt.street]
    if street.says:
        moves.say(street.says, street.clause)
    felt.before_deal(moves)
    return deal_on(moves)


def deal_on(moves: Moves[C]) -> Step:
    """Continue with the next card of this deal or, after the last one, the betting round."""
    return deal_rest(moves, moves.felt.cards_due())


def deal_rest(moves: Moves[C], due: tuple[Due, ...]) -> Step:
    """Continue with these cards. No one sees the cards dealt face down to a vacant place."""
    while due and due[0].to == VACANT and not due[0].up:
        moves.deal_blank(VACANT)
        due = due[1:]
    return moves.to(Dealing(moves.felt, due)) if due else end_deal(moves)


def end_deal(moves: Moves[C]) -> Step:
    """Continue after the last card of a deal with the betting round, or first with the variant's own step."""
    felt = moves.felt
    if felt.vacant:
        moves.muck(VACANT, felt.wrongs.vacant)
        moves.change(vacant=0)
    return felt.after_deal(moves) or open_interval(moves)


def open_interval(moves: Moves[C]) -> Step:
    """Open the betting round."""
    street = moves.felt.streets[moves.felt.street]
    if street.opens:
        moves.say(street.opens, street.clause)
    return onward(moves, moves.felt.talk())


# ---------------------------------------------------------------- a betting round


class Interval(InHand[C], Generic[C], frozen=True):
    """A betting round, which the law calls an interval."""

    public: ClassVar[tuple[str, ...]] = ("pots", "talk", "price")

    talk: Talk

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.course.turn

    @property
    def turn(self) -> Who:
        return self.talk.waiting[0]

    @property
    def price(self) -> int:
        """The price of a call for the player to act: the amount owed, or the whole stack if smaller."""
        seat = self.talk.waiting[0]
        return min(max(self.owes(seat), 0), self.felt.purse(seat))

    def owes(self, seat: int) -> int:
        """Return the chips that a player must add to match the highest bet."""
        return self.talk.level - self.felt.on(seat, BET)

    @law("AR10.10-2.VI.3.1", "AR10.10-2.VI.3.a.3.1", "AR10.10-2.VII.2.4", "IB09.12.VII.2.4")
    @law("IB09.12.VI.3.1", "IB09.12.VI.3.a.3.1")
    def raises(self, seat: int) -> Range | None:
        """Return the range of a player's raise, or None.

        A raise is at least a full step and stays within the limit. A player with fewer chips may go all in.
        """
        felt, talk = self.felt, self.talk
        has = felt.on(seat, BET) + felt.purse(seat)
        if has <= talk.level or seat in talk.barred or seat in talk.acted or self.has_raised_enough(seat):
            return None
        if felt.able == (seat,):
            return None  # no one is left to call
        least, clause = talk.level + talk.step, felt.limit_clause()
        limit = felt.most_raise(talk, seat)
        most = has if limit is None else min(has, max(limit, least))
        if limit is not None and has <= max(limit, least):
            clause = felt.course.enough  # the stack is the bound, not the limit
        else:
            most -= (most - least) % felt.rules.chip  # a limit that no chips can make
        return Range(min(least, most), most, felt.rules.chip, felt.course.band, clause)

    def has_raised_enough(self, seat: int) -> bool:
        """Return whether a player has no raises left. With two players there is no limit."""
        most = self.felt.raises_each
        return most is not None and len(self.felt.players) > 2 and self.talk.raised.count(seat) >= most

    @law("AR10.10-2.VII.2.1", "AR10.10-2.VII.2.3", "AR10.10-2.VII.2.a.1", "AR10.10-2.VII.2.b.1")
    @law("AR10.10-2.VII.2.c.1", "IB09.12.VII.2.1", "IB09.12.VII.2.3", "IB09.12.VII.2.a.1")
    @law("IB09.12.VII.2.b.1", "IB09.12.VII.2.b.2")
    def offers(self, who: Who) -> Iterable[Offer]:
        course, talk = self.felt.course, self.talk
        yield from self.departures(who)
        if who == talk.skipped and isinstance(who, int):
            yield Offer(ClaimTurn(who), self.felt.wrongs.skipped_late or self.felt.wrongs.skipped)
        if who != talk.waiting[0] or not isinstance(who, int):
            return
        owes = self.owes(who)
        cents = None if self.felt.why_not_bet(talk, who) else self.raises(who)
        if who == talk.forced and (cents or owes > 0):
            yield from self.forced_bets(who, cents)
            return
        if owes <= 0:
            yield Offer(Check(who), course.check)
        if who != talk.keeps:
            yield Offer(Fold(who), course.fold)
        if owes > 0:
            yield Offer(Match(who), course.call)
        if cents:
            yield Offer(RaiseTo(who, cents.least), course.raising, {"cents": cents})

    @law("AR10.10-2-B-a.III.3", "AR10.10-2-B-d.III.4")
    def forced_bets(self, who: int, cents: Range | None) -> Iterable[Offer]:
        """Yield the offers of a player who must bet and may neither check nor fold.

        If another player has bet out of turn, a call is enough.
        """
        if cents:
            yield Offer(RaiseTo(who, cents.least), self.forced_clause, {"cents": cents})
        if self.owes(who) > 0:
            yield Offer(Match(who), self.forced_clause)

    @law("AR10.10-2.VII.2.9", "IB09.12.VII.2.9", "IB09.12.VII.2.11")
    def reason(self, act: Act) -> Refusal | None:
        felt, talk, seat = self.felt, self.talk, act.by
        if isinstance(act, ClaimTurn):
            return Refusal("not_skipped", felt.wrongs.skipped)
        if seat != self.turn or not isinstance(seat, int):
            return self.why_not_out_of_turn(act)
        if isinstance(act, RaiseTo):
            return felt.why_not_bet(talk, seat) or self.why_not_raise(seat)
        match act:
            case Check() | Match() if seat == talk.forced:
                return Refusal("must_bet", self.forced_clause)
            case Check():
                return Refusal("bet_pending", felt.course.check, figures={"cents": self.owes(seat)})
            case Match():
                return Refusal("nothing_to_match", felt.course.call)
            case Fold():
                return Refusal("may_not_fold", self.forced_clause)
            case Show() | Renounce():
                return Refusal("bets_before_cards", felt.course.show_order)
        return InHand.reason(self, act)

    def why_not_out_of_turn(self, act: Act) -> Refusal | None:
        """Explain why a player may not act out of turn."""
        felt, seat = self.felt, act.by
        if isinstance(act, RaiseTo) and self.talk.bettor == seat:
            return Refusal("string_bet", felt.course.string_bet)
        if (
            isinstance(act, SPOKEN)
            and isinstance(seat, int)
            and seat in felt.players
            and not felt.purse(seat)
        ):
            return Refusal("all_in", felt.course.all_in)
        return InHand.reason(self, act)

    def why_not_raise(self, seat: int) -> Refusal | None:
        """Explain why the player whose turn it is may not raise at all."""
        felt, talk = self.felt, self.talk
        if seat in talk.barred:
            clause = felt.wrongs.too_little if seat in talk.few else felt.wrongs.out_of_turn
            return Refusal("barred_from_raising", clause)
        if felt.on(seat, BET) + felt.purse(seat) <= talk.level:
            return Refusal("too_little_to_raise", felt.course.enough, figures={"cents": felt.purse(seat)})
        if felt.able == (seat,):
            return Refusal("nobody_to_answer", felt.course.raising)
        if seat in talk.acted:
            return Refusal("not_reopened", felt.course.band)
        if self.has_raised_enough(seat):
            return Refusal("raised_enough", felt.course.raises, figures={"times": felt.raises_each or 0})
        return None

    @property
    def forced_clause(self) -> str:
        """The clause that makes the opener bet, or forbids the opener to fold."""
        return self.felt.streets[self.felt.street].cite[-1]

    @law("AR10.10-2.VII.2.d.1", "AR10.10-2.VII.2.e.1", "AR10.10-2.VII.2.8", "AR10.10-2.VII.2.11")
    @law("AR10.10-2.VIII.3.ll.1", "IB09.12.VII.2.c.1", "IB09.12.VII.2.d.1", "IB09.12.VII.2.8")
    @law("IB09.12.VII.2.14")
    def after(self, act: Act) -> Step:
        felt, course, moves = self.felt, self.felt.course, Moves(self.felt)
        talk = self.talk
        seat = talk.waiting[0]
        match act:
            case Leave(int(leaver)):
                return self.depart(leaver)
            case ClaimTurn() if felt.wrongs.skipped_late:  # in time, so the right to act is kept
                return speak_after_all(moves, talk, felt.wrongs.skipped_late)
            case ClaimTurn():
                return moves.to(SkippedTurn(felt, talk, in_time=True))
            case Fold():
                fold(moves, seat, course.folded)
            case Check():
                moves.say("Paso.", course.check, who=seat)
            case Match():
                self.put(moves, seat, self.owes(seat), course.call)
            case RaiseTo(_, cents):
                self.put(moves, seat, cents - felt.on(seat, BET), course.raising)
                talk = talk.after_raise(seat, cents, felt.in_turn(seat))
            case _:
                raise AssertionError(act)
        return speak_on(moves, talk, seat)

    def put(self, moves: Moves[C], seat: int, cents: int, clause: str) -> None:
        """Put in the amount that a player owes, or the whole stack if it is smaller."""
        purse = self.felt.purse(seat)
        moves.stake(seat, BET, min(cents, purse), clause)
        if cents >= purse:
            moves.say("Resto.", self.felt.course.enough, who=seat)


def speak_on(moves: Moves[C], talk: Talk, seat: int) -> Step:
    """Record that a player has acted, and continue.

    That player is no longer barred, forced or awaited. If a skipped player has missed the time to object, the
    table chief decides next.
    """
    talk = replace(
        talk,
        waiting=tuple([one for one in talk.waiting if one != seat]),
        acted=(*talk.acted, seat),
        barred=talk.barred and tuple([one for one in talk.barred if one != seat]),
        few=talk.few and tuple([one for one in talk.few if one != seat]),
        forced=0 if seat == talk.forced else talk.forced,
        keeps=0 if seat == talk.keeps else talk.keeps,
        spoken=talk.spoken + 1,
        skipped=0 if seat == talk.skipped else talk.skipped,
    )
    if talk.skipped in moves.felt.able and len(moves.felt.players) > 1:
        talk = replace(talk, since=talk.since + 1)
        if talk.since >= (2 if moves.felt.wrongs.skipped_late else 1):
            return moves.to(SkippedTurn(moves.felt, talk, in_time=False))
    return onward(moves, talk)


# ---------------------------------------------------------------- a turn that was skipped


class SkippedTurn(InHand[C], Generic[C], frozen=True):
    """A skipped player has objected, or has missed the time to object. The table chief decides."""

    public: ClassVar[tuple[str, ...]] = ("pots", "talk")

    talk: Talk
    in_time: bool  # whether the player objected in time

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.wrongs.skipped_ruling

    @property
    def turn(self) -> Who:
        return FLOOR

    @law("AR10.10-2.VIII.3.i.2", "IB09.12.VIII.3.i.2", "IB05.12.V.5.3.i.2")
    def offers(self, who: Who) -> Iterable[Offer]:
        yield from self.departures(who)
        for speaks in (self.in_time, not self.in_time) if who is FLOOR else ():
            yield Offer(RuleOnTurn(seat=self.talk.skipped, speaks=speaks), self.clause)

    def after(self, act: Act) -> Step:
        if isinstance(act, Leave) and isinstance(act.by, int):
            return self.depart(act.by)
        moves = Moves(self.felt)
        if isinstance(act, RuleOnTurn) and act.speaks:
            return speak_after_all(moves, self.talk, self.clause)
        return onward(moves, pass_over(moves, self.talk))


@law("AR10.10-2.VIII.3.j.1", "IB09.12.VIII.3.i.1")
def speak_after_all(moves: Moves[C], talk: Talk, clause: str) -> Step:
    """Give the turn to a player who was skipped."""
    seat = talk.skipped
    waiting = (seat, *(one for one in talk.waiting if one != seat))
    moves.note("speaks_now", clause, seat=seat)
    return onward(moves, replace(talk, waiting=waiting, skipped=0, since=0))


@law("AR10.10-2.VIII.3.j.1", "IB09.12.VIII.3.i.1")
def pass_over(moves: Moves[C], talk: Talk) -> Talk:
    """Treat a skipped player who does not act as having checked or, if there is a bet, as being out."""
    felt, seat = moves.felt, talk.skipped
    clause = felt.wrongs.skipped_ruling
    moves.note("does_not_speak", clause, seat=seat)
    if felt.on(seat, BET) < talk.level:
        fold(moves, seat, clause)
    waiting = tuple(one for one in talk.waiting if one != seat)
    return replace(talk, waiting=waiting, acted=(*talk.acted, seat), skipped=0, since=0)


# ---------------------------------------------------------------- the next step of a hand


@law("AR10.10-2.VII.2.a.3", "IB09.12.VII.2.a.2")
def fold(moves: Moves[C], seat: int, clause: str) -> None:
    """Fold a hand. Its chips stay in the pot."""
    moves.felt.throw(moves, seat, clause)
    moves.change(players=tuple(one for one in moves.felt.players if one != seat))


@law("AR10.10-2.VII.2.5", "AR10.10-2.VII.2.6", "IB09.12.VII.2.5", "IB09.12.VII.2.6")
@law("AR10.10-2-B-a.III.8", "IB09.12-2-a.II.2.6")
def onward(moves: Moves[C], talk: Talk) -> Step:
    """Continue with the next player to act, the next deal, the showdown, or the only live hand."""
    moves.felt.hear(moves, talk)
    felt = moves.felt
    if len(felt.players) < 2:
        close_interval(moves, talk)
        return moves.to(showdown.Reading(moves.felt))
    able = felt.able
    if talk.skipped and talk.skipped not in able:
        talk = replace(talk, skipped=0, since=0)
    waiting = tuple([seat for seat in talk.waiting if seat in able])
    alone = len(able) == 1 and talk.level <= felt.on(able[0], BET)
    if waiting and able and not alone:
        talk = talk if waiting == talk.waiting else replace(talk, waiting=waiting)
        return moves.to(Interval(felt, talk))
    close_interval(moves, talk)
    felt = moves.felt
    if felt.street + 1 < len(felt.streets):
        moves.change(street=felt.street + 1)
        return begin_deal(moves)
    return moves.to(showdown.Showdown(felt, felt.in_turn(felt.first_to_show(talk))))


def close_interval(moves: Moves[C], talk: Talk) -> None:
    """Collect the bets. If rake is taken in each betting round, set it aside."""
    felt = moves.felt
    moves.change(last_bettor=talk.bettor or felt.last_bettor)
    moves.felt.after_interval(moves, talk)
    gather(moves)
    if felt.rules.takes_each_interval:
        before = in_pot(felt) if felt.street else 0  # antes belong to the first betting round
        set_aside(moves, in_pot(moves.felt) - before)

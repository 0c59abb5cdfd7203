"""What can go wrong with bets and with players' own cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from novamas.families.circle.acts import Leave, Match, RaiseTo
from novamas.families.circle.cloth import BET, POT_BET, Cloth
from novamas.families.circle.phases.hand import Dealing, Interval, deal_on, fold, onward, speak_on
from novamas.families.circle.phases.showdown import Reading, Showdown, end_hand
from novamas.families.circle.pots import give_back
from novamas.law import law
from novamas.table.deeds import Deed
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import AnyPhase, Incident, Past, Step, happens_in

AnyInterval = Interval[Any]


@happens_in(Interval)
class BetOutOfTurn(Incident[AnyInterval], frozen=True, kw_only=True):
    """A player bets before his turn: the bet stands, and when his turn comes he may not raise it."""

    seat: int
    cents: int

    @classmethod
    @law("AR10.10-2.VIII.3.f.1", "IB09.12.VIII.3.f.1")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        for seat in now.talk.waiting[1:]:
            if cents := now.raises(seat):
                clause = now.felt.wrongs.out_of_turn
                yield Offer(cls(seat=seat, cents=cents.least), clause, {"cents": cents})

    def happen(self, now: AnyInterval, past: Past) -> Step:
        felt, moves, seat = now.felt, Moves(now.felt), self.seat
        moves.stake(seat, BET, self.cents - felt.on(seat, BET), felt.wrongs.out_of_turn)
        talk = now.talk.after_raise(seat, self.cents, felt.in_turn(now.talk.waiting[0]))
        return onward(moves, replace(talk, barred=(*talk.barred, seat)))


@happens_in(Interval)
class CalledOutOfTurn(Incident[AnyInterval], frozen=True, kw_only=True):
    """A player calls before his turn: his chips stand, and when his turn comes he may not raise."""

    seat: int

    @classmethod
    @law("AR10.10-2.VIII.3.f.1", "IB09.12.VIII.3.f.1", "IB05.12.V.5.3.f.1")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        for seat in now.talk.waiting[1:]:
            if now.owes(seat) > 0 and seat not in now.talk.barred:
                yield Offer(cls(seat=seat), now.felt.wrongs.out_of_turn)

    def happen(self, now: AnyInterval, past: Past) -> Step:
        moves, talk = Moves(now.felt), now.talk
        now.put(moves, self.seat, now.owes(self.seat), now.felt.wrongs.out_of_turn)
        return onward(moves, replace(talk, barred=(*talk.barred, self.seat)))


@happens_in(Interval)
class UnclearBet(Incident[AnyInterval], frozen=True, kw_only=True):
    """Nobody can tell whether chips crossed the line: once in the pot they are a bet, if nobody objects."""

    seat: int
    cents: int
    objects: bool

    @classmethod
    @law("AR10.10-2.VII.2.8", "IB09.12.VII.2.8", "IB05.12.V.4.34")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        seat, clause = now.talk.waiting[0], now.felt.wrongs.unclear
        call, cents = now.owes(seat), now.raises(seat)
        for objects in (False, True):
            if call > 0:
                yield Offer(cls(seat=seat, cents=now.talk.level, objects=objects), clause)
            if cents:
                yield Offer(cls(seat=seat, cents=cents.least, objects=objects), clause, {"cents": cents})

    def happen(self, now: AnyInterval, past: Past) -> Step:
        moves, felt, seat, talk = Moves(now.felt), now.felt, self.seat, now.talk
        if self.objects:
            moves.note("no_bet_made", felt.wrongs.unclear, seat=seat)
            return moves.to(now)
        now.put(moves, seat, self.cents - felt.on(seat, BET), felt.wrongs.unclear)
        if self.cents > talk.level:
            talk = talk.after_raise(seat, self.cents, felt.in_turn(seat))
        return speak_on(moves, talk, seat)


@happens_in(Interval)
class TooFewChips(Incident[AnyInterval], frozen=True, kw_only=True):
    """A player puts in too few chips to call: he may not take them back, only add what is missing."""

    seat: int
    cents: int

    @classmethod
    @law("AR10.10-2.VIII.3.c.1", "IB09.12.VIII.3.c.1")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        felt, seat, clause = now.felt, now.talk.waiting[0], now.felt.wrongs.too_little
        most = min(now.owes(seat), felt.purse(seat)) - felt.rules.chip
        if most > 0:
            cents = Range(felt.rules.chip, most, felt.rules.chip, clause)
            yield Offer(cls(seat=seat, cents=cents.least), clause, {"cents": cents})

    def happen(self, now: AnyInterval, past: Past) -> Step:
        moves, talk = Moves(now.felt), now.talk
        moves.stake(self.seat, BET, self.cents, now.felt.wrongs.too_little)
        talk = replace(talk, barred=(*talk.barred, self.seat), few=(*talk.few, self.seat))
        return moves.to(Interval(moves.felt, talk))


@happens_in(Interval)
class LargeChip(Incident[AnyInterval], frozen=True, kw_only=True):
    """A player puts in a larger chip without announcing a raise: it is a call, and the rest goes back."""

    seat: int
    cents: int

    @classmethod
    @law("AR10.10-2.VIII.3.d.1", "IB09.12.VIII.3.d.1")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        felt, seat, clause = now.felt, now.talk.waiting[0], now.felt.wrongs.large_chip
        owes, purse, chip = now.owes(seat), felt.purse(seat), felt.rules.chip
        if 0 < owes < purse:
            yield Offer(
                cls(seat=seat, cents=owes + chip), clause, {"cents": Range(owes + chip, purse, chip, clause)}
            )

    def happen(self, now: AnyInterval, past: Past) -> Step:
        moves, seat, clause = Moves(now.felt), self.seat, now.felt.wrongs.large_chip
        moves.stake(seat, BET, self.cents, clause)
        moves.withdraw(seat, BET, self.cents - now.owes(seat), clause)
        return speak_on(moves, now.talk, seat)


@happens_in(Interval)
class TurnSkipped(Incident[AnyInterval], frozen=True, kw_only=True):
    """The turn of a player is passed over: he must say so in time, or he has passed or is out."""

    seat: int

    @classmethod
    @law("AR10.10-2.VIII.3.i.1", "AR10.10-2.VIII.3.j.1", "IB09.12.VIII.3.i.1")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        talk = now.talk
        if len(talk.waiting) > 1 and not talk.skipped and not talk.forced and not talk.keeps:
            yield Offer(cls(seat=talk.waiting[0]), now.felt.wrongs.skipped)

    def happen(self, now: AnyInterval, past: Past) -> Step:
        waiting = (*now.talk.waiting[1:], self.seat)
        talk = replace(now.talk, waiting=waiting, skipped=self.seat, since=0)
        return replace(now, talk=talk), ()


def last_said(past: Past) -> tuple[AnyPhase | None, Deed | None]:
    """What was said last and when; who leaves meanwhile says nothing."""
    return next((step for step in reversed(past) if not isinstance(step[1], Leave)), (None, None))


@happens_in(Interval)
class WrongAmountTold(Incident[AnyInterval], frozen=True, kw_only=True):
    """The croupier told a player a wrong amount, and nobody has spoken since: he may change his bet."""

    seat: int

    @classmethod
    @law("AR10.10-2.VIII.3.ll.2")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        before, deed = last_said(past)
        if not now.felt.wrongs.wrong_amount or not isinstance(deed, Match | RaiseTo):
            return
        assert isinstance(before, Interval)
        same = before.felt.street == now.felt.street and before.talk.skipped == now.talk.skipped
        if same and isinstance(deed.by, int):
            yield Offer(cls(seat=deed.by), now.felt.wrongs.wrong_amount)

    def happen(self, now: AnyInterval, past: Past) -> Step:
        before, moves = last_said(past)[0], Moves(now.felt)
        assert isinstance(before, Interval)
        more = now.felt.on(self.seat, BET) - before.felt.on(self.seat, BET)
        moves.withdraw(self.seat, BET, more, now.felt.wrongs.wrong_amount)
        moves.felt.hear(moves, before.talk)
        return moves.to(Interval(moves.felt, before.talk))


# ---------------------------------------------------------------- initial bets that were not laid


def owing_ante(felt: Cloth) -> tuple[int, ...]:
    """Whose whole ante lies in the pot, while it still can turn out that it was not laid."""
    if felt.street or not felt.rules.ante or len(felt.players) < 3 or felt.unlaid:
        return ()
    return tuple(seat for seat in felt.players if felt.on(seat, POT_BET) == felt.rules.ante)


def take_ante(moves: Moves[Any], seat: int, clause: str) -> None:
    """The ante turns out to lie before its owner still."""
    felt = moves.felt
    moves.withdraw(seat, POT_BET, felt.rules.ante, clause)
    moves.change(initial=tuple(each for each in felt.initial if (each.seat, each.bet) != (seat, POT_BET)))


@happens_in(Dealing, Interval)
class AnteNotLaid(Incident[Any], frozen=True, kw_only=True):
    """A player had not laid his ante: the hand is valid, and he lays it now or takes no part."""

    seat: int
    lays: bool

    @classmethod
    @law("AR10.10-2.VIII.3.g.1", "IB09.12.VIII.3.g.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        for seat in owing_ante(now.felt):
            for lays in (True, False):
                yield Offer(cls(seat=seat, lays=lays), now.felt.wrongs.no_ante)

    def happen(self, now: Any, past: Past) -> Step:
        moves, felt, seat, clause = Moves(now.felt), now.felt, self.seat, now.felt.wrongs.no_ante
        if self.lays:
            moves.withdraw(seat, POT_BET, felt.rules.ante, clause)
            moves.stake(seat, POT_BET, felt.rules.ante, clause)
            return moves.to(replace(now, felt=moves.felt))
        take_ante(moves, seat, clause)
        fold(moves, seat, clause)
        if isinstance(now, Interval):
            return onward(moves, now.talk)
        return deal_on(moves)


@happens_in(Dealing, Interval)
class AnteMissing(Incident[Any], frozen=True, kw_only=True):
    """An ante is missing and nobody can tell whose: the hand is played with a reduced pot.

    The record names the player who still has it, as the chips show when they are counted; at the table he
    is not known and plays like the others.
    """

    seat: int

    @classmethod
    @law("AR10.10-2.VIII.3.g.2", "IB09.12.VIII.3.g.2")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        for seat in owing_ante(now.felt):
            yield Offer(cls(seat=seat), now.felt.wrongs.reduced_pot)

    def happen(self, now: Any, past: Past) -> Step:
        moves = Moves(now.felt)
        take_ante(moves, self.seat, now.felt.wrongs.reduced_pot)
        moves.change(unlaid=self.seat)
        return moves.to(replace(now, felt=moves.felt))


# ---------------------------------------------------------------- players' cards


@happens_in(Interval)
class CardsTouch(Incident[AnyInterval], frozen=True, kw_only=True):
    """The cards of two players touch: both hands are void, and their chips stay in the pot."""

    seat: int
    other: int

    @classmethod
    @law("AR10.10-2.VIII.3.h.1", "IB09.12.VIII.3.h.1")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        players = now.felt.players
        for seat, other in zip(players, (*players[1:], players[0]), strict=True):
            yield Offer(cls(seat=seat, other=other), now.felt.wrongs.touch)

    def happen(self, now: AnyInterval, past: Past) -> Step:
        moves, clause = Moves(now.felt), now.felt.wrongs.touch
        if len(now.felt.players) == 2:
            give_back(moves, clause)  # nobody is left to win the pot
            return end_hand(moves)
        fold(moves, self.seat, clause)
        fold(moves, self.other, clause)
        return onward(moves, now.talk)


@happens_in(Interval, Showdown)
class MixedWithDiscards(Incident[Any], frozen=True, kw_only=True):
    """Who bet, thinking that nobody called, mixes his cards with the discards: rebuilt, or he is out."""

    seat: int
    rebuilt: bool

    @classmethod
    @law("AR10.10-2.VIII.3.b.1", "AR10.10-2.VIII.3.b.2", "IB09.12.VIII.3.b.1", "IB09.12.VIII.3.b.2")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        seat = now.talk.bettor if isinstance(now, Interval) else now.felt.last_bettor
        if seat in now.felt.players and any(not held.up for held in now.felt.held(seat)):
            for rebuilt in (True, False):
                yield Offer(cls(seat=seat, rebuilt=rebuilt), now.felt.wrongs.mixed)

    def happen(self, now: Any, past: Past) -> Step:
        moves, clause = Moves(now.felt), now.felt.wrongs.mixed
        if self.rebuilt:
            moves.note("hand_rebuilt", clause, seat=self.seat)
            return moves.to(now)
        fold(moves, self.seat, clause)
        if isinstance(now, Interval):
            return onward(moves, now.talk)
        waiting = tuple(seat for seat in now.waiting if seat != self.seat)
        if waiting and len(moves.felt.players) > 1:
            return moves.to(Showdown(moves.felt, waiting))
        return moves.to(Reading(moves.felt))


@happens_in(Interval)
class ShowsCards(Incident[AnyInterval], frozen=True, kw_only=True):
    """A player shows his cards too early: everybody sees them, and the hand goes on."""

    seat: int

    @classmethod
    @law("AR10.10-2.VIII.3.e.1", "AR10.10-2.VIII.3.l.1", "IB09.12.VIII.3.e.1")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        for seat in now.felt.players:
            if any(not held.up for held in now.felt.held(seat)):
                yield Offer(cls(seat=seat), now.felt.wrongs.exposed)

    def happen(self, now: AnyInterval, past: Past) -> Step:
        moves = Moves(now.felt)
        moves.show(self.seat, now.felt.wrongs.exposed)
        return moves.to(replace(now, felt=moves.felt))


@happens_in(Interval)
class CardSeen(Incident[Any], frozen=True, kw_only=True):
    """One card of a player is exposed through his own fault: all see it, and the hand is played out."""

    seat: int
    card: int  # which of his cards, counted from 1

    @classmethod
    @law("AR10.10-2.VIII.3.l.1", "IB09.12.VIII.3.e.1", "IB05.12.V.5.3.e.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        for seat in now.felt.players:
            for nth, held in enumerate(now.felt.held(seat), start=1):
                if not held.up:
                    yield Offer(cls(seat=seat, card=nth), now.felt.wrongs.own_card)

    def happen(self, now: Any, past: Past) -> Step:
        moves = Moves(now.felt)
        moves.show(self.seat, now.felt.wrongs.own_card, nth=self.card - 1)
        return moves.to(replace(now, felt=moves.felt))


@happens_in(Reading)
class AnnouncedWrongly(Incident[Reading[Any]], frozen=True):
    """A hand was announced wrongly, by the croupier or by its player: the cards speak."""

    @classmethod
    @law("AR10.10-2.VIII.2.a.1", "AR10.10-2.VII.3.4", "IB09.12.VIII.2.a.1", "IB09.12.VII.3.3")
    def could(cls, now: Reading[Any], past: Past) -> Iterable[Offer]:
        if len(now.felt.players) > 1:
            yield Offer(cls(), now.felt.wrongs.announced_wrong)

    def happen(self, now: Reading[Any], past: Past) -> Step:
        moves = Moves(now.felt)
        moves.say("Las cartas hablan.", now.felt.wrongs.announced_wrong)
        return moves.to(now)


INCIDENTS: tuple[type[Incident[Any]], ...] = (
    *(BetOutOfTurn, CalledOutOfTurn, UnclearBet, TooFewChips, LargeChip, TurnSkipped, WrongAmountTold),
    *(AnteNotLaid, AnteMissing, CardsTouch, MixedWithDiscards, ShowsCards, CardSeen, AnnouncedWrongly),
)

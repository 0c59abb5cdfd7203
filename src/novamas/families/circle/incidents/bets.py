"""Irregularities with bets and with players' own cards."""

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
    """A player bets out of turn. The bet is valid, but when the turn comes the player may not raise it."""

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
    """A player calls out of turn. The call is valid, but when the turn comes the player may not raise."""

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
    """It is unclear whether chips crossed the line. Chips in the pot are a bet unless the player objects."""

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
    """A player puts in too few chips to call. The chips stay in.

    The player may only add the missing chips or fold.
    """

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
    """A player puts in a larger chip without announcing a raise. It is a call, and the excess is returned.

    If it was not the player's turn, it is a call out of turn, and the player may not raise later.
    """

    seat: int
    cents: int

    @classmethod
    @law("AR10.10-2.VIII.3.d.1", "IB09.12.VIII.3.d.1", "IB05.12.V.5.3.d.1")
    @law("AR10.10-2.VIII.3.f.1", "IB09.12.VIII.3.f.1", "IB05.12.V.5.3.f.1")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        felt, talk, clause = now.felt, now.talk, now.felt.wrongs.large_chip
        chip = felt.rules.chip
        for seat in (talk.waiting[0], *(one for one in talk.waiting[1:] if one not in talk.barred)):
            owes, purse = now.owes(seat), felt.purse(seat)
            if 0 < owes < purse:
                cents = Range(owes + chip, purse, chip, clause)
                yield Offer(cls(seat=seat, cents=owes + chip), clause, {"cents": cents})

    def happen(self, now: AnyInterval, past: Past) -> Step:
        moves, seat, talk, clause = Moves(now.felt), self.seat, now.talk, now.felt.wrongs.large_chip
        moves.stake(seat, BET, self.cents, clause)
        moves.withdraw(seat, BET, self.cents - now.owes(seat), clause)
        if seat == talk.waiting[0]:
            return speak_on(moves, talk, seat)
        return onward(moves, replace(talk, barred=(*talk.barred, seat)))


@happens_in(Interval)
class TurnSkipped(Incident[AnyInterval], frozen=True, kw_only=True):
    """A player's turn is skipped. The player must object in time to keep the right to act."""

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
    """Return the last deed of the round and its phase. Departures of players do not count."""
    return next((step for step in reversed(past) if not isinstance(step[1], Leave)), (None, None))


@happens_in(Interval)
class WrongAmountTold(Incident[AnyInterval], frozen=True, kw_only=True):
    """The croupier states a wrong amount. The player may change the bet until the next player acts."""

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


# ---------------------------------------------------------------- missing antes


def owing_ante(felt: Cloth) -> tuple[int, ...]:
    """Return the players whose full ante is in the pot and could still be found missing."""
    if felt.street or not felt.rules.ante or len(felt.players) < 3 or felt.unlaid:
        return ()
    return tuple(seat for seat in felt.players if felt.on(seat, POT_BET) == felt.rules.ante)


def take_ante(moves: Moves[Any], seat: int, clause: str) -> None:
    """Put an ante back in front of a player who in fact never placed it."""
    felt = moves.felt
    moves.withdraw(seat, POT_BET, felt.rules.ante, clause)
    moves.change(initial=tuple(each for each in felt.initial if (each.seat, each.bet) != (seat, POT_BET)))


@happens_in(Dealing, Interval)
class AnteNotLaid(Incident[Any], frozen=True, kw_only=True):
    """A player did not place the ante. The hand is valid. The player pays it now or does not take part."""

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
    """An ante is missing, and no one knows whose. The hand is played with a smaller pot.

    The record names the player, because a count of the chips shows it. At the table that player stays unknown
    and plays like the others.
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
    """The cards of two players touch. Both hands are void, and their chips stay in the pot.

    If no other hand is left, all bets are returned.
    """

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
            give_back(moves, clause)  # no one is left to win the pot
            return end_hand(moves)
        fold(moves, self.seat, clause)
        fold(moves, self.other, clause)
        return onward(moves, now.talk)


@happens_in(Interval, Showdown)
class MixedWithDiscards(Incident[Any], frozen=True, kw_only=True):
    """A bettor who believes that no one called mixes the cards with the discards.

    The croupier rebuilds the hand if that is possible beyond doubt. Otherwise the hand is out.
    """

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
    """A player shows the cards too early. Everyone sees them, and the hand continues."""

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
    """A player exposes a card through their own fault. Everyone sees it, and the hand continues."""

    seat: int
    card: int  # position of the card in the hand, counted from 1

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
    """The croupier or a player announces a hand wrongly. The cards speak."""

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

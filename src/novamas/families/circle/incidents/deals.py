"""Irregularities of the deal: misdeals, cards face up, absent players, defective decks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from novamas.families.circle.cloth import BET, Cloth, Talk
from novamas.families.circle.phases.common import Drawing
from novamas.families.circle.phases.hand import Dealing, Interval, begin_deal, deal_on, fold, onward
from novamas.families.circle.phases.showdown import Reading, Showdown, end_hand
from novamas.families.circle.pots import give_back
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Incident, Past, Step, happens_in

C = TypeVar("C", bound=Cloth)
AnyDealing = Dealing[Any]
AnyInterval = Interval[Any]


def spare(felt: Cloth) -> int:
    """Return how many cards of the deck this hand will not need."""
    return felt.need_shoe.undealt - felt.still_needed()


@law("AR10.10-2.VIII.1.1", "IB09.12.VIII.1.1")
def deal_again(moves: Moves[Any], clause: str) -> Step:
    """Collect all cards and start the same hand again. Antes and blinds stay, later bets go back."""
    felt = moves.felt
    initial = {(seat, bet): cents for seat, bet, cents in felt.initial}
    for seat, bet, cents in felt.chips:
        if later := cents - initial.get((seat, bet), 0):
            moves.withdraw(seat, bet, later, clause)
    moves.clear()
    players = tuple(seat for seat in felt.dealt if seat in felt.party.places)  # some may have left
    moves.change(players=players, street=0, vacant=0, cagnotte=0, **felt.forgotten())
    moves.use(moves.felt.fresh_deck())
    return begin_deal(moves)


@happens_in(Dealing, Interval)
class Misdeal(Incident[AnyDealing | AnyInterval], frozen=True, kw_only=True):
    """The first cards are dealt wrongly. All cards are collected, and the hand starts again."""

    cause: str

    @classmethod
    @law("AR10.10-2.VIII.1.a.1", "AR10.10-2.VIII.1.b.1", "AR10.10-2.VIII.1.c.1", "AR10.10-2.VIII.1.d.1")
    @law("AR10.10-2.VIII.1.e.1", "IB09.12.VIII.1.2", "IB09.12.VIII.1.3", "IB09.12.VIII.1.4")
    @law("IB09.12.VIII.1.5", "IB09.12.VIII.1.6", "IB09.12.VIII.1.7", "IB09.12.VIII.1.8", "IB09.12.VIII.1.9")
    def could(cls, now: AnyDealing | AnyInterval, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if felt.street or not any(felt.held(seat) for seat in felt.players):
            return
        causes = ["too_few", "too_many"]
        if isinstance(now, Interval):
            if now.talk.spoken >= felt.wrongs.wrong_number_from:
                return  # only that hand is void: `WrongNumberOfCards`
        else:
            causes += ["order", "seen_card", "face_up", "missing_cards", "defective_deck"]
            causes += ["any_exposed", "left_table"]
        for cause in causes:
            if clause := getattr(felt.wrongs, cause):
                yield Offer(cls(cause=cause), clause)

    def happen(self, now: AnyDealing | AnyInterval, past: Past) -> Step:
        return deal_again(Moves(now.felt), now.felt.wrongs.misdeal)


@happens_in(Dealing, Interval, Showdown, Reading)
class DeckFoundWrong(Incident[Any], frozen=True, kw_only=True):
    """After the first deal, cards are missing or face up, or the deck is defective. The hand is void."""

    cause: str

    @classmethod
    @law("AR10.10-2.VIII.1.d.1", "AR10.10-2.VIII.1.e.1", "IB09.12.VIII.1.7", "IB09.12.VIII.1.8")
    @law("IB09.12.VIII.1.9")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        if isinstance(now, Dealing) and not now.felt.street:
            return  # in the first deal this is a misdeal
        for cause in ("missing_cards", "defective_deck", "face_up", "any_exposed"):
            if clause := getattr(now.felt.wrongs, cause):
                yield Offer(cls(cause=cause), clause)

    def happen(self, now: Any, past: Past) -> Step:
        moves = Moves(now.felt)
        give_back(moves, getattr(now.felt.wrongs, self.cause))
        return end_hand(moves)


class SetAside(Drawing[C], Generic[C], frozen=True):
    """A card that is face up in the deck is seen and set aside. Then the deal or the betting continues."""

    talk: Talk | None = None  # the betting round in which it was found; None in a deal

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.wrongs.face_up

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.discard(what, self.felt.wrongs.face_up)
        return deal_on(moves) if self.talk is None else moves.to(Interval(moves.felt, self.talk))


@happens_in(Dealing, Interval)
class OneCardFaceUp(Incident[AnyDealing | AnyInterval], frozen=True):
    """One card is face up in the deck. It is set aside and replaced by the next card."""

    @classmethod
    @law("AR10.10-2.VIII.1.d.1", "IB09.12.VIII.1.7")
    def could(cls, now: AnyDealing | AnyInterval, past: Past) -> Iterable[Offer]:
        if now.felt.wrongs.face_up and spare(now.felt) > 0:
            yield Offer(cls(), now.felt.wrongs.face_up)

    def happen(self, now: AnyDealing | AnyInterval, past: Past) -> Step:
        return SetAside(now.felt, now.talk if isinstance(now, Interval) else None), ()


@happens_in(Dealing)
class ExposedInCut(Incident[AnyDealing], frozen=True):
    """A card is exposed while the deck is cut. The deck is shuffled again."""

    @classmethod
    @law("AR10.10-2.VII.1.5", "IB09.12.VII.1.5")
    def could(cls, now: AnyDealing, past: Past) -> Iterable[Offer]:
        if now.felt.need_shoe.dealt == 0:
            yield Offer(cls(), now.felt.wrongs.cut_exposed)

    def happen(self, now: AnyDealing, past: Past) -> Step:
        moves = Moves(now.felt)
        moves.use(now.felt.fresh_deck())
        moves.say("Se baraja de nuevo.", now.felt.wrongs.cut_exposed)
        return moves.to(now)


@happens_in(Dealing)
class DealtToVacantPlace(Incident[AnyDealing], frozen=True, kw_only=True):
    """Cards are dealt to a vacant place. This is not a misdeal. They are collected after the deal."""

    place: int

    @classmethod
    @law("AR10.10-2.VIII.2.c.1", "IB09.12.VIII.2.c.1")
    def could(cls, now: AnyDealing, past: Past) -> Iterable[Offer]:
        felt = now.felt
        is_first = felt.street == 0 and felt.need_shoe.dealt == 0
        if felt.wrongs.vacant and is_first and not felt.vacant and spare(felt) >= len(felt.pattern(0)):
            for place, seat in enumerate(felt.party.places, start=1):
                if seat not in felt.players:
                    yield Offer(cls(place=place), felt.wrongs.vacant)

    def happen(self, now: AnyDealing, past: Past) -> Step:
        moves = Moves(now.felt)
        moves.change(vacant=self.place)
        return deal_on(moves)


@happens_in(Dealing)
class DealtToAbsent(Incident[AnyDealing], frozen=True, kw_only=True):
    """A card is dealt to an absent player. This is not a misdeal.

    The player may still arrive in time to act.
    """

    seat: int

    @classmethod
    @law("AR10.10-2.VIII.2.b.1", "IB09.12.VIII.2.b.1")
    def could(cls, now: AnyDealing, past: Past) -> Iterable[Offer]:
        if now.felt.wrongs.absent and now.felt.street == 0:
            for seat in now.felt.players:
                yield Offer(cls(seat=seat), now.felt.wrongs.absent)

    def happen(self, now: AnyDealing, past: Past) -> Step:
        moves = Moves(now.felt)
        moves.note("absent", now.felt.wrongs.absent, seat=self.seat)
        return moves.to(now)


@happens_in(Interval)
class AbsentAtTurn(Incident[AnyInterval], frozen=True, kw_only=True):
    """The player whose turn it is has not arrived. The player's hand is removed.

    If that player must bet, the bet is placed first.
    """

    seat: int

    @classmethod
    @law("AR10.10-2.VIII.2.b.2", "IB09.12.VIII.2.b.2")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        if now.felt.wrongs.absent_turn:
            yield Offer(cls(seat=now.talk.waiting[0]), now.felt.absent_clause(now.talk))

    def happen(self, now: AnyInterval, past: Past) -> Step:
        felt, talk, moves = now.felt, now.talk, Moves(now.felt)
        clause = felt.absent_clause(talk)
        if self.seat == talk.forced:
            cents = min(felt.rules.minimum, felt.purse(self.seat))
            moves.stake(self.seat, BET, cents, clause)
            fold(moves, self.seat, clause)
            return onward(moves, moves.felt.talk())
        fold(moves, self.seat, clause)
        return onward(moves, replace(talk, waiting=talk.waiting[1:]))


@happens_in(Showdown)
class AbsentAllIn(Incident[Showdown[Any]], frozen=True, kw_only=True):
    """The player whose turn it is to show is all in and absent. The croupier turns the cards up."""

    seat: int

    @classmethod
    @law("AR10.10-2.VII.3.1", "IB09.12.VII.3.1", "IB05.12.V.4.44")
    def could(cls, now: Showdown[Any], past: Past) -> Iterable[Offer]:
        seat = now.waiting[0]
        if not now.felt.purse(seat):
            yield Offer(cls(seat=seat), now.felt.course.show)

    def happen(self, now: Showdown[Any], past: Past) -> Step:
        return now.show_next()


@happens_in(Interval)
class WrongNumberOfCards(Incident[AnyInterval], frozen=True, kw_only=True):
    """After enough players have acted, a player finds too many or too few cards. Only that hand is void.

    In Aragón two players must have acted. In the Balearic Islands, by our reading, one is enough.
    """

    seat: int

    @classmethod
    @law("AR10.10-2.VIII.3.k.2", "IB09.12.VIII.1.4", "IB09.12.VIII.1.5", "IB09.12-2-e.V.1.3")
    @law("IB05.12.V.5.1.b.1")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if felt.street or now.talk.spoken >= felt.wrongs.wrong_number_from:
            for seat in felt.players:
                yield Offer(cls(seat=seat), felt.wrongs.wrong_number)

    def happen(self, now: AnyInterval, past: Past) -> Step:
        moves = Moves(now.felt)
        fold(moves, self.seat, now.felt.wrongs.wrong_number)
        return onward(moves, now.talk)


INCIDENTS: tuple[type[Incident[Any]], ...] = (
    *(Misdeal, DeckFoundWrong, OneCardFaceUp, ExposedInCut),
    *(DealtToVacantPlace, DealtToAbsent, AbsentAtTurn, AbsentAllIn, WrongNumberOfCards),
)

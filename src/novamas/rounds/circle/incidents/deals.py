"""What can go wrong with the cards: misdeals, cards face up, absent players, defective decks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from novamas.law import law
from novamas.rounds.circle.cloth import BET, VACANT, Cloth
from novamas.rounds.circle.phases.common import Drawing
from novamas.rounds.circle.phases.hand import Dealing, Interval, begin_deal, deal_on, fold, onward
from novamas.rounds.circle.phases.showdown import Reading, Showdown, end_hand
from novamas.rounds.circle.pots import give_back
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Incident, Past, Step, happens_in

C = TypeVar("C", bound=Cloth)
AnyDealing = Dealing[Any]
AnyInterval = Interval[Any]


def spare(felt: Cloth) -> int:
    """How many cards of the deck this hand does not need."""
    to_come = 0
    for number in range(felt.street, len(felt.streets)):
        street = felt.streets[number]
        to_come += felt.burns(number) + street.common + len(street.own) * len(felt.players)
    if felt.vacant:  # a place where nobody plays gets its cards too
        to_come += len(felt.pattern(0)) - len(felt.held(VACANT))
    held = sum(len(pile.cards) for pile in felt.piles if pile.owner in felt.players)
    before = len(felt.pattern(felt.street - 1)) * len(felt.players) if felt.street else 0
    return felt.need_shoe.undealt - to_come + held - before


@law("AR10.10-2.VIII.1.1", "IB09.12.VIII.1.1")
def deal_again(moves: Moves[Any], clause: str) -> Step:
    """All cards are gathered and the same hand starts again: initial bets stay, later ones go back."""
    felt = moves.felt
    initial = {(seat, bet): cents for seat, bet, cents in felt.initial}
    for seat, bet, cents in felt.chips:
        if later := cents - initial.get((seat, bet), 0):
            moves.withdraw(seat, bet, later, clause)
    moves.clear()
    moves.change(players=felt.dealt, street=0, vacant=False, cagnotte=0, **felt.forgotten())
    moves.use(moves.felt.fresh_deck())
    return begin_deal(moves)


@happens_in(Dealing, Interval)
class Misdeal(Incident[AnyDealing | AnyInterval], frozen=True, kw_only=True):
    """The first cards were dealt wrongly: all cards are gathered and the hand starts again."""

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
            spoken_most = 1 if felt.wrongs.wrong_number else 0  # once two have acted, only that hand is void
            if now.talk.spoken > spoken_most:
                return
        else:
            causes += ["order", "seen_card", "face_up", "missing_cards", "defective_deck"]
            causes += ["any_exposed", "left_table"]
        for cause in causes:
            if clause := getattr(felt.wrongs, cause):
                yield Offer(cls(cause=cause), clause)

    def happen(self, now: AnyDealing | AnyInterval, past: Past) -> Step:
        return deal_again(Moves(now.felt), now.felt.wrongs.misdeal)


@happens_in(Interval, Showdown, Reading)
class DeckFoundWrong(Incident[Any], frozen=True, kw_only=True):
    """Cards are found missing, or the deck defective, before the pot is paid: the hand is void."""

    cause: str

    @classmethod
    @law("AR10.10-2.VIII.1.e.1", "IB09.12.VIII.1.8", "IB09.12.VIII.1.9")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        for cause in ("missing_cards", "defective_deck"):
            if clause := getattr(now.felt.wrongs, cause):
                yield Offer(cls(cause=cause), clause)

    def happen(self, now: Any, past: Past) -> Step:
        moves = Moves(now.felt)
        give_back(moves, getattr(now.felt.wrongs, self.cause))
        return end_hand(moves)


class SetAside(Drawing[C], Generic[C], frozen=True):
    """A card that lay face up in the deck is seen and set aside; then the deal goes on."""

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.discard(what, self.felt.wrongs.face_up)
        return deal_on(moves)


@happens_in(Dealing)
class OneCardFaceUp(Incident[AnyDealing], frozen=True):
    """One card lies face up in the deck: it is set aside, and the next one replaces it."""

    @classmethod
    @law("AR10.10-2.VIII.1.d.1", "IB09.12.VIII.1.7")
    def could(cls, now: AnyDealing, past: Past) -> Iterable[Offer]:
        if now.felt.wrongs.face_up and spare(now.felt) > 0:
            yield Offer(cls(), now.felt.wrongs.face_up)

    def happen(self, now: AnyDealing, past: Past) -> Step:
        return SetAside(now.felt), ()


@happens_in(Dealing)
class ExposedInCut(Incident[AnyDealing], frozen=True):
    """A card is exposed while the deck is cut: it is shuffled again."""

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
class DealtToVacantPlace(Incident[AnyDealing], frozen=True):
    """A place where nobody plays is dealt in: no misdeal; its cards are gathered when the deal ends."""

    @classmethod
    @law("AR10.10-2.VIII.2.c.1", "IB09.12.VIII.2.c.1")
    def could(cls, now: AnyDealing, past: Past) -> Iterable[Offer]:
        felt = now.felt
        is_first = felt.street == 0 and felt.need_shoe.dealt == 0
        if felt.wrongs.vacant and is_first and not felt.vacant and spare(felt) >= len(felt.pattern(0)):
            yield Offer(cls(), felt.wrongs.vacant)

    def happen(self, now: AnyDealing, past: Past) -> Step:
        moves = Moves(now.felt)
        moves.change(vacant=True)
        return moves.to(replace(now, felt=moves.felt))


@happens_in(Dealing)
class DealtToAbsent(Incident[AnyDealing], frozen=True, kw_only=True):
    """A card is dealt to a player who is absent: no misdeal; he may still arrive by his turn."""

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
    """The player whose turn it is has not arrived: his hand is removed."""

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


@happens_in(Interval)
class WrongNumberOfCards(Incident[AnyInterval], frozen=True, kw_only=True):
    """After two players have acted, one finds that he has too many or too few cards: his hand is void."""

    seat: int

    @classmethod
    @law("AR10.10-2.VIII.3.k.2")
    def could(cls, now: AnyInterval, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if felt.wrongs.wrong_number and (felt.street or now.talk.spoken >= 2):
            for seat in felt.players:
                yield Offer(cls(seat=seat), felt.wrongs.wrong_number)

    def happen(self, now: AnyInterval, past: Past) -> Step:
        moves = Moves(now.felt)
        fold(moves, self.seat, now.felt.wrongs.wrong_number)
        return onward(moves, now.talk)


INCIDENTS: tuple[type[Incident[Any]], ...] = (
    *(Misdeal, DeckFoundWrong, OneCardFaceUp, ExposedInCut),
    *(DealtToVacantPlace, DealtToAbsent, AbsentAtTurn, WrongNumberOfCards),
)

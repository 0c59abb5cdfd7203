"""Irregularities of the deal, by cause: the shoe, the croupier, the banker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from novamas.families.passing_bank import incidents
from novamas.families.passing_bank.cloth import BankMoves
from novamas.families.passing_bank.incidents import BankIncident
from novamas.families.passing_bank.phases import BankPhase, Drawing
from novamas.games.chemin_de_fer.cloth import Cloth
from novamas.games.chemin_de_fer.pay import Announced, announce, annul
from novamas.games.chemin_de_fer.phases.cards import (
    BankAnswers,
    BankSpeaks,
    Exposing,
    Looking,
    PuntoSpeaks,
    Served,
    Serving,
    Third,
    after_third,
    served_on,
)
from novamas.hands import baccarat_points
from novamas.law import law
from novamas.table.offers import Offer, Range
from novamas.table.phases import Past, Step, happens_in

# from the first card to the payment
COUP = (Serving, Served, Looking, PuntoSpeaks, BankAnswers, Third, BankSpeaks, Announced)

# ---------------------------------------------------------------- the shoe


@happens_in(Serving, Third)
class BoxedCard(incidents.BoxedCard[BankPhase[Cloth]], frozen=True):
    """A boxed card (face up in the shoe) is dead. No player may reduce or withdraw a stake because of it."""

    @law("IB05.08.VIII.1.4")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        return Removing(now.felt, now.to if isinstance(now, Third) else 0), ()


class Removing(Drawing[Cloth], frozen=True):
    """A dead card is discarded, and the deal continues with the next card."""

    public: ClassVar[tuple[str, ...]] = ("to",)

    to: int  # the seat whose third card is due; 0 while the first cards are dealt

    def drawn(self, what: int) -> Step:
        moves = BankMoves(self.felt)
        moves.discard(what, self.clause)
        return moves.to(Third(moves.felt, self.to) if self.to else Serving(moves.felt))


@happens_in(Serving, Third)
@law("IB05.08.VIII.1.5")
class StuckCards(incidents.Voided, frozen=True):
    """Two or more cards stick together. The coup is void."""

    annul: ClassVar = annul


@happens_in(*COUP)
@law("IB05.08.VIII.1.6")
class FallenCard(incidents.Untouched, frozen=True):
    """A card falls to the floor. An employee picks it up, it keeps its value, and the coup continues."""


# ---------------------------------------------------------------- the croupier


@happens_in(Serving, Served)
class CroupierExposes(BankIncident[BankPhase[Cloth]], frozen=True):
    """The croupier exposes a card while dealing.

    The punto must then play by the rules, and the banker by the table of play.
    """

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        held = now.felt.held(last_owner(now.felt))
        if held and not held[-1].up:
            yield Offer(cls(), now.felt.wrongs.croupier_exposes)

    @law("IB05.08.VIII.2.1", "IB05.08.VIII.2.2")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        moves = BankMoves(now.felt)
        moves.set_coup(punto_bound=True, bound=now.felt.coup.bound or "cuadro")
        return moves.to(Exposing(moves.felt, last_owner(now.felt), now.felt.wrongs.croupier_exposes))


def last_owner(felt: Cloth) -> int:
    """Return the seat that got the last card."""
    return felt.coup.punto if felt.coup.served % 2 else felt.banker


@happens_in(*COUP)
@law("IB05.08.VIII.2.3")
class CroupierFault(incidents.PutRightOrVoided, frozen=True):
    """The croupier makes any other error. If it cannot be corrected without harm, the coup is void."""

    annul: ClassVar = annul


@happens_in(BankSpeaks)
class WrongCarta(BankIncident[BankSpeaks], frozen=True):
    """The croupier calls "carta" although the punto said "no", and draws one or two cards."""

    tells: ClassVar[bool] = True  # the consequences show whether the banker has 0 to 5

    cards: int = 1

    @classmethod
    def could(cls, now: BankSpeaks, past: Past) -> Iterable[Offer]:
        if now.felt.coup.stood and now.felt.spares(2):
            cards = Range(1, 2, 1, now.felt.wrongs.restored)
            yield Offer(cls(), now.felt.wrongs.wrong_carta, {"cards": cards})

    @law("IB05.08.VIII.2.4", "IB05.08.VIII.2.5")
    def happen(self, now: BankSpeaks, past: Past) -> Step:
        """Let the banker keep the first card with 0 to 5. All other cards are discarded."""
        return Restoring(now.felt, self.cards, keeps=now.felt.bank_points <= 5), ()


class Restoring(Drawing[Cloth], frozen=True):
    """The cards drawn by mistake go to the banker or to the discards, as the table of play requires."""

    public: ClassVar[tuple[str, ...]] = ("out",)

    out: int
    keeps: bool  # not public: it would show what the banker has

    def drawn(self, what: int) -> Step:
        moves = BankMoves(self.felt)
        if self.keeps:
            moves.deal(self.felt.banker, what, up=True)
        else:
            moves.discard(what, self.clause)
        if self.out > 1:
            return moves.to(Restoring(moves.felt, self.out - 1, keeps=False))
        return announce(moves)


# ---------------------------------------------------------------- the banker


@happens_in(Serving)
class BankerExposes(BankIncident[Serving], frozen=True):
    """The banker exposes a card of the punto and must then expose the corresponding card of the bank."""

    @classmethod
    def could(cls, now: Serving, past: Past) -> Iterable[Offer]:
        held = now.felt.held(now.felt.coup.punto)
        if now.felt.coup.served % 2 and held and not held[-1].up and not now.felt.coup.lost_card:
            both = len(held) == 2 and held[0].up
            wrongs = now.felt.wrongs
            yield Offer(cls(), wrongs.banker_exposes_both if both else wrongs.banker_exposes)

    @law("IB05.08.VIII.3.7", "IB05.08.VIII.3.8")
    def happen(self, now: Serving, past: Past) -> Step:
        moves = BankMoves(now.felt)
        moves.set_coup(must_expose=True)
        return moves.to(Exposing(moves.felt, now.felt.coup.punto, now.felt.wrongs.banker_exposes))


@happens_in(Serving)
class DroppedCard(BankIncident[Serving], frozen=True):
    """The banker drops one of the punto's first two cards into the basket.

    The punto is deemed to show a natural nine.
    """

    @classmethod
    def could(cls, now: Serving, past: Past) -> Iterable[Offer]:
        held = now.felt.held(now.felt.coup.punto)
        if now.felt.coup.served % 2 and held and not held[-1].up and not now.felt.coup.lost_card:
            yield Offer(cls(), now.felt.wrongs.dropped_card)

    @law("IB05.08.VIII.3.5")
    def happen(self, now: Serving, past: Past) -> Step:
        moves = BankMoves(now.felt)
        moves.lay_down(now.felt.coup.punto, nth=-1, clause=now.felt.wrongs.dropped_card)
        moves.set_coup(lost_card="primera")
        return served_on(moves)


@happens_in(Served, PuntoSpeaks, BankAnswers, BankSpeaks, Announced)
class ExtraCard(BankIncident[BankPhase[Cloth]], frozen=True):
    """The banker takes more than two cards in the first deal.

    The bank's hand counts zero, but the banker may still draw.
    """

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        coup = now.felt.coup
        if not coup.bank_zero and not coup.abated and now.felt.spares(1):
            yield Offer(cls(), now.felt.wrongs.extra_card)

    @law("IB05.08.VIII.3.2")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        moves = BankMoves(now.felt)
        moves.burn(now.felt.wrongs.extra_card)
        moves.set_coup(bank_zero=True)
        if not isinstance(now, Announced):
            return moves.to(replace(now, felt=moves.felt))
        drawn = len(moves.felt.held(moves.felt.banker)) > 2
        return announce(moves) if drawn else moves.to(BankSpeaks(moves.felt))


@happens_in(PuntoSpeaks)
class FifthCard(BankIncident[PuntoSpeaks], frozen=True):
    """The banker draws a fifth card before the punto decides, and must take it if the punto stands."""

    @classmethod
    def could(cls, now: PuntoSpeaks, past: Past) -> Iterable[Offer]:
        if not now.felt.coup.fifth:
            yield Offer(cls(), now.felt.wrongs.fifth_card)

    @law("IB05.08.VIII.3.1")
    def happen(self, now: PuntoSpeaks, past: Past) -> Step:
        moves = BankMoves(now.felt)
        moves.set_coup(fifth=True)
        return moves.to(PuntoSpeaks(moves.felt))


@happens_in(Third)
class TwoThirdCards(BankIncident[Third], frozen=True):
    """The banker deals two third cards to one hand.

    A punto keeps the card that gives more points, a banker the card that gives fewer.
    """

    tells: ClassVar[bool] = True  # the card that is kept shows something about a hidden hand

    @classmethod
    def could(cls, now: Third, past: Past) -> Iterable[Offer]:
        if now.felt.spares(1):
            wrongs, of_bank = now.felt.wrongs, now.to == now.felt.banker
            yield Offer(cls(), wrongs.two_thirds_of_bank if of_bank else wrongs.two_third_cards)

    @law("IB05.08.VIII.3.3", "IB05.08.VIII.3.4")
    def happen(self, now: Third, past: Past) -> Step:
        return Choosing(now.felt, now.to), ()


class Choosing(Drawing[Cloth], frozen=True):
    """Two third cards are drawn, one after the other, and the law decides which of them is kept."""

    public: ClassVar[tuple[str, ...]] = ("to", "second")

    to: int
    second: bool = False

    def drawn(self, what: int) -> Step:
        moves, felt = BankMoves(self.felt), self.felt
        if not self.second:
            moves.deal(self.to, what, up=True)
            return moves.to(Choosing(moves.felt, self.to, second=True))
        cards = felt.cards(self.to)
        two = () if self.to == felt.banker and felt.coup.bank_zero else cards[:2]
        first_points, points = baccarat_points((*two, cards[-1])), baccarat_points((*two, what))
        clause = felt.wrongs.two_thirds_of_bank if self.to == felt.banker else self.clause
        if (points < first_points) if self.to == felt.banker else (points > first_points):
            moves.lay_down(self.to, nth=-1, clause=clause)
            moves.deal(self.to, what, up=True)
        else:
            moves.discard(what, clause)
        return after_third(moves, self.to)


@happens_in(Third)
class DroppedThird(BankIncident[Third], frozen=True):
    """The banker drops the punto's third card into the basket. The punto then has nine points.

    The banker may draw a third card, except with 7.
    """

    @classmethod
    def could(cls, now: Third, past: Past) -> Iterable[Offer]:
        if now.to == now.felt.coup.punto:
            yield Offer(cls(), now.felt.wrongs.dropped_third)

    @law("IB05.08.VIII.3.6")
    def happen(self, now: Third, past: Past) -> Step:
        moves = BankMoves(now.felt)
        moves.burn(now.felt.wrongs.dropped_third)
        moves.set_coup(lost_card="tercera")
        return moves.to(BankSpeaks(moves.felt))


DEALING_ERRORS = (
    *(BoxedCard, StuckCards, FallenCard, CroupierExposes, CroupierFault, WrongCarta),
    *(BankerExposes, DroppedCard, ExtraCard, FifthCard, TwoThirdCards, DroppedThird),
)
DEALING_PHASES = (Removing, Restoring, Choosing)

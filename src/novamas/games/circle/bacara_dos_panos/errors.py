"""Section VIII on two cloths: what can go wrong with the shoe, the deal and the cards, and what follows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.games.circle.bacara_dos_panos.bank import Between, TallaOver
from novamas.games.circle.bacara_dos_panos.betting import Betting
from novamas.games.circle.bacara_dos_panos.cards import (
    BankAnswers,
    BankSpeaks,
    Serving,
    Speaking,
    Third,
    give,
    serve_on,
    speak,
)
from novamas.games.circle.bacara_dos_panos.cloth import (
    BANCA,
    CARDS,
    PANOS,
    Cloth,
    Drawing,
    Moment,
    Table,
    set_coup,
    with_one,
)
from novamas.games.circle.bacara_dos_panos.settling import annul, finish
from novamas.law import law
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in

COUP_CARDS = 9


def spares(felt: Cloth, cards: int) -> bool:
    """Can the shoe lose so many cards and still bring the coup to its end?"""
    return felt.need_shoe.undealt >= COUP_CARDS + cards


# ---------------------------------------------------------------- the shoe


@happens_in(Between, Betting)
class EarlyCards(Incident[Moment], frozen=True):
    """A card is drawn before the betting has ended: the coup must be played, unless that is waived."""

    clause: ClassVar[str] = "IB05.09.VIII.1.2"

    waived: bool = False

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        if not now.felt.early:
            yield Offer(cls(waived=False), cls.clause)
        if spares(now.felt, 3):
            yield Offer(cls(waived=True), "IB05.09.VIII.1.3")

    @law("IB05.09.VIII.1.1", "IB05.09.VIII.1.2", "IB05.09.VIII.1.3")
    def happen(self, now: Moment, past: Past) -> Step:
        """The card is the first of the coup, for it never goes back; or it is discarded, unseen."""
        moves = Table(now.felt)
        if self.waived:
            moves.burn("IB05.09.VIII.1.3")
        else:
            moves.change(early=True)
        if isinstance(now, Betting):
            return moves.to(Betting(moves.felt, now.callers))
        return moves.to(Between(moves.felt))


@happens_in(Serving, Third)
class BoxedCard(Incident[Moment], frozen=True):
    """A card lies face up in the shoe: it is dead, and nobody may touch his stake because of it."""

    clause: ClassVar[str] = "IB05.09.VIII.1.4"

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        if spares(now.felt, 1):
            yield Offer(cls(), cls.clause)

    @law("IB05.09.VIII.1.4")
    def happen(self, now: Moment, past: Past) -> Step:
        return Removing(now.felt, now.n if isinstance(now, Third) else -1), ()


class Removing(Drawing, frozen=True):
    """A dead card is taken away; then the next comes."""

    clause: ClassVar[str] = "IB05.09.VIII.1.4"
    public: ClassVar[tuple[str, ...]] = ("n",)

    n: int  # whose third card was to come; -1: the first cards are being served

    def drawn(self, what: int) -> Step:
        moves = Table(self.felt)
        moves.discard(what, self.clause)
        return moves.to(Third(moves.felt, self.n) if self.n >= 0 else Serving(moves.felt))


@happens_in(Serving, Third)
class StuckCards(Incident[Moment], frozen=True):
    """Two or more cards stick together: the coup is void."""

    clause: ClassVar[str] = "IB05.09.VIII.1.5"

    @law("IB05.09.VIII.1.5")
    def happen(self, now: Moment, past: Past) -> Step:
        return annul(Table(now.felt))


@happens_in(Serving, Third)
class FallenCard(Incident[Moment], frozen=True):
    """A card falls to the floor: an employee picks it up, it keeps its value, and the coup goes on."""

    clause: ClassVar[str] = "IB05.09.VIII.1.6"

    @law("IB05.09.VIII.1.6")
    def happen(self, now: Moment, past: Past) -> Step:
        return now, ()


# ---------------------------------------------------------------- the deal


@happens_in(Speaking, BankAnswers)
class WrongHolder(Incident[Moment], frozen=True):
    """Another player had the cards: they are handed over, or, once he has spoken, the coup stands."""

    clause: ClassVar[str] = "IB05.09.VIII.1.7"

    pano: str = PANOS[0]

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        coup = now.felt.coup
        names = [PANOS[now.n]] if isinstance(now, Speaking) else list(PANOS)
        free = [pano for pano in names if not coup.keeps_hand[PANOS.index(pano)]]
        if not coup.banco and free:
            yield Offer(cls(pano=free[0]), cls.clause, {"pano": OneOf(tuple(free), cls.clause)})

    @law("IB05.09.VIII.1.7")
    def happen(self, now: Moment, past: Past) -> Step:
        if isinstance(now, Speaking):
            return now, ()
        moves = Table(now.felt)
        keeps = with_one(now.felt.coup.keeps_hand, PANOS.index(self.pano), True)
        set_coup(moves, keeps_hand=keeps)
        return moves.to(BankAnswers(moves.felt))


@happens_in(Serving, Third)
class IrregularDeal(Incident[Moment], frozen=True):
    """Any irregular deal is put right where that can be done evidently, else the coup is annulled."""

    clause: ClassVar[str] = "IB05.09.VIII.2.1"

    put_right: bool = True

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        yield Offer(cls(put_right=True), cls.clause)
        yield Offer(cls(put_right=False), cls.clause)

    @law("IB05.09.VIII.2.1")
    def happen(self, now: Moment, past: Past) -> Step:
        return (now, ()) if self.put_right else annul(Table(now.felt))


@happens_in(Third)
class WrongCard(Incident[Third], frozen=True):
    """A card is given to a cloth that asked for none, or to the other cloth: it goes where it belongs."""

    clause: ClassVar[str] = "IB05.09.VIII.2.2"

    @classmethod
    def could(cls, now: Third, past: Past) -> Iterable[Offer]:
        if now.n < 2:
            yield Offer(cls(), cls.clause)

    @law("IB05.09.VIII.2.2", "IB05.09.VIII.3.4")
    def happen(self, now: Third, past: Past) -> Step:
        """It is no fault of the banker's, who keeps his right to a third card."""
        moves = Table(now.felt)
        set_coup(moves, restored=now.felt.coup.restored or "croupier")
        return moves.to(Third(moves.felt, now.n))


@happens_in(Serving)
class ExposedCards(Incident[Serving], frozen=True):
    """Both cards of a cloth are exposed while they are dealt; no stake may be touched."""

    clause: ClassVar[str] = "IB05.09.VIII.2.3"

    pano: str = PANOS[0]
    culprit: str = "croupier"

    @classmethod
    def could(cls, now: Serving, past: Past) -> Iterable[Offer]:
        felt = now.felt
        names = tuple(
            pano
            for n, pano in enumerate(PANOS)
            if len(felt.held(pano)) == 2 and not felt.held(pano)[1].up and not felt.coup.void[n]
        )
        if names:
            who = OneOf(("croupier", "banquero"), "IB05.09.VIII.3.3")
            yield Offer(cls(pano=names[0]), cls.clause, {"pano": OneOf(names, cls.clause), "culprit": who})

    @law("IB05.09.VIII.2.3")
    def happen(self, now: Serving, past: Past) -> Step:
        moves = Table(now.felt)
        set_coup(moves, restored=self.culprit)
        return moves.to(Exposing(moves.felt, self.pano))


class Exposing(Drawing, frozen=True):
    """The cards of a cloth are turned over."""

    clause: ClassVar[str] = "IB05.09.VIII.2.3"
    public: ClassVar[tuple[str, ...]] = ("pano",)

    pano: str

    def drawn(self, what: int) -> Step:
        moves = Table(self.felt)
        moves.turn_up(self.pano, what, self.clause)
        if None in [held.card for held in moves.felt.held(self.pano)]:
            return moves.to(Exposing(moves.felt, self.pano))
        return serve_on(moves)


@happens_in(Serving)
class LostCards(Incident[Serving], frozen=True):
    """Cards fall into the basket unseen: annulled for the cloth that lost them, for both if the bank's."""

    clause: ClassVar[str] = "IB05.09.VIII.2.4"

    hand: str = BANCA

    @classmethod
    def could(cls, now: Serving, past: Past) -> Iterable[Offer]:
        felt = now.felt
        names = tuple(
            hand
            for n, hand in enumerate(CARDS)
            if felt.held(hand) and felt.held(hand)[-1].card is None and not (n < 2 and felt.coup.void[n])
        )
        if names:
            yield Offer(cls(hand=names[0]), cls.clause, {"hand": OneOf(names, cls.clause)})

    @law("IB05.09.VIII.2.4")
    def happen(self, now: Serving, past: Past) -> Step:
        moves = Table(now.felt)
        if self.hand == BANCA:
            return annul(moves)
        set_coup(moves, void=with_one(now.felt.coup.void, PANOS.index(self.hand), True))
        if moves.felt.coup.void == (True, True):
            return annul(moves)
        return moves.to(Serving(moves.felt))


@happens_in(Third)
class LostThird(Incident[Third], frozen=True):
    """A third card falls into the basket: one that was seen is recovered, else it annuls."""

    clause: ClassVar[str] = "IB05.09.VIII.2.5"

    seen: bool = True

    @classmethod
    def could(cls, now: Third, past: Past) -> Iterable[Offer]:
        yield Offer(cls(seen=True), cls.clause)
        yield Offer(cls(seen=False), "IB05.09.VIII.2.4")

    @law("IB05.09.VIII.2.4", "IB05.09.VIII.2.5")
    def happen(self, now: Third, past: Past) -> Step:
        if self.seen:
            return now, ()
        moves = Table(now.felt)
        moves.burn("IB05.09.VIII.2.4")
        if now.n == 2:
            return annul(moves)
        set_coup(moves, void=with_one(now.felt.coup.void, now.n, True))
        if moves.felt.coup.void == (True, True):
            return annul(moves)
        return give(moves, now.n + 1)


# ---------------------------------------------------------------- after payment


@happens_in(Between, TallaOver)
class RejectedClaim(Incident[Moment], frozen=True):
    """A claim after the coup has been paid is not accepted."""

    clause: ClassVar[str] = "IB05.09.VIII.5.9"

    @law("IB05.09.VIII.5.9")
    def happen(self, now: Moment, past: Past) -> Step:
        return now, ()


# ---------------------------------------------------------------- hands thrown away


@happens_in(Speaking, BankAnswers, BankSpeaks)
class Baskets(Incident[Moment], frozen=True):
    """A hand is thrown into the basket unseen: it counts nothing, unless the croupier did it."""

    clause: ClassVar[str] = "IB05.09.VIII.5.5"

    hand: str = BANCA
    croupier: bool = False

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        felt = now.felt
        spoken = [n for n in (0, 1) if felt.coup.said[n] and not felt.coup.void[n]]
        if isinstance(now, Speaking) and not felt.coup.void[now.n]:
            spoken.append(now.n)
        hands = [PANOS[n] for n in sorted(set(spoken))] + ([] if isinstance(now, Speaking) else [BANCA])
        for hand in hands:
            if hand not in felt.coup.zero:
                yield Offer(cls(hand=hand), cls.clause)
                yield Offer(cls(hand=hand, croupier=True), "IB05.09.VIII.5.6")

    @law("IB05.09.VIII.5.5", "IB05.09.VIII.5.6")
    def happen(self, now: Moment, past: Past) -> Step:
        """The croupier's error is undone by the testimony of who saw the cards."""
        if self.croupier:
            return now, ()
        moves = Table(now.felt)
        set_coup(moves, zero=(*now.felt.coup.zero, self.hand))
        if self.hand == BANCA:
            return finish(moves)
        if isinstance(now, Speaking) and self.hand == PANOS[now.n]:
            return speak(moves, now.n, "no")
        return moves.to(Speaking(moves.felt, now.n) if isinstance(now, Speaking) else type(now)(moves.felt))


DEALING_ERRORS = (
    *(EarlyCards, BoxedCard, StuckCards, FallenCard, WrongHolder, IrregularDeal, WrongCard),
    *(ExposedCards, LostCards, LostThird, RejectedClaim, Baskets),
)
DEALING_PHASES = (Removing, Exposing)

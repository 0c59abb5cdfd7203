"""The cards: two for each hand, naturals, the punto's word, the banker's word, and third cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.families.passing_bank.acts import Abatir, AskTable, Carta, Give, No, Serve
from novamas.families.passing_bank.cloth import BANCA, BankMoves
from novamas.families.passing_bank.cuadro import Says, bound_by, word_offers
from novamas.families.passing_bank.phases import BankersTurn, BankPhase, Drawing
from novamas.games.chemin_de_fer import pay
from novamas.games.chemin_de_fer.acts import (
    AskAdvice,
    BancoSeguido,
    Deny,
    Levantar,
)
from novamas.games.chemin_de_fer.cloth import PUNTO, UNCOVERED, Cloth
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who

FIRST_CARDS = 4


class Serving(BankPhase[Cloth], frozen=True):
    """The banker deals two cards to each hand face down, alternately and first to the punto."""

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Serve(), self.felt.course.dealing)

    @law("IB05.08.VI.4", "IB05.08.VII.24")
    def after(self, act: Act) -> Step:
        felt, moves = self.felt, BankMoves(self.felt)
        served = felt.coup.served
        moves.deal_blank(felt.banker if served % 2 else felt.coup.punto)
        moves.set_coup(served=served + 1)
        if served % 2 and felt.coup.must_expose:
            moves.set_coup(must_expose=False)
            return moves.to(Exposing(moves.felt, felt.banker, felt.wrongs.banker_exposes))
        return served_on(moves)


def served_on(moves: BankMoves[Cloth]) -> Step:
    """Continue with the next card or, after the last one, with both hands dealt."""
    felt = moves.felt
    return moves.to(Serving(felt) if felt.coup.served < FIRST_CARDS else Served(felt))


class Exposing(Drawing[Cloth], frozen=True):
    """The last dealt card is turned over."""

    public: ClassVar[tuple[str, ...]] = ("owner", "by_clause")

    owner: int
    by_clause: str

    @law("IB05.08.VIII.2.2", "IB05.08.VIII.3.8")
    def drawn(self, what: int) -> Step:
        """Turn the card. If both cards of the punto are face up, the table of play binds the banker.

        The banker then draws where the table leaves a choice.
        """
        felt, moves = self.felt, BankMoves(self.felt)
        moves.turn_up(self.owner, what, self.by_clause, nth=len(felt.held(self.owner)) - 1)
        if [held.up for held in moves.felt.held(felt.coup.punto)] == [True, True]:
            moves.set_coup(bound="estricto")
        return served_on(moves)


class Served(BankPhase[Cloth], frozen=True):
    """The cards are on the cloth, and no one has picked them up."""

    @property
    def turn(self) -> Who:
        return self.felt.coup.punto

    def own_reason(self, act: Act) -> Refusal | None:
        if isinstance(act, self.felt.kinds.words) and act.by == self.turn:
            return Refusal("cards_unseen", self.clause)
        return None

    @law("IB05.08.VII.17", "IB05.08.VII.20")
    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who == self.turn:
            yield Offer(Levantar(who), self.clause)
        if isinstance(who, int) and who == felt.seguido and who not in (felt.coup.punto, *felt.away):
            whole = felt.bank + felt.on(felt.banker, UNCOVERED)
            if felt.purse(who) + felt.on(who, PUNTO) >= whole:
                yield Offer(BancoSeguido(who), felt.course.late_seguido)

    def after(self, act: Act) -> Step:
        moves = BankMoves(self.felt)
        if isinstance(act, BancoSeguido) and isinstance(act.by, int):
            return self.again_banco(moves, act.by)
        return look_on(moves)

    @law("IB05.08.VII.17", "IB05.08.VII.18")
    def again_banco(self, moves: BankMoves[Cloth], person: int) -> Step:
        """Let a player who lost a banco repeat it late and get the cards.

        The other stakes are returned.
        """
        felt = self.felt
        moves.say("Banco seguido.", felt.course.late_seguido, who=person)
        for other, cents in felt.stakes.items():
            moves.withdraw(other, PUNTO, cents, felt.course.late_seguido)
        if felt.on(felt.banker, UNCOVERED):
            moves.slide(felt.banker, UNCOVERED, BANCA, felt.course.late_seguido)
        moves.stake(person, PUNTO, moves.felt.bank, felt.course.late_seguido)
        moves.give(felt.coup.punto, person, felt.course.late_seguido)
        moves.set_coup(punto=person, banco=True, seguido=True)
        return moves.to(Served(moves.felt))


def look_on(moves: BankMoves[Cloth]) -> Step:
    """Look at a hand that is still unseen. Then the punto speaks, or a lost card counts as a natural nine."""
    felt = moves.felt
    for owner in (felt.coup.punto, felt.banker):
        if None in [held.card for held in felt.held(owner)]:
            return moves.to(Looking(felt, owner))
    if felt.coup.lost_card:
        moves.set_coup(abated=felt.coup.punto)
        return pay.announce(moves)
    return moves.to(PuntoSpeaks(felt))


class Looking(Drawing[Cloth], frozen=True):
    """A player picks up the cards."""

    public: ClassVar[tuple[str, ...]] = ("owner",)

    owner: int

    def drawn(self, what: int) -> Step:
        moves = BankMoves(self.felt)
        moves.look(self.owner, what)
        return look_on(moves)


class Spoken(BankPhase[Cloth], frozen=True):
    """A phase in which the cards have already been seen."""

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, BancoSeguido):
            return Refusal("cards_seen", self.felt.course.cards_seen)
        return super().reason(act)


class PuntoSpeaks(Spoken, frozen=True):
    """The punto shows a natural, or says "carta" or "no"."""

    @property
    def turn(self) -> Who:
        return self.felt.coup.punto

    @property
    @law("IB05.08.VI.10", "IB05.08.VIII.2.1")
    def is_free(self) -> bool:
        """Whether a punto who went banco has a free choice, because the director allows it."""
        coup = self.felt.coup
        return self.felt.rules.banco_libre and coup.banco and not coup.punto_bound

    @law("IB05.08.VI.5", "IB05.08.VI.7", "IB05.08.VI.8", "IB05.08.VI.9", "IB05.08.VI.15")
    def offers(self, who: Who) -> Iterable[Offer]:
        felt, course = self.felt, self.felt.course
        if who != self.turn:
            return
        total = felt.punto_points
        if felt.is_natural(total):
            yield Offer(Abatir(who), course.natural)
            return
        free = self.is_free and not felt.coup.advised
        opts = total == 5 and not felt.coup.advised
        if felt.must_draw(total) or opts or free:
            draws = course.free_banco if free else course.five if opts else course.must_draw
            yield Offer(Carta(who), draws)
        if not felt.must_draw(total) or free:
            stands = course.advised_five if total == 5 and felt.coup.advised else course.must_stand
            yield Offer(No(who), course.free_banco if free else course.five if opts else stands)
        if not felt.coup.advised:
            yield Offer(AskAdvice(who), course.explained)

    def own_reason(self, act: Act) -> Refusal | None:
        if act.by != self.turn:
            return None
        total, course = self.felt.punto_points, self.felt.course
        match act:
            case Carta() | No() if self.felt.is_natural(total):
                return Refusal("must_show", course.natural, figures={"points": total})
            case No():
                return Refusal("must_draw", course.must_draw, figures={"points": total})
            case Carta():
                clause = course.advised_five if total == 5 else course.must_stand
                return Refusal("must_stand", clause, figures={"points": total})
            case Abatir():
                return Refusal("no_natural", course.natural, figures={"points": total})
        return None

    def after(self, act: Act) -> Step:
        moves = BankMoves(self.felt)
        match act:
            case Abatir():
                return abate(moves, self.felt.coup.punto)
            case AskAdvice():
                moves.say("Las reglas mandan; con cinco, plantarse.", self.felt.course.advised_five)
                moves.set_coup(advised=True)
                return moves.to(PuntoSpeaks(moves.felt))
            case Carta():
                moves.say("Carta.", self.clause)
            case No():
                moves.say("No.", self.clause)
                moves.set_coup(stood=True)
            case _:
                raise AssertionError(act)
        return moves.to(BankAnswers(moves.felt))


@law("IB05.08.VI.5")
def abate(moves: BankMoves[Cloth], person: int) -> Step:
    """Show a natural. The opponent must show too, and no more cards are dealt."""
    moves.say("Abato.", moves.felt.course.natural, who=person)
    moves.set_coup(abated=person)
    return pay.announce(moves)


class BankAnswers(BankersTurn[Cloth], Spoken, frozen=True):
    """The punto has spoken. The banker shows a natural, or acts on the punto's word."""

    @property
    def banker_decides(self) -> bool:
        """Whether the banker may give or deny the card after the punto said the wrong word.

        A punto who forgot a natural and said "no" stands.
        """
        word = self.felt.coup.misspoken
        return word == "carta" or (word == "no" and not self.felt.is_natural(self.felt.punto_points))

    @law("IB05.08.VIII.3.9", "IB05.08.VIII.4.5", "IB05.08.VIII.4.6", "IB05.08.VIII.4.7")
    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who != self.turn:
            return
        if felt.is_natural(felt.bank_points) and not felt.coup.bank_zero:
            yield Offer(Abatir(who), self.clause)
        elif self.banker_decides:
            yield Offer(Give(who), felt.wrongs.misspoken)
            yield Offer(Deny(who), felt.wrongs.banker_denies)
        else:
            yield Offer(Give(who), felt.course.third_card)

    def own_reason(self, act: Act) -> Refusal | None:
        felt = self.felt
        if isinstance(act, Abatir) and act.by == self.turn:
            return Refusal("no_natural", felt.course.natural, figures={"points": felt.bank_points})
        return None

    def after(self, act: Act) -> Step:
        moves, felt = BankMoves(self.felt), self.felt
        if isinstance(act, Abatir):
            return abate(moves, felt.banker)
        if self.banker_decides:
            moves.set_coup(stood=isinstance(act, Deny))
        return give(moves)


@law("IB05.08.VIII.3.1")
def give(moves: BankMoves[Cloth]) -> Step:
    """Give the punto a card if it asked for one. Otherwise the banker speaks or takes a fifth card."""
    felt = moves.felt
    if not felt.coup.stood:
        return moves.to(Third(felt, felt.coup.punto))
    return moves.to(Third(felt, felt.banker) if felt.coup.fifth else BankSpeaks(felt))


class BankSpeaks(BankersTurn[Cloth], Spoken, frozen=True):
    """The banker may draw or stand, but draws with zero. A bound banker follows the table of play."""

    @law("IB05.08.VI.11", "IB05.08.VI.16", "IB05.08.VIII.3.2", "IB05.08.VIII.3.6", "IB05.08.VIII.3.11")
    def says(self) -> tuple[Says, str]:
        """Return the table's instruction for the banker, with its clause."""
        felt, coup = self.felt, self.felt.coup
        total = felt.bank_points
        if coup.bank_zero:
            return Says.EITHER, felt.wrongs.extra_card
        if felt.is_natural(total):
            return Says.STAND, felt.wrongs.banker_gives
        if total == 0:
            return Says.DRAW, felt.course.baccara
        if coup.lost_card:
            return (Says.STAND if total == 7 else Says.EITHER), felt.wrongs.dropped_third
        if not coup.bound:
            return Says.EITHER, self.clause
        instruction = felt.cuadro.says(total, felt.third)
        if instruction is Says.EITHER and coup.bound == "estricto":
            return Says.DRAW, felt.wrongs.both_exposed
        return instruction, felt.course.table_of_play

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn and isinstance(who, int):
            yield from word_offers(who, *self.says())
            if not self.felt.coup.bound:
                yield Offer(AskTable(who), self.felt.course.table_of_play)

    def own_reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Carta | No) and act.by == self.turn:
            return bound_by(*self.says())
        return None

    def after(self, act: Act) -> Step:
        moves = BankMoves(self.felt)
        match act:
            case Carta():
                return moves.to(Third(self.felt, self.felt.banker))
            case AskTable():
                moves.say("El cuadro de la banca.", self.felt.course.table_of_play, who=self.felt.banker)
                moves.set_coup(bound="cuadro")
                return moves.to(BankSpeaks(moves.felt))
        return pay.announce(moves)


class Third(Drawing[Cloth], frozen=True):
    """A hand is dealt a third card face up."""

    public: ClassVar[tuple[str, ...]] = ("to",)

    to: int

    @law("IB05.08.VI.12")
    def drawn(self, what: int) -> Step:
        moves = BankMoves(self.felt)
        moves.deal(self.to, what, up=True)
        return after_third(moves, self.to)


def after_third(moves: BankMoves[Cloth], to: int) -> Step:
    """Let the banker speak after the punto's third card. After the banker's, the coup is over."""
    return pay.announce(moves) if to == moves.felt.banker else moves.to(BankSpeaks(moves.felt))

"""The cards of the first side, the second side and the bank. The hands speak in this order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.families.passing_bank.acts import Abatir, AskTable, Carta, Give, No, Serve
from novamas.families.passing_bank.cloth import BANCA, BankMoves
from novamas.families.passing_bank.cuadro import Says, bound_by, word_offers
from novamas.families.passing_bank.phases import BankersTurn, Drawing
from novamas.games.bacara_dos_panos import pay
from novamas.games.bacara_dos_panos.cloth import (
    CARDS,
    PANOS,
    PENDING,
    Cloth,
    with_one,
)
from novamas.games.bacara_dos_panos.phases.common import Playing
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who

FIRST_CARDS = 6


class Serving(Playing, frozen=True):
    """The banker deals two cards to each hand, one at a time: first side, second side, bank."""

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Serve(), self.clause)

    @law("IB05.09.VII.9", "IB05.09.VI.1")
    def after(self, act: Act) -> Step:
        moves = BankMoves(self.felt)
        served = self.felt.coup.served
        moves.deal_blank(CARDS[served % 3])
        moves.set_coup(served=served + 1)
        return serve_on(moves)


def serve_on(moves: BankMoves[Cloth]) -> Step:
    """Deal the next card, skipping a side whose coup is void. After the last one, look at the first hand."""
    coup = moves.felt.coup
    served = coup.served
    while served < FIRST_CARDS and (*coup.void, False)[served % 3]:
        served += 1
    moves.set_coup(served=served)
    return moves.to(Serving(moves.felt)) if served < FIRST_CARDS else look(moves)


@law("IB05.09.VII.12", "IB05.09.VI.9")
def look(moves: BankMoves[Cloth]) -> Step:
    """Let the player of the next hand look at it and speak.

    A player who goes banco therefore does not see the second hand before playing the first.
    """
    felt, coup = moves.felt, moves.felt.coup
    silent = [n for n in (0, 1) if not coup.void[n] and not coup.said[n]]
    n = silent[0] if silent else 2
    if CARDS[n] not in coup.zero and None in [held.card for held in felt.held(CARDS[n])]:
        return moves.to(Looking(felt, n))
    if n < 2:
        return moves.to(Speaking(felt, n))
    return give(moves) if BANCA in coup.zero else moves.to(BankAnswers(felt))


class Looking(Drawing[Cloth], frozen=True):
    """A player picks up a hand."""

    public: ClassVar[tuple[str, ...]] = ("n",)

    n: int

    def drawn(self, what: int) -> Step:
        moves = BankMoves(self.felt)
        owner = (*self.felt.coup.holders, self.felt.banker)[self.n]
        moves.look(CARDS[self.n], what, by=owner)
        return look(moves)


class Speaking(Playing, frozen=True):
    """The hand of a side shows a natural, or says "carta" or "no"."""

    public: ClassVar[tuple[str, ...]] = ("n",)

    n: int

    @property
    def turn(self) -> Who:
        return self.felt.coup.holders[self.n]

    @law("IB05.09.VI.3", "IB05.09.VI.4", "IB05.09.VI.1", "IB05.09.VIII.5.4")
    def offers(self, who: Who) -> Iterable[Offer]:
        """Return the words allowed to a hand: it draws with 0 to 4, chooses with 5, stands with 6 or 7.

        With 8 or 9 it shows a natural. A player who goes banco has a free choice but must show a natural.
        """
        felt, coup = self.felt, self.felt.coup
        if who != self.turn:
            return
        total = felt.points(PANOS[self.n])
        if felt.is_natural(total):
            yield Offer(Abatir(who), self.clause)
            return
        words = lawful_words(felt, self.n)
        advised = coup.advised[self.n]
        clause = felt.wrongs.advice if advised else felt.course.free_banco if coup.banco else self.clause
        if "carta" in words:
            yield Offer(Carta(who), clause)
        if "no" in words:
            yield Offer(No(who), clause)

    def own_reason(self, act: Act) -> Refusal | None:
        if not isinstance(act, Carta | No | Abatir) or act.by != self.turn:
            return None
        felt = self.felt
        if isinstance(act, Carta) and felt.coup.advised[self.n] and felt.points(PANOS[self.n]) == 5:
            return Refusal("advised_five", felt.wrongs.advice)
        return Refusal("bound", self.clause)

    def after(self, act: Act) -> Step:
        moves = BankMoves(self.felt)
        word = {Abatir: "abato", Carta: "carta", No: "no"}[type(act)]
        moves.say(f"{word.capitalize()}.", self.clause, who=self.turn)
        if word == "abato":
            moves.show(PANOS[self.n], self.clause)
        return speak(moves, self.n, word)


@law("IB05.09.VI.3", "IB05.09.VI.4", "IB05.09.VIII.5.4")
def lawful_words(felt: Cloth, n: int) -> tuple[str, ...]:
    """Return the words that the first two cards allow a hand. After advice it stands with five."""
    total, advised = felt.points_of_two(PANOS[n]), felt.coup.advised[n]
    if felt.is_natural(total):
        return ("no",)
    if felt.coup.banco and not advised:
        return ("carta", "no")
    if total == 5:
        return ("no",) if advised else ("carta", "no")
    return ("carta",) if felt.must_draw(total) else ("no",)


def speak(moves: BankMoves[Cloth], n: int, word: str) -> Step:
    """Enter the word of a side: "carta", "no" or "abato". Then it is the turn of the next side."""
    moves.set_coup(said=with_one(moves.felt.coup.said, n, word))
    return look(moves)


class BankAnswers(BankersTurn[Cloth], Playing, frozen=True):
    """Both sides have spoken. The banker shows a natural, or gives the cards that were asked for."""

    @law("IB05.09.VII.12", "IB05.09.VII.14")
    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            natural = self.felt.is_natural(self.felt.points(BANCA))
            yield Offer(Abatir(who), self.clause) if natural else Offer(Give(who), self.clause)

    def own_reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Abatir) and act.by == self.turn:
            return Refusal("no_natural", self.clause, figures={"points": self.felt.points(BANCA)})
        return None

    def after(self, act: Act) -> Step:
        moves = BankMoves(self.felt)
        if isinstance(act, Abatir):
            moves.say("Abato.", self.clause, who=self.felt.banker)
            moves.set_coup(abated=True)
            return pay.announce(moves)
        return give(moves)


def wants(felt: Cloth, n: int) -> bool:
    """Return whether a side still waits for a card that it asked for."""
    coup, pano = felt.coup, PANOS[n]
    waits = not coup.void[n] and not coup.missed[n] and pano not in coup.zero
    return waits and coup.said[n] == "carta" and len(felt.held(pano)) == 2


@law("IB05.09.VIII.4.1", "IB05.09.VIII.4.2", "IB05.09.VIII.4.6")
def give(moves: BankMoves[Cloth]) -> Step:
    """Deal the third cards in order, beginning with those already drawn. Then the banker speaks."""
    for n, pano in enumerate(PANOS):
        if wants(moves.felt, n):
            if not moves.felt.held(PENDING):
                return moves.to(Third(moves.felt, n))
            moves.part(PENDING, pano, moves.felt.wrongs.noticed_error)
    felt = moves.felt
    if not felt.playing or BANCA in felt.coup.zero:
        return pay.announce(moves)
    return moves.to(BankSpeaks(felt))


class Third(Drawing[Cloth], frozen=True):
    """A side or the bank is dealt a third card face up."""

    public: ClassVar[tuple[str, ...]] = ("n",)

    n: int

    @law("IB05.09.VI.1")
    def drawn(self, what: int) -> Step:
        moves = BankMoves(self.felt)
        moves.deal(CARDS[self.n], what, up=True)
        return pay.announce(moves) if self.n == 2 else give(moves)


class BankSpeaks(BankersTurn[Cloth], Playing, frozen=True):
    """The banker draws or stands. A bound banker follows the table if it agrees for both sides."""

    @law("IB05.09.VI.5", "IB05.09.VI.6", "IB05.09.VIII.3.1", "IB05.09.VIII.3.2", "IB05.09.VIII.3.3")
    def says(self) -> tuple[Says, str]:
        """Return the table's instruction for the banker, with its clause."""
        felt, coup = self.felt, self.felt.coup
        total = felt.points(BANCA)
        if felt.is_natural(total):
            return Says.STAND, felt.course.natural
        if total == 0:
            return Says.DRAW, felt.course.baccara
        if not coup.restored and not coup.bound:
            return Says.EITHER, self.clause
        instructions = [felt.cuadro.says(total, felt.third(PANOS[n])) for n in felt.playing]
        definite = {one for one in instructions if one is not Says.EITHER}
        if not coup.restored:
            same = len(instructions) == 2 and len(definite) == 1
            return (definite.pop() if same else Says.EITHER), self.clause
        if len(definite) < 2:
            clause = felt.wrongs.natural_shown if len(instructions) == 1 else felt.wrongs.table_agrees
            return (definite or {Says.DRAW}).pop(), clause
        if coup.restored == "banquero":
            return (Says.DRAW if total <= 5 else Says.STAND), felt.wrongs.table_disagrees
        return Says.EITHER, felt.wrongs.table_disagrees

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn and isinstance(who, int):
            yield from word_offers(who, *self.says())
            if not self.felt.coup.bound:
                yield Offer(AskTable(who), self.clause)

    def own_reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Carta | No) and act.by == self.turn:
            return bound_by(*self.says())
        return None

    @law("IB05.09.VIII.4.2")
    def after(self, act: Act) -> Step:
        """Let the banker draw or stand.

        If a card was drawn by mistake before, a banker who draws gets that card. If the banker stands, it
        is discarded.
        """
        moves, felt = BankMoves(self.felt), self.felt
        if isinstance(act, AskTable):
            moves.say("El cuadro de la banca.", self.clause, who=felt.banker)
            moves.set_coup(bound=True)
            return moves.to(BankSpeaks(moves.felt))
        if isinstance(act, Carta):
            if not felt.held(PENDING):
                return moves.to(Third(felt, 2))
            moves.part(PENDING, BANCA, felt.wrongs.surplus)
        return pay.announce(moves)

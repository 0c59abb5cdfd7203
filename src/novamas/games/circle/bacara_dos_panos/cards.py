"""The cards of two cloths: first, second, bank; each hand speaks in order and the banker last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.games.circle.bacara_dos_panos.acts import Abatir, AskTable, Banco, Carta, Give, No, Serve, Stake
from novamas.games.circle.bacara_dos_panos.cloth import (
    BANCA,
    CARDS,
    NATURAL,
    PANOS,
    Cloth,
    Drawing,
    Moment,
    Table,
    set_coup,
    with_one,
)
from novamas.games.circle.bacara_dos_panos.settling import finish
from novamas.games.circle.cuadro import Says
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.offers import Offer
from novamas.table.people import CROUPIER, Who
from novamas.table.phases import Step
from novamas.table.refusals import Refusal

FIRST_CARDS = 6
PENDING = "pendiente"  # a card that came out by mistake and may be the bank's


class Playing(Moment, frozen=True):
    """The bets are closed."""

    @law("IB05.09.VIII.2.3")
    def reason(self, act: object) -> Refusal | None:
        if isinstance(act, Stake | Banco):
            says = "After «ya no va más» no stake may be laid, raised, lowered or withdrawn."
            return Refusal("ya_no_va_mas", "IB05.09.VII.5", says)
        return self.own_reason(act)

    def own_reason(self, act: object) -> Refusal | None:
        return None


class Serving(Playing, frozen=True):
    """Two cards each, one at a time: first cloth, second cloth, bank."""

    clause: ClassVar[str] = "IB05.09.VII.9"

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Serve(), self.clause)

    @law("IB05.09.VII.9", "IB05.09.VI.1")
    def after(self, act: Act) -> Step:
        moves = Table(self.felt)
        served = self.felt.coup.served
        moves.deal_blank(CARDS[served % 3])
        set_coup(moves, served=served + 1)
        return serve_on(moves)


def serve_on(moves: Table) -> Step:
    """More cards, or the first cloth looks at its hand."""
    if moves.felt.coup.served < FIRST_CARDS:
        return moves.to(Serving(moves.felt))
    return look(moves, 0)


@law("IB05.09.VII.12", "IB05.09.VI.9")
def look(moves: Table, n: int) -> Step:
    """The next hand is looked at, and speaks; so nobody who goes banco sees the second before the first."""
    felt = moves.felt
    while n < 2 and felt.coup.void[n]:
        n += 1
    hand = CARDS[n]
    if None in [held.card for held in felt.held(hand)]:
        return moves.to(Looking(felt, n))
    if n < 2:
        return moves.to(Speaking(felt, n))
    if felt.coup.void == (True, True):
        return finish(moves)
    return moves.to(BankAnswers(felt))


class Looking(Drawing, frozen=True):
    """A hand is lifted."""

    clause: ClassVar[str] = "IB05.09.VII.12"
    public: ClassVar[tuple[str, ...]] = ("n",)

    n: int

    def drawn(self, what: int) -> Step:
        moves = Table(self.felt)
        owner = (*self.felt.coup.holders, self.felt.banker)[self.n]
        moves.look_at(CARDS[self.n], owner, what)
        return look(moves, self.n)


class Speaking(Playing, frozen=True):
    """The hand of a cloth shows a natural, or says «carta» or «no»."""

    clause: ClassVar[str] = "IB05.09.VI.3"
    public: ClassVar[tuple[str, ...]] = ("n",)

    n: int

    @property
    def turn(self) -> Who:
        return self.felt.coup.holders[self.n]

    @law("IB05.09.VI.3", "IB05.09.VI.4", "IB05.09.VI.1", "IB05.09.VIII.5.4")
    def offers(self, who: Who) -> Iterable[Offer]:
        """0 to 4 draw, 5 chooses, 6 and 7 stand, 8 and 9 show; who goes banco is free but for naturals."""
        felt, coup = self.felt, self.felt.coup
        if who != self.turn:
            return
        total = felt.points(PANOS[self.n])
        if total >= NATURAL:
            yield Offer(Abatir(who), self.clause)
            return
        advised = coup.advised[self.n]
        free = bool(coup.banco) and not advised
        clause = "IB05.09.VI.4" if free else "IB05.09.VIII.5.4" if advised else self.clause
        if total < 5 or free or (total == 5 and not advised):
            yield Offer(Carta(who), clause)
        if total >= 5 or free:
            yield Offer(No(who), clause)

    def own_reason(self, act: object) -> Refusal | None:
        if isinstance(act, Carta | No | Abatir) and act.by == self.turn:
            says = "With 0 to 4 the hand draws, with 6 or 7 it stands, with 8 or 9 it is shown."
            return Refusal("bound", self.clause, says)
        return None

    def after(self, act: Act) -> Step:
        moves = Table(self.felt)
        word = {Abatir: "abato", Carta: "carta", No: "no"}[type(act)]
        moves.say(f"{word.capitalize()}.", self.clause, who=self.turn)
        if word == "abato":
            moves.show(PANOS[self.n], self.clause)
        return speak(moves, self.n, word)


def speak(moves: Table, n: int, word: str, **fields: object) -> Step:
    """A hand has spoken: the next is looked at."""
    set_coup(moves, said=with_one(moves.felt.coup.said, n, word), **fields)
    return look(moves, n + 1)


class BankAnswers(Playing, frozen=True):
    """Both cloths have spoken: the banker shows a natural, or gives the cards that were asked for."""

    clause: ClassVar[str] = "IB05.09.VII.12"

    @property
    def turn(self) -> Who:
        return self.felt.banker

    @law("IB05.09.VII.12", "IB05.09.VII.14")
    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            natural = self.felt.points(BANCA) >= NATURAL
            yield Offer(Abatir(who), self.clause) if natural else Offer(Give(who), self.clause)

    def after(self, act: Act) -> Step:
        moves = Table(self.felt)
        if isinstance(act, Abatir):
            moves.say("Abato.", self.clause, who=self.felt.banker)
            set_coup(moves, abated=True)
            return finish(moves)
        return give(moves, 0)


def wants(felt: Cloth, n: int) -> bool:
    """Has a cloth asked for a card that it has not yet got?"""
    coup = felt.coup
    return not coup.void[n] and coup.said[n] == "carta" and len(felt.held(PANOS[n])) == 2


def give(moves: Table, n: int) -> Step:
    """Third cards, in order; then the banker speaks, unless both cloths showed naturals."""
    felt = moves.felt
    for cloth in range(n, 2):
        if wants(felt, cloth):
            return moves.to(Third(felt, cloth))
    if all(felt.coup.said[cloth] == "abato" or felt.coup.void[cloth] for cloth in (0, 1)):
        return finish(moves)
    return moves.to(BankSpeaks(felt))


class Third(Drawing, frozen=True):
    """A third card, face up: for a cloth, or for the bank (2)."""

    clause: ClassVar[str] = "IB05.09.VI.1"
    public: ClassVar[tuple[str, ...]] = ("n",)

    n: int

    def drawn(self, what: int) -> Step:
        moves = Table(self.felt)
        moves.deal(CARDS[self.n], what, up=True)
        return finish(moves) if self.n == 2 else give(moves, self.n)


class BankSpeaks(Playing, frozen=True):
    """The banker draws or stands; bound, he follows the table where it says the same for both cloths."""

    clause: ClassVar[str] = "IB05.09.VI.5"

    @property
    def turn(self) -> Who:
        return self.felt.banker

    @law("IB05.09.VI.5", "IB05.09.VI.6", "IB05.09.VIII.3.1", "IB05.09.VIII.3.2", "IB05.09.VIII.3.3")
    def says(self) -> tuple[Says, str]:
        """What the banker must do, and by which clause."""
        felt, coup = self.felt, self.felt.coup
        total = felt.points(BANCA)
        if total >= NATURAL:
            return Says.STAND, "IB05.09.VII.12"
        if total == 0 and BANCA not in coup.zero:
            return Says.DRAW, "IB05.09.VI.1"
        if not coup.restored and not coup.bound:
            return Says.EITHER, self.clause
        playing = [n for n in (0, 1) if not coup.void[n] and coup.said[n] != "abato"]
        said = [felt.cuadro.says(total, felt.third(PANOS[n])) for n in playing]
        definite = {one for one in said if one is not Says.EITHER}
        if not coup.restored:
            same = len(playing) == 2 and len(definite) < 2
            return (definite.pop() if same and definite else Says.EITHER), self.clause
        if len(playing) == 1:
            return (definite or {Says.DRAW}).pop(), "IB05.09.VIII.3.1"
        if len(definite) < 2:
            return (definite or {Says.DRAW}).pop(), "IB05.09.VIII.3.2"
        if coup.restored == "banquero":
            return (Says.DRAW if total <= 5 else Says.STAND), "IB05.09.VIII.3.3"
        return Says.EITHER, "IB05.09.VIII.3.3"

    def offers(self, who: Who) -> Iterable[Offer]:
        if who != self.turn:
            return
        said, clause = self.says()
        if said is not Says.STAND:
            yield Offer(Carta(who), clause)
        if said is not Says.DRAW:
            yield Offer(No(who), clause)
        if not self.felt.coup.bound:
            yield Offer(AskTable(who), self.clause)

    def own_reason(self, act: object) -> Refusal | None:
        if isinstance(act, Carta | No) and act.by == self.turn:
            said, clause = self.says()
            return Refusal("bank_bound", clause, f"Here the bank's word is «{said}».")
        return None

    @law("IB05.09.VIII.4.2")
    def after(self, act: Act) -> Step:
        """A card that came out by mistake is the one he draws; if he stands it is discarded."""
        moves, felt = Table(self.felt), self.felt
        if isinstance(act, AskTable):
            moves.say("El cuadro de la banca.", self.clause, who=felt.banker)
            set_coup(moves, bound=True)
            return moves.to(BankSpeaks(moves.felt))
        if not felt.held(PENDING):
            return moves.to(Third(felt, 2)) if isinstance(act, Carta) else finish(moves)
        if isinstance(act, Carta):
            moves.move_last(PENDING, BANCA, "IB05.09.VIII.4.2")
        else:
            moves.drop_last(PENDING, "IB05.09.VIII.4.2")
        return finish(moves)

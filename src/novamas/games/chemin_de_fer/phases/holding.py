"""Holding the bank: making it up, keeping or passing it, the garage; the table between tallas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.games.chemin_de_fer.acts import (
    Accept,
    Announce,
    Associate,
    Garage,
    GiveUp,
    Keep,
    PassBank,
    RaiseBank,
    Reject,
    TodoVa,
)
from novamas.games.chemin_de_fer.cloth import GARAGE, PART, Moment, Table
from novamas.games.chemin_de_fer.course import (
    begin_talla,
    close_table,
    dissolve,
    offer_bank,
    open_betting,
    pass_bank,
    suspend,
)
from novamas.games.chemin_de_fer.phases.seating import Resting
from novamas.games.chemin_de_fer.phases.taking import Offering
from novamas.law import law
from novamas.rounds.passing_bank.acts import (
    CloseTable,
    GoOn,
    Shuffle,
)
from novamas.rounds.passing_bank.cloth import BANCA, full_shoe
from novamas.table.deeds import Act
from novamas.table.offers import Offer, Range
from novamas.table.people import CROUPIER, NOBODY, Who
from novamas.table.phases import Step
from novamas.table.refusals import Refusal


class Forming(Resting, frozen=True):
    """The banker makes up his bank: he may add to it, others may associate; then he announces it."""

    clause: ClassVar[str] = "IB05.08.VII.6"
    public: ClassVar[tuple[str, ...]] = ("least",)

    least: int

    @property
    def turn(self) -> Who:
        return self.felt.banker

    @law("IB05.08.V.2", "IB05.08.V.10", "IB05.08.V.15", "IB05.08.VII.6")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if not isinstance(who, int) or who in felt.away:
            return
        most = felt.rules.most_bank(felt.bank + felt.purse(who)) - felt.bank
        if who == felt.banker:
            made = felt.bank >= self.least
            yield Offer(Announce(who), self.clause) if made else Offer(GiveUp(who), "IB05.08.V.9")
            if most > 0:
                cents = Range(1, most, 1, "IB05.08.V.15", "IB05.08.V.26")
                yield Offer(RaiseBank(who, 1), "IB05.08.V.15", {"cents": cents})
        elif most > 0 and who not in felt.partners:
            clause = "IB05.08.V.10" if who == felt.passer else "IB05.08.V.2"
            yield Offer(Associate(who, 1), clause, {"cents": Range(1, most, 1, clause, "IB05.08.V.26")})

    def own_after(self, act: Act) -> Step:
        moves, felt = Table(self.felt), self.felt
        match act:
            case RaiseBank(int(person), cents):
                moves.stake(person, BANCA, cents, "IB05.08.V.15")
                moves.change(own=felt.own + cents)
                return moves.to(Forming(moves.felt, self.least))
            case Associate(int(person), cents):
                moves.say("¿Asociados?", "IB05.08.V.2", who=person)
                return moves.to(Associating(felt, self.least, person, cents))
            case GiveUp():
                dissolve(moves, "IB05.08.V.9")
                return moves.to(Offering(moves.felt, (felt.passer,), retake=True))
            case Announce():
                if felt.bank <= felt.passed:
                    moves.change(former_banco=0)
                return open_betting(moves)
            case _:
                raise AssertionError(act)

    def again(self, moves: Table) -> Step:
        return moves.to(Forming(moves.felt, self.least))


class Associating(Moment, frozen=True):
    """Somebody wants to associate with the banker, who says whether he accepts."""

    clause: ClassVar[str] = "IB05.08.V.2"
    rest: ClassVar[bool] = True
    public: ClassVar[tuple[str, ...]] = ("least", "person", "cents")

    least: int
    person: int
    cents: int

    @property
    def turn(self) -> Who:
        return self.felt.banker

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            yield Offer(Accept(who), self.clause)
            yield Offer(Reject(who), self.clause)

    @law("IB05.08.V.2", "IB05.08.V.3")
    def after(self, act: Act) -> Step:
        moves = Table(self.felt)
        if isinstance(act, Accept):
            moves.stake(self.person, PART, self.cents, self.clause)
            moves.hand_over(self.person, PART, self.felt.banker, BANCA, self.cents, self.clause)
            moves.change(associates=(*self.felt.associates, (self.person, self.cents)))
        return moves.to(Forming(moves.felt, self.least))


# ---------------------------------------------------------------- it is kept or passed


class Keeping(Resting, frozen=True):
    """The banker did not lose: he keeps the bank or passes it, and may take winnings out of play."""

    clause: ClassVar[str] = "IB05.08.V.4"

    @property
    def turn(self) -> Who:
        return self.felt.banker

    @law("IB05.08.V.4", "IB05.08.V.5", "IB05.08.V.20", "IB05.08.V.22", "IB05.08.VII.30", "IB05.08.VIII.1.2")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who != self.turn or not isinstance(who, int):
            return
        felt = self.felt
        stays = felt.fresh and felt.has_dealt  # his bank comes from the talla before
        yield Offer(Keep(who), "IB05.08.VII.30" if stays else self.clause)
        if felt.has_dealt and not felt.early:
            yield Offer(PassBank(who), "IB05.08.VII.30" if stays else "IB05.08.V.5")
        if not felt.fresh:
            yield from self.garage(who)

    @law("IB05.08.V.a.1", "IB05.08.V.d.1", "IB05.08.VII.28")
    def garage(self, banker: int) -> Iterable[Offer]:
        """Winnings may leave play once they exceed fifty minima; «todo va» brings them back, if unlimited."""
        felt = self.felt
        put_in = felt.own + sum(cents for _, cents in felt.associates)
        if felt.won > felt.rules.garage_over and felt.bank > put_in:
            cents = Range(1, felt.bank - put_in, 1, "IB05.08.V.a.1")
            yield Offer(Garage(banker, felt.bank - put_in), "IB05.08.V.a.1", {"cents": cents})
        if not felt.rules.maximum_banca and felt.on(banker, GARAGE):
            yield Offer(TodoVa(banker), "IB05.08.V.d.1")

    def own_reason(self, act: object) -> Refusal | None:
        if act == PassBank(self.felt.banker):
            clause = "IB05.08.VIII.1.2" if self.felt.early else "IB05.08.V.20"
            return Refusal("must_deal", clause, "Who acquires the bank must deal at least once.")
        if isinstance(act, Garage) and act.by == self.felt.banker:
            says = f"Winnings may leave play once they exceed {self.felt.rules.garage_over}."
            return Refusal("no_garage", "IB05.08.V.a.1", says)
        return None

    def own_after(self, act: Act) -> Step:
        moves, felt = Table(self.felt), self.felt
        match act:
            case Keep():
                return open_betting(moves)
            case PassBank():
                moves.say("Paso la mano.", "IB05.08.V.5", who=felt.banker)
                if not felt.fresh:
                    return pass_bank(moves)
                dissolve(moves, "IB05.08.VII.30")
                return begin_talla(moves)
            case Garage(_, cents):
                moves.slide(felt.banker, BANCA, GARAGE, "IB05.08.V.a.1", cents=cents)
            case TodoVa():
                moves.say("Todo va.", "IB05.08.V.d.1", who=felt.banker)
                moves.slide(felt.banker, GARAGE, BANCA, "IB05.08.V.d.1")
            case _:
                raise AssertionError(act)
        return moves.to(Keeping(moves.felt))

    def again(self, moves: Table) -> Step:
        return moves.to(Keeping(moves.felt)) if moves.felt.has_enough else suspend(moves)


# ---------------------------------------------------------------- tallas


class TallaOver(Resting, frozen=True):
    """There is no shoe on the table: cards are shuffled, places are changed."""

    clause: ClassVar[str] = "IB05.08.VII.29"
    pause: ClassVar[bool] = True

    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Shuffle(), self.clause)
            yield Offer(CloseTable(), "IB05.08.VII.5")

    def own_after(self, act: Act) -> Step:
        moves = Table(self.felt)
        if isinstance(act, CloseTable):
            return close_table(moves)
        moves.say("Señores, las cartas pasan.", "IB05.08.VII.2")
        moves.use(full_shoe(self.felt.rules.frame))
        if self.felt.banker:
            return moves.to(Keeping(moves.felt))
        return begin_talla(moves)

    def again(self, moves: Table) -> Step:
        return moves.to(TallaOver(moves.felt))


class Suspended(Resting, frozen=True):
    """Fewer than four players are seated: the game waits until there are four again."""

    clause: ClassVar[str] = "IB05.08.VII.1"
    pause: ClassVar[bool] = True

    @law("IB05.08.VII.1")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            if self.felt.has_enough:
                yield Offer(GoOn(), self.clause)
            yield Offer(CloseTable(), self.clause)

    def own_after(self, act: Act) -> Step:
        moves = Table(self.felt)
        if isinstance(act, CloseTable):
            return close_table(moves)
        return moves.to(Keeping(moves.felt)) if self.felt.banker else offer_bank(moves)

    def again(self, moves: Table) -> Step:
        return moves.to(Suspended(moves.felt))


class Closed(Moment, frozen=True):
    """The game is over and everybody has taken his chips away."""

    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return NOBODY

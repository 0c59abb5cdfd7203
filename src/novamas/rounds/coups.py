"""The course of a card game played in coups: the shoe, bets, «no va más», the cards, payment.

Shared by punto y banca and treinta y cuarenta. What differs (the boxes, what the cards decide, who handles
them) is told by the cloth, which each game makes its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.law import Frame
from novamas.rounds import banked as betting
from novamas.rounds.banked import Bet, HaganJuego, NoVaMas, TooLate, Withdraw
from novamas.table.deeds import Act, Call
from novamas.table.felt import Felt
from novamas.table.layout import Spot
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.people import CHANCE, CROUPIER, NOBODY, Who
from novamas.table.phases import AnyPhase, Phase, Step
from novamas.table.refusals import Refusal

# ---------------------------------------------------------------- what the law says of the course


class CourseFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of play."""

    shuffling: str
    betting: str
    closing: str
    result: str
    listed: str
    minimum: str
    shoe_over: str


class CardFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a shoe, and how many of them lie behind the stop card."""

    decks: int
    behind_stop_card: int


class Box(Struct, frozen=True):
    """A bet of the closed list: its spot on the cloth, its most, and where the law says so."""

    spot: Spot
    most: int
    most_clause: str


class Rules(Struct, frozen=True, cache_hash=True):
    """What every table played in coups has: seats, the least stake and the step by which stakes grow."""

    frame: Frame
    seats: int
    minimum: int
    maximum: int
    step: int


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game played in coups. Each game makes its own of it."""

    rules: Rules

    @property
    def course(self) -> CourseFigures:
        raise AssertionError("each game has its own course")

    @property
    def boxes(self) -> dict[str, Box]:
        raise AssertionError("each game draws its own boxes")

    @property
    def places(self) -> int:
        """How many players may take part."""
        return self.rules.seats

    def is_free(self, bet: str) -> bool:
        """May its owner take it back while no coup is under way?"""
        return bet in self.boxes

    def why_not_raise(self, seat: int, bet: str) -> Refusal | None:
        """Why no more may be laid on a bet that already lies there, or nothing."""
        return None

    def own_offers(self, seat: int) -> Iterable[Offer]:
        """What else a player of this game may do until «no va más»."""
        return ()

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        """What follows from an act that this game alone knows."""
        raise AssertionError(act)

    def why_not_own(self, act: Act) -> Refusal | None:
        """The words for an act that this game alone knows and that may not be done, or nothing."""
        return None

    def take_bet(self, moves: Moves[Any], seat: int, bet: str) -> None:
        """A player takes back what he has on a bet."""
        moves.withdraw(seat, bet, self.on(seat, bet), self.course.betting)

    def shuffle(self, moves: Moves[Any]) -> Step:
        """A fresh shoe comes onto the table."""
        raise AssertionError("each game loads its own shoe")

    def close(self, moves: Moves[Any], *, last: bool) -> Step:
        """No more bets: on to the cards."""
        raise AssertionError("each game deals in its own way")


C = TypeVar("C", bound=Cloth)

# ---------------------------------------------------------------- acts


class Shuffle(Call, frozen=True):
    """The cards are counted, shuffled and loaded into the shoe."""


# ---------------------------------------------------------------- phases


class Moment(Phase[Act], Generic[C], frozen=True):
    """Any moment of a game played in coups."""

    clause: ClassVar[str] = ""
    felt: C

    def seats(self) -> int:
        return self.felt.places

    def withdrawals(self, who: Who) -> Iterable[Offer]:
        """What a player may take back."""
        for seat, bet, _ in self.felt.chips:
            if seat == who and self.felt.is_free(bet):
                yield Offer(Withdraw(seat, bet), self.felt.course.betting)

    def withdrawn(self, act: Withdraw) -> Moves[C]:
        assert isinstance(act.by, int)
        moves = Moves(self.felt)
        self.felt.take_bet(moves, act.by, act.bet)
        return moves


class Between(Moment[C], Generic[C], frozen=True):
    """No coup is under way: stakes that are free may be taken back."""

    rest: ClassVar[bool] = True

    def reason(self, act: object) -> Refusal | None:
        if isinstance(act, Bet):
            says = "The croupier has not opened the betting."
            return Refusal("not_open", self.felt.course.betting, says)
        return None


class Shuffling(Between[C], Generic[C], frozen=True):
    """There is no shoe: the cards are shuffled."""

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            return (Offer(Shuffle(), self.felt.course.shuffling),)
        return self.withdrawals(who)

    def after(self, act: Act) -> Step:
        if isinstance(act, Withdraw):
            moves = self.withdrawn(act)
            return moves.to(Shuffling(moves.felt))
        return self.felt.shuffle(Moves(self.felt))


class Waiting(Between[C], Generic[C], frozen=True):
    """Between coups."""

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            clause = self.felt.course.betting
            return (Offer(HaganJuego(), clause), Offer(HaganJuego(last=True), clause))
        return self.withdrawals(who)

    def after(self, act: Act) -> Step:
        if isinstance(act, Withdraw):
            moves = self.withdrawn(act)
            return moves.to(Waiting(moves.felt))
        assert isinstance(act, HaganJuego)
        moves = Moves(self.felt)
        words = "Hagan juego. Última jugada." if act.last else "Hagan juego."
        moves.say(words, self.felt.course.betting)
        return moves.to(Betting(self.felt, last=act.last))


class Betting(Moment[C], Generic[C], frozen=True):
    """Bets are made until «no va más»."""

    pause: ClassVar[bool] = True
    public: ClassVar[tuple[str, ...]] = ("last",)

    last: bool = False

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            return (Offer(NoVaMas(), self.felt.course.closing),)
        if not isinstance(who, int):
            return ()
        return (*self.bets(who), *self.withdrawals(who), *self.felt.own_offers(who))

    def bets(self, seat: int) -> Iterable[Offer]:
        """What a player may stake on each box, besides what he has there."""
        felt = self.felt
        step = felt.rules.step
        for name, box in felt.boxes.items():
            has = felt.on(seat, name)
            least = step if has else felt.rules.minimum
            if has + least <= box.most and felt.why_not_raise(seat, name) is None:
                dials: dict[str, Dial] = {
                    "bet": OneOf((name,), felt.course.listed),
                    "cents": Range(least, box.most - has, step, felt.course.minimum, box.most_clause),
                }
                yield Offer(Bet(seat, name, least), felt.course.betting, dials)

    def reason(self, act: Act) -> Refusal | None:
        felt = self.felt
        if isinstance(act, Withdraw):
            says = f"You have nothing on {act.bet} that you may take back."
            return Refusal("nothing_there", felt.course.betting, says, dial="bet", given=act.bet)
        if not isinstance(act, Bet):
            return felt.why_not_own(act)
        if act.bet not in felt.boxes:
            refusal = OneOf(tuple(felt.boxes), felt.course.listed).why_not(act.bet)
            assert refusal is not None
            return replace(refusal, code="no_such_bet", dial="bet")
        box = felt.boxes[act.bet]
        has = felt.on(act.by, act.bet) if isinstance(act.by, int) else 0
        if has + act.cents > box.most:
            says = f"The maximum on {act.bet} is {box.most}; you already have {has} there."
            wants = has + act.cents
            return Refusal("above_maximum", box.most_clause, says, dial="cents", given=wants, most=box.most)
        return felt.why_not_raise(act.by, act.bet) if isinstance(act.by, int) else None

    def after(self, act: Act) -> Step:
        match act:
            case Bet(int(seat), bet, cents):
                moves = Moves(self.felt)
                moves.stake(seat, bet, cents, self.felt.course.betting)
            case Withdraw():
                moves = self.withdrawn(act)
            case NoVaMas():
                moves = Moves(self.felt)
                moves.say("No va más.", self.felt.course.closing)
                return self.felt.close(moves, last=self.last)
            case _:
                moves = Moves(self.felt)
                self.felt.do_own(moves, act)
        return moves.to(Betting(moves.felt, self.last))


class Playing(Moment[C], Generic[C], frozen=True):
    """The cards are being dealt: bets are closed."""

    public: ClassVar[tuple[str, ...]] = ("last",)

    last: bool = False

    def reason(self, act: object) -> Refusal | None:
        if isinstance(act, Bet | Withdraw):
            says = "After «no va más» no stake may be laid or taken back."
            return Refusal("no_va_mas", self.felt.course.closing, says)
        return None


class Drawing(Playing[C], Generic[C], frozen=True):
    """A card is about to be seen."""

    @property
    def turn(self) -> Who:
        return CHANCE


class Closed(Moment[C], Generic[C], frozen=True):
    """The session is over and the cloth is empty."""

    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return NOBODY


def end_coup(moves: Moves[C], *, last: bool) -> Step:
    """The coup is settled: on to the next, to a fresh shoe, or to the end of the session.

    A session does not close over a stake that is still bound: one more coup is then played.
    """
    moves.clear()
    felt = moves.felt
    if last and all(felt.is_free(bet) for _, bet, _ in felt.chips):
        for seat, bet, cents in felt.chips:
            moves.withdraw(seat, bet, cents, felt.course.result)
        moves.use(None)
        moves.end_round()
        return moves.to(Closed(moves.felt))
    if felt.need_shoe.has_reached_cut:
        moves.say("Fin de la talla.", felt.course.shoe_over)
        moves.use(None)
        moves.end_round()
        return moves.to(Shuffling(moves.felt))
    moves.end_round()
    return moves.to(Waiting(moves.felt))


# ---------------------------------------------------------------- what can go wrong


class LateBet(betting.LateBet, frozen=True):
    """A player laid chips after «no va más»: they are given back."""

    @classmethod
    def too_late(cls, now: Moment[Cloth]) -> TooLate:
        felt, course, rules = now.felt, now.felt.course, now.felt.rules
        boxes = tuple(felt.boxes)
        return TooLate(felt.places, boxes, rules.minimum, rules.maximum, course.closing, course.listed)


ACTS: tuple[type[Act], ...] = (Shuffle, HaganJuego, Bet, Withdraw, NoVaMas)


def phases_of(cloth: type[Cloth]) -> tuple[type[AnyPhase], ...]:
    """The phases that these games share, on a game's own cloth."""
    return tuple(phase[cloth] for phase in (Shuffling, Waiting, Betting, Closed))  # type: ignore[misc]

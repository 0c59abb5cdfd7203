"""A sketch: a bank that keeps its hand hidden (three-card poker, AR10 10.1.D, the main game only)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

from msgspec import Struct
from tests.sketches.sketching import bare_layout, no_faults, no_wagers

from novamas.kit.cards import DECK_52, rank, suit
from novamas.kit.shoe import Shoe
from novamas.table.deeds import Act, Call
from novamas.table.felt import Felt
from novamas.table.game import Game
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.people import CHANCE, CROUPIER, Who
from novamas.table.phases import Incident, Past, Phase, Step, happens_in
from novamas.table.refusals import Refusal

BANK = "bank"
HIGH, PAIR, FLUSH, STRAIGHT, TRIO, STRAIGHT_FLUSH = range(6)  # a straight beats a flush, AR10.10-1-D.V.1.d.1
QUEEN_HIGH = (HIGH, 12, 0, 0)
BONUS = {
    STRAIGHT: (1, "AR10.10-1-D.VIII.T.1"),
    TRIO: (4, "AR10.10-1-D.VIII.T.2"),
    STRAIGHT_FLUSH: (5, "AR10.10-1-D.VIII.T.3"),
}


def rank_three(cards: Iterable[int]) -> tuple[int, int, int, int]:
    """The combination and the cards that break ties, high first."""
    three = tuple(cards)
    high, middle, low = sorted(map(rank, three), reverse=True)
    suited = len({suit(card) for card in three}) == 1
    if (high, middle, low) == (14, 3, 2):
        high, middle, low = 3, 2, 1
    if high == middle + 1 == low + 2:
        return STRAIGHT_FLUSH if suited else STRAIGHT, high, middle, low
    if high == low:
        return TRIO, high, middle, low
    if suited:
        return FLUSH, high, middle, low
    if middle in (high, low):
        return PAIR, middle, middle, high + low - middle
    return HIGH, high, middle, low


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    """What the house chooses in this sketch."""

    seats: int = 3
    minimum: int = 1_000
    multiple: int = 10


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth, and the rules of the table."""

    rules: Choices

    @property
    def players(self) -> tuple[int, ...]:
        """The seats in the round, in order."""
        return tuple(seat for seat, bet, _ in self.chips if bet == "ante")


# ---------------------------------------------------------------- acts


class Ante(Act, frozen=True):
    """A player lays his initial bet."""

    cents: int


class NoVaMas(Call, frozen=True):
    """The betting closes."""


class Go(Act, frozen=True):
    """A player goes, with a second bet equal to his ante."""


class Withdraw(Act, frozen=True):
    """A player leaves his cards and loses his ante."""


# ---------------------------------------------------------------- phases

AnyAct: TypeAlias = Ante | NoVaMas | Go | Withdraw


class Moment(Phase[AnyAct], frozen=True):
    """Any moment of the game."""

    felt: Cloth

    def seats(self) -> int:
        return self.felt.rules.seats


class Betting(Moment, frozen=True):
    """Initial bets are laid."""

    clause: ClassVar[str] = "AR10.10-1-D.VII.1"
    rest: ClassVar[bool] = True
    pause: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return CROUPIER if self.felt.players else 1  # without a bet there is nothing to deal

    def offers(self, who: Who) -> Iterable[Offer]:
        least = self.felt.rules.minimum
        if who is CROUPIER and self.felt.players:
            yield Offer(NoVaMas(), self.clause)
        elif isinstance(who, int) and who not in self.felt.players:
            cents = Range(least, least * self.felt.rules.multiple, 1, "AR10.10-1-D.V.2.1")
            yield Offer(Ante(who, least), self.clause, {"cents": cents})

    def reason(self, act: AnyAct) -> Refusal | None:
        if isinstance(act, NoVaMas):
            return Refusal("no_bets", self.clause, "Nobody has laid an ante yet.")
        return None

    def after(self, act: AnyAct) -> Step:
        moves = Moves(self.felt)
        match act:
            case Ante(int(seat), cents):
                moves.stake(seat, "ante", cents, self.clause)
                return moves.to(Betting(moves.felt))
            case NoVaMas():
                moves.say("No va más.", self.clause)
                moves.use(Shoe.of(DECK_52))
                return moves.to(Dealing(moves.felt))
            case _:
                raise AssertionError(act)


class Dealing(Moment, frozen=True):
    """One card at a time, face down, to each hand and the bank; nobody sees the bank's."""

    clause: ClassVar[str] = "AR10.10-1-D.VII.2"

    @property
    def turn(self) -> Who:
        return CHANCE

    def draws(self) -> Shoe:
        assert self.felt.shoe is not None
        return self.felt.shoe

    def drawn(self, what: int) -> Step:
        moves, players = Moves(self.felt), self.felt.players
        seat = min(players, key=lambda player: len(self.felt.held(player)))
        moves.deal(seat, what)
        if seat == players[-1]:
            moves.deal_blank(BANK)
        felt = moves.felt
        if len(felt.held(BANK)) == 3:
            return moves.to(Deciding(felt, players))
        return moves.to(Dealing(felt))


class Deciding(Moment, frozen=True):
    """Each player in turn goes or withdraws."""

    clause: ClassVar[str] = "AR10.10-1-D.VII.3"
    public: ClassVar[tuple[str, ...]] = ("waiting",)

    waiting: tuple[int, ...]

    @property
    def turn(self) -> Who:
        return self.waiting[0]

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            yield Offer(Go(who), "AR10.10-1-D.VII.6")
            yield Offer(Withdraw(who), "AR10.10-1-D.VII.4")

    def after(self, act: AnyAct) -> Step:
        moves, (seat, *rest) = Moves(self.felt), self.waiting
        match act:
            case Go():
                moves.stake(seat, "segunda_apuesta", self.felt.on(seat, "ante"), "AR10.10-1-D.VII.6")
            case Withdraw():
                moves.collect(seat, "ante", "AR10.10-1-D.VII.5")
                moves.muck(seat, "AR10.10-1-D.VII.5")
            case _:
                raise AssertionError(act)
        if rest:
            return moves.to(Deciding(moves.felt, tuple(rest)))
        return moves.to(Turning(moves.felt)) if moves.felt.players else end_round(moves)


class Turning(Moment, frozen=True):
    """The croupier turns the bank's cards."""

    clause: ClassVar[str] = "AR10.10-1-D.VII.7"

    @property
    def turn(self) -> Who:
        return CHANCE

    def draws(self) -> Shoe:
        assert self.felt.shoe is not None
        return self.felt.shoe

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        moves.turn_up(BANK, what, self.clause)
        felt = moves.felt
        if len(felt.cards(BANK)) < 3:
            return moves.to(Turning(felt))
        for seat in felt.players:
            moves.show(seat, self.clause)
            pay(moves, felt, seat)
        return end_round(moves)


def pay(moves: Moves[Cloth], felt: Cloth, seat: int) -> None:
    """Ante and second bet against the bank; the bonus on the player's hand alone."""
    mine, bank, ante = rank_three(felt.cards(seat)), rank_three(felt.cards(BANK)), felt.on(seat, "ante")
    if bank < QUEEN_HIGH:
        won, second, clause = 1, 0, "AR10.10-1-D.VII.9"
    elif mine > bank:
        won, second, clause = 1, 1, "AR10.10-1-D.VII.11"
    elif mine == bank:
        won, second, clause = 0, 0, "AR10.10-1-D.VIII.e.1"
    else:
        won, second, clause = -1, -1, "AR10.10-1-D.VIII.3"
    moves.settle(seat, "ante", ante * (1 + won), clause)
    moves.settle(seat, "segunda_apuesta", ante * (1 + second), clause)
    if mine[0] in BONUS:
        times, clause = BONUS[mine[0]]
        moves.award(seat, "bonus", times * ante, clause, "AR10.10-1-D.VIII.4")


def end_round(moves: Moves[Cloth]) -> Step:
    """The cards are gathered and the next round begins."""
    moves.clear()
    moves.use(None)
    moves.end_round()
    return moves.to(Betting(moves.felt))


@happens_in(Dealing, Deciding, Turning)
class DealFault(Incident[Moment], frozen=True):
    """A card exposed in dealing, or a wrong number of cards: the whole round is void."""

    clause: ClassVar[str] = "AR10.10-1-D.VIII.3.1"

    def happen(self, now: Moment, past: Past) -> Step:
        moves = Moves(now.felt)
        for seat, bet, cents in now.felt.chips:
            moves.withdraw(seat, bet, cents, self.clause)
        return end_round(moves)


# ---------------------------------------------------------------- the game


def opening(choices: Choices | None = None) -> Betting:
    """The first phase of a table."""
    return Betting(Cloth(rules=choices or Choices()))


GAME = Game(
    slug="sketch_hidden_bank",
    says="Three cards against a bank that keeps its own hidden.",
    choices=Choices,
    faults=no_faults,
    opening=lambda frame, choices: opening(choices),
    wagers=no_wagers,
    layout=bare_layout,
    felt=Cloth,
    phases=(Betting, Dealing, Deciding, Turning),
    acts=(Ante, NoVaMas, Go, Withdraw),
    incidents=(DealFault,),
)

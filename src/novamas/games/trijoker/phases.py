"""The play of trijoker: three bets, three cards, two common ones, and what they pay."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct

from novamas.hands import Category, Hand, best_hand, ranking_of
from novamas.kit.cards import name, rank
from novamas.law import Frame, law
from novamas.rounds.banked import deal
from novamas.rounds.banked.acts import Withdraw
from novamas.rounds.banked.deal import deal_on, void_round
from novamas.rounds.banked.phases import Drawing, Playing, end_round, taking_back
from novamas.rounds.figures import PayFigures
from novamas.rounds.one_box import phases as one_box
from novamas.rounds.one_box.phases import BOARD, BoxCourse, Rules
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.people import Who
from novamas.table.phases import Step
from novamas.table.refusals import Refusal

FIRST, SECOND, THIRD = "apuesta_1", "apuesta_2", "apuesta_3"
BETS = (FIRST, SECOND, THIRD)

# ---------------------------------------------------------------- figures and rules


class Prize(PayFigures, frozen=True, forbid_unknown_fields=True):
    """What a combination pays on each bet in play, and from which rank on."""

    least_rank: int = 0


class PlayFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of what is decided, turned and paid."""

    first_bet: str
    first_card: str
    second_bet: str
    second_card: str
    third_bet: str
    paying: str
    winning: str
    losing: str
    highest_only: str


class FaultFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of what goes wrong."""

    own_card: str
    common_card: str
    void_from_rank: int
    deal: str
    breach: str


class TableRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one table."""

    breach_forfeits: bool = True


@cache
def course_of(frame: Frame) -> BoxCourse:
    return frame.group("course", BoxCourse)


@cache
def play_of(frame: Frame) -> PlayFigures:
    return frame.group("play", PlayFigures)


@cache
def faults_of(frame: Frame) -> FaultFigures:
    return frame.group("faults", FaultFigures)


@cache
def prizes_of(frame: Frame) -> dict[Category, Prize]:
    """The pay table."""
    return frame.group("bets", dict[Category, Prize])


@law("IB05.13.I.2", "IB05.13.V.a.12", "AR10.10-1-B.I.2", "AR10.10-1-B.V.pagos.2", "AR10.10-1-B.V.pagos.1")
def prize_of(frame: Frame, hand: Hand) -> Prize | None:
    """What a hand pays: for its highest combination alone, and for a pair only from jacks up."""
    prize = prizes_of(frame).get(hand.category)
    return prize if prize is not None and hand.ranks[0] >= prize.least_rank else None


# ---------------------------------------------------------------- the cloth


class Leave(Act, frozen=True):
    """A player leaves one of his three bets in play."""

    bet: str


class Cloth(one_box.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """Three boxes before each player, and two before the croupier for the common cards."""

    main: ClassVar[str] = FIRST  # laid and, before the cards, taken back as one with the others
    hand_size: ClassVar[int] = 3
    shared_owner: ClassVar[str] = BOARD
    shared_size: ClassVar[int] = 2

    rules: TableRules

    @property
    def course(self) -> BoxCourse:
        return course_of(self.rules.frame)

    @property
    def players(self) -> tuple[int, ...]:
        """Who has the third bet, which stays to the end."""
        return tuple(seat for seat, bet, _ in self.chips if bet == THIRD)

    @law("IB05.13.VII.3", "AR10.10-1-B.VIII.2.2", "AR10.10-1-B.VII.1.2")
    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Three equal bets, one in each box."""
        for each in BETS:
            moves.stake(seat, each, cents, self.course.betting)

    def withdrawals(self, seat: int) -> Iterable[Offer]:
        """Before the cards the three bets stay equal: they are taken back together."""
        has = self.on(seat, FIRST)
        return taking_back(seat, FIRST, has, self.free_by(FIRST), self.least(seat, FIRST)) if has else ()

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        for each in BETS:
            moves.withdraw(seat, each, cents, self.free_by(each))

    @law("IB05.13.VII.4", "AR10.10-1-B.VIII.2.3", "AR10.10-1-B.VIII.2.4", "AR10.10-1-B.VIII.2.5")
    @law("AR10.10-1-B.VIII.2.6")
    def dealing(self) -> Dealing:
        """A card to each player, one to the left box; a second to each, one to the right; a third to each."""
        return Dealing(self)

    def decide(self, moves: Moves[Any]) -> Step:
        return ask(moves, FIRST)

    def is_turned(self, nth: int) -> bool:
        """Does a common card lie face up already?"""
        return self.held(BOARD)[nth].up


class Dealing(deal.Dealing[Cloth], frozen=True):
    """Three cards to each player and two before the croupier, all face down."""


# ---------------------------------------------------------------- decisions


class Deciding(Playing[Cloth], frozen=True):
    """Each player in turn withdraws a bet or leaves it."""

    public: ClassVar[tuple[str, ...]] = ("bet", "waiting")

    bet: str
    waiting: tuple[int, ...]

    @property
    def turn(self) -> Who:
        return self.waiting[0]

    def offers(self, who: Who) -> Iterable[Offer]:
        if isinstance(who, int) and who == self.turn:
            play = play_of(self.felt.rules.frame)
            clause = play.first_bet if self.bet == FIRST else play.second_bet
            yield Offer(Leave(who, self.bet), clause)
            yield Offer(Withdraw(who, self.bet, self.felt.on(who, self.bet)), clause)

    def reason(self, act: Act) -> Refusal | None:
        if not isinstance(act, Withdraw):
            return super().reason(act)
        if act.bet != THIRD:
            return None
        says = "The third bet stays in play to the end."
        return Refusal("third_bet_stays", play_of(self.felt.rules.frame).third_bet, says)

    @law("IB05.13.VII.7", "IB05.13.VII.9", "AR10.10-1-B.VIII.2.9", "AR10.10-1-B.VIII.2.12")
    def after(self, act: Act) -> Step:
        """Whatever a player did with the first bet, he is free with the second."""
        moves, (seat, *rest) = Moves(self.felt), self.waiting
        if isinstance(act, Withdraw):
            clause = next(iter(self.offers(seat))).clause
            moves.withdraw(seat, self.bet, act.cents, clause)
        return next_decision(moves, self.bet, tuple(rest))


def ask(moves: Moves[Any], bet: str) -> Step:
    """All players are asked about a bet, from the croupier's left."""
    return next_decision(moves, bet, moves.felt.players)


@law("IB05.13.VII.8", "IB05.13.VII.10", "IB05.13.VII.11")
@law("AR10.10-1-B.VIII.2.10", "AR10.10-1-B.VIII.2.13", "AR10.10-1-B.VIII.2.15")
def next_decision(moves: Moves[Any], bet: str, waiting: tuple[int, ...]) -> Step:
    """The next player decides; when all have, the left card is turned after the first bet, then the right."""
    felt: Cloth = moves.felt
    if not felt.players:
        return end_round(moves)
    if waiting:
        return moves.to(Deciding(felt, bet, waiting))
    nth = 0 if bet == FIRST else 1
    if not felt.is_turned(nth):
        return moves.to(Turning(felt, nth))
    return ask(moves, SECOND) if bet == FIRST else settle(moves)


class Turning(Drawing[Cloth], frozen=True):
    """The croupier turns a common card, which becomes part of every hand."""

    public: ClassVar[tuple[str, ...]] = ("nth",)

    nth: int

    @law("IB05.13.VII.8", "IB05.13.VII.10", "AR10.10-1-B.VIII.2.11", "AR10.10-1-B.VIII.2.14")
    def drawn(self, what: int) -> Step:
        moves, play = Moves(self.felt), play_of(self.felt.rules.frame)
        clause = play.second_card if self.nth else play.first_card
        moves.turn_up(BOARD, what, clause, nth=self.nth)
        return next_decision(moves, SECOND if self.nth else FIRST, ())


# ---------------------------------------------------------------- payment


@law("IB05.13.VII.12", "AR10.10-1-B.VIII.3.1")
def settle(moves: Moves[Any]) -> Step:
    """The croupier pays the winners and collects from the others, from his right."""
    felt: Cloth = moves.felt
    frame = felt.rules.frame
    play, board = play_of(frame), felt.cards(BOARD)
    for seat in reversed(felt.players):
        moves.show(seat, play.paying)
        hand = best_hand(ranking_of(frame), felt.cards(seat), board)
        moves.say(f"Departamento {seat}: {hand.name()}.", play.paying)
        pay(moves, seat, hand)
    return end_round(moves)


@law("IB05.13.VII.13", "IB05.13.VII.14", "AR10.10-1-B.VIII.3.2", "AR10.10-1-B.VIII.3.3")
def pay(moves: Moves[Any], seat: int, hand: Hand) -> None:
    """Each bet in play is paid by the same ratio, or lost."""
    felt: Cloth = moves.felt
    play = play_of(felt.rules.frame)
    prize = prize_of(felt.rules.frame, hand)
    for bet in BETS:
        stake = felt.on(seat, bet)
        if not stake:
            continue
        if prize is None:
            moves.collect(seat, bet, play.losing)
        else:
            returned = stake * (1 + int(prize.pays))
            moves.settle(seat, bet, returned, *prize.cite, play.winning, hand.clause, rate=prize.pays)


# ---------------------------------------------------------------- a common card exposed by mistake


class Exposing(Drawing[Cloth], frozen=True):
    """A common card has been exposed by mistake: everybody sees which it is."""

    public: ClassVar[tuple[str, ...]] = ("nth", "bet", "waiting")

    nth: int
    bet: str = ""  # about which the players are deciding; none while the cards are dealt
    waiting: tuple[int, ...] = ()

    @law("IB05.13.VII.6", "AR10.10-1-B.VIII.2.8")
    def drawn(self, what: int) -> Step:
        """Below a jack the hand goes on as if nothing had happened; otherwise the whole hand is void."""
        moves, figures = Moves(self.felt), faults_of(self.felt.rules.frame)
        moves.turn_up(BOARD, what, figures.common_card, nth=self.nth)
        if rank(what) >= figures.void_from_rank:
            moves.say(f"{name(what)} descubierta: mano anulada.", figures.common_card)
            return void_round(moves, figures.common_card)
        moves.say(f"{name(what)} descubierta: la mano continúa.", figures.common_card)
        return next_decision(moves, self.bet, self.waiting) if self.bet else deal_on(moves)

"""The course of a wheel game: bets, the ball, «no va más», the result, payment.

The three roulettes, boule and the wheel of fortune share this course. The cloth of each game adds its bets,
the order of payment and the effect of zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic

from novamas.equipment.wheels import Wheel
from novamas.families.banked import phases
from novamas.families.banked.acts import BETTING, Bet, NoVaMas
from novamas.families.banked.phases import Closed, Drawing, Waiting
from novamas.families.wheel.acts import Launch
from novamas.families.wheel.cloth import C, Cloth, announced
from novamas.families.wheel.layout import draw
from novamas.families.wheel.setup import SIMPLE
from novamas.table.deeds import Act
from novamas.table.game import Wager
from novamas.table.layout import Layout
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, Step
from novamas.table.refusals import Refusal
from novamas.table.results import Pocket
from novamas.table.roles import CROUPIER, Who

# ---------------------------------------------------------------- phases


class Betting(phases.Betting[C], Generic[C], frozen=True):
    """Players place bets before the ball is launched and while it runs."""

    public: ClassVar[tuple[str, ...]] = ("running",)

    running: bool = False

    @property
    def turn(self) -> Who:
        """The croupier, whose turn it is even if the cloth is empty."""
        return CROUPIER

    def calls(self) -> Iterable[Offer]:
        return (Offer(NoVaMas() if self.running else Launch(), self.felt.course.betting),)

    def reason(self, act: Act) -> Refusal | None:
        match act:
            case NoVaMas() if not self.running:
                return Refusal("ball_first", self.felt.course.betting)
            case Launch() if self.running:
                return Refusal("ball_runs", self.felt.course.betting)
            case _:
                return super().reason(act)

    def stay(self, moves: Moves[C]) -> Step:
        return moves.to(Betting(moves.felt, self.running))

    def do_own(self, moves: Moves[C], act: Act) -> Step:
        if not isinstance(act, Launch):
            return super().do_own(moves, act)
        course = self.felt.course
        if course.asking:
            moves.say(course.asking, course.closing)
        return moves.to(Betting(self.felt, running=True))


class Falling(Drawing[C], Generic[C], frozen=True):
    """The ball is about to fall. No more bets are accepted."""

    def draws(self) -> Wheel:
        return self.felt.wheel

    def drawn(self, what: int) -> Step:
        felt, course = self.felt, self.felt.course
        moves = Moves(felt)
        moves.show_result(Pocket(felt.wheel.label(what), felt.wheel.colour(what)), course.result)
        moves.say(announced(type(felt), felt.rules.frame, what), course.result)
        moves.change(previous=what)
        return felt.settle(moves, what)


# ---------------------------------------------------------------- the table as a whole


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of a table."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return draw(felt.rules.seats, felt.figures, felt.wheel, felt.announced_spots, felt.markers)


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return the bets whose odds are computed: one bet of every kind, and each of the even chances."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    found = {}
    for kind, spots in felt.figures.kinds.items():
        stake = felt.rules.least(kind)
        for spot in spots if kind == SIMPLE else spots[:1]:
            found[spot if kind == SIMPLE else kind] = Wager((Bet(1, spot, stake),), stake, "unit_staked")
    return found


ACTS: tuple[type[Act], ...] = (*BETTING, Launch)


def phases_of(cloth: type[Cloth]) -> tuple[type[AnyPhase], ...]:
    """Return the phases of a wheel game, adapted to the cloth of one game."""
    return tuple(phase[cloth] for phase in (Waiting, Betting, Falling, Closed))  # type: ignore[misc]

"""Orders: which bet is taken or paid first, where a clause says so and the engine does it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from novamas.school.exercises import Exercise, LineOption, Problem, Question
from novamas.school.payouts import around_a_number, prize, scene_of
from novamas.school.tables import Played, Trial
from novamas.table.bets import parts_of
from novamas.table.events import Payment, Staked
from novamas.table.layout import Layout, Spot

OPTIONS = 3  # and more at each level
ROUNDS = 6  # that a table is watched for enough bets of different kinds
SIMPLE = "sencilla"


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of the order of payments at a game, what it goes by, and the clause of each norm."""

    asks: Literal["paid_first", "settled_first"]
    by: Literal["fate", "kind", "bet", "seat", "bet_of_seat"]
    clauses: Annotated[dict[str, str], Meta(min_length=1)]
    together: tuple[tuple[str, ...], ...] = ()
    seats: Literal["", "seats_from_left", "seats_from_near"] = ""  # where they are, if it goes by that too

    def place(self, paid: Payment, layout: Layout) -> object:
        """By what one payment is told from those that come before and after it."""
        if self.by == "fate":
            return _loses(paid) or (paid.seat, paid.bet)
        if self.by == "seat":
            return paid.seat
        if self.by == "bet_of_seat":
            return paid.bet, paid.seat
        kind = _kind(paid, layout)
        if self.by == "kind":
            return next((kinds for kinds in self.together if kind in kinds), None)
        return paid.bet if kind in ("", SIMPLE) else kind


@cache
def orders() -> dict[str, tuple[Order, ...]]:
    """The orders that the law sets, by game."""
    written = files("novamas.school").joinpath("orders.toml").read_bytes()
    return msgspec.toml.decode(written, type=dict[str, tuple[Order, ...]])


def order_of(game: str, norm: str) -> tuple[Order, ...]:
    """What can be asked of the order of payments at this game under this norm."""
    return tuple(order for order in orders().get(game, ()) if norm in order.clauses)


def which_first(exercise: Exercise, trial: Trial, order: Order) -> Problem | None:
    """Some bets that are decided: which of them is taken or paid first."""
    layout = trial.table.game.layout(trial.session.phase)
    played = _settled(trial, exercise.level, order)
    if played is None:
        return None
    found: dict[object, Payment] = {}  # in the order in which the engine has them, one of each place
    for paid in _decided(played, order):
        place = order.place(paid, layout)
        if place is not None:
            found.setdefault(place, paid)
    listed = list(found.values())[: OPTIONS + exercise.level - 1]
    if len(listed) < OPTIONS or (order.by == "fate" and not _loses(listed[0])):
        return None
    first = listed[0]
    trial.rng.shuffle(listed)
    norm = trial.table.frame.norm
    question = Question(
        asks=order.asks,
        answer="option",
        right=listed.index(first) + 1,
        options=tuple(LineOption(Staked(one.seat, one.bet, one.stake)) for one in listed),
        scene=scene_of(played),
        clauses=(order.clauses[norm],),
    )
    return Problem(exercise, norm, (question,), order.seats, cloth=played.cloth)


def _settled(trial: Trial, level: int, order: Order) -> Played | None:
    """A round in which there is something to put in order."""
    if trial.table.game.layout(trial.session.phase).wheel:
        return around_a_number(trial, level + 1)
    return trial.until(lambda played: len(_decided(played, order)) >= OPTIONS, ROUNDS)


def _decided(played: Played, order: Order) -> list[Payment]:
    """The bets that are decided all at once; where paying is asked for, those that are paid."""
    steps = [[one for one in step.events if isinstance(one, Payment)] for step in played.steps]
    last = max(steps, key=len, default=[])
    return [one for one in last if one.stake and (order.asks == "settled_first" or prize(one))]


def _loses(paid: Payment) -> bool:
    return paid.returned < paid.stake


def _kind(paid: Payment, layout: Layout) -> str:
    """The kind of a bet as the cloth has it; nothing where bets are hands or chances by themselves."""
    place = layout.place_of(paid.bet, paid.seat)
    return place.kind if isinstance(place, Spot) and parts_of(paid.bet).place and layout.wheel else ""

"""Exercises on the order of payments: which bet a clause takes or pays first.

Only orders that the engine follows are asked.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from random import Random
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from novamas.families.passing_bank.cloth import BankFelt
from novamas.school.exercises import Exercise, LineOption, PosedExercise, Question
from novamas.school.payouts import around_a_number, prize, scene_of
from novamas.school.tables import Played, Step, Trial
from novamas.table.bets import parts_of
from novamas.table.events import Came, Payment, Staked
from novamas.table.layout import Layout, Spot

OPTIONS = 3  # at level 1, and one more per further level
ROUNDS = 20  # played at one table until enough different bets are decided
SIMPLE = "sencilla"


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """The order of payments at a game: the question about it, its criterion, and the clause of each norm.

    `by` is the criterion: lost before won bets, kinds of bets, bets, or seats. The clause does not order the
    kinds in `together` among themselves, so no question is asked about those.
    """

    asks: Literal["paid_first", "settled_first", "begun_with"]
    by: Literal["fate", "kind", "bet", "seat", "bet_of_seat"]
    clauses: Annotated[dict[str, str], Meta(min_length=1)]
    together: tuple[tuple[str, ...], ...] = ()
    seats: Literal["", "seats_from_left", "seats_from_near", "seats_from_banker"] = ""  # how seats count
    bets: tuple[str, ...] = ()  # kinds of bets that the clause names; all if empty
    people: int = 0  # the number of players, if it is not the usual one

    def place(self, paid: Payment, layout: Layout) -> object:
        """Return the position of a payment in this order. Payments in the same position have no order."""
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
def orders_of(game: str) -> tuple[Order, ...]:
    """Return the orders of payments that the law prescribes at a game, from the game's file if it has one."""
    written = files("novamas.school").joinpath("data", "orders", f"{game}.toml")
    if not written.is_file():
        return ()
    return msgspec.toml.decode(written.read_bytes(), type=dict[str, tuple[Order, ...]])["orders"]


def order_of(game: str, norm: str) -> tuple[Order, ...]:
    """Return the orders of payments that a norm prescribes at a game."""
    return tuple(order for order in orders_of(game) if norm in order.clauses)


def which_first(exercise: Exercise, attempt: int, trial: Trial, order: Order) -> PosedExercise | None:
    """Show several decided bets and ask which is taken or paid first. Return None if no bets fit."""
    if order.people:
        trial = Trial(exercise, attempt, order.people, law=trial.law)
    layout = trial.table.game.layout(trial.session.phase)
    played = _settled(trial, exercise.level, order)
    if played is None:
        return None
    banker = _banker(played)
    found: dict[object, Payment] = {}  # one payment for each key, in the order of the engine
    for paid in _decided(played, order):
        place = order.place(paid, layout)
        if place is not None:
            found.setdefault(place, paid)
    listed = _some(list(found.values()), OPTIONS + exercise.level - 1, order, trial.rng)
    if len(listed) < OPTIONS or (order.by == "fate" and not _loses(listed[0])):
        return None
    if order.seats == "seats_from_banker" and not _sit_by_number(listed, banker):
        return None
    first = listed[0]
    trial.rng.shuffle(listed)
    norm = trial.table.frame.norm
    question = Question(
        asks=order.asks,
        answer="option",
        right=listed.index(first) + 1,
        options=tuple(LineOption(Staked(one.seat, one.bet, one.stake)) for one in listed),
        scene=scene_of(_undecided(played)),
        clauses=(order.clauses[norm],),
    )
    figures = {"banker": banker} if banker else {}
    return PosedExercise(exercise, norm, (question,), order.seats, figures, cloth=played.cloth)


def _some(found: list[Payment], most: int, order: Order, rng: Random) -> list[Payment]:
    """Return at most `most` payments in a row.

    They begin at a random payment if only the sequence is asked, otherwise at the first.
    """
    is_plain = order.asks == "begun_with"
    start = rng.randrange(max(len(found) - most, 0) + 1) if is_plain else 0
    return found[start : start + most]


def _banker(played: Played) -> int:
    """Return the seat of the banker who pays these bets, or 0 if the house pays."""
    felt = max(played.steps, key=lambda step: len(_payments(step))).before.felt
    return felt.banker if isinstance(felt, BankFelt) else 0


def _sit_by_number(listed: list[Payment], banker: int) -> bool:
    """Return whether the seats from the banker's right are in numerical order. A player may have moved."""
    seats = [paid.seat for paid in listed]
    return seats == sorted(seats, key=lambda seat: (seat < banker, seat))


def _settled(trial: Trial, level: int, order: Order) -> Played | None:
    """Return a round with enough decided bets for a question about their order."""
    if trial.table.game.layout(trial.session.phase).wheel:
        return around_a_number(trial, level + 1)
    return trial.until(lambda played: len(_decided(played, order)) >= OPTIONS, ROUNDS)


def _decided(played: Played, order: Order) -> list[Payment]:
    """Return the bets that one step decides. If the question is about payments, return the winning ones."""
    last = max(map(_payments, played.steps), key=len, default=[])
    named = [one for one in last if not order.bets or parts_of(one.bet).kind in order.bets]
    return [one for one in named if one.stake and (order.asks != "paid_first" or prize(one))]


def _undecided(played: Played) -> Played:
    """Return the round up to the step that decides the bets, with only results and payments of that step."""
    decides = max(range(len(played.steps)), key=lambda nth: len(_payments(played.steps[nth])))
    last = played.steps[decides]
    came = tuple(event for event in last.events if isinstance(event, Came | Payment))
    return replace(played, steps=(*played.steps[:decides], replace(last, events=came)))


def _payments(step: Step) -> list[Payment]:
    return [one for one in step.events if isinstance(one, Payment)]


def _loses(paid: Payment) -> bool:
    return paid.returned < paid.stake


def _kind(paid: Payment, layout: Layout) -> str:
    """Return the kind of a bet on the cloth of a wheel, or an empty string for other bets."""
    place = layout.place_of(paid.bet, paid.seat)
    return place.kind if isinstance(place, Spot) and parts_of(paid.bet).place and layout.wheel else ""

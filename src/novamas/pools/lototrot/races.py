"""How the races went: horses withdrawn, the stewards' results, and public draws where a race has none.

The draw of a race can be checked by anybody: when the race is declared without result, a promise of a seed is
published; when it is drawn, the seed is revealed with the words that the controller brought, if he did. The
winner is the starter at the place that `novamas.equipment.chance` draws out of as many as there are,
counted from the lowest number (`RevealedSource(seed, words).draw(OneOf(starters))`).
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from novamas.equipment.chance import RevealedSource, UniformDraw, verify
from novamas.errors import NovamasError
from novamas.law import law
from novamas.pools.lototrot.programme import Race
from novamas.pools.lototrot.setup import Rules

Cause = Literal["not_held", "suspended", "all_disqualified"]


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The winner of a race, or the winners of a dead heat."""

    race: int  # by its order in the bet, from 1
    winners: tuple[int, ...]


class Declaration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race has no result, and why: its winner is to be drawn, from a seed that is promised here."""

    race: int
    cause: Cause
    at: datetime
    commitment: str


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public draw of a race, which the controller saw and certifies."""

    race: int
    at: datetime
    starters: tuple[int, ...]
    seed: str
    controller: str
    winner: int
    words: str | None = None  # what the controller brought to be mixed with the seed
    ordered: str = ""  # by what order it was held after its time


# ---- withdrawals


@law("IB05.14.III.5.5-4.5-4-1.1")
def starters(race: Race, withdrawn: Collection[int]) -> tuple[int, ...]:
    """The horses that take part, from the lowest number: a withdrawn one does not."""
    return tuple(number for number in race.numbers if number not in withdrawn)


@law("IB05.14.III.5.5-4.5-4-1.1", "IB05.14.III.5.5-4.5-4-1.2")
def passes_to(number: int, race: Race, withdrawn: Collection[int]) -> int:
    """The horse for which a bet on this number counts: the next higher that starts, and after the last the
    lowest that does.
    """
    running = starters(race, withdrawn)
    return next((other for other in running if other >= number), running[0])


@law("IB05.14.III.5.5-4.5-4-1.1")
def check_withdrawal(order: int, number: int, race: Race, withdrawn: Collection[int], rules: Rules) -> None:
    """Refuse to withdraw a horse that does not run, or the last one that does."""
    held = rules.law
    if number not in race.numbers:
        raise NovamasError(
            "no_such_horse", clause=held.races.numbered, race=order, number=number, last=race.numbers[-1]
        )
    if number in withdrawn:
        raise NovamasError("already_withdrawn", clause=held.results.passes_on, race=order, number=number)
    if starters(race, withdrawn) == (number,):
        raise NovamasError("last_runner", clause=held.results.drawn, race=order, number=number)


# ---- results


@law("IB05.14.III.5.5-3.1", "IB05.14.III.9.9-9.1")
def check_result(result: Result, race: Race, withdrawn: Collection[int], rules: Rules) -> None:
    """Refuse a result that names nobody, somebody twice, or a horse that did not start."""
    held = rules.law.results
    if not result.winners:
        raise NovamasError("no_winner", clause=held.suspended, race=result.race)
    if len(set(result.winners)) < len(result.winners):
        raise NovamasError("winner_twice", clause=held.dead_heat, race=result.race)
    for number in result.winners:
        if number not in starters(race, withdrawn):
            raise NovamasError("winner_did_not_start", clause=held.stewards, race=result.race, number=number)


@law("IB05.14.III.9.9-9.1", "IB05.14.III.5.5-4.5-4-1.1")
def winning_marks(result: Result, race: Race, withdrawn: Collection[int]) -> frozenset[int]:
    """The numbers that are hits: those of the winners, and those of which the bets passed on to them."""
    return frozenset(
        number for number in race.numbers if passes_to(number, race, withdrawn) in result.winners
    )


# ---- draws


def reason_for_drawing(cause: Cause, rules: Rules) -> str:
    """The clause by which a race is drawn."""
    held = rules.law.results
    return held.drawn if cause == "not_held" else held.suspended


def latest_draw(declared: Declaration, rules: Rules) -> datetime:
    """Until when the race is to be drawn."""
    return declared.at + timedelta(hours=rules.law.results.hours)


@law("IB05.14.III.5.5-4.5-4-2.1", "IB05.14.III.5.5-4.5-4-3.1", "IB05.14.III.5.5-4.5-4-4.1")
def draw_winner(
    declared: Declaration,
    race: Race,
    withdrawn: Collection[int],
    rules: Rules,
    *,
    seed: str,
    controller: str,
    at: datetime,
    words: str | None = None,
    ordered: str = "",
) -> Draw:
    """Draw the winner among those declared to start, within two hours, before a controller who certifies it.

    A draw that is late needs an order, which stands in its record: bets without any result would be worse.
    """
    held = rules.law.results
    if not controller.strip():
        raise NovamasError("no_controller", clause=held.certified, race=declared.race)
    if not verify(declared.commitment, seed):
        raise NovamasError("seed_not_promised", clause=held.drawn, race=declared.race)
    if at < declared.at:
        raise NovamasError("drawn_before_declared", clause=held.drawn, race=declared.race)
    if at > latest_draw(declared, rules) and not ordered.strip():
        raise NovamasError("drawn_too_late", clause=held.drawn, race=declared.race, hours=held.hours)
    running = starters(race, withdrawn)
    winner = running[RevealedSource(seed, words).draw(UniformDraw(len(running)))]
    return Draw(declared.race, at, running, seed, controller, winner, words, ordered)


def is_as_promised(draw: Draw, declared: Declaration) -> bool:
    """Does the draw follow from the seed that was promised, so that nobody can have chosen the winner?"""
    place = RevealedSource(draw.seed, draw.words).draw(UniformDraw(len(draw.starters)))
    return verify(declared.commitment, draw.seed) and draw.starters[place] == draw.winner


def result_of(draw: Draw) -> Result:
    """The result that a draw gives a race."""
    return Result(draw.race, (draw.winner,))

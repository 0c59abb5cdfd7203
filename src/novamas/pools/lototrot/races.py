"""Withdrawn horses, the stewards' results, and public draws for races without a result.

Anyone can verify a draw. When a race is declared without a result, the office publishes the commitment to a
seed. When its winner is drawn, the office reveals the seed and the words that the controller brought, if
any. The starters are listed from the lowest number, and `novamas.equipment.chance` draws an index in that
list (`RevealedSource(seed, words).draw(UniformDraw(len(starters)))`). After a restore of the books, a nonce
is mixed into the seed (`novamas.pools.mixing`).
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
from novamas.pools.mixing import Mixed, mixed_seed

Cause = Literal["not_held", "suspended", "all_disqualified"]


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The winner of a race, or the winners of a dead heat."""

    race: int  # by its order in the bet, from 1
    winners: tuple[int, ...]


class Declaration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The declaration that a race has no result, with the commitment to the seed that decides its draw."""

    race: int
    cause: Cause
    at: datetime
    commitment: str
    epoch: int = 0  # of chance, in which the seed was drawn
    mixed: tuple[Mixed, ...] = ()  # after restores of the books

    @property
    def present_epoch(self) -> int:
        """The epoch of chance in which the last seed or nonce was drawn."""
        return self.mixed[-1].epoch if self.mixed else self.epoch


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public draw of a race, witnessed and certified by the controller."""

    race: int
    at: datetime
    starters: tuple[int, ...]
    seed: str
    controller: str
    winner: int
    words: str | None = None  # text that the controller brought to be mixed with the seed
    ordered: str = ""  # the order under which a late draw was held


# ---- withdrawals


@law("IB05.14.III.5.5-4.5-4-1.1")
def starters(race: Race, withdrawn: Collection[int]) -> tuple[int, ...]:
    """Return the horses that take part, in ascending order, without the withdrawn ones."""
    return tuple(number for number in race.numbers if number not in withdrawn)


@law("IB05.14.III.5.5-4.5-4-1.1", "IB05.14.III.5.5-4.5-4-1.2")
def passes_to(number: int, race: Race, withdrawn: Collection[int]) -> int:
    """Return the number of the horse for which a bet on this number counts.

    It is the same number if that horse starts, otherwise the next higher number that starts. If there is no
    higher one, it is the lowest starter.
    """
    running = starters(race, withdrawn)
    return next((other for other in running if other >= number), running[0])


@law("IB05.14.III.5.5-4.5-4-1.1")
def check_withdrawal(order: int, number: int, race: Race, withdrawn: Collection[int], rules: Rules) -> None:
    """Raise if the horse is not in the race, is already withdrawn, or is the last starter."""
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
    """Raise if a result names no winner, one winner twice, or a horse that did not start."""
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
    """Return the numbers that are hits: the winners, and withdrawn horses whose bets passed to a winner."""
    return frozenset(
        number for number in race.numbers if passes_to(number, race, withdrawn) in result.winners
    )


# ---- draws


def latest_draw(declared: Declaration, rules: Rules) -> datetime:
    """Return the latest time at which a race may be drawn unless an order allows a later draw."""
    return declared.at + timedelta(hours=rules.law.results.hours)


@law("IB05.14.III.5.5-4.5-4-2.1", "IB05.14.III.5.5-4.5-4-4.1")
def check_draw(declared: Declaration, controller: str, at: datetime, ordered: str, rules: Rules) -> None:
    """Raise if a draw lacks its controller or is too early. A draw that is too late needs an order."""
    held = rules.law.results
    if not controller.strip():
        raise NovamasError("no_controller", clause=held.certified, race=declared.race)
    if at < declared.at:
        raise NovamasError("drawn_before_declared", clause=held.drawn, race=declared.race)
    if at > latest_draw(declared, rules) and not ordered.strip():
        raise NovamasError("drawn_too_late", clause=held.drawn, race=declared.race, hours=held.hours)


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
    """Draw the winner among the starters, before a controller who certifies it.

    A draw after the law's time limit needs an order, and the record of the draw contains that order. A late
    draw is better than bets without a result.
    """
    check_draw(declared, controller, at, ordered, rules)
    if not verify(declared.commitment, seed):
        raise NovamasError("seed_not_promised", clause=rules.law.results.drawn, race=declared.race)
    running = starters(race, withdrawn)
    source = RevealedSource(mixed_seed(seed, declared.mixed), words)
    winner = running[source.draw(UniformDraw(len(running)))]
    return Draw(declared.race, at, running, seed, controller, winner, words, ordered)


def result_of(draw: Draw) -> Result:
    """Return the result of a race that was decided by a draw."""
    return Result(draw.race, (draw.winner,))

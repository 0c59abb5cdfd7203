"""Opening a table of three-card poker: what the house chooses, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import ceil, floor

from msgspec import Struct

from novamas.hands import Ranking, ranking_of
from novamas.law import Fault, Frame, law
from novamas.rounds.banked_poker import setup
from novamas.rounds.banked_poker.cloth import PokerCourse
from novamas.rounds.banked_poker.cloth import Rules as PokerRules
from novamas.rounds.figures import PayFigures

SLUG = "tres_cartas"


class Choices(setup.Choices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a table of three-card poker."""

    standing: int
    backers: int
    pareja_plus: str
    pareja_plus_minimum: int


class Rules(PokerRules, frozen=True, cache_hash=True, kw_only=True):
    """The law and the house's choices for one table."""

    pareja_plus: str  # the table of prizes
    pareja_plus_minimum: int
    pareja_plus_maximum: int


# ---------------------------------------------------------------- figures of the law


class PlayFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of decision and payment, and the rank with which the bank plays."""

    deciding: str
    folding: str
    collecting: str
    going: str
    turning: str
    qualifying: str
    not_playing: str
    comparing: str
    winning: str
    losing: str
    same: str
    tie: str
    bonus: str
    bonus_if_not_playing: str
    bonus_always: str
    showing: str
    bank_plays_with: int


class AsideFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the law says of Pareja Plus besides its prizes."""

    betting: str
    prize: str
    highest_only: str
    losing: str
    most: Fraction
    most_clause: str
    least: Fraction
    least_clause: str


class Figures(Struct, frozen=True):
    """All figures of the game under one norm."""

    course: PokerCourse
    play: PlayFigures
    aside: AsideFigures
    ranking: Ranking
    bets: dict[str, PayFigures]  # ante and second bet
    bonus: dict[str, PayFigures]
    pareja_plus: dict[str, dict[str, PayFigures]]


@cache
def figures(frame: Frame) -> Figures:
    """The figures of the game under a norm."""
    return Figures(
        course=frame.group("course", PokerCourse),
        play=frame.group("play", PlayFigures),
        aside=frame.group("pareja_plus", AsideFigures),
        ranking=ranking_of(frame),
        bets={bet: frame.group(f"bets.{bet}", PayFigures) for bet in ("ante", "segunda_apuesta")},
        bonus=frame.group("bets.bonus", dict[str, PayFigures]),
        pareja_plus=frame.group("bets.pareja_plus", dict[str, dict[str, PayFigures]]),
    )


# ---------------------------------------------------------------- opening


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    return [
        *setup.limit_faults(frame, choices),
        *pareja_plus_faults(frame, choices),
        *setup.people_faults(frame, choices),
        *setup.equipment_faults(frame, choices),
    ]


@law("IB09.17.V.5.6", "AR10.10-1-D.V.3.5")
def pareja_plus_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """The minimum of Pareja Plus lies between half the minimum of the ante and the whole of it."""
    figures = frame.group("pareja_plus", AsideFigures)
    least, most = ceil(figures.least * choices.table_minimum), choices.table_minimum
    chosen = choices.pareja_plus_minimum or least
    if not least <= chosen <= most:
        says = f"The minimum of Pareja Plus must be from {least} to {most}, not {chosen}."
        yield Fault("pareja_plus_minimum", "pareja_plus_minimum_outside", figures.least_clause, says)
    elif chosen % choices.chip:
        says = f"A chip of {choices.chip} cannot make the minimum of Pareja Plus, {chosen}."
        yield Fault("pareja_plus_minimum", "chip_too_large", figures.least_clause, says)


@law("IB09.17.IV.1", "IB09.17.V.5.5", "AR10.10-1-D.IV.1", "AR10.10-1-D.V.3.4")
def rules_of(frame: Frame, choices: Choices) -> Rules:
    """The rules of a table whose choices have no fault."""
    aside = frame.group("pareja_plus", AsideFigures)
    minimum = choices.table_minimum
    return Rules(
        frame=frame,
        seats=choices.seats,
        boxes=choices.seats,
        standing=choices.standing,
        bets_per_box=1 + choices.backers,
        minimum=minimum,
        maximum=choices.table_maximum,
        chip=choices.chip,
        pareja_plus=choices.pareja_plus,
        pareja_plus_minimum=choices.pareja_plus_minimum or ceil(aside.least * minimum),
        pareja_plus_maximum=floor(aside.most * minimum),
    )

"""Features of stud hands in histories: a bring-in, and suits that decide who acts first."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from novamas.families.circle.cloth import BET
from novamas.families.circle.phases.hand import Interval, speak_on
from novamas.families.circle.stud import StudCloth, open_rank
from novamas.table.moves import Moves
from novamas.table.phases import Step


def speak_first(phase: Any, seat: int) -> Any:
    """Return the betting round in which this seat acts first, if its up cards tie for the highest."""
    if not isinstance(phase, Interval) or phase.talk.spoken or phase.turn == seat:
        return phase
    felt, talk = phase.felt, phase.talk
    if not isinstance(felt, StudCloth) or seat not in felt.able:
        return phase
    if open_rank(felt.open_cards(seat)) != open_rank(felt.open_cards(talk.waiting[0])):
        return phase
    waiting = tuple(one for one in felt.in_turn(seat) if one in felt.able)
    forced = seat if talk.forced else 0
    return replace(phase, talk=replace(talk, waiting=waiting, opener=seat, forced=forced))


def bring_in(phase: Any, cents: int, small_bet: int) -> Step:
    """Return the phase after the bring-in: a part of the minimum bet, or an all-in.

    The next player may complete the bet.
    """
    felt, talk, moves = phase.felt, phase.talk, Moves(phase.felt)
    seat = talk.waiting[0]
    moves.stake(seat, BET, min(cents, felt.purse(seat)), felt.course.raising)
    step = max(small_bet - cents, felt.rules.chip)
    return speak_on(moves, replace(talk, level=cents, step=step), seat)

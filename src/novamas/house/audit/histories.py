"""Audit of hand histories: each hand of circle poker is replayed, and its stacks are compared."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from pathlib import Path

from novamas.errors import NovamasError
from novamas.histories.phh import RAISE, Action, History, read_histories
from novamas.histories.replay import Departure as HandDeparture
from novamas.histories.replay import Replayed
from novamas.house.audit.departures import HOUSE, LIMITS, PLAYER, Departure, Kind
from novamas.house.audit.followed_hand import OF_CARDS, FollowedHand
from novamas.house.audit.tally import Tally
from novamas.law import Library
from novamas.table.events import Payment
from novamas.table.refusals import Refused

USUAL_NORM = "AR10"  # it allows bets by position, which most hands need


def audit_histories(path: Path, norm: str | None, tally: Tally, law: Library) -> None:
    """Audit each hand of a file, as far as possible. A bad hand does not stop the others."""
    for name, history in read_histories(path):
        hand = FollowedHand(history, norm or USUAL_NORM, law)
        replayed = hand.followed()
        for found in hand.found:
            tally.depart(_departure(path, name, history, found))
        tally.undecided += hand.is_lost
        _count(replayed, tally)


def _departure(path: Path, name: str, history: History, found: HandDeparture) -> Departure:
    problem, number = found.problem, found.action or 0
    action = history.actions[number - 1] if number else None
    kind = _kind(problem, action)
    due, claimed, cents, gained = _money(problem)
    seat = None
    if problem.code == "other_stack":
        seat = int(str(problem.figures["player"]).removeprefix("p"))
    elif action is not None and action.by:
        seat = action.by
    is_raise = action is not None and action.does == RAISE
    return Departure(
        kind=kind,
        file=str(path),
        line=number,
        round=name.removeprefix(f"{path} ").strip("[]") if name != str(path) else "1",
        clause=problem.clause or "",
        seat=seat,
        stake=action.cents if is_raise and action is not None else 0,
        due=due,
        claimed=claimed,
        cents=cents or (action.cents if is_raise and action is not None else 0),
        gained=gained,
        gain=cents,
        found=str(problem.figures.get("action", "")),
        problem=problem,
    )


def _kind(problem: NovamasError, action: Action | None) -> Kind:
    """Return the kind of departure for the code of a problem."""
    why = problem.figures.get("why")
    code = why.refusal.code if isinstance(why, Refused) else problem.code
    if code in OF_CARDS:
        return OF_CARDS[code]
    match problem.code:
        case "other_stack" | "house_took_too_much":
            return "wrong_payout"
        case "not_the_fixed_limit":
            return "above_limit" if problem.figures["cents"] > problem.figures["wanted"] else "below_limit"
        case "hand_not_over":
            return "missing_step"
    if action is not None and action.does == RAISE:
        return LIMITS.get(code, "unlawful_bet")
    return "unlawful_act"


def _money(problem: NovamasError) -> tuple[int | None, int | None, int, str]:
    """Return the amount due, the amount claimed, the difference, and the side that it benefits."""
    figures = problem.figures
    match problem.code:
        case "other_stack":
            due, claimed = int(figures["ours"]), int(figures["given"])
            return due, claimed, abs(claimed - due), PLAYER if claimed > due else HOUSE
        case "house_took_too_much":
            lawful = floor(int(figures["pot"]) * Fraction(str(figures["most"])))
            took = int(figures["took"])
            return lawful, took, took - lawful, HOUSE
        case _:
            return None, None, 0, ""


def _count(hand: Replayed, tally: Tally) -> None:
    """Add a hand's stakes, payouts and rake to the totals."""
    paid = [event for _, events in hand.events for event in events if isinstance(event, Payment)]
    for event in paid:
        tally.bet("", event.seat, event.stake, event.returned, event.returned, 0)
    given, stacks = hand.history.finishing, hand.history.stacks
    if given is not None and hand.departure is None:
        before = sum(stack for stack in stacks if stack is not None)
        if None not in stacks:
            tally.take("", None, max(before - sum(given) - hand.carried, 0))
    tally.round("", {event.seat for event in paid})

"""Detection of departures from refused deeds, wrong payments and cards in a wrong order."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from novamas.errors import RecordMismatch
from novamas.house.audit.card_order import CardOrderFault
from novamas.house.audit.continuation import ContinuedStep
from novamas.house.audit.departures import HOUSE, PLAYER, Departure, at_stake
from novamas.house.audit.payments import Paying, Wrong
from novamas.record import Broken, ChainBreak
from novamas.table.events import Came, Dealt, Event, Shown
from novamas.table.notation import write
from novamas.table.refusals import Refused


def is_open(event: Event) -> bool:
    """Return whether an event publicly shows a number or a card that decides bets."""
    return isinstance(event, Came | Shown) or (isinstance(event, Dealt) and event.up)


def of_break(file: str, at: ChainBreak) -> Departure:
    """Return the departure of a record with an invalid chain, seal, signature, seed or receipt."""
    return Departure(
        kind="other_draw" if at.code in ("other_seed", "other_player_seed") else "broken_chain",
        file=file,
        line=at.line,
        expected=str(at.expected or ""),
        found=str(at.found or ""),
        problem=Broken(at),
    )


def of_refusal(file: str, line: int, happening: ContinuedStep, game: str) -> Departure:
    """Return the departure that results from an unlawful deed."""
    deed, refusal = happening.deed, happening.refusal
    assert refusal is not None
    assert happening.kind is not None
    cents = at_stake(deed, refusal)
    return Departure(
        kind=happening.kind,
        file=file,
        line=line,
        clause=refusal.clause,
        seat=deed.by if isinstance(deed.by, int) else None,
        bet=str(getattr(deed, "bet", "")),
        stake=int(getattr(deed, "cents", 0)) if cents else 0,
        cents=cents,
        found=write(deed),
        deed=deed,
        problem=RecordMismatch(
            refusal.code,
            text_key="unlawful_deed",
            clause=refusal.clause or None,
            line=line,
            deed=write(deed),
            why=Refused(refusal, game),
        ),
    )


def of_wrong(file: str, line: int, wrong: Wrong, showed: Sequence[Event]) -> Departure:
    """Return the departure of a bet that was paid a wrong amount."""
    return Departure(
        kind=wrong.kind,
        file=file,
        line=line,
        clause=wrong.clause,
        seat=wrong.seat,
        bet=wrong.bet,
        stake=wrong.due.stake,
        due=wrong.due.returned,
        claimed=wrong.claimed,
        cents=wrong.cents,
        gained=wrong.gained,
        gain=wrong.cents,
        payment=wrong.due.payment,
        showed=tuple(showed),
    )


def of_disorder(file: str, line: int, disorder: CardOrderFault, staked: int) -> Departure:
    """Return the departure of a misplaced card or a missing burn, with all stakes of the round."""
    return Departure(
        kind=disorder.kind,
        file=file,
        line=line,
        clause=disorder.clause,
        expected=disorder.expected,
        found=disorder.found,
        cents=staked,
    )


def with_gain(found: Departure, paying: Paying) -> Departure:
    """Add to a departure which side gained from a bet beyond its limits, and how much.

    The result of the bet decides this.
    """
    if found.kind not in ("above_limit", "below_limit") or found.seat is None or not found.stake:
        return found
    due = paying.due.get((found.seat, found.bet))
    if due is None or not due.stake:
        return found
    net = (due.returned - due.stake) * found.cents // due.stake
    return replace(found, gained=PLAYER if net > 0 else HOUSE if net < 0 else "", gain=abs(net))

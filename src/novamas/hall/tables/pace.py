"""Steps of a table: the kinds of things that an automatic action shows, and their durations.

A step follows from a deed and its events alone, so every process computes the same duration.
Covered cards of bots, and the croupier's words, take no time of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import msgspec

from novamas.protocol.pace import Durations, Pace, Speed, StepKind
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import (
    Came,
    Dealt,
    Discarded,
    Event,
    Looked,
    Owner,
    Payment,
    RoundOver,
    Shown,
    Staked,
)
from novamas.table.felt import Felt
from novamas.table.results import Pocket, Throw

MAX_PACKETS: Final = 4  # hands dealt as packets whose time counts, however many bots sit
COMMON_CARDS: Final = "board"


@cache
def paces() -> dict[Speed, dict[StepKind, int]]:
    """Return the milliseconds that each kind of step takes at each speed."""
    text = files("novamas.hall").joinpath("data/paces.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[Speed, dict[StepKind, int]])


class Step(NamedTuple):
    """A pause in which a table shows the last action: its kinds of steps, and whose cards moved."""

    kinds: tuple[StepKind, ...] = ()
    owners: tuple[Owner, ...] = ()
    is_over: bool = False  # the round has ended

    def ms(self, durations: Durations) -> int:
        """Return the number of milliseconds for which the step is shown."""
        return sum(durations[kind] for kind in self.kinds)


NOTHING_SHOWN: Final = Step()


def durations_at(pace: Pace, speed: Speed) -> Durations | None:
    """Return the durations of steps at a table, or None if all steps take equally long."""
    return paces()[speed] if pace.step_ms is None else None


def step_of(
    deed: Deed, events: Sequence[Event], felt: Felt, bots: frozenset[int], *, is_betting: bool
) -> Step:
    """Return the step that shows a deed on this felt. `bots` are the seats without a person."""
    found: dict[StepKind, int] = {}
    owners: list[Owner] = []
    is_bots = deed.by in bots
    is_automatic = is_bots or not isinstance(deed.by, int)
    is_over = is_paid = has_cards = False
    dealt: list[Dealt] = []
    for event in events:
        match event:
            case Dealt():
                dealt.append(event)
            case Came(result=Pocket()):
                found["ball"] = 1
            case Came(result=Throw()):
                found["dice"] = 1
            case Came():
                has_cards = True
            case Looked(owner=owner) | Shown(owner=owner):
                has_cards = True
                if not (isinstance(event, Looked) and owner in bots):
                    found["turn"] = 1
                owners.append(owner)
            case Discarded():
                has_cards = True
            case Staked() if is_automatic:
                found["chips"] = 1
            case Payment(seat=seat):
                is_paid = is_paid or seat not in bots
            case RoundOver():
                is_over = True
            case _:
                pass
    if is_paid or (is_over and any(isinstance(event, Payment) for event in events)):
        found["pay"] = 1
    if dealt:
        owners += [one.to for one in dealt]
        found |= _of_cards(dealt, felt)
    if is_bots and not is_betting and not dealt and not has_cards and not found.get("pay"):
        found = {} if _acts_unseen(deed, felt, found) else {"look": 1}
        owners.append(deed.by)
    if isinstance(deed, Drawn) and not (dealt or has_cards or found):
        found["draw"] = 1
    kinds = tuple(kind for kind in _ORDER for _ in range(found.get(kind, 0)))
    return Step(kinds, tuple(owners), is_over)


_ORDER: Final[tuple[StepKind, ...]] = (
    *("draw", "chips", "dice", "ball", "packet", "lap", "card", "turn", "look", "pay"),
)


def _of_cards(dealt: list[Dealt], felt: Felt) -> dict[StepKind, int]:
    """Return the kind of step for cards that come to the table together."""
    owners = {one.to for one in dealt}
    if any(one.to == COMMON_CARDS and one.up for one in dealt):
        return {"turn": 1}
    if len(dealt) > len(owners):
        return {"packet": min(MAX_PACKETS, len(owners))}
    is_lap = not dealt[0].up or bool(felt.purses)
    return {"lap" if is_lap else "card": 1}


def _acts_unseen(deed: Deed, felt: Felt, found: dict[StepKind, int]) -> bool:
    """Return whether a bot decides by its covered cards while the other players do the same."""
    if felt.purses or "chips" in found:
        return False
    return any(pile.owner == deed.by and not all(one.up for one in pile.cards) for pile in felt.piles)


def joined(first: Step, then: Step, bots: frozenset[int]) -> Step | None:
    """Return two steps as one that takes no longer, or None if the second must wait for the first."""
    if first.is_over:
        return None
    if not first.kinds:
        return then._replace(owners=first.owners + then.owners) if then.kinds else first
    if not then.kinds and not then.owners:
        return None
    owners = first.owners + then.owners
    if first.kinds == ("look",) and set(then.owners) <= bots and "pay" not in then.kinds:
        return first._replace(owners=owners)
    if first.kinds == ("lap",) and then.kinds in (("lap",), ("card",)):
        return None if set(first.owners) & set(then.owners) else first._replace(owners=owners)
    if first.kinds != then.kinds or then.is_over:
        return None
    match first.kinds:
        case ("card",):
            return first._replace(owners=owners) if set(owners) <= bots else None
        case ("turn",):
            is_same = set(first.owners) == set(then.owners) or set(owners) <= bots
            return first._replace(owners=owners) if is_same else None
        case ("chips",) | ("draw",):
            return first._replace(owners=owners)
        case _:
            return None

"""The pace of a table: how long it shows each kind of step before it continues automatically.

The server holds the durations of all speeds and sends those of the present one (`durations`). A client draws
within them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Speed: TypeAlias = Literal["calm", "normal", "quick", "instant"]
StepKind: TypeAlias = Literal[
    "chips",  # all bots' bets, antes and blinds together
    "lap",  # a card to every seat
    "card",  # a card face up
    "packet",  # all cards or tiles of a hand at once
    "turn",  # covered cards are turned: the player's hand, the flop, the bank's hand
    "look",  # all bots that act in a row
    "dice",
    "ball",
    "draw",  # the seats are drawn by lot
    "pay",  # losers are swept, winners are paid
]
Durations: TypeAlias = Mapping[StepKind, int]  # milliseconds

Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=3_600_000)]


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """The speed at which a table continues automatically, so that people can follow."""

    step_ms: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=60_000,
                description="For all steps alike, instead of a speed. A caller may choose 100 or more.",
            ),
        ]
        | None
    ) = None
    betting_ms: Milliseconds = 20_000  # from the first stake to *no va más*. 0: until all are ready
    patience_ms: Milliseconds = 45_000  # for a person to act. 0: without limit
    speed: Speed = "normal"

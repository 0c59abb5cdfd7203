"""The wire: every type that leaves a table, and how it is written.

Common to all games are the events in their envelopes, refusals, faults of set-ups and layouts; a game adds
its set-up (rules and premises), its deeds, offers, views, and its phases as they are saved. What was written
is read back as the same value.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from msgspec import json

from novamas.law import Fault
from novamas.law.frames import read_law
from novamas.table.events import AnyEvent, NumberedEvent
from novamas.table.game import Game
from novamas.table.layout import Layout
from novamas.table.offers import Dial, Offer
from novamas.table.refusals import Refusal
from novamas.table.roles import Who
from novamas.table.views import View, shows_in

COMMON: Mapping[str, Any] = {
    "who": Who,
    "event": AnyEvent,
    "told": NumberedEvent,
    "refusal": Refusal,
    "fault": Fault,
    "dial": Dial,
    "layout": Layout,
}


def types_of(game: Game) -> Mapping[str, Any]:
    """Every public type of a game, by the name under which its schema has it."""
    offer: Any = Offer  # generic in what only the game knows
    view: Any = View
    deed, shows = game.any_deed, reduce(or_, map(shows_in, game.phases))
    return {
        "rules": game.rules,
        "premises": game.premises,
        "deed": deed,
        "offer": offer[deed],
        "view": view[deed, shows],
        "phase": game.any_phase,
    }


def written(value: object) -> bytes:
    """A value of a public type as JSON; a fraction is `p/q`."""
    return json.encode(value, enc_hook=str)


def reader(kind: Any) -> json.Decoder[Any]:
    """What reads such values back."""
    return json.Decoder(kind, dec_hook=read_law)

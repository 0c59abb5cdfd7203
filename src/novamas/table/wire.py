"""Wire format: all types that leave a table, and their encoding as JSON.

All games share numbered events, refusals, faults of set-ups and layouts. A game adds its set-up
(rules and premises), deeds, offers, views and saved phases. Decoding restores an equal value.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from msgspec import json

from novamas.law import Fault, Library
from novamas.law.options import read_fraction
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
    """Return every public type of a game by its name in the schema."""
    offer: Any = Offer  # generic in types that depend on the game
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
    """Encode a value of a public type as JSON. A fraction becomes the text `p/q`."""
    return json.encode(value, enc_hook=str)


def reader(kind: Any, law: Library | None = None) -> json.Decoder[Any]:
    """Return a decoder for values of a public type. Frames in rules and phases come from a library."""
    return json.Decoder(kind, dec_hook=read_fraction if law is None else law.decode)

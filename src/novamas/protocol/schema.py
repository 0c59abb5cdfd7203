"""The JSON Schema of the messages on a table's socket."""

from __future__ import annotations

from typing import Any, ClassVar

from novamas.protocol.messages import AnyClientMessage, AnyServerMessage, of_game
from novamas.record.schema import printed_beside


class GameView:
    """The view of a game. In the schema for all games it represents the view of any game."""

    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "description": "the view of the game that is played: `view` in the schema of that game",
    }


class GameDeed:
    """A deed of a game. In the schema for all games it represents the deeds of any game."""

    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "required": ["do", "by"],
        "description": "a deed of the game that is played: `deed` in the schema of that game",
    }


def live_schema() -> str:
    """Return the schema of all messages. The deeds and views are in the schema of each game."""
    asked = of_game(AnyClientMessage, deed=GameDeed)
    said = of_game(AnyServerMessage, deed=GameDeed, view=GameView)
    return printed_beside("live", {"asked": asked, "said": said})

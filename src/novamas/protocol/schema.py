"""The JSON Schema of the messages on the socket of a table."""

from __future__ import annotations

from typing import Any, ClassVar

from novamas.protocol.messages import AnyClientMessage, AnyServerMessage, of_game
from novamas.record.schema import printed_beside


class GameView:
    """The view of a game, in the schema for all games."""

    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "description": "the view of the game that is played: `view` in the schema of that game",
    }


class GameDeed:
    """A deed of a game, in the schema for all games."""

    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "required": ["do", "by"],
        "description": "a deed of the game that is played: `deed` in the schema of that game",
    }


def live_schema() -> str:
    """Return the schema of all messages. Deeds and views are in each game's own schema."""
    asked = of_game(AnyClientMessage, deed=GameDeed)
    said = of_game(AnyServerMessage, deed=GameDeed, view=GameView)
    return printed_beside("live", {"asked": asked, "said": said})

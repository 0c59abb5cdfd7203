"""The JSON Schema of what is said on the socket of a table."""

from __future__ import annotations

from typing import Any, ClassVar

from novamas.protocol.messages import AnyClientMessage, AnyServerMessage, of_game
from novamas.record.schema import printed_beside


class GameView:
    """The view of whichever game is played."""

    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "description": "the view of the game that is played: `view` in the schema of that game",
    }


class GameDeed:
    """A deed of whichever game is played."""

    schema: ClassVar[dict[str, Any]] = {
        "type": "object",
        "required": ["do", "by"],
        "description": "a deed of the game that is played: `deed` in the schema of that game",
    }


def live_schema() -> str:
    """What may be asked of a table, and what it says; of each game its own schema tells the rest."""
    asked = of_game(AnyClientMessage, deed=GameDeed)
    said = of_game(AnyServerMessage, deed=GameDeed, view=GameView)
    return printed_beside("live", {"asked": asked, "said": said})

"""A house for browsers at play: the whole application on loopback, without waiting times.

Its own seed is always the same, so a seed that a player mixes in determines the wheel and the cards. Without
a player's seed the draws are random.

`python -m tests.web.serving PORT BOOKS` serves until it is stopped.
"""

from __future__ import annotations

import sys

import uvicorn
from msgspec.structs import replace
from tests.server.tables.house import KEYS, MESSAGE_BYTES, PATIENT, QUICK_LIMITS

from novamas.equipment.chance import CommittedSource
from novamas.hall.tables import commitments
from novamas.protocol.pace import Pace
from novamas.server.application import application
from novamas.server.websocket import BoundedSocket
from novamas.store import open_store

SEED = "07" * 32  # of the house, where a player brings one
SERVING = replace(PATIENT, serving=replace(PATIENT.serving, origins=("http://elsewhere.test",)))
UNHURRIED = Pace(step_ms=50)  # that one can follow, though no one does


class Known(CommittedSource):
    """A source of chance that becomes predictable once the player has given a seed."""

    def mix_in(self, player_seed: str) -> None:
        super().__init__(SEED)
        super().mix_in(player_seed)


def serve(port: int, books: str) -> None:
    """Serve until the process is stopped."""
    commitments.CommittedSource = Known  # type: ignore[attr-defined]
    with open_store(books) as store:
        uvicorn.run(
            application(store, SERVING, KEYS, playing=replace(QUICK_LIMITS, pace=UNHURRIED)),
            port=port,
            log_level="error",
            lifespan="on",
            ws=BoundedSocket,
            ws_max_size=MESSAGE_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2])

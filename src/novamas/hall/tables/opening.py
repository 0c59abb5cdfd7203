"""How a table is opened on the server, and found again: its set-up, its bank, and the bots that sit at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from novamas.bots.minds import USUAL, minds_at
from novamas.equipment.chance import random_token
from novamas.errors import NovamasError
from novamas.games import game as game_named
from novamas.hall.tables.entries import Opened
from novamas.hands.ladder import ladder
from novamas.hands.rankings import rankings
from novamas.house.opening import frame_to_play, open_as_written
from novamas.law import Frame
from novamas.protocol.tables import OpenTableRequest
from novamas.record import Header
from novamas.record.records import choices_of
from novamas.table.game import Table, open_table

OPENING_FLOAT: Final = 5_000_000  # céntimos of play with which the bank of a table begins
ID_LETTERS: Final = 16  # hexadecimal: nobody finds a table by guessing


def new_id() -> str:
    """The name of a new table."""
    return random_token()[:ID_LETTERS]


def opening_of(asked: OpenTableRequest, header: Header, owner: str) -> Opened:
    """The first entry of a table."""
    return Opened(
        header=header,
        name=asked.name,
        owner=owner,
        pace=asked.pace,
        public=asked.public,
        alone=asked.alone,
        group=asked.group,
        opening_float=OPENING_FLOAT,
    )


def table_at(header: Header) -> Table:
    """The table that was opened, if it is still played by the same rules."""
    frame, game = frame_to_play(header.game, header.norm), game_named(header.game)
    if header.edition != game.pin(frame):
        raise NovamasError("table_of_other_edition", edition=header.edition, now=game.pin(frame))
    rank_hands(game.slug)
    return open_table(game, frame, choices_of(frame, header))


def new_table(frame: Frame, written: Mapping[str, object]) -> Table:
    """A table with what people wrote of its set-up, or everything that is wrong with it."""
    rank_hands(frame.game)
    return open_as_written(frame, written)


def rank_hands(game: str) -> None:
    """Rank all hands of a game while nobody plays it yet: at the first showdown every table would wait."""
    for each in rankings():
        if each.game == game:
            ladder(each.shape)


def bots_at(asked: OpenTableRequest, table: Table) -> list[tuple[int, str]]:
    """The bots at a table when it opens; where every seat holds chips from the start, on all others too."""
    seats, purses = table.opening.seats(), table.opening.felt.purses
    for seat, mind in asked.bots.items():
        if not 1 <= seat <= seats:
            raise NovamasError("no_such_seat", given=seat, seats=seats)
        check_skill(mind, table)
    held = {seat: USUAL for seat in range(1, seats + 1) if purses and purses[seat - 1]}
    return sorted((held | dict(asked.bots)).items())


def check_skill(mind: str, table: Table) -> None:
    """Refuse a mind that no bot has at this game."""
    known, game = minds_at(table.opening), table.game.slug
    if mind not in known:
        raise NovamasError(
            "no_such_mind", text_key="no_such_mind_at_game", given=mind, known=known, game=game
        )

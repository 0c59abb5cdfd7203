"""The opening of tables with set-up, bank and bots. A table that is loaded is set up in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from novamas.bots.minds import USUAL, minds_at
from novamas.equipment.chance import random_token
from novamas.errors import NovamasError, quoted
from novamas.games import game as game_named
from novamas.games import known_games
from novamas.hall.people.nicknames import read_table_name
from novamas.hall.tables.entries import Opened
from novamas.hands.ladder import ladder
from novamas.hands.rankings import rankings
from novamas.house.opening import frame_to_play, open_as_written
from novamas.law import Frame, Library
from novamas.protocol.tables import OpenTableRequest
from novamas.record import Header
from novamas.record.records import choices_of
from novamas.table.game import Table, open_table

OPENING_FLOAT: Final = 5_000_000  # chips of a new table's bank, in céntimos
ID_LETTERS: Final = 16  # hexadecimal digits: too many to guess


def new_id() -> str:
    """Return the id of a new table."""
    return random_token()[:ID_LETTERS]


def opening_of(asked: OpenTableRequest, header: Header, owner: str, epoch: int) -> Opened:
    """Return the first entry of a table. Its seed belongs to the given epoch."""
    return Opened(
        header=header,
        name=read_table_name(asked.name),
        owner=owner,
        pace=asked.pace,
        public=asked.public and not asked.practice,
        practice=asked.practice,
        alone=asked.alone,
        group=read_table_name(asked.group),
        opening_float=OPENING_FLOAT,
        epoch=epoch,
    )


def table_at(header: Header, law: Library) -> Table:
    """Return the table for a header. Raise `table_of_other_edition` if its rules have changed since."""
    if isinstance(header.pack, str) and header.norm not in law.norms:
        raise NovamasError("table_of_missing_pack", norm=header.norm, pack=quoted(header.pack))
    if isinstance(header.package, str) and header.game not in known_games():
        raise NovamasError("table_of_missing_game", game=header.game, package=quoted(header.package))
    frame = frame_to_play(header.game, header.norm, law=law)
    game = game_named(header.game)
    if header.edition != game.pin(frame):
        raise NovamasError("table_of_other_edition", edition=header.edition, now=game.pin(frame))
    rank_hands(frame)
    return open_table(game, frame, choices_of(frame, header))


def new_table(frame: Frame, written: Mapping[str, object]) -> Table:
    """Return a new table with this set-up. Raise an error with all faults of the set-up."""
    rank_hands(frame)
    return open_as_written(frame, written)


def rank_hands(frame: Frame) -> None:
    """Rank all hands of a game in advance. Tables would otherwise wait at their first showdown."""
    for each in rankings(frame.law):
        if each.game == frame.game:
            ladder(each.shape)


def bots_at(asked: OpenTableRequest, table: Table) -> list[tuple[int, str]]:
    """Return the bots of a new table. If every seat begins with chips, free seats get bots too."""
    seats, purses = table.opening.seats(), table.opening.felt.purses
    for seat, mind in asked.bots.items():
        if not 1 <= seat <= seats:
            raise NovamasError("no_such_seat", given=seat, seats=seats)
        check_skill(mind, table)
    held = {seat: USUAL for seat in range(1, seats + 1) if purses and purses[seat - 1]}
    return sorted((held | dict(asked.bots)).items())


def check_skill(mind: str, table: Table) -> None:
    """Raise `no_such_mind` if bots have no such skill at this game."""
    known, game = minds_at(table.opening), table.game.slug
    if mind not in known:
        raise NovamasError(
            "no_such_mind", text_key="no_such_mind_at_game", given=mind, known=known, game=game
        )

"""The table that a request describes: a game, its law, and the choices of the house."""

from __future__ import annotations

import msgspec

from novamas.house.opening import (
    check_table,
    edition_of,
    frame_of,
    frame_to_play,
    open_as_written,
    read_choices,
    read_day,
)
from novamas.law import Edition, Frame, Library
from novamas.table.game import Table


class Law(msgspec.Struct, frozen=True):
    """The law for a request: a norm, or a region on a day. By default it is the newest norm."""

    norm: str | None = None
    region: str | None = None
    on: str | None = None

    def edition(self, library: Library) -> Edition | None:
        """Return the catalogue of games under this law, or None if the request names no law."""
        return edition_of(self.norm, self.region, read_day(self.on), law=library)

    def frame(self, library: Library, game: str) -> Frame:
        """Return the legal frame of a game."""
        return frame_of(game, self.norm, region=self.region, on=read_day(self.on), law=library)


class TableQuery(msgspec.Struct, frozen=True):
    """A table that a request describes. Missing choices come from the law or from its example."""

    game: str
    law: Law
    choices: tuple[str, ...] = ()  # name=value

    def frame(self, library: Library) -> Frame:
        """Return the legal frame of the game. Raise an error if the game is not played at tables."""
        check_table(self.game)
        day = read_day(self.law.on)
        return frame_to_play(self.game, self.law.norm, region=self.law.region, on=day, law=library)

    def opened(self, library: Library) -> Table:
        """Return the table. Raise an error with all faults of its set-up."""
        return open_as_written(self.frame(library), read_choices(self.choices))

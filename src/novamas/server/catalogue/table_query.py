"""Which table is meant in a request: a game, its law, and what the house chose."""

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
from novamas.law import Edition, Frame
from novamas.table.game import Table


class Law(msgspec.Struct, frozen=True):
    """The law that is meant: of a norm, or of a region on a day; unless it is told, the newest."""

    norm: str | None = None
    region: str | None = None
    on: str | None = None

    def edition(self) -> Edition | None:
        """The catalogue of games, where one is named."""
        return edition_of(self.norm, self.region, read_day(self.on))

    def frame(self, game: str) -> Frame:
        """The lawful frame of a game."""
        return frame_of(game, self.norm, region=self.region, on=read_day(self.on))


class TableQuery(msgspec.Struct, frozen=True):
    """A table as it is asked for: what the house does not say is as the law has it, or its example."""

    game: str
    law: Law
    choices: tuple[str, ...] = ()  # name=value

    def frame(self) -> Frame:
        """The lawful frame of its game, if that is played at tables."""
        check_table(self.game)
        return frame_to_play(self.game, self.law.norm, region=self.law.region, on=read_day(self.law.on))

    def opened(self) -> Table:
        """The table, or everything that is wrong with it."""
        return open_as_written(self.frame(), read_choices(self.choices))

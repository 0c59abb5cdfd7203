"""Changes of limits at an open table: the floor announces new limits, which apply some rounds later.

A cloth whose limits may change has the field `coming`, and sets the new limits in `change_limits`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from novamas.table.deeds import Act, Order
from novamas.table.moves import Moves
from novamas.table.offers import Range
from novamas.table.refusals import Refusal

MAX_TIMES = 1000  # authorised minima: the law sets no bound, and no house comes near it


class AnnounceLimits(Order, frozen=True, kw_only=True):
    """The floor announces another minimum, and the last rounds with the old one."""

    minimum: int


class Coming(Struct, frozen=True, cache_hash=True):
    """The announced limits, with minima first, and the number of rounds still played with the old ones."""

    minima: tuple[int, ...]
    rounds: int


class Varying(Struct, frozen=True):
    """Facts on which a change of the minimum depends: the gaming room, the smallest chip, the clauses."""

    authorised_minimum: int
    chip: int
    may_vary: bool
    kept_elsewhere: bool  # another table of the game is open at the authorised minimum
    is_coming: bool  # a change has been announced already
    varied: str
    kept: str

    @property
    def is_open(self) -> bool:
        """Whether the floor may announce any change."""
        return self.may_vary and not self.is_coming

    def dial(self, clause: str, least: int = 1, most: int = 0) -> Range:
        """Return the minima that the floor may announce, in whole chips.

        The last table with the authorised minimum keeps it.
        """
        lowest = whole_chips(max(self.authorised_minimum, least), self.chip)
        highest = (most or MAX_TIMES * self.authorised_minimum) // self.chip * self.chip
        if self.kept_elsewhere:
            return Range(lowest, max(lowest, highest), self.chip, clause, self.varied)
        return Range(lowest, lowest, self.chip, clause, self.kept)

    def why_not(self, act: Act) -> Refusal | None:
        """Explain why this change may not be announced, or return None if only the amount can be wrong."""
        if not isinstance(act, AnnounceLimits):
            return None
        if not self.may_vary:
            return Refusal("minimum_not_to_be_varied", self.varied)
        if self.is_coming:
            return Refusal("change_under_way", self.varied)
        if act.minimum > self.authorised_minimum and not self.kept_elsewhere:
            least = {"authorised_minimum": self.authorised_minimum}
            return Refusal("no_table_at_minimum", self.kept, dial="minimum", given=act.minimum, figures=least)
        return None


def whole_chips(cents: int, chip: int) -> int:
    """Return the smallest amount in whole chips that is not below this amount of céntimos."""
    return -(-cents // chip) * chip


def announce(moves: Moves[Any], minima: tuple[int, ...], rounds: int, words: str, clause: str) -> None:
    """Announce how many more rounds are played with the old limits."""
    moves.say(words, clause)
    moves.change(coming=Coming(minima, rounds))


def count_down(moves: Moves[Any]) -> None:
    """Count one more round with the old limits. After the last round, set the new limits."""
    felt = moves.felt
    coming: Coming | None = felt.coming
    if coming is None:
        return
    if coming.rounds > 1:
        moves.change(coming=replace(coming, rounds=coming.rounds - 1))
        return
    moves.change(coming=None)
    felt.change_limits(moves, *coming.minima)

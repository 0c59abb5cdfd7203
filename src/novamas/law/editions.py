"""Editions of the catalogue: the games in force in a jurisdiction on a day, or under one norm."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

import msgspec

from novamas.errors import quoted
from novamas.law.errors import NotInForce, UnknownName, nearest
from novamas.law.frames import Frame, Listed
from novamas.law.texts import Text

if TYPE_CHECKING:
    from novamas.law.library import Library


class Edition:
    """The closed list of games in force in a jurisdiction on a day, or under one norm alone."""

    __slots__ = ("jurisdiction", "law", "norms", "on")

    def __init__(self, law: Library, jurisdiction: str, on: date | None, norms: tuple[str, ...]) -> None:
        self.law, self.jurisdiction, self.on, self.norms = law, jurisdiction, on, norms

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games that may be offered."""
        return tuple(self._norm_of_game())

    def __contains__(self, game: object) -> bool:
        """Return whether a game is on the list. The game is given by its name or its frame."""
        if isinstance(game, Frame):
            return game in list(self)
        return isinstance(game, str) and game in self._norm_of_game()

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frame of each game."""
        return (self.law.frame(norm, game) for game, norm in self._norm_of_game().items())

    def __len__(self) -> int:
        return len(self._norm_of_game())

    @property
    def listed(self) -> list[Listed]:
        """Each listed game with its norm, without reading the figures."""
        return [Listed(self.law, game, norm) for game, norm in self._norm_of_game().items()]

    def __getitem__(self, game: str) -> Frame:
        """Return the frame of a game. Raise `NotInForce` or `UnknownName` if it is not on the list."""
        if game not in self:
            raise self._not_here(quoted(game))
        return self.law.frame(self._norm_of_game()[game], game)

    def holds(self, clause_id: str) -> bool:
        """Return whether a clause is in force: one of these norms has it, and no later one replaced it."""
        replacement = self.law.replacement_of(clause_id)
        is_replaced = replacement is not None and replacement.norm in self.norms
        return self.law.clause(clause_id).norm in self.norms and not is_replaced

    def _norm_of_game(self) -> dict[str, str]:
        """Return the norm that governs each game. A later norm replaces an earlier one."""
        return {game: norm for norm in self.norms for game in self.law.entries(norm)}

    def _not_here(self, game: str) -> NotInForce | UnknownName:
        law = self.law
        homes = [name for name in law.norms if game in law.entries(name)]
        if not homes:
            known = dict.fromkeys(slug for name in law.norms for slug in law.entries(name))
            return UnknownName("unknown_game", given=game, near=nearest(game, known))
        return NotInForce(
            "game_not_in_catalogue",
            text_key="game_not_in_catalogue" if self.on else "game_not_in_norm",
            game=game,
            homes=tuple(homes),
            region=self.jurisdiction,
            day=self.on,
            norms=self.norms,
        )


class Replacement(msgspec.Struct, frozen=True):
    """The norm that replaced a clause, and the days between which it came into force."""

    norm: str
    says: Text
    cite: tuple[str, ...]
    earliest: date
    latest: date

"""The catalogue of games in force in a jurisdiction on a day: `catalogue.at("aragon")["trijoker"]`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime

import msgspec

from novamas.errors import quoted
from novamas.law.clauses import clause
from novamas.law.errors import LawError, NotInForce, UnknownName, nearest
from novamas.law.frames import Frame, Listed, entries, frame
from novamas.law.norms import norm_named, norms, was_in_force
from novamas.law.texts import Text


class Edition(msgspec.Struct, frozen=True):
    """The closed list of games in force in a jurisdiction on a day, or of one norm by itself."""

    jurisdiction: str
    on: date | None
    norms: tuple[str, ...]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that may be offered."""
        return tuple(self._norm_of_game())

    def __contains__(self, game: object) -> bool:
        """Return whether a game, given by its name or its frame, is on the list."""
        if isinstance(game, Frame):
            return game in list(self)
        return isinstance(game, str) and game in self._norm_of_game()

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frame of each game."""
        return (frame(norm, game) for game, norm in self._norm_of_game().items())

    def __len__(self) -> int:
        return len(self._norm_of_game())

    @property
    def listed(self) -> list[Listed]:
        """Each game with its norm. The figures are not read."""
        return [Listed(game, norm) for game, norm in self._norm_of_game().items()]

    def __getitem__(self, game: str) -> Frame:
        """Return the frame of a game. Raise `NotInForce` or `UnknownName` if it is not on the list."""
        if game not in self:
            raise self._not_here(quoted(game))
        return frame(self._norm_of_game()[game], game)

    def holds(self, clause_id: str) -> bool:
        """Return whether a clause is in force: it is of these norms, and no later one of them replaced it."""
        replacement = replacement_of(clause_id)
        is_replaced = replacement is not None and replacement.norm in self.norms
        return clause(clause_id).norm in self.norms and not is_replaced

    def _norm_of_game(self) -> dict[str, str]:
        """Return the norm of each game. A later norm replaces an earlier one."""
        return {game: norm for norm in self.norms for game in entries(norm)}

    def _not_here(self, game: str) -> NotInForce | UnknownName:
        homes = [name for name in norms() if game in entries(name)]
        if not homes:
            known = dict.fromkeys(slug for name in norms() for slug in entries(name))
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


def replacement_of(clause_id: str) -> Replacement | None:
    """Return the replacement of a clause, if a later norm that novamas includes replaced it."""
    replaced = clause(clause_id)
    for name, norm in norms().items():
        for amendment in norm.amends:
            if amendment.of == replaced.norm and replaced.game in amendment.replaces:
                return Replacement(name, amendment.says, amendment.cite, norm.earliest, norm.latest)
    return None


def at(jurisdiction: str, on: date | None = None, *, in_force: Mapping[str, date] | None = None) -> Edition:
    """Return the catalogue in force in a jurisdiction on a day, by default today, with amendments applied.

    The day of entry into force of three norms is not known. `in_force` gives it, by norm, if it matters.
    """
    local = [name for name, norm in norms().items() if norm.jurisdiction == jurisdiction]
    if not local:
        known = tuple(dict.fromkeys(norm.jurisdiction for norm in norms().values()))
        raise UnknownName("unknown_jurisdiction", given=quoted(jurisdiction), known=known)
    entered = dict(in_force or {})
    for name in entered:
        norm_named(name)
    day = datetime.now(UTC).astimezone().date() if on is None else on
    if not isinstance(day, date) or isinstance(day, datetime):
        raise LawError("no_such_day", given=quoted(on))
    held = tuple(name for name in local if was_in_force(name, day, entered=entered.get(name)))
    if not held:
        raise NotInForce("no_catalogue_that_day", region=jurisdiction, day=day, norm=local[0])
    return Edition(jurisdiction, day, held)


def under(norm: str) -> Edition:
    """Return the catalogue of one norm by itself, on any day."""
    return Edition(norm_named(norm).jurisdiction, None, (norm,))

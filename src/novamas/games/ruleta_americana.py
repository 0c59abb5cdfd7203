"""Ruleta americana, American roulette with one zero: colours, neighbours, sectors (IB05, section 02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, ClassVar

from msgspec import Struct

from novamas.equipment.wheels import SINGLE_ZERO, Wheel
from novamas.families.roulette.american import ACTS, AmericanCloth, AmericanRules, faults
from novamas.families.roulette.layout import BUTTONS, TRACK, places_of, track, under_the_track
from novamas.families.roulette.positions import single_zero_positions
from novamas.families.roulette.variant import variant
from novamas.families.wheel.cloth import least_of
from novamas.families.wheel.layout import Drawn, Figures
from novamas.families.wheel.phases import wagers as bets_of_the_cloth
from novamas.law import law
from novamas.table.bets import read_bet, write_bet
from novamas.table.deeds import Act
from novamas.table.game import Wager
from novamas.table.layout import Spot
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refusal


class SectorFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A sector of the wheel: the number of chips on each of its spots, and its button."""

    cite: tuple[str, ...]
    chips: dict[str, int]
    button: str


class AnnouncedFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on announced bets."""

    listed: str
    laid: str


class Rules(AmericanRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one American roulette table."""

    sectors: bool = False  # in norms that do not have them
    buttons: bool = False

    @property
    def takes_announced(self) -> bool:
        """Whether the table takes bets on neighbours and sectors, which a norm may not have."""
        return self.sectors and self.frame.has("announced") and self.frame.has("sectors")

    @property
    def announced(self) -> AnnouncedFigures:
        return self.frame.group("announced", AnnouncedFigures)


# ---------------------------------------------------------------- neighbours and sectors


class Announce(Act, frozen=True):
    """A player asks for neighbours or a sector. `cents` is the value of each chip."""

    bet: str
    cents: int


@law("IB05.02.IV.Vecinos.1", "IB05.02.IV.Botones.2")
def neighbours(number: int) -> dict[str, int]:
    """Return the spots of a number and its two neighbours on each side, with one chip on each."""
    around = (number, *SINGLE_ZERO.neighbours(number))
    return {write_bet("pleno", each): 1 for each in sorted(around)}


@lru_cache(maxsize=64)
def announced(rules: Rules) -> dict[str, Spot]:
    """Return all bets that players may announce, with the chips that they place.

    If the table uses buttons, each sector is also listed by its button.
    """
    frame, clause = rules.frame, rules.announced.laid
    sectors = {
        name: sector
        for name, sector in frame.group("sectors", dict[str, SectorFigures]).items()
        if all(
            frame.has(f"bets.{read_bet(spot).kind}") for spot in sector.chips
        )  # a norm may lack one of these bets
    }
    spots = list(_beside_the_cloth(TRACK, "vecinos", sectors, clause))
    if rules.buttons:
        marks = {write_bet("boton", sector.button): sector for sector in sectors.values()}
        spots.extend(_beside_the_cloth(BUTTONS, "boton", marks, clause))
    return {spot.name: spot for spot in spots}


def _beside_the_cloth(
    column: int, kind: str, sectors: Mapping[str, SectorFigures], clause: str
) -> Iterator[Spot]:
    """Yield a spot for the neighbours of each number on the wheel, and one below for each sector."""
    areas = track(SINGLE_ZERO, column)
    for number in range(37):
        lays = tuple(neighbours(number).items())
        yield Spot(write_bet(kind, number), kind, (clause,), lays=lays, at=areas[number])
    for nth, (name, sector) in enumerate(sectors.items()):
        at = under_the_track(SINGLE_ZERO, column, nth)
        yield Spot(name, read_bet(name).kind, sector.cite, lays=tuple(sector.chips.items()), at=at)


@lru_cache(maxsize=4096)
def announcements(
    rules: Rules, figures: Figures, seat: int, chip: int, has: tuple[tuple[str, int], ...]
) -> tuple[Offer, ...]:
    """Return the announced bets for a player with these stakes. Bets with equal limits share one offer."""
    spots, stakes, clauses = figures.spots, dict(has), rules.announced
    maxima = {kind: rules.most(kind) for kind in figures.kinds}
    limits: dict[tuple[int, int], list[str]] = {}
    for name, announcement in announced(rules).items():
        least = max(rules.least(spots[spot].kind) for spot, _ in announcement.lays)
        most = min(
            (maxima[spots[spot].kind] - stakes.get(spot, 0)) // chips for spot, chips in announcement.lays
        )
        limits.setdefault((-(-least // chip) * chip, most), []).append(name)
    return tuple(
        Offer(
            Announce(seat, names[0], least),
            clauses.laid,
            {
                "bet": OneOf(tuple(names), clauses.listed),
                "cents": Range(least, most, chip, figures.minimum_clause, figures.maximum_clauses["pleno"]),
            },
        )
        for (least, most), names in limits.items()
        if least <= most
    )


@law("IB05.02.2")
class Cloth(AmericanCloth, frozen=True, cache_hash=True, kw_only=True):
    """The American cloth with one zero. Rules that section 02 does not state are those of section 01."""

    wheel: ClassVar[Wheel] = SINGLE_ZERO
    drawn: ClassVar[Drawn] = places_of(SINGLE_ZERO, single_zero_positions(SINGLE_ZERO))

    rules: Rules

    def bets(self, seat: int) -> Iterable[Offer]:
        """Return the bets, including neighbours and sectors. Their chips are equal, each within its limits.

        Chips already on a spot count towards its limits.
        """
        if not self.rules.takes_announced:
            return super().bets(seat)
        has = tuple((bet, cents) for owner, bet, cents in self.chips if owner == seat)
        return (*super().bets(seat), *announcements(self.rules, self.figures, seat, self.chip_of(seat), has))

    @property
    def announced_spots(self) -> tuple[Spot, ...]:
        return tuple(announced(self.rules).values()) if self.rules.takes_announced else ()

    def lays(self, act: Act) -> bool:
        return isinstance(act, Announce) or super().lays(act)

    def why_not_own(self, act: Act) -> Refusal | None:
        if isinstance(act, Announce) and not self.rules.takes_announced:
            has = self.rules.frame.has("announced")
            return Refusal("no_sectors", self.rules.announced.listed if has else self.course.listed)
        if isinstance(act, Announce) and (full := self._full(act)):
            clause = self.figures.maximum_clauses["pleno"]
            return Refusal("no_room_for_announced", clause, dial="bet", figures={"bets": full})
        return super().why_not_own(act)

    def _full(self, act: Announce) -> tuple[str, ...]:
        """Return the spots of an announced bet on which the player can place no more chips."""
        spot = announced(self.rules).get(act.bet)
        if spot is None or not isinstance(act.by, int):
            return ()
        kinds = {name: self.figures.spots[name].kind for name, _ in spot.lays}
        chip = self.chip_of(act.by)
        least = max(least_of(self.rules, kind, chip) for kind in kinds.values())
        has = {name: self.on(act.by, name) for name in kinds}
        room = {name: self.rules.most(kind) - has[name] for name, kind in kinds.items()}
        return tuple(name for name, chips in spot.lays if has[name] and room[name] < chips * least)

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        if not isinstance(act, Announce):
            super().do_own(moves, act)
            return
        assert isinstance(act.by, int)
        for spot, chips in announced(self.rules)[act.bet].lays:
            moves.stake(act.by, spot, chips * act.cents, self.rules.announced.laid)


# ---------------------------------------------------------------- the game


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return the bets of the cloth, the neighbours and the three sectors."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    found, minimum = bets_of_the_cloth(phase), felt.rules.minimum
    if felt.rules.takes_announced:
        for name in ("vecinos:0", "serie_grande", "tercio", "huerfanos"):
            chips = sum(chips for _, chips in announced(felt.rules)[name].lays)
            found[read_bet(name).kind] = Wager((Announce(1, name, minimum),), chips * minimum, "unit_staked")
    return found


GAME = variant("ruleta_americana", Cloth, Rules, own_acts=(*ACTS, Announce), wagers=wagers, faults=faults)

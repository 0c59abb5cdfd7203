"""Ruleta americana con un solo cero: colours, neighbours and sectors (IB05, epigraph 02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, ClassVar

from msgspec import Struct

from novamas.kit.wheels import SINGLE_ZERO, Wheel
from novamas.law import Fault, Frame, law
from novamas.rounds.banked.incidents import LateBet
from novamas.rounds.banked.phases import Waiting
from novamas.rounds.roulette.american import (
    AmericanChoices,
    AmericanCloth,
    AmericanRules,
    TakeColour,
    american_faults,
    american_rules,
)
from novamas.rounds.roulette.drawing import BUTTONS, TRACK, track, under_the_track
from novamas.rounds.roulette.positions import single_zero_positions
from novamas.rounds.roulette.setup import AnnounceMinima, figures_of
from novamas.rounds.roulette.setup import wagers as bets_of_the_cloth
from novamas.rounds.wheel.cloth import Figures
from novamas.rounds.wheel.phases import ACTS, TiradaNula, layout, phases_of
from novamas.table.bets import read_bet, write_bet
from novamas.table.deeds import Act
from novamas.table.game import Game, Wager
from novamas.table.layout import Spot
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.phases import AnyPhase


class Choices(AmericanChoices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a single-zero American roulette."""

    sectors: bool
    buttons: bool


class Rules(AmericanRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one table."""

    sectors: bool
    buttons: bool


@law("IB05.02.I.a.SectorVecinos.1", "IB05.02.IV.Botones.1", "IB05.02.IV.Botones.4")
def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    found = list(american_faults(frame, choices))
    if choices.buttons and not choices.sectors:
        says = "Buttons mark bets on neighbours and sectors, which this table does not take."
        found.append(Fault("buttons", "buttons_without_sectors", "IB05.02.IV.Botones.1", says))
    return found


@cache
@law("IB05.02.2")
def _figures(frame: Frame) -> Figures:
    """The cloth; what epigraph 02 does not say is as in epigraph 01."""
    return figures_of(frame, SINGLE_ZERO, single_zero_positions(SINGLE_ZERO))


# ---------------------------------------------------------------- neighbours and sectors


class Announce(Act, frozen=True):
    """A player asks for neighbours or a sector; `cents` is the value of each of its chips."""

    bet: str
    cents: int


class SectorFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A sector: how many chips lie on each of its spots, and the button that stands for it."""

    cite: tuple[str, ...]
    chips: dict[str, int]
    button: str


@law("IB05.02.IV.Vecinos.1", "IB05.02.IV.Botones.2")
def neighbours(number: int) -> dict[str, int]:
    """A number and two on each side of it on the wheel, a chip on each."""
    around = (number, *SINGLE_ZERO.neighbours(number))
    return {write_bet("pleno", each): 1 for each in sorted(around)}


@cache
def announced(frame: Frame, *, buttons: bool) -> dict[str, Spot]:
    """All that may be announced and the chips that it lays; with buttons, also by the button's mark."""
    sectors = frame.group("sectors", dict[str, SectorFigures])
    spots = list(_beside_the_cloth(TRACK, "vecinos", sectors))
    if buttons:
        marks = {write_bet("boton", sector.button): sector for sector in sectors.values()}
        spots.extend(_beside_the_cloth(BUTTONS, "boton", marks))
    return {spot.name: spot for spot in spots}


def _beside_the_cloth(column: int, kind: str, sectors: Mapping[str, SectorFigures]) -> Iterator[Spot]:
    """The wheel, on which neighbours are asked for, and the sectors under it."""
    areas, clauses = track(SINGLE_ZERO, column), ("IB05.02.IV.Vecinos.1",)
    for number in range(37):
        lays = tuple(neighbours(number).items())
        yield Spot(write_bet(kind, number), kind, clauses, lays=lays, at=areas[number])
    for nth, (name, sector) in enumerate(sectors.items()):
        at = under_the_track(SINGLE_ZERO, column, nth)
        yield Spot(name, read_bet(name).kind, sector.cite, lays=tuple(sector.chips.items()), at=at)


@lru_cache(maxsize=4096)
def announcements(rules: Rules, seat: int, chip: int, has: tuple[tuple[str, int], ...]) -> tuple[Offer, ...]:
    """What a player may announce who has so much on these spots; bets with the same bounds are one offer."""
    limits, spots, laid = rules.limits, _figures(rules.frame).spots, dict(has)
    alike: dict[tuple[int, int], list[str]] = {}
    for name, asked in announced(rules.frame, buttons=rules.buttons).items():
        least = max(limits.least(spots[spot].kind) for spot, _ in asked.lays)
        most = min((limits.most(spots[spot].kind) - laid.get(spot, 0)) // chips for spot, chips in asked.lays)
        alike.setdefault((-(-least // chip) * chip, most), []).append(name)
    return tuple(
        Offer(
            Announce(seat, names[0], least),
            "IB05.02.IV.Vecinos.1",
            {
                "bet": OneOf(tuple(names), "IB05.02.I.a.SectorVecinos.1"),
                "cents": Range(least, most, chip, "IB05.02.V.1", "IB05.02.V.b.2"),
            },
        )
        for (least, most), names in alike.items()
        if least <= most
    )


class Cloth(AmericanCloth, frozen=True, cache_hash=True, kw_only=True):
    """The American cloth with one zero."""

    wheel: ClassVar[Wheel] = SINGLE_ZERO
    slug: ClassVar[str] = "ruleta_americana"

    rules: Rules

    @property
    def figures(self) -> Figures:
        return _figures(self.rules.frame)

    def bets(self, seat: int) -> Iterable[Offer]:
        """Also neighbours and sectors: equal chips, each spot within its limits, what lies there included."""
        if not self.rules.sectors:
            return super().bets(seat)
        has = tuple((bet, cents) for owner, bet, cents in self.chips if owner == seat)
        return (*super().bets(seat), *announcements(self.rules, seat, self.chip_of(seat), has))

    def announced_spots(self) -> tuple[Spot, ...]:
        rules = self.rules
        return tuple(announced(rules.frame, buttons=rules.buttons).values()) if rules.sectors else ()

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        if not isinstance(act, Announce):
            super().do_own(moves, act)
            return
        assert isinstance(act.by, int)
        for spot, chips in announced(self.rules.frame, buttons=self.rules.buttons)[act.bet].lays:
            moves.stake(act.by, spot, chips * act.cents, "IB05.02.IV.Vecinos.1")


# ---------------------------------------------------------------- the game


def opening(frame: Frame, choices: Choices) -> Waiting[Cloth]:
    """The first phase of a table."""
    rules = Rules(**american_rules(frame, choices), sectors=choices.sectors, buttons=choices.buttons)
    return Waiting(Cloth(rules=rules))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """The bets of the cloth, neighbours and the three sectors."""
    rules = phase.felt.rules  # type: ignore[attr-defined]  # the felt of this game has rules
    found = bets_of_the_cloth(phase)
    if rules.sectors:
        for name in ("vecinos:0", "serie_grande", "tercio", "huerfanos"):
            chips = sum(chips for _, chips in announced(rules.frame, buttons=False)[name].lays)
            stake = chips * rules.limits.minimum
            act = Announce(1, name, rules.limits.minimum)
            found[read_bet(name).kind] = Wager((act,), stake, "unit staked")
    return found


GAME = Game(
    slug="ruleta_americana",
    says="American roulette with one zero: your own colour of chips, neighbours and sectors of the wheel.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=phases_of(Cloth),
    acts=(*ACTS, AnnounceMinima, TakeColour, Announce),
    incidents=(TiradaNula, LateBet),
)

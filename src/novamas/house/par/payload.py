"""The PAR sheet as a payload for JSON. It equals `ParSheet`, with every value in its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct, convert
from msgspec.structs import asdict

from novamas.errors import Figure
from novamas.house.par.sheet import Applied, Chosen, Mathematics, ParSheet, Payout
from novamas.law import Option
from novamas.law.options import Part, Unit, as_figure, figure, read_fraction
from novamas.law.texts import Text
from novamas.odds.payload import Advice
from novamas.odds.report import BetOdds


class OptionPayload(Struct, frozen=True, kw_only=True):
    """A choice that the law leaves to the house, with its bounds."""

    name: str
    cite: tuple[str, ...]
    unit: Unit
    part: Part
    default: Figure | None
    default_from: str
    one_of: tuple[Figure, ...]
    least: Figure | None
    most: Figure | None
    reading: bool
    says: Text | None


class ChosenPayload(Struct, frozen=True):
    """A choice that this house has made."""

    option: OptionPayload
    value: Figure | None
    says: str


class BestActPayload(Struct, frozen=True):
    """A player's best act, and the value of each act per unit staked."""

    best: str
    worth: Mapping[str, Fraction]


class ParOddsPayload(Struct, frozen=True, kw_only=True):
    """The odds of a bet from the house's side, per unit of the base that `per` names."""

    edge: Fraction
    per: str
    stake: int
    sd: float
    hit: Fraction
    distribution: tuple[tuple[Fraction, Fraction], ...] | None
    tail: Fraction
    decisions: tuple[BestActPayload, ...]
    advice: tuple[Advice, ...]
    exact: bool
    within: float | None
    also: Mapping[str, Fraction]


class EffectPayload(Struct, frozen=True):
    """Another value of a choice, and the edges with it. A null edge means that the bet is not offered."""

    choice: str
    value: Figure
    edges: Mapping[str, Fraction | None]


class ParPayload(Struct, frozen=True, kw_only=True):
    """The mathematics report on a table, for mathematicians, laboratories and inspectors."""

    game: str
    norm: str
    edition: str
    program: str
    version: str
    payouts: tuple[Payout, ...]
    choices: tuple[ChosenPayload, ...]
    readings: tuple[Applied, ...]
    odds: Mapping[str, ParOddsPayload]
    mathematics: Mapping[str, Mathematics]
    effects: tuple[EffectPayload, ...]
    rake: Mapping[str, int]  # by pot, in céntimos
    called: Mapping[str, str]
    per: Mapping[str, str]
    advice: tuple[str, ...]


def par_payload(sheet: ParSheet) -> ParPayload:
    """Return a PAR sheet as a payload for JSON."""
    return ParPayload(
        game=sheet.game,
        norm=sheet.norm,
        edition=sheet.edition,
        program=sheet.program,
        version=sheet.version,
        payouts=sheet.payouts,
        choices=tuple(map(_chosen, sheet.choices)),
        readings=sheet.readings,
        odds={name: _odds(bet) for name, bet in sheet.odds.items()},
        mathematics=sheet.mathematics,
        effects=tuple(
            EffectPayload(each.choice, as_figure(each.value), each.edges) for each in sheet.effects
        ),
        rake={str(pot): taken for pot, taken in sheet.rake.items()},
        called=sheet.called,
        per=sheet.per,
        advice=sheet.advice,
    )


def _odds(bet: BetOdds) -> ParOddsPayload:
    decisions = (
        BestActPayload(each.best.verb(), {act: worth / bet.stake for act, worth in each.worth.items()})
        for each in bet.decisions
    )
    advice = convert(bet.advice, tuple[Advice, ...], dec_hook=read_fraction)
    return ParOddsPayload(**{**asdict(bet), "decisions": tuple(decisions), "advice": advice})


def _chosen(chosen: Chosen) -> ChosenPayload:
    return ChosenPayload(_option(chosen.option), figure(chosen.value), chosen.says)


def _option(option: Option) -> OptionPayload:
    return OptionPayload(
        name=option.name,
        cite=option.cite,
        unit=option.unit,
        part=option.part,
        default=figure(option.default),
        default_from=option.default_from,
        one_of=tuple(map(as_figure, option.one_of)),
        least=figure(option.least),
        most=figure(option.most),
        reading=option.reading,
        says=option.says,
    )

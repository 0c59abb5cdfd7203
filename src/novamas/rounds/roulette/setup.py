"""What the three roulettes share: figures, the house's choices, and limits that change during a session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, ClassVar

from msgspec import Struct, field
from msgspec.structs import replace

from novamas.kit.money import Rounding
from novamas.kit.wheels import Wheel
from novamas.law import Fault, Frame, law
from novamas.rounds.banked.acts import Bet
from novamas.rounds.banked.limits import AnnounceLimits, announce, chip_for
from novamas.rounds.banked.phases import give_back
from novamas.rounds.figures import PayFigures
from novamas.rounds.roulette.drawing import area_of
from novamas.rounds.roulette.positions import Positions
from novamas.rounds.wheel.cloth import Figures, Limits, Rules, SpinCourse
from novamas.rounds.wheel.phases import Cloth
from novamas.table.deeds import Act
from novamas.table.game import Wager
from novamas.table.layout import Spot
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.people import FLOOR, Who
from novamas.table.phases import AnyPhase

# ---------------------------------------------------------------- figures of the law


class BetFigures(PayFigures, frozen=True, forbid_unknown_fields=True):
    """A kind of bet in the law's figures."""

    maximum: tuple[int, int, int]  # in table minima, for each of the three tiers
    order: int
    maximum_clause: str = ""
    order_of: dict[str, int] = field(default_factory=dict)  # where spots of one kind are not paid together


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the law says of minima and maxima."""

    minimum_clause: str
    maximum_clause: str
    simple_minimum_times: int
    simple_minimum_clause: str
    raise_clause: str
    vary_clause: str
    announce_clause: str
    spins_announced: int
    one_table_clause: str
    advance_clause: str


def _spot(wheel: Wheel, name: str, kind: str, covers: frozenset[int], figures: BetFigures) -> Spot:
    numbers = tuple(sorted(covers))
    return Spot(
        name=name,
        kind=kind,
        clauses=figures.cite,
        pays=figures.pays,
        covers=numbers,
        order=figures.order_of.get(name, figures.order),
        at=area_of(wheel, name, numbers),
    )


def figures_of(frame: Frame, wheel: Wheel, positions: Positions) -> Figures:
    """What the frame says of a roulette; a kind of bet that the law does not list is not drawn."""
    figures = frame.group("bets", dict[str, BetFigures])
    limits = frame.group("limits", LimitFigures)
    kinds = {kind: positions[kind] for kind in figures}
    spots = {
        name: _spot(wheel, name, kind, covers, figures[kind])
        for kind, places in kinds.items()
        for name, covers in places
    }
    return Figures(
        spots=spots,
        kinds={kind: tuple(name for name, _ in places) for kind, places in kinds.items()},
        course=frame.group("course", SpinCourse),
        minimum_clause=limits.minimum_clause,
        maximum_clauses={
            kind: figure.maximum_clause or limits.maximum_clause for kind, figure in figures.items()
        },
    )


# ---------------------------------------------------------------- the house's choices


class RouletteChoices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at any roulette."""

    seats: int
    authorised_minimum: int
    minimum: int
    may_vary_minimum: bool
    minimum_kept_elsewhere: bool
    minimum_simple: int
    tier: int
    raised_maximum: int
    raised_days: int
    chip: int
    rounding: Rounding
    advance: int
    guarantee: int
    croupiers: int
    tables_per_chief: int
    lacks: tuple[str, ...]

    @property
    def table_minimum(self) -> int:
        return self.minimum or self.authorised_minimum

    @property
    def simple_minimum(self) -> int:
        return self.minimum_simple or self.table_minimum


class RouletteRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one roulette table."""

    authorised_minimum: int
    may_vary_minimum: bool
    tier: int
    raised_maximum: int
    advance: int
    guarantee: int


def limits_of(frame: Frame, minimum: int, minimum_simple: int, *, tier: int, raised: int) -> Limits:
    """The maxima are multiples of the minimum on a full number; a notified raise lifts all in proportion."""
    figures = frame.group("bets", dict[str, BetFigures])
    straight = figures["pleno"].maximum[tier - 1]
    maximum = []
    for kind, figure in figures.items():
        multiple = figure.maximum[tier - 1]
        maximum.append((kind, max(minimum * multiple, raised * multiple // straight)))
    return Limits(minimum, minimum_simple, tuple(maximum))


def rules_of(frame: Frame, choices: RouletteChoices) -> RouletteRules:
    """The rules of a table whose choices have no fault."""
    return RouletteRules(
        frame=frame,
        seats=choices.seats,
        limits=limits_of(
            frame,
            choices.table_minimum,
            choices.simple_minimum,
            tier=choices.tier,
            raised=choices.raised_maximum,
        ),
        chip=choices.chip,
        rounding=choices.rounding,
        authorised_minimum=choices.authorised_minimum,
        may_vary_minimum=choices.may_vary_minimum,
        tier=choices.tier,
        raised_maximum=choices.raised_maximum,
        advance=choices.advance,
        guarantee=choices.guarantee,
    )


@law("IB05.01.IV.2.A.1", "IB05.01.IV.2.A.2", "IB05.01.IV.2.A.4", "IB05.01.IV.2.A.5")
@law("IB05.01.IV.2.B.1", "IB05.01.IV.2.B.b.1")
def limit_faults(frame: Frame, choices: RouletteChoices) -> Iterator[Fault]:
    """What is wrong with the minima and maxima the house wants."""
    figures = frame.group("limits", LimitFigures)
    authorised, minimum, simple = choices.authorised_minimum, choices.table_minimum, choices.simple_minimum
    if minimum != authorised and not choices.may_vary_minimum:
        says = f"The minimum is the authorised {authorised}, not {minimum}: the casino may not change it."
        yield Fault("minimum", "minimum_not_authorised", figures.vary_clause, says)
    if minimum < authorised:
        says = f"The minimum of {minimum} is below the authorised {authorised}."
        yield Fault("minimum", "minimum_too_low", figures.minimum_clause, says)
    if minimum > authorised and not choices.minimum_kept_elsewhere:
        says = f"No other table of the game is open at the authorised minimum of {authorised}."
        yield Fault("minimum_kept_elsewhere", "no_table_at_minimum", figures.one_table_clause, says)
    if simple > figures.simple_minimum_times * authorised:
        most = figures.simple_minimum_times * authorised
        says = f"The minimum on simple chances may be {most} at most, not {simple}."
        yield Fault("minimum_simple", "simple_minimum_too_high", figures.simple_minimum_clause, says)
    if choices.raised_maximum and not choices.raised_days:
        says = "The notice of a higher maximum must say for how many days it is to last: give raised_days."
        yield Fault("raised_days", "notice_without_duration", figures.raise_clause, says)
    if choices.raised_days and not choices.raised_maximum:
        says = "The notice of a higher maximum must say the maximum: give raised_maximum."
        yield Fault("raised_maximum", "notice_without_maximum", figures.raise_clause, says)
    chip = choices.chip
    if minimum % chip or simple % chip:
        says = f"A chip of {chip} cannot make the minima of {minimum} and {simple}."
        yield Fault("chip", "chip_too_large", figures.minimum_clause, says)


# ---------------------------------------------------------------- the cloth, and limits that change


class AnnounceMinima(AnnounceLimits, frozen=True, kw_only=True):
    """The floor announces other minima, with the last spins at the old ones."""

    minimum_simple: int


class RouletteCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a roulette, whose minima the floor may change during the session."""

    slug: ClassVar[str]

    rules: RouletteRules

    @property
    def frame(self) -> Frame:
        return self.rules.frame

    def between(self, who: Who) -> Iterable[Offer]:
        """The director may change the minima, if the casino is authorised to and none is under way."""
        rules = self.rules
        if who is not FLOOR or not rules.may_vary_minimum or self.coming is not None:
            return
        figures = self.frame.group("limits", LimitFigures)
        least, most = rules.authorised_minimum, 1000 * rules.authorised_minimum
        simple = figures.simple_minimum_times * least
        dials = {
            "minimum": Range(least, most, least, figures.minimum_clause, figures.vary_clause),
            "minimum_simple": Range(least, simple, least, figures.simple_minimum_clause),
        }
        yield Offer(AnnounceMinima(minimum=least, minimum_simple=least), figures.announce_clause, dials)

    @law("IB05.01.IV.2.B.a.1")
    def do_own(self, moves: Moves[Any], act: Act) -> None:
        """The last three spins with the old limits are announced."""
        assert isinstance(act, AnnounceMinima)
        figures, minima = self.frame.group("limits", LimitFigures), (act.minimum, act.minimum_simple)
        words = "Las tres últimas bolas con este límite."
        announce(moves, minima, figures.spins_announced, words, figures.announce_clause)

    @law("IB05.01.IV.2.B.2")
    def change_limits(self, moves: Moves[Any], minimum: int, minimum_simple: int) -> None:
        """New minima bring new maxima, a new advance and a new guarantee; stakes are to be made anew."""
        figures, rules = self.frame.group("limits", LimitFigures), self.rules
        limits = limits_of(self.frame, minimum, minimum_simple, tier=rules.tier, raised=rules.raised_maximum)
        growth = Fraction(minimum, rules.limits.minimum)
        advance, guarantee = (Rounding.UP.whole(sum_ * growth) for sum_ in (rules.advance, rules.guarantee))
        give_back(moves, (chips for chips in self.chips if self.is_free(chips.bet)), figures.announce_clause)
        chip = chip_for(rules.chip, minimum, minimum_simple)
        changed = replace(rules, limits=limits, chip=chip, advance=advance, guarantee=guarantee)
        moves.change(rules=changed)
        moves.note(
            f"minimum {minimum}, on simple chances {minimum_simple}; "
            f"advance completed to {advance}, guarantee {guarantee}",
            figures.advance_clause,
        )


# ---------------------------------------------------------------- bets whose odds are asked for


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """One bet of every kind, and each of the simple chances."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    found = {}
    for kind, spots in felt.figures.kinds.items():
        for spot in spots if kind == "sencilla" else spots[:1]:
            stake = felt.rules.limits.least(kind)
            found[spot if kind == "sencilla" else kind] = Wager((Bet(1, spot, stake),), stake, "unit staked")
    return found

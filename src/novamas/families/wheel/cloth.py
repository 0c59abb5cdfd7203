"""The cloth of a wheel: its bets, their limits and their payouts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, TypeVar

from novamas.equipment.wheels import Wheel
from novamas.families.banked import cloth as banked
from novamas.families.banked.acts import Bet
from novamas.families.banked.cloth import LateBets, Least, not_on_list, too_much_there
from novamas.families.banked.phases import end_round
from novamas.families.wheel.acts import Launch
from novamas.families.wheel.layout import Drawn, Figures, figures_of
from novamas.families.wheel.setup import SIMPLE, Rules, SpinCourse
from novamas.law import Frame
from novamas.money import Rounding, times
from novamas.table.deeds import Act
from novamas.table.layout import Marker, Spot
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import AnyPhase, Step
from novamas.table.refusals import Refusal


class Cloth(banked.LimitsOfRules, banked.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a wheel game, and the state that outlives a spin. Each game extends it."""

    are_bets_apart: ClassVar[bool] = True

    public: ClassVar[tuple[str, ...]] = (*banked.Cloth.public, "minimum", "maximum", "previous")
    wheel: ClassVar[Wheel]
    drawn: ClassVar[Drawn]  # its spots, by kind of bet
    last_words: ClassVar[str] = "Última bola."
    in_the_round: ClassVar[tuple[type[Act], ...]] = (Launch,)

    rules: Rules
    previous: int | None = None  # the last number

    @property
    def figures(self) -> Figures:
        return _figures(type(self), self.rules.frame)

    @property
    def course(self) -> SpinCourse:
        return self.rules.frame.group("course", SpinCourse)

    @property
    def rounding(self) -> Rounding:
        """The rounding of a payment that is not a whole number of céntimos."""
        return Rounding.UP

    @property
    def opening(self) -> tuple[str, str]:
        course = self.course
        return course.opening, course.betting

    @property
    def ending_clause(self) -> str:
        return self.course.result

    def betting(self) -> AnyPhase:
        from novamas.families.wheel.phases import Betting  # imported late to avoid a cycle

        return Betting(self)

    def chip_of(self, seat: int) -> int:
        """Return the smallest step of a player's stakes."""
        return self.rules.chip

    def rules_of(self, seat: int) -> Rules:
        """Return the rules for a player's bets. They are the table's rules, unless its cloths differ."""
        return self.rules

    # ---- bets

    def is_free(self, bet: str) -> bool:
        return bet in self.figures.spots

    def bets(self, seat: int) -> Iterable[Offer]:
        """Return the amounts that a player may still place on each spot."""
        figures, chip, rules = self.figures, self.chip_of(seat), self.rules_of(seat)
        has = {bet: cents for owner, bet, cents in self.chips if owner == seat and self.is_free(bet)}
        clean = clean_offers(rules, figures, seat, chip)
        if not has:
            return clean
        touched, offers = {figures.spots[bet].kind for bet in has}, []
        for (kind, spots), offer in zip(figures.kinds.items(), clean, strict=True):
            if kind not in touched:
                offers.append(offer)
            elif free := tuple([spot for spot in spots if spot not in has]):
                offers.append(stake_offer(rules, figures, seat, free, chip, already=0))
        for bet, cents in has.items():
            if cents + chip <= self.rules.most(figures.spots[bet].kind):
                offers.append(stake_offer(rules, figures, seat, (bet,), chip, already=cents))
        return offers

    def open_spots(self, seat: int) -> Iterable[str]:
        """Yield the spots on which a player may still place chips."""
        chip = self.chip_of(seat)
        for name, spot in self.figures.spots.items():
            if self.on(seat, name) + chip <= self.rules.most(spot.kind):
                yield name

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        figures = self.figures
        if bet not in figures.spots:
            return not_on_list(self.open_spots(seat), bet, self.course.listed)
        has = self.on(seat, bet)
        if not has:
            return None
        kind = figures.spots[bet].kind
        return too_much_there(bet, has, cents, self.rules.most(kind), figures.maximum_clauses[kind])

    @property
    def announced_spots(self) -> tuple[Spot, ...]:
        """The spots of announced bets, which place several stakes at once."""
        return ()

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The markers of certain bets, such as those in prison."""
        return ()

    def least(self, seat: int, bet: str) -> Least:
        figures, chip = self.figures, self.chip_of(seat)
        kind = figures.spots[bet].kind
        return Least(least_of(self.rules_of(seat), kind, chip), chip, figures.minimum_clauses[kind])

    def late_bets(self) -> LateBets:
        figures = self.figures
        most = max(self.rules.most(kind) for kind in figures.kinds)
        return LateBets(tuple(figures.spots), self.rules.chip, most, self.course.listed)

    # ---- the spin

    def close(self, moves: Moves[Any]) -> Step:
        from novamas.families.wheel.phases import Falling

        return moves.to(Falling(self))

    def settle(self, moves: Moves[Any], code: int) -> Step:
        """Take the losing bets, then pay the winners in the order that the law requires.

        The stakes of winners stay on the cloth.
        """
        self.collect(moves, code)
        self.pay(moves, code)
        return end_round(moves)

    def collect(self, moves: Moves[Any], code: int) -> None:
        """Take every bet that does not cover the number. A stake in prison covers no number."""
        spots = self.figures.spots
        for seat, bet, _ in moves.felt.chips:
            spot = spots.get(bet)
            if spot is not None and code not in spot.covers:
                moves.collect(seat, bet, self.course.result, *spot.clauses[:1])

    def pay(self, moves: Moves[Any], code: int) -> None:
        """Pay the winners, one kind of bet after another."""
        spots = self.figures.spots
        won = [chips for chips in self.chips if chips.bet in spots and code in spots[chips.bet].covers]
        for seat, bet, cents in sorted(won, key=lambda chips: spots[chips.bet].order):
            spot = spots[bet]
            prize = times(cents, spot.to_one, self.rounding)
            moves.pay(seat, bet, prize, *spot.clauses, rate=spot.pays)


C = TypeVar("C", bound=Cloth)


@cache
def _figures(cloth: type[Cloth], frame: Frame) -> Figures:
    return figures_of(frame, cloth.drawn)


@cache
def announced(cloth: type[Cloth], frame: Frame, code: int) -> str:
    """Return the croupier's words after the ball has fallen: the number and the winning even chances."""
    simple = [spot for spot in _figures(cloth, frame).spots.values() if spot.kind == SIMPLE]
    won = [spot.name for spot in simple if code in spot.covers]
    return ", ".join([cloth.wheel.label(code).replace("_", " "), *won]) + "."


@cache
def clean_offers(rules: Rules, figures: Figures, seat: int, chip: int) -> tuple[Offer, ...]:
    """Return the bets offered to a player who has no chips on the cloth (cached)."""
    return tuple(
        stake_offer(rules, figures, seat, spots, chip, already=0) for spots in figures.kinds.values()
    )


def stake_offer(
    rules: Rules, figures: Figures, seat: int, spots: tuple[str, ...], chip: int, *, already: int
) -> Offer:
    """Return the offer of a stake on one of these spots. The player already has this amount on it."""
    kind = figures.spots[spots[0]].kind
    least = chip if already else least_of(rules, kind, chip)
    most = rules.most(kind) - already
    cents = Range(least, most, chip, figures.minimum_clauses[kind], figures.maximum_clauses[kind])
    course = rules.frame.group("course", SpinCourse)
    dials: dict[str, Dial] = {"bet": OneOf(spots, course.listed), "cents": cents}
    return Offer(Bet(seat, spots[0], least), course.betting, dials)


def least_of(rules: Rules, kind: str, chip: int) -> int:
    """Return the minimum of a kind of bet, rounded up to whole chips."""
    return -(-rules.least(kind) // chip) * chip

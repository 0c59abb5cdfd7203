"""The course of a wheel game: bets, the ball, «no va más», the result, payment.

Shared by the three roulettes, boule and the wheel of fortune. What differs from game to game (the bets, the
order of payment, what zero does) is told by the cloth, which each game makes its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from novamas.kit.money import times
from novamas.kit.wheels import Wheel
from novamas.rounds.banked import phases as banked
from novamas.rounds.banked.acts import BETTING, Bet, NoVaMas
from novamas.rounds.banked.limits import Coming, count_down
from novamas.rounds.banked.phases import Closed, Drawing, LateBets, Least, Waiting, end_round, not_on_list
from novamas.rounds.wheel.cloth import Figures, Rules, SpinCourse, announced, draw
from novamas.table.deeds import Act, Call
from novamas.table.layout import Layout, Marker, Spot
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.people import CROUPIER, FLOOR, Who
from novamas.table.phases import AnyPhase, Incident, Past, Step, happens_in
from novamas.table.refusals import Refusal

# ---------------------------------------------------------------- what the cloth offers


class Cloth(banked.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a wheel game and what outlives a spin. Each game makes its own of it."""

    public: ClassVar[tuple[str, ...]] = (*banked.Cloth.public, "previous", "coming")
    wheel: ClassVar[Wheel]
    markers: ClassVar[tuple[Marker, ...]] = ()
    last_words: ClassVar[str] = "Última bola."

    rules: Rules
    previous: int | None = None  # the number that fell last
    coming: Coming | None = None  # limits that have been announced

    @property
    def figures(self) -> Figures:
        raise AssertionError("each game has its own figures")

    @property
    def course(self) -> SpinCourse:
        return self.figures.course

    @property
    def places(self) -> int:
        return self.rules.seats

    @property
    def opening(self) -> tuple[str, str]:
        course = self.figures.course
        return course.opening, course.betting

    @property
    def ending_clause(self) -> str:
        return self.course.result

    def betting(self) -> AnyPhase:
        return Betting(self)

    def chip_of(self, seat: int) -> int:
        """The smallest amount by which a player's stakes grow."""
        return self.rules.chip

    # ---- bets

    def is_free(self, bet: str) -> bool:
        return bet in self.figures.spots

    def bets(self, seat: int) -> Iterable[Offer]:
        """What a player may stake: the clean offers, but for the spots where he already has chips."""
        figures, chip = self.figures, self.chip_of(seat)
        has = {bet: cents for owner, bet, cents in self.chips if owner == seat and self.is_free(bet)}
        if not has:
            return clean_offers(self.rules, figures, seat, chip)
        offers = []
        for spots in figures.kinds.values():
            free = tuple(spot for spot in spots if spot not in has)
            if free:
                offers.append(stake_offer(self.rules, figures, seat, free, chip, already=0))
        for bet, cents in has.items():
            if cents + chip <= self.rules.limits.most(figures.spots[bet].kind):
                offers.append(stake_offer(self.rules, figures, seat, (bet,), chip, already=cents))
        return offers

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        figures = self.figures
        if bet not in figures.spots:
            return not_on_list(figures.spots, bet, figures.course.listed)
        has = self.on(seat, bet)
        if not has:
            return None
        kind = figures.spots[bet].kind
        most = self.rules.limits.most(kind)
        says = f"The maximum on {bet} is {most}; you already have {has} there."
        clause = figures.maximum_clauses[kind]
        return Refusal("above_maximum", clause, says, dial="cents", given=has + cents, most=most)

    def announced_spots(self) -> tuple[Spot, ...]:
        """The spots of bets that lay several stakes at once."""
        return ()

    def least(self, seat: int, bet: str) -> Least:
        figures, chip = self.figures, self.chip_of(seat)
        return Least(least_of(self.rules, figures.spots[bet].kind, chip), chip, figures.minimum_clause)

    def late_bets(self) -> LateBets:
        most = max(most for _, most in self.rules.limits.maximum)
        return LateBets(tuple(self.figures.spots), self.rules.chip, most, self.course.listed)

    # ---- the spin

    def close(self, moves: Moves[Any]) -> Step:
        return moves.to(Falling(self))

    def settle(self, moves: Moves[Any], code: int) -> Step:
        """Losing bets are taken; winners keep their stake and are paid in the law's order."""
        self.collect(moves, code)
        self.pay(moves, code)
        return end_round(moves)

    def collect(self, moves: Moves[Any], code: int) -> None:
        """Every bet that does not cover the number is lost; a stake in prison lies on no spot."""
        spots = self.figures.spots
        for seat, bet, _ in moves.felt.chips:
            spot = spots.get(bet)
            if spot is not None and code not in spot.covers:
                moves.collect(seat, bet, self.figures.course.result, *spot.clauses[:1])

    def pay(self, moves: Moves[Any], code: int) -> None:
        """Winners are paid, kind after kind."""
        spots = self.figures.spots
        won = [chips for chips in self.chips if chips.bet in spots and code in spots[chips.bet].covers]
        for seat, bet, cents in sorted(won, key=lambda chips: spots[chips.bet].order):
            spot = spots[bet]
            prize = times(cents, spot.to_one, self.rules.rounding)
            moves.pay(seat, bet, prize, *spot.clauses, rate=spot.pays)

    def gather(self, moves: Moves[Any]) -> None:
        if self.coming is not None and not self.is_last:
            count_down(moves)


C = TypeVar("C", bound=Cloth)


@cache
def clean_offers(rules: Rules, figures: Figures, seat: int, chip: int) -> tuple[Offer, ...]:
    """The bets of a player who has nothing on the cloth."""
    return tuple(
        stake_offer(rules, figures, seat, spots, chip, already=0) for spots in figures.kinds.values()
    )


def stake_offer(
    rules: Rules, figures: Figures, seat: int, spots: tuple[str, ...], chip: int, *, already: int
) -> Offer:
    """A stake on one of these spots of one kind, where the player already has so much."""
    kind = figures.spots[spots[0]].kind
    least = chip if already else least_of(rules, kind, chip)
    most = rules.limits.most(kind) - already
    cents = Range(least, most, chip, figures.minimum_clause, figures.maximum_clauses[kind])
    dials: dict[str, Dial] = {"bet": OneOf(spots, figures.course.listed), "cents": cents}
    return Offer(Bet(seat, spots[0], least), figures.course.betting, dials)


def least_of(rules: Rules, kind: str, chip: int) -> int:
    """The minimum of a kind of bet, in whole chips."""
    return -(-rules.limits.least(kind) // chip) * chip


# ---------------------------------------------------------------- acts


class Launch(Call, frozen=True):
    """The wheel is spun and the ball launched; bets may still be made."""


# ---------------------------------------------------------------- phases


class Betting(banked.Betting[C], Generic[C], frozen=True):
    """Bets are made, before the ball is launched and while it runs."""

    public: ClassVar[tuple[str, ...]] = ("running",)

    running: bool = False

    @property
    def turn(self) -> Who:
        """The ball is launched over an empty cloth too."""
        return CROUPIER

    def calls(self) -> Iterable[Offer]:
        return (Offer(NoVaMas() if self.running else Launch(), self.felt.figures.course.betting),)

    def stay(self, moves: Moves[C]) -> Step:
        return moves.to(Betting(moves.felt, self.running))

    def do_own(self, moves: Moves[C], act: Act) -> Step:
        if not isinstance(act, Launch):
            return super().do_own(moves, act)
        course = self.felt.figures.course
        if course.asking:
            moves.say(course.asking, course.closing)
        return moves.to(Betting(self.felt, running=True))


class Falling(Drawing[C], Generic[C], frozen=True):
    """The ball is about to fall; no stake may be placed."""

    def draws(self) -> Wheel:
        return self.felt.wheel

    def drawn(self, what: int) -> Step:
        felt, course = self.felt, self.felt.figures.course
        moves = Moves(felt)
        moves.show_result(felt.wheel.label(what), course.result)
        moves.say(announced(felt.figures, felt.wheel, what), course.result)
        moves.change(previous=what)
        return felt.settle(moves, what)


# ---------------------------------------------------------------- what can go wrong


@happens_in(Betting, Falling)
class TiradaNula(Incident[Betting[Cloth] | Falling[Cloth]], frozen=True):
    """Something fell into the wheel, the ball left it, or it was badly launched: the spin is null."""

    form: str = "objeto"

    @classmethod
    def could(cls, now: Betting[Cloth] | Falling[Cloth], past: Past) -> Iterable[Offer]:
        course = now.felt.course
        if course.null_spin and (isinstance(now, Falling) or now.running):
            dials = {"form": OneOf(course.null_spin_forms, course.null_spin)}
            yield Offer(cls(form=course.null_spin_forms[0]), course.null_spin, dials)

    def happen(self, now: Betting[Cloth] | Falling[Cloth], past: Past) -> Step:
        """No result: the bets stand, the ball goes to the last number, and the betting is open again."""
        moves, clause = Moves(now.felt), now.felt.course.null_spin
        moves.say("Tirada nula.", clause, who=FLOOR)
        if now.felt.previous is not None:
            label = now.felt.wheel.label(now.felt.previous)
            moves.note(f"the ball is placed in {label} and relaunched", clause)
        return moves.to(Betting(now.felt))


def layout(phase: AnyPhase) -> Layout:
    """The table as it is drawn."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return draw(felt.rules, felt.figures, felt.wheel, felt.announced_spots(), felt.markers)


ACTS: tuple[type[Act], ...] = (*BETTING, Launch)


def phases_of(cloth: type[Cloth]) -> tuple[type[AnyPhase], ...]:
    """The phases of a wheel game on its own cloth."""
    return tuple(phase[cloth] for phase in (Waiting, Betting, Falling, Closed))  # type: ignore[misc]

"""The course of a wheel game: bets, the ball, «no va más», the result, payment.

Shared by the three roulettes, boule and the wheel of fortune. What differs from game to game (the bets, the
order of payment, what zero does) is told by the cloth, which each game makes its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from novamas.kit.money import times
from novamas.kit.wheels import Wheel
from novamas.rounds import banked as betting
from novamas.rounds.banked import Bet, HaganJuego, NoVaMas, TooLate, Withdraw
from novamas.rounds.wheel.cloth import Figures, Limits, NewLimits, Rules, announced, draw
from novamas.table.deeds import Act, Call, Order
from novamas.table.felt import Felt
from novamas.table.layout import Layout, Marker, Spot
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.people import CHANCE, CROUPIER, FLOOR, NOBODY, Who
from novamas.table.phases import AnyPhase, Incident, Past, Phase, Step, happens_in
from novamas.table.refusals import Refusal

# ---------------------------------------------------------------- what the cloth offers


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a wheel game and what outlives a spin. Each game makes its own of it."""

    wheel: ClassVar[Wheel]
    markers: ClassVar[tuple[Marker, ...]] = ()

    rules: Rules
    previous: int | None = None  # the number that fell last
    coming: NewLimits | None = None

    @property
    def figures(self) -> Figures:
        raise AssertionError("each game has its own figures")

    def chip_of(self, seat: int) -> int:
        """The smallest amount by which a player's stakes grow."""
        return self.rules.chip

    def settle(self, moves: Moves[Any], code: int, *, last: bool) -> Step:
        """Losing bets are taken; winners keep their stake and are paid in the law's order."""
        self.collect(moves, code)
        self.pay(moves, code)
        return end_spin(moves, last=last)

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

    def is_free(self, bet: str) -> bool:
        """May its owner take it back?"""
        return bet in self.figures.spots

    def own_offers(self, seat: int) -> Iterable[Offer]:
        """What else a player of this game may do until «no va más»."""
        return ()

    def own_bets(self, seat: int) -> Iterable[Offer]:
        """Bets of this game that lay several stakes at once."""
        return ()

    def announced_spots(self) -> tuple[Spot, ...]:
        """The spots of such bets."""
        return ()

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        """What follows from an act that this game alone knows."""
        raise AssertionError(act)

    def limit_offers(self) -> Iterable[Offer]:
        """What the floor may announce between spins."""
        return ()

    def announce(self, act: AnnounceLimits) -> Step:
        raise AssertionError("this game's limits do not change during the session")

    def count_down(self, moves: Moves[Any], coming: NewLimits) -> None:
        """One more spin has been played under the old limits; after the last, the new ones hold."""
        if coming.spins > 1:
            moves.change(coming=replace(coming, spins=coming.spins - 1))
            return
        self.change_limits(moves, coming.limits)

    def change_limits(self, moves: Moves[Any], limits: Limits) -> None:
        raise AssertionError("this game's limits do not change during the session")


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
    least = chip if already else -(-rules.limits.least(kind) // chip) * chip
    most = rules.limits.most(kind) - already
    cents = Range(least, most, chip, figures.minimum_clause, figures.maximum_clauses[kind])
    dials: dict[str, Dial] = {"bet": OneOf(spots, figures.course.listed), "cents": cents}
    return Offer(Bet(seat, spots[0], least), figures.course.betting, dials)


# ---------------------------------------------------------------- acts


class Launch(Call, frozen=True):
    """The wheel is spun and the ball launched; bets may still be made."""


class AnnounceLimits(Order, frozen=True, kw_only=True):
    """The floor announces other minima, with the last spins at the old ones."""

    minimum: int
    minimum_simple: int


# ---------------------------------------------------------------- phases


class Spin(Phase[Act], Generic[C], frozen=True):
    """Any moment of a wheel game."""

    clause: ClassVar[str] = ""
    felt: C

    def seats(self) -> int:
        return self.felt.rules.seats

    def withdrawals(self, who: Who) -> Iterable[Offer]:
        """What a player may take back."""
        felt = self.felt
        for seat, bet, _ in felt.chips:
            if seat == who and felt.is_free(bet):
                yield Offer(Withdraw(seat, bet), felt.figures.course.betting)

    def withdrawn(self, act: Withdraw) -> Moves[C]:
        assert isinstance(act.by, int)
        moves = Moves(self.felt)
        moves.withdraw(act.by, act.bet, self.felt.on(act.by, act.bet), self.felt.figures.course.betting)
        return moves


class Waiting(Spin[C], frozen=True):
    """Between spins."""

    rest: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            clause = self.felt.figures.course.betting
            yield Offer(HaganJuego(), clause)
            yield Offer(HaganJuego(last=True), clause)
        elif who is FLOOR:
            yield from self.felt.limit_offers()
        elif isinstance(who, int):
            yield from self.withdrawals(who)
            yield from self.felt.own_offers(who)

    def reason(self, act: object) -> Refusal | None:
        if isinstance(act, Bet):
            return Refusal(
                "not_open", self.felt.figures.course.betting, "The croupier has not opened the betting."
            )
        return None

    def after(self, act: Act) -> Step:
        match act:
            case HaganJuego():
                moves = Moves(self.felt)
                words = self.felt.figures.course.opening
                moves.say(f"{words} Última bola." if act.last else words, self.felt.figures.course.betting)
                return moves.to(Betting(self.felt, last=act.last))
            case Withdraw():
                moves = self.withdrawn(act)
                return moves.to(Waiting(moves.felt))
            case AnnounceLimits():
                return self.felt.announce(act)
            case _:
                moves = Moves(self.felt)
                self.felt.do_own(moves, act)
                return moves.to(Waiting(moves.felt))


class Betting(Spin[C], frozen=True):
    """Bets are made, before the ball is launched and while it runs."""

    pause: ClassVar[bool] = True
    public: ClassVar[tuple[str, ...]] = ("running", "last")

    running: bool = False
    last: bool = False

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(NoVaMas() if self.running else Launch(), self.felt.figures.course.betting)
        elif isinstance(who, int):
            yield from self.bets(who)
            yield from self.withdrawals(who)
            yield from self.felt.own_offers(who)
            yield from self.felt.own_bets(who)

    def bets(self, seat: int) -> Iterable[Offer]:
        """What a player may stake: the clean offers, but for the spots where he already has chips."""
        felt, figures = self.felt, self.felt.figures
        chip = felt.chip_of(seat)
        has = {bet: cents for owner, bet, cents in felt.chips if owner == seat and felt.is_free(bet)}
        if not has:
            return clean_offers(felt.rules, figures, seat, chip)
        offers = []
        for spots in figures.kinds.values():
            free = tuple(spot for spot in spots if spot not in has)
            if free:
                offers.append(stake_offer(felt.rules, figures, seat, free, chip, already=0))
        for bet, cents in has.items():
            if cents + chip <= felt.rules.limits.most(figures.spots[bet].kind):
                offers.append(stake_offer(felt.rules, figures, seat, (bet,), chip, already=cents))
        return offers

    def reason(self, act: object) -> Refusal | None:
        figures = self.felt.figures
        if not isinstance(act, Bet):
            return None
        if act.bet not in figures.spots:
            refusal = OneOf(tuple(figures.spots), figures.course.listed).why_not(act.bet)
            assert refusal is not None
            return replace(refusal, code="no_such_bet", dial="bet")
        has = self.felt.on(act.by, act.bet) if isinstance(act.by, int) else 0
        if has:
            kind = figures.spots[act.bet].kind
            most = self.felt.rules.limits.most(kind)
            says = f"The maximum on {act.bet} is {most}; you already have {has} there."
            clause, wants = figures.maximum_clauses[kind], has + act.cents
            return Refusal("above_maximum", clause, says, dial="cents", given=wants, most=most)
        return None

    def after(self, act: Act) -> Step:
        match act:
            case Bet(int(seat), bet, cents):
                moves = Moves(self.felt)
                moves.stake(seat, bet, cents, self.felt.figures.course.betting)
                return moves.to(Betting(moves.felt, self.running, self.last))
            case Withdraw():
                moves = self.withdrawn(act)
                return moves.to(Betting(moves.felt, self.running, self.last))
            case Launch():
                moves = Moves(self.felt)
                if self.felt.figures.course.asking:
                    moves.say(self.felt.figures.course.asking, self.felt.figures.course.closing)
                return moves.to(Betting(self.felt, running=True, last=self.last))
            case NoVaMas():
                moves = Moves(self.felt)
                moves.say("No va más.", self.felt.figures.course.closing)
                return moves.to(Falling(self.felt, self.last))
            case _:
                moves = Moves(self.felt)
                self.felt.do_own(moves, act)
                return moves.to(Betting(moves.felt, self.running, self.last))


class Falling(Spin[C], frozen=True):
    """The ball is about to fall; no stake may be placed."""

    public: ClassVar[tuple[str, ...]] = ("last",)

    last: bool = False

    @property
    def turn(self) -> Who:
        return CHANCE

    def reason(self, act: object) -> Refusal | None:
        if isinstance(act, Bet | Withdraw):
            says = "After «no va más» no stake may be placed or taken back."
            return Refusal("no_va_mas", self.felt.figures.course.closing, says)
        return None

    def draws(self) -> Wheel:
        return self.felt.wheel

    def drawn(self, what: int) -> Step:
        felt = self.felt
        moves = Moves(felt)
        moves.show_result(felt.wheel.label(what), felt.figures.course.result)
        moves.say(announced(felt.figures, felt.wheel, what), felt.figures.course.result)
        moves.change(previous=what)
        return felt.settle(moves, what, last=self.last)


class Closed(Spin[C], frozen=True):
    """The session is over and the cloth is empty."""

    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return NOBODY


def end_spin(moves: Moves[C], *, last: bool) -> Step:
    """The spin is settled: on to the next, or the end of the session."""
    felt = moves.felt
    if last:
        take_back(moves, felt.figures.course.result)
        moves.end_round()
        return moves.to(Closed(moves.felt))
    if felt.coming is not None:
        felt.count_down(moves, felt.coming)
    moves.end_round()
    return moves.to(Waiting(moves.felt))


def take_back(moves: Moves[C], clause: str) -> None:
    """Stakes that are free go back to their owners."""
    felt = moves.felt
    for seat, bet, cents in felt.chips:
        if felt.is_free(bet):
            moves.withdraw(seat, bet, cents, clause)


# ---------------------------------------------------------------- what can go wrong


@happens_in(Betting, Falling)
class TiradaNula(Incident[Spin[Cloth]], frozen=True):
    """Something fell into the wheel, the ball left it, or it was badly launched: the spin is null."""

    form: str = "objeto"

    @classmethod
    def could(cls, now: Spin[Cloth], past: Past) -> Iterable[Offer]:
        course = now.felt.figures.course
        if course.null_spin and (isinstance(now, Falling) or (isinstance(now, Betting) and now.running)):
            dials = {"form": OneOf(course.null_spin_forms, course.null_spin)}
            yield Offer(cls(form=course.null_spin_forms[0]), course.null_spin, dials)

    def happen(self, now: Spin[Cloth], past: Past) -> Step:
        """No result: the bets stand, the ball goes to the last number, and the betting is open again."""
        assert isinstance(now, Betting | Falling)
        moves = Moves(now.felt)
        moves.say("Tirada nula.", now.felt.figures.course.null_spin, who=FLOOR)
        if now.felt.previous is not None:
            label = now.felt.wheel.label(now.felt.previous)
            moves.note(f"the ball is placed in {label} and relaunched", now.felt.figures.course.null_spin)
        return moves.to(Betting(now.felt, running=False, last=now.last))


@happens_in(Falling)
class LateBet(betting.LateBet, frozen=True):
    """A player laid chips after «no va más»: they are given back."""

    @classmethod
    def too_late(cls, now: Falling[Cloth]) -> TooLate:
        figures, rules = now.felt.figures, now.felt.rules
        most = max(most for _, most in rules.limits.maximum)
        course = figures.course
        return TooLate(rules.seats, tuple(figures.spots), rules.chip, most, course.closing, course.listed)


def layout(phase: AnyPhase) -> Layout:
    """The table as it is drawn."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return draw(felt.rules, felt.figures, felt.wheel, felt.announced_spots(), felt.markers)


ACTS: tuple[type[Act], ...] = (HaganJuego, Bet, Withdraw, Launch, NoVaMas)


def phases_of(cloth: type[Cloth]) -> tuple[type[AnyPhase], ...]:
    """The phases of a wheel game on its own cloth."""
    return tuple(phase[cloth] for phase in (Waiting, Betting, Falling, Closed))  # type: ignore[misc]

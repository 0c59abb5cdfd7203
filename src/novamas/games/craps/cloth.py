"""The craps cloth: the bets that players may make and take back, the point, the shooter's dice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct

from novamas.errors import Figure
from novamas.families.banked import cloth as banked
from novamas.families.banked.acts import Bet, Withdraw
from novamas.families.banked.cloth import LateBets, Least, not_on_list, too_much_there
from novamas.games.craps.figures import BetFigures, Bets, Course, Fate, fates, spots
from novamas.games.craps.setup import Rules
from novamas.law import Frame, law
from novamas.money import Rounding
from novamas.table.layout import Spot
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal


class DiceFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of dice at a table."""

    set: int


@cache
@law("IB05.06.II.1.5")
def dice_set(frame: Frame) -> tuple[str, ...]:
    """Return the set of numbered dice that a table gets for a session."""
    figures = frame.group("dice", DiceFigures)
    return tuple(str(number) for number in range(1, figures.set + 1))


class Cloth(banked.LimitsOfRules, banked.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The craps cloth between throws: bets, dice and point."""

    are_bets_apart: ClassVar[bool] = True

    public: ClassVar[tuple[str, ...]] = (
        *banked.Cloth.public,
        *("minimum", "maximum", "shooter", "point", "dice", "barred"),
    )
    closing_words: ClassVar[str] = "Ya no va más."

    rules: Rules
    shooter: int = 1  # the seat that has the dice or is offered them
    point: int | None = None
    dice: tuple[str, ...] = ("1", "2")  # those in play
    lost: tuple[str, ...] = ()  # fallen to the floor and not found
    broken: tuple[str, ...] = ()
    barred: tuple[int, ...] = ()  # players deprived of their right to throw
    warned: tuple[tuple[int, int], ...] = ()  # seat, and its number of breaches

    @property
    def course(self) -> Course:
        return self.rules.course

    @property
    def spots(self) -> dict[str, Spot]:
        return spots(self.rules.frame)

    @property
    def fates(self) -> dict[str, Fate]:
        return fates(self.rules.frame)

    # ---- the dice and the shooter

    @property
    @law("IB05.06.II.1.6")
    def reserve(self) -> tuple[str, ...]:
        """The reserve dice in the recess of the table."""
        gone = {*self.dice, *self.lost, *self.broken}
        return tuple(die for die in dice_set(self.rules.frame) if die not in gone)

    @law("IB05.06.IV.3.2")
    def next_shooter(self) -> int:
        """Return the next player clockwise who may throw. If there is none, it is the same player again."""
        seats = self.rules.seats
        around = [(self.shooter + step - 1) % seats + 1 for step in range(1, seats + 1)]
        return next(seat for seat in around if seat not in self.barred)

    def warnings(self, seat: int) -> int:
        """Return how many times a player was warned for breaking the rules of throwing."""
        return dict(self.warned).get(seat, 0)

    @property
    @law("IB05.06.IV.3.16")
    def shooter_must_bet(self) -> bool:
        """Whether the shooter still owes a bet on Win or Don't Win, before the first roll of a series."""
        if self.point is not None:
            return False
        return not (self.on(self.shooter, "win") or self.on(self.shooter, "dont_win"))

    # ---- the limits of a stake

    def figures(self, bet: str) -> BetFigures:
        return self.rules.frame.group("bets", Bets)[self.spots[bet].kind]

    def is_moved_to(self, bet: str) -> bool:
        """Return whether this spot gets chips only when a bet moves to its point."""
        return bet != self.spots[bet].kind and bool(self.figures(bet).when)

    @law("IB05.06.IV.1.C.1", "IB05.06.IV.1.A.Come.1", "IB05.06.IV.1.A.DontCome.1", "IB05.06.IV.1.D.1")
    def open_bets(self, seat: int) -> Iterator[str]:
        """Yield the bets that a player may make before this throw, in any amount."""
        for name, spot in self.spots.items():
            figures = self.figures(name)
            if figures.when:
                open_now = name == spot.kind and (figures.when == "point") == (self.point is not None)
            else:
                follows = self.fates[name].follows
                open_now = not follows or self.on(seat, follows) > 0
            if open_now:
                yield name

    def step(self, bet: str) -> int:
        """Return the step of the stakes on a bet: a chip, or an amount whose prize is whole céntimos."""
        return step(self.rules, bet)

    def least_on(self, bet: str) -> int:
        """Return the lowest stake on a bet: the table's minimum, rounded up to a whole step."""
        return -(-self.rules.minimum // self.step(bet)) * self.step(bet)

    def most(self, seat: int, bet: str) -> int:
        """Return the most that a player may have on a bet."""
        follows = self.fates[bet].follows
        if follows:
            return self.most_following(bet, self.on(seat, follows))
        return maximum(self.rules, self.spots[bet].kind)

    @law("IB05.06.IV.2.4", "IB05.06.IV.2.5")
    def most_following(self, bet: str, followed: int) -> int:
        """Return the maximum of an associated bet, which depends on the stake of the bet it follows.

        It is 0 if that maximum is below the lowest stake.
        """
        most = in_steps(followed * self.figures(bet).maximum, self.step(bet))
        return most if most >= self.least_on(bet) else 0

    # ---- bets on offer

    def bets(self, seat: int) -> Iterator[Offer]:
        return bet_offers(self, seat)

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        figures = self.figures(bet)
        moves.stake(seat, bet, cents, figures.when_clause or made_by(self.rules.frame, figures))

    @law("IB05.06.IV.1.1", "IB05.06.IV.1.C.1")
    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        """Explain why a bet may not be made, or return None."""
        if bet not in self.spots:
            return not_on_list(self.open_bets(seat), bet, self.course.betting)
        return why_not_made(self, seat, bet, cents)

    # ---- taking back

    @law("IB05.06.IV.1.A.2", "IB05.06.IV.1.A.Big6.2", "IB05.06.IV.1.A.Big8.2", "IB05.06.IV.1.B.HardWays.1")
    @law("IB05.06.IV.1.C.1", "IB05.06.IV.1.D.1")
    def is_free(self, bet: str) -> bool:
        """Return whether a player may take back a bet. A Win or a Come with its point must stay."""
        return bool(self.free_by(bet))

    def free_by(self, bet: str) -> str:
        return self.fates[bet].withdraw_clause

    def least(self, seat: int, bet: str) -> Least:
        return Least(self.least_on(bet), self.step(bet), self.course.minimum)

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Return chips to the player, together with the excess of the associated bets."""
        super().take_back(moves, seat, bet, cents)
        left = self.on(seat, bet) - cents
        for follower in followers(self.rules.frame, bet):
            excess = self.on(seat, follower) - self.most_following(follower, left)
            if excess > 0:
                moves.withdraw(seat, follower, excess, self.figures(follower).maximum_clause)

    @law("IB05.06.IV.3.16")
    def is_owed(self, seat: int, bet: str) -> bool:
        """Return whether this is the only line bet of a shooter, who must keep it."""
        if not self.rules.shooter_keeps_bet or seat != self.shooter or self.point is None:
            return False
        return self.lines_of(seat) == (bet,)

    def lines_of(self, seat: int) -> tuple[str, ...]:
        """Return a player's bets on Win and Don't Win."""
        bets = (bet for owner, bet, _ in self.chips if owner == seat)
        return tuple(bet for bet in bets if self.figures(bet).when == "first_roll")

    def withdrawals(self, seat: int) -> Iterator[Offer]:
        """Yield the bets that a player may take back. The shooter must keep a part of a required bet."""
        for offer in super().withdrawals(seat):
            act = offer.act
            assert isinstance(act, Withdraw)
            if not self.is_owed(seat, act.bet):
                yield offer
            elif isinstance(cents := offer.dials.get("cents"), Range):
                yield Offer(Withdraw(seat, act.bet, cents.most), offer.clause, {"cents": cents})

    @law("IB05.06.IV.1.A.2")
    def why_bound(self, seat: int, bet: str, cents: int) -> Refusal | None:
        """Explain why a player may not take back a bet or a part of it, or return None."""
        if bet not in self.spots:
            bets = (name for owner, name, _ in self.chips if owner == seat)
            return not_on_list(filter(self.is_free, bets), bet, self.course.betting)
        if not self.on(seat, bet):
            return Refusal("nothing_there", self.course.closing, dial="bet", given=bet)
        if not self.is_free(bet):
            return Refusal("must_play", self.course.bound, dial="bet", given=bet)
        if self.is_owed(seat, bet) and self.on(seat, bet) - cents < self.least_on(bet):
            return Refusal("shooter_keeps_bet", self.course.owed, dial="bet", given=bet)
        return None

    # ---- the betting closes

    def close(self, moves: Moves[Any]) -> Step:
        from novamas.games.craps.phases import Throwing  # imported late to avoid a cycle

        return moves.to(Throwing(moves.felt))

    @law("IB05.06.IV.3.15")
    def late_bets(self) -> LateBets:
        names = tuple(name for name in self.spots if not self.is_moved_to(name))
        return LateBets(names, self.rules.chip, self.rules.maximum, self.course.betting)


# ---------------------------------------------------------------- offers of bets


class Group(Struct, frozen=True, cache_hash=True):
    """Bets that are made in the same way: by the same clause, at the same time, with the same limits."""

    clause: str
    when: str
    least: int
    most: int
    step: int
    most_clause: str

    def offer(self, seat: int, bets: tuple[str, ...], course: Course, *, already: int = 0) -> Offer:
        """Return the offer of a stake on one of these bets. `already` is the player's stake on it."""
        least = self.step if already else self.least
        cents = Range(least, self.most - already, self.step, course.minimum, self.most_clause)
        dials: dict[str, Dial] = {"bet": OneOf(bets, course.betting), "cents": cents}
        return Offer(Bet(seat, bets[0], least), self.clause, dials)


@cache
def groups(rules: Rules, on_point: bool) -> dict[Group, tuple[str, ...]]:
    """Return the bets that every player may make before a first roll, or while a point is on."""
    felt = Cloth(rules=rules, point=4 if on_point else None)
    found: dict[Group, list[str]] = {}
    for bet in felt.open_bets(seat=1):
        found.setdefault(group_of(felt, 1, bet), []).append(bet)
    return {group: tuple(bets) for group, bets in found.items()}


def group_of(felt: Cloth, seat: int, bet: str) -> Group:
    """Return the group to which a bet belongs for a player."""
    figures = felt.figures(bet)
    return Group(
        clause=made_by(felt.rules.frame, figures),
        when=figures.when,
        least=felt.least_on(bet),
        most=felt.most(seat, bet),
        step=felt.step(bet),
        most_clause=figures.maximum_clause,
    )


def bet_offers(felt: Cloth, seat: int) -> Iterator[Offer]:
    """Yield a player's offers: new bets by group, additions to existing bets, and associated bets."""
    has = {bet: cents for owner, bet, cents in felt.chips if owner == seat}
    course = felt.course
    for group, bets in groups(felt.rules, felt.point is not None).items():
        if has.keys().isdisjoint(bets):
            yield clean_offer(group, seat, bets, course)
            continue
        if new := tuple([bet for bet in bets if bet not in has]):
            yield group.offer(seat, new, course)
        for bet in bets:
            if bet in has and has[bet] + group.step <= group.most:
                yield group.offer(seat, (bet,), course, already=has[bet])
    for followed in has:
        for bet in followers(felt.rules.frame, followed):
            group, already = group_of(felt, seat, bet), has.get(bet, 0)
            if (already or group.least) + (group.step if already else 0) <= group.most:
                yield group.offer(seat, (bet,), course, already=already)


@cache
def clean_offer(group: Group, seat: int, bets: tuple[str, ...], course: Course) -> Offer:
    """Return the offer of a group for a player who has none of its bets."""
    return group.offer(seat, bets, course)


@cache
def followers(frame: Frame, bet: str) -> tuple[str, ...]:
    """Return the bets that may be associated with a bet."""
    return tuple(name for name, fate in fates(frame).items() if fate.follows == bet)


def made_by(frame: Frame, figures: BetFigures) -> str:
    """Return the clause by which players make the bets of a family."""
    return frame.group("families", dict[str, str])[figures.family]


@cache
@law("IB05.06.IV.2.6", "IB05.06.IV.2.7")
def maximum(rules: Rules, kind: str) -> int:
    """Return the maximum of a bet that follows no other bet.

    The house sets it for a multiple bet. For other bets it is a share of the even-chance maximum.
    """
    figures = rules.frame.group("bets", Bets)[kind]
    if figures.family == "multiple":
        return rules.most_on(kind)
    return in_steps(rules.maximum * figures.maximum, rules.chip)


@cache
def step(rules: Rules, bet: str) -> int:
    """Return the step of a bet's stakes. Without rounding, its prize must be whole céntimos."""
    if rules.rounding is not Rounding.EXACT:
        return rules.chip
    pays = spots(rules.frame)[bet].to_one
    return rules.chip * (rules.chip * pays).denominator


def in_steps(amount: Fraction, step: int) -> int:
    """Return the greatest multiple of the step that does not exceed an amount."""
    return int(amount // step) * step


# ---------------------------------------------------------------- refusals


def why_not_made(felt: Cloth, seat: int, bet: str, cents: int) -> Refusal | None:
    """Explain why a listed bet may not be made now, or not in this amount."""
    figures, follows = felt.figures(bet), felt.fates[bet].follows
    if follows and not felt.on(seat, follows):
        clause = felt.course.follows
        return Refusal("nothing_to_follow", clause, dial="bet", given=bet, figures={"follows": follows})
    if felt.is_moved_to(bet):
        return Refusal("point_known", figures.when_clause, dial="bet", given=bet)
    if figures.when and bet not in felt.open_bets(seat):
        code = "first_roll_only" if figures.when == "first_roll" else "needs_a_point"
        return Refusal(code, figures.when_clause, dial="bet", given=bet)
    most, has = felt.most(seat, bet), felt.on(seat, bet)
    if follows and not most:
        values: dict[str, Figure] = {"bet": bet, "follows": follows, "needed": felt.least_on(bet)}
        clause = figures.maximum_clause
        return Refusal("too_small_to_follow", clause, dial="cents", given=cents, most=most, figures=values)
    return too_much_there(bet, has, cents, most, figures.maximum_clause)

"""The cloth of craps: chips, the point, who has the dice, and which dice are in play."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import ClassVar

from msgspec import Struct

from novamas.games.craps.figures import CLOSED, LISTED, BetFigures, Fate, bet_figures, fates, spots
from novamas.kit.money import Rounding
from novamas.law import Frame, law
from novamas.rounds.banked import phases as banked
from novamas.rounds.banked.phases import Course
from novamas.table.layout import Spot


class Rules(Struct, frozen=True, cache_hash=True):
    """The law and the house's choices for one table of craps."""

    frame: Frame
    game: str
    seats: int
    minimum: int
    simple_maximum: int
    multiple_maxima: tuple[tuple[str, int], ...]  # by the name of the figures
    chip: int
    rounding: Rounding


class DiceFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The dice of a table."""

    set: int


@cache
@law("IB05.06.II.1.5")
def dice_set(frame: Frame) -> tuple[str, ...]:
    """The dice that the table is given for a session, by their numbers."""
    figures = frame.group("dice", DiceFigures)
    return tuple(str(number) for number in range(1, figures.set + 1))


COURSE = Course(betting=LISTED, closing=CLOSED)


class DiceCloth(banked.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """What lies on the cloth and outlives a throw: the dice, the point, and the limits of a stake."""

    public: ClassVar[tuple[str, ...]] = (*banked.Cloth.public, "shooter", "point", "dice", "barred")
    closing_words: ClassVar[str] = "Ya no va más."

    rules: Rules
    shooter: int = 1  # who has the dice, or to whom they are offered
    point: int | None = None
    dice: tuple[str, ...] = ("1", "2")  # those in play
    lost: tuple[str, ...] = ()  # fallen to the floor and not found
    broken: tuple[str, ...] = ()
    barred: tuple[int, ...] = ()  # players deprived of their right to throw
    warned: tuple[tuple[int, int], ...] = ()  # seat, and how often it broke the rules of throwing

    @property
    def course(self) -> Course:
        return COURSE

    @property
    def places(self) -> int:
        return self.rules.seats

    @property
    def spots(self) -> dict[str, Spot]:
        return spots(self.rules.frame)

    @property
    def fates(self) -> dict[str, Fate]:
        return fates(self.rules.frame)

    # ---- the dice and who throws them

    @property
    @law("IB05.06.II.1.6")
    def reserve(self) -> tuple[str, ...]:
        """The dice that wait in the recess of the table."""
        gone = {*self.dice, *self.lost, *self.broken}
        return tuple(die for die in dice_set(self.rules.frame) if die not in gone)

    @law("IB05.06.IV.3.2")
    def next_shooter(self) -> int:
        """The next player clockwise who may throw; the same one where there is no other."""
        seats = self.rules.seats
        around = [(self.shooter + step - 1) % seats + 1 for step in range(1, seats + 1)]
        return next(seat for seat in around if seat not in self.barred)

    def warnings(self, seat: int) -> int:
        """How often a player has broken the rules of throwing."""
        return dict(self.warned).get(seat, 0)

    @property
    @law("IB05.06.IV.3.16")
    def shooter_must_bet(self) -> bool:
        """On the first roll of a series the shooter needs a bet on Win or Don't Win."""
        if self.point is not None:
            return False
        return not (self.on(self.shooter, "win") or self.on(self.shooter, "dont_win"))

    # ---- the limits of a stake

    def figures(self, bet: str) -> BetFigures:
        return bet_figures(self.rules.frame)[self.spots[bet].kind]

    @law("IB05.06.IV.1.C.1", "IB05.06.IV.1.A.Come.1", "IB05.06.IV.1.A.DontCome.1", "IB05.06.IV.1.D.1")
    def open_bets(self, seat: int) -> Iterator[str]:
        """The bets that a player may make before this throw, of whatever amount."""
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
        """By which amounts a stake on a bet grows: the chip, or what pays whole céntimos."""
        return step(self.rules, bet)

    def least_on(self, bet: str) -> int:
        """The table's minimum, in amounts by which the stake grows."""
        return -(-self.rules.minimum // self.step(bet)) * self.step(bet)

    def most(self, seat: int, bet: str) -> int:
        """The most that a player may have on a bet."""
        follows = self.fates[bet].follows
        if follows:
            return self.most_following(bet, self.on(seat, follows))
        return maximum(self.rules, self.spots[bet].kind)

    @law("IB05.06.IV.2.4", "IB05.06.IV.2.5")
    def most_following(self, bet: str, followed: int) -> int:
        """The most of an associated bet, by what is on the bet it follows; none where the least is more."""
        most = in_steps(followed * self.figures(bet).maximum, self.step(bet))
        return most if most >= self.least_on(bet) else 0


@cache
@law("IB05.06.IV.2.6", "IB05.06.IV.2.7")
def maximum(rules: Rules, kind: str) -> int:
    """The maximum of a bet that follows no other: of the simple chances, a part of it, or the house's own."""
    figures = bet_figures(rules.frame)[kind]
    if figures.family == "multiple":
        return dict(rules.multiple_maxima)[kind]
    return in_steps(rules.simple_maximum * figures.maximum, rules.chip)


@cache
def step(rules: Rules, bet: str) -> int:
    """By which amounts a stake grows: where no rounding is allowed, its prize must be whole céntimos."""
    if rules.rounding is not Rounding.EXACT:
        return rules.chip
    pays = spots(rules.frame)[bet].to_one
    return rules.chip * (rules.chip * pays).denominator


def in_steps(amount: Fraction, step: int) -> int:
    """The greatest multiple of the step within an amount."""
    return int(amount // step) * step

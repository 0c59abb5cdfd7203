"""Counts of draws and stakes at each table, in bounded memory, for the statistical tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from novamas.equipment.cards import JOKER, rank
from novamas.equipment.chance import Draws
from novamas.equipment.shoe import Shoe
from novamas.equipment.wheels import Wheel
from novamas.house.audit.payments import Due
from novamas.house.audit.statistics import ChanceTest, Hold, evenness, hold_test, runs
from novamas.house.audit.tally import MAX_NAMES, OTHERS
from novamas.house.audit.wheel_returns import Returns
from novamas.odds.report import BetOdds
from novamas.table.bets import parts_of
from novamas.table.game import Table

SIDES = ("rojo", "negro")


class ObservedTable:
    """The draws that were counted at one table."""

    def __init__(self) -> None:
        self.drawn: Counter[int] = Counter()
        self.rounds = 0
        self.sides: Counter[str] = Counter()  # number of reds and blacks
        self.changes = 0  # between red and black
        self.last = ""

    def side(self, side: str) -> None:
        """Count one red or one black."""
        self.sides[side] += 1
        self.changes += bool(self.last) and side != self.last
        self.last = side


class Observer:
    """A collector of draws and stakes for all tables with the same set-up."""

    def __init__(self, table: Table, *, has_odds: bool = True) -> None:
        self.table = table
        self.has_odds = has_odds  # whether its odds are computed, to compare them with the win
        self.seen: dict[str, ObservedTable] = {}
        self.shoe: Shoe | None = None
        self.shoe_clause = ""  # of the phase that first drew from it
        self.wheel: Wheel | None = None
        self._sides: dict[int, str] = {}  # colour of each red or black pocket
        self.staked: Counter[str] = Counter()  # by spot, each bet once
        self.win = 0
        self._together: Counter[tuple[str, str]] = Counter()  # summed products of the stakes on two spots

    # ---- during the rounds

    @property
    def deck(self) -> Mapping[int, int]:
        """The cards of a full shoe. It is empty if no shoe has been seen."""
        return dict(self.shoe.items()) if self.shoe is not None and self.shoe.total == self.shoe.size else {}

    def draws_from(self, draws: Draws, clause: str = "") -> None:
        """Record the wheel or the shoe of this table. Of several shoes, the fullest is kept."""
        if isinstance(draws, Wheel):
            if self.wheel is None:
                colours = {code: str(draws.colour(code)) for code, _ in draws.items()}
                self._sides = {code: side for code, side in colours.items() if side in SIDES}
            self.wheel = draws
        elif isinstance(draws, Shoe) and (self.shoe is None or draws.total > self.shoe.total):
            self.shoe = draws
            self.shoe_clause = clause

    def round(
        self,
        drawn: Sequence[int],
        stakes: Mapping[tuple[int, str], int],
        due: Mapping[tuple[int, str], Due],
        win: int,
        table: str = "",
    ) -> None:
        """Add a round played on the engine: its draws, its decided bets and the house's win."""
        seen = self.at(table)
        for what in drawn:
            self.draw(seen, what)
        first: Counter[str] = Counter()
        for (seat, bet), paid in due.items():
            name = parts_of(bet)
            if name.times or (seat, bet) in stakes:
                first[name.spot] += paid.stake if name.times else stakes[seat, bet]
        self.stake(seen, first, win)

    def at(self, table: str) -> ObservedTable:
        """Return the counts for a table."""
        found = self.seen.get(table)
        if found is None:
            name = table if len(self.seen) < MAX_NAMES else OTHERS
            found = self.seen[name] = self.seen.get(name) or ObservedTable()
        return found

    def draw(self, seen: ObservedTable, what: int) -> None:
        """Count a pocket of the wheel or a card."""
        seen.drawn[what] += 1
        side = self._sides.get(what)
        if side is not None:
            seen.side(side)

    def stake(self, seen: ObservedTable, stakes: Mapping[str, int], win: int) -> None:
        """Add the stakes of one round and the house's win."""
        seen.rounds += 1
        self.win += win
        for spot, cents in stakes.items():
            self.staked[spot] += cents
            for other, theirs in stakes.items():
                self._together[spot, other] += cents * theirs

    # ---- at the end

    def tests(self) -> Iterator[ChanceTest]:
        """Yield the tests for evenness of each wheel or shoe."""
        for table, seen in self.seen.items():
            found = [*self._of_wheel(table, seen), *self._of_shoe(table, seen)]
            yield from (test for test in found if test is not None)

    def _of_wheel(self, table: str, seen: ObservedTable) -> Iterator[ChanceTest | None]:
        if self.wheel is None:
            return
        yield evenness("pockets", table, seen.drawn, dict(self.wheel.items()))
        yield runs("colour_runs", table, seen.sides["rojo"], seen.sides["negro"], seen.changes)

    def _of_shoe(self, table: str, seen: ObservedTable) -> Iterator[ChanceTest | None]:
        if self.shoe is None:
            return
        for code, of in (("ranks", rank), ("suits", _suit)):
            came: Counter[int] = Counter()
            holds: Counter[int] = Counter()
            for counted, cards in ((came, seen.drawn.items()), (holds, self.shoe.items())):
                for card, count in cards:
                    if card < JOKER:
                        counted[of(card)] += count
            yield evenness(code, table, came, holds)

    def hold(self, odds: Mapping[str, BetOdds]) -> tuple[Hold, ChanceTest | None] | None:
        """Return the win and its expected value, or None if no bet has known odds."""
        by_spot = {spot: bet for spot in self.staked if (bet := odds_of_spot(spot, odds)) is not None}
        if not by_spot:
            return None
        exact = self._covariances(by_spot) if self.wheel is not None else None
        variance = 0.0
        for one, mine in by_spot.items():
            for other, theirs in by_spot.items():
                both = self._together[one, other]
                variance += both * (mine.sd * theirs.sd if exact is None else exact[one, other])
        staked = sum(self.staked[spot] for spot in by_spot)
        hold = Hold(
            table="",
            staked=staked,
            win=self.win,
            expected=float(sum(self.staked[spot] * bet.edge for spot, bet in by_spot.items())),
            sd=float(max(variance, 0.0)) ** 0.5,
            is_exact=exact is not None,
            uncovered=self.staked.total() - staked,
        )
        return hold, hold_test(hold, sum(seen.rounds for seen in self.seen.values()))

    def _covariances(self, by_spot: Mapping[str, BetOdds]) -> dict[tuple[str, str], float]:
        """Return the covariance of each pair of bets on the same spin, per unit staked."""
        assert self.wheel is not None
        returns, pockets = Returns(self.table), [code for code, _ in self.wheel.items()]
        nets = {spot: [float(returns.net(spot, code)) for code in pockets] for spot in by_spot}
        means = {spot: sum(net) / len(pockets) for spot, net in nets.items()}
        return {
            (one, other): sum(a * b for a, b in zip(nets[one], nets[other], strict=True)) / len(pockets)
            - means[one] * means[other]
            for one in nets
            for other in nets
        }


def _suit(card: int) -> int:
    return card % 4


def odds_of_spot(spot: str, odds: Mapping[str, BetOdds]) -> BetOdds | None:
    """Return the odds of a bet on its spot, or else of its kind of bet."""
    return odds.get(spot) or odds.get(parts_of(spot).kind)

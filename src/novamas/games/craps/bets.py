"""Making bets at craps and taking them back: which, when, and how much."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from novamas.games.craps.cloth import DiceCloth, Rules
from novamas.games.craps.figures import CLOSED, LISTED, fates
from novamas.law import Frame, law
from novamas.rounds.banked.acts import Bet
from novamas.rounds.banked.phases import LateBets, Least, not_on_list
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.refusals import Refusal

MINIMUM = "IB05.06.IV.2.1"
BOUND = "IB05.06.IV.1.A.2"  # Win plays until it is won or lost
FOLLOWS = "IB05.06.IV.1.C.1"
FAMILIES = {  # the clause by which the bets of a family are made
    "sencilla": LISTED,
    "multiple": "IB05.06.IV.1.B.1",
    "asociada": FOLLOWS,
    "place": "IB05.06.IV.1.D.1",
}


# ---------------------------------------------------------------- what may be staked


class Group(Struct, frozen=True):
    """Bets that are made alike: of one family, with the same limits."""

    family: str
    when: str
    least: int
    most: int
    step: int
    most_clause: str

    def offer(self, seat: int, bets: tuple[str, ...], *, already: int = 0) -> Offer:
        """A stake on one of these bets, where the player already has so much."""
        least = self.step if already else self.least
        cents = Range(least, self.most - already, self.step, MINIMUM, self.most_clause)
        dials: dict[str, Dial] = {"bet": OneOf(bets, LISTED), "cents": cents}
        return Offer(Bet(seat, bets[0], least), FAMILIES[self.family], dials)


@cache
def groups(rules: Rules, on_point: bool) -> dict[Group, tuple[str, ...]]:
    """The bets that everybody may make before a first roll, or while a point is on."""
    felt = DiceCloth(rules=rules, point=4 if on_point else None)
    found: dict[Group, list[str]] = {}
    for bet in felt.open_bets(seat=1):
        found.setdefault(group_of(felt, 1, bet), []).append(bet)
    return {group: tuple(bets) for group, bets in found.items()}


def group_of(felt: DiceCloth, seat: int, bet: str) -> Group:
    """How a bet is made."""
    figures = felt.figures(bet)
    return Group(
        family=figures.family,
        when=figures.when,
        least=felt.least_on(bet),
        most=felt.most(seat, bet),
        step=felt.step(bet),
        most_clause=figures.maximum_clause,
    )


def bet_offers(felt: DiceCloth, seat: int) -> Iterator[Offer]:
    """What a player may stake: new bets group by group, more on those he has, and associated bets."""
    has = {bet: cents for owner, bet, cents in felt.chips if owner == seat}
    for group, bets in groups(felt.rules, felt.point is not None).items():
        new = tuple(bet for bet in bets if bet not in has)
        if new:
            yield group.offer(seat, new)
        for bet in bets:
            if bet in has and has[bet] + group.step <= group.most:
                yield group.offer(seat, (bet,), already=has[bet])
    for followed in has:
        for bet in followers(felt.rules.frame, followed):
            group, already = group_of(felt, seat, bet), has.get(bet, 0)
            if (already or group.least) + (group.step if already else 0) <= group.most:
                yield group.offer(seat, (bet,), already=already)


@cache
def followers(frame: Frame, bet: str) -> tuple[str, ...]:
    """The bets that may be associated to a bet."""
    return tuple(name for name, fate in fates(frame).items() if fate.follows == bet)


class Cloth(DiceCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of craps: which bets may be made, and which may be taken back."""

    def bets(self, seat: int) -> Iterator[Offer]:
        return bet_offers(self, seat)

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        figures = self.figures(bet)
        moves.stake(seat, bet, cents, figures.when_clause or FAMILIES[figures.family])

    @law("IB05.06.IV.1.1", "IB05.06.IV.1.C.1")
    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        """The words for a bet that may not be made."""
        if bet not in self.spots:
            return not_on_list(self.spots, bet, LISTED)
        return why_not_made(self, seat, bet, cents)

    # ---- what may be taken back

    @law("IB05.06.IV.1.A.2", "IB05.06.IV.1.A.Big6.2", "IB05.06.IV.1.A.Big8.2", "IB05.06.IV.1.B.HardWays.1")
    @law("IB05.06.IV.1.C.1", "IB05.06.IV.1.D.1")
    def is_free(self, bet: str) -> bool:
        """All but a Win or a Come that has its point."""
        return bool(self.free_by(bet))

    def free_by(self, bet: str) -> str:
        return self.fates[bet].withdraw_clause

    def least(self, seat: int, bet: str) -> Least:
        return Least(self.least_on(bet), self.step(bet), MINIMUM)

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """The chips go back, and with them what the bets associated to it now have too much."""
        super().take_back(moves, seat, bet, cents)
        left = self.on(seat, bet) - cents
        for follower in followers(self.rules.frame, bet):
            excess = self.on(seat, follower) - self.most_following(follower, left)
            if excess > 0:
                moves.withdraw(seat, follower, excess, self.figures(follower).maximum_clause)

    @law("IB05.06.IV.1.A.2")
    def why_bound(self, seat: int, bet: str) -> Refusal | None:
        """The words for a bet that may not be taken back."""
        if bet not in self.spots:
            return not_on_list(self.spots, bet, LISTED)
        if not self.on(seat, bet):
            return Refusal("nothing_there", CLOSED, f"You have nothing on {bet}.", dial="bet", given=bet)
        if not self.is_free(bet):
            says = f"{bet} may not be withdrawn: it plays until it is won or lost."
            return Refusal("must_play", BOUND, says, dial="bet", given=bet)
        return None

    @law("IB05.06.IV.3.15")
    def late_bets(self) -> LateBets:
        return LateBets(tuple(self.spots), self.rules.chip, self.rules.simple_maximum, LISTED)


# ---------------------------------------------------------------- words for what may not be done


def why_not_made(felt: DiceCloth, seat: int, bet: str, cents: int) -> Refusal | None:
    """A bet of the list that may not be made now, or not for so much."""
    spot, figures, follows = felt.spots[bet], felt.figures(bet), felt.fates[bet].follows
    if follows and not felt.on(seat, follows):
        says = f"{bet} may only be made by who has a bet on {follows}."
        return Refusal("nothing_to_follow", FOLLOWS, says, dial="bet", given=bet)
    if spot.name != spot.kind and figures.when:
        says = f"Nothing may be added to {bet}: its point is known."
        return Refusal("point_known", figures.when_clause, says, dial="bet", given=bet)
    if figures.when and bet not in felt.open_bets(seat):
        first = figures.when == "first_roll"
        code = "first_roll_only" if first else "needs_a_point"
        says = f"{bet} is played {'before the first roll of a series' if first else 'while a point is on'}."
        return Refusal(code, figures.when_clause, says, dial="bet", given=bet)
    most, has = felt.most(seat, bet), felt.on(seat, bet)
    says = f"The maximum on {bet} is {most}; you already have {has} there."
    if follows and not has:
        says = f"{follows} is too small for the least stake on {bet}, which is {felt.least_on(bet)}."
    return Refusal("above_maximum", figures.maximum_clause, says, dial="cents", given=has + cents, most=most)

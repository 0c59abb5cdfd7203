"""Making bets at craps and taking them back: which, when, and how much."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from novamas.games.craps.acts import Reduce
from novamas.games.craps.cloth import Cloth, Rules
from novamas.games.craps.figures import CLOSED, LISTED, fates
from novamas.law import Frame, law
from novamas.rounds.banked import Bet, Withdraw
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
    felt = Cloth(rules=rules, point=4 if on_point else None)
    found: dict[Group, list[str]] = {}
    for bet in felt.bets(seat=1):
        found.setdefault(group_of(felt, 1, bet), []).append(bet)
    return {group: tuple(bets) for group, bets in found.items()}


def group_of(felt: Cloth, seat: int, bet: str) -> Group:
    """How a bet is made."""
    figures = felt.figures(bet)
    return Group(
        family=figures.family,
        when=figures.when,
        least=felt.least(bet),
        most=felt.most(seat, bet),
        step=felt.step(bet),
        most_clause=figures.maximum_clause,
    )


def bet_offers(felt: Cloth, seat: int) -> Iterator[Offer]:
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


def made(moves: Moves[Cloth], act: Bet) -> None:
    """The chips are laid on the cloth."""
    assert isinstance(act.by, int)
    figures = moves.felt.figures(act.bet)
    moves.stake(act.by, act.bet, act.cents, figures.when_clause or FAMILIES[figures.family])


# ---------------------------------------------------------------- what may be taken back


@law("IB05.06.IV.1.A.2", "IB05.06.IV.1.A.Big6.2", "IB05.06.IV.1.A.Big8.2", "IB05.06.IV.1.B.HardWays.1")
@law("IB05.06.IV.1.C.1", "IB05.06.IV.1.D.1")
def withdrawals(felt: Cloth, seat: int) -> Iterator[Offer]:
    """What a player may take back, in whole or in part: all but a Win or a Come that has its point."""
    for owner, bet, cents in felt.chips:
        clause = felt.fates[bet].withdraw_clause
        if owner != seat or not clause:
            continue
        yield Offer(Withdraw(seat, bet), clause)
        step, most = felt.step(bet), cents - felt.least(bet)
        if most >= step:
            part = Range(step, most, step, MINIMUM)
            yield Offer(Reduce(seat, bet, step), clause, {"bet": OneOf((bet,), LISTED), "cents": part})


def taken_back(moves: Moves[Cloth], act: Withdraw | Reduce) -> None:
    """The chips go back, and with them what the bets associated to it now have too much."""
    assert isinstance(act.by, int)
    felt, seat = moves.felt, act.by
    cents = act.cents if isinstance(act, Reduce) else felt.on(seat, act.bet)
    moves.withdraw(seat, act.bet, cents, felt.fates[act.bet].withdraw_clause)
    left = moves.felt.on(seat, act.bet)
    for bet in followers(felt.rules.frame, act.bet):
        excess = felt.on(seat, bet) - felt.most_following(bet, left)
        if excess > 0:
            moves.withdraw(seat, bet, excess, felt.figures(bet).maximum_clause)


# ---------------------------------------------------------------- words for what may not be done


@law("IB05.06.IV.1.1", "IB05.06.IV.1.A.2", "IB05.06.IV.1.C.1")
def why_not_bet(felt: Cloth, act: Bet | Withdraw | Reduce) -> Refusal | None:
    """The words for a bet that may not be made, or not be taken back."""
    listed = tuple(felt.spots)
    if act.bet not in felt.spots:
        refusal = OneOf(listed, LISTED).why_not(act.bet)
        assert refusal is not None
        return replace(refusal, code="no_such_bet", dial="bet")
    assert isinstance(act.by, int)
    if isinstance(act, Bet):
        return _why_not_made(felt, act.by, act)
    if not felt.on(act.by, act.bet):
        return Refusal("nothing_there", CLOSED, f"You have nothing on {act.bet}.", dial="bet", given=act.bet)
    if not felt.fates[act.bet].withdraw_clause:
        says = f"{act.bet} may not be withdrawn: it plays until it is won or lost."
        return Refusal("must_play", BOUND, says, dial="bet", given=act.bet)
    return None


def _why_not_made(felt: Cloth, seat: int, act: Bet) -> Refusal | None:
    spot, figures, follows = felt.spots[act.bet], felt.figures(act.bet), felt.fates[act.bet].follows
    if follows and not felt.on(seat, follows):
        says = f"{act.bet} may only be made by who has a bet on {follows}."
        return Refusal("nothing_to_follow", FOLLOWS, says, dial="bet", given=act.bet)
    if spot.name != spot.kind and figures.when:
        says = f"Nothing may be added to {act.bet}: its point is known."
        return Refusal("point_known", figures.when_clause, says, dial="bet", given=act.bet)
    if figures.when and act.bet not in felt.bets(seat):
        first = figures.when == "first_roll"
        code = "first_roll_only" if first else "needs_a_point"
        says = (
            f"{act.bet} is played {'before the first roll of a series' if first else 'while a point is on'}."
        )
        return Refusal(code, figures.when_clause, says, dial="bet", given=act.bet)
    most, has = felt.most(seat, act.bet), felt.on(seat, act.bet)
    says = f"The maximum on {act.bet} is {most}; you already have {has} there."
    if follows and not has:
        says = f"{follows} is too small for the least stake on {act.bet}, which is {felt.least(act.bet)}."
    return Refusal(
        "above_maximum", figures.maximum_clause, says, dial="cents", given=has + act.cents, most=most
    )

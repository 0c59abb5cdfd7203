"""The bets of banked poker: the main bet, for which a player gets a hand, and the side bets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from novamas.errors import Figure
from novamas.families.banked.acts import Bet
from novamas.families.banked.cloth import Course, LateBets, Least, not_aside, not_on_list
from novamas.families.banked_poker.setup import PokerRules
from novamas.table.bets import write_bet
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.refusals import Refusal

BANK, BOARD = "bank", "board"  # owners of the cards in front of the croupier


class PokerCourse(Course, frozen=True, forbid_unknown_fields=True):
    """The clauses on the course of a round."""

    minimum: str
    maximum: str
    one_box: str


class SideBet(NamedTuple):
    """A bet that a player with a hand may add before «no va más»: its limits and their clauses."""

    name: str
    least: int
    most: int
    step: int  # 0 if the amount is fixed
    betting: str
    least_clause: str
    most_clause: str = ""
    grows: bool = False  # whether a player may add to it later

    def offers(self, seat: int, has: int) -> Iterator[Offer]:
        """Yield the offer of this side bet to a player who already has this amount on it."""
        least, most = self.step if has else self.least, self.most - has
        if (self.grows or not has) and least <= most:
            cents = Range(least, most, self.step or 1, self.least_clause, self.most_clause)
            yield bet_offer(seat, self.name, cents, self.betting)

    @property
    def smallest(self) -> Least:
        """The smallest stake that may stay when the player takes chips back."""
        return Least(self.least, self.step, self.least_clause)


def bet_offer(seat: int, bet: str, cents: Range, clause: str, *, listed: str = "") -> Offer:
    """Return the offer of one bet. `listed` is the clause that names the bet, if it is another one."""
    return Offer(
        Bet(seat, bet, cents.least), clause, {"bet": OneOf((bet,), listed or clause), "cents": cents}
    )


def side_bet_named(side_bets: Iterable[SideBet], name: str) -> SideBet | None:
    """Return the side bet with this name, or None."""
    return next((side for side in side_bets if side.name == name), None)


def why_no_side_bet(
    bet: str, has: int, main: str, side_bets: tuple[SideBet, ...], offers: Iterable[Offer], betting: str
) -> Refusal | None:
    """Explain why a player with a hand may not place this side bet."""
    if any(isinstance(offer.act, Bet) and offer.act.bet == bet for offer in offers):
        return None
    side = side_bet_named(side_bets, bet)
    if has and side is not None:
        values: dict[str, Figure] = {"bet": bet, "has": has}
        return Refusal("nothing_more_there", side.least_clause, dial="bet", given=bet, figures=values)
    return not_on_list((main, *(side.name for side in side_bets)), bet, betting)


def why_not_first(bet: str, main: str, side_bets: tuple[SideBet, ...], betting: str) -> Refusal:
    """Explain why a player without a hand must place the main bet first."""
    if side_bet_named(side_bets, bet) is not None:
        return not_aside(betting)
    return not_on_list((main, *(side.name for side in side_bets)), bet, betting)


def late_main_bets(main: str, rules: PokerRules, course: PokerCourse) -> LateBets:
    """Return the main bets that a player may try to place after «no va más»."""
    boxes = tuple(write_bet(main, box) for box in range(1, rules.boxes + 1))
    return LateBets(boxes, rules.minimum, rules.maximum, course.betting)

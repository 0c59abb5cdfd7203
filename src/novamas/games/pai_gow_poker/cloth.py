"""The cloth of pai gow poker: seven cards for each player, from a deck with a joker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, ClassVar

from novamas.equipment.cards import DECK_53, name
from novamas.equipment.cards import cards as read_cards
from novamas.equipment.shoe import Shoe
from novamas.errors import InvalidInput
from novamas.families.banked.cloth import too_much_there
from novamas.families.pai_gow.bank_cloth import BankCloth
from novamas.families.pai_gow.cloth import PaiGowCourse, bet_on, stands
from novamas.families.pai_gow.house_ways import WayRule
from novamas.games.pai_gow_poker.house_way import LOWS, HouseWay, house_setting, least_high, settings
from novamas.games.pai_gow_poker.setup import Rules
from novamas.hands import Ranking, best_hand, ranking_of
from novamas.law import Frame, law
from novamas.table.moves import Moves
from novamas.table.refusals import Refusal


class CardCourse(PaiGowCourse, frozen=True, kw_only=True):
    """The clauses on steps that only the game with cards has."""

    one_area: str
    cutting: str
    outranking: str
    silence: str
    foul: str


def house_way(frame: Frame, name: str) -> HouseWay:
    """Return a published house way."""
    return frame.group(f"house_way.{name}", HouseWay)


@cache
def rankings_of(frame: Frame) -> tuple[Ranking, Ranking]:
    """Return the rankings of the high hand and of the low hand."""
    return ranking_of(frame), ranking_of(frame, variant="low")


@cache
@law("IB09.16.II.1.1", "AR10.10-1-C.II.1.1", "CM16.ANX1.1.a.1")
def fresh_deck() -> Shoe:
    """Return fifty-two cards and a joker."""
    return Shoe.of(DECK_53)


class Cloth(BankCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of pai gow poker."""

    size: ClassVar[int] = 7

    rules: Rules

    @property
    def course(self) -> CardCourse:
        return self.rules.frame.group("course", CardCourse)

    @property
    def foul_clause(self) -> str:
        return self.course.foul

    def fresh(self) -> Shoe:
        return fresh_deck()

    def note_shuffle(self, moves: Moves[Any]) -> None:
        moves.note("shuffled_and_cut", self.course.cutting)

    # ---- boxes

    @law("IB09.16.IV.3", "AR10.10-1-C.IV.2")
    def holder(self, box: int) -> int:
        """Return the player at a box who has bet on it, or 0."""
        return box if self.on(box, bet_on(box)) else 0

    @law("IB09.16.VII.3", "CM16.8.5.1")
    def stakes(self, seat: int) -> Iterable[tuple[int, int, int, str]]:
        """Yield the stake of a player, who may bet only on the box at their own seat."""
        has = self.on(seat, bet_on(seat))
        least = self.rules.chip if has else self.minimum
        yield seat, least, self.maximum - has, self.course.limits

    def why_no_stake(self, seat: int, box: int, cents: int) -> Refusal | None:
        course, bet = self.course, bet_on(box)
        if seat != box:
            return Refusal("one_area_only", course.one_area, dial="bet", given=bet, figures={"seat": seat})
        return too_much_there(bet, self.on(seat, bet), cents, self.maximum, course.limits)

    # ---- hands

    @law("IB09.16.VII.16", "AR10.10-1-C.I.2", "AR10.10-1-C.VI.15")
    def splits(self, cards: Sequence[int]) -> dict[str, tuple[int, ...]]:
        """Return the ways to set seven cards so that the high hand outranks the low one."""
        held = tuple(sorted(cards))
        high, low = settings(held)
        return {
            way_name(held, way): tuple(held[place] for place in LOWS[way])
            for way in range(len(LOWS))
            if high[way] >= least_high()[low[way]]
        }

    def every_way(self, cards: Sequence[int]) -> Iterable[str]:
        held = tuple(sorted(cards))
        return (way_name(held, way) for way in range(len(LOWS)))

    def low_hand(self, cards: Sequence[int], way: str) -> tuple[int, ...]:
        return read_cards(way)

    def why_not_set(self, held: Sequence[int], low: str) -> Refusal | None:
        try:
            two = read_cards(low)
        except InvalidInput:
            return None
        if len(two) != 2 or not set(two) <= set(held):
            return None
        return Refusal("foul_hand", self.course.outranking, dial="low", given=low)

    def way_rules(self, way: str) -> tuple[WayRule, ...]:
        return house_way(self.rules.frame, way).rules

    def house_split(self, cards: Sequence[int]) -> str:
        held = tuple(sorted(cards))
        return way_name(held, house_setting(held, house_way(self.rules.frame, self.rules.known_way)))

    def stands(
        self, cards: Sequence[int], low: Sequence[int], bank: Sequence[int], bank_low: Sequence[int]
    ) -> tuple[str, str]:
        """Compare the high hands and the low hands by strength."""
        strengths, bank_strengths = _strengths(cards, low), _strengths(bank, bank_low)
        return stands(strengths[0], bank_strengths[0]), stands(strengths[1], bank_strengths[1])

    def called(self, cards: Sequence[int], low: Sequence[int]) -> str:
        high = [card for card in cards if card not in low]
        five, two = rankings_of(self.rules.frame)
        return f"{best_hand(five, high).call} y {best_hand(two, low).call}"


def way_name(held: Sequence[int], way: int) -> str:
    """Return the name of a way to set cards: the two cards of its low hand, the lower one first."""
    one, other = LOWS[way]
    return name(held[one]) + name(held[other])


def _strengths(held: Sequence[int], low: Sequence[int]) -> tuple[int, int]:
    ordered = tuple(sorted(held))
    high, lows = settings(ordered)
    places = sorted(ordered.index(card) for card in low)
    way = LOWS.index((places[0], places[1]))
    return high[way], lows[way]

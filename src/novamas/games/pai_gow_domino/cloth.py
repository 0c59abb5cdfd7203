"""The cloth of pai gow dominoes: who plays which hands, who bets on another's, and the tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct

from novamas.equipment.pieces import piece_of_tile, tile_of_piece
from novamas.equipment.shoe import Shoe
from novamas.equipment.tiles import TILE_SET, tile_names
from novamas.families.banked.phases import Least, too_much_there
from novamas.families.pai_gow.cloth import PaiGowCourse, bet_on, box_of, clear_box, stands
from novamas.families.pai_gow.house_ways import WayRule
from novamas.families.pai_gow.phases.betting import BankCloth
from novamas.games.pai_gow_domino.acts import AllowThree, GrantLimit
from novamas.games.pai_gow_domino.house_way import HouseWay, Way, chosen, ways
from novamas.games.pai_gow_domino.setup import Rules
from novamas.hands import tile_hand
from novamas.law import Frame, law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, Range
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR, Who


class TileCourse(PaiGowCourse, frozen=True, kw_only=True):
    """The steps that only tiles have."""

    backing: str
    hands_most: str
    between: str
    two_hands: str
    three_hands: str
    special_limits: str
    dice_stacked: str
    wrong_count: str
    tile_seen: str
    one_tile_of_a_player: str
    several_tiles_of_a_player: str
    tiles_nobody_plays: str
    tiles_of_the_croupier: str
    high_tiles: str
    tiles_of_the_bank: str
    one_tile_of_the_bank: str
    shown_by_the_bank: str


class HandFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How many hands a player may bet on, and what he must then stake."""

    most: int
    most_allowed: int
    two_minima: int


class Special(NamedTuple):
    """A player's own maximum."""

    seat: int
    maximum: int


def house_way(frame: Frame, name: str) -> HouseWay:
    """A published house way."""
    return frame.group(f"house_way.{name}", HouseWay)


@cache
@law("CM16.10.1", "CM16.ANX1.2.a.1")
def fresh_set() -> Shoe:
    """The thirty-two tiles."""
    return Shoe.of(map(piece_of_tile, TILE_SET))


class Cloth(BankCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of pai gow dominoes."""

    public: ClassVar[tuple[str, ...]] = (*BankCloth.public, "holders", "allowed", "special")
    size: ClassVar[int] = 4

    rules: Rules
    holders: tuple[int, ...] = ()  # by box, who plays its hand; 0 is nobody
    allowed: tuple[int, ...] = ()  # seats that may play three hands
    special: tuple[Special, ...] = ()

    @property
    def course(self) -> TileCourse:
        return self.rules.frame.group("course", TileCourse)

    def fresh(self) -> Shoe:
        return fresh_set()

    def note_shuffle(self, moves: Moves[Any]) -> None:
        moves.note("tiles_stacked", self.course.stacking)

    # ---- boxes

    def holder(self, box: int) -> int:
        """Who bet first on the hand of a box."""
        return self.holders[box - 1] if self.holders else 0

    def hands_of(self, seat: int) -> tuple[int, ...]:
        """The boxes on whose hands a player has bet."""
        return tuple(box for box in self.boxes if self.on(seat, bet_on(box)))

    def limit(self, seat: int) -> int:
        """A player's maximum: the table's or his own."""
        return next((special.maximum for special in self.special if special.seat == seat), self.maximum)

    @law("CM16.12.1.1", "CM16.12.2.1", "CM16.12.2.2", "CM16.12.4.1", "CM16.12.4.2")
    def stakes(self, seat: int) -> Iterable[tuple[int, int, int, str]]:
        """One's own hand or another's: one, or two at twice the minimum; with permission, three at the most.

        Our reading: a bet on another's hand counts like a hand.
        """
        for box in self.boxes:
            most, clause = self.limit(seat) - self.counted(seat, box), self.limit_clause(seat)
            if self.on(seat, bet_on(box)):
                yield box, self.rules.chip, most, clause
            elif self.why_no_new(seat, box) is None:
                yield box, self.least_on(seat), most, clause

    @law("CM16.12.4.1")
    def counted(self, seat: int, box: int) -> int:
        """What counts towards a player's maximum on a hand: what all have bet on it, or he alone.

        Who sits before the box has it to himself when he bets: what others have on it goes back to them.
        """
        if self.is_taken_by(seat, box):
            return 0
        return self.staked_on(box) if self.rules.limit_of == "hand" else self.on(seat, bet_on(box))

    def limit_clause(self, seat: int) -> str:
        """The clause of a player's maximum on a hand."""
        if self.limit(seat) != self.maximum:
            return self.course.special_limits
        return self.course.backing if self.rules.limit_of == "hand" else self.course.limits

    def least_on(self, seat: int) -> int:
        """The least that a player must stake on one hand more."""
        return self.least_of(seat, len(self.hands_of(seat)) + 1)

    def least_of(self, seat: int, many: int) -> int:
        """The least on each of so many hands of a player."""
        if many == 1:
            return self.minimum
        if many > 2:
            return self.limit(seat)
        return self.minimum * self.rules.frame.group("hands", HandFigures).two_minima

    def why_no_new(self, seat: int, box: int) -> Refusal | None:
        """Why a player may not bet on one hand more, this one."""
        figures, course = self.rules.frame.group("hands", HandFigures), self.course
        mine = self.hands_of(seat)
        most = figures.most_allowed if seat in self.allowed else figures.most
        if len(mine) >= most:
            return Refusal(
                "too_many_hands",
                course.hands_most,
                dial="bet",
                given=bet_on(box),
                figures={"seat": seat, "hands": most},
            )
        least = self.least_on(seat)
        if any(self.on(seat, bet_on(other)) < least for other in mine):
            clause = course.two_hands if len(mine) == 1 else course.three_hands
            return Refusal(
                "too_little_on_each",
                clause,
                dial="bet",
                given=bet_on(box),
                figures={"hands": len(mine) + 1, "each": least},
            )
        if not self.may_sit(seat, box):
            return Refusal(
                "seat_between",
                course.between,
                dial="bet",
                given=bet_on(box),
                figures={"seat": seat, "box": box},
            )
        return None

    def is_taken_by(self, seat: int, box: int) -> bool:
        """Does a player who bets on this box take it from one who plays it from another seat?"""
        return seat == box != self.holder(box) != 0

    @law("CM16.12.1.2")
    def may_sit(self, seat: int, box: int) -> bool:
        """Would no occupied seat lie between any hand and its player? A seat is occupied that has bets.

        Our reading: on the box before him a player may always bet; hands played over his seat give way.
        """
        if seat == box:
            return True
        holders = {other: self.holder(other) for other in self.boxes if self.holder(other)}
        holders.setdefault(box, seat)
        occupied = {owner for owner, _, _ in self.chips} | {seat, self.banker}
        return not any(
            place in occupied
            for hand, holder in holders.items()
            if hand != holder
            for place in range(min(hand, holder), max(hand, holder) + 1)
            if place != holder
        )

    def gives_way(self, box: int, banker: int) -> bool:
        """Also a hand over which the banker sits: no occupied seat may lie between it and its player."""
        return min(box, self.holder(box)) <= banker <= max(box, self.holder(box))

    def why_no_stake(self, seat: int, box: int, cents: int) -> Refusal | None:
        has = self.on(seat, bet_on(box))
        if (refusal := None if has else self.why_no_new(seat, box)) is not None:
            return refusal
        counts = self.counted(seat, box)
        return too_much_there(bet_on(box), counts, cents, self.limit(seat), self.limit_clause(seat))

    @law("CM16.12.2.1", "CM16.12.2.2")
    def least_clause(self, seat: int, box: int) -> str:
        """Of a hand more it is that of so many hands; of chips that are added, the table's."""
        if self.on(seat, bet_on(box)):
            return self.course.limits
        return self.clause_of_hands(len(self.hands_of(seat)) + 1)

    def clause_of_hands(self, many: int) -> str:
        """The clause of the least on each of so many hands."""
        return (self.course.limits, self.course.two_hands, self.course.three_hands)[many - 1]

    @law("CM16.12.1.1", "CM16.12.4.1")
    def bet_clause(self, seat: int, box: int) -> str:
        """A hand of one's own, or one that another plays."""
        return self.course.betting if self.holder(box) in (0, seat) or box == seat else self.course.backing

    @law("CM16.12.1.2")
    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Who bets on the box before him occupies his seat: hands played over it from others give way."""
        if box_of(bet) == seat and self.holder(seat) != seat:
            for box in self.played:
                if self.holder(box) != seat and box != self.holder(box) and self.gives_way(box, seat):
                    moves.note("seat_taken", self.course.between, seat=seat, box=box, by=self.holder(box))
                    clear_box(moves, box, self.course.between)
            self.hold(moves, seat, seat)
            moves.stake(seat, bet, cents, self.course.betting)
            return
        super().lay(moves, seat, bet, cents)

    def hold(self, moves: Moves[Any], box: int, seat: int) -> None:
        """Who bets first on a hand plays it."""
        held = list(moves.felt.holders or (0,) * self.rules.seats)
        held[box - 1] = seat
        moves.change(holders=tuple(held))

    def least(self, seat: int, bet: str) -> Least:
        """Who plays several hands must leave on each what the law wants there."""
        many = len(self.hands_of(seat))
        return Least(self.least_of(seat, many), self.rules.chip, self.clause_of_hands(many))

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """The floor may let a player play three hands, or give him a maximum of his own."""
        course = self.course
        if who is not FLOOR:
            return
        for seat in self.boxes:
            if seat not in self.allowed:
                yield Offer(AllowThree(seat=seat), course.hands_most)
        clause = course.special_limits
        dials: dict[str, Dial] = {
            "seat": Range(1, self.rules.seats, 1, clause),
            "cents": Range(self.maximum, self.premises.authorised_maximum, self.rules.chip, clause),
        }
        yield Offer(GrantLimit(seat=1, cents=self.maximum), clause, dials)

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        if isinstance(act, AllowThree):
            moves.change(allowed=tuple(sorted((*self.allowed, act.seat))))
            moves.note("three_hands_allowed", self.course.hands_most, seat=act.seat)
            return
        if not isinstance(act, GrantLimit):
            super().do_own(moves, act)
            return
        others = (special for special in self.special if special.seat != act.seat)
        moves.change(special=tuple(sorted((*others, Special(act.seat, act.cents)))))
        moves.note("limit_granted", self.course.special_limits, seat=act.seat, cents=act.cents)

    @law("CM16.12.3.1")
    def hands_to_choose(self, box: int) -> tuple[int, ...]:
        """Of a player's several hands any may be played first, but the higher bet before the lower."""
        player = self.player(box)
        if box == self.banker:
            return (box,)
        mine = [other for other in self.played if self.holder(other) == player and self.low(other) is None]
        highest = max(self.on(player, bet_on(other)) for other in mine)
        return tuple(other for other in mine if self.on(player, bet_on(other)) == highest)

    # ---- hands

    def splits(self, cards: Sequence[int]) -> dict[str, tuple[int, ...]]:
        """The ways to make two hands; the one of less value is the low hand."""
        return splits_of(_kinds(cards))

    def way_rules(self, way: str) -> tuple[WayRule, ...]:
        return house_way(self.rules.frame, way).rules

    def house_split(self, cards: Sequence[int]) -> str:
        return way_name(chosen(_kinds(cards), house_way(self.rules.frame, self.rules.known_way)))

    @law("CM16.11.2.1", "CM16.11.2.2")
    def stands(
        self, cards: Sequence[int], low: Sequence[int], bank: Sequence[int], bank_low: Sequence[int]
    ) -> tuple[str, str]:
        """High against high, low against low, by the strength of each."""
        return (
            stands(_high(cards, low).strength, _high(bank, bank_low).strength),
            stands(tile_hand(*_kinds(low)).strength, tile_hand(*_kinds(bank_low)).strength),
        )

    def called(self, cards: Sequence[int], low: Sequence[int]) -> str:
        return f"{_high(cards, low).call} y {tile_hand(*_kinds(low)).call}"


@cache
def splits_of(kinds: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """The ways to make two hands of four tiles by their names, each with its low hand."""
    return {way_name(way): tuple(map(piece_of_tile, way.low.tiles)) for way in ways(kinds)}


@cache
def way_name(way: Way) -> str:
    """A way to set as it is written: the tiles of the low hand."""
    return tile_names(way.low.tiles).replace(" ", "+")


def _kinds(pieces: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(map(tile_of_piece, pieces)))


def _high(pieces: Sequence[int], low: Sequence[int]) -> Any:
    rest = list(pieces)
    for piece in low:
        rest.remove(piece)
    return tile_hand(*_kinds(rest))

"""The cloth of pai gow dominoes: the hands of each player, bets on other players' hands, tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct

from novamas.equipment.pieces import piece_of_tile, tile_of_piece
from novamas.equipment.shoe import Shoe
from novamas.equipment.tiles import TILE_SET, tile_names
from novamas.families.banked.cloth import Least, too_much_there
from novamas.families.pai_gow.bank_cloth import BankCloth
from novamas.families.pai_gow.cloth import PaiGowCourse, bet_on, box_of, clear_box, stands
from novamas.families.pai_gow.house_ways import WayRule
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
    """The clauses on steps that only the game with tiles has."""

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
    """The number of hands on which a player may bet, and the minimum stake on each."""

    most: int
    most_allowed: int
    two_minima: int


class Special(NamedTuple):
    """A special maximum that the floor has granted to a player."""

    seat: int
    maximum: int


def house_way(frame: Frame, name: str) -> HouseWay:
    """Return a published house way."""
    return frame.group(f"house_way.{name}", HouseWay)


@cache
@law("CM16.10.1", "CM16.ANX1.2.a.1")
def fresh_set() -> Shoe:
    """Return the thirty-two tiles."""
    return Shoe.of(map(piece_of_tile, TILE_SET))


class Cloth(BankCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of pai gow dominoes."""

    public: ClassVar[tuple[str, ...]] = (*BankCloth.public, "holders", "allowed", "special")
    size: ClassVar[int] = 4

    rules: Rules
    holders: tuple[int, ...] = ()  # by box, the seat that plays its hand, or 0
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
        """Return the player who bet first on the hand of a box, or 0."""
        return self.holders[box - 1] if self.holders else 0

    def hands_of(self, seat: int) -> tuple[int, ...]:
        """Return the boxes of all hands on which a player has bet."""
        return tuple(box for box in self.boxes if self.on(seat, bet_on(box)))

    def limit(self, seat: int) -> int:
        """Return a player's maximum: a special one, or the table's."""
        return next((special.maximum for special in self.special if special.seat == seat), self.maximum)

    @law("CM16.12.1.1", "CM16.12.2.1", "CM16.12.2.2", "CM16.12.4.1", "CM16.12.4.2")
    def stakes(self, seat: int) -> Iterable[tuple[int, int, int, str]]:
        """Yield the stakes that a player may place: box, minimum, maximum, and the clause of the maximum.

        A player may bet on one hand, on two at twice the minimum each, or on three with permission. It is our
        reading that a bet on another player's hand counts as a hand.
        """
        for box in self.boxes:
            most, clause = self.limit(seat) - self.counted(seat, box), self.limit_clause(seat)
            if self.on(seat, bet_on(box)):
                yield box, self.rules.chip, most, clause
            elif self.why_no_new(seat, box) is None:
                yield box, self.least_on(seat), most, clause

    @law("CM16.12.4.1")
    def counted(self, seat: int, box: int) -> int:
        """Return the chips that count towards a player's maximum on a hand: all bets on it, or the player's.

        No chips count if the player takes over the box at their seat, because other bets on it are returned.
        """
        if self.is_taken_by(seat, box):
            return 0
        return self.staked_on(box) if self.rules.limit_of == "hand" else self.on(seat, bet_on(box))

    def limit_clause(self, seat: int) -> str:
        """Return the clause that sets a player's maximum on a hand."""
        if self.limit(seat) != self.maximum:
            return self.course.special_limits
        return self.course.backing if self.rules.limit_of == "hand" else self.course.limits

    def least_on(self, seat: int) -> int:
        """Return the minimum bet on one more hand of a player."""
        return self.least_of(seat, len(self.hands_of(seat)) + 1)

    def least_of(self, seat: int, count: int) -> int:
        """Return the minimum on each of a player's hands, given their number."""
        if count == 1:
            return self.minimum
        if count > 2:
            return self.limit(seat)
        return self.minimum * self.rules.frame.group("hands", HandFigures).two_minima

    def why_no_new(self, seat: int, box: int) -> Refusal | None:
        """Explain why a player may not bet on this hand as one more hand, or return None."""
        figures, course = self.rules.frame.group("hands", HandFigures), self.course
        boxes = self.hands_of(seat)
        most = figures.most_allowed if seat in self.allowed else figures.most
        if len(boxes) >= most:
            return Refusal(
                "too_many_hands",
                course.hands_most,
                dial="bet",
                given=bet_on(box),
                figures={"seat": seat, "hands": most},
            )
        least = self.least_on(seat)
        if any(self.on(seat, bet_on(other)) < least for other in boxes):
            clause = course.two_hands if len(boxes) == 1 else course.three_hands
            return Refusal(
                "too_little_on_each",
                clause,
                dial="bet",
                given=bet_on(box),
                figures={"hands": len(boxes) + 1, "each": least},
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
        """Return whether a player who bets on the box at their seat takes it from another player."""
        return seat == box != self.holder(box) != 0

    @law("CM16.12.1.2")
    def may_sit(self, seat: int, box: int) -> bool:
        """Return whether no occupied seat would be between any hand and its player.

        A seat with bets is occupied. A player may always bet on the box at their seat. It is our reading
        that bets on hands played across that seat are then returned.
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
        """Return whether the banker sits at this hand, or between the hand and its player."""
        return min(box, self.holder(box)) <= banker <= max(box, self.holder(box))

    def why_no_stake(self, seat: int, box: int, cents: int) -> Refusal | None:
        has = self.on(seat, bet_on(box))
        if (refusal := None if has else self.why_no_new(seat, box)) is not None:
            return refusal
        counts = self.counted(seat, box)
        return too_much_there(bet_on(box), counts, cents, self.limit(seat), self.limit_clause(seat))

    @law("CM16.12.2.1", "CM16.12.2.2")
    def least_clause(self, seat: int, box: int) -> str:
        """Return the clause that sets the minimum on a new hand, or the smallest addition to a bet."""
        if self.on(seat, bet_on(box)):
            return self.course.limits
        return self.clause_of_hands(len(self.hands_of(seat)) + 1)

    def clause_of_hands(self, count: int) -> str:
        """Return the clause that sets the minimum on each hand, given their number."""
        return (self.course.limits, self.course.two_hands, self.course.three_hands)[count - 1]

    @law("CM16.12.1.1", "CM16.12.4.1")
    def bet_clause(self, seat: int, box: int) -> str:
        """Return the clause that allows a bet on the player's own hand or on another player's."""
        return self.course.betting if self.holder(box) in (0, seat) or box == seat else self.course.backing

    @law("CM16.12.1.2")
    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Place a bet. If players bet at their own seat, bets on hands played across that seat go back."""
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
        """Record the first bettor on a hand as the player who plays it. Seat 0 frees the box."""
        held = list(moves.felt.holders or (0,) * self.rules.seats)
        held[box - 1] = seat
        moves.change(holders=tuple(held))

    def least(self, seat: int, bet: str) -> Least:
        """Return the smallest stake that must stay on a bet, given the number of the player's hands."""
        count = len(self.hands_of(seat))
        return Least(self.least_of(seat, count), self.rules.chip, self.clause_of_hands(count))

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """Return the floor's offers to allow a player three hands, or to grant a special maximum."""
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
        """Return the hands that the player may play next: those with the player's highest bet."""
        player = self.player(box)
        if box == self.banker:
            return (box,)
        boxes = [other for other in self.played if self.holder(other) == player and self.low(other) is None]
        highest = max(self.on(player, bet_on(other)) for other in boxes)
        return tuple(other for other in boxes if self.on(player, bet_on(other)) == highest)

    # ---- hands

    def splits(self, cards: Sequence[int]) -> dict[str, tuple[int, ...]]:
        """Return the ways to set four tiles. The hand with the lower value is the low hand."""
        return splits_of(_kinds(cards))

    def way_rules(self, way: str) -> tuple[WayRule, ...]:
        return house_way(self.rules.frame, way).rules

    def house_split(self, cards: Sequence[int]) -> str:
        return way_name(chosen(_kinds(cards), house_way(self.rules.frame, self.rules.known_way)))

    @law("CM16.11.2.1", "CM16.11.2.2")
    def stands(
        self, cards: Sequence[int], low: Sequence[int], bank: Sequence[int], bank_low: Sequence[int]
    ) -> tuple[str, str]:
        """Compare the high hands and the low hands by strength."""
        return (
            stands(_high(cards, low).strength, _high(bank, bank_low).strength),
            stands(tile_hand(*_kinds(low)).strength, tile_hand(*_kinds(bank_low)).strength),
        )

    def called(self, cards: Sequence[int], low: Sequence[int]) -> str:
        return f"{_high(cards, low).call} y {tile_hand(*_kinds(low)).call}"


@cache
def splits_of(kinds: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Return the names of the ways to set four tiles, each with its low hand."""
    return {way_name(way): tuple(map(piece_of_tile, way.low.tiles)) for way in ways(kinds)}


@cache
def way_name(way: Way) -> str:
    """Return the name of a way to set tiles: the tiles of its low hand."""
    return tile_names(way.low.tiles).replace(" ", "+")


def _kinds(pieces: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(map(tile_of_piece, pieces)))


def _high(pieces: Sequence[int], low: Sequence[int]) -> Any:
    rest = list(pieces)
    for piece in low:
        rest.remove(piece)
    return tile_hand(*_kinds(rest))

"""The cloth of a pai gow table: the boxes, the banker, and the positions to which the dice refer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct

from novamas.equipment.shoe import Shoe
from novamas.families.banked import cloth as banked
from novamas.families.banked.acts import Bet
from novamas.families.banked.cloth import Course, LateBets, Least, not_on_list
from novamas.families.banked.phases import give_back
from novamas.families.figures import PayFigures
from novamas.families.pai_gow.acts import IN_THE_ROUND
from novamas.families.pai_gow.house_ways import WayRule
from novamas.families.pai_gow.setup import Premises, Rules
from novamas.law import law
from novamas.money import times
from novamas.table.bets import read_bet, write_bet
from novamas.table.deeds import Act
from novamas.table.events import Owner
from novamas.table.felt import Held, Pile
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.refusals import Refusal
from novamas.table.roles import Who

CASILLA = "casilla"
BANCA = "banca"  # a player's chips in the bank
CASA = "casa"  # the stake of the croupier's hand against a player's bank
CROUPIER_HAND = 0  # the croupier's place; the boxes are numbered from 1
HIGHER, EQUAL, LOWER = "superior", "igualdad", "inferior"
WHOLE, HIGH, LOW = "mano", "alta", "baja"
WIN, VOID, LOSS = "ganancia", "partida_nula", "perdida"


def bet_on(box: int) -> str:
    """Return the name of the bet on the hand of a box."""
    return write_bet(CASILLA, box)


def box_of(bet: str) -> int:
    """Return the box of the hand on which a bet is placed. This is the inverse of `bet_on`."""
    return int(read_bet(bet).place)


class PaiGowCourse(Course, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clauses on the steps of a round. A clause is empty if the game does not have the step."""

    shuffling: str
    bank: str
    offering: str
    accepting: str
    passing_on: str
    limits: str
    stacking: str
    leftover: str
    dice: str
    counting: str
    placing: str
    setting: str
    own_hand: str
    croupier_waits: str
    turning: str
    compared_first: str
    one_by_one: str
    losing: str
    untouched: str
    commission: str
    keeps: str
    changing: str
    house_way: str


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the comparative table: the comparisons of both hands with the bank's, and the result."""

    cite: tuple[str, ...]
    high: str
    low: str
    result: str


class Laid(NamedTuple):
    """The low hand set for a box. It is empty if the hand is set wrongly."""

    box: int
    low: tuple[int, ...]


class Apart(NamedTuple):
    """A separate group of cards or tiles in front of an owner: a whole hand, or one of two set hands."""

    owner: Owner
    hand: str
    pieces: int


class Cloth(banked.LimitsOfRules, banked.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth, the banker and the set hands. Each game has its own subclass."""

    public: ClassVar[tuple[str, ...]] = (
        *banked.Cloth.public,
        *("banker", "minimum", "maximum", "last_bets", "dealt", "apart"),
    )
    size: ClassVar[int]  # cards or tiles of a hand
    in_the_round: ClassVar[tuple[type[Act], ...]] = IN_THE_ROUND

    rules: Rules
    premises: Premises
    offered_next: int = 1  # the seat to be offered the bank; the croupier's turn comes last
    banker: int = CROUPIER_HAND
    last_bets: tuple[int, ...] = ()  # the last stake of each seat on its own box
    dealt: tuple[int, ...] = ()  # the boxes in the order of their hands on the table
    laid: tuple[Laid, ...] = ()  # face down: not public
    fouls: tuple[int, ...] = ()  # boxes whose hands are wrongly set

    # ---- for each game to define

    @property
    def course(self) -> PaiGowCourse:
        raise AssertionError("each game has its own course")

    @property
    def cases(self) -> dict[str, Case]:
        """The comparative table, which decides all results."""
        return self.rules.frame.group("cases", dict[str, Case])

    def fresh(self) -> Shoe:
        """Return the full set of cards or tiles."""
        raise AssertionError("each game has its own")

    def holder(self, box: int) -> int:
        """Return the player who plays the hand of a box, or 0."""
        raise AssertionError("each game has its own boxes")

    def stakes(self, seat: int) -> Iterable[tuple[int, int, int, str]]:
        """Yield the stakes that a player may place: box, minimum, maximum, and the clause of the maximum."""
        raise AssertionError("each game has its own bets")

    def why_no_stake(self, seat: int, box: int, cents: int) -> Refusal | None:
        """Explain why a bet on a box is not offered, or return None."""
        raise AssertionError("each game has its own bets")

    def hold(self, moves: Moves[Any], box: int, seat: int) -> None:
        """Record the player who is about to bet on a box and will play its hand. Seat 0 frees the box."""

    def note_shuffle(self, moves: Moves[Any]) -> None:
        """Announce the shuffle."""
        raise AssertionError("each game has its own")

    def splits(self, cards: Sequence[int]) -> dict[str, tuple[int, ...]]:
        """Return every correct way to set a hand: its name, and the low hand."""
        raise AssertionError("each game has its own hands")

    def low_hand(self, cards: Sequence[int], way: str) -> tuple[int, ...]:
        """Return the low hand that results from one correct way to set a hand."""
        return self.splits(cards)[way]

    def every_way(self, cards: Sequence[int]) -> Iterable[str]:
        """Return the names of all ways to set a hand, whether correct or not."""
        return self.splits(cards)

    def why_not_set(self, cards: Sequence[int], low: str) -> Refusal | None:
        """Explain why a player is not offered this way to set a hand, or return None."""
        return None

    def way_rules(self, way: str) -> tuple[WayRule, ...]:
        """Return the rules of a published house way, in order."""
        raise AssertionError("each game has its own house way")

    def house_split(self, cards: Sequence[int]) -> str:
        """Return the name of the way in which the croupier sets a hand."""
        raise AssertionError("each game has its own house way")

    def stands(
        self, cards: Sequence[int], low: Sequence[int], bank: Sequence[int], bank_low: Sequence[int]
    ) -> tuple[str, str]:
        """Compare a player's high hand and low hand with the bank's."""
        raise AssertionError("each game has its own hands")

    def called(self, cards: Sequence[int], low: Sequence[int]) -> str:
        """Return the words in which the croupier calls two hands."""
        raise AssertionError("each game has its own hands")

    @property
    def foul_clause(self) -> str:
        """The clause that decides a hand that is set wrongly."""
        raise AssertionError("this game has no wrongly set hands")

    # ---- bets

    @law("IB09.16.VI.1", "IB09.16.VII.3", "AR10.10-1-C.VI.3", "AR10.10-1-C.V.2.1")
    def bets(self, seat: int) -> Iterable[Offer]:
        """Yield the bets of a player who is not the banker. A player's bank must cover them."""
        chip = self.rules.chip
        if seat == self.banker:
            return
        for box, least, most, most_clause in self.stakes(seat):
            if self.banker and self.uncovered < most:
                most, most_clause = self.uncovered, self.course.passing_on
            if box != self.banker and least <= most:
                dials: dict[str, Dial] = {
                    "bet": OneOf((bet_on(box),), self.course.betting),
                    "cents": Range(least, most, chip, self.least_clause(seat, box), most_clause),
                }
                yield Offer(Bet(seat, bet_on(box), least), self.bet_clause(seat, box), dials)

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        course, boxes = self.course, {bet_on(box): box for box in self.boxes}
        if seat == self.banker:
            return Refusal("banker_may_not_bet", course.bank)
        if bet not in boxes:
            return not_on_list(boxes, bet, course.betting)
        if self.banker and self.uncovered < self.minimum:
            return Refusal("bank_not_covered", course.passing_on, figures={"seat": self.banker})
        offered = any(isinstance(offer.act, Bet) and offer.act.bet == bet for offer in self.bets(seat))
        return None if offered else self.why_no_stake(seat, boxes[bet], cents)

    def least_clause(self, seat: int, box: int) -> str:
        """Return the clause that sets the minimum bet on the hand of a box."""
        return self.course.limits

    def bet_clause(self, seat: int, box: int) -> str:
        """Return the clause that lets a player bet on the hand of a box."""
        return self.course.betting

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        box = box_of(bet)
        if not self.holder(box):
            self.hold(moves, box, seat)
        moves.stake(seat, bet, cents, self.bet_clause(seat, box))

    def is_free(self, bet: str) -> bool:
        return bet != BANCA

    def free_by(self, bet: str) -> str:
        return self.course.keeps

    @property
    def ending_clause(self) -> str:
        return self.course.keeps

    def least(self, seat: int, bet: str) -> Least:
        return Least(self.minimum, self.rules.chip, self.course.limits)

    @law("IB09.16.I.6", "AR10.10-1-C.I.5", "CM16.8.1.3", "CM16.9.1.2", "CM16.11.2.4")
    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Return chips to a player. If the player of a hand takes all back, all bets on it are returned."""
        box = box_of(bet)
        if seat == self.holder(box) and cents == self.on(seat, bet):
            clear_box(moves, box)
        else:
            super().take_back(moves, seat, bet, cents)

    def late_bets(self) -> LateBets:
        return LateBets(tuple(map(bet_on, self.boxes)), self.minimum, self.maximum, self.course.betting)

    # ---- boxes and positions

    @property
    def boxes(self) -> range:
        return range(1, self.rules.seats + 1)

    @property
    def played(self) -> tuple[int, ...]:
        """The boxes with bets on their hands, in order."""
        return tuple(box for box in self.boxes if self.staked_on(box))

    def staked_on(self, box: int) -> int:
        """Return the sum of all bets on the hand of a box."""
        return sum(cents for _, bet, cents in self.chips if bet == bet_on(box))

    def bettors(self, box: int) -> tuple[int, ...]:
        """Return the players with a bet on the hand of a box. The one who plays it comes first."""
        found = [seat for seat, bet, _ in self.chips if bet == bet_on(box)]
        return tuple(sorted(found, key=lambda seat: (seat != self.holder(box), seat)))

    @property
    def positions(self) -> tuple[int, ...]:
        """The places that get a hand, clockwise and beginning with the bank."""
        wanted = {CROUPIER_HAND, self.banker, *self.played}
        every = [
            place for place in (CROUPIER_HAND, *self.boxes) if self.rules.hands_for_all or place in wanted
        ]
        bank = every.index(self.banker)
        return tuple(every[bank:] + every[:bank])

    @law("IB09.16.VII.5", "IB09.16.VII.6", "AR10.10-1-C.VI.5", "AR10.10-1-C.VI.6")
    def order_from(self, points: int) -> tuple[int, ...]:
        """Return the places in the order of the deal. With seven hands the bank is 1, 8 or 15."""
        positions = self.positions
        steps = (points - 1) % len(positions)
        first = -steps % len(positions) if self.rules.counts_anticlockwise else steps
        return positions[first:] + positions[:first]

    def owner(self, box: int) -> Owner:
        """Return the owner of the hand at a place. A hand without a player belongs to its box."""
        if box == CROUPIER_HAND:
            return "croupier"
        return self.banker if box == self.banker else self.holder(box) or bet_on(box)

    def gives_way(self, box: int, banker: int) -> bool:
        """Return whether the bets on a box are returned when this player takes the bank."""
        return banker in (box, self.holder(box))

    def player(self, box: int) -> int:
        """Return the player who sets the hand of a box. The banker sets the hand of their own box."""
        return box if box == self.banker else self.holder(box)

    def hands_to_choose(self, box: int) -> tuple[int, ...]:
        """Return the boxes from which the player of this box may choose the next hand to play."""
        return (box,)

    def hand(self, box: int) -> tuple[Held, ...]:
        """Return the cards or tiles of a place. The hands of one player are stored one after another."""
        owner = self.owner(box)
        held = self.held(owner)
        if len(held) == self.size:
            return held
        before = self.dealt[: self.dealt.index(box)]
        first = self.size * sum(self.owner(other) == owner for other in before)
        return held[first : first + self.size]

    def first_blank(self, box: int) -> int:
        """Return the index of the first unseen card or tile of a hand, among all that its owner has."""
        pieces = self.held(self.owner(box))
        hand = pieces if len(pieces) == self.size else self.hand(box)
        return pieces.index(next(held for held in hand if held.card is None))

    def known(self, box: int) -> tuple[int, ...]:
        """Return the cards or tiles of a hand that its player has seen."""
        return tuple([held.card for held in self.hand(box) if held.card is not None])

    def is_seen(self, box: int) -> bool:
        return box in self.dealt and None not in [held.card for held in self.hand(box)]

    # ---- hands

    def low(self, box: int) -> tuple[int, ...] | None:
        """Return the low hand of a place, or None if it is not set yet."""
        return next((laid.low for laid in self.laid if laid.box == box), None)

    @property
    def apart(self) -> tuple[Apart, ...]:
        """The groups of cards or tiles on the table, in order. A set hand is two groups."""
        found: list[Apart] = []
        for box in self.dealt:
            owner, low = self.owner(box), len(self.low(box) or ())
            if not self.held(owner):
                continue
            parts = ((HIGH, self.size - low), (LOW, low)) if low else ((WHOLE, self.size),)
            found += (Apart(owner, hand, pieces) for hand, pieces in parts)
        return tuple(found)

    def seen_by(self, eyes: Who) -> tuple[Pile, ...]:
        """Return the cards or tiles as one viewpoint sees them. A set hand is shown in two parts."""
        return tuple(map(self._lying, super().seen_by(eyes)))

    def _lying(self, pile: Pile) -> Pile:
        """Return a pile in which each set hand has its high hand first and its low hand last."""
        boxes = [box for box in self.dealt if self.owner(box) == pile.owner]
        cards: list[Held] = []
        for nth, box in enumerate(boxes):
            hand = pile.cards[nth * self.size : (nth + 1) * self.size]
            cards += _low_last(hand, self.low(box) or ())
        return Pile(pile.owner, tuple(cards)) if len(cards) == len(pile.cards) else pile

    def with_laid(self, box: int, low: tuple[int, ...]) -> tuple[Laid, ...]:
        """Return the set hands with this one added."""
        return tuple(sorted((*(laid for laid in self.laid if laid.box != box), Laid(box, low))))

    def to_set(self) -> int | None:
        """Return the next box whose hand must be set, or None. The banker's is the last."""
        order = [box for box in (*self.played, self.banker) if box in self.dealt and box != CROUPIER_HAND]
        order.sort(key=lambda box: box == self.banker)
        return next((box for box in order if self.low(box) is None), None)

    # ---- chips

    @property
    def house_bet(self) -> int:
        """The stake of the croupier's hand against a player's bank, or 0."""
        return self.house_bet_against(self.banker) if self.banker else 0

    @law("IB09.16.VII.13", "AR10.10-1-C.VI.9")
    def house_bet_against(self, seat: int) -> int:
        """Return the croupier's stake against a banker: the minimum, or the banker's last bet.

        This is our reading of the clause. The stake is 0 if the house chooses to place none.
        """
        if self.rules.house_stake == "none":
            return 0
        last = self.last_bets[seat - 1] if self.last_bets and self.rules.house_stake == "last_bet" else 0
        return min(max(last, self.minimum), self.maximum)

    @law("IB09.16.VII.13", "AR10.10-1-C.VI.9")
    def least_bank(self, seat: int) -> int:
        """Return the smallest amount that a player must put into the bank.

        It covers the croupier's stake and all bets already on the cloth, or the minimum if that is
        more.
        """
        staying = (box for box in self.played if not self.gives_way(box, seat))
        others = sum(self.staked_on(box) - self.on(seat, bet_on(box)) for box in staying)
        return self.house_bet_against(seat) + max(others, self.minimum)

    @property
    def bank(self) -> int:
        """The chips in a player's bank."""
        return self.on(self.banker, BANCA)

    @property
    def against(self) -> int:
        """The sum of all bets on the cloth."""
        return sum(cents for _, bet, cents in self.chips if bet != BANCA)

    @property
    def uncovered(self) -> int:
        """The chips that players may still bet against a player's bank, which must cover every bet."""
        return self.bank - self.house_bet - self.against

    @property
    def pays(self) -> Fraction:
        """The rate to one that a winning box pays, before the commission."""
        return self.rules.frame.group("bets", dict[str, PayFigures])[CASILLA].pays

    def prize(self, stake: int) -> int:
        """Return the win of a stake on a box, before the commission."""
        return times(stake, self.pays, self.rules.rounding)

    def commission_on(self, cents: int) -> int:
        """Return the house's commission on a win."""
        return self.rules.rounding.deducted(cents * self.rules.commission)

    @law("IB09.16.VII.13", "AR10.10-1-C.VI.9")
    def bank_commission_on(self, net: int) -> int:
        """Return the house's commission on the win of a player's bank in a round. That is our reading."""
        return self.rules.rounding.deducted(max(net, 0) * self.rules.rate_of_bank)


C = TypeVar("C", bound=Cloth)


def _low_last(hand: Sequence[Held], low: Sequence[int]) -> Iterable[Held]:
    """Return a hand with its low hand at the end, or in the order of the deal if a part is unseen."""
    if any(held.card is None for held in hand):
        return hand
    left, lows = list(low), []
    for held in hand:
        if held.card in left:
            left.remove(held.card)
            lows.append(held)
    return (*(held for held in hand if held not in lows), *lows)


def clear_box(moves: Moves[Any], box: int, clause: str = "") -> None:
    """Return all bets on the hand of a box to their bettors."""
    felt: Cloth = moves.felt
    stakes = (chips for chips in felt.chips if chips.bet == bet_on(box))
    give_back(moves, stakes, clause or felt.course.keeps)
    felt.hold(moves, box, 0)


def stands(strength: int, bank_strength: int) -> str:
    """Return whether one strength is higher than another, equal to it or lower."""
    return HIGHER if strength > bank_strength else LOWER if strength < bank_strength else EQUAL

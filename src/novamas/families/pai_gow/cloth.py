"""The cloth of a pai gow table: boxes, the bank and who holds it, the positions that the dice count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct

from novamas.equipment.shoe import Shoe
from novamas.families.banked import phases
from novamas.families.banked.acts import Bet
from novamas.families.banked.phases import Course, LateBets, Least, give_back, not_on_list
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
BANCA = "banca"  # what a player puts into the bank
CASA = "casa"  # what the croupier's hand plays for when a player holds the bank
CROUPIER_HAND = 0  # the croupier's place; the boxes are numbered from 1
HIGHER, EQUAL, LOWER = "superior", "igualdad", "inferior"
WHOLE, HIGH, LOW = "mano", "alta", "baja"
WIN, VOID, LOSS = "ganancia", "partida_nula", "perdida"


def bet_on(box: int) -> str:
    """The name of the bet on the hand of a box."""
    return write_bet(CASILLA, box)


def box_of(bet: str) -> int:
    """The box on whose hand a bet lies; the inverse of `bet_on`."""
    return int(read_bet(bet).place)


class PaiGowCourse(Course, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The clause of each step of the course of play; a step that a game does not know has none."""

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
    """A line of the comparative table: how the client's two hands stand to the bank's, and what follows."""

    cite: tuple[str, ...]
    high: str
    low: str
    result: str


class Laid(NamedTuple):
    """How the hand of a box is set: what lies in the low hand; nothing of one that is wrongly set."""

    box: int
    low: tuple[int, ...]


class Apart(NamedTuple):
    """What lies by itself before an owner: a whole hand, or one of the two that it was set into."""

    owner: Owner
    hand: str
    pieces: int


class Cloth(phases.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth, who holds the bank, and how the hands are set. Each game makes its own of it."""

    public: ClassVar[tuple[str, ...]] = (
        *phases.Cloth.public,
        *("banker", "minimum", "maximum", "last_bets", "dealt", "apart"),
    )
    size: ClassVar[int]  # cards or tiles of a hand
    in_the_round: ClassVar[tuple[type[Act], ...]] = IN_THE_ROUND

    rules: Rules
    premises: Premises
    offered_next: int = 1  # whose turn it is to be offered the bank; the croupier's comes after the last seat
    banker: int = CROUPIER_HAND
    last_bets: tuple[int, ...] = ()  # what each seat last staked on its own box
    dealt: tuple[int, ...] = ()  # the boxes in the order in which their hands were laid
    laid: tuple[Laid, ...] = ()  # face down, so nobody is shown it
    fouls: tuple[int, ...] = ()  # boxes whose hands are wrongly set

    # ---- what each game says for itself

    @property
    def course(self) -> PaiGowCourse:
        raise AssertionError("each game has its own course")

    @property
    def cases(self) -> dict[str, Case]:
        """The comparative table."""
        return self.rules.frame.group("cases", dict[str, Case])

    def fresh(self) -> Shoe:
        """All cards or tiles."""
        raise AssertionError("each game has its own")

    def holder(self, box: int) -> int:
        """Who plays the hand of a box; nobody is 0."""
        raise AssertionError("each game has its own boxes")

    def stakes(self, seat: int) -> Iterable[tuple[int, int, int, str]]:
        """What a player may stake: box, least, most, and the clause of the most."""
        raise AssertionError("each game has its own bets")

    def why_no_stake(self, seat: int, box: int, cents: int) -> Refusal | None:
        """Words for a bet on a box that is not offered."""
        raise AssertionError("each game has its own bets")

    def hold(self, moves: Moves[Any], box: int, seat: int) -> None:
        """A player is about to stake on the hand of a box; 0: nobody bets on it any more."""

    def note_shuffle(self, moves: Moves[Any]) -> None:
        """What is told of the shuffle."""
        raise AssertionError("each game has its own")

    def splits(self, cards: Sequence[int]) -> dict[str, tuple[int, ...]]:
        """Every right way to set a hand: its name, and the low hand."""
        raise AssertionError("each game has its own hands")

    def low_hand(self, cards: Sequence[int], way: str) -> tuple[int, ...]:
        """The low hand of a right way to set a hand."""
        return self.splits(cards)[way]

    def every_way(self, cards: Sequence[int]) -> Iterable[str]:
        """Every way to lay a hand, right or wrong."""
        return self.splits(cards)

    def why_not_set(self, cards: Sequence[int], low: str) -> Refusal | None:
        """Words for a setting that is not offered."""
        return None

    def way_rules(self, way: str) -> tuple[WayRule, ...]:
        """The rules of a published house way, in order."""
        raise AssertionError("each game has its own house way")

    def house_split(self, cards: Sequence[int]) -> str:
        """How the croupier sets a hand."""
        raise AssertionError("each game has its own house way")

    def stands(
        self, cards: Sequence[int], low: Sequence[int], bank: Sequence[int], bank_low: Sequence[int]
    ) -> tuple[str, str]:
        """How a client's high hand and low hand stand to the bank's."""
        raise AssertionError("each game has its own hands")

    def called(self, cards: Sequence[int], low: Sequence[int]) -> str:
        """Two hands as the croupier calls them."""
        raise AssertionError("each game has its own hands")

    @property
    def foul_clause(self) -> str:
        """What decides a wrongly set hand."""
        raise AssertionError("this game has no wrongly set hands")

    # ---- bets

    @property
    def places(self) -> int:
        return self.rules.seats

    @property
    def minimum(self) -> int:
        return self.rules.minimum

    @property
    def maximum(self) -> int:
        return self.rules.maximum

    @law("IB09.16.VI.1", "IB09.16.VII.3", "AR10.10-1-C.VI.3", "AR10.10-1-C.V.2.1")
    def bets(self, seat: int) -> Iterable[Offer]:
        """What a player who does not hold the bank may stake; a player's bank must cover it."""
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
        """By which there is a least that a player must stake on the hand of a box."""
        return self.course.limits

    def bet_clause(self, seat: int, box: int) -> str:
        """By which a player bets on the hand of a box."""
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
        """A player takes his chips back; with a hand's own player go those who bet on it too."""
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
        """The boxes on whose hands there are bets, in order."""
        return tuple(box for box in self.boxes if self.staked_on(box))

    def staked_on(self, box: int) -> int:
        """All that lies on the hand of a box."""
        return sum(cents for _, bet, cents in self.chips if bet == bet_on(box))

    def bettors(self, box: int) -> tuple[int, ...]:
        """Who has bet on the hand of a box: first who plays it."""
        found = [seat for seat, bet, _ in self.chips if bet == bet_on(box)]
        return tuple(sorted(found, key=lambda seat: (seat != self.holder(box), seat)))

    @property
    def positions(self) -> tuple[int, ...]:
        """The places that get a hand, clockwise from the bank, which is counted first."""
        wanted = {CROUPIER_HAND, self.banker, *self.played}
        every = [
            place for place in (CROUPIER_HAND, *self.boxes) if self.rules.hands_for_all or place in wanted
        ]
        bank = every.index(self.banker)
        return tuple(every[bank:] + every[:bank])

    @law("IB09.16.VII.5", "IB09.16.VII.6", "AR10.10-1-C.VI.5", "AR10.10-1-C.VI.6")
    def order_from(self, points: int) -> tuple[int, ...]:
        """The places in the order in which they get hands: where seven are dealt the bank is 1, 8 or 15."""
        positions = self.positions
        steps = (points - 1) % len(positions)
        first = -steps % len(positions) if self.rules.counts_anticlockwise else steps
        return positions[first:] + positions[:first]

    def owner(self, box: int) -> Owner:
        """Before whom the hand of a place lies; one that nobody plays lies in its box."""
        if box == CROUPIER_HAND:
            return "croupier"
        return self.banker if box == self.banker else self.holder(box) or bet_on(box)

    def gives_way(self, box: int, banker: int) -> bool:
        """Do the bets on the hand of a box go back when this player takes the bank?"""
        return banker in (box, self.holder(box))

    def player(self, box: int) -> int:
        """Who sets the hand of a box: who plays it, or who holds the bank."""
        return box if box == self.banker else self.holder(box)

    def hands_to_choose(self, box: int) -> tuple[int, ...]:
        """Of the hands that the player of this box has still to play, those he may play next."""
        return (box,)

    def hand(self, box: int) -> tuple[Held, ...]:
        """The cards or tiles of a place; a player's several hands lie one after the other before him."""
        owner = self.owner(box)
        held = self.held(owner)
        if len(held) == self.size:
            return held
        before = self.dealt[: self.dealt.index(box)]
        first = self.size * sum(self.owner(other) == owner for other in before)
        return held[first : first + self.size]

    def first_blank(self, box: int) -> int:
        """Where, among all that lies before its owner, the first is that nobody has seen of a hand."""
        lie = self.held(self.owner(box))
        hand = lie if len(lie) == self.size else self.hand(box)
        return lie.index(next(held for held in hand if held.card is None))

    def known(self, box: int) -> tuple[int, ...]:
        """What its player has seen of a hand."""
        return tuple([held.card for held in self.hand(box) if held.card is not None])

    def is_seen(self, box: int) -> bool:
        return box in self.dealt and None not in [held.card for held in self.hand(box)]

    # ---- hands

    def low(self, box: int) -> tuple[int, ...] | None:
        """The low hand of a place, once it is set."""
        return next((laid.low for laid in self.laid if laid.box == box), None)

    @property
    def apart(self) -> tuple[Apart, ...]:
        """How what was dealt lies, in order: a hand that is set, as two."""
        found: list[Apart] = []
        for box in self.dealt:
            owner, low = self.owner(box), len(self.low(box) or ())
            if not self.held(owner):
                continue
            parts = ((HIGH, self.size - low), (LOW, low)) if low else ((WHOLE, self.size),)
            found += (Apart(owner, hand, pieces) for hand, pieces in parts)
        return tuple(found)

    def seen_by(self, eyes: Who) -> tuple[Pile, ...]:
        """Hands that are set are seen as they lie."""
        return tuple(map(self._lying, super().seen_by(eyes)))

    def _lying(self, pile: Pile) -> Pile:
        """What is seen before an owner, as it lies: of a hand that is set, the low one after the high."""
        boxes = [box for box in self.dealt if self.owner(box) == pile.owner]
        cards: list[Held] = []
        for nth, box in enumerate(boxes):
            hand = pile.cards[nth * self.size : (nth + 1) * self.size]
            cards += _low_last(hand, self.low(box) or ())
        return Pile(pile.owner, tuple(cards)) if len(cards) == len(pile.cards) else pile

    def with_laid(self, box: int, low: tuple[int, ...]) -> tuple[Laid, ...]:
        """How the hands are set when this one is set so."""
        return tuple(sorted((*(laid for laid in self.laid if laid.box != box), Laid(box, low))))

    def to_set(self) -> int | None:
        """The next box whose hand is to be set: the banker's comes last."""
        order = [box for box in (*self.played, self.banker) if box in self.dealt and box != CROUPIER_HAND]
        order.sort(key=lambda box: box == self.banker)
        return next((box for box in order if self.low(box) is None), None)

    # ---- chips

    @property
    def house_bet(self) -> int:
        """What the croupier's hand plays for against a player who holds the bank; 0 where it does not."""
        return self.house_bet_against(self.banker) if self.banker else 0

    @law("IB09.16.VII.13", "AR10.10-1-C.VI.9")
    def house_bet_against(self, seat: int) -> int:
        """Our reading: the minimum, or what the banker last staked."""
        if self.rules.house_stake == "none":
            return 0
        last = self.last_bets[seat - 1] if self.last_bets and self.rules.house_stake == "last_bet" else 0
        return min(max(last, self.minimum), self.maximum)

    @law("IB09.16.VII.13", "AR10.10-1-C.VI.9")
    def least_bank(self, seat: int) -> int:
        """What a player must put into the bank: enough for the croupier's stake and what is bet already."""
        staying = (box for box in self.played if not self.gives_way(box, seat))
        others = sum(self.staked_on(box) - self.on(seat, bet_on(box)) for box in staying)
        return self.house_bet_against(seat) + max(others, self.minimum)

    @property
    def bank(self) -> int:
        """What lies in a player's bank."""
        return self.on(self.banker, BANCA)

    @property
    def against(self) -> int:
        """All bets on the cloth."""
        return sum(cents for _, bet, cents in self.chips if bet != BANCA)

    @property
    def uncovered(self) -> int:
        """How much more may be staked against a player's bank: it must cover every bet of the round."""
        return self.bank - self.house_bet - self.against

    @property
    def pays(self) -> Fraction:
        """What a box wins to one, before the commission."""
        return self.rules.frame.group("bets", dict[str, PayFigures])[CASILLA].pays

    def prize(self, stake: int) -> int:
        """What a stake on a box wins, before the commission."""
        return times(stake, self.pays, self.rules.rounding)

    def commission_on(self, cents: int) -> int:
        """The house's commission on what was won."""
        return times(cents, self.rules.commission, self.rules.rounding)


C = TypeVar("C", bound=Cloth)


def _low_last(hand: Sequence[Held], low: Sequence[int]) -> Iterable[Held]:
    """A hand with its low one last; in the order in which it was dealt where that may not be known."""
    if any(held.card is None for held in hand):
        return hand
    left, lows = list(low), []
    for held in hand:
        if held.card in left:
            left.remove(held.card)
            lows.append(held)
    return (*(held for held in hand if held not in lows), *lows)


def clear_box(moves: Moves[Any], box: int, clause: str = "") -> None:
    """All bets on the hand of a box go back to who made them."""
    felt: Cloth = moves.felt
    stakes = (chips for chips in felt.chips if chips.bet == bet_on(box))
    give_back(moves, stakes, clause or felt.course.keeps)
    felt.hold(moves, box, 0)


def stands(mine: int, theirs: int) -> str:
    """How one strength stands to another."""
    return HIGHER if mine > theirs else LOWER if mine < theirs else EQUAL

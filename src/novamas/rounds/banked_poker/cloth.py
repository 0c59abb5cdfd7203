"""The cloth of banked poker: boxes, who decides for them, what lies on them, and the cards of each hand.

Box n is that of the player at seat n. What a player lays on his own box is called by the bet's name alone,
`ante`; what he lays on another, `ante:3`. A box beyond the seats is vacant: who plays it does so blind, and
its cards, `box:6`, are turned by the croupier.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from novamas.kit.cards import DECK_52
from novamas.kit.shoe import Shoe
from novamas.law import Frame, law
from novamas.table.bets import read_bet, write_bet
from novamas.table.deeds import Act, Call
from novamas.table.events import Owner
from novamas.table.felt import Chips, Felt
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.people import CHANCE, Who
from novamas.table.phases import AnyPhase, Phase, Step

BANK = "bank"


class CourseFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of a round."""

    betting: str
    closing: str
    dealing: str
    minimum: str
    maximum: str
    one_box: str
    backing: str  # where others may bet on a player's hand
    most_bets: str  # how many bets a box may hold
    fault: str  # an error in the deal
    ending: str


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What every table of banked poker has."""

    frame: Frame
    seats: int  # seated players, each at the box of his number
    boxes: int  # from the number of seats on, the rest are vacant
    standing: int = 0  # players without a box, numbered after the seats
    bets_per_box: int = 1
    needs_consent: bool = True  # of the player on whose hand others bet
    seated_may_back: bool = False  # may a player who has a box bet on the hands of others?
    may_play_blind: bool = False  # may a seated player play vacant boxes?
    minimum: int
    maximum: int
    chip: int
    packs: int = 1  # decks that come into play by turns


# ---------------------------------------------------------------- acts


class Bet(Act, frozen=True):
    """A player lays chips on a box."""

    box: int
    cents: int


class Withdraw(Act, frozen=True):
    """A player takes back all that he has on a box."""

    box: int


class BetAside(Act, frozen=True):
    """A player lays a bet beside the game."""

    bet: str
    cents: int


class Consent(Act, frozen=True):
    """A player lets others bet on his hand, or no longer does."""

    yes: bool


class NoVaMas(Call, frozen=True):
    """The betting closes and the cards are dealt."""


class Go(Act, frozen=True):
    """A player goes on with his hand and lays the second bet."""


class Fold(Act, frozen=True):
    """A player gives up his hand and loses what he has on it."""


# ---------------------------------------------------------------- the cloth


def named(bet: str, box: int, seat: int) -> str:
    """A bet on a box, as it is called: by its name alone where the box is the player's own."""
    return write_bet(bet, "" if box == seat else box)


def kind_and_box(bet: str, seat: int) -> tuple[str, int]:
    """What a bet is and the box it lies on; the inverse of `named`."""
    name = read_bet(bet)
    return name.kind, int(name.place or seat)


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game of banked poker. Each game makes its own of it."""

    public: ClassVar[tuple[str, ...]] = ("commands", "consents", "taken", "pack")
    main: ClassVar[str] = "ante"  # the bet that brings a hand
    hand_size: ClassVar[int]
    of_the_round: ClassVar[tuple[str, ...]] = ("commands", "taken")  # what is empty again after it

    rules: Rules
    commands: tuple[tuple[int, int], ...] = ()  # box, and the seat that decides for it
    consents: tuple[int, ...] = ()  # seats that let others bet on their hands
    taken: tuple[Chips, ...] = ()  # what the bank has taken in this round: given back if the round is void
    pack: int = 1  # which deck is in play

    @property
    def course(self) -> CourseFigures:
        raise AssertionError("each game has its own course")

    # ---- what a game may make its own

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """What else may be done before the cards in this game: bets aside, calls, orders of the floor."""
        return ()

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        """What follows from an act that this game alone knows."""
        raise AssertionError(act)

    @property
    def is_last(self) -> bool:
        """Does the session end with this round?"""
        return False

    def shows(self, nth: int) -> bool:
        """Is the bank's n-th card dealt face up?"""
        return False

    def deals_in_batches(self) -> bool:
        """Does each hand get all its cards at once?"""
        return False

    def dealing(self) -> AnyPhase:
        """The game's own `Dealing`, in which its incidents happen."""
        raise AssertionError("each game has its own deal")

    def decide(self, moves: Moves[Any]) -> Step:
        """The cards are dealt: on to the decisions."""
        raise AssertionError("each game decides in its own way")

    # ---- boxes

    def commander(self, box: int) -> int | None:
        """Who decides for a box."""
        return next((seat for each, seat in self.commands if each == box), None)

    def is_vacant(self, box: int) -> bool:
        """Does nobody sit at it?"""
        return box > self.rules.seats

    def bet_on(self, bet: str, box: int, seat: int) -> int:
        """What a player has of a bet on a box."""
        return self.on(seat, named(bet, box, seat))

    def bettors(self, box: int) -> tuple[int, ...]:
        """Who has the main bet on a box, who decides for it first."""
        seats = [seat for seat, bet, _ in self.chips if kind_and_box(bet, seat) == (self.main, box)]
        return tuple(sorted(seats, key=lambda seat: (seat != self.commander(box), seat)))

    def on_box(self, box: int) -> int:
        """The main bets on a box together."""
        return sum(self.bet_on(self.main, box, seat) for seat in self.bettors(box))

    # ---- hands

    def hand(self, box: int) -> Owner:
        """The name under which the cards of a box lie: those of a vacant one are nobody's to see."""
        return write_bet("box", box) if self.is_vacant(box) else box

    @property
    def hands(self) -> tuple[Owner, ...]:
        """The hands of the round in the order of the deal, the bank last."""
        return (*(self.hand(box) for box, _ in self.commands), BANK)

    def next_hand(self) -> Owner | None:
        """Who gets the next card: one by one round the table, or hand after hand."""
        fewest, found, in_batches = self.hand_size, None, self.deals_in_batches()
        for owner in self.hands:
            many = len(self.held(owner))
            if many < fewest:
                if in_batches:
                    return owner
                fewest, found = many, owner
        return found

    def is_blank(self, owner: Owner) -> bool:
        """Is the next card of this hand dealt without anybody seeing it?"""
        if owner == BANK:
            return not self.shows(len(self.held(BANK)))
        return isinstance(owner, str)


C = TypeVar("C", bound=Cloth)


class Moment(Phase[Act], Generic[C], frozen=True):
    """Any moment of a round of banked poker."""

    felt: C

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.course.betting

    def seats(self) -> int:
        return self.felt.rules.seats + self.felt.rules.standing


class Playing(Moment[C], Generic[C], frozen=True):
    """The bets are closed, and the cards decide."""


class Drawing(Playing[C], Generic[C], frozen=True):
    """A card is about to be seen."""

    @property
    def turn(self) -> Who:
        return CHANCE


class Dealing(Drawing[C], Generic[C], frozen=True):
    """The cards are dealt face down from the croupier's left, to every hand and to the bank."""

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.felt.course.dealing

    def drawn(self, what: int) -> Step:
        moves, owner = Moves(self.felt), self.felt.next_hand()
        assert owner is not None
        moves.deal(owner, what, up=owner == BANK)
        return deal_on(moves)


@law("IB05.11.II.1.1", "AR10.10-1-A.II.1.1", "IB09.17.II.1.1", "AR10.10-1-D.II.1.1")
def start_deal(moves: Moves[C]) -> Step:
    """A fresh deck of fifty-two cards: the deal begins."""
    moves.use(Shoe.of(DECK_52))
    return deal_on(moves)


def deal_on(moves: Moves[C]) -> Step:
    """The deal goes on: cards that nobody sees are laid at once, until one is to be seen or all are dealt."""
    felt = moves.felt
    while (owner := felt.next_hand()) is not None:
        if not felt.is_blank(owner):
            return moves.to(felt.dealing())
        moves.deal_blank(owner)
        felt = moves.felt
    return felt.decide(moves)


# ---------------------------------------------------------------- what the bank pays, takes or gives back

EVEN = Fraction(0)  # the stake goes back, nothing won or lost


def pay_at(
    moves: Moves[Any], felt: Cloth, seat: int, bet: str, rate: Fraction, clauses: Iterable[str]
) -> None:
    """A bet ends: so many times its stake is won, or all of it is lost."""
    stake = felt.on(seat, bet)
    moves.settle(seat, bet, int(stake * (1 + rate)), *clauses, rate=rate)


def take(moves: Moves[Any], seat: int, bet: str, *clauses: str) -> None:
    """The bank takes a bet before the round is settled; it is remembered, in case the round is void."""
    felt: Cloth = moves.felt
    moves.change(taken=(*felt.taken, Chips(seat, bet, felt.on(seat, bet))))
    moves.collect(seat, bet, *clauses)


def give_back_all(moves: Moves[Any], clause: str) -> None:
    """The round is void: every bet goes back, also what the bank has already taken."""
    felt: Cloth = moves.felt
    for seat, bet, cents in felt.chips:
        moves.withdraw(seat, bet, cents, clause)
    for seat, bet, cents in felt.taken:
        moves.award(seat, bet, cents, clause)


def gather(moves: Moves[Any]) -> None:
    """The round is over: the cards are gathered and, where there are several decks, the next one comes."""
    felt: Cloth = moves.felt
    moves.clear()
    moves.use(None)
    moves.change(**dict.fromkeys(felt.of_the_round, ()), pack=felt.pack % felt.rules.packs + 1)
    moves.end_round()

"""The cloth of a blackjack table: places, who commands them, hands, and what everybody may do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from novamas.games.blackjack.setup import NewLimits, Rules
from novamas.hands import BlackjackTotal, blackjack_total
from novamas.kit.cards import DECK_52, rank
from novamas.law import law
from novamas.table.bets import read_bet, write_bet
from novamas.table.deeds import Act, Call, Order
from novamas.table.felt import Felt
from novamas.table.people import Who
from novamas.table.phases import Phase

BANK = "bank"
MAIN, INSURANCE = "mano", "seguro"
ACE = 14
_VALUES = tuple(ACE if rank(card) == ACE else min(rank(card), 10) for card in DECK_52)

# ---------------------------------------------------------------- acts


class Shuffle(Call, frozen=True, kw_only=True):
    """The six packs are shuffled and cut one by one, then joined and cut."""

    times: int


class Cut(Act, frozen=True):
    """A player makes the last cut."""


class PlaceCutCard(Call, frozen=True, kw_only=True):
    """The cut card is inserted, the cards go into the shoe, and the first five are set aside."""

    behind: int  # how many cards are left behind it


class Admit(Act, frozen=True):
    """A player lets others bet on his hands."""


class Object(Act, frozen=True):
    """A player does not let others bet on his hands."""


class Insure(Act, frozen=True):
    """A player insures his stake on a place against a blackjack of the bank."""

    bet: str
    cents: int


class EvenMoney(Act, frozen=True):
    """A player with blackjack against an ace is paid even money at once."""

    bet: str


class Surrender(Act, frozen=True):
    """A player gives up a hand and loses half its stake."""

    bet: str


class Decline(Act, frozen=True):
    """A player wants no more of what is proposed before the hands are played."""


class Stand(Act, frozen=True):
    """A player wants no more cards for the hand."""


class Hit(Act, frozen=True):
    """A player asks for a card."""


class Double(Act, frozen=True):
    """A player doubles the stake of the hand for one more card."""


class Split(Act, frozen=True):
    """A player makes two hands of two cards of the same value."""


class Follow(Act, frozen=True):
    """A player who bets on another's hand adds the same stake as he has on it."""


class Stay(Act, frozen=True):
    """A player who bets on another's hand leaves his stake as it is."""


class AnnounceLimits(Order, frozen=True, kw_only=True):
    """The floor announces another minimum, with the last three hands at the old one."""

    minimum: int


class SetJackpot(Order, frozen=True, kw_only=True):
    """The linked tables have brought the progressive jackpot to so much, or one of them has won it."""

    cents: int


# ---------------------------------------------------------------- the cloth


class Hand(NamedTuple):
    """A hand: the place it belongs to, whether a split made it, and whether it still plays."""

    name: str
    place: int
    is_split: bool = False
    is_live: bool = True


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth, and what outlives a phase."""

    public: ClassVar[tuple[str, ...]] = (
        "commands",
        "consents",
        "hands",
        "jackpots",
        "is_last_of_shoe",
        "is_last_round",
    )

    rules: Rules
    commands: tuple[tuple[int, int], ...] = ()  # place, and the seat that commands it
    consents: tuple[tuple[int, bool], ...] = ()  # seat, and whether others may bet on its hands
    hands: tuple[Hand, ...] = ()  # in order of play
    firsts: tuple[tuple[int, tuple[int, ...]], ...] = ()  # place, and its first three cards as they came
    is_last_of_shoe: bool = False  # the cut card has appeared
    is_last_round: bool = False
    coming: NewLimits | None = None

    # ---- places

    def commander(self, place: int) -> int | None:
        """Who decides for a place."""
        for commanded, seat in self.commands:
            if commanded == place:
                return seat
        return None

    def is_seated(self, seat: int) -> bool:
        return seat <= self.rules.seats

    def is_vacant(self, place: int) -> bool:
        """Does nobody sit at it?"""
        return place > self.rules.seats

    def on_place(self, place: int) -> int:
        """All that has been bet on a place before the cards."""
        return sum(cents for _, bet, cents in self.chips if bet == main(place))

    @law("IB05.03.IV.a.4", "IB05.03.IV.b.1")
    def lets_bet(self, commander: int, other: int) -> bool:
        """A seated player needs the other's consent; a standing one bets unless he objects."""
        said = dict(self.consents).get(commander)
        return said is True or (said is None and not self.is_seated(other))

    # ---- hands

    def hand(self, name: str) -> Hand:
        for hand in self.hands:
            if hand.name == name:
                return hand
        raise KeyError(name)

    @property
    def live(self) -> tuple[Hand, ...]:
        """The hands that still play."""
        return tuple([hand for hand in self.hands if hand.is_live])

    def holders(self, name: str) -> tuple[int, ...]:
        """Who has chips on a hand, who commands it first."""
        first = self.commander(self.hand(name).place)
        seats = tuple([seat for seat, bet, _ in self.chips if bet == name])
        return (first, *[seat for seat in seats if seat != first]) if first in seats else seats

    def total(self, hand: Hand) -> BlackjackTotal:
        """What a hand counts."""
        return blackjack_total(self.cards(hand.name), is_split=hand.is_split)

    @property
    def bank(self) -> BlackjackTotal:
        """What the bank's cards count."""
        return blackjack_total(self.cards(BANK))

    @property
    def bank_shows_ace(self) -> bool:
        return rank(self.cards(BANK)[0]) == ACE


def main(place: int) -> str:
    """The first hand of a place, and the stakes on it."""
    return write_bet(MAIN, place)


def place_of(bet: str) -> int:
    """The place of a hand or of a bet on it: `mano:3.2` and `seguro:3` lie on place 3."""
    return int(read_bet(bet).place)


def insurance(hand: str) -> str:
    """The line on which a stake on a hand is insured."""
    name = read_bet(hand)
    return write_bet(INSURANCE, name.place, name.hand)


@law("IB05.03.V.1.c.1")
def value(card: int) -> int:
    """What a card counts in comparing a pair: ten and court cards alike, the ace by itself."""
    return _VALUES[card]


def is_pair(cards: tuple[int, ...]) -> bool:
    """Two cards of the same value."""
    return len(cards) == 2 and value(cards[0]) == value(cards[1])


def without(hands: Iterable[Hand], name: str) -> tuple[Hand, ...]:
    """The hands, one of which no longer plays."""
    return tuple(hand._replace(is_live=False) if hand.name == name else hand for hand in hands)


class Moment(Phase[Act], frozen=True):
    """Any moment of a blackjack table."""

    felt: Cloth

    def seats(self) -> int:
        return self.felt.rules.seats + self.felt.rules.standing


def seat_of(who: Who) -> int:
    """The seat of a player who acts."""
    assert isinstance(who, int)
    return who

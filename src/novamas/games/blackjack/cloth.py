"""The cloth of a blackjack table: places, who commands them, hands, and what everybody may do."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from novamas.games.blackjack.setup import CONTINUOUS, Rules, SideBet, SideBetFigures, limits_of
from novamas.hands import BlackjackTotal, blackjack_total
from novamas.kit.cards import DECK_52, rank
from novamas.kit.money import Rounding
from novamas.law import law
from novamas.rounds.banked import phases as banked
from novamas.rounds.banked.acts import Bet, Consent
from novamas.rounds.banked.boxes import Boxes
from novamas.rounds.banked.limits import AnnounceLimits, Coming, announce, chip_for, count_down
from novamas.rounds.banked.phases import Course, LateBets, Least
from novamas.table.bets import read_bet, write_bet
from novamas.table.deeds import Act, Call, Order
from novamas.table.felt import Total
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.people import FLOOR, Who
from novamas.table.phases import Step
from novamas.table.refusals import Refusal

BANK = "bank"
MAIN, INSURANCE = "mano", "seguro"
ACE = 14
MOST_JACKPOT = 10**9  # ten million euros: no linked jackpot comes near it
_VALUES = tuple(ACE if rank(card) == ACE else min(rank(card), 10) for card in DECK_52)

# ---------------------------------------------------------------- acts


class ShufflePacks(Call, frozen=True, kw_only=True):
    """The six packs are shuffled and cut one by one, then joined and cut."""

    times: int


class Cut(Act, frozen=True):
    """A player makes the last cut."""


class PlaceCutCard(Call, frozen=True, kw_only=True):
    """The cut card is inserted, the cards go into the shoe, and the first five are set aside."""

    behind: int  # how many cards are left behind it


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


COURSE = Course(betting="IB05.03.V.2.1", closing="IB05.03.V.2.1")


class Cloth(Boxes, banked.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth: places, which are boxes, the hands on them, and what outlives a phase."""

    public: ClassVar[tuple[str, ...]] = (
        *banked.Cloth.public,
        *("commands", "consents", "hands", "totals", "jackpots", "is_last_of_shoe", "coming"),
    )
    last_words: ClassVar[str] = "Última mano."
    silence_lets: ClassVar[bool] = True

    rules: Rules
    commands: tuple[tuple[int, int], ...] = ()
    consents: tuple[tuple[int, bool], ...] = ()
    hands: tuple[Hand, ...] = ()  # in order of play
    firsts: tuple[tuple[int, tuple[int, ...]], ...] = ()  # place, and its first three cards as they came
    is_last_of_shoe: bool = False  # the cut card has appeared
    coming: Coming | None = None  # a minimum that has been announced

    @property
    def course(self) -> Course:
        return COURSE

    @property
    def aside_figures(self) -> SideBetFigures:
        """What the law says of the bet beside the game."""
        return self.rules.frame.group("side_bet", SideBetFigures)

    # ---- places

    @property
    def places(self) -> int:
        """Those who sit and those who stand."""
        return self.rules.seats + self.rules.standing

    def main_on(self, box: int, seat: int) -> str:
        return main(box)

    def box_of(self, bet: str, seat: int) -> int:
        return place_of(bet)

    @law("IB05.03.IV.a.4", "IB05.03.IV.b.1")
    def lets_bet(self, commander: int, other: int) -> bool:
        """A seated player needs the other's consent; a standing one bets unless he objects."""
        said = self.said(commander)
        return said is True or (said is None and not self.is_seated(other))

    @law("IB05.03.IV.a.3", "IB05.03.IV.a.4", "IB05.03.IV.a.5", "IB05.03.IV.b.1")
    def why_not_there(self, seat: int, box: int) -> Refusal | None:
        """One's own place, a vacant one, or that of another who has bet on it and lets one."""
        commander = self.commander(box)
        if commander == seat:
            return None
        if commander is not None:
            if self.lets_bet(commander, seat):
                return None
            clause = "IB05.03.IV.a.4" if self.is_seated(seat) else "IB05.03.IV.b.1"
            return Refusal("no_consent", clause, f"Seat {commander} has not agreed to bets on his hand.")
        if not self.is_seated(seat):
            says = "A standing player bets on the hand of a player, and nobody has bet on this place."
            return Refusal("no_hand_there", "IB05.03.IV.b.1", says)
        if box != seat and not self.is_vacant(box):
            says = f"Place {box} is that of seat {box}, who has not bet on it."
            return Refusal("place_taken", "IB05.03.IV.a.3", says)
        return None

    @law("IB05.03.IV.a.4", "IB05.03.IV.b.1")
    def consent_clause(self, *, yes: bool) -> str:
        return "IB05.03.IV.a.4" if yes else "IB05.03.IV.b.1"

    # ---- bets

    @law("IB05.03.V.2.1", "IB05.03.V.2.b.2")
    def bets(self, seat: int) -> Iterable[Offer]:
        """Within the maximum of each place, all stakes on it together; added chips from the smallest on."""
        rules = self.rules
        alike: dict[tuple[int, int], list[str]] = {}
        for place in range(1, rules.places + 1):
            if self.why_not_there(seat, place) is None:
                least = rules.chip if self.on(seat, main(place)) else rules.limits.minimum
                most = rules.limits.maximum - self.on_box(place)
                alike.setdefault((least, most), []).append(main(place))
        for (least, most), names in alike.items():
            if least <= most:
                listed = OneOf(tuple(names), "IB05.03.IV.a.1")
                cents = Range(least, most, rules.chip, "IB05.03.V.2.a.1", "IB05.03.V.2.b.2")
                yield Offer(Bet(seat, names[0], least), COURSE.betting, {"bet": listed, "cents": cents})
        yield from self.bets_aside(seat)

    @law("AR10.7.e.2")
    def bets_aside(self, seat: int) -> Iterable[Offer]:
        """Who commands a place may lay the stipulated bet on its first cards, once and before the cards."""
        bet = self.rules.side_bet
        if bet is None:
            return
        clause = self.aside_figures.stake_clause
        his = (aside(bet, place) for place, commander in self.commands if commander == seat)
        names = tuple(name for name in his if not self.on(seat, name))
        if names:
            cents = Range(bet.stake, bet.stake, 1, clause)
            yield Offer(Bet(seat, names[0], bet.stake), clause, {"bet": OneOf(names, clause), "cents": cents})

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        rules, numbers = self.rules, range(1, self.rules.places + 1)
        if rules.side_bet and bet in [aside(rules.side_bet, place) for place in numbers]:
            says = "Who commands a place bets on its first cards, once, when he has bet on the place."
            return Refusal("not_aside", self.aside_figures.stake_clause, says)
        places = {main(place): place for place in numbers}
        if bet not in places:
            says = f"There is no place {bet!r}: the cloth has {main(1)} to {main(rules.places)}."
            return Refusal("no_such_place", "IB05.03.IV.a.1", says, dial="bet", given=bet)
        place, most = places[bet], rules.limits.maximum
        if (refusal := self.why_not_there(seat, place)) is not None:
            return refusal
        if (on := self.on_box(place)) and on + cents > most:
            says = f"The maximum on a place is {most}; {on} lies on it."
            return Refusal("above_maximum", "IB05.03.V.2.b.2", says, dial="cents", given=cents)
        return None

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        is_main = bet == main(place_of(bet))
        moves.stake(seat, bet, cents, COURSE.betting if is_main else self.aside_figures.stake_clause)
        self.take_command(moves, seat, bet)

    def least(self, seat: int, bet: str) -> Least:
        """The minimum of a place; the stipulated bet beside it is taken back as it was laid."""
        if bet == main(place_of(bet)):
            return Least(self.rules.limits.minimum, self.rules.chip, "IB05.03.V.2.a.1")
        return Least(self.on(seat, bet), 0, self.aside_figures.stake_clause)

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        self.leave_box(moves, seat, bet, cents, COURSE.betting)

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """A player may say whether others may bet on his hands, where there are others."""
        return self.consent_offers(who) if self.places > 1 else ()

    @law("IB05.03.V.2.1")
    def late_bets(self) -> LateBets:
        places = tuple(main(place) for place in range(1, self.rules.places + 1))
        return LateBets(places, self.rules.chip, self.rules.limits.maximum, "IB05.03.IV.a.1")

    # ---- between rounds

    def between(self, who: Who) -> Iterable[Offer]:
        if who is FLOOR:
            yield from self.limit_offers()
            yield from self.jackpot_offers()
        yield from self.own_offers(who)

    @law("IB05.03.V.2.a.2")
    def limit_offers(self) -> Iterable[Offer]:
        """The director may change the minimum, if the casino is authorised to and no change is under way."""
        rules = self.rules
        if not rules.may_vary_minimum or self.coming is not None:
            return
        step = rules.authorised_minimum
        least = step * -(-least_for_side_bet(rules) // step)
        minimum = Range(least, 1000 * step, step, "IB05.03.V.2.a.1", "IB05.03.V.2.a.2")
        yield Offer(AnnounceLimits(minimum=least), "IB05.03.V.2.a.2", {"minimum": minimum})

    @law("IB05.03.V.1.f.1", "AR10.7.e.7")
    def jackpot_offers(self) -> Iterable[Offer]:
        """What linked tables have added to a progressive jackpot, or that one of them has won it."""
        bet = self.rules.side_bet
        if bet is not None and bet.is_progressive:
            clause = self.aside_figures.linked_clause
            cents = Range(bet.start, MOST_JACKPOT, 1, clause)
            yield Offer(SetJackpot(cents=bet.start), clause, {"cents": cents})

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        match act:
            case Consent(int(seat), yes):
                self.say_consent(moves, seat, yes=yes)
            case AnnounceLimits(minimum=minimum):
                words = "Las tres últimas manos con este límite."
                announce(moves, (minimum,), self.rules.rounds_announced, words, "IB05.03.V.2.a.2")
            case SetJackpot(cents=cents):
                assert self.rules.side_bet is not None
                clause = self.aside_figures.linked_clause
                moves.link(self.rules.side_bet.name, cents, clause)
                moves.note(f"the linked jackpot stands at {cents}", clause)
            case _:
                super().do_own(moves, act)

    @law("IB05.03.V.2.a.2")
    def change_limits(self, moves: Moves[Any], minimum: int) -> None:
        """A new minimum brings its maximum; advance and guarantee grow with it."""
        rules = self.rules
        limits = limits_of(minimum, times=rules.maximum_times, raised=rules.raised_maximum)
        growth = Fraction(minimum, rules.limits.minimum)
        advance, guarantee = (Rounding.UP.whole(sum_ * growth) for sum_ in (rules.advance, rules.guarantee))
        chip = chip_for(rules.chip, minimum)
        moves.change(rules=replace(rules, limits=limits, chip=chip, advance=advance, guarantee=guarantee))
        moves.note(
            f"minimum {minimum}, maximum {limits.maximum}; "
            f"advance completed to {advance}, guarantee {guarantee}",
            "IB05.03.V.2.a.2",
        )

    # ---- the round

    def close(self, moves: Moves[Any]) -> Step:
        from novamas.games.blackjack.phases.betting import deal  # here the phases come full circle

        return deal(moves)

    def gather(self, moves: Moves[Any]) -> None:
        moves.change(hands=(), firsts=(), commands=())
        if self.rules.shuffler == CONTINUOUS:
            moves.use(None)
        count_down(moves)

    def next_round(self, moves: Moves[Any]) -> Step:
        from novamas.games.blackjack.phases.betting import Waiting

        moves.end_round()
        return moves.to(Waiting(moves.felt))

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
    def totals(self) -> tuple[Total, ...]:
        """What the hands and the bank count that lie open."""
        hands = {hand.name: self.total(hand) for hand in self.hands} | {BANK: self.bank}
        return tuple(Total(owner, hands[owner].points) for owner in self.lie_open if owner in hands)

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


def aside(bet: SideBet, place: int) -> str:
    """The name of the bet beside the game on a place."""
    return write_bet(bet.name, place)


@law("AR10.7.e.2")
def least_for_side_bet(rules: Rules) -> int:
    """The least minimum of which the stipulated bet beside the game is no more than the law lets it be."""
    bet = rules.side_bet
    if bet is None or bet.stake_most is None:
        return 1
    return ceil(bet.stake / bet.stake_most)


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


def seat_of(who: Who) -> int:
    """The seat of a player who acts."""
    assert isinstance(who, int)
    return who

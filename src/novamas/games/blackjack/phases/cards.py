"""The cards: the deal, the offers before the hands are played, and the play of the hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

from novamas.equipment.cards import rank
from novamas.families.banked import phases
from novamas.games.blackjack.acts import (
    Decline,
    Double,
    EvenMoney,
    Follow,
    Hit,
    Insure,
    Split,
    Stand,
    Stay,
    Surrender,
)
from novamas.games.blackjack.cloth import (
    ACE,
    BANK,
    MAIN,
    NATURAL,
    SURRENDER,
    Cloth,
    Hand,
    insurance,
    is_pair,
    seat_of,
    value,
)
from novamas.games.blackjack.pay import close_hand, end_hand, to_bank
from novamas.games.blackjack.refusals import why_not_now, why_not_proposed
from novamas.games.blackjack.setup import Rules
from novamas.games.blackjack.shoe import Turning, turn_card
from novamas.games.blackjack.side_bet import note_first
from novamas.hands import blackjack_total
from novamas.law import law
from novamas.money import times
from novamas.table.bets import write_bet
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who

Cards: TypeAlias = tuple[int, ...]


@law("IB05.03.V.1.a.1", "IB05.03.V.1.a.2")
class Dealing(Turning, frozen=True):
    """The croupier deals one card to each hand from the left, one to the bank, and a second to each hand."""

    step: ClassVar[str] = "dealing"

    def drawn(self, what: int) -> Step:
        felt, moves = self.felt, Moves(self.felt)
        hand = next((hand for hand in felt.hands if not felt.held(hand.name)), None)
        if hand is None and not felt.held(BANK):
            turn_card(moves, felt, BANK, what)
            return moves.to(Dealing(moves.felt))
        hand = hand or next(hand for hand in felt.hands if len(felt.held(hand.name)) == 1)
        turn_card(moves, felt, hand.name, what)
        note_first(moves, felt, hand.place, what)
        if hand == felt.hands[-1] and felt.held(BANK):
            return propose(moves)
        return moves.to(Dealing(moves.felt))


# ---------------------------------------------------------------- before the hands are played


def propose(moves: Moves[Cloth]) -> Step:
    """Offer all players insurance at once if the bank shows an ace. Otherwise offer them surrender."""
    felt = moves.felt
    if felt.bank_shows_ace:
        moves.say("¿Seguro?", felt.course.proposing)
        seats = [seat for hand in felt.hands for seat in felt.holders(hand.name)]
    else:
        seats = [seat for _, seat in felt.commands] if felt.rules.surrender.is_offered else []
    return ask(moves, tuple(dict.fromkeys(seats)))


def ask(moves: Moves[Cloth], asked: tuple[int, ...]) -> Step:
    """Ask the players who can still accept an offer. If there are none, the hands are played."""
    felt = moves.felt
    asked = tuple(seat for seat in asked if any(True for _ in proposals(felt, seat)))
    return moves.to(Proposing(felt, asked)) if asked else begin_play(moves)


@law("IB05.03.V.1.b.1", "IB05.03.V.1.b.7", "IB05.03.V.1.e.1")
def proposals(felt: Cloth, seat: int) -> Iterable[Offer]:
    """Yield a player's offers: insurance or even money against an ace, surrender against other cards."""
    course, surrender = felt.course, felt.rules.surrender
    for hand in felt.live:
        name, stake = hand.name, felt.on(seat, hand.name)
        if not stake:
            continue
        if not felt.bank_shows_ace:
            if surrender.is_offered and felt.commander(hand.place) == seat:
                yield Offer(Surrender(seat, name), surrender.cite[0])
        elif not felt.on(seat, insurance(name)):
            if felt.total(hand).is_blackjack and course.even_money:
                yield Offer(EvenMoney(seat, name), course.even_money)
            yield from insurances(felt, seat, name, stake)


@law("IB05.03.V.1.b.4")
def insurances(felt: Cloth, seat: int, hand: str, stake: int) -> Iterable[Offer]:
    """Yield the amounts that may insure a stake: whole chips up to half of it, or exactly half."""
    clause, chip, half = felt.course.insuring, felt.rules.chip, stake // 2
    in_chips = half // chip * chip
    if half != in_chips and felt.rules.insured_to_the_half:
        yield Offer(Insure(seat, hand, half), clause)
    if in_chips:
        cents = Range(chip, in_chips, chip, clause)
        yield Offer(Insure(seat, hand, in_chips), clause, {"cents": cents})


@law("IB05.03.V.1.b.2")
class Proposing(phases.Playing[Cloth], frozen=True):
    """All players decide on insurance, even money and surrender before any player gets a third card."""

    step: ClassVar[str] = "proposing"
    public: ClassVar[tuple[str, ...]] = ("asked",)

    asked: tuple[int, ...]

    @property
    def turn(self) -> Who:
        return self.asked[0]

    def offers(self, who: Who) -> Iterable[Offer]:
        if isinstance(who, int) and who in self.asked:
            yield Offer(Decline(who), self.clause)
            yield from proposals(self.felt, who)

    def reason(self, act: Act) -> Refusal | None:
        return why_not_proposed(self.felt, act, self.asked)

    def after(self, act: Act) -> Step:
        felt, moves, asked = self.felt, Moves(self.felt), self.asked
        match act:
            case Insure(int(seat), name, cents):
                moves.stake(seat, insurance(name), cents, felt.course.insuring)
            case EvenMoney(int(seat), name):
                take_even_money(moves, felt, seat, felt.hand(name))
            case Surrender(int(_), name):
                give_up(moves, felt, felt.hand(name))
            case Decline():
                asked = tuple(seat for seat in asked if seat != act.by)
            case _:
                raise AssertionError(act)
        return ask(moves, asked)


@law("IB05.03.V.1.e.1")
def give_up(moves: Moves[Cloth], felt: Cloth, hand: Hand) -> None:
    """Surrender a hand. The player loses half of the stake at once.

    If the house so chose and the bank shows a ten, the stakes wait: a black jack of the bank takes them all.
    """
    clause = felt.rules.surrender.cite[0]
    if felt.rules.surrender_waits(value(felt.cards(BANK)[0])):
        moves.change(given_up=(*felt.given_up, hand.name))
        close_hand(moves, hand, clause)
    else:
        end_hand(moves, felt, hand, felt.rules.pays[SURRENDER].pays, clause)


def take_even_money(moves: Moves[Cloth], felt: Cloth, seat: int, hand: Hand) -> None:
    """Pay even money on one stake. The hand stays in play if other players have chips on it."""
    stake = felt.on(seat, hand.name)
    rate = felt.rules.pays[MAIN].pays
    returned = stake + times(stake, rate, felt.rules.rounding)
    moves.settle(seat, hand.name, returned, felt.course.even_money, rate=rate)
    if felt.holders(hand.name) == (seat,):
        close_hand(moves, hand, felt.course.even_money)


# ---------------------------------------------------------------- the play of the hands


@law("IB05.03.V.1.a.3", "IB05.03.IV.a.6")
def begin_play(moves: Moves[Cloth]) -> Step:
    """Start the play of the hands, one after another.

    If the bank cannot have a black jack, the house may pay black jacks first.
    """
    felt = moves.felt
    if felt.rules.blackjack_at_once and value(felt.cards(BANK)[0]) < 10:
        for hand in felt.live:
            if felt.total(hand).is_blackjack:
                end_hand(moves, felt, hand, felt.rules.pays[NATURAL].pays, felt.course.payment)
    return next_hand(moves, tuple(hand.name for hand in moves.felt.live))


def next_hand(moves: Moves[Cloth], waiting: tuple[str, ...]) -> Step:
    """Continue with the next hand that can take a card or be split, or else with the bank."""
    felt = moves.felt
    while waiting:
        hand = felt.hand(waiting[0])
        cards = felt.cards(hand.name)
        if len(cards) == 1:
            return moves.to(Drawing(felt, waiting))
        if may_draw(hand, cards) or may_split(felt.rules, hand, cards):
            return moves.to(Playing(felt, waiting))
        waiting = waiting[1:]
    return to_bank(moves)


@law("IB05.03.V.1.a.4", "IB05.03.V.1.c.7")
def may_draw(hand: Hand, cards: Cards) -> bool:
    """Return whether a hand may take a card. It may not at 21, and a split ace gets only one card."""
    return blackjack_total(cards).points < 21 and not is_split_ace(hand, cards)


def is_split_ace(hand: Hand, cards: Cards) -> bool:
    return hand.is_split and rank(cards[0]) == ACE


@law("IB05.03.V.1.c.1", "IB05.03.V.1.c.4", "IB05.03.V.1.c.6", "IB05.03.V.1.c.7")
def may_split(rules: Rules, hand: Hand, cards: Cards) -> bool:
    """Return whether a hand may be split. Any pair may be split, without limit.

    Split aces may be split again only if the house allows it.
    """
    return is_pair(cards) and (rules.resplit_aces or not is_split_ace(hand, cards))


@law("IB05.03.V.1.d.1", "IB05.03.V.1.d.2")
def may_double(rules: Rules, hand: Hand, cards: Cards) -> bool:
    """Return whether a hand may be doubled: any first two cards except a pair of aces and 21.

    A norm may allow only some totals.
    """
    if len(cards) != 2 or rank(cards[0]) == rank(cards[1]) == ACE:
        return False
    if not rules.may_double_total(blackjack_total(cards).points):
        return False
    return may_draw(hand, cards)


@law("IB05.03.IV.a.5", "IB05.03.V.1.c.5")
class Playing(phases.Playing[Cloth], frozen=True):
    """The player who controls the first waiting hand plays it. Of split hands the rightmost comes first."""

    step: ClassVar[str] = "asking"
    public: ClassVar[tuple[str, ...]] = ("waiting",)

    waiting: tuple[str, ...]

    @property
    def hand(self) -> Hand:
        return self.felt.hand(self.waiting[0])

    @property
    def turn(self) -> Who:
        commander = self.felt.commander(self.hand.place)
        assert commander is not None
        return commander

    def offers(self, who: Who) -> Iterable[Offer]:
        if who != self.turn:
            return
        felt, hand, course = self.felt, self.hand, self.felt.course
        cards = felt.cards(hand.name)
        yield Offer(Stand(who), course.asking)
        if may_draw(hand, cards):
            yield Offer(Hit(who), course.asking)
        if may_double(felt.rules, hand, cards):
            yield Offer(Double(who), course.doubling)
        if may_split(felt.rules, hand, cards):
            yield Offer(Split(who), course.splitting)

    def reason(self, act: Act) -> Refusal | None:
        return why_not_now(self.felt, act, self.hand if act.by == self.turn else None)

    def after(self, act: Act) -> Step:
        felt, moves, hand, seat = self.felt, Moves(self.felt), self.hand, seat_of(act.by)
        match act:
            case Stand():
                return next_hand(moves, self.waiting[1:])
            case Hit():
                return moves.to(Drawing(felt, self.waiting))
            case Double():
                moves.stake(seat, hand.name, felt.on(seat, hand.name), felt.course.doubling)
                return ask_backers(moves, self.waiting, felt.holders(hand.name)[1:], new="")
            case Split():
                return split(moves, self.waiting, seat)
            case _:
                raise AssertionError(act)


@law("IB05.03.V.1.c.2", "IB05.03.V.1.c.3", "IB05.03.V.1.c.5")
def split(moves: Moves[Cloth], waiting: tuple[str, ...], seat: int) -> Step:
    """Make the second card a separate hand with an equal stake. It is played after the first."""
    felt = moves.felt
    hand = felt.hand(waiting[0])
    formed = 1 + sum(1 for other in felt.hands if other.place == hand.place)
    new = Hand(write_bet(MAIN, hand.place, formed), hand.place, is_split=True)
    backers = felt.holders(hand.name)[1:]
    moves.part(hand.name, new.name, felt.course.split_hands)
    moves.stake(seat, new.name, felt.on(seat, hand.name), felt.course.split_stake)
    at = felt.hands.index(hand)
    hands = (*felt.hands[:at], hand._replace(is_split=True), new, *felt.hands[at + 1 :])
    moves.change(hands=hands)
    return ask_backers(moves, (waiting[0], new.name, *waiting[1:]), backers, new=new.name)


def ask_backers(moves: Moves[Cloth], waiting: tuple[str, ...], backers: tuple[int, ...], *, new: str) -> Step:
    """Ask the other bettors on a hand whether they add an equal stake, then draw a card."""
    if backers:
        return moves.to(Backing(moves.felt, waiting, backers, new))
    return moves.to(Drawing(moves.felt, waiting, is_doubled=not new))


class Backing(phases.Playing[Cloth], frozen=True):
    """A hand was doubled or split. Each other bettor on it adds an equal stake or does not."""

    step: ClassVar[str] = "backing"
    public: ClassVar[tuple[str, ...]] = ("waiting", "asked", "new")

    waiting: tuple[str, ...]
    asked: tuple[int, ...]
    new: str  # the hand made by a split; empty if the stake was doubled

    @property
    def turn(self) -> Who:
        return self.asked[0]

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            yield Offer(Stay(who), self.clause)
            yield Offer(Follow(who), self.clause)

    def reason(self, act: Act) -> Refusal | None:
        return why_not_now(self.felt, act)

    def after(self, act: Act) -> Step:
        moves, (seat, *rest) = Moves(self.felt), self.asked
        if isinstance(act, Follow):
            name = self.waiting[0]
            moves.stake(seat, self.new or name, self.felt.on(seat, name), self.clause)
        return ask_backers(moves, self.waiting, tuple(rest), new=self.new)


class Drawing(Turning, frozen=True):
    """The first waiting hand gets a card. After a double it is the last card."""

    step: ClassVar[str] = "asking"
    public: ClassVar[tuple[str, ...]] = ("waiting", "is_doubled")

    waiting: tuple[str, ...]
    is_doubled: bool = False

    @law("IB05.03.V.1.a.5")
    def drawn(self, what: int) -> Step:
        felt, moves = self.felt, Moves(self.felt)
        hand = felt.hand(self.waiting[0])
        turn_card(moves, felt, hand.name, what)
        note_first(moves, felt, hand.place, what)
        after = moves.felt
        if not after.total(hand).is_over:
            return next_hand(moves, self.waiting[1:] if self.is_doubled else self.waiting)
        for seat in after.holders(hand.name):
            moves.collect(seat, hand.name, felt.course.over_21)
        close_hand(moves, hand, felt.course.over_21)
        return next_hand(moves, self.waiting[1:])

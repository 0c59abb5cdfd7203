"""Moves: the only functions that move chips and cards. Each move emits its event."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from fractions import Fraction
from typing import Generic, TypeVar

from msgspec.structs import replace

from novamas.equipment.shoe import Shoe
from novamas.errors import Figure
from novamas.table.events import (
    POT,
    Bought,
    Burned,
    Came,
    Dealt,
    Discarded,
    Event,
    Events,
    Fed,
    Linked,
    Looked,
    Noted,
    Owner,
    PaidOut,
    Parted,
    Payment,
    RoundOver,
    Said,
    Shown,
    Slid,
    Staked,
    Took,
    Withdrew,
)
from novamas.table.felt import Chips, Felt, Held, Jackpot, Pile
from novamas.table.results import Result
from novamas.table.roles import CROUPIER, Who

F = TypeVar("F", bound=Felt)
P = TypeVar("P")
LOST = Fraction(-1)


class Moves(Generic[F]):
    """The changes to one felt, and their events. `to` closes them with the next phase."""

    __slots__ = ("_before", "_chips", "_piles", "_purses", "_shoe", "events")

    def __init__(self, felt: F) -> None:
        self._before = felt
        self._chips = felt.chips
        self._piles = felt.piles
        self._shoe = felt.shoe
        self._purses = felt.purses
        self.events: list[Event] = []

    @property
    def felt(self) -> F:
        """The felt after all changes so far."""
        before = self._before
        chips, piles, shoe, purses = self._chips, self._piles, self._shoe, self._purses
        if (
            chips is not before.chips
            or piles is not before.piles
            or shoe is not before.shoe
            or purses is not before.purses
        ):
            self._before = before = replace(before, chips=chips, piles=piles, shoe=shoe, purses=purses)
        return before

    def to(self, phase: P) -> tuple[P, Events]:
        """Return the next phase and the events of all moves."""
        return phase, tuple(self.events)

    def change(self, **fields: object) -> None:
        """Set the game's own fields of the felt: the winning number, new limits, the banker."""
        moved = {"chips": self._chips, "piles": self._piles, "shoe": self._shoe, "purses": self._purses}
        self._before = replace(self._before, **moved, **fields)

    # ---- chips

    def buy(self, seat: int, cents: int, clause: str) -> None:
        """Sell chips to a player, in games whose felt has the players' stacks."""
        assert cents > 0, (seat, cents)
        self._purse(seat, cents)
        self.events.append(Bought(seat, cents, clause))

    def leave(self, seat: int, clause: str, *, forfeits: bool = False) -> None:
        """Let a player leave with all chips off the cloth. Chips on the cloth stay and must be forfeited."""
        has_bets = any(chips.seat == seat for chips in self._chips)
        assert forfeits or not has_bets, f"seat {seat} has chips on the cloth"
        cents = self._purses[seat - 1]
        self._purse(seat, -cents)
        self.events.append(Bought(seat, -cents, clause))

    def stake(self, seat: int, bet: str, cents: int, clause: str = "") -> None:
        """Place a player's chips on the cloth."""
        assert cents > 0, (seat, bet, cents)
        self._purse(seat, -cents)
        self._put(seat, bet, cents)
        self.events.append(Staked(seat, bet, cents, clause))

    def withdraw(self, seat: int, bet: str, cents: int, clause: str) -> None:
        """Return chips from the cloth to their owner. Nothing is won or lost."""
        self._off(seat, bet, cents)
        self._purse(seat, cents)
        self.events.append(Withdrew(seat, bet, cents, clause))

    def slide(self, seat: int, bet: str, to: str, clause: str, *, cents: int | None = None) -> None:
        """Turn a bet, or part of it, into another bet of the same player."""
        cents = self._chips[self._place(seat, bet)].cents if cents is None else cents
        assert cents > 0, (seat, bet, cents)
        self._off(seat, bet, cents)
        self._put(seat, to, cents)
        self.events.append(Slid(seat, bet, to, cents, clause))

    def slide_all(self, bet: str, to: str, clause: str) -> None:
        """Move all chips on one bet to another bet of the same players, as when a betting round ends."""
        amounts = {(seat, name): cents for seat, name, cents in self._chips if name != bet}
        for seat, name, cents in self._chips:
            if name == bet:
                amounts[seat, to] = amounts.get((seat, to), 0) + cents
                self.events.append(Slid(seat, bet, to, cents, clause))
        self._chips = tuple([Chips(seat, name, cents) for (seat, name), cents in sorted(amounts.items())])

    def settle(self, seat: int, bet: str, returned: int, *clauses: str, rate: Fraction | None = None) -> None:
        """End a bet against the house. The player gets `returned`, which includes stake and prize."""
        stake = self._clear_bet(seat, bet)
        self._purse(seat, returned)
        self.events.append(Payment(seat, bet, stake, returned, clauses, rate))

    def collect(self, seat: int, bet: str, *clauses: str) -> None:
        """Take a lost bet for the house."""
        self.settle(seat, bet, 0, *clauses, rate=LOST)

    def pay(self, seat: int, bet: str, prize: int, *clauses: str, rate: Fraction | None = None) -> None:
        """Pay a winning bet. The stake stays on the cloth, and the player may withdraw it."""
        assert prize >= 0, (seat, bet, prize)
        stake = self._chips[self._place(seat, bet)].cents
        self._purse(seat, prize)
        self.events.append(Payment(seat, bet, stake, stake + prize, clauses, rate, stays=True))

    def award(self, seat: int, bet: str, prize: int, *clauses: str, rate: Fraction | None = None) -> None:
        """Pay a bonus that needs no stake, or return money that the house collected by mistake."""
        assert prize > 0, (seat, bet, prize)
        self._purse(seat, prize)
        self.events.append(Payment(seat, bet, 0, prize, clauses, rate))

    def take(self, seat: int, bet: str, cents: int, clause: str) -> None:
        """Deduct commission or rake from chips on the cloth."""
        if cents:
            self._off(seat, bet, cents)
            self.events.append(Took(seat, bet, cents, clause))

    def share(
        self, bet: str, returned: Mapping[int, int], *clauses: str, rake: int = 0, rake_clause: str = ""
    ) -> None:
        """End a pot among players. The house takes its rake, and the winners get the rest."""
        stakes = {seat: cents for seat, name, cents in self._chips if name == bet}
        self._chips = tuple([chips for chips in self._chips if chips.bet != bet])
        assert sum(stakes.values()) == sum(returned.values()) + rake, (stakes, returned, rake)
        if rake:
            self.events.append(Took(POT, bet, rake, rake_clause))
        for seat in sorted((stakes.keys() | returned.keys()) - {POT}):  # chips carried over belong to no seat
            back = returned.get(seat, 0)
            self._purse(seat, back)
            self.events.append(
                Payment(seat, bet, stakes.get(seat, 0), back, clauses, against=(POT, bet)),
            )

    def lose_to(self, seat: int, bet: str, winner: int, into: str, *clauses: str) -> None:
        """Give a lost bet to another player. It joins that player's chips on the cloth."""
        stake = self._clear_bet(seat, bet)
        self._put(winner, into, stake)
        self.events.append(Payment(seat, bet, stake, 0, clauses, LOST, against=(winner, into)))

    def win_from(self, seat: int, bet: str, loser: int, out_of: str, prize: int, *clauses: str) -> None:
        """Return a bet with its prize, which is paid from another player's chips on the cloth."""
        self._off(loser, out_of, prize)
        stake = self._clear_bet(seat, bet)
        self._purse(seat, stake + prize)
        self.events.append(Payment(seat, bet, stake, stake + prize, clauses, against=(loser, out_of)))

    def hand_over(self, seat: int, bet: str, to: int, into: str, cents: int, *clauses: str) -> None:
        """Hand chips on the cloth to another player: an associate's part of a bank, or its return."""
        self._off(seat, bet, cents)
        self._put(to, into, cents)
        self.events.append(Payment(seat, bet, cents, 0, clauses, against=(to, into)))

    # ---- jackpots

    def feed(self, jackpot: str, cents: int, clause: str) -> None:
        """Add money of the house to a jackpot: a share of the stakes, or its starting amount."""
        assert cents >= 0, (jackpot, cents)
        if cents:
            self._grow(jackpot, cents)
            self.events.append(Fed(jackpot, cents, clause))

    def draw_on(self, jackpot: str, cents: int, clause: str) -> None:
        """Take the money for a prize from a jackpot and give it to the house."""
        assert cents >= 0, (jackpot, cents)
        if cents:
            self._grow(jackpot, -cents)
            self.events.append(PaidOut(jackpot, cents, clause))

    def link(self, jackpot: str, to: int, clause: str) -> None:
        """Change a jackpot to the amount `to`, because linked tables fed it or one of them won it."""
        if more := to - self._before.in_jackpot(jackpot):
            self._grow(jackpot, more)
            self.events.append(Linked(jackpot, more, clause))

    def _grow(self, jackpot: str, cents: int) -> None:
        amounts = dict(self._before.jackpots)
        amounts[jackpot] += cents
        assert amounts[jackpot] >= 0, (jackpot, cents)
        self.change(jackpots=tuple(Jackpot(*each) for each in amounts.items()))

    # ---- chips by seat and bet

    def _place(self, seat: int, bet: str) -> int:
        """Return the index of a bet in the sorted list of chips."""
        chips = self._chips
        place = bisect_left(chips, (seat, bet))
        assert place < len(chips), f"seat {seat} has nothing on {bet}"
        assert chips[place].seat == seat, f"seat {seat} has nothing on {bet}"
        assert chips[place].bet == bet, f"seat {seat} has nothing on {bet}"
        return place

    def _put(self, seat: int, bet: str, cents: int) -> None:
        chips = self._chips
        place = after = bisect_left(chips, (seat, bet))
        if place < len(chips):
            owner, name, present = chips[place]
            if owner == seat and name == bet:
                cents += present
                after += 1
        self._chips = (*chips[:place], Chips(seat, bet, cents), *chips[after:])

    def _off(self, seat: int, bet: str, cents: int) -> None:
        left = self._clear_bet(seat, bet) - cents
        assert cents >= 0, (seat, bet, cents)
        assert left >= 0, (seat, bet, cents)
        if left:
            self._put(seat, bet, left)

    def _clear_bet(self, seat: int, bet: str) -> int:
        """Remove all chips of a bet and return their amount."""
        chips, place = self._chips, self._place(seat, bet)
        self._chips = chips[:place] + chips[place + 1 :]
        return chips[place].cents

    def _purse(self, seat: int, cents: int) -> None:
        purses = self._purses
        if purses:
            left = purses[seat - 1] + cents
            assert left >= 0, (seat, cents)
            self._purses = (*purses[: seat - 1], left, *purses[seat:])

    # ---- cards

    def use(self, shoe: Shoe | None) -> None:
        """Put a new shoe or deck on the table. With None, remove the present one."""
        self._shoe = shoe

    def deal(self, to: Owner, card: int, *, up: bool = False) -> None:
        """Deal a card that is seen: by everyone if it is face up, otherwise only by its owner."""
        shoe = self._need_shoe()
        self._shoe = shoe.take(card)
        self._lay(to, Held(card, up, shoe.dealt))

    def deal_set_aside(self, to: Owner, card: int, *, place: int) -> None:
        """Deal a card that was set aside unseen, face down. Its identity is now known."""
        self._shoe = self._need_shoe().turn(card)
        self._lay(to, Held(card, up=False, place=place))

    def deal_blank(self, to: Owner, *, nth: int | None = None) -> None:
        """Deal a blank: a face-down card that no one sees yet. It becomes the last card, or the n-th."""
        shoe = self._need_shoe()
        self._shoe = shoe.skip()
        self._lay(to, Held(None, up=False, place=shoe.dealt), nth)

    def _lay(self, to: Owner, held: Held, nth: int | None = None) -> None:
        cards = self._held(to)
        place = len(cards) if nth is None else nth
        self._pile(to, (*cards[:place], held, *cards[place:]))
        self.events.append(Dealt(to, held.card, held.up, held.place))

    def burn(self, clause: str = "") -> None:
        """Burn a card: it leaves the shoe unseen."""
        shoe = self._need_shoe()
        self._shoe = shoe.skip()
        self.events.append(Burned(shoe.dealt, clause))

    def turn_up(self, owner: Owner, card: int, clause: str = "", *, nth: int | None = None) -> None:
        """Turn a blank face up, so that it becomes this card. It is the first blank, or the n-th card."""
        self._uncover(owner, card, nth, up=True)
        self.events.append(Shown(owner, (card,), clause))

    def look(self, owner: Owner, card: int, *, nth: int | None = None, by: int | None = None) -> None:
        """Let a player look at a blank, so that it becomes this card. No other player sees it.

        It is the first blank, or the n-th card. By default its owner looks. `by` is the player who plays
        the hand for its owner.
        """
        place = self._uncover(owner, card, nth, up=False)
        self.events.append(Looked(owner if by is None else by, card, place))

    def _uncover(self, owner: Owner, card: int, nth: int | None, *, up: bool) -> int:
        held = list(self._held(owner))
        blank = next(n for n, one in enumerate(held) if one.card is None) if nth is None else nth
        assert held[blank].card is None, f"card {blank} of {owner} has been seen"
        held[blank] = Held(card, up=up, place=held[blank].place)
        self._shoe = self._need_shoe().turn(card)
        self._pile(owner, tuple(held))
        return held[blank].place

    def show(self, owner: Owner, clause: str = "", *, nth: int | None = None) -> None:
        """Turn all cards of an owner face up, or only the n-th."""
        held = self._held(owner)
        shown = held if nth is None else (held[nth],)
        assert all(one.card is not None for one in shown), f"{owner} has a blank: chance turns it up first"
        self._pile(
            owner,
            tuple([Held(one.card, up=True, place=one.place) if one in shown else one for one in held]),
        )
        self.events.append(Shown(owner, tuple(one.card for one in shown), clause))

    def cover(self, owner: Owner, *, nth: int) -> None:
        """Turn a card that was exposed by mistake face down again.

        There is no event, because players may remember the card.
        """
        held = list(self._held(owner))
        held[nth] = replace(held[nth], up=False)
        self._pile(owner, tuple(held))

    def part(self, owner: Owner, to: Owner, clause: str = "") -> None:
        """Move the last card of an owner to another hand, for example when a pair is split."""
        *held, last = self._held(owner)
        self._pile(owner, tuple(held))
        self._pile(to, (*self._held(to), last))
        self.events.append(Parted(owner, to, clause))

    def give(self, owner: Owner, to: Owner, clause: str) -> None:
        """Hand a player's cards to another player, who sees each card that has already been seen."""
        self._pile(to, self._pick_up(owner))
        self.events.append(Parted(owner, to, clause))
        self.show_to(to, to)

    def show_to(self, owner: Owner, who: Owner) -> None:
        """Let another player take over an owner's cards and alone see those that have been seen."""
        for held in self._held(owner):
            if held.card is not None and not held.up:
                self.events.append(Looked(who, held.card, held.place))

    def lay_down(self, owner: Owner, *, nth: int, clause: str = "") -> Held:
        """Discard the n-th card of an owner, still face up or face down, and return it."""
        held = list(self._held(owner))
        card = held.pop(nth)
        self._pile(owner, tuple(held))
        self.events.append(Discarded(owner, card.card if card.up else None, clause))
        return card

    def lay_aside(self, owner: Owner, to: Owner, *, nth: int, clause: str = "") -> None:
        """Move the owner's n-th card from the hand to another place, still face up or face down."""
        held = list(self._held(owner))
        card = held.pop(nth)
        self._pile(owner, tuple(held))
        self._pile(to, (*self._held(to), card))
        self.events.append(Discarded(owner, card.card if card.up else None, clause))

    def put_together(self, owner: Owner, to: Owner) -> None:
        """Join cards out of play to other cards out of play.

        There is no event, because nothing is revealed.
        """
        held = self._pick_up(owner)
        self._pile(to, (*self._held(to), *held))

    def muck(self, owner: Owner, clause: str = "") -> None:
        """Take all cards of an owner out of play. The other players do not see the face-down cards."""
        for held in self._pick_up(owner):
            self.events.append(Discarded(owner, held.card if held.up else None, clause))

    def discard(self, card: int, clause: str) -> None:
        """Discard a card from the shoe, face up."""
        self._shoe = self._need_shoe().take(card)
        self.events.append(Discarded("shoe", card, clause))

    def clear(self) -> None:
        """Collect all cards from the table."""
        self._piles = ()

    def _held(self, owner: Owner) -> tuple[Held, ...]:
        for pile in self._piles:
            if pile.owner == owner:
                return pile.cards
        return ()

    def _pick_up(self, owner: Owner) -> tuple[Held, ...]:
        """Remove and return the cards of an owner."""
        held = self._held(owner)
        self._piles = tuple([pile for pile in self._piles if pile.owner != owner])
        return held

    def _pile(self, owner: Owner, cards: tuple[Held, ...]) -> None:
        """Set the cards of an owner. The pile of a new owner goes after the others."""
        piles, new = self._piles, Pile(owner, cards)
        for place, pile in enumerate(piles):
            if pile.owner == owner:
                self._piles = (*piles[:place], new, *piles[place + 1 :])
                return
        self._piles = (*piles, new)

    def _need_shoe(self) -> Shoe:
        assert self._shoe is not None, "there is no shoe on the table"
        return self._shoe

    # ---- announcements

    def say(self, words: str, clause: str = "", *, who: Who = CROUPIER) -> None:
        """Let a person, usually the croupier, speak aloud."""
        self.events.append(Said(who, words, clause))

    def show_result(self, result: Result, clause: str) -> None:
        """Show the result of the ball, the wheel or the dice, or the points of the hands."""
        self.events.append(Came(result, clause))

    def note(self, code: str, clause: str, **figures: Figure) -> None:
        """Note a change at the table for the table chief."""
        self.events.append(Noted(code, clause, figures))

    def end_round(self) -> None:
        self.events.append(RoundOver())

"""Poker against the house where each player has one box: invitation, bets, «no va más», the deal.

Shared by trijoker and the two hold'ems, in which nobody plays another's box. What differs from game to game
(what is laid, in which order the cards come, what is decided) is told by the cloth, which each game makes its
own. Seat 1 is the first at the croupier's left.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.families.banked.acts import BETTING
from novamas.families.banked.deal import deal_on, fresh_deck
from novamas.families.banked.phases import Betting, Closed, Waiting, give_back
from novamas.families.banked_poker.cloth import PokerCloth, PokerCourse, laying
from novamas.families.banked_poker.setup import PokerRules
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.events import Owner
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.refusals import Refusal

ACTS: tuple[type[Act], ...] = BETTING


class OneBoxCourse(PokerCourse, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of a round to which the croupier invites."""

    inviting: str


class OneBoxRules(PokerRules, frozen=True, cache_hash=True, kw_only=True):
    """What the rules of every such table have."""

    shuffler: str
    shuffler_deals_hands: bool = False  # the machine gives each hand all its cards at once


class OneBoxCloth(PokerCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game with one box for each player. Each game makes its own of it."""

    shared_owner: ClassVar[str]  # whose cards lie before the croupier
    shared_size: ClassVar[int]

    rules: OneBoxRules

    @property
    def course(self) -> OneBoxCourse:
        return self.rules.frame.group("course", OneBoxCourse)

    @property
    def players(self) -> tuple[int, ...]:
        """Who plays for the main bet, from the croupier's left."""
        return tuple([seat for seat, bet, _ in self.chips if bet == self.main])

    @property
    def holders(self) -> tuple[int, ...]:
        """Who has cards in this round, from the croupier's left."""
        return self.players

    # ---- bets

    @property
    def opening(self) -> tuple[str, str]:
        return "Hagan juego.", self.course.inviting

    @law("AR10.10-1-B.II.1.1", "AR10.10-1-E.II.1.1", "AR10.10-1-F.II.1.1")
    @law("IB05.13.II.b.3", "IB05.13.II.c.1", "AR10.10-1-B.II.2.1")
    def open(self, moves: Moves[Any], *, last: bool) -> Step:
        """A deck of fifty-two cards is shuffled, by whom the house chooses, and bets are invited."""
        how = "shuffled_by_croupier" if self.rules.shuffler == "none" else "shuffled_by_machine"
        moves.note(how, self.course.inviting, deck=self.pack)
        fresh_deck(moves)
        return super().open(moves, last=last)

    def bets(self, seat: int) -> Iterable[Offer]:
        """The bet that brings a hand, once; then what the game lets a player lay beside it."""
        if seat in self.players:
            return self.bets_aside(seat)
        cents = self.within_limits(self.rules.minimum, self.rules.maximum)
        return (laying(seat, self.main, cents, self.course.betting),)

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        if seat not in self.players:
            return None if bet == self.main else self.why_not_first(seat, bet)
        if bet != self.main:
            return self.why_not_aside(seat, bet)
        return Refusal("one_box_only", self.course.one_box)

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """With the bet that brings a hand goes all that its player has laid beside it."""
        if bet == self.main and cents == self.on(seat, bet):
            give_back(moves, (chips for chips in self.chips if chips.seat == seat), self.free_by(bet))
        else:
            super().take_back(moves, seat, bet, cents)

    @property
    def may_close(self) -> bool:
        return bool(self.players)

    def close(self, moves: Moves[Any]) -> Step:
        return deal_on(moves)

    # ---- the deal

    @property
    def in_batches(self) -> bool:
        return self.rules.shuffler_deals_hands

    @property
    def hands(self) -> Iterable[tuple[Owner, int]]:
        players = ((seat, self.hand_size) for seat in self.holders)
        return (*players, (self.shared_owner, self.shared_size))

    def is_blank(self, owner: Owner) -> bool:
        """Each player sees his own cards, and nobody those before the croupier."""
        return owner == self.shared_owner


def phases_of(cloth: type[OneBoxCloth]) -> tuple[Any, ...]:
    """The phases that these games share, on a game's own cloth."""
    return tuple(phase[cloth] for phase in (Waiting, Betting, Closed))

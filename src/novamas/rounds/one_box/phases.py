"""Poker against the house where each player has one box: invitation, bets, «no va más», the deal.

Shared by trijoker and the two hold'ems, in which nobody plays another's box. What differs from game to game
(what is laid, in which order the cards come, what is decided) is told by the cloth, which each game makes its
own. Seat 1 is the first at the croupier's left.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from msgspec import Struct

from novamas.law import Frame, law
from novamas.rounds.banked.acts import BETTING, Bet
from novamas.rounds.banked.deal import DealtCloth, deal_on, fresh_deck
from novamas.rounds.banked.phases import (
    Betting,
    Closed,
    Course,
    LateBets,
    Least,
    Waiting,
    give_back,
    not_aside,
)
from novamas.table.bets import write_bet
from novamas.table.deeds import Act
from novamas.table.events import Owner
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal

BANK, BOARD = "bank", "board"


class BoxCourse(Course, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of a round."""

    inviting: str
    dealing: str
    minimum: str
    maximum: str
    one_box: str
    ending: str


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """What every such table has."""

    frame: Frame
    seats: int
    minimum: int
    maximum: int
    chip: int
    packs: int = 1  # decks that come into play by turns
    machine_shuffles: bool = False
    in_batches: bool = False  # the machine gives each hand all its cards at once


# ---------------------------------------------------------------- the cloth


class Cloth(DealtCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game with one box for each player. Each game makes its own of it."""

    main: ClassVar[str]  # the bet that brings a hand
    hand_size: ClassVar[int]
    shared_owner: ClassVar[str]  # whose cards lie before the croupier
    shared_size: ClassVar[int]

    rules: Rules

    @property
    def course(self) -> BoxCourse:
        raise AssertionError("each game has its own course")

    @property
    def places(self) -> int:
        return self.rules.seats

    @property
    def packs(self) -> int:
        return self.rules.packs

    @property
    def players(self) -> tuple[int, ...]:
        """Who plays for the main bet, from the croupier's left."""
        return tuple(seat for seat, bet, _ in self.chips if bet == self.main)

    @property
    def holders(self) -> tuple[int, ...]:
        """Who has cards in this round, from the croupier's left."""
        return self.players

    # ---- bets

    @property
    def opening(self) -> tuple[str, str]:
        return "Hagan juego.", self.course.inviting

    @law("AR10.10-1-B.II.1.1", "AR10.10-1-E.II.1.1", "AR10.10-1-F.II.1.1")
    def open(self, moves: Moves[Any], *, last: bool) -> Step:
        """A deck of fifty-two cards is shuffled, and bets are invited."""
        pack = f"deck {self.pack}" if self.packs > 1 else "the cards are"
        how = "by machine" if self.rules.machine_shuffles else "by the croupier"
        moves.note(f"{pack} shuffled {how}", self.course.inviting)
        fresh_deck(moves)
        return super().open(moves, last=last)

    def bets(self, seat: int) -> Iterable[Offer]:
        """The bet that brings a hand, once; then what the game lets a player lay beside it."""
        if seat in self.players:
            return self.bets_aside(seat)
        rules, course = self.rules, self.course
        dials: dict[str, Dial] = {
            "bet": OneOf((self.main,), course.betting),
            "cents": Range(rules.minimum, rules.maximum, rules.chip, course.minimum, course.maximum),
        }
        return (Offer(Bet(seat, self.main, rules.minimum), course.betting, dials),)

    def bets_aside(self, seat: int) -> Iterable[Offer]:
        """What else a player who has a hand may lay until «no va más»."""
        return ()

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        if seat not in self.players:
            return None if bet == self.main else not_aside(self.course.betting)
        if bet != self.main:
            return None
        says = "Each player plays one box only, and has laid his bet: take it back to lay another."
        return Refusal("one_box_only", self.course.one_box, says)

    def least(self, seat: int, bet: str) -> Least:
        return Least(self.rules.minimum, self.rules.chip, self.course.minimum)

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

    def late_bets(self) -> LateBets:
        boxes = tuple(write_bet(self.main, seat) for seat in range(1, self.places + 1))
        return LateBets(boxes, self.rules.minimum, self.rules.maximum, self.course.closing)

    # ---- the deal

    @property
    def in_batches(self) -> bool:
        return self.rules.in_batches

    @property
    def hands(self) -> Iterable[tuple[Owner, int]]:
        players = ((seat, self.hand_size) for seat in self.holders)
        return (*players, (self.shared_owner, self.shared_size))

    def is_blank(self, owner: Owner) -> bool:
        """Each player sees his own cards, and nobody those before the croupier."""
        return owner == self.shared_owner


ACTS: tuple[type[Act], ...] = BETTING


def phases_of(cloth: type[Cloth]) -> tuple[Any, ...]:
    """The phases that these games share, on a game's own cloth."""
    return tuple(phase[cloth] for phase in (Waiting, Betting, Closed))

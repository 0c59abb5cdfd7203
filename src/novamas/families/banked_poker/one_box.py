"""Banked poker with one box for each player: invitation, bets, «no va más», the deal.

Trijoker and both hold'ems have this course, because no player may bet on the box of another there. The cloth
of each game adds its bets, its hands and the first decision. Seat 1 is the first at the croupier's left.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.families.banked.acts import BETTING
from novamas.families.banked.cloth import Cloth, LateBets, Least, LimitsOfRules
from novamas.families.banked.phases import Betting, Closed, Waiting, give_back
from novamas.families.banked_poker.bets import (
    PokerCourse,
    SideBet,
    bet_offer,
    late_main_bets,
    side_bet_named,
    why_no_side_bet,
    why_not_first,
)
from novamas.families.banked_poker.deal import Dealing, DealtHand, deal_on, fresh_deck, gather_cards
from novamas.families.banked_poker.setup import PokerRules
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.felt import Chips
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal

ACTS: tuple[type[Act], ...] = BETTING


class OneBoxCourse(PokerCourse, frozen=True, forbid_unknown_fields=True):
    """The clauses on the course of a round that the croupier begins with an invitation to bet."""

    inviting: str

    @property
    def dealing(self) -> str:
        """The clause on the deal. The same sentence closes the betting."""
        return self.closing


class OneBoxRules(PokerRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules that all tables with one box for each player share."""

    shuffler: str
    shuffler_deals_hands: bool = False  # whether the machine gives each hand all its cards at once

    @property
    def in_batches(self) -> bool:
        return self.shuffler_deals_hands


class OneBoxCloth(LimitsOfRules, Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game with one box for each player. Each game extends it."""

    public: ClassVar[tuple[str, ...]] = (*Cloth.public, "pack", "minimum", "maximum")
    of_the_round: ClassVar[tuple[str, ...]] = ("taken",)
    main: ClassVar[str]  # the bet that brings a hand

    taken: tuple[Chips, ...] = ()  # bets the bank has taken in this round, returned if it becomes void
    pack: int = 1
    rules: OneBoxRules

    # ---- what each game adds

    @property
    def hands(self) -> Iterable[DealtHand]:
        """The hands of the round, in the order of the deal."""
        raise AssertionError("each game has its own hands")

    def decide(self, moves: Moves[Any]) -> Step:
        """Begin the players' decisions after the deal."""
        raise AssertionError("each game has its own decisions")

    @property
    def side_bets(self) -> tuple[SideBet, ...]:
        """The side bets at this table."""
        return ()

    # ---- the table

    @property
    def course(self) -> OneBoxCourse:
        return self.rules.frame.group("course", OneBoxCourse)

    @property
    def places(self) -> int:
        return self.rules.seats + self.rules.standing

    @property
    def players(self) -> tuple[int, ...]:
        """The players with a main bet, counted from the croupier's left."""
        return tuple([seat for seat, bet, _ in self.chips if bet == self.main])

    # ---- the betting opens

    @property
    def opening(self) -> tuple[str, str]:
        return "Hagan juego.", self.course.inviting

    @law("AR10.10-1-B.II.1.1", "AR10.10-1-E.II.1.1", "AR10.10-1-F.II.1.1")
    @law("IB05.13.II.b.3", "IB05.13.II.c.1", "AR10.10-1-B.II.2.1")
    def open(self, moves: Moves[Any], *, last: bool) -> Step:
        """Shuffle a deck of fifty-two cards by hand or by machine, and invite players to bet."""
        how = "shuffled_by_croupier" if self.rules.shuffler == "none" else "shuffled_by_machine"
        moves.note(how, self.course.inviting, deck=self.pack)
        fresh_deck(moves)
        return super().open(moves, last=last)

    # ---- bets

    def bets(self, seat: int) -> Iterable[Offer]:
        """Return the offer of the main bet, or of the side bets if the player has already placed it."""
        if seat in self.players:
            return self.side_bet_offers(seat)
        rules, course = self.rules, self.course
        cents = Range(rules.minimum, rules.maximum, rules.chip, course.minimum, course.maximum)
        return (bet_offer(seat, self.main, cents, course.betting),)

    def side_bet_offers(self, seat: int) -> tuple[Offer, ...]:
        """Return the side bets that a player with a hand may place."""
        return tuple(
            offer for side in self.side_bets for offer in side.offers(seat, self.on(seat, side.name))
        )

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        betting = self.course.betting
        if seat not in self.players:
            return None if bet == self.main else why_not_first(bet, self.main, self.side_bets, betting)
        if bet == self.main:
            return Refusal("one_box_only", self.course.one_box)
        offers, has = self.side_bet_offers(seat), self.on(seat, bet)
        return why_no_side_bet(bet, has, self.main, self.side_bets, offers, betting)

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        side = side_bet_named(self.side_bets, bet)
        moves.stake(seat, bet, cents, side.betting if side else self.course.betting)

    def least(self, seat: int, bet: str) -> Least:
        side = side_bet_named(self.side_bets, bet)
        return side.smallest if side else Least(self.rules.minimum, self.rules.chip, self.course.minimum)

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Return chips of a bet. If the whole main bet goes back, the player's side bets do too."""
        if bet == self.main and cents == self.on(seat, bet):
            give_back(moves, (chips for chips in self.chips if chips.seat == seat), self.free_by(bet))
        else:
            super().take_back(moves, seat, bet, cents)

    # ---- «no va más», and the end of the round

    @property
    def may_close(self) -> bool:
        return bool(self.players)

    def close(self, moves: Moves[Any]) -> Step:
        return deal_on(moves)

    def late_bets(self) -> LateBets:
        return late_main_bets(self.main, self.rules, self.course)

    def gather(self, moves: Moves[Any]) -> None:
        gather_cards(moves)


def phases_of(cloth: Any) -> tuple[Any, ...]:
    """Return the shared phases, adapted to the cloth of one game."""
    return tuple(phase[cloth] for phase in (Waiting, Betting, Closed, Dealing))

"""Banked poker on boxes on which others may bet: who decides for them, what lies on them, the hands.

Shared by poker without discard and three-card poker. Box n is that of the player at seat n. What a player
lays on his own box is called by the bet's name alone, `ante`; what he lays on another, `ante:3`. A box beyond
the seats is vacant: who plays it does so blind, and its cards, `box:6`, are turned by the croupier.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from novamas.families.banked import deal, phases
from novamas.families.banked.acts import Consent
from novamas.families.banked.boxes import Boxes
from novamas.families.banked.deal import deal_on, fresh_deck
from novamas.families.banked.phases import too_much_there
from novamas.families.banked_poker.cloth import BANK, PokerCloth, PokerCourse, laying
from novamas.families.banked_poker.setup import PokerRules
from novamas.law import law
from novamas.table.bets import parts_of, read_bet, write_bet
from novamas.table.deeds import Act
from novamas.table.events import Owner
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who


class OpenBoxCourse(PokerCourse, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of a round on boxes that are open to others."""

    dealing: str
    backing: str  # where others may bet on a player's hand
    most_bets: str  # how many bets a box may hold
    fault: str  # an error in the deal


class BackerFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may bet on the hands of others: with the player's consent, seated, or blind on vacant boxes."""

    cite: tuple[str, ...]
    needs_consent: bool
    seated: bool
    blind: bool


class OpenBoxRules(PokerRules, frozen=True, cache_hash=True, kw_only=True):
    """What the rules of every such table have."""

    bets_per_box: int


# ---------------------------------------------------------------- the cloth


def named(bet: str, box: int, seat: int) -> str:
    """A bet on a box, as it is called: by its name alone where the box is the player's own."""
    return write_bet(bet, "" if box == seat else box)


class OpenBoxCloth(Boxes, PokerCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game with boxes open to others. Each game makes its own of it."""

    public: ClassVar[tuple[str, ...]] = (*PokerCloth.public, "commands", "consents", "taken")
    of_the_round: ClassVar[tuple[str, ...]] = (*PokerCloth.of_the_round, "commands")

    rules: OpenBoxRules
    commands: tuple[tuple[int, int], ...] = ()
    consents: tuple[tuple[int, bool], ...] = ()

    @property
    def course(self) -> OpenBoxCourse:
        return self.rules.frame.group("course", OpenBoxCourse)

    @property
    def backers(self) -> BackerFigures:
        return self.rules.frame.group("backers", BackerFigures)

    # ---- boxes

    def main_on(self, box: int, seat: int) -> str:
        return named(self.main, box, seat)

    def box_of(self, bet: str, seat: int) -> int:
        return int(read_bet(bet).place or seat)

    def bet_on(self, bet: str, box: int, seat: int) -> int:
        """What a player has of a bet on a box."""
        return self.on(seat, named(bet, box, seat))

    @law("IB05.11.IV.2.2", "AR10.10-1-A.IV.2", "AR10.10-1-A.IV.3")
    def why_not_there(self, seat: int, box: int) -> Refusal | None:
        """Why a player may not bet on a box that is neither his own nor one on which he has already bet.

        Some norms let only standing players bet on the hand of another, with his consent; others let the
        seated, and let them play vacant boxes blind.
        """
        rules, course, backers = self.rules, self.course, self.backers
        is_seated, commander = self.is_seated(seat), self.commander(box)
        if (is_seated and box == seat) or self.bet_on(self.main, box, seat):
            return None
        if commander is None:
            if is_seated and backers.blind and self.is_vacant(box):
                return None
            return Refusal("box_not_yours", course.one_box, figures={"box": box})
        if rules.bets_per_box == 1 or (is_seated and not backers.seated):
            return Refusal("one_box_only", course.one_box)
        if backers.needs_consent and not self.said(commander):
            return Refusal("no_consent", course.backing, figures={"seat": commander})
        if len(self.bettors(box)) >= rules.bets_per_box:
            return Refusal("box_full", course.most_bets, figures={"box": box, "bets": rules.bets_per_box})
        return None

    # ---- bets

    def bets(self, seat: int) -> Iterable[Offer]:
        """What a player may lay on each box; all main bets on a box together keep within the maximum."""
        rules, course = self.rules, self.course
        for box in range(1, rules.boxes + 1):
            if self.why_not_there(seat, box) is not None:
                continue
            least = rules.chip if self.bet_on(self.main, box, seat) else rules.minimum
            most = rules.maximum - self.on_box(box)
            if least <= most:
                bet, cents = self.main_on(box, seat), self.within_limits(least, most)
                yield laying(seat, bet, cents, course.betting, listed=course.one_box)
        yield from self.bets_aside(seat)

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        rules, course = self.rules, self.course
        parts = parts_of(bet)
        if parts.kind != self.main or (parts.place and not parts.place.isdecimal()):
            has_hand = self.on(seat, self.main)
            return self.why_not_aside(seat, bet) if has_hand else self.why_not_first(seat, bet)
        box = int(parts.place or seat)
        if not 1 <= box <= rules.boxes:
            return Refusal(
                "no_such_box",
                course.one_box,
                dial="bet",
                given=bet,
                figures={"box": box, "boxes": rules.boxes},
            )
        if (refusal := self.why_not_there(seat, box)) is not None:
            return refusal
        if (has := self.on_box(box)) + cents > rules.maximum:
            return too_much_there(bet, has, cents, rules.maximum, course.maximum)
        return None

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        moves.stake(seat, bet, cents, self.course.betting)
        self.take_command(moves, seat, bet)

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        self.leave_box(moves, seat, bet, cents, self.free_by(bet))

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """A seated player may let others bet on his hand where the house allows it."""
        asks = self.rules.bets_per_box > 1 and self.backers.needs_consent
        if asks and isinstance(who, int) and self.is_seated(who):
            return self.consent_offers(who)
        return ()

    def consent_clause(self, *, yes: bool) -> str:
        return self.course.backing

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        assert isinstance(act, Consent)
        assert isinstance(act.by, int)
        self.say_consent(moves, act.by, yes=act.yes)

    # ---- hands

    @property
    def may_close(self) -> bool:
        return bool(self.commands)

    @law("IB05.11.II.1.1", "AR10.10-1-A.II.1.1", "IB09.17.II.1.1", "AR10.10-1-D.II.1.1")
    def close(self, moves: Moves[Any]) -> Step:
        """A fresh deck of fifty-two cards: the deal begins."""
        fresh_deck(moves)
        return deal_on(moves)

    def hand(self, box: int) -> Owner:
        """The name under which the cards of a box lie: those of a vacant one are nobody's to see."""
        return write_bet("box", box) if self.is_vacant(box) else box

    @property
    def hands(self) -> Iterable[tuple[Owner, int]]:
        """The hands of the round in the order of the deal, the bank last."""
        owners = (*(self.hand(box) for box, _ in self.commands), BANK)
        return [(owner, self.hand_size) for owner in owners]

    def shows(self, nth: int) -> bool:
        """Is the bank's n-th card dealt face up?"""
        return False

    def is_blank(self, owner: Owner) -> bool:
        if owner == BANK:
            return not self.shows(len(self.held(BANK)))
        return isinstance(owner, str)

    def is_up(self, owner: Owner) -> bool:
        return owner == BANK

    def next_round(self, moves: Moves[Any]) -> Step:
        moves.end_round()
        return moves.to(Betting(moves.felt))

    def betting(self) -> AnyPhase:
        return Betting(self)


C = TypeVar("C", bound=OpenBoxCloth)

# ---------------------------------------------------------------- phases


class Betting(phases.Betting[C], Generic[C], frozen=True):
    """Initial bets are laid; what lies on the cloth may still be taken back."""

    rest: ClassVar[bool] = True


class Dealing(deal.Dealing[C], Generic[C], frozen=True):
    """The cards are dealt face down from the croupier's left, to every hand and to the bank."""

    step: ClassVar[str] = "dealing"

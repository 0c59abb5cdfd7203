"""Banked poker on boxes that accept bets of other players: decisions for a box, bets and hands.

No-draw poker and three-card poker are played in this way. Box n belongs to the player at seat n. A bet on
the player's own box has a plain name, `ante`. The name of a bet on another box contains the box, `ante:3`. A
box numbered above the seats is vacant. A player plays it blind, and the croupier turns its cards up, `box:6`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from novamas.families.banked import phases
from novamas.families.banked.acts import Consent
from novamas.families.banked.boxes import Boxes
from novamas.families.banked.cloth import Cloth, LateBets, Least, too_much_there
from novamas.families.banked_poker.bets import (
    BANK,
    PokerCourse,
    SideBet,
    bet_offer,
    late_main_bets,
    side_bet_named,
    why_no_side_bet,
    why_not_first,
)
from novamas.families.banked_poker.deal import DealtHand, deal_on, fresh_deck, gather_cards
from novamas.families.banked_poker.setup import PokerRules
from novamas.law import law
from novamas.table.bets import parts_of, read_bet, write_bet
from novamas.table.deeds import Act
from novamas.table.events import Owner
from novamas.table.felt import Chips
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import AnyPhase, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who


class OpenBoxCourse(PokerCourse, frozen=True, forbid_unknown_fields=True):
    """The clauses on the course of a round at boxes that are open to other players."""

    dealing: str
    backing: str  # where others may bet on a player's hand
    most_bets: str  # how many bets a box may hold
    fault: str  # an error in the deal


class BackerFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures that say which players may bet on the hands of others and on vacant boxes."""

    cite: tuple[str, ...]
    needs_consent: bool  # whether the player of the hand must agree
    seated: bool  # whether seated players may do it too
    blind: bool  # whether seated players may play vacant boxes


class OpenBoxRules(PokerRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules that all tables with open boxes share."""

    bets_per_box: int


# ---------------------------------------------------------------- the cloth


def named(bet: str, box: int, seat: int) -> str:
    """Return the name of a bet on a box, without the box if it is the player's own."""
    return write_bet(bet, "" if box == seat else box)


class OpenBoxCloth(Boxes, Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game with boxes open to other players. Each game extends it."""

    public: ClassVar[tuple[str, ...]] = (
        *(*Cloth.public, "pack", "minimum", "maximum"),
        *("commands", "consents", "taken"),
    )
    of_the_round: ClassVar[tuple[str, ...]] = ("taken", "commands")
    main: ClassVar[str]  # the bet that brings a hand
    hand_size: ClassVar[int]

    taken: tuple[Chips, ...] = ()  # bets the bank has taken in this round, returned if it becomes void
    pack: int = 1
    rules: OpenBoxRules
    commands: tuple[tuple[int, int], ...] = ()
    consents: tuple[tuple[int, bool], ...] = ()

    # ---- what each game adds

    @property
    def side_bets(self) -> tuple[SideBet, ...]:
        """The side bets at this table."""
        raise AssertionError("each game has its own side bets")

    @property
    def bank_face_up(self) -> int:
        """The position of the bank's card that is dealt face up, or -1 if all are dealt face down."""
        return -1

    def decide(self, moves: Moves[Any]) -> Step:
        """Begin the players' decisions after the deal."""
        raise AssertionError("each game has its own decisions")

    # ---- the table

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
        """Return the amount that a player has in a bet on a box, in céntimos."""
        return self.on(seat, named(bet, box, seat))

    @law("IB05.11.IV.2.2", "AR10.10-1-A.IV.2", "AR10.10-1-A.IV.3")
    def why_not_there(self, seat: int, box: int) -> Refusal | None:
        """Explain why a player may not bet on a box, or return None.

        A player may always bet on their own box and on a box they have already bet on. Some norms let only
        standing players bet on the hand of another player, with that player's consent. Others also allow it
        to seated players, and let them play vacant boxes blind.
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
        """Yield the bets on each box. The main bets on a box may not exceed the maximum together."""
        rules, course = self.rules, self.course
        for box in range(1, rules.boxes + 1):
            if self.why_not_there(seat, box) is not None:
                continue
            least = rules.chip if self.bet_on(self.main, box, seat) else rules.minimum
            most = rules.maximum - self.on_box(box)
            if least <= most:
                cents = Range(least, most, rules.chip, course.minimum, course.maximum)
                yield bet_offer(seat, self.main_on(box, seat), cents, course.betting, listed=course.one_box)
        yield from self.side_bet_offers(seat)

    def side_bet_offers(self, seat: int) -> tuple[Offer, ...]:
        """Return the side bets that a seated player with a bet on their own box may place."""
        if not self.is_seated(seat) or not self.on(seat, self.main):
            return ()
        return tuple(
            offer for side in self.side_bets for offer in side.offers(seat, self.on(seat, side.name))
        )

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        rules, course = self.rules, self.course
        parts = parts_of(bet)
        if parts.kind != self.main or (parts.place and not parts.place.isdecimal()):
            if not self.on(seat, self.main):
                return why_not_first(bet, self.main, self.side_bets, course.betting)
            offers, has = self.side_bet_offers(seat), self.on(seat, bet)
            return why_no_side_bet(bet, has, self.main, self.side_bets, offers, course.betting)
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
        """Place a bet. The first player with a main bet on a box decides for it."""
        side = side_bet_named(self.side_bets, bet)
        moves.stake(seat, bet, cents, side.betting if side else self.course.betting)
        self.take_command(moves, seat, bet)

    def least(self, seat: int, bet: str) -> Least:
        side = side_bet_named(self.side_bets, bet)
        return side.smallest if side else Least(self.rules.minimum, self.rules.chip, self.course.minimum)

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        self.leave_box(moves, seat, bet, cents, self.free_by(bet))

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """Return the offer to let others bet on the player's hand, if the house allows it."""
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

    # ---- the deal

    @property
    def may_close(self) -> bool:
        return bool(self.commands)

    @law("IB05.11.II.1.1", "AR10.10-1-A.II.1.1", "IB09.17.II.1.1", "AR10.10-1-D.II.1.1")
    def close(self, moves: Moves[Any]) -> Step:
        """Bring a fresh deck of fifty-two cards into play and begin the deal."""
        fresh_deck(moves)
        return deal_on(moves)

    def hand(self, box: int) -> Owner:
        """Return the owner of the cards at a box. No player may see the cards of a vacant box."""
        return write_bet("box", box) if self.is_vacant(box) else box

    @property
    @law("IB05.11.V.4.9", "AR10.10-1-A.VI.1.6", "IB09.17.V.2.2", "AR10.10-1-D.VII.2")
    def hands(self) -> Iterable[DealtHand]:
        """The hands of the round in the order of the deal. The bank's is the last."""
        size = self.hand_size
        for box, _ in self.commands:
            yield DealtHand(self.hand(box), size, is_seen=not self.is_vacant(box))
        yield DealtHand(BANK, size, is_seen=False, face_up=self.bank_face_up)

    # ---- the end of the round

    def late_bets(self) -> LateBets:
        return late_main_bets(self.main, self.rules, self.course)

    def gather(self, moves: Moves[Any]) -> None:
        gather_cards(moves)

    def next_round(self, moves: Moves[Any]) -> Step:
        moves.end_round()
        return moves.to(Betting(moves.felt))

    def betting(self) -> AnyPhase:
        return Betting(self)


C = TypeVar("C", bound=OpenBoxCloth)


class Betting(phases.Betting[C], Generic[C], frozen=True):
    """Players place the main bets and may still take them back."""

    rest: ClassVar[bool] = True

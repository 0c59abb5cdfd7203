"""The cloth of a hold'em against the house: one box for each player, with or without a bonus.

The minimum may change during the session, within the authorised band.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from novamas.families.banked.acts import Fold
from novamas.families.banked.limits import AnnounceLimits, Coming, Varying, announce, count_down
from novamas.families.banked_poker.bets import BANK, SideBet
from novamas.families.banked_poker.deal import DealtHand, gather_cards
from novamas.families.banked_poker.one_box import OneBoxCloth
from novamas.families.house_holdem.acts import BetOn, Check
from novamas.families.house_holdem.figures import ANTE, BONUS, FLOP, Figures, figures_of
from novamas.families.house_holdem.setup import HoldemRules, Premises
from novamas.law import law
from novamas.money import Rounding
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR, Who

OWN_CARDS = 2  # of each player, and of the bank

R = TypeVar("R", bound=HoldemRules)


class HoldemCloth(OneBoxCloth, Generic[R], frozen=True, cache_hash=True, kw_only=True):
    """The cloth of both hold'ems. Their rules differ only by the limits of the bonus."""

    public: ClassVar[tuple[str, ...]] = (*OneBoxCloth.public, "face_up", "coming")
    main: ClassVar[str] = ANTE
    in_the_round: ClassVar[tuple[type[Act], ...]] = (BetOn, Check, Fold)

    rules: R
    premises: Premises
    face_up: int = 0  # cards found face up in the deck in this round
    coming: Coming | None = None  # a minimum that has been announced

    @property
    def figures(self) -> Figures:
        return figures_of(self.rules.frame)

    # ---- bets

    @property
    @law("AR10.10-1-F.VII.2.2")
    def side_bets(self) -> tuple[SideBet, ...]:
        """The bonus, which is open to a player with an ante. A minimum above its maximum closes it."""
        figures, limits, course = self.figures.bonus, self.rules.bonus_limits, self.course
        if figures is None or limits is None or limits[0] > limits[1]:
            return ()
        chip, clauses = self.rules.chip, (course.minimum, course.maximum)
        return (SideBet(BONUS, *limits, chip, figures.betting, *clauses),)

    # ---- the deal

    @property
    @law("AR10.10-1-E.VII.2.3", "AR10.10-1-E.VII.2.4", "AR10.10-1-E.VII.2.5")
    @law("AR10.10-1-F.VII.2.4", "AR10.10-1-F.VII.2.5", "AR10.10-1-F.VII.2.6")
    def hands(self) -> Iterable[DealtHand]:
        """The hands in the order of the deal: a first card to each player and the bank, then a second."""
        players = (DealtHand(seat, OWN_CARDS, is_seen=True) for seat in self.holders)
        return (*players, DealtHand(BANK, OWN_CARDS, is_seen=False))

    @property
    @law("AR10.10-1-F.VII.2.3")
    def holders(self) -> tuple[int, ...]:
        """The players with cards. They play for the ante or wait for the bonus."""
        return tuple(sorted({seat for seat, bet, _ in self.chips if bet in (ANTE, BONUS)}))

    def decide(self, moves: Moves[Any]) -> Step:
        from novamas.families.house_holdem.phases import next_decision  # imported late to avoid a cycle

        return next_decision(moves, FLOP, moves.felt.players)

    def gather(self, moves: Moves[Any]) -> None:
        gather_cards(moves)
        moves.change(face_up=0)
        count_down(moves)

    # ---- a minimum that changes

    @property
    def varying(self) -> Varying:
        """Facts on which a change of the minimum depends."""
        room, clause = self.premises, self.figures.changes.clause
        return Varying(
            authorised_minimum=room.authorised_minimum,
            chip=self.rules.chip,
            may_vary=True,
            kept_elsewhere=room.minimum_kept_elsewhere or room.authorised_without_minimum,
            is_coming=self.coming is not None,
            varied=clause,
            kept=clause,
        )

    @law("AR10.10-1-E.VI.1.2", "AR10.10-1-F.VI.1.2")
    def between(self, who: Who) -> Iterable[Offer]:
        """Yield the offer to announce another minimum of the band, if another table keeps the lowest."""
        varying, clause = self.varying, self.figures.changes.clause
        if who is FLOOR and varying.is_open and varying.kept_elsewhere:
            dial = varying.dial(clause, most=self.premises.authorised_maximum // self.rules.times)
            yield Offer(AnnounceLimits(minimum=dial.least), clause, {"minimum": dial})

    def why_not_own(self, act: Act) -> Refusal | None:
        return self.varying.why_not(act)

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        assert isinstance(act, AnnounceLimits)
        changes, words = self.figures.changes, "Las tres últimas jugadas con este límite."
        announce(moves, (act.minimum,), changes.hands_announced, words, changes.clause)

    def change_limits(self, moves: Moves[Any], minimum: int) -> None:
        """Set a new minimum, with its maximum and its float."""
        rules = self.rules
        advance = Rounding.UP.whole(self.premises.advance * Fraction(minimum, rules.minimum))
        moves.change(
            rules=replace(rules, **rules.limits_of(minimum)),
            premises=replace(self.premises, advance=advance),
        )
        moves.note("limits_changed", self.figures.changes.clause, minimum=minimum, advance=advance)


C = TypeVar("C", bound=HoldemCloth[Any])

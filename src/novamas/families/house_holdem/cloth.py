"""The boxes of a hold'em against the house, and limits that change during the session."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar

from msgspec.structs import replace

from novamas.families.banked.limits import AnnounceLimits, Coming, Varying, announce, count_down
from novamas.families.banked_poker.cloth import BANK
from novamas.families.banked_poker.one_box import OneBoxCloth
from novamas.families.house_holdem.figures import ANTE, Figures, figures_of
from novamas.families.house_holdem.setup import HoldemRules, Premises
from novamas.law import law
from novamas.money import Rounding
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR, Who


class HoldemBoxes(OneBoxCloth, frozen=True, cache_hash=True, kw_only=True):
    """The boxes of a hold'em: the ante brings two cards."""

    public: ClassVar[tuple[str, ...]] = (*OneBoxCloth.public, "face_up", "coming")
    main: ClassVar[str] = ANTE
    hand_size: ClassVar[int] = 2
    shared_owner: ClassVar[str] = BANK
    shared_size: ClassVar[int] = 2

    rules: HoldemRules
    premises: Premises
    face_up: int = 0  # cards found face up in the deck in this round
    coming: Coming | None = None  # a minimum that has been announced

    @property
    def figures(self) -> Figures:
        return figures_of(self.rules.frame)

    # ---- limits that change

    @property
    def varying(self) -> Varying:
        """What bears on a change of the minimum: limits vary within the authorised band."""
        room, clause = self.premises, self.figures.changes.clause
        return Varying(
            authorised_minimum=room.authorised_minimum,
            chip=self.rules.chip,
            may_vary=True,
            kept_elsewhere=room.minimum_kept_elsewhere,
            is_coming=self.coming is not None,
            varied=clause,
            kept=clause,
        )

    @law("AR10.10-1-E.VI.1.2", "AR10.10-1-F.VI.1.2")
    def between(self, who: Who) -> Iterable[Offer]:
        """The floor may announce another minimum of the band, if a table is left at the least of it."""
        varying, clause = self.varying, self.figures.changes.clause
        if who is FLOOR and varying.is_open and varying.kept_elsewhere:
            dial = varying.dial(clause, most=self.premises.authorised_maximum // self.rules.times)
            yield Offer(AnnounceLimits(minimum=dial.least), clause, {"minimum": dial})

    def why_not_own(self, act: Act) -> Refusal | None:
        return self.varying.why_not(act) or super().why_not_own(act)

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        assert isinstance(act, AnnounceLimits)
        changes, words = self.figures.changes, "Las tres últimas jugadas con este límite."
        announce(moves, (act.minimum,), changes.hands_announced, words, changes.clause)

    def change_limits(self, moves: Moves[Any], minimum: int) -> None:
        """The new minimum brings its maximum and float."""
        rules = self.rules
        advance = Rounding.UP.whole(self.premises.advance * Fraction(minimum, rules.minimum))
        moves.change(
            rules=replace(rules, **rules.limits_of(minimum)),
            premises=replace(self.premises, advance=advance),
        )
        moves.note("limits_changed", self.figures.changes.clause, minimum=minimum, advance=advance)

    def gather(self, moves: Moves[Any]) -> None:
        super().gather(moves)
        moves.change(face_up=0)
        count_down(moves)

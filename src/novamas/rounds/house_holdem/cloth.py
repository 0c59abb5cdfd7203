"""The boxes of a hold'em against the house, its acts, and limits that change during the session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.kit.money import Rounding
from novamas.law import law
from novamas.rounds.house_holdem.figures import ANTE, BONUS, Figures, figures_of
from novamas.rounds.one_box import phases as one_box
from novamas.rounds.one_box.phases import BANK, CourseFigures, Rules, Waiting
from novamas.table.deeds import Act, Order
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step

MOST_TIMES = 1_000  # of the band's least minimum, where the authorisation names no greatest maximum


class TableRules(Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one table."""

    game: str
    band_minimum: int
    band_maximum: int
    maximum_times: int
    minimum_kept_elsewhere: bool
    advance: int
    bonus_minimum: int = 0
    bonus_maximum: int = 0

    @property
    def bonus_limits(self) -> tuple[int, int]:
        """The least and the most of the bonus: those of the ante where the house sets no others."""
        return self.bonus_minimum or self.minimum, self.bonus_maximum or self.maximum


class NewMinimum(Struct, frozen=True, cache_hash=True):
    """A minimum that has been announced, and how many hands are still played under the old one."""

    minimum: int
    hands: int


# ---------------------------------------------------------------- acts


class BetBonus(Act, frozen=True):
    """A player lays the bonus beside his ante."""

    cents: int


class BetOn(Act, frozen=True):
    """A player lays the flop, turn or river bet."""

    street: str


class Check(Act, frozen=True):
    """A player stays in without the bet."""


class Fold(Act, frozen=True):
    """A player withdraws and loses his ante."""


class AnnounceLimits(Order, frozen=True, kw_only=True):
    """The floor announces another minimum: three more hands are played with the old one."""

    minimum: int


# ---------------------------------------------------------------- the cloth


class Boxes(one_box.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The boxes of a hold'em: the ante brings cards, and who has a bonus keeps them to the end."""

    public: ClassVar[tuple[str, ...]] = ("pack", "is_last", "face_up", "coming")
    main: ClassVar[str] = ANTE
    hand_size: ClassVar[int] = 2
    shared_owner: ClassVar[str] = BANK
    shared_size: ClassVar[int] = 2

    rules: TableRules
    face_up: int = 0  # cards found face up in the deck in this round
    coming: NewMinimum | None = None

    @property
    def figures(self) -> Figures:
        return figures_of(self.rules.frame)

    @property
    def course(self) -> CourseFigures:
        return self.figures.course

    @property
    @law("AR10.10-1-F.VII.2.3")
    def holders(self) -> tuple[int, ...]:
        """Who has cards: who plays for his ante, and who waits for his bonus."""
        return tuple(sorted({seat for seat, bet, _ in self.chips if bet in (ANTE, BONUS)}))

    # ---- the bonus

    @law("AR10.10-1-F.VII.2.2")
    def own_offers(self, seat: int) -> Iterable[Offer]:
        """Who has laid an ante may lay a bonus too, where the game has one."""
        bonus = self.figures.bonus
        if bonus is None or self.on(seat, BONUS):
            return
        least, most = self.rules.bonus_limits
        if least > most:  # the ante's minimum has been raised above the bonus's own maximum
            return
        cents = Range(least, most, self.rules.chip, self.course.minimum, self.course.maximum)
        yield Offer(BetBonus(seat, least), bonus.betting, {"cents": cents})

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        bonus = self.figures.bonus
        assert isinstance(act, BetBonus)
        assert isinstance(act.by, int)
        assert bonus is not None
        moves.stake(act.by, BONUS, act.cents, bonus.betting)

    # ---- limits that change

    @law("AR10.10-1-E.VI.1.2", "AR10.10-1-F.VI.1.2")
    def orders(self) -> Iterable[Offer]:
        """The floor may announce another minimum of the band, if a table is left at the least of it."""
        rules, clause = self.rules, self.figures.changes.clause
        if self.coming is not None or not rules.minimum_kept_elsewhere:
            return
        least = rules.band_minimum
        most = rules.band_maximum // rules.maximum_times if rules.band_maximum else MOST_TIMES * least
        dial = Range(least, most // least * least, least, clause)
        yield Offer(AnnounceLimits(minimum=least), clause, {"minimum": dial})

    def obey(self, act: Act) -> Step:
        assert isinstance(act, AnnounceLimits)
        moves, changes = Moves(self), self.figures.changes
        moves.say("Las tres últimas jugadas con este límite.", changes.clause)
        moves.change(coming=NewMinimum(act.minimum, changes.hands_announced))
        return moves.to(Waiting(moves.felt))

    def close_round(self, moves: Moves[Any]) -> None:
        """One hand less under the old limits; after the last the new minimum brings its maximum and float."""
        fields: Mapping[str, object] = {"face_up": 0}
        coming, rules = self.coming, self.rules
        if coming is not None and coming.hands > 1:
            fields = {**fields, "coming": replace(coming, hands=coming.hands - 1)}
        elif coming is not None:
            advance = Rounding.UP.whole(rules.advance * Fraction(coming.minimum, rules.minimum))
            changed = replace(
                rules,
                minimum=coming.minimum,
                maximum=coming.minimum * rules.maximum_times,
                chip=rules.chip if coming.minimum % rules.chip == 0 else coming.minimum,
                advance=advance,
            )
            fields = {**fields, "coming": None, "rules": changed}
            moves.note(f"minimum {coming.minimum}, float {advance}", self.figures.changes.clause)
        moves.change(**fields)

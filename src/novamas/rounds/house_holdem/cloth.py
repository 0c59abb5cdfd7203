"""The boxes of a hold'em against the house, its acts, and limits that change during the session."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar

from msgspec.structs import replace

from novamas.kit.money import Rounding
from novamas.law import law
from novamas.rounds.banked.acts import Bet
from novamas.rounds.banked.limits import AnnounceLimits, Coming, announce, chip_for, count_down
from novamas.rounds.banked.phases import Least
from novamas.rounds.house_holdem.figures import ANTE, BONUS, Figures, figures_of
from novamas.rounds.one_box import phases as one_box
from novamas.rounds.one_box.phases import BANK, BoxCourse, Rules
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.people import FLOOR, Who

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


# ---------------------------------------------------------------- acts


class BetOn(Act, frozen=True):
    """A player lays the flop, turn or river bet."""

    street: str


class Check(Act, frozen=True):
    """A player stays in without the bet."""


# ---------------------------------------------------------------- the cloth


class Boxes(one_box.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The boxes of a hold'em: the ante brings cards, and who has a bonus keeps them to the end."""

    public: ClassVar[tuple[str, ...]] = (*one_box.Cloth.public, "face_up", "coming")
    main: ClassVar[str] = ANTE
    hand_size: ClassVar[int] = 2
    shared_owner: ClassVar[str] = BANK
    shared_size: ClassVar[int] = 2

    rules: TableRules
    face_up: int = 0  # cards found face up in the deck in this round
    coming: Coming | None = None  # a minimum that has been announced

    @property
    def figures(self) -> Figures:
        return figures_of(self.rules.frame)

    @property
    def course(self) -> BoxCourse:
        return self.figures.course

    @property
    @law("AR10.10-1-F.VII.2.3")
    def holders(self) -> tuple[int, ...]:
        """Who has cards: who plays for his ante, and who waits for his bonus."""
        return tuple(sorted({seat for seat, bet, _ in self.chips if bet in (ANTE, BONUS)}))

    # ---- the bonus

    @law("AR10.10-1-F.VII.2.2")
    def bets_aside(self, seat: int) -> Iterable[Offer]:
        """Who has laid an ante may lay a bonus too, where the game has one."""
        bonus = self.figures.bonus
        if bonus is None or self.on(seat, BONUS):
            return
        least, most = self.rules.bonus_limits
        if least > most:  # the ante's minimum has been raised above the bonus's own maximum
            return
        dials: dict[str, Dial] = {
            "bet": OneOf((BONUS,), bonus.betting),
            "cents": Range(least, most, self.rules.chip, self.course.minimum, self.course.maximum),
        }
        yield Offer(Bet(seat, BONUS, least), bonus.betting, dials)

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        bonus = self.figures.bonus
        clause = bonus.betting if bonus is not None and bet == BONUS else self.course.betting
        moves.stake(seat, bet, cents, clause)

    def least(self, seat: int, bet: str) -> Least:
        least = super().least(seat, bet)
        return least._replace(cents=self.rules.bonus_limits[0]) if bet == BONUS else least

    # ---- limits that change

    @law("AR10.10-1-E.VI.1.2", "AR10.10-1-F.VI.1.2")
    def between(self, who: Who) -> Iterable[Offer]:
        """The floor may announce another minimum of the band, if a table is left at the least of it."""
        rules, clause = self.rules, self.figures.changes.clause
        if who is not FLOOR or self.coming is not None or not rules.minimum_kept_elsewhere:
            return
        least = rules.band_minimum
        most = rules.band_maximum // rules.maximum_times if rules.band_maximum else MOST_TIMES * least
        dial = Range(least, most // least * least, least, clause)
        yield Offer(AnnounceLimits(minimum=least), clause, {"minimum": dial})

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        assert isinstance(act, AnnounceLimits)
        changes, words = self.figures.changes, "Las tres últimas jugadas con este límite."
        announce(moves, (act.minimum,), changes.hands_announced, words, changes.clause)

    def change_limits(self, moves: Moves[Any], minimum: int) -> None:
        """The new minimum brings its maximum and float."""
        rules = self.rules
        advance = Rounding.UP.whole(rules.advance * Fraction(minimum, rules.minimum))
        changed = replace(
            rules,
            minimum=minimum,
            maximum=minimum * rules.maximum_times,
            chip=chip_for(rules.chip, minimum),
            advance=advance,
        )
        moves.change(rules=changed)
        moves.note(f"minimum {minimum}, float {advance}", self.figures.changes.clause)

    def gather(self, moves: Moves[Any]) -> None:
        super().gather(moves)
        moves.change(face_up=0)
        count_down(moves)

"""The cloth of a roulette table. The floor may change the minima during the session."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar

from msgspec.structs import replace

from novamas.families.banked.limits import AnnounceLimits, Coming, Varying, announce, count_down, whole_chips
from novamas.families.banked.phases import give_back
from novamas.families.roulette.setup import MinimaFigures, Premises, Rules
from novamas.families.wheel.cloth import Cloth
from novamas.families.wheel.setup import SIMPLE, BetFigures
from novamas.law import law
from novamas.money import Rounding
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR, Who


class AnnounceMinima(AnnounceLimits, frozen=True, kw_only=True):
    """The floor announces other minima, and the last spins with the old ones.

    The maxima change in proportion, unless the floor also announces other lawful multiples of the minimum.
    """

    minimum_sencilla: int
    times: int = 0  # the maximum on a straight-up bet, in minima; 0 if it follows
    times_sencilla: int = 0  # the maximum on even chances, in minima; 0 if it follows


class RouletteCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth that the three roulettes share."""

    public: ClassVar[tuple[str, ...]] = (*Cloth.public, "coming")

    rules: Rules
    premises: Premises
    coming: Coming | None = None  # minima that have been announced

    @property
    def rounding(self) -> Rounding:
        return self.rules.rounding

    @property
    def minima(self) -> MinimaFigures:
        return self.rules.frame.group("minima", MinimaFigures)

    @property
    def varying(self) -> Varying:
        """Facts on which a change of the minima depends."""
        room, minima = self.premises, self.minima
        return Varying(
            authorised_minimum=room.authorised_minimum,
            chip=self.rules.chip,
            may_vary=room.may_vary_minimum and minima.in_session,
            kept_elsewhere=room.minimum_kept_elsewhere or room.authorised_without_minimum,
            is_coming=self.coming is not None,
            varied=minima.varied,
            kept=minima.kept,
        )

    @law("IB05.01.IV.2.B.1", "IB05.01.IV.2.B.b.1")
    def between(self, who: Who) -> Iterable[Offer]:
        """Return the offers between spins. The director may change the minima if the casino is authorised."""
        varying = self.varying
        if who is not FLOOR or not varying.is_open:
            return
        minima, chip, least = self.minima, self.rules.chip, self.premises.authorised_minimum
        simple, most = whole_chips(least, chip), minima.sencilla_times * least // chip * chip
        dials = {
            "minimum": varying.dial(self.figures.minimum_clause),
            "minimum_sencilla": Range(simple, max(simple, most), chip, minima.sencilla),
            "times": self.multiples("pleno"),
            "times_sencilla": self.multiples(SIMPLE),
        }
        act = AnnounceMinima(minimum=dials["minimum"].least, minimum_sencilla=simple)
        yield Offer(act, minima.announced, dials)

    @law("IB05.01.IV.2.A.a.1", "IB05.01.IV.2.A.b.2")
    def multiples(self, kind: str) -> Range:
        """Return the multiples of the minimum that may be announced as maximum. 0 keeps the proportion."""
        lawful = self.rules.frame.group("bets", dict[str, BetFigures])[kind].maximum
        assert lawful == tuple(range(lawful[0], lawful[-1] + 1, lawful[0])), lawful
        return Range(0, lawful[-1], lawful[0], self.figures.maximum_clauses[kind])

    def why_not_own(self, act: Act) -> Refusal | None:
        return self.varying.why_not(act)

    @law("IB05.01.IV.2.B.a.1")
    def do_own(self, moves: Moves[Any], act: Act) -> None:
        """Announce the last three spins with the old limits."""
        assert isinstance(act, AnnounceMinima)
        words = "Las tres últimas bolas con este límite."
        limits = (act.minimum, act.minimum_sencilla, act.times, act.times_sencilla)
        announce(moves, limits, self.minima.spins, words, self.minima.announced)

    def gather(self, moves: Moves[Any]) -> None:
        if self.coming is not None and not self.is_last:
            count_down(moves)

    @law("IB05.01.IV.2.B.2")
    def change_limits(
        self, moves: Moves[Any], minimum: int, minimum_sencilla: int, times: int, times_sencilla: int
    ) -> None:
        """Set new minima, with new maxima, float and guarantee. All free stakes are returned."""
        rules, premises, minima = self.rules, self.premises, self.minima
        give_back(moves, (chips for chips in self.chips if self.is_free(chips.bet)), minima.announced)
        growth = Fraction(minimum, rules.minimum)
        advance, guarantee = (
            Rounding.UP.whole(cents * growth) for cents in (premises.advance, premises.guarantee)
        )
        maximum = times * minimum or rules.maximum_with(minimum)
        simple = times_sencilla * minimum or rules.maximum_sencilla_with(minimum, maximum)
        changed = replace(
            rules,
            minimum=minimum,
            minimum_sencilla=minimum_sencilla,
            maximum=maximum,
            maximum_sencilla=simple,
        )
        moves.change(rules=changed, premises=replace(premises, advance=advance, guarantee=guarantee))
        moves.note(
            "minima_changed",
            minima.advance,
            minimum=minimum,
            minimum_sencilla=minimum_sencilla,
            maximum=maximum,
            maximum_sencilla=simple,
            advance=advance,
            guarantee=guarantee,
        )

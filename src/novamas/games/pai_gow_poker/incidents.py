"""Irregularities at pai gow poker."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from novamas.families.pai_gow.cloth import CROUPIER_HAND
from novamas.families.pai_gow.phases.deal import (
    CroupierSets,
    HandsDown,
    Playing,
    Ready,
    Setting,
    Stacking,
    Turning,
    next_hand,
)
from novamas.games.pai_gow_poker.cloth import Cloth
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in


@happens_in(Stacking)
class WrongLeftover(Incident[Stacking[Cloth]], frozen=True):
    """There are too many or too few leftover cards. The deal is void, and the cards are shuffled again."""

    cards: int = 0

    @classmethod
    def could(cls, now: Stacking[Cloth], past: Past) -> Iterable[Offer]:
        felt = now.felt
        clause = felt.course.leftover
        right = felt.need_shoe.size - felt.size * len(felt.positions)
        for wrong in (right - 1, right + 1):
            yield Offer(cls(cards=wrong), clause)

    @law("IB09.16.VII.9", "AR10.10-1-C.VI.8")
    def happen(self, now: Stacking[Cloth], past: Past) -> Step:
        """Void the deal and shuffle again. The clause states no consequence, so this is our reading."""
        felt, moves = now.felt, Moves(now.felt)
        moves.use(felt.fresh())
        felt.note_shuffle(moves)
        return moves.to(Stacking(moves.felt))


@happens_in(Setting, Ready, Turning, CroupierSets)
class FoulHand(Incident[Playing[Cloth]], frozen=True):
    """A hand is set wrongly. It loses."""

    box: int = 1
    why: str = "low_above_high"

    @classmethod
    def could(cls, now: Playing[Cloth], past: Past) -> Iterable[Offer]:
        """Yield the incident for any hand already set, and for the one being set."""
        felt, clause = now.felt, now.felt.course.foul
        laid = {each.box for each in felt.laid if each.box != CROUPIER_HAND}
        laying = {now.box} if isinstance(now, Setting) else set()
        for box in sorted((laid | laying) - {*felt.fouls}):
            dials: dict[str, Dial] = {"why": OneOf(("low_above_high", "wrong_count"), clause)}
            yield Offer(cls(box=box), clause, dials)

    def happen(self, now: Playing[Cloth], past: Past) -> Step:
        """Leave the hand wrongly set, unless its player corrects it before the bank shows its own.

        No one knows how the cards were set, so no two hands are announced. The seven cards are shown with
        the other hands.
        """
        felt, moves = now.felt, Moves(now.felt)
        fouls = tuple(sorted((*felt.fouls, self.box)))
        moves.change(fouls=fouls, laid=felt.with_laid(self.box, ()))
        moves.note("wrongly_set", felt.course.foul, box=self.box)
        if isinstance(now, Setting) and now.box == self.box:
            return next_hand(moves)
        return moves.to(replace(now, felt=moves.felt))


@happens_in(Setting, Ready)
class ShowsCards(Incident[HandsDown[Cloth]], frozen=True):
    """A player shows or mentions cards before the hands are exposed. This is noted."""

    seat: int = 1

    @classmethod
    def could(cls, now: HandsDown[Cloth], past: Past) -> Iterable[Offer]:
        """Yield the incident for each player who has seen the cards of a hand."""
        felt = now.felt
        for seat in sorted({felt.player(box) for box in felt.dealt if felt.is_seen(box)} - {CROUPIER_HAND}):
            yield Offer(cls(seat=seat), felt.course.silence)

    @law("IB09.16.IV.3")
    def happen(self, now: HandsDown[Cloth], past: Past) -> Step:
        """Let the hand be played: the law forbids the conduct but states no consequence."""
        moves = Moves(now.felt)
        moves.note("cards_shown", now.felt.course.silence, seat=self.seat)
        return moves.to(now)

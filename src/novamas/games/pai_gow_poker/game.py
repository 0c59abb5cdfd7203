"""Pai gow poker: seven cards and a joker in the deck, a hand of five and a hand of two against the bank's."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from novamas.games.pai_gow_poker.cloth import SLUG, Cloth
from novamas.games.pai_gow_poker.setup import Choices, faults
from novamas.law import Frame, law
from novamas.rounds.banked.incidents import LateBet
from novamas.rounds.banked.phases import Betting, Closed, Waiting
from novamas.rounds.pai_gow.acts import ACTS
from novamas.rounds.pai_gow.cloth import Rules
from novamas.rounds.pai_gow.layout import draw
from novamas.rounds.pai_gow.pay import two_sides
from novamas.rounds.pai_gow.phases.betting import Offering
from novamas.rounds.pai_gow.phases.dealing import (
    AFTER_CLOSING,
    CroupierSets,
    HandsDown,
    Playing,
    Ready,
    Setting,
    Stacking,
    Turning,
    WrongHouseWay,
)
from novamas.rounds.pai_gow.setup import LimitFigures
from novamas.table.game import Game, Wager
from novamas.table.layout import Layout
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import AnyPhase, Incident, Past, Step, happens_in

# ---------------------------------------------------------------- what can go wrong


@happens_in(Stacking)
class WrongLeftover(Incident[Stacking[Cloth]], frozen=True):
    """The cards left over are too many or too few: the deal is void, and the cards are shuffled again."""

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
        """Our reading: what a wrong count leads to is not stated."""
        felt, moves = now.felt, Moves(now.felt)
        moves.use(felt.fresh())
        felt.note_shuffle(moves)
        return moves.to(Stacking(moves.felt))


@happens_in(Setting, Ready, Turning, CroupierSets)
class FoulHand(Incident[Playing[Cloth]], frozen=True):
    """A hand that was laid turns out to be wrongly set: it loses."""

    box: int = 1
    why: str = "low_above_high"

    @classmethod
    def could(cls, now: Playing[Cloth], past: Past) -> Iterable[Offer]:
        clause = now.felt.course.foul
        for laid in now.felt.laid:
            if laid.box not in now.felt.fouls:
                dials: dict[str, Dial] = {"why": OneOf(("low_above_high", "wrong_count"), clause)}
                yield Offer(cls(box=laid.box), clause, dials)

    def happen(self, now: Playing[Cloth], past: Past) -> Step:
        """It stays as it lies, unless its player sets it right before the bank shows its own."""
        moves = Moves(now.felt)
        moves.change(fouls=tuple(sorted((*now.felt.fouls, self.box))))
        moves.note(f"the hand of box {self.box} is wrongly set", now.felt.course.foul)
        return moves.to(replace(now, felt=moves.felt))


@happens_in(Setting, Ready)
class ShowsCards(Incident[HandsDown[Cloth]], frozen=True):
    """A player showed his cards or spoke of them before the hands were exposed: it is noted against him."""

    seat: int = 1

    @classmethod
    def could(cls, now: HandsDown[Cloth], past: Past) -> Iterable[Offer]:
        clause = now.felt.course.silence
        yield Offer(cls(), clause, {"seat": Range(1, now.felt.rules.seats, 1, clause)})

    @law("IB09.16.IV.3")
    def happen(self, now: HandsDown[Cloth], past: Past) -> Step:
        """The law forbids it and states no consequence: the hand is played."""
        moves = Moves(now.felt)
        moves.note(f"seat {self.seat} showed cards or spoke of them", now.felt.course.silence)
        return moves.to(now)


# ---------------------------------------------------------------- the game


def opening(frame: Frame, choices: Choices) -> Waiting[Cloth]:
    """The first phase of a table; the bank will first be offered at seat 1."""
    limits = choices.limits
    rules = Rules(
        frame=frame,
        seats=choices.seats,
        chip=choices.chip,
        commission=choices.commission,
        rounding=choices.rounding,
        player_bank=choices.player_bank,
        house_stake=choices.house_stake,
        anticlockwise=choices.count_direction == "anticlockwise",
        all_positions=choices.all_positions,
        house_way=choices.house_way,
        authorised=(choices.authorised_minimum, choices.authorised_maximum),
        may_change_limits=frame.group("limits", LimitFigures).may_change,
    )
    minimum, maximum = limits.band
    return Waiting(Cloth(rules=rules, minimum=minimum, maximum=maximum))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """The bet on one's own box and the bank held against one box, each set as the house or for the best."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return two_sides(felt)


def layout(phase: AnyPhase) -> Layout:
    """The table as it is drawn."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return draw(felt.rules, felt.course)


PHASES = tuple(phase[Cloth] for phase in (Waiting, Offering, Betting, Closed, *AFTER_CLOSING))

GAME = Game(
    slug=SLUG,
    says="Pai gow poker: make a hand of five and one of two out of seven cards, and beat both of the bank's.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=PHASES,
    acts=ACTS,
    incidents=(WrongHouseWay, LateBet, WrongLeftover, FoulHand, ShowsCards),
)

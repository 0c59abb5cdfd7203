"""The figures of the hold'ems against the house: bets, the clauses of each step, the bonus."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from novamas.equipment.cards import rank, suit
from novamas.families.figures import PayFigures
from novamas.hands import Category, Hand, Ranking, ranking_of
from novamas.law import Frame, law

ANTE, BONUS = "ante", "bonus"
FLOP, TURN, RIVER = "flop", "turn", "river"
STREETS = (FLOP, TURN, RIVER)
CARDS_BY = {FLOP: 3, TURN: 4, RIVER: 5}  # community cards on the table after each


class AnteFigures(PayFigures, frozen=True, forbid_unknown_fields=True):
    """The rate of the ante, and the lowest combination for which it is paid."""

    pays_from: Category


class StreetFigures(PayFigures, frozen=True, forbid_unknown_fields=True):
    """The flop, turn or river bet: its size in antes and its rate."""

    antes: int


class BonusPrize(PayFigures, frozen=True, forbid_unknown_fields=True):
    """A row of the bonus: ranks of two cards, whether suited, and whether the bank must also hold them."""

    ranks: tuple[tuple[int, int], ...]
    suited: bool | None = None
    bank_too: bool = False

    def fits(self, own: Sequence[int], bank: Sequence[int]) -> bool:
        """Return whether the player's two cards, and the bank's if required, match this row."""
        return self._is(own) and (not self.bank_too or self._is(bank))

    def _is(self, two: Sequence[int]) -> bool:
        ranks = tuple(sorted(map(rank, two), reverse=True))
        is_suited = len({suit(card) for card in two}) == 1
        return ranks in self.ranks and self.suited in (None, is_suited)


class PlayFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on deal, decisions, showdown and payment."""

    flop_bet: str
    flop: str
    turn_ask: str
    turn_bet: str
    turn_check: str
    turn: str
    river_ask: str
    river_bet: str
    river: str
    bank: str
    players: str
    losing: str
    tie: str
    ante_back: str

    def ask_clause(self, street: str) -> str:
        return {FLOP: self.flop_bet, TURN: self.turn_ask, RIVER: self.river_ask}[street]

    def bet_clause(self, street: str) -> str:
        return {FLOP: self.flop_bet, TURN: self.turn_bet, RIVER: self.river_bet}[street]

    def check_clause(self, street: str) -> str:
        return {TURN: self.turn_check, RIVER: self.river_bet}[street]

    def cards_clause(self, street: str) -> str:
        return {FLOP: self.flop, TURN: self.turn, RIVER: self.river}[street]


class BonusFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on the bonus."""

    betting: str
    apart: str
    losing: str


class FaultFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on irregularities."""

    shown: str
    face_up: str
    several_face_up: str
    drawn: str
    player_miscount: str
    miscount: str
    breach: str


class LimitChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures on the change of limits during the session."""

    clause: str
    hands_announced: int


class Figures:
    """All figures of one of the two hold'ems."""

    def __init__(self, frame: Frame) -> None:
        self.play = frame.group("play", PlayFigures)
        self.faults = frame.group("faults", FaultFigures)
        self.changes = frame.group("limit_changes", LimitChanges)
        self.ante = frame.group(f"bets.{ANTE}", AnteFigures)
        self.streets = {street: frame.group(f"bets.{street}", StreetFigures) for street in STREETS}
        bets = frame.figures["bets"]
        assert isinstance(bets, dict)
        rows = [name for name in bets if name.startswith(BONUS)]
        self.rows = {name: frame.group(f"bets.{name}", BonusPrize) for name in rows}  # of the bonus
        self.prizes = tuple(self.rows.values())
        self.bonus = frame.group(BONUS, BonusFigures) if rows else None
        self.ranking: Ranking = ranking_of(frame)

    @law("AR10.10-1-E.VII.3.4", "AR10.10-1-E.VII.3.6", "AR10.10-1-F.VII.2.22")
    def pays_ante(self, hand: Hand) -> bool:
        """Return whether a winning hand is good enough for the ante to be paid: a straight or better."""
        order = self.ranking.shape.order  # the highest first
        return order.index(hand.category) <= order.index(self.ante.pays_from)

    @law("AR10.10-1-F.VII.3.1")
    def bonus_prize(self, own: Sequence[int], bank: Sequence[int]) -> BonusPrize | None:
        """Return the first row of the bonus that two cards match, or None."""
        return next((prize for prize in self.prizes if prize.fits(own, bank)), None)

    @property
    def may_need_bank(self) -> tuple[BonusPrize, ...]:
        """The rows of the bonus for which the bank's cards must be seen."""
        return tuple(prize for prize in self.prizes if prize.bank_too)


@cache
def figures_of(frame: Frame) -> Figures:
    """Return the figures of a game under a norm (cached)."""
    return Figures(frame)

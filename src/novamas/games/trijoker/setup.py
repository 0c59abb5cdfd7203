"""The set-up of a trijoker table: its rules, and the figures of play, payment and errors."""

from __future__ import annotations

from msgspec import Struct

from novamas.families.banked_poker.one_box import OneBoxRules
from novamas.families.figures import PayFigures
from novamas.hands import Category, Hand
from novamas.law import Frame, law


class Rules(OneBoxRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one trijoker table."""

    packs: int = 1  # decks that are used in turn
    breach_forfeits: bool = True


class Prize(PayFigures, frozen=True, forbid_unknown_fields=True):
    """The rate that a combination pays on each bet in play, and its lowest rank."""

    least_rank: int = 0


class PlayFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on decisions, turned cards and payment."""

    first_bet: str
    first_card: str
    second_bet: str
    second_card: str
    third_bet: str
    paying: str
    winning: str
    losing: str


class FaultFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on irregularities."""

    own_card: str
    common_card: str
    void_from_rank: int
    deal: str
    breach: str


def prizes_of(frame: Frame) -> dict[Category, Prize]:
    """Return the pay table."""
    return frame.group("bets", dict[Category, Prize])


@law("IB05.13.I.2", "IB05.13.V.a.12", "AR10.10-1-B.I.2", "AR10.10-1-B.V.pagos.2", "AR10.10-1-B.V.pagos.1")
def prize_of(frame: Frame, hand: Hand) -> Prize | None:
    """Return the prize of a hand, or None. Only its highest combination counts, and a pair from jacks up."""
    prize = prizes_of(frame).get(hand.category)
    return prize if prize is not None and hand.ranks[0] >= prize.least_rank else None

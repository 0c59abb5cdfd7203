"""The set-up of a no-draw poker table: its rules and jackpots, and the figures of the law."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from msgspec import Struct, field

from novamas.families.banked_poker.open_boxes import OpenBoxRules
from novamas.families.figures import PayFigures
from novamas.hands import Ranking, ladder, ranking_of
from novamas.law import Frame, law

FIRST_CARDS = "first_cards"
CARROUSEL = "carrousel"
PROGRESIVO = "progresivo"


class Pool(Struct, frozen=True, cache_hash=True):
    """A jackpot at one table: its stake, the share that feeds it, and its initial amount."""

    name: str
    stake: int
    share: Fraction
    start: int
    linked: bool  # whether other tables feed it too


class Rules(OpenBoxRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one no-draw poker table. An option that a norm lacks has its default."""

    boxes: int
    shuffler: str
    packs: int  # decks that are used in turn
    bank_card: str = "first"  # the bank's card that is face up
    buy_card: bool
    seguro: int
    seguro_counts: str = FIRST_CARDS
    seguro_returned: bool = True
    carrousel: int
    carrousel_share: Fraction = field(default_factory=Fraction)
    carrousel_start: int
    progresivo: int = 0
    progresivo_deduction: Fraction = field(default_factory=Fraction)
    progresivo_start: int = 0
    progresivo_shared: bool = False

    @property
    @law("IB05.11.V.4.9", "IB05.11.V.4.11", "IB05.11.II.3.1", "AR10.10-1-A.II.2.3", "AR10.10-1-A.II.2.4")
    @law("AR10.10-1-A.VI.1.7")
    def in_batches(self) -> bool:
        """Whether a machine deals each hand its five cards at once, the bank last. By hand they go singly."""
        return self.shuffler != "none"

    @property
    def seguro_on_first_cards(self) -> bool:
        """Whether the cards as dealt decide the insurance, even if a card was bought later."""
        return self.seguro_counts == FIRST_CARDS

    @property
    def pools(self) -> tuple[Pool, ...]:
        return _pools(self)


@cache
def _pools(rules: Rules) -> tuple[Pool, ...]:
    return tuple(pools_of(rules))


@law("IB05.11.V.4.Carrousel.4", "AR10.10-1-A.VIII.2.1", "AR10.10-1-A.VIII.2.3", "AR10.10-1-A.VII.1")
def pools_of(rules: Rules) -> Iterator[Pool]:
    """Yield the carousel and the progressive, without the share that the house may deduct."""
    if rules.carrousel:
        share = figures(rules.frame).pools[CARROUSEL].share or rules.carrousel_share
        yield Pool(CARROUSEL, rules.carrousel, share, rules.carrousel_start, linked=True)
    if rules.progresivo:
        share, linked = 1 - rules.progresivo_deduction, rules.progresivo_shared
        yield Pool(PROGRESIVO, rules.progresivo, share, rules.progresivo_start, linked)


# ---------------------------------------------------------------- figures of the law


class PlayFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on decision and payment, the second bet, and the lowest hand with which the bank plays."""

    deciding: str
    going: str
    folding: str
    turning: str
    qualifying: str
    not_playing: str
    comparing: str
    initial: str
    losing: str
    same: str
    only_if_better: str
    tie: str
    showing: str
    commenting: str
    second_times: int
    bank_plays_with: tuple[int, ...]


class SeguroFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on the insurance."""

    betting: str
    prize: str
    losing: str


class BuyingFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on buying a card."""

    price: str
    turn: str


class PoolFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on a jackpot that grows with every stake, and its two prizes: all of it, or a part."""

    betting: str
    whole: str
    part: str
    part_of_it: Fraction
    feeding: str
    linked: str
    share: Fraction | None = None  # of each stake, if the law fixes it


class ClosingFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of hands that the croupier announces as the last."""

    clause: str
    hands: int


class Figures(Struct, frozen=True):
    """All figures of no-draw poker under one norm."""

    ranking: Ranking
    play: PlayFigures
    initial: PayFigures
    second: dict[str, PayFigures]
    seguro: SeguroFigures
    prizes: dict[str, PayFigures]  # of the insurance
    buying: BuyingFigures
    pools: dict[str, PoolFigures]
    closing: ClosingFigures | None

    @property
    def bank_plays(self) -> int:
        """The lowest strength of a hand with which the bank plays."""
        return ladder(self.ranking.shape).strength_of_ranks(self.play.bank_plays_with, False)


@cache
def figures(frame: Frame) -> Figures:
    """Return the figures of the game under a norm (cached)."""
    return Figures(
        ranking=ranking_of(frame),
        play=frame.group("play", PlayFigures),
        initial=frame.group("bets.apuesta_inicial", PayFigures),
        second=frame.group("bets.segunda_apuesta", dict[str, PayFigures]),
        seguro=frame.group("seguro", SeguroFigures),
        prizes=frame.group("bets.seguro", dict[str, PayFigures]),
        buying=frame.group("buying", BuyingFigures),
        pools=frame.group("pools", dict[str, PoolFigures]),
        closing=frame.group("closing", ClosingFigures) if frame.has("closing") else None,
    )

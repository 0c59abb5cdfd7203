"""The set-up of a blackjack table: its rules, its side bet, and the law's figures for both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from msgspec import Struct, field

from novamas.errors import Figure, InvalidInput
from novamas.families.figures import PayFigures
from novamas.hands import Sevens, jackpot_sevens
from novamas.law import Fault, Frame, law
from novamas.money import Rounding, ratio

TEN = 10  # the value of tens, jacks, queens and kings

# ---------------------------------------------------------------- figures of the law


class CardFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of decks, of shuffles, and of cards that are set aside when the shoe is loaded."""

    decks: int
    shuffles: int
    burned: int


class DrawingFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The total at which the bank stops drawing."""

    bank_stands_on: int


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The lawful maxima of a place as multiples of the minimum, and the notice of a change of limits."""

    times: tuple[int, ...]
    rounds_announced: int
    in_session: bool = True  # whether they may change once the table is open


class DoublingFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The totals of two cards that may be doubled, in norms that do not allow every total."""

    cite: tuple[str, ...]
    totals: tuple[int, ...]


class SurrenderFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether surrender is offered, with its clauses."""

    cite: tuple[str, ...]
    is_offered: bool


class SideBetFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The side bet: its name and clauses, and its highest stake as a multiple of the table minimum."""

    cite: tuple[str, ...]
    name: str
    stake_clause: str
    lost_clause: str
    prize_clause: str
    linked_clause: str
    stake_most: Fraction | None = None


class PrizeFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The lowest prize of a combination, to one."""

    cite: tuple[str, ...]
    least: Fraction


def floors(frame: Frame) -> dict[str, PrizeFigures]:
    """Return the lowest lawful prizes, or an empty mapping if the norm has none."""
    return frame.group("prizes", dict[str, PrizeFigures]) if frame.has("prizes") else {}


# ---------------------------------------------------------------- the side bet


class SideBet(Struct, frozen=True, cache_hash=True):
    """The side bet on the first cards of a place: its stake and prizes. The top prize may be progressive."""

    name: str
    stake: int
    prizes: tuple[tuple[str, Fraction], ...]
    start: int = 0  # start of a progressive jackpot, in céntimos; 0 if the top prize is fixed
    share: Fraction = field(default_factory=Fraction)  # the share of each side bet that feeds it
    stake_most: Fraction | None = None
    three_suits: bool = False  # whether three sevens of different suits must have three suits

    @property
    def is_progressive(self) -> bool:
        return self.start > 0

    @law("AR10.7.e.6")
    def best(self, firsts: Sequence[int], greatest: Fraction) -> tuple[Sevens, Fraction] | None:
        """Return the greatest prize that these first cards win, as a rate to one, or None.

        `greatest` is the share of a progressive jackpot that a winner of the top prize would get, to one.
        """
        if jackpot_sevens(firsts[:1]) is None:
            return None  # every combination begins with a seven
        prizes = dict(self.prizes)
        if self.is_progressive:
            prizes[Sevens.THREE_SUITED] = max(greatest, prizes.get(Sevens.THREE_SUITED, Fraction(0)))
        made = (jackpot_sevens(firsts[:cards], three_suits=self.three_suits) for cards in (1, 2, 3))
        found = [(sevens, prizes[sevens]) for sevens in made if sevens is not None and sevens in prizes]
        return max(found, key=lambda each: each[1], default=None)


def read_prizes(written: tuple[str, ...]) -> dict[str, Fraction]:
    """Return the prize of each combination, from the house's notation: `siete:2` pays 2 to 1."""
    parted = (word.partition(":") for word in written)
    return {combination: ratio(prize) for combination, _, prize in parted}


# ---------------------------------------------------------------- the house's choices


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one blackjack table."""

    frame: Frame
    places: int
    a_nueve: bool = False  # in norms that do not have it
    seats: int  # seated players, from place 1 on
    standing: int  # standing players, numbered after them
    minimum: int
    maximum: int  # on a place
    chip: int
    rounding: Rounding
    reserve: int
    shuffler: str = "none"
    resplit_aces: bool
    blackjack_at_once: bool
    insured_to_the_half: bool
    surrender_keeps_half: bool = True  # whether half the stake is safe from a black jack of the bank
    jackpot: bool = False
    jackpot_stake: int = 0
    jackpot_prizes: tuple[str, ...] = ()
    progressive: bool = False
    jackpot_start: int = 0
    jackpot_share: Fraction = field(default_factory=Fraction)
    different_suits: str = "not_one_suit"  # or "three_suits"; only AR10 offers the choice

    @property
    def cards(self) -> CardFigures:
        return self.frame.group("cards", CardFigures)

    @property
    def decks(self) -> int:
        return self.cards.decks

    @property
    def bank_stands_on(self) -> int:
        """The total at which the bank must stand."""
        return self.frame.group("drawing", DrawingFigures).bank_stands_on

    @property
    def limits(self) -> LimitFigures:
        return self.frame.group("limits", LimitFigures)

    @property
    def doubling(self) -> DoublingFigures | None:
        """The totals that may be doubled, or None if every total may."""
        frame = self.frame
        return frame.group("doubling", DoublingFigures) if frame.has("doubling") else None

    def may_double_total(self, points: int) -> bool:
        """Return whether two cards of this total may be doubled."""
        return self.doubling is None or points in self.doubling.totals

    @property
    def surrender(self) -> SurrenderFigures:
        return self.frame.group("surrender", SurrenderFigures)

    @law("IB05.03.V.1.e.1")
    def surrender_waits(self, first: int) -> bool:
        """Return whether a surrendered hand waits for the bank, given the value of the bank's first card.

        It waits if a black jack of the bank would take the other half and is still possible.
        """
        return not self.surrender_keeps_half and first == TEN

    @property
    def pays(self) -> dict[str, PayFigures]:
        """The rates of the bets, to one, as the law fixes them."""
        return self.frame.group("bets", dict[str, PayFigures])

    @property
    def side_bet_figures(self) -> SideBetFigures:
        """The law's figures for the side bet."""
        return self.frame.group("side_bet", SideBetFigures)

    @property
    def is_continuous(self) -> bool:
        """Whether a machine shuffles the cards continuously."""
        return self.shuffler == "continuous"

    @property
    def side_bet(self) -> SideBet | None:
        """The side bet, or None if the house does not offer it."""
        return side_bet_of(self) if self.jackpot else None

    @law("IB05.03.V.2.b.1")
    def maximum_with(self, minimum: int) -> int:
        """Return the maximum after a change of the minimum.

        The maximum stays the same multiple of the minimum. If a notified maximum is not a lawful multiple,
        it stays as it is, but never below the lowest lawful multiple.
        """
        times = Fraction(self.maximum, self.minimum)
        if times in self.limits.times:
            return int(times) * minimum
        return max(self.maximum, min(self.limits.times) * minimum)


class Premises(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Facts about the gaming room that affect play."""

    authorised_minimum: int
    authorised: tuple[str, ...]
    minimum_kept_elsewhere: bool
    authorised_without_minimum: bool = False  # not in records of early editions
    advance: int
    guarantee: int


@cache
@law("AR10.7.e.7")
def side_bet_of(rules: Rules) -> SideBet:
    """Return the side bet of a table that offers it."""
    figures = rules.side_bet_figures
    prizes = tuple(read_prizes(rules.jackpot_prizes).items())
    grows = (rules.jackpot_start, rules.jackpot_share) if rules.progressive else (0, Fraction(0))
    three_suits = rules.different_suits == "three_suits"
    return SideBet(figures.name, rules.jackpot_stake, prizes, *grows, figures.stake_most, three_suits)


# ---------------------------------------------------------------- faults of the prizes


def faults(rules: Rules, premises: Premises) -> Iterator[Fault]:
    """Yield the faults of the house's prizes: unreadable ones or, if there are none, those below a floor."""
    if not rules.jackpot:
        return
    unread = tuple(unreadable_prizes(rules.frame, rules.jackpot_prizes))
    yield from unread or floor_faults(rules.frame, read_prizes(rules.jackpot_prizes))


def unreadable_prizes(frame: Frame, written: tuple[str, ...]) -> Iterator[Fault]:
    """Yield a fault for each unknown combination and each unreadable ratio."""
    clause = frame.options["jackpot_prizes"].cite[0]
    for word in written:
        combination, _, prize = word.partition(":")
        if combination not in set(Sevens):
            figures: dict[str, Figure] = {"given": word, "known": tuple(Sevens)}
            yield Fault("jackpot_prizes", "no_such_combination", clause, figures)
            continue
        try:
            ratio(prize)
        except InvalidInput:
            yield Fault("jackpot_prizes", "ratio_unreadable", clause, {"given": word})


@law("AR10.7.e.5", "AR10.7.e.8")
def floor_faults(frame: Frame, prizes: Mapping[str, Fraction]) -> Iterator[Fault]:
    """Yield a fault for each prize below its floor."""
    for combination, floor in floors(frame).items():
        if prizes.get(combination, 0) < floor.least:
            figures = {"combination": combination, "least": str(floor.least)}
            yield Fault("jackpot_prizes", "prize_too_low", floor.cite[0], figures)

"""Opening a table of poker without discard: what the house chooses, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from msgspec import Struct

from novamas.errors import Unreadable
from novamas.hands import Ranking, ladder, ranking_of
from novamas.kit.money import ratio
from novamas.law import Fault, Frame, law
from novamas.rounds.banked_poker import setup
from novamas.rounds.banked_poker.cloth import PokerCourse
from novamas.rounds.banked_poker.cloth import Rules as PokerRules
from novamas.rounds.figures import PayFigures
from novamas.rounds.reversible import reversible_faults

SLUG = "sin_descarte"
FIRST_CARDS = "first_cards"
SHUFFLER = "shuffler"
CARROUSEL = "carrousel"
PROGRESIVO = "progresivo"


class Choices(setup.Choices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a table of poker without discard; where a norm is silent, nothing."""

    boxes: int
    standing: int
    bets_per_box: int
    dealing: str
    packs: int
    bank_card: str = "first"
    buy_card: bool
    seguro: int
    seguro_counts: str = FIRST_CARDS
    seguro_returned: bool = True
    carrousel: int
    carrousel_share: Fraction | None = None
    carrousel_start: int
    progresivo: int = 0
    progresivo_deduction: str = ""
    progresivo_start: int = 0
    progresivo_shared: bool = False
    reversible_cloth: bool
    reversible_lacks: tuple[str, ...] = ()
    game_changes: int = 0


# ---------------------------------------------------------------- figures of the law


class PlayFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses of decision and payment, the second bet, and the least hand with which the bank plays."""

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
    """What the law says of the insurance besides its prizes."""

    betting: str
    prize: str
    losing: str
    most: Fraction  # of the table's minimum
    most_clause: str


class BuyingFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the law lets a card be bought."""

    price: str
    turn: str


class PoolFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A pool that grows with every stake: who takes all of it, and who a part."""

    betting: str
    whole: str
    part: str
    part_of_it: Fraction
    feeding: str
    linked: str
    share: Fraction | None = None  # of each stake, where the law fixes it
    most: Fraction | None = None  # of the table's minimum
    most_clause: str = ""


class ClosingFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How many hands are announced as the last."""

    clause: str
    hands: int


class BackerFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may bet on the hands of others: with the player's consent, seated, or blind on vacant boxes."""

    cite: tuple[str, ...]
    needs_consent: bool
    seated: bool
    blind: bool


class MachineFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Which card of the bank lies open, or how many decks alternate, where a machine gives the cards."""

    cite: tuple[str, ...]
    bank_card: str = ""
    packs: int = 0  # by hand it is one


class Figures(Struct, frozen=True):
    """All figures of the game under one norm."""

    ranking: Ranking
    course: PokerCourse
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
        """The strength from which on the bank plays."""
        return ladder(self.ranking.shape).strength_of_ranks(self.play.bank_plays_with, False)


@cache
def figures(frame: Frame) -> Figures:
    """The figures of the game under a norm."""
    return Figures(
        ranking=ranking_of(frame),
        course=frame.group("course", PokerCourse),
        play=frame.group("play", PlayFigures),
        initial=frame.group("bets.apuesta_inicial", PayFigures),
        second=frame.group("bets.segunda_apuesta", dict[str, PayFigures]),
        seguro=frame.group("seguro", SeguroFigures),
        prizes=frame.group("bets.seguro", dict[str, PayFigures]),
        buying=frame.group("buying", BuyingFigures),
        pools=frame.group("pools", dict[str, PoolFigures]),
        closing=frame.group("closing", ClosingFigures) if "closing" in frame.figures else None,
    )


# ---------------------------------------------------------------- the rules of one table


class Pool(Struct, frozen=True, cache_hash=True):
    """A pool at one table: its stake, which part of it feeds the pool, what it starts with."""

    name: str
    stake: int
    share: Fraction
    start: int
    linked: bool  # other tables feed it too


class Rules(PokerRules, frozen=True, cache_hash=True, kw_only=True):
    """The law and the house's choices for one table."""

    by_machine: bool
    bank_card: int  # which of the bank's cards lies face up, from 0
    buy_card: bool
    seguro: int
    seguro_on_first_cards: bool
    seguro_returned: bool
    pools: tuple[Pool, ...]


@law("IB05.11.IV.2.2", "IB05.11.V.4.10", "IB05.11.V.4.11", "IB05.11.II.3.1", "IB05.11.II.1.3")
@law("AR10.10-1-A.VI.1.6", "AR10.10-1-A.VI.1.7", "AR10.10-1-A.II.2.2", "AR10.10-1-A.II.2.3")
@law("AR10.10-1-A.IV.2", "AR10.10-1-A.IV.3", "AR10.10-1-A.II.2.4", "AR10.10-1-A.VIII.1")
def rules_of(frame: Frame, choices: Choices) -> Rules:
    """The rules of a table whose choices have no fault.

    In Aragón who bets on the hands of others is seated, and vacant boxes are played blind; in the Balearics
    only standing players do, with the consent of the player.
    """
    backers = frame.group("backers", BackerFigures)
    return Rules(
        frame=frame,
        seats=choices.seats,
        boxes=choices.boxes,
        standing=choices.standing,
        bets_per_box=choices.bets_per_box,
        needs_consent=backers.needs_consent,
        seated_may_back=backers.seated,
        may_play_blind=backers.blind,
        minimum=choices.table_minimum,
        maximum=choices.table_maximum,
        chip=choices.chip,
        packs=choices.packs,
        by_machine=choices.dealing == SHUFFLER,
        bank_card=0 if choices.bank_card == "first" else 4,
        buy_card=choices.buy_card,
        seguro=choices.seguro,
        seguro_on_first_cards=choices.seguro_counts == FIRST_CARDS,
        seguro_returned=choices.seguro_returned,
        pools=tuple(pools_of(frame, choices)),
    )


@law("IB05.11.V.4.Carrousel.4", "AR10.10-1-A.VIII.2.1", "AR10.10-1-A.VIII.2.3", "AR10.10-1-A.VII.1")
def pools_of(frame: Frame, choices: Choices) -> Iterator[Pool]:
    """The carousel, and the progressive less what the house may deduct."""
    if choices.carrousel:
        share = figures(frame).pools[CARROUSEL].share or choices.carrousel_share
        assert share is not None
        yield Pool(CARROUSEL, choices.carrousel, share, choices.carrousel_start, linked=True)
    if choices.progresivo:
        share = 1 - ratio(choices.progresivo_deduction)
        linked = choices.progresivo_shared
        yield Pool(PROGRESIVO, choices.progresivo, share, choices.progresivo_start, linked)


# ---------------------------------------------------------------- what is wrong with the choices


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    found = [
        *setup.limit_faults(frame, choices),
        *setup.people_faults(frame, choices),
        *setup.equipment_faults(frame, choices, spared=set(unneeded(choices))),
        *seat_faults(frame, choices),
        *card_faults(frame, choices),
        *aside_faults(frame, choices),
    ]
    if choices.reversible_cloth:
        lacks, changes = choices.reversible_lacks, choices.game_changes
        found.extend(reversible_faults(frame, lacks=lacks, changes=changes))
    return found


def unneeded(choices: Choices) -> Iterator[str]:
    """Things that only tables with certain bets or machines need."""
    if not (choices.seguro or choices.carrousel or choices.progresivo):
        yield "side_bet_spaces"
    if choices.dealing != SHUFFLER:
        yield "approved_shuffler"
    if not choices.carrousel:
        yield "carrousel_authorisation"
    if not choices.progresivo:
        yield "progresivo_notice"


@law("IB05.11.IV.1.1", "IB05.11.IV.2.1", "AR10.10-1-A.IV.1")
def seat_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """No more players sit than there are boxes; who stands needs a box that takes his bet."""
    if choices.seats > choices.boxes:
        says = f"{choices.seats} players cannot sit at {choices.boxes} boxes."
        yield Fault("seats", "more_players_than_boxes", frame.options["seats"].cite[0], says)
    if choices.standing and choices.bets_per_box == 1:
        says = "Standing players bet on the hands of others: a box must hold more than one bet."
        yield Fault("bets_per_box", "no_bets_for_standing", frame.options["standing"].cite[0], says)


@law("IB05.11.V.4.11", "AR10.10-1-A.II.2.2")
def card_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """From a machine the bank shows its last card in the Balearics, and two decks alternate in Aragón."""
    by_machine, machine = choices.dealing == SHUFFLER, frame.group("machine", MachineFigures)
    if by_machine and machine.bank_card and choices.bank_card != machine.bank_card:
        says = f"From an automatic shuffler the bank shows the {machine.bank_card} of its five cards."
        yield Fault("bank_card", "machine_shows_last_card", machine.cite[0], says)
    if machine.packs and choices.packs != (needed := machine.packs if by_machine else 1):
        how = "from the automatic shoe" if by_machine else "by hand"
        says = f"Dealt {how}, the decks must be {needed}, not {choices.packs}."
        yield Fault("packs", "wrong_number_of_packs", machine.cite[0], says)


@law("IB05.11.V.4.2", "AR10.10-1-A.VIII.1.1", "AR10.10-1-A.VIII.2.1", "AR10.10-1-A.VIII.2.6")
def aside_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Insurance and progressive are half the minimum at most; the deduction must be the authorised one."""
    law_says = figures(frame)
    half = law_says.seguro.most * choices.table_minimum
    if choices.seguro > half:
        says = f"The insurance may be {int(half)} at most, half the minimum, not {choices.seguro}."
        yield Fault("seguro", "seguro_too_high", law_says.seguro.most_clause, says)
    if not choices.progresivo:
        return
    pool = law_says.pools[PROGRESIVO]
    assert pool.most is not None
    most = pool.most * choices.table_minimum
    if choices.progresivo > most:
        says = f"The progressive may be {int(most)} at most, half the minimum, not {choices.progresivo}."
        yield Fault("progresivo", "progresivo_too_high", pool.most_clause, says)
    try:
        deduction = ratio(choices.progresivo_deduction)
    except Unreadable:
        says = "The house must state the deduction that it is authorised to make, such as 1/10."
        yield Fault("progresivo_deduction", "no_deduction", pool.feeding, says)
        return
    if deduction >= 1:
        says = f"The deduction must leave something for the pool: {deduction} does not."
        yield Fault("progresivo_deduction", "deduction_too_high", pool.feeding, says)

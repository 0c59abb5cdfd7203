"""The clauses shared by the passing-bank games, by their names in the figures."""

from __future__ import annotations

from msgspec import Struct


class BankCourse(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on the course of play. Each game adds its own."""

    waiting_list: str
    changer: str
    compartment: str
    vacant: str
    banco: str
    deduction: str
    free_banco: str
    baccara: str
    result: str
    tie: str
    natural: str
    enough: str
    closing: str
    shuffled: str
    shown: str
    stop_card: str
    on_the_line: str


class BankIrregularities(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on irregularities, most of them named after their incident. Each game adds its own."""

    early_cards: str
    early_waived: str
    boxed_card: str
    stuck_cards: str
    fallen_card: str
    banker_gives: str
    advice: str
    too_slow: str
    rejected_claim: str


class CardFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of decks in a shoe, and the number of cards behind the cut card."""

    decks: int
    behind_stop_card: int

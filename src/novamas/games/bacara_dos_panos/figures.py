"""The clauses that only bacará a dos paños has, by their names in the figures."""

from __future__ import annotations

from novamas.families.passing_bank.figures import BankCourse, BankIrregularities


class Course(BankCourse, frozen=True, forbid_unknown_fields=True):
    """The clauses on the course of play."""

    limited_bank: str
    free_bank: str
    named: str
    new_shoe: str
    auctioned_again: str
    no_bidder: str
    limits: str
    bank_maximum: str
    bank_minimum: str
    award: str
    deposit: str
    left_winning: str
    broken: str
    redeposit: str
    guarantee: str
    sessions: str
    tallas: str
    banco_void: str
    words: str
    banco_stakes: str
    odd_chip: str
    no_cards_yet: str


class Irregularities(BankIrregularities, frozen=True, forbid_unknown_fields=True):
    """The clauses on irregularities."""

    irregular_deal: str
    refuses_to_deal: str
    exposed_cards: str
    lost_cards: str
    lost_third: str
    wrong_holder: str
    handed_over: str
    wrong_word: str
    noticed_error: str
    two_words: str
    stray_card: str
    missed_card: str
    noticed_card: str
    baskets: str
    wrong_score: str
    natural_shown: str
    table_agrees: str
    table_disagrees: str
    misplaced: str
    surplus: str
    five_stands: str
    second_errs: str
    croupier_baskets: str
    others_shown: str

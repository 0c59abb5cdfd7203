"""The clauses that only chemin de fer has, by their names in the figures."""

from __future__ import annotations

from novamas.families.passing_bank.figures import BankCourse, BankIrregularities


class Course(BankCourse, frozen=True, forbid_unknown_fields=True):
    """The clauses on the course of play."""

    refused_twice: str
    absent: str
    stepped_away: str
    salute: str
    one_seat: str
    passer_associates: str
    equal_bids: str
    raised_bank: str
    passer_barred: str
    associating: str
    must_deal: str
    refused_to_deal: str
    minimum: str
    maximum: str
    bank_limits: str
    associate: str
    lost_bank: str
    passed_bank: str
    declined: str
    passed_amount: str
    retaken: str
    pooled: str
    garage: str
    uncovered: str
    above_maximum: str
    todo_va: str
    third_card: str
    explained: str
    advised_five: str
    table_of_play: str
    must_draw: str
    five: str
    must_stand: str
    con_la_mesa: str
    ultimo_completo: str
    late_seguido: str
    seguido: str
    cards_seen: str
    dealing: str
    late: str
    next_talla: str
    forming: str
    announced: str
    priority: str
    association: str


class Irregularities(BankIrregularities, frozen=True, forbid_unknown_fields=True):
    """The clauses on irregularities."""

    croupier_exposes: str
    croupier_fault: str
    wrong_carta: str
    banker_exposes: str
    dropped_card: str
    extra_card: str
    fifth_card: str
    two_third_cards: str
    dropped_third: str
    refuses_to_deal: str
    banker_shows_early: str
    banker_baskets: str
    misspoken: str
    wrong_announcement: str
    punto_baskets: str
    wrong_hands: str
    late_stake: str
    follows_hand: str
    seated_elsewhere: str
    wrong_hands_taken: str
    both_exposed: str
    restored: str
    two_thirds_of_bank: str
    banker_exposes_both: str
    banco_misspoken: str
    unwatched_stake: str
    banker_denies: str
    wrong_hands_seen: str

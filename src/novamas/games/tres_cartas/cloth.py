"""The cloth of three-card poker: ante, second bet and Pareja Plus in each box, and what the hands make."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from novamas.equipment.cards import rank
from novamas.families.banked.phases import Least
from novamas.families.banked_poker.cloth import BANK, laying
from novamas.families.banked_poker.open_boxes import OpenBoxCloth
from novamas.games.tres_cartas.setup import Figures, Rules, figures
from novamas.hands import Category, Hand, Ranking, best_hand
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range

ANTE = "ante"
SECOND = "segunda_apuesta"
BONUS = "bonus"
PAREJA_PLUS = "pareja_plus"


class ThreeCardBoxes(OpenBoxCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of three-card poker: each box has a space for the ante, the second bet and Pareja Plus."""

    hand_size: ClassVar[int] = 3

    rules: Rules

    @property
    def figures(self) -> Figures:
        return figures(self.rules.frame)

    @property
    def ranking(self) -> Ranking:
        return self.figures.ranking

    def made(self, box: int) -> Hand:
        """What the cards of a box make."""
        return best_hand(self.ranking, self.cards(self.hand(box)))

    @property
    def bank(self) -> Hand:
        """What the bank's cards make."""
        return best_hand(self.ranking, self.cards(BANK))

    @law("IB09.17.V.2.8", "AR10.10-1-D.VII.8")
    def does_bank_play(self, bank: Hand) -> bool:
        """With a queen among its cards or anything better; a king or an ace is better."""
        least = self.figures.play.bank_plays_with
        return bank.category is not Category.CARTA_MAYOR or max(map(rank, bank.cards)) >= least

    @property
    def beside(self) -> tuple[str, ...]:
        return (PAREJA_PLUS,)

    @law("IB09.17.V.5.1", "IB09.17.V.5.3", "AR10.10-1-D.V.3.1", "AR10.10-1-D.V.3.2")
    def bets_aside(self, seat: int) -> Iterable[Offer]:
        """Pareja Plus, within its own limits, for who has laid his ante."""
        if not self.on(seat, ANTE):
            return
        rules, aside, has = self.rules, self.figures.aside, self.on(seat, PAREJA_PLUS)
        least = rules.chip if has else rules.minimum_pareja_plus
        most = rules.maximum_pareja_plus - has
        if least <= most:
            cents = Range(least, most, rules.chip, aside.least_clause, aside.most_clause)
            yield laying(seat, PAREJA_PLUS, cents, aside.betting)

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        if bet == PAREJA_PLUS:
            moves.stake(seat, bet, cents, self.figures.aside.betting)
        else:
            super().lay(moves, seat, bet, cents)

    def least(self, seat: int, bet: str) -> Least:
        if bet == PAREJA_PLUS:
            return Least(self.rules.minimum_pareja_plus, self.rules.chip, self.figures.aside.least_clause)
        return super().least(seat, bet)

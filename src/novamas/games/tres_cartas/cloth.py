"""The cloth of three-card poker: ante, second bet and Pareja Plus in each box, and the hands."""

from __future__ import annotations

from typing import Any, ClassVar

from novamas.equipment.cards import rank
from novamas.families.banked.acts import Fold
from novamas.families.banked_poker.acts import Go
from novamas.families.banked_poker.bets import BANK, SideBet
from novamas.families.banked_poker.open_boxes import OpenBoxCloth
from novamas.games.tres_cartas.setup import Figures, Rules, figures
from novamas.hands import Category, Hand, Ranking, best_hand
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.phases import Step

ANTE = "ante"
SECOND = "segunda_apuesta"
BONUS = "bonus"
PAREJA_PLUS = "pareja_plus"


class Cloth(OpenBoxCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of three-card poker: boxes with spaces for ante, second bet and Pareja Plus."""

    main: ClassVar[str] = ANTE
    hand_size: ClassVar[int] = 3
    in_the_round: ClassVar[tuple[type[Act], ...]] = (Go, Fold)

    rules: Rules

    @property
    def figures(self) -> Figures:
        return figures(self.rules.frame)

    @property
    @law("IB09.17.V.5.1", "IB09.17.V.5.3", "AR10.10-1-D.V.3.1", "AR10.10-1-D.V.3.2")
    def side_bets(self) -> tuple[SideBet, ...]:
        """The side bet Pareja Plus with its own limits, for a player with an ante."""
        rules, aside = self.rules, self.figures.aside
        return (
            SideBet(
                PAREJA_PLUS,
                rules.minimum_pareja_plus,
                rules.maximum_pareja_plus,
                rules.chip,
                aside.betting,
                aside.least_clause,
                aside.most_clause,
                grows=True,
            ),
        )

    def decide(self, moves: Moves[Any]) -> Step:
        from novamas.games.tres_cartas.phases import Deciding  # imported late to avoid a cycle

        return moves.to(Deciding(moves.felt, moves.felt.commands))

    # ---- hands

    @property
    def ranking(self) -> Ranking:
        return self.figures.ranking

    def made(self, box: int) -> Hand:
        """Return the hand that the cards of a box make."""
        return best_hand(self.ranking, self.cards(self.hand(box)))

    @property
    def bank(self) -> Hand:
        """The hand that the bank's cards make."""
        return best_hand(self.ranking, self.cards(BANK))

    @law("IB09.17.V.2.8", "AR10.10-1-D.VII.8")
    def does_bank_play(self, bank: Hand) -> bool:
        """Return whether the bank plays: with a queen or a higher card, or with a combination."""
        least = self.figures.play.bank_plays_with
        return bank.category is not Category.CARTA_MAYOR or max(map(rank, bank.cards)) >= least

"""The shoe: its cards, the cut card, and what happens when the cards run out."""

from __future__ import annotations

from collections import Counter
from functools import cache

from novamas.equipment.cards import DECK_52
from novamas.equipment.shoe import Shoe
from novamas.families.banked.phases import Drawing
from novamas.games.blackjack.cloth import Cloth
from novamas.games.blackjack.refusals import why_not_now
from novamas.games.blackjack.setup import Rules
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.events import Owner
from novamas.table.moves import Moves
from novamas.table.refusals import Refusal


class Turning(Drawing[Cloth], frozen=True):
    """A card is drawn from the shoe. Bets can no longer change."""

    def reason(self, act: Act) -> Refusal | None:
        return why_not_now(self.felt, act)


@cache
@law("IB05.03.II.1.1")
def fresh_shoe(rules: Rules, *, behind: int = 0) -> Shoe:
    """Return a shoe of all decks. The cut card, if any, is `behind` cards before the end."""
    cards = rules.decks * len(DECK_52)
    return Shoe.of(DECK_52, decks=rules.decks, cut=cards - behind if behind else 0)


@law("IB05.03.V.3.c.2")
def turn_card(moves: Moves[Cloth], felt: Cloth, owner: Owner, card: int) -> None:
    """Deal a card from the shoe, face up."""
    moves.deal(owner, card, up=True)
    watch(moves, felt)


def take_out(moves: Moves[Cloth], felt: Cloth, card: int, clause: str) -> None:
    """Discard the next card of the shoe."""
    moves.discard(card, clause)
    watch(moves, felt)


@law("IB05.03.V.3.c.3")
def watch(moves: Moves[Cloth], felt: Cloth) -> None:
    """React to a drawn card, which may bring the cut card or be the last of the shoe."""
    shoe = felt.need_shoe
    out = shoe.dealt + 1
    if out == shoe.cut:
        moves.say("Última jugada de la talla.", felt.course.cut_card_appears)
        moves.change(is_last_of_shoe=True)
    if out == shoe.size:
        refill(moves)


def refill(moves: Moves[Cloth]) -> None:
    """Shuffle the cards that are not on the table. It is our reading that this is done in mid-round."""
    felt = moves.felt
    on_table = Counter(card for pile in felt.piles for card in felt.cards(pile.owner))
    left = Counter(DECK_52 * felt.rules.decks) - on_table
    moves.use(Shoe.of(left.elements()))
    moves.note("shoe_refilled", felt.course.cut_card)

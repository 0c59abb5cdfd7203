"""What is said to a player who asks for what the law does not let him have now."""

from __future__ import annotations

from novamas.games.blackjack.acts import Double, EvenMoney, Hit, Insure, Split, Surrender
from novamas.games.blackjack.cloth import Cloth, Hand
from novamas.law import law
from novamas.rounds.banked.acts import Bet, Withdraw
from novamas.table.deeds import Act
from novamas.table.refusals import Refusal


@law("IB05.03.V.2.1", "IB05.03.V.1.b.3", "IB05.03.V.1.e.1")
def why_not_now(felt: Cloth, act: Act, hand: Hand | None = None) -> Refusal | None:
    """Bets after the first card, insurance and surrender after the window, and what a hand does not allow."""
    course = felt.course
    match act:
        case Bet() | Withdraw():
            return Refusal("cards_are_dealt", course.betting)
        case Insure() | EvenMoney():
            return Refusal("window_closed", course.window)
        case Surrender():
            clause = felt.rules.surrender.cite[0]
            if not felt.rules.surrender.is_offered:
                return Refusal("no_surrender", clause)
            return Refusal("window_closed", clause)
        case _:
            return why_not_of(felt, act, hand) if hand is not None else None


@law("IB05.03.V.1.c.7", "IB05.03.V.1.d.1", "IB05.03.V.1.d.2", "IB05.03.V.1.c.1")
def why_not_of(felt: Cloth, act: Act, hand: Hand) -> Refusal | None:
    """What the cards of this hand do not allow."""
    cards, course = felt.cards(hand.name), felt.course
    match act:
        case Hit():
            return Refusal("split_ace", course.split_ace)
        case Double() if len(cards) > 2:
            return Refusal("more_than_two_cards", course.doubling)
        case Double():
            return Refusal("pair_of_aces", course.no_doubled_aces)
        case Split():
            return Refusal("no_pair", course.splitting)
        case _:
            return None

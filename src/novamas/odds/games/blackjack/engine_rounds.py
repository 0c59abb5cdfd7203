"""Rounds played on the engine by basic strategy, as a check of the odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

from novamas.equipment.cards import DECK_52
from novamas.equipment.chance import Seeded
from novamas.families.banked.acts import Bet, HaganJuego, NoVaMas
from novamas.games.blackjack.acts import (
    Decline,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Split,
    Stand,
    Surrender,
)
from novamas.games.blackjack.cloth import ACE, Cloth, main, value
from novamas.games.blackjack.phases.cards import Playing, Proposing
from novamas.odds.games.blackjack.basic_strategy import Advice
from novamas.table.deeds import Act, Deed
from novamas.table.game import Table
from novamas.table.ledger import Ledger
from novamas.table.phases import AnyPhase, follow
from novamas.table.roles import CHANCE

# values of cards in the analyser: the ace is 0, the tens are 9
VALUES = tuple(0 if value(card) == ACE else value(card) - 1 for card in DECK_52)

VERBS: dict[type[Deed], str] = {
    act: act.verb() for act in (Decline, Double, EvenMoney, Hit, Insure, Split, Stand, Surrender)
}


def values_of(felt: Cloth, owner: str) -> tuple[int, ...]:
    """Return the cards of a hand in the analyser's notation."""
    return tuple([VALUES[card] for card in felt.cards(owner)])


@cache
def advised(advice: Advice, cards: tuple[int, ...], may: frozenset[str], *, is_split: bool) -> str:
    """Return the act that basic strategy advises. It is cached."""
    return advice.act(cards, may=may, is_split=is_split)


def act_of(phase: Proposing | Playing, advice: dict[int, Advice]) -> Act:
    """Return the player's next act by basic strategy."""
    felt = phase.felt
    lawful = {VERBS[type(offer.act)]: offer.act for offer in phase.offers(1)}
    hand = phase.hand if isinstance(phase, Playing) else felt.hands[0]
    (first,) = values_of(felt, "bank")
    verb = advised(advice[first], values_of(felt, hand.name), frozenset(lawful), is_split=hand.is_split)
    act = lawful.get(verb) or lawful["decline"]  # insurance is never taken
    assert isinstance(act, Act)
    return act


def simulate(
    table: Table, advice: dict[int, Advice], rounds: int, *, seed: int, stream: int = 0
) -> Counter[Fraction]:
    """Simulate rounds of one player and count the net wins per unit of the first stake.

    Each round begins with a full shoe.
    """
    phase: AnyPhase = table.opening
    felt = phase.felt
    assert isinstance(felt, Cloth)
    stake, source, found = felt.rules.minimum, Seeded(seed, stream), Counter[Fraction]()
    for _ in range(rounds):
        ledger = Ledger()
        for act in (HaganJuego(), Bet(1, main(1), stake), NoVaMas()):
            phase, events = follow(phase, act)
            ledger.enter(events)
        while not phase.rest:
            if phase.turn is CHANCE:
                phase, events = phase.drawn(source.draw(phase.draws()))
            else:
                assert isinstance(phase, Proposing | Playing)
                phase, events = follow(phase, act_of(phase, advice))
            ledger.enter(events)
        found[Fraction(ledger.players[1], stake)] += 1
    return found

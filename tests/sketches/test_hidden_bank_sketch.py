"""The sketch of a hidden bank keeps the table contract."""

from __future__ import annotations

from collections.abc import Iterator

from tests.contract import Contract
from tests.sketches import hidden_bank
from tests.sketches.hidden_bank import Ante, DealFault, Go, NoVaMas, Withdraw

from novamas.kit.cards import cards
from novamas.table.deeds import Drawn
from novamas.table.events import Dealt, Discarded, Payment
from novamas.table.felt import Held
from novamas.table.game import Game
from novamas.table.people import CROUPIER, FLOOR, RAIL
from novamas.table.phases import AnyPhase, do


class TestHiddenBank(Contract):
    game = "sketch_hidden_bank"
    norms = ()

    def tables(self) -> Iterator[tuple[Game, AnyPhase]]:
        yield hidden_bank.GAME, hidden_bank.opening()


def played(*deeds: object) -> tuple[AnyPhase, list[object]]:
    """What follows from these deeds, numbers being cards drawn."""
    phase: AnyPhase = hidden_bank.opening()
    told: list[object] = []
    for deed in deeds:
        phase, events = do(phase, Drawn(what=deed) if isinstance(deed, int) else deed)  # type: ignore[arg-type]
        told.extend(events)
    return phase, told


def test_the_bank_wins_but_the_bonus_is_paid() -> None:
    hand, bank = cards("4s 5s 6d"), cards("9c 9d 9h")
    phase, told = played(Ante(1, 1_000), NoVaMas(), *hand, Go(1), *bank)
    paid = {event.bet: (event.stake, event.returned) for event in told if isinstance(event, Payment)}
    assert paid == {"ante": (1_000, 0), "segunda_apuesta": (1_000, 0), "bonus": (0, 1_000)}
    assert phase == hidden_bank.opening()


def test_nobody_sees_the_bank_and_only_the_owner_his_cards() -> None:
    phase, told = played(Ante(2, 1_000), NoVaMas(), *cards("As Kd 2c"))
    dealt = [event for event in told if isinstance(event, Dealt)]
    assert [event.to for event in dealt] == [2, "bank"] * 3
    assert all(event.card is None for event in dealt if event.to == "bank")
    assert phase.view(2).held(2) == tuple(
        Held(card, up=False, place=place) for card, place in zip(cards("As Kd 2c"), (0, 2, 4), strict=True)
    )
    for eyes in (1, RAIL, CROUPIER, FLOOR):
        assert all(held.card is None for pile in phase.view(eyes).piles for held in pile.cards)


def test_cards_of_a_player_who_withdraws_are_never_told() -> None:
    _, told = played(Ante(1, 1_000), NoVaMas(), *cards("As Kd 2c"), Withdraw(1))
    assert [event.card for event in told if isinstance(event, Discarded)] == [None] * 3


def test_a_fault_in_the_deal_gives_every_bet_back() -> None:
    phase, told = played(Ante(1, 1_000), Ante(2, 2_000), NoVaMas(), *cards("As Kd 2c"), DealFault())
    assert phase == hidden_bank.opening()
    assert not [event for event in told if isinstance(event, Payment)]

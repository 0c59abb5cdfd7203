"""The sketch of a passing bank keeps the table contract."""

from __future__ import annotations

from collections.abc import Iterator

from tests.contract import Contract
from tests.sketches import passing_bank
from tests.sketches.passing_bank import BankerExposes, BankSpeaks, Dealing, PuntoSpeaks, WrongCarta
from tests.sketches.passing_bank_cloth import (
    Abatir,
    Banco,
    Carta,
    Give,
    No,
    NoVanMas,
    Serve,
    Stake,
    TakeBank,
    full_shoe,
)

from novamas.kit.cards import card
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Dealt, Discarded, Event, Looked, Payment, Said, Shown, Took
from novamas.table.game import Game
from novamas.table.people import CROUPIER, FLOOR, RAIL
from novamas.table.phases import AnyPhase, do, offers, why_not


class TestPassingBank(Contract):
    game = "sketch_passing_bank"
    norms = ()

    def tables(self) -> Iterator[tuple[Game, AnyPhase]]:
        yield passing_bank.GAME, passing_bank.opening()


def on_from(phase: AnyPhase, *deeds: Deed | str) -> tuple[AnyPhase, list[Event]]:
    """What follows from these deeds, words being cards drawn."""
    told: list[Event] = []
    for deed in deeds:
        phase, events = do(phase, Drawn(what=card(deed)) if isinstance(deed, str) else deed)
        told.extend(events)
    return phase, told


SERVED = (Serve(), Serve(), Serve(), Serve())


def banco() -> AnyPhase:
    """Seat 1 has the bank of 2,000 and seat 2 goes banco."""
    return on_from(passing_bank.opening(), TakeBank(1, 2_000), Banco(2))[0]


def test_cards_are_blank_until_their_owner_looks() -> None:
    dealt, told = on_from(banco(), *SERVED)
    assert [(event.to, event.card) for event in told if isinstance(event, Dealt)] == [
        *((2, None), (1, None), (2, None), (1, None))
    ]
    assert dealt.felt.shoe is not None
    assert dealt.felt.shoe.left == full_shoe().left
    seen, told = on_from(dealt, "4s", "Kd", "9c", "Th")
    assert [(event.owner, event.place) for event in told if isinstance(event, Looked)] == [
        *((2, 0), (2, 2), (1, 1), (1, 3))
    ]
    assert all(event.seen_by(RAIL) != event for event in told)
    assert seen.felt.shoe is not None
    assert seen.felt.shoe.undealt == 312 - 4
    assert seen.felt.shoe.blanks == 0


def test_what_a_hand_obliges_to_is_offered_to_its_owner_alone() -> None:
    low = on_from(banco(), *SERVED, "4s", "Kd", "9c", "Th")[0]
    high = on_from(banco(), *SERVED, "6s", "Kd", "9c", "Th")[0]
    assert [type(offer.act) for offer in offers(low, 2)] == [Carta]
    assert [type(offer.act) for offer in offers(high, 2)] == [No]
    for eyes in (1, 3, CROUPIER, FLOOR, RAIL):
        assert low.view(eyes) == high.view(eyes)
    refusal = why_not(low, No(2))
    assert refusal is not None
    assert refusal.code == "must_draw"
    assert why_not(low, No(3)) == why_not(high, No(3))


def test_the_house_takes_its_part_of_what_the_banker_wins() -> None:
    phase, told = on_from(banco(), *SERVED, "6s", "Kd", "9c", "Th", No(2), Abatir(1))
    assert [event for event in told if isinstance(event, Took)] == [Took(1, "banca", 100, "IB05.08.V.28")]
    assert phase.felt.on(1, "banca") == 3_900
    lost = next(event for event in told if isinstance(event, Payment))
    assert (lost.stake, lost.returned, lost.against) == (2_000, 0, (1, "banca"))
    assert phase.view(RAIL).shows.seguido == 2


def test_what_is_not_covered_is_out_of_play_and_cannot_be_lost() -> None:
    asked = on_from(passing_bank.opening(), TakeBank(1, 5_000), No(2), No(3), No(4))[0]
    dealt, _ = on_from(asked, Stake(3, 1_500), Stake(2, 1_000), NoVanMas())
    assert isinstance(dealt, Dealing)
    assert dealt.felt.punto == 3
    assert (dealt.felt.on(1, "banca"), dealt.felt.on(1, "garage")) == (2_500, 2_500)
    over, told = on_from(dealt, *SERVED, "9s", "Kd", "7c", "Th", Abatir(3))
    won = [event for event in told if isinstance(event, Payment)]
    assert [(event.seat, event.returned, event.against) for event in won] == [
        *((2, 2_000, (1, "banca")), (3, 3_000, (1, "banca")))
    ]
    assert over.felt.cloth == 0
    assert over.turn == 2


def test_a_banker_who_exposes_the_second_card_exposes_his_own_second() -> None:
    mid = on_from(banco(), Serve(), Serve(), Serve())[0]
    dealt, told = on_from(mid, BankerExposes(), "5h", Serve(), "2d")
    assert [event.owner for event in told if isinstance(event, Shown)] == [2, 1]
    assert [held.up for held in dealt.felt.held(2)] == [False, True]
    assert [held.up for held in dealt.felt.held(1)] == [False, True]
    spoken = on_from(dealt, "Kd", "Kh")[0]
    assert isinstance(spoken, PuntoSpeaks)
    assert not spoken.felt.bound


def test_a_wrong_carta_gives_the_first_card_to_a_banker_with_five_or_less() -> None:
    spoken = on_from(banco(), *SERVED, "6s", "Kd", "3c", "Th", No(2), Give(1))[0]
    assert isinstance(spoken, BankSpeaks)
    _, told = on_from(spoken, WrongCarta(cards=2), "4c", "4d")
    assert [event.card for event in told if isinstance(event, Dealt)] == [card("4c")]
    assert [event.card for event in told if isinstance(event, Discarded)] == [card("4d")]
    assert [event.owner for event in told if isinstance(event, Shown)] == [2, 1]


def test_a_shoe_that_reaches_its_stop_card_is_loaded_anew() -> None:
    loaded = 0
    for before, _, after, events in TestPassingBank().play(passing_bank.opening(), 9, 6_000):
        assert before.felt.shoe is not None
        if Said(CROUPIER, "Fin de la talla.", "IB05.08.VII.29") in events:
            assert before.felt.shoe.undealt <= 7 + 1  # the stop card came during the coup that just ended
            assert after.felt.shoe == full_shoe()
            loaded += 1
    assert loaded > 1

"""A session in Python: its text, its rounds, known cards, forks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.record.forging import rewritten

import novamas
from novamas.equipment.chance import CommittedSource, Seeded, shuffled
from novamas.equipment.shoe import Shoe
from novamas.errors import NovamasError
from novamas.house.stacked_deck import Stacked
from novamas.record import check, read_record
from novamas.table.deeds import Drawn
from novamas.table.events import Dealt, Looked, Payment, Said, Shown, Staked
from novamas.table.refusals import Refused
from novamas.table.roles import CHANCE
from novamas.table.views import View

DEALS = {  # card games that can be played by the first offer after these bets
    "blackjack": ("s1 bet mano:1 10 €",),
    "punto_y_banca": ("s1 bet punto 20 €",),
    **dict.fromkeys(("cubierto", "five_stud", "holdem", "omaha", "seven_stud", "sintetico"), ()),
    **dict.fromkeys(("holdem_bonus", "holdem_contrapartida", "sin_descarte", "tres_cartas", "trijoker"), ()),
    "treinta_y_cuarenta": (),
}
RED = "s1 bet rojo 10 €"


def test_the_croupier_makes_the_calls_that_lead_up_to_a_deed() -> None:
    session = novamas.open("ruleta", seed=1)
    opened, staked = session.do(RED)
    assert isinstance(opened, Said)
    assert staked == Staked(1, "rojo", 1000, staked.clause)  # type: ignore[attr-defined]  # all stakes cite
    told = session.do("chance drawn 18")
    assert [event.returned for event in told if isinstance(event, Payment)] == [2000]
    assert session.net(1) == 1000


def test_so_do_chance_and_whoever_has_no_choice() -> None:
    """The shoe is shuffled and cut, and its first card is shown, by itself before any bet, and only once."""
    session = novamas.open("blackjack", seed=1)
    session.do("s1 bet mano:1 10 €")
    assert session.phase.felt.of(1) == 1000
    session = novamas.open("punto_y_banca", draws="As 9c Kd 8c Qd")
    session.do("s1 bet punto 20 €")
    session.round()
    assert [deed.what for deed in session.deeds if isinstance(deed, Drawn)] == [51, 28, 45, 24, 41]
    assert session.net(1) == 2000


def test_a_deed_does_not_wait_for_another_round() -> None:
    session = novamas.open("ruleta", seed=1)
    session.do(RED)
    session.do("croupier launch")
    session.do("croupier no_va_mas")
    with pytest.raises(Refused):
        session.do(RED)
    assert session.rounds == 0


def test_parts_by_name_and_deeds_as_values() -> None:
    session = novamas.open("ruleta")
    session.do("s1 bet", bet="rojo", cents="10 €")
    deed = session.read(RED)
    assert session.deeds[-1] == deed
    session.do(deed)
    assert session.phase.felt.on(1, "rojo") == 2000


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("s1 bet rojo 1", "below_minimum"),
        ("s1 bet rojo 1000000 €", "above_maximum"),
        ("s1 bet rijo 10 €", "no_such_bet"),
        ("s1 bet rojo 60 €", "not_enough_chips"),
        ("s99 bet rojo 10 €", "no_such_seat"),
        ("chance drawn 99", "cannot_be_drawn"),
    ],
)
def test_what_is_refused_changes_nothing_and_says_what_is_wrong_with_it(line: str, code: str) -> None:
    session = novamas.open("ruleta", seed=1, cash="50 €")
    before = session.phase
    with pytest.raises(Refused) as raised:
        session.do(line)
    assert raised.value.code == code
    assert (session.phase, session.deeds) == (before, [])


def test_a_round_goes_to_its_end_and_a_stake_that_stays_is_not_laid_again() -> None:
    session = novamas.open("ruleta", draws=[18, 18, 17])
    for net in (1000, 2000, 1000):
        events = session.round(RED)
        assert sum(isinstance(event, Payment) for event in events) == 1
        assert session.net(1) == net
    assert session.rounds == 3


def test_a_bet_that_no_moment_of_a_round_allows_is_refused() -> None:
    with pytest.raises(Refused) as raised:
        novamas.open("ruleta", seed=1).round("s1 bet rojo 1")
    assert raised.value.code == "below_minimum"


@pytest.mark.parametrize("slug", novamas.GAMES)
def test_every_game_plays_by_itself(slug: str) -> None:
    session = novamas.open(slug, seed=5)
    played = session.play(12)
    assert played == session.rounds == 12
    felt, ledger = session.phase.felt, session.ledger
    assert sum(ledger.players.values()) + felt.cloth + ledger.house == 0


def test_a_player_decides_by_his_view() -> None:
    asked: list[View] = []

    def stands(view: View) -> str | None:
        asked.append(view)
        return "s1 stand" if any(offer.act.verb() == "stand" for offer in view.offers) else None

    session = novamas.open("blackjack", seed=3)
    assert session.play(20, "s1 bet mano:1 10 €", players={1: stands}) == 20
    verbs = {deed.verb() for deed in session.deeds if deed.by == 1}
    assert "stand" in verbs
    assert not verbs & {"hit", "double", "split"}
    assert all(view.eyes == 1 for view in asked)


def test_a_player_may_bet_whenever_the_table_pauses() -> None:
    def doubles(view: View) -> str | None:
        return "s1 bet negro 2 €" if view.phase == "betting" and not view.chips else None

    session = novamas.open("ruleta", draws=[18, 18, 18])
    assert session.play(3, players={1: doubles}) == 3
    assert session.net(1) == -600


def test_why_not_takes_text_as_do_does() -> None:
    session = novamas.open("ruleta", seed=1)
    session.do("croupier hagan_juego")
    assert session.why_not(RED) is None
    assert session.why_not("s1 bet", bet="rojo", cents="10 €") is None
    refusal = session.why_not("s1 bet rojo 1")
    assert refusal is not None
    assert refusal == session.why_not(session.read("s1 bet rojo 1"))
    mine = session.why_not(RED, eyes=2)
    assert mine is not None
    assert mine.code == "not_yours"
    with pytest.raises(NovamasError):
        session.why_not("s1 bid rojo")


def test_what_lies_on_a_table_is_asked_of_the_session_itself() -> None:
    session = novamas.open("ruleta", draws=[18], seed=1)
    events = (*session.do(RED), *session.do("s1 bet pleno:18 2 €"))
    assert session.phase_name == session.view(1).phase == "betting"
    assert session.phase_names == ("waiting", "betting")
    assert (session.stake(1, "rojo"), session.stake(1, "negro"), session.stake(2, "rojo")) == (1000, 0, 0)
    assert session.stakes(1) == {"pleno:18": 200, "rojo": 1000}
    assert session.view(2).stake(1, "rojo") == 1000
    assert session.view(2).stake(2, "rojo") == 0
    assert (session.jackpots, session.view(1).jackpots, session.shoe) == ({}, {}, None)
    later = session.round()
    assert session.events == (*events, *later)
    assert list(session.phase_names)[-1] == "waiting"
    for ask in (session.stakes, lambda seat: session.stake(seat, "rojo")):
        with pytest.raises(NovamasError):
            ask(99)


def test_jackpots_and_cards_are_asked_of_the_session_itself() -> None:
    authorised = ("jackpot", "progressive")
    session = novamas.open(
        "blackjack", norm="AR10", seed=1, jackpot=True, progressive=True, authorised=authorised
    )
    assert session.jackpots == {"jackpot": session.table.chosen["jackpot_start"]}
    session.round("s1 bet mano:1 10 €", "s1 bet jackpot:1 2 €")
    assert session.jackpots == session.view(1).jackpots == {"jackpot": 1_000_100}
    assert session.shoe is not None
    assert session.shoe.size % 52 == 0


def test_a_known_deck_is_dealt_in_its_order_face_down_or_not() -> None:
    session = novamas.open("trijoker", norm="IB05", cards="As Kd Qh 2c 3c")
    events = session.round()
    dealt = {
        event.place: event.card for event in events if isinstance(event, Dealt) and event.card is not None
    }
    assert dealt == {0: 51, 2: 42, 4: 4}  # the player's: As, Qh, 3c
    assert [event.cards for event in events if isinstance(event, Shown)][:2] == [(45,), (0,)]  # then Kd, 2c


def first_shoe(session: novamas.Sitting) -> Shoe:
    """Return the cards of a table at the time of the first draw."""
    trial = session.fork()
    while not (trial.phase.turn is CHANCE and isinstance(trial.phase.draws(), Shoe)):
        trial.do(trial.next_deed() or trial.offers(trial.phase.turn)[0].act)
    shoe = trial.phase.draws()
    assert isinstance(shoe, Shoe)
    return shoe


@pytest.mark.parametrize("slug", DEALS)
def test_at_every_game_each_card_is_the_one_of_its_place(slug: str) -> None:
    """The order of the cards is fixed: each drawn card is the one at its place, for every viewpoint."""
    session = novamas.open(slug, seed=6)
    for bet in DEALS[slug]:
        session.do(bet)
    order = shuffled(first_shoe(session).left, Seeded(6))
    session.scripted_cards = Stacked(order)
    events = session.round()
    dealt = [event for event in events if isinstance(event, Dealt)]
    seen = [event for event in events if isinstance(event, Dealt | Looked) and event.card is not None]
    shown = [event for event in events if isinstance(event, Shown)]
    assert seen or shown
    assert all(event.card == order[event.place] for event in seen)
    for event in shown:
        assert set(event.cards) <= {order[each.place] for each in dealt if each.to == event.owner}


def test_a_script_that_ends_is_one_clear_error_unless_a_seed_goes_on() -> None:
    with pytest.raises(NovamasError, match="list of draws has run out"):
        novamas.open("trijoker", cards="As Kd").round()
    with pytest.raises(NovamasError, match="list of draws has run out"):
        novamas.open("ruleta", draws=[17]).play(2)
    assert novamas.open("trijoker", cards="As Kd", seed=1).play(2) == 2
    assert novamas.open("ruleta", draws=[17], seed=1).play(2) == 2


def test_a_deck_that_cannot_be_is_told() -> None:
    with pytest.raises(
        NovamasError, match="The given deck has As at position 2, but that card has already been dealt"
    ):
        novamas.open("trijoker", cards="As Kd As").round()


def test_a_fork_goes_its_own_way_from_the_same_chance() -> None:
    session = novamas.open("ruleta", seed=9)
    session.play(5, RED)
    one, other = session.fork(), session.fork()
    one.play(20, RED)
    assert (session.rounds, other.rounds, one.rounds) == (5, 5, 25)
    assert other.deeds == session.deeds
    other.play(20, RED)
    session.play(20, RED)
    assert one.deeds == other.deeds == session.deeds
    assert one.net(1) == other.net(1) == session.net(1)


def test_a_fork_shares_a_known_deck_but_not_its_use() -> None:
    session = novamas.open("trijoker", cards="As Kd Qh 2c 3c")
    fork = session.fork()
    assert fork.round() == session.round()


def test_the_same_seed_is_the_same_chance() -> None:
    one, other = (novamas.open("craps", seed=4) for _ in range(2))
    one.play(10)
    other.play(10)
    assert one.deeds == other.deeds
    source = novamas.open("craps", seed=4).source
    assert isinstance(source, Seeded)


def test_what_was_saved_is_replayed(tmp_path: Path) -> None:
    session = novamas.open("holdem_bonus", seed=2, cash="500 €")
    session.play(3)
    path = tmp_path / "record.jsonl"
    session.save(path)
    again = novamas.replay(path)
    assert again.deeds == session.deeds
    assert again.events == session.events
    assert again.phase == session.phase
    assert again.net(1) == session.net(1)
    assert again.offers(1) == session.offers(1)
    with pytest.raises(NovamasError, match="cannot be written"):
        session.save(path)


def test_what_was_written_and_cannot_have_been_done_departs(tmp_path: Path) -> None:
    session = novamas.open("ruleta", draws=[17])
    session.round(RED)
    path = tmp_path / "record.jsonl"
    session.save(path)
    rewritten(path, ('"cents":1000', '"cents":1'))
    with pytest.raises(NovamasError, match="minimum"):
        novamas.replay(str(path))


def test_what_was_written_otherwise_than_it_was_chained_departs(tmp_path: Path) -> None:
    session = novamas.open("ruleta", draws=[17])
    session.round(RED)
    path = tmp_path / "record.jsonl"
    session.save(path)
    path.write_text(path.read_text("utf-8").replace('"cents":1000', '"cents":1100'), "utf-8")
    with pytest.raises(NovamasError, match=r"Line 3 does not continue") as broken:
        novamas.replay(path)
    assert broken.value.code == "other_link"


def test_a_live_table_is_saved_with_its_promises_and_reveals_when_told_to(tmp_path: Path) -> None:
    session = novamas.open("ruleta", my_seed="olé")
    assert isinstance(session.source, CommittedSource)
    promise = session.source.commitment
    session.play(3, RED)
    hidden, told = tmp_path / "hidden.jsonl", tmp_path / "told.jsonl"
    session.save(hidden)
    receipt = session.save(told, reveal=True)
    found = check(read_record(hidden))
    assert (found.chance, found.chain, found.sealed) == ("not_revealed", "whole", True)
    record = read_record(told)
    assert record.header.commitment == promise
    found = check(record, receipt)
    assert (found.chance, found.draws, found.broken) == ("agrees", 3, None)
    assert found.receipt is not None
    assert found.receipt.rounds == 3
    assert novamas.replay(told).phase == session.phase


@pytest.mark.parametrize("more", [{"seed": 1}, {"draws": [17]}])
def test_a_seed_of_ones_own_needs_a_secret_to_be_mixed_into(more: dict[str, Any]) -> None:
    with pytest.raises(NovamasError, match="combined with a secret one"):
        novamas.open("ruleta", my_seed="olé", **more)

"""The course of craps: who throws, which dice, what goes wrong, clause by clause (IB05, epigraph 06)."""

from __future__ import annotations

import pytest
from tests.dice import Craps, of_kind

from novamas.games.craps.acts import (
    AskForDice,
    CambioDeDados,
    ChooseDie,
    DepriveShooter,
    FindDie,
    Reduce,
    RefuseDice,
    TakeDice,
)
from novamas.games.craps.incidents import DadoAlSuelo, DadoRoto, FaltaDelTirador, LateBet, TiradaNula
from novamas.kit.chance import Seeded
from novamas.kit.dice import TWO_DICE
from novamas.rounds.banked import Bet, NoVaMas, Withdraw
from novamas.table.events import Events, Happened, Noted, RoundOver, Said
from novamas.table.people import CHANCE, CROUPIER
from novamas.table.session import AUTOMATIC, Session


def words(events: Events) -> list[str]:
    return [said.words for said in of_kind(events, Said)]


# ---------------------------------------------------------------- the shooter


@pytest.mark.law("IB05.06.IV.3.2")
def test_the_dice_go_round_clockwise_from_the_first_seat() -> None:
    table = Craps(ready=False, seats=3)
    offered = []
    for _ in range(5):
        offered.append(table.felt.shooter)
        table.roll(6, 7)
    assert offered == [1, 2, 3, 1, 2]


@pytest.mark.law("IB05.06.IV.3.3")
def test_a_player_may_refuse_the_dice() -> None:
    table = Craps(ready=False, seats=3)
    assert table.refused(Bet(1, "win", 200)).code == "dice_first"
    events = table.do(RefuseDice(1))
    assert (table.phase, table.felt.shooter) == ("Offering", 2)
    assert words(events) == ["Dados para el jugador 2."]
    assert table.refused(TakeDice(1)).clause == "IB05.06.IV.3.2"
    table.do(TakeDice(2))
    table.do(RefuseDice(2))  # before the first roll he may still hand them on
    assert table.felt.shooter == 3
    for seat in (3, 1, 2):
        table.do(RefuseDice(seat))
    assert table.felt.shooter == 3


@pytest.mark.law("IB05.06.IV.1.A.Win.4")
@pytest.mark.parametrize("totals", [(2,), (3,), (12,), (7,), (11,), (6, 6), (4, 11, 4)])
def test_the_shooter_keeps_the_dice_until_the_7_that_loses(totals: tuple[int, ...]) -> None:
    table = Craps()
    table.roll(*totals)
    assert (table.phase, table.felt.shooter, table.felt.point) == ("Betting", 1, None)
    table.roll(8, 7)
    assert (table.phase, table.felt.shooter) == ("Offering", 2)


def test_a_lone_player_is_offered_the_dice_again() -> None:
    table = Craps(seats=1)
    table.roll(6, 7)
    assert (table.phase, table.felt.shooter) == ("Offering", 1)
    table.do(RefuseDice(1))
    assert table.felt.shooter == 1


def test_during_a_series_the_dice_are_not_handed_on() -> None:
    table = Craps()
    table.roll(6)
    assert table.refused(RefuseDice(1)).clause == "IB05.06.IV.1.A.Win.4"


@pytest.mark.law("IB05.06.IV.3.16")
@pytest.mark.parametrize("bet", ["win", "dont_win"])
def test_the_shooter_must_bet_on_win_or_dont_win_and_may_bet_on_all_else(bet: str) -> None:
    table = Craps().bet(1, "field", 200).bet(2, "win", 200)
    assert words(table.session.told[0]) == ["Hagan juego.", "El tirador, al Win o al Don't Win."]
    assert table.waits_for() == 1
    refusal = table.refused(NoVaMas())
    assert (refusal.code, refusal.clause) == ("shooter_must_bet", "IB05.06.IV.3.16")
    table.bet(1, bet, 200)
    assert table.waits_for() == CROUPIER
    table.withdraw(1, bet)
    assert table.why_not(NoVaMas()) is not None
    table.bet(1, bet, 200).bet(1, "hard_8", 200).bet(1, "wrong_10", 1_100)
    table.roll(6)
    assert table.why_not(NoVaMas()) is None
    if bet == "dont_win":  # the duty is that of the first roll
        table.withdraw(1, "dont_win:6")
        assert table.why_not(NoVaMas()) is None


def test_left_to_itself_the_table_takes_the_dice_bets_and_throws() -> None:
    table = Craps(ready=False, seats=2)
    session = Session(table.table.opening, Seeded(1), automatic=AUTOMATIC | {1, 2})
    while session.rounds < 50:
        session.go_on()
    assert session.ledger.house + session.phase.felt.cloth + sum(session.ledger.players.values()) == 0


# ---------------------------------------------------------------- closing and throwing


@pytest.mark.law("IB05.06.IV.3.15")
def test_no_bets_after_ya_no_va_mas() -> None:
    table = Craps().bet(2, "field", 400).close()
    assert words(table.session.told[-1]) == ["Ya no va más."]
    for deed in (Bet(2, "win", 200), Withdraw(2, "field"), Reduce(2, "field", 200)):
        refusal = table.refused(deed)
        assert (refusal.code, refusal.clause) == ("no_va_mas", "IB05.06.IV.3.15")
    before = table.session.phase
    table.do(LateBet(seat=3, bet="hard_8", cents=500))
    assert table.session.phase == before
    assert table.won[3] == 0


@pytest.mark.law("IB05.06.II.1.1")
def test_two_dice_are_thrown() -> None:
    phase = Craps().close().session.phase
    assert phase.turn is CHANCE
    assert phase.draws() is TWO_DICE
    assert TWO_DICE.total == 36


def test_the_stickman_calls_what_came() -> None:
    table = Craps()
    calls = []
    for throw in (66, 56, 13, 22, 24, 33, 52, 34):
        table.throw(throw) if table.phase == "Betting" else table.roll(7)
        calls += [said for said in words(table.session.told[-1]) if said[0].isdecimal()]
    assert calls == [
        *("12, craps.", "11.", "4, punto.", "4, el punto.", "6, punto.", "6, el punto."),
        *("7.", "7."),
    ]
    table.roll(9, 7)
    assert "7, cambian los dados." in words(table.session.told[-1])
    assert RoundOver() in table.session.told[-1]


# ---------------------------------------------------------------- null throws


@pytest.mark.law("IB05.06.IV.3.10")
@pytest.mark.parametrize(
    "form",
    ["superpuestos", "sobre_ficha", "sobre_el_borde", "en_el_cesto", "lanzamiento_incorrecto", "deslizados"],
)
def test_a_null_throw_has_no_result_and_every_bet_stays(form: str) -> None:
    table = Craps().bet(2, "field", 200)
    table.roll(6)
    table.bet(2, "come", 300).close()
    before = table.felt.chips
    events = table.do(TiradaNula(form=form))
    assert words(events)[0] == "Tirada nula."
    assert (table.felt.chips, table.felt.point, table.felt.shooter) == (before, 6, 1)
    clause = "IB05.06.IV.3.9" if form == "deslizados" else "IB05.06.IV.3.10"
    assert of_kind(events, Happened)[0].clause == clause
    assert table.roll(7)[2, "come"].returned == 600


def test_a_throw_is_null_only_when_dice_are_thrown() -> None:
    table = Craps()
    assert table.refused(TiradaNula(form="superpuestos")).code == "cannot_have_happened"
    assert table.refused(DadoAlSuelo()).code == "cannot_have_happened"
    table.close()
    assert table.refused(TiradaNula(form="terremoto")).code == "not_listed"


# ---------------------------------------------------------------- the dice


@pytest.mark.law("IB05.06.II.1.5", "IB05.06.II.1.6")
def test_six_dice_of_which_two_are_used() -> None:
    felt = Craps().felt
    assert felt.dice == ("1", "2")
    assert felt.reserve == ("3", "4", "5", "6")


@pytest.mark.law("IB05.06.IV.3.6", "IB05.06.IV.3.13", "IB05.06.IV.3.14")
def test_the_shooter_may_ask_for_other_dice_before_he_throws() -> None:
    table = Craps()
    assert words(table.do(AskForDice(1))) == ["Cambio de dados."]
    assert (table.phase, table.waits_for(), table.felt.reserve) == ("ChoosingDice", 1, tuple("123456"))
    table.do(ChooseDie(1, "5"))
    assert table.refused(ChooseDie(1, "5")).code == "not_listed"
    table.do(ChooseDie(1, "3"))
    assert (table.phase, table.felt.dice, table.felt.reserve) == ("Betting", ("3", "5"), ("1", "2", "4", "6"))
    assert table.why_not(AskForDice(2)) is not None


@pytest.mark.law("IB05.06.IV.3.6")
def test_during_a_series_the_dice_are_not_changed_for_the_shooter() -> None:
    table = Craps()
    table.roll(6)
    refusal = table.refused(AskForDice(1))
    assert (refusal.code, refusal.clause) == ("dice_in_series", "IB05.06.IV.3.6")
    table.roll(6)
    assert table.why_not(AskForDice(1)) is None


@pytest.mark.law("IB05.06.IV.3.6", "IB05.06.IV.3.10")
def test_for_a_die_on_the_floor_the_shooter_chooses_one_of_the_reserve() -> None:
    table = Craps().bet(2, "field", 200)
    table.roll(6)
    table.close()
    assert words(table.do(DadoAlSuelo(dice=1))) == ["Tirada nula."]
    assert (table.phase, table.felt.dice, table.felt.reserve) == ("ChoosingDice", ("1",), tuple("3456"))
    table.do(ChooseDie(1, "6"))
    assert (table.phase, table.felt.dice, table.felt.lost, table.felt.point) == (
        *("Betting", ("1", "6"), ("2",), 6),
    )
    table.close().do(DadoAlSuelo(dice=2))
    for die in ("3", "4"):
        table.do(ChooseDie(1, die))
    assert (table.felt.dice, table.felt.lost, table.felt.reserve) == (("3", "4"), ("1", "2", "6"), ("5",))


@pytest.mark.law("IB05.06.IV.3.7")
def test_a_die_not_found_by_the_end_of_the_series_brings_a_new_set() -> None:
    for found in (True, False):
        table = Craps()
        table.roll(6)
        assert table.why_not(FindDie()) is not None
        table.close().do(DadoAlSuelo(dice=1))
        table.do(ChooseDie(1, "6"))
        if found:
            table.do(FindDie())
            assert table.felt.reserve == ("2", "3", "4", "5")
        table.roll(6)
        notes = [note.what for note in of_kind(table.session.told[-1], Noted)]
        assert ("the dice are withdrawn and the table is given a new set" in notes) is not found
        assert table.felt.dice == (("1", "6") if found else ("1", "2"))
        assert not table.felt.lost


def test_too_few_dice_in_reserve_bring_a_new_set_at_once() -> None:
    table = Craps()
    for _ in range(2):
        table.close().do(DadoAlSuelo(dice=2))
        for _ in range(2):
            table.do(ChooseDie(1, table.felt.reserve[0]))
    assert table.felt.reserve == ()
    table.close().do(DadoAlSuelo(dice=1))
    assert (table.phase, table.felt.reserve) == ("ChoosingDice", tuple("123456"))


@pytest.mark.law("IB05.06.IV.3.10", "IB05.06.II.1.6")
def test_a_broken_die_is_replaced_from_the_reserve() -> None:
    table = Craps()
    table.roll(6)
    table.close().do(DadoRoto(dice=1))
    table.do(ChooseDie(1, "4"))
    assert (table.felt.dice, table.felt.broken, table.felt.reserve) == (("1", "4"), ("2",), tuple("356"))
    assert table.why_not(FindDie()) is not None  # it is not lost, it is broken
    table.roll(6)
    assert (table.felt.dice, table.felt.broken) == (("1", "2"), ())


@pytest.mark.law("IB05.06.IV.3.12", "IB05.06.IV.3.13", "IB05.06.IV.3.14")
def test_the_table_chief_may_order_a_change_of_dice() -> None:
    table = Craps()
    table.roll(6)
    events = table.do(CambioDeDados())
    assert [(said.words, said.clause) for said in of_kind(events, Said)] == [
        ("Cambio de dados.", "IB05.06.IV.3.13")
    ]
    for die in ("6", "1"):
        events = table.do(ChooseDie(1, die))
    assert of_kind(events, Noted)[0].what == "dice 1 and 6 are in play; 4 go back to their recess"
    assert table.felt.point == 6


# ---------------------------------------------------------------- the shooter's faults


@pytest.mark.law("IB05.06.IV.3.5", "IB05.06.III.5")
def test_who_rubs_or_holds_the_dice_is_warned_and_still_throws() -> None:
    table = Craps().close()
    events = table.do(FaltaDelTirador(form="frota_los_dados"))
    assert words(events) == ["Advertencia al tirador."]
    assert (table.phase, table.felt.warnings(1)) == ("Throwing", 1)


@pytest.mark.law("IB05.06.IV.3.11", "IB05.06.IV.3.5", "IB05.06.IV.3.8", "IB05.06.IV.3.9")
def test_repeated_breaches_may_cost_the_shooter_his_right_to_throw() -> None:
    table = Craps(seats=3).bet(2, "field", 200)
    table.roll(6)
    table.close().do(TiradaNula(form="deslizados"))
    assert table.refused(DepriveShooter()).code == "not_now"
    table.close().do(FaltaDelTirador(form="retiene_los_dados"))
    chips = table.felt.chips
    table.do(DepriveShooter())
    assert (table.phase, table.felt.shooter, table.felt.point) == ("Offering", 2, 6)
    assert table.felt.chips == chips
    table.do(TakeDice(2))
    assert (
        table.why_not(NoVaMas()) is None
    )  # who takes the dice in mid-series owes no bet: there is none to make
    table.roll(7)
    assert table.felt.shooter == 3
    table.do(RefuseDice(3))
    assert table.felt.shooter == 2  # seat 1 is passed over


def test_accidents_are_no_breaches() -> None:
    table = Craps()
    for form in ("superpuestos", "sobre_ficha", "sobre_el_borde", "en_el_cesto"):
        table.close().do(TiradaNula(form=form))
    assert table.felt.warnings(1) == 0
    table.close().do(TiradaNula(form="lanzamiento_incorrecto"))
    assert table.felt.warnings(1) == 1


def test_the_last_player_who_can_throw_keeps_the_dice() -> None:
    table = Craps(seats=1)
    for _ in range(3):
        table.close().do(TiradaNula(form="deslizados"))
    assert table.why_not(DepriveShooter()) is not None

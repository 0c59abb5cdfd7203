"""The course of craps, clause by clause: the shooter, the dice, irregularities (IB05, epigraph 06)."""

from __future__ import annotations

import pytest
from tests.support.dice import Craps

from novamas.equipment.chance import Seeded
from novamas.equipment.dice import TWO_DICE
from novamas.table.events import Happened, Noted, RoundOver, Said
from novamas.table.roles import CHANCE, CROUPIER
from novamas.table.session import AUTOMATIC, Session
from novamas.testing.rehearsal import Noticed

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
    table.refused("croupier no_va_mas", "dice_first", "IB05.06.IV.3.2")
    table.refused("s1 ask_for_dice", "dice_first")
    events = table.play("s1 refuse_dice")
    assert (table.at, table.felt.shooter) == ("Offering", 2)
    assert events.said == ["Dados para el jugador 2."]
    table.refused("s1 take_dice", clause="IB05.06.IV.3.2")
    table.play("s2 take_dice")
    table.play("s2 refuse_dice")  # before the first roll the shooter may still hand them on
    assert table.felt.shooter == 3
    for seat in (3, 1, 2):
        table.play(f"s{seat} refuse_dice")
    assert table.felt.shooter == 3


@pytest.mark.law("IB05.06.IV.1.A.Win.4")
@pytest.mark.parametrize("totals", [(2,), (3,), (12,), (7,), (11,), (6, 6), (4, 11, 4)])
def test_the_shooter_keeps_the_dice_until_the_7_that_loses(totals: tuple[int, ...]) -> None:
    table = Craps()
    table.roll(*totals)
    assert (table.at, table.felt.shooter, table.felt.point) == ("Betting", 1, None)
    table.roll(8, 7)
    assert (table.at, table.felt.shooter) == ("Offering", 2)


def test_a_lone_player_is_offered_the_dice_again() -> None:
    table = Craps(seats=1)
    table.roll(6, 7)
    assert (table.at, table.felt.shooter) == ("Offering", 1)
    table.play("s1 refuse_dice")
    assert table.felt.shooter == 1


def test_during_a_series_the_dice_are_not_handed_on() -> None:
    table = Craps()
    table.roll(6)
    table.refused("s1 refuse_dice", clause="IB05.06.IV.1.A.Win.4")


@pytest.mark.law("IB05.06.IV.3.16")
@pytest.mark.parametrize("bet", ["win", "dont_win"])
def test_the_shooter_must_bet_on_win_or_dont_win_and_may_bet_on_all_else(bet: str) -> None:
    table = Craps("s1 bet field 200; s2 bet win 200")
    assert Noticed(table.session.deed_events[0]).said == [
        "Hagan juego.",
        "El tirador, al Win o al Don't Win.",
    ]
    assert table.turn == 1
    table.refused("croupier no_va_mas", "shooter_must_bet", "IB05.06.IV.3.16")
    table.play(f"s1 bet {bet} 200")
    assert table.turn == CROUPIER
    table.play(f"s1 withdraw {bet} 200")
    assert not table.may("croupier no_va_mas")
    table.play(f"s1 bet {bet} 200; s1 bet hard_8 200; s1 bet wrong_10 1100")
    table.roll(6)
    assert table.may("croupier no_va_mas")


@pytest.mark.law("IB05.06.IV.3.16")
def test_the_shooter_keeps_his_bet_while_he_throws_unless_the_house_lets_him_withdraw_it() -> None:
    for keeps in (True, False):
        table = Craps("s1 bet dont_win 600; s2 bet dont_win 200", shooter_keeps_bet=keeps)
        table.roll(6)
        assert table.may("s2 withdraw dont_win:6 200")
        assert table.may("s1 withdraw dont_win:6 400")  # the minimum stays
        assert table.may("s1 withdraw dont_win:6 600") is not keeps
    held = Craps("s1 bet dont_win 600")
    held.roll(6)
    held.refused("s1 withdraw dont_win:6 600", "shooter_keeps_bet", "IB05.06.IV.3.16")
    held.play("s1 withdraw dont_win:6 400")
    held.refused("s1 withdraw dont_win:6 200", "shooter_keeps_bet", "IB05.06.IV.3.16")
    both = Craps("s1 bet dont_win 600; s1 bet win 200")
    both.roll(6)
    both.play("s1 withdraw dont_win:6 600")  # the shooter has Win, which plays to its end
    assert both.may("croupier no_va_mas")


@pytest.mark.law("IB05.06.IV.1.A.Field.1", "IB05.06.IV.1.B.1", "IB05.06.IV.1.D.1", "IB05.06.IV.3.2")
def test_bets_are_made_and_taken_back_while_the_dice_are_offered_and_chosen() -> None:
    table = Craps(ready=False, seats=3)
    table.play("s2 bet field 200; s3 bet right_6 600; s1 bet win 200")
    assert (table.at, table.turn) == ("Offering", 1)
    table.play("s3 withdraw right_6 600")
    table.refused("s3 bet come 200", "needs_a_point", "IB05.06.IV.1.A.Come.1")
    table.refused("s3 bet nothing 200", "no_such_bet", "IB05.06.IV.1.1")
    table.refused("s3 withdraw field 200", "nothing_there")
    assert table.play("s1 take_dice").said == ["Hagan juego."]  # the shooter owes no bet any more
    table.play("s1 ask_for_dice; s3 bet hard_8 200; s2 withdraw field 200")
    assert (table.at, table.turn) == ("ChoosingDice", 1)
    table.refused("croupier no_va_mas", "choose_dice_first", "IB05.06.IV.3.14")
    table.play("s1 choose_die 4; s3 bet horn 200; s1 choose_die 5")
    assert {bet: cents for _, bet, cents in table.felt.chips} == {"win": 200, "hard_8": 200, "horn": 200}


@pytest.mark.law("IB05.06.IV.1.A.2", "IB05.06.IV.3.11")
def test_after_a_shooter_is_deprived_bets_follow_the_point_that_stays() -> None:
    table = Craps("s1 bet win 200; s2 bet dont_win 400")
    table.roll(6)
    for _ in range(2):
        table.play("croupier no_va_mas; floor tirada_nula deslizados")
    table.play("floor deprive_shooter")
    assert (table.at, table.felt.point) == ("Offering", 6)
    table.refused("s1 withdraw win:6 200", "must_play", "IB05.06.IV.1.A.2")
    table.refused("s3 bet win 200", "first_roll_only")
    table.play("s3 bet come 200")
    table.play("s2 refuse_dice; s2 withdraw dont_win:6 400")


@pytest.mark.law("IB05.06.IV.1.1")
def test_what_may_have_been_meant_is_something_that_may_be_bet() -> None:
    table = Craps("s2 bet win 200; s2 bet big_8 200")
    table.roll(6)
    for bet in ("win:7", "asociada_win:7", "come:9s", "xyz"):
        near = table.refused(f"s2 bet {bet} 200", "no_such_bet").near
        assert near
        assert set(near) <= set(table.felt.open_bets(2))
    assert table.refused("s2 bet asociada_win 200").near[0] == "asociada_win:6"
    assert table.refused("s2 withdraw big_7 200", "no_such_bet").near == ("big_8",)


def test_left_to_itself_the_table_takes_the_dice_bets_and_throws() -> None:
    table = Craps(ready=False, seats=2)
    session = Session(table.table.opening, Seeded(1), automatic=AUTOMATIC | {1, 2})
    while session.rounds < 50:
        session.go_on()
    assert session.ledger.house + session.phase.felt.cloth + sum(session.ledger.players.values()) == 0


# ---------------------------------------------------------------- closing and throwing


@pytest.mark.law("IB05.06.IV.3.15")
def test_no_bets_after_ya_no_va_mas() -> None:
    table = Craps("s2 bet field 400")
    table.close()
    assert table.last.said == ["Ya no va más."]
    for deed in ("s2 bet win 200", "s2 withdraw field 200", "s2 withdraw field 100"):
        table.refused(deed, "no_va_mas", "IB05.06.IV.3.15")
    before = table.phase
    table.play("floor late_bet seat=3 bet=hard_8 cents=500")
    assert table.phase == before
    assert table.won(3) == 0


@pytest.mark.law("IB05.06.II.1.1")
def test_two_dice_are_thrown() -> None:
    table = Craps()
    table.close()
    phase = table.phase
    assert phase.turn is CHANCE
    assert phase.draws() is TWO_DICE
    assert TWO_DICE.total == 36


def test_the_stickman_calls_what_came() -> None:
    table = Craps()
    calls = []
    for throw in (66, 56, 13, 22, 24, 33, 52, 34):
        table.throw(throw) if table.at == "Betting" else table.roll(7)
        calls += [said for said in table.last.said if said[0].isdecimal()]
    assert calls == [
        *("12, craps.", "11.", "4, punto.", "4, el punto.", "6, punto.", "6, el punto."),
        *("7.", "7."),
    ]
    table.roll(9, 7)
    assert "7, cambian los dados." in table.last.said
    assert RoundOver() in table.last


# ---------------------------------------------------------------- null throws


@pytest.mark.law("IB05.06.IV.3.10")
@pytest.mark.parametrize(
    "form",
    ["superpuestos", "sobre_ficha", "sobre_el_borde", "en_el_cesto", "lanzamiento_incorrecto", "deslizados"],
)
def test_a_null_throw_has_no_result_and_every_bet_stays(form: str) -> None:
    table = Craps("s2 bet field 200")
    table.roll(6)
    table.play("s2 bet come 300")
    table.close()
    before = table.felt.chips
    events = table.play(f"floor tirada_nula {form}")
    assert events.said[0] == "Tirada nula."
    assert (table.felt.chips, table.felt.point, table.felt.shooter) == (before, 6, 1)
    clause = "IB05.06.IV.3.9" if form == "deslizados" else "IB05.06.IV.3.10"
    assert events.of(Happened)[0].clause == clause
    assert table.roll(7)[2, "come"].returned == 600


def test_a_throw_is_null_only_when_dice_are_thrown() -> None:
    table = Craps()
    table.refused("floor tirada_nula superpuestos", "cannot_have_happened")
    table.refused("floor dado_al_suelo", "cannot_have_happened")
    table.close()
    table.refused("floor tirada_nula terremoto", "not_listed")


# ---------------------------------------------------------------- the dice


@pytest.mark.law("IB05.06.II.1.5", "IB05.06.II.1.6")
def test_six_dice_of_which_two_are_used() -> None:
    felt = Craps().felt
    assert felt.dice == ("1", "2")
    assert felt.reserve == ("3", "4", "5", "6")


@pytest.mark.law("IB05.06.IV.3.6", "IB05.06.IV.3.13", "IB05.06.IV.3.14")
def test_the_shooter_may_ask_for_other_dice_before_he_throws() -> None:
    table = Craps()
    assert table.play("s1 ask_for_dice").said == ["Cambio de dados."]
    assert (table.at, table.turn, table.felt.reserve) == ("ChoosingDice", 1, tuple("123456"))
    table.play("s1 choose_die 5")
    table.refused("s1 choose_die 5", "not_listed")
    table.play("s1 choose_die 3")
    assert (table.at, table.felt.dice, table.felt.reserve) == ("Betting", ("3", "5"), ("1", "2", "4", "6"))
    assert not table.may("s2 ask_for_dice")


@pytest.mark.law("IB05.06.IV.3.6")
def test_during_a_series_the_dice_are_not_changed_for_the_shooter() -> None:
    table = Craps()
    table.roll(6)
    table.refused("s1 ask_for_dice", "dice_in_series", "IB05.06.IV.3.6")
    table.roll(6)
    assert table.may("s1 ask_for_dice")


@pytest.mark.law("IB05.06.IV.3.6", "IB05.06.IV.3.10")
def test_for_a_die_on_the_floor_the_shooter_chooses_one_of_the_reserve() -> None:
    table = Craps("s2 bet field 200")
    table.roll(6)
    table.close()
    assert table.play("floor dado_al_suelo 1").said == ["Tirada nula."]
    assert (table.at, table.felt.dice, table.felt.reserve) == ("ChoosingDice", ("1",), tuple("3456"))
    table.play("s1 choose_die 6")
    assert (table.at, table.felt.dice, table.felt.lost, table.felt.point) == (
        *("Betting", ("1", "6"), ("2",), 6),
    )
    table.close("floor dado_al_suelo 2")
    for die in ("3", "4"):
        table.play(f"s1 choose_die {die}")
    assert (table.felt.dice, table.felt.lost, table.felt.reserve) == (("3", "4"), ("1", "2", "6"), ("5",))


@pytest.mark.law("IB05.06.IV.3.7")
def test_a_die_not_found_by_the_end_of_the_series_brings_a_new_set() -> None:
    for found in (True, False):
        table = Craps()
        table.roll(6)
        assert not table.may("croupier find_die")
        table.close("floor dado_al_suelo 1")
        table.play("s1 choose_die 6")
        if found:
            table.play("croupier find_die")
            assert table.felt.reserve == ("2", "3", "4", "5")
        table.roll(6)
        assert ("dice_renewed" in table.last.noted) is not found
        assert table.felt.dice == (("1", "6") if found else ("1", "2"))
        assert not table.felt.lost


def test_too_few_dice_in_reserve_bring_a_new_set_at_once() -> None:
    table = Craps()
    for _ in range(2):
        table.close("floor dado_al_suelo 2")
        for _ in range(2):
            table.play(f"s1 choose_die {table.felt.reserve[0]}")
    assert table.felt.reserve == ()
    table.close("floor dado_al_suelo 1")
    assert (table.at, table.felt.reserve) == ("ChoosingDice", tuple("123456"))


@pytest.mark.law("IB05.06.IV.3.10", "IB05.06.II.1.6")
def test_a_broken_die_is_replaced_from_the_reserve() -> None:
    table = Craps()
    table.roll(6)
    table.close("floor dado_roto 1")
    table.play("s1 choose_die 4")
    assert (table.felt.dice, table.felt.broken, table.felt.reserve) == (("1", "4"), ("2",), tuple("356"))
    assert not table.may("croupier find_die")  # it is not lost, it is broken
    table.roll(6)
    assert (table.felt.dice, table.felt.broken) == (("1", "2"), ())


@pytest.mark.law("IB05.06.IV.3.12", "IB05.06.IV.3.13", "IB05.06.IV.3.14")
def test_the_table_chief_may_order_a_change_of_dice() -> None:
    table = Craps()
    table.roll(6)
    events = table.play("floor cambio_de_dados")
    assert [(said.words, said.clause) for said in events.of(Said)] == [
        ("Cambio de dados.", "IB05.06.IV.3.13")
    ]
    for die in ("6", "1"):
        events = table.play(f"s1 choose_die {die}")
    (noted,) = events.of(Noted)
    assert (noted.code, noted.figures) == ("dice_chosen", {"dice": ("1", "6"), "left": 4})
    assert table.felt.point == 6


# ---------------------------------------------------------------- the shooter's faults


@pytest.mark.law("IB05.06.IV.3.5", "IB05.06.III.5")
def test_who_rubs_or_holds_the_dice_is_warned_and_still_throws() -> None:
    table = Craps()
    table.close()
    events = table.play("floor falta_del_tirador frota_los_dados")
    assert events.said == ["Advertencia al tirador."]
    assert (table.at, table.felt.warnings(1)) == ("Throwing", 1)


@pytest.mark.law("IB05.06.IV.3.11", "IB05.06.IV.3.5", "IB05.06.IV.3.8", "IB05.06.IV.3.9")
def test_repeated_breaches_may_cost_the_shooter_his_right_to_throw() -> None:
    table = Craps("s2 bet field 200", seats=3)
    table.roll(6)
    table.close("floor tirada_nula deslizados")
    table.refused("floor deprive_shooter", "not_now")
    table.close("floor falta_del_tirador retiene_los_dados")
    chips = table.felt.chips
    table.play("floor deprive_shooter")
    assert (table.at, table.felt.shooter, table.felt.point) == ("Offering", 2, 6)
    assert table.felt.chips == chips
    table.play("s2 take_dice")
    assert table.may("croupier no_va_mas")  # who takes the dice in mid-series owes no bet: there is none
    table.roll(7)
    assert table.felt.shooter == 3
    table.play("s3 refuse_dice")
    assert table.felt.shooter == 2  # seat 1 is passed over


def test_accidents_are_no_breaches() -> None:
    table = Craps()
    for form in ("superpuestos", "sobre_ficha", "sobre_el_borde", "en_el_cesto"):
        table.close(f"floor tirada_nula {form}")
    assert table.felt.warnings(1) == 0
    table.close("floor tirada_nula lanzamiento_incorrecto")
    assert table.felt.warnings(1) == 1


def test_the_last_player_who_can_throw_keeps_the_dice() -> None:
    table = Craps(seats=1)
    for _ in range(3):
        table.close("floor tirada_nula deslizados")
    assert not table.may("floor deprive_shooter")

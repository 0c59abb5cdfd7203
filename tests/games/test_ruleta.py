"""French roulette, clause by clause (IB05, epigraph 01)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.support.cases import cited

from novamas.equipment.wheels import SINGLE_ZERO
from novamas.families.banked.acts import Bet
from novamas.law import catalogue, set_up
from novamas.table.events import Came, Noted, Payment, Said, Withdrew
from novamas.table.results import Pocket
from novamas.table.roles import FLOOR
from novamas.testing.rehearsal import Rehearsal, faults_of, rehearse

VARIED = {"authorised": ["vary_minimum"], "minimum_kept_elsewhere": True}


def ruleta(*lines: str, **choices: object) -> Rehearsal:
    return rehearse("ruleta", "IB05", *lines, **choices)


def spots(kind: str) -> dict[str, frozenset[int]]:
    figures = ruleta().felt.figures
    return {name: frozenset(figures.spots[name].covers) for name in figures.kinds[kind]}


# ---------------------------------------------------------------- the closed list of bets

KINDS = [
    cited("IB05.01.IV.1.A.a.1", "pleno", 37, 1, 35),
    cited("IB05.01.IV.1.A.b.1", "caballo", 60, 2, 17),
    cited("IB05.01.IV.1.A.c.2", "transversal", 14, 3, 11),
    cited("IB05.01.IV.1.A.d.2", "cuadro", 22, 4, 8),
    cited("IB05.01.IV.1.A.d.3", "cuatro_numeros", 1, 4, 8),
    cited("IB05.01.IV.1.A.e.1", "seisena", 11, 6, 5),
    cited("IB05.01.IV.1.A.f.1", "columna", 3, 12, 2),
    cited("IB05.01.IV.1.A.g.1", "docena", 3, 12, 2),
    cited("IB05.01.IV.1.A.h.1", "dos_columnas", 2, 24, Fraction(1, 2)),
    cited("IB05.01.IV.1.A.i.1", "dos_docenas", 2, 24, Fraction(1, 2)),
    cited("IB05.01.IV.1.B.a.3", "sencilla", 6, 18, 1),
]


@pytest.mark.parametrize(("clause", "kind", "count", "numbers", "pays"), KINDS)
def test_each_bet_covers_its_numbers_and_pays_its_rate(
    clause: str, kind: str, count: int, numbers: int, pays: Fraction
) -> None:
    places = spots(kind)
    assert len(places) == count
    for name, covers in places.items():
        assert len(covers) == numbers
        table = ruleta(f"s1 bet {name} 200")
        paid = table.play(f"{min(covers)}").payments[1, name]
        assert paid.stake == 200
        assert paid.returned == 200 + 200 * pays
        assert clause in paid.clauses
        assert paid.stays
        missed = next(n for n in range(1, 37) if n not in covers)
        lost = ruleta().play(f"s1 bet {name} 200", f"{missed}").payments[1, name]
        assert (lost.returned, lost.stays) == (0, False)


@pytest.mark.law("IB05.01.IV.1.1")
def test_only_the_listed_bets_may_be_made() -> None:
    table = ruleta("croupier hagan_juego")
    for name in ("pleno:37", "caballo:3-4", "cuadro:3-7", "dos_docenas:1-3", "dos_columnas:1-3", "vecinos:0"):
        table.refused(f"s1 bet {name} 200", "no_such_bet", "IB05.01.IV.1.1")
    table.refused(Bet(1, "", 200), "no_such_bet")  # which no line can say
    listed = {case.values[1] for case in KINDS}
    assert set(table.felt.figures.kinds) == listed


@pytest.mark.law("IB05.01.IV.1.A.b.1")
def test_splits_share_a_line_and_zero_has_three() -> None:
    named = spots("caballo")
    assert {"caballo:0-1", "caballo:0-2", "caballo:0-3", "caballo:1-2", "caballo:33-36"} <= set(named)
    for first, second in (sorted(covers) for covers in named.values()):
        if first:
            assert second - first == 3 or (second - first == 1 and first % 3)


@pytest.mark.law("IB05.01.IV.1.A.c.1", "IB05.01.IV.1.A.c.3", "IB05.01.IV.1.A.d.1")
def test_streets_are_rows_and_corners_are_squares() -> None:
    streets = set(spots("transversal").values())
    assert {
        frozenset({1, 2, 3}),
        frozenset({34, 35, 36}),
        frozenset({0, 1, 2}),
        frozenset({0, 2, 3}),
    } <= streets
    for covers in spots("cuadro").values():
        low = min(covers)
        assert covers == {low, low + 1, low + 3, low + 4}
        assert low % 3


@pytest.mark.law("IB05.01.IV.1.B.a.1", "IB05.01.IV.1.B.a.2")
def test_simple_chances_split_the_numbers_in_two_and_the_stake_may_be_withdrawn() -> None:
    chances = spots("sencilla")
    for one, other in (("rojo", "negro"), ("par", "impar"), ("falta", "pasa")):
        assert chances[one] | chances[other] == set(range(1, 37))
        assert not chances[one] & chances[other]
    assert chances["falta"] == set(range(1, 19))
    table = ruleta("s1 bet falta 500")
    table.play("18")
    assert table.felt.on(1, "falta") == 500
    assert table.play("s1 withdraw falta 500").of(Withdrew)[0].cents == 500
    assert table.won(1) == 500


@pytest.mark.law("IB05.01.IV.1.A.1")
def test_a_winner_who_leaves_his_stake_plays_it_again() -> None:
    table = ruleta("s1 bet docena:1 300")
    table.play("12")
    assert table.play("30").payments[1, "docena:1"].returned == 0
    assert table.won(1) == 600 - 300


# ---------------------------------------------------------------- limits


@pytest.mark.law("IB05.01.IV.2.A.3", "IB05.01.IV.2.A.a.1", "IB05.01.IV.2.A.b.1", "IB05.01.IV.2.A.b.2")
@pytest.mark.parametrize("times", [1, 2, 3])
def test_maxima_are_multiples_of_the_minimum(times: int) -> None:
    multiples = {
        "pleno": 10, "caballo": 20, "transversal": 30, "cuadro": 40, "cuatro_numeros": 40, "seisena": 60,
        "columna": 120, "docena": 120, "dos_columnas": 240, "dos_docenas": 240, "sencilla": 180,
    }  # fmt: skip
    table = ruleta("croupier hagan_juego", maximum=2000 * times)
    for kind, multiple in multiples.items():
        name = table.felt.figures.kinds[kind][-1]
        most = 200 * multiple * times
        assert table.may(f"s1 bet {name} {most}")
        refusal = table.refused(f"s1 bet {name} {most + 100}")
        assert refusal.code == "above_maximum"
        clause = "IB05.01.IV.2.A.a.1" if kind == "sencilla" else "IB05.01.IV.2.A.b.2"
        assert refusal.clause == clause
    for cents in (1_800, 2_100, 8_000):
        fault = faults_of("ruleta", "IB05", maximum=cents)["maximum_not_lawful"]
        assert fault.clause == "IB05.01.IV.2.A.b.2"


@pytest.mark.law("IB05.01.IV.2.A.b.2")
def test_the_maximum_counts_what_already_lies_there() -> None:
    table = ruleta("s1 bet pleno:5 1500")
    assert table.may("s1 bet pleno:5 500")
    table.refused("s1 bet pleno:5 600", "above_maximum")
    table.play("s1 bet pleno:5 500")
    table.refused("s1 bet pleno:5 100", "above_maximum")
    assert table.may("s2 bet pleno:5 2000")  # another player has a maximum of their own


@pytest.mark.law("IB05.01.IV.2.A.1")
def test_the_minimum_is_the_authorised_one() -> None:
    table = ruleta("croupier hagan_juego", authorised_minimum=500)
    table.refused("s1 bet pleno:5 400", "below_minimum", "IB05.01.IV.2.A.1")
    table.refused("s1 bet pleno:5 0", "below_minimum")
    table.refused("s1 bet pleno:5 550", "broken_chip")
    table.refused(Bet(1, "pleno:5", 1.5), "not_whole")  # type: ignore[arg-type]
    below = faults_of("ruleta", "IB05", authorised_minimum=500, minimum=200, authorised=["vary_minimum"])
    assert below["minimum_too_low"].clause == "IB05.01.IV.2.A.1"
    fault = faults_of("ruleta", "IB05", minimum_sencilla=100)["simple_minimum_too_low"]
    assert fault.clause == "IB05.01.IV.2.A.1"


@pytest.mark.law("IB05.01.IV.2.A.2")
def test_simple_chances_may_have_a_minimum_up_to_five_times_higher() -> None:
    table = ruleta("croupier hagan_juego", minimum_sencilla=1000)
    table.refused("s1 bet rojo 900", "below_minimum")
    assert table.may("s1 bet rojo 1000")
    assert table.may("s1 bet pleno:1 200")
    fault = faults_of("ruleta", "IB05", minimum_sencilla=1100)["simple_minimum_too_high"]
    assert fault.clause == "IB05.01.IV.2.A.2"


@pytest.mark.law("IB05.01.IV.2.A.4", "IB05.01.IV.2.A.5")
def test_a_notified_raise_lifts_all_maxima_in_proportion() -> None:
    table = ruleta("croupier hagan_juego", maximum=10_000, notified_maximum=10_000, notified_days=30)
    assert table.may("s1 bet pleno:1 10000")
    assert table.may("s1 bet caballo:1-2 20000")
    assert table.may("s1 bet rojo 180000")
    table.refused("s1 bet rojo 180100", "above_maximum")
    unheard = faults_of("ruleta", "IB05", maximum=10_000, notified_maximum=9_000, notified_days=30)
    assert set(unheard) == {"maximum_not_lawful"}
    assert faults_of("ruleta", "IB05", notified_maximum=10_000)["notice_without_duration"].clause == (
        "IB05.01.IV.2.A.5"
    )
    assert "notice_without_maximum" in faults_of("ruleta", "IB05", notified_days=3)


@pytest.mark.law("IB05.01.IV.2.A.4", "IB05.01.IV.2.B.2")
@pytest.mark.parametrize(("minimum", "most"), [(400, 10_000), (1_200, 12_000)])
def test_a_notified_maximum_holds_until_new_minima_bring_a_higher_one(minimum: int, most: int) -> None:
    notified = {"maximum": 10_000, "notified_maximum": 10_000, "notified_days": 30}
    table = ruleta(f"floor announce_minima {minimum} 400", **VARIED, **notified)
    table.play("1 1 1; croupier hagan_juego")
    assert table.may(f"s1 bet pleno:1 {most}")
    table.refused(f"s1 bet pleno:1 {most + 400}", "above_maximum")


@pytest.mark.law("IB05.01.IV.2.B.1")
def test_only_an_authorised_casino_may_change_the_minimum() -> None:
    wanted = {"minimum": 500, "minimum_kept_elsewhere": True}
    assert faults_of("ruleta", "IB05", **wanted)["minimum_not_authorised"].clause == "IB05.01.IV.2.B.1"
    table = ruleta("croupier hagan_juego", **wanted, authorised=["vary_minimum"])
    table.refused("s1 bet pleno:1 400", "below_minimum")
    assert ruleta(**VARIED).verbs(FLOOR) == {"announce_minima", "conduct"}
    assert ruleta().verbs(FLOOR) == {"conduct"}
    ruleta().refused("floor announce_minima 400 400", "minimum_not_to_be_varied", "IB05.01.IV.2.B.1")


@pytest.mark.law("IB05.01.IV.2.B.b.1")
def test_one_table_must_keep_the_authorised_minimum() -> None:
    fault = faults_of("ruleta", "IB05", minimum=500, authorised=["vary_minimum"])["no_table_at_minimum"]
    assert fault.clause == "IB05.01.IV.2.B.b.1"


@pytest.mark.law("IB05.01.IV.2.B.b.1")
def test_the_last_table_at_the_authorised_minimum_keeps_it() -> None:
    last = ruleta(authorised=["vary_minimum"])
    last.refused("floor announce_minima 400 400", "no_table_at_minimum", "IB05.01.IV.2.B.b.1")
    assert ruleta(authorised=["vary_minimum"], authorised_without_minimum=True).may(
        "floor announce_minima 400 400"
    )
    last.play("floor announce_minima 200 600")  # the even chances may go up: their minimum is their own
    last.refused("floor announce_minima 200 400", "change_under_way", "IB05.01.IV.2.B.1")
    assert ruleta(**VARIED).may("floor announce_minima 400 400")
    raised = ruleta(**VARIED, minimum=400)
    assert raised.may("floor announce_minima 200 200")


@pytest.mark.law("IB05.01.IV.2.B.1", "IB05.01.IV.2.A.1", "IB05.01.IV.2.A.2")
def test_minima_change_to_whole_chips_from_the_authorised_one_on() -> None:
    table = ruleta(**VARIED)
    assert table.may("floor announce_minima 300 300")
    table.refused("floor announce_minima 350 300", "broken_chip")
    table.refused("floor announce_minima 300 350", "broken_chip")
    table.refused("floor announce_minima 100 200", "below_minimum", "IB05.01.IV.2.A.1")
    table.refused("floor announce_minima 300 1100", "above_maximum", "IB05.01.IV.2.A.2")
    table.play("floor announce_minima 300 500", "1 1 1", "croupier hagan_juego")
    assert (table.felt.minimum, table.felt.maximum, table.felt.rules.chip) == (300, 3_000, 100)
    assert table.may("s1 bet pleno:1 400")
    odd = ruleta(**VARIED, authorised_minimum=250, minimum=300)
    odd.refused("floor announce_minima 250 300", "below_minimum")  # no chips make it at this table
    assert odd.may("floor announce_minima 400 300")


@pytest.mark.law("IB05.01.IV.2.B.a.1", "IB05.01.IV.2.B.2")
def test_new_limits_follow_three_announced_spins() -> None:
    table = ruleta(**VARIED)
    announced = table.play("floor announce_minima 400 800")
    assert announced.of(Said)[0].clause == "IB05.01.IV.2.B.a.1"
    for _ in range(3):
        assert table.may("croupier hagan_juego")
        table.play("croupier hagan_juego")
        assert table.may("s1 bet pleno:1 200")
        events = table.play("1")
    noted = events.of(Noted)[0]
    assert (noted.code, noted.clause) == ("minima_changed", "IB05.01.IV.2.B.2")
    assert (table.felt.premises.advance, table.felt.premises.guarantee) == (400_000, 2_000_000)
    table.play("croupier hagan_juego")
    table.refused("s1 bet pleno:1 200", "below_minimum")
    assert table.may("s1 bet pleno:1 4000")
    table.refused("s1 bet rojo 700", "below_minimum")


@pytest.mark.law("IB05.01.IV.2.B.a.1")
def test_stakes_left_on_the_cloth_come_back_when_the_limits_change() -> None:
    table = ruleta(**VARIED)
    table.play("floor announce_minima 400 400")
    table.play("s1 bet rojo 200")
    table.play("1")
    table.play("1 1")
    assert table.felt.cloth == 0
    assert table.won(1) == 3 * 200


# ---------------------------------------------------------------- the course of a spin


@pytest.mark.law("IB05.01.IV.3.1", "IB05.01.IV.3.b.1")
def test_bets_are_made_until_no_va_mas() -> None:
    table = ruleta()
    table.refused("s1 bet rojo 200", "not_open")
    table.play("s1 bet rojo 200")
    assert not table.may("croupier no_va_mas")  # the ball has not been launched
    table.play("croupier launch")
    table.play("s2 bet negro 200")
    assert table.play("croupier no_va_mas").said[0] == "No va más."


@pytest.mark.law("IB05.01.IV.3.b.2")
def test_after_no_va_mas_no_stake_is_placed() -> None:
    table = ruleta("s1 bet rojo 200; croupier no_va_mas")
    for deed in ("s1 bet negro 200", "s1 withdraw rojo 200"):
        table.refused(deed, "no_va_mas", "IB05.01.IV.3.b.2")
    before = table.phase
    table.play("floor late_bet seat=2 bet=negro cents=200")
    assert table.phase == before
    assert table.won(2) == 0


@pytest.mark.law("IB05.01.IV.3.c.1")
def test_the_number_is_announced_losers_taken_and_winners_paid_in_order() -> None:
    table = ruleta("croupier hagan_juego")
    for bet in ("pleno:17", "caballo:14-17", "cuadro:13-17", "transversal:16-18", "seisena:16-21", "negro"):
        table.play(f"s1 bet {bet} 200")
    for bet in ("columna:2", "docena:2", "dos_columnas:1-2", "dos_docenas:1-2", "rojo", "pleno:0"):
        table.play(f"s1 bet {bet} 200")
    table.play("croupier no_va_mas")
    events = table.play("17")
    assert events.of(Came)[0].result == Pocket("17", "negro")
    assert events.said[0] == "17, negro, impar, falta."
    decided = [event.bet for event in events.of(Payment)]
    assert set(decided[:2]) == {"rojo", "pleno:0"}
    assert decided[2:] == [
        "columna:2", "docena:2", "dos_columnas:1-2", "dos_docenas:1-2", "negro", "transversal:16-18",
        "seisena:16-21", "cuadro:13-17", "caballo:14-17", "pleno:17",
    ]  # fmt: skip


@pytest.mark.law("IB05.01.IV.3.d.1")
@pytest.mark.parametrize("form", ["ficha", "objeto", "bola_fuera", "lanzamiento_defectuoso"])
def test_a_null_spin_has_no_result_and_the_bets_stand(form: str) -> None:
    table = ruleta()
    table.play("26")
    table.play("s1 bet rojo 200; croupier no_va_mas")
    events = table.play(f"floor tirada_nula {form}")
    assert events.said[0] == "Tirada nula."
    (noted,) = events.of(Noted)
    assert (noted.code, noted.figures) == ("spin_repeated", {"pocket": "26"})
    assert table.felt.on(1, "rojo") == 200
    table.play("s2 bet negro 200")
    assert table.play("1").payments[1, "rojo"].returned == 400


@pytest.mark.law("IB05.01.IV.3.d.1")
def test_a_spin_is_null_only_while_the_ball_runs() -> None:
    table = ruleta("croupier hagan_juego")
    table.refused("floor tirada_nula objeto", "cannot_have_happened")
    table.play("croupier launch")
    assert table.may("floor tirada_nula objeto")
    table.refused("floor tirada_nula terremoto", "not_listed")


# ---------------------------------------------------------------- things and people


@pytest.mark.law("IB05.01.II.Instrumentos.2", "IB05.01.II.Instrumentos.3", "IB05.01.II.Instrumentos.4")
def test_the_wheel_is_that_of_the_law() -> None:
    table = ruleta()
    assert table.felt.wheel is SINGLE_ZERO
    assert SINGLE_ZERO.total == 37
    black = {2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35}
    assert spots("sencilla")["negro"] == black
    assert (
        faults_of("ruleta", "IB05", lacks=["cylinder"])["no_cylinder"].clause == "IB05.01.II.Instrumentos.2"
    )


@pytest.mark.law("IB05.01.II.Instrumentos.6")
def test_one_or_two_cloths() -> None:
    assert faults_of("ruleta", "IB05", lacks=["cloths"])["no_cloths"].clause == "IB05.01.II.Instrumentos.6"
    assert faults_of("ruleta", "IB05", cloths=3)["choice_not_offered"].clause == "IB05.01.II.Instrumentos.6"


@pytest.mark.law("IB05.01.III.1.1", "IB05.01.III.1.a.1", "IB05.01.III.1.b.1", "IB05.01.III.1.b.2")
def test_staff_of_one_and_two_cloths() -> None:
    assert not faults_of("ruleta", "IB05", cloths=1, croupiers=2, table_ends=1, tables_per_chief=2)
    short = faults_of("ruleta", "IB05", croupiers=1, table_ends=0, tables_per_chief=3)
    assert {fault.clause for fault in short.values()} == {"IB05.01.III.1.b.1", "IB05.01.III.1.b.2"}
    assert set(short) == {"too_few_croupiers", "too_few_table_ends", "too_many_tables_per_chief"}
    assert not faults_of("ruleta", "IB05", cloths=2, croupiers=4, table_ends=2)
    two = faults_of("ruleta", "IB05", cloths=2, croupiers=3, table_ends=1, tables_per_chief=2)
    assert {fault.clause for fault in two.values()} == {"IB05.01.III.1.a.1"}
    assert len(two) == 3


def test_every_fault_is_reported_at_once() -> None:
    found = faults_of("ruleta", "IB05", minimum=500, minimum_sencilla=5000, croupiers=0, chip=300)
    assert len(found) == 5


@pytest.mark.law("AR10.3.d.1")
@pytest.mark.parametrize(("slug", "clause"), [("ruleta", "AR10.3.d.1"), ("ruleta_americana", "AR10.4.2")])
def test_in_aragon_a_chief_may_cover_four_adjoining_recorded_tables(slug: str, clause: str) -> None:
    """The rules of the game are not in the catalogue, but the decree's rules on its staff are checked."""

    def found(**given: object) -> dict[str, tuple[str | None, str | None]]:
        faults = set_up(catalogue.under("AR10")[slug], given).faults
        return {
            fault.code: (fault.choice, fault.clause) for fault in faults if fault.code != "rules_not_held"
        }

    lacks = ("adjoining_tables", "recording")
    assert found(tables_per_chief=4) == {}
    assert found(tables_per_chief=5) == {"too_many_tables_per_chief": ("tables_per_chief", clause)}
    assert found(tables_per_chief=1, lacks=lacks) == {}
    assert found(tables_per_chief=2, lacks=lacks) == {f"no_{thing}": ("lacks", clause) for thing in lacks}


@pytest.mark.law("AR10.1.3.a.1")
def test_aragon_authorises_it_but_its_rules_are_not_held() -> None:
    assert "ruleta" in catalogue.under("AR10").games
    assert faults_of("ruleta", "AR10")["rules_not_held"].clause == "AR10.1.3.a.1"

"""French roulette, clause by clause (IB05, epigraph 01)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.wheels import Wheel, faults_of, of_kind

from novamas.kit.wheels import SINGLE_ZERO
from novamas.law import catalogue
from novamas.rounds.banked import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.rounds.setup import SharedChief, shared_chief_faults
from novamas.rounds.wheel.phases import LateBet, Launch, TiradaNula
from novamas.table.events import Came, Noted, Payment, Said, Withdrew
from novamas.table.people import FLOOR


def ruleta(**choices: object) -> Wheel:
    return Wheel("ruleta", "IB05", **choices)


def spots(kind: str) -> dict[str, frozenset[int]]:
    figures = ruleta().felt.figures
    return {name: frozenset(figures.spots[name].covers) for name in figures.kinds[kind]}


# ---------------------------------------------------------------- the closed list of bets

KINDS = [
    ("pleno", 37, 1, 35, "IB05.01.IV.1.A.a.1"),
    ("caballo", 60, 2, 17, "IB05.01.IV.1.A.b.1"),
    ("transversal", 14, 3, 11, "IB05.01.IV.1.A.c.2"),
    ("cuadro", 22, 4, 8, "IB05.01.IV.1.A.d.2"),
    ("cuatro_numeros", 1, 4, 8, "IB05.01.IV.1.A.d.3"),
    ("seisena", 11, 6, 5, "IB05.01.IV.1.A.e.1"),
    ("columna", 3, 12, 2, "IB05.01.IV.1.A.f.1"),
    ("docena", 3, 12, 2, "IB05.01.IV.1.A.g.1"),
    ("dos_columnas", 2, 24, Fraction(1, 2), "IB05.01.IV.1.A.h.1"),
    ("dos_docenas", 2, 24, Fraction(1, 2), "IB05.01.IV.1.A.i.1"),
    ("sencilla", 6, 18, 1, "IB05.01.IV.1.B.a.3"),
]


@pytest.mark.law("IB05.01.IV.1.A.a.1", "IB05.01.IV.1.A.b.1", "IB05.01.IV.1.A.c.2", "IB05.01.IV.1.A.d.2")
@pytest.mark.law("IB05.01.IV.1.A.d.3", "IB05.01.IV.1.A.e.1", "IB05.01.IV.1.A.f.1", "IB05.01.IV.1.A.g.1")
@pytest.mark.law("IB05.01.IV.1.A.h.1", "IB05.01.IV.1.A.i.1", "IB05.01.IV.1.B.a.3", "IB05.01.IV.1.A.1")
@pytest.mark.parametrize(("kind", "count", "numbers", "pays", "clause"), KINDS)
def test_each_bet_covers_its_numbers_and_pays_its_rate(
    kind: str, count: int, numbers: int, pays: Fraction, clause: str
) -> None:
    places = spots(kind)
    assert len(places) == count
    for name, covers in places.items():
        assert len(covers) == numbers
        table = ruleta().open().bet(1, name, 200)
        paid = table.spin(min(covers))[1, name]
        assert paid.stake == 200
        assert paid.returned == 200 + 200 * pays
        assert clause in paid.clauses
        assert paid.stays
        missed = next(n for n in range(1, 37) if n not in covers)
        lost = ruleta().open().bet(1, name, 200).spin(missed)[1, name]
        assert (lost.returned, lost.stays) == (0, False)


@pytest.mark.law("IB05.01.IV.1.1")
def test_only_the_listed_bets_may_be_made() -> None:
    table = ruleta().open()
    for name in (
        "pleno:37",
        "caballo:3-4",
        "cuadro:3-7",
        "dos_docenas:1-3",
        "dos_columnas:1-3",
        "vecinos:0",
        "",
    ):
        refusal = table.refused(Bet(1, name, 200))
        assert (refusal.code, refusal.clause) == ("no_such_bet", "IB05.01.IV.1.1")
    listed = {kind for kind, *_ in KINDS}
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
    table = ruleta().open().bet(1, "falta", 500)
    table.spin(18)
    assert table.felt.on(1, "falta") == 500
    assert of_kind(table.withdraw(1, "falta"), Withdrew)[0].cents == 500
    assert table.session.ledger.players[1] == 500


@pytest.mark.law("IB05.01.IV.1.A.1")
def test_a_winner_who_leaves_his_stake_plays_it_again() -> None:
    table = ruleta().open().bet(1, "docena:1", 300)
    table.spin(12)
    assert table.open().spin(30)[1, "docena:1"].returned == 0
    assert table.session.ledger.players[1] == 600 - 300


# ---------------------------------------------------------------- limits


@pytest.mark.law("IB05.01.IV.2.A.3", "IB05.01.IV.2.A.a.1", "IB05.01.IV.2.A.b.1", "IB05.01.IV.2.A.b.2")
@pytest.mark.parametrize("tier", [1, 2, 3])
def test_maxima_are_multiples_of_the_minimum(tier: int) -> None:
    multiples = {
        "pleno": 10, "caballo": 20, "transversal": 30, "cuadro": 40, "cuatro_numeros": 40, "seisena": 60,
        "columna": 120, "docena": 120, "dos_columnas": 240, "dos_docenas": 240, "sencilla": 180,
    }  # fmt: skip
    table = ruleta(tier=tier).open()
    for kind, multiple in multiples.items():
        name = table.felt.figures.kinds[kind][-1]
        most = 200 * multiple * tier
        assert table.why_not(Bet(1, name, most)) is None
        refusal = table.refused(Bet(1, name, most + 100))
        assert refusal.code == "above_maximum"
        clause = "IB05.01.IV.2.A.a.1" if kind == "sencilla" else "IB05.01.IV.2.A.b.2"
        assert refusal.clause == clause
    assert faults_of("ruleta", "IB05", tier=4)["choice_not_offered"].clause == "IB05.01.IV.2.A.b.2"


@pytest.mark.law("IB05.01.IV.2.A.b.2")
def test_the_maximum_counts_what_already_lies_there() -> None:
    table = ruleta().open().bet(1, "pleno:5", 1500)
    assert table.why_not(Bet(1, "pleno:5", 500)) is None
    assert table.refused(Bet(1, "pleno:5", 600)).code == "above_maximum"
    table.bet(1, "pleno:5", 500)
    assert table.refused(Bet(1, "pleno:5", 100)).code == "above_maximum"
    assert table.why_not(Bet(2, "pleno:5", 2000)) is None  # another player's maximum is his own


@pytest.mark.law("IB05.01.IV.2.A.1")
def test_the_minimum_is_the_authorised_one() -> None:
    table = ruleta(authorised_minimum=500).open()
    refusal = table.refused(Bet(1, "pleno:5", 400))
    assert (refusal.code, refusal.clause) == ("below_minimum", "IB05.01.IV.2.A.1")
    assert table.refused(Bet(1, "pleno:5", 0)).code == "below_minimum"
    assert table.refused(Bet(1, "pleno:5", 550)).code == "broken_chip"
    assert table.refused(Bet(1, "pleno:5", 1.5)).code == "not_whole"  # type: ignore[arg-type]
    below = faults_of("ruleta", "IB05", authorised_minimum=500, minimum=200, may_vary_minimum=True)
    assert below["minimum_too_low"].clause == "IB05.01.IV.2.A.1"


@pytest.mark.law("IB05.01.IV.2.A.2")
def test_simple_chances_may_have_a_minimum_up_to_five_times_higher() -> None:
    table = ruleta(minimum_simple=1000).open()
    assert table.refused(Bet(1, "rojo", 900)).code == "below_minimum"
    assert table.why_not(Bet(1, "rojo", 1000)) is None
    assert table.why_not(Bet(1, "pleno:1", 200)) is None
    fault = faults_of("ruleta", "IB05", minimum_simple=1100)["simple_minimum_too_high"]
    assert fault.clause == "IB05.01.IV.2.A.2"


@pytest.mark.law("IB05.01.IV.2.A.4", "IB05.01.IV.2.A.5")
def test_a_notified_raise_lifts_all_maxima_in_proportion() -> None:
    table = ruleta(raised_maximum=10_000, raised_days=30).open()
    assert table.why_not(Bet(1, "pleno:1", 10_000)) is None
    assert table.why_not(Bet(1, "caballo:1-2", 20_000)) is None
    assert table.why_not(Bet(1, "rojo", 180_000)) is None
    assert table.refused(Bet(1, "rojo", 180_100)).code == "above_maximum"
    assert faults_of("ruleta", "IB05", raised_maximum=10_000)["notice_without_duration"].clause == (
        "IB05.01.IV.2.A.5"
    )
    assert "notice_without_maximum" in faults_of("ruleta", "IB05", raised_days=3)


@pytest.mark.law("IB05.01.IV.2.B.1")
def test_only_an_authorised_casino_may_change_the_minimum() -> None:
    wanted = {"minimum": 500, "minimum_kept_elsewhere": True}
    assert faults_of("ruleta", "IB05", **wanted)["minimum_not_authorised"].clause == "IB05.01.IV.2.B.1"
    table = ruleta(**wanted, may_vary_minimum=True).open()
    assert table.refused(Bet(1, "pleno:1", 400)).code == "below_minimum"
    assert [offer.act.verb() for offer in ruleta(may_vary_minimum=True).session.offers(FLOOR)] == [
        "announce_limits"
    ]
    assert not ruleta().session.offers(FLOOR)


@pytest.mark.law("IB05.01.IV.2.B.b.1")
def test_one_table_must_keep_the_authorised_minimum() -> None:
    fault = faults_of("ruleta", "IB05", minimum=500, may_vary_minimum=True)["no_table_at_minimum"]
    assert fault.clause == "IB05.01.IV.2.B.b.1"


@pytest.mark.law("IB05.01.IV.2.B.a.1", "IB05.01.IV.2.B.2")
def test_new_limits_follow_three_announced_spins() -> None:
    table = ruleta(may_vary_minimum=True)
    announced = table.announce(400, 800)
    assert of_kind(announced, Said)[0].clause == "IB05.01.IV.2.B.a.1"
    for _ in range(3):
        assert table.why_not(HaganJuego()) is None
        table.open()
        assert table.why_not(Bet(1, "pleno:1", 200)) is None
        events = table.close().fall(1)
    noted = of_kind(events, Noted)[0]
    assert noted.clause == "IB05.01.IV.2.B.2"
    assert (table.felt.rules.advance, table.felt.rules.guarantee) == (400_000, 2_000_000)
    table.open()
    assert table.refused(Bet(1, "pleno:1", 200)).code == "below_minimum"
    assert table.why_not(Bet(1, "pleno:1", 4000)) is None
    assert table.refused(Bet(1, "rojo", 700)).code == "below_minimum"


@pytest.mark.law("IB05.01.IV.2.B.a.1")
def test_stakes_left_on_the_cloth_come_back_when_the_limits_change() -> None:
    table = ruleta(may_vary_minimum=True)
    table.announce(400, 400)
    table.open().bet(1, "rojo", 200)
    table.spin(1)
    table.empty_spins(2)
    assert table.felt.cloth == 0
    assert table.session.ledger.players[1] == 3 * 200


# ---------------------------------------------------------------- the course of a spin


@pytest.mark.law("IB05.01.IV.3.1", "IB05.01.IV.3.b.1")
def test_bets_are_made_until_no_va_mas() -> None:
    table = ruleta()
    assert table.refused(Bet(1, "rojo", 200)).code == "not_open"
    table.open().bet(1, "rojo", 200)
    assert table.why_not(NoVaMas()) is not None  # the ball has not been launched
    table.do(Launch())
    table.bet(2, "negro", 200)
    assert of_kind(table.do(NoVaMas()), Said)[0].words == "No va más."


@pytest.mark.law("IB05.01.IV.3.b.2")
def test_after_no_va_mas_no_stake_is_placed() -> None:
    table = ruleta().open().bet(1, "rojo", 200).close()
    for deed in (Bet(1, "negro", 200), Withdraw(1, "rojo")):
        refusal = table.refused(deed)
        assert (refusal.code, refusal.clause) == ("no_va_mas", "IB05.01.IV.3.b.2")
    before = table.session.phase
    table.do(LateBet(seat=2, bet="negro", cents=200))
    assert table.session.phase == before
    assert table.session.ledger.players[2] == 0


@pytest.mark.law("IB05.01.IV.3.c.1")
def test_the_number_is_announced_losers_taken_and_winners_paid_in_order() -> None:
    table = ruleta().open()
    for bet in ("pleno:17", "caballo:14-17", "cuadro:13-17", "transversal:16-18", "seisena:16-21", "negro"):
        table.bet(1, bet, 200)
    for bet in ("columna:2", "docena:2", "dos_columnas:1-2", "dos_docenas:1-2", "rojo", "pleno:0"):
        table.bet(1, bet, 200)
    events = table.close().fall(17)
    assert of_kind(events, Came)[0].what == "17"
    assert of_kind(events, Said)[0].words == "17, negro, impar, falta."
    decided = [event.bet for event in events if isinstance(event, Payment)]
    assert set(decided[:2]) == {"rojo", "pleno:0"}
    assert decided[2:] == [
        "columna:2", "docena:2", "dos_columnas:1-2", "dos_docenas:1-2", "negro", "transversal:16-18",
        "seisena:16-21", "cuadro:13-17", "caballo:14-17", "pleno:17",
    ]  # fmt: skip


@pytest.mark.law("IB05.01.IV.3.d.1")
@pytest.mark.parametrize("form", ["ficha", "objeto", "bola_fuera", "lanzamiento_defectuoso"])
def test_a_null_spin_has_no_result_and_the_bets_stand(form: str) -> None:
    table = ruleta()
    table.empty_spins(1, 26)
    table.open().bet(1, "rojo", 200).close()
    events = table.do(TiradaNula(form=form))
    assert of_kind(events, Said)[0].words == "Tirada nula."
    assert "26" in of_kind(events, Noted)[0].what
    assert table.felt.on(1, "rojo") == 200
    table.bet(2, "negro", 200)
    assert table.spin(1)[1, "rojo"].returned == 400


@pytest.mark.law("IB05.01.IV.3.d.1")
def test_a_spin_is_null_only_while_the_ball_runs() -> None:
    table = ruleta().open()
    assert table.refused(TiradaNula(form="objeto")).code == "cannot_have_happened"
    table.do(Launch())
    assert table.why_not(TiradaNula(form="objeto")) is None
    assert table.refused(TiradaNula(form="terremoto")).code == "not_listed"


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
    found = faults_of("ruleta", "IB05", minimum=500, minimum_simple=5000, croupiers=0, chip=300)
    assert len(found) == 5


@pytest.mark.law("AR10.3.d.1")
def test_in_aragon_a_chief_may_cover_four_adjoining_recorded_tables() -> None:
    shared = catalogue.under("AR10")["ruleta"].group("staff.shared_chief", SharedChief)
    codes = [
        [fault.code for fault in shared_chief_faults(shared, tables_per_chief=n, adjoining=a, recorded=r)]
        for n, a, r in (
            (1, False, False),
            (4, True, True),
            (5, True, True),
            (4, False, True),
            (2, True, False),
        )
    ]
    assert codes == [[], [], ["too_many_tables_per_chief"], ["tables_apart"], ["tables_not_recorded"]]
    assert shared.cite == ("AR10.3.d.1",)


@pytest.mark.law("AR10.1.3.a.1")
def test_aragon_authorises_it_but_its_rules_are_not_held() -> None:
    assert "ruleta" in catalogue.under("AR10").games
    assert faults_of("ruleta", "AR10")["rules_not_held"].clause == "AR10.1.3.a.1"

"""American roulette with one zero, clause by clause (IB05, epigraph 02)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.wheels import Wheel, faults_of, of_kind

from novamas.games.ruleta_americana import Announce
from novamas.law import catalogue
from novamas.rounds.banked import Bet
from novamas.rounds.roulette.american import TakeColour
from novamas.rounds.setup import SharedChief, shared_chief_faults
from novamas.rounds.wheel.phases import TiradaNula
from novamas.table.events import Noted, Payment


def americana(**choices: object) -> Wheel:
    return Wheel("ruleta_americana", "IB05", **choices)


def laid(table: Wheel) -> dict[str, int]:
    return {bet: cents for _, bet, cents in table.felt.chips}


# ---------------------------------------------------------------- neighbours and sectors


@pytest.mark.law("IB05.02.IV.Vecinos.1")
def test_zero_and_neighbours_are_five_numbers() -> None:
    table = americana().open()
    table.do(Announce(1, "vecinos:0", 200))
    assert laid(table) == dict.fromkeys(("pleno:0", "pleno:3", "pleno:15", "pleno:26", "pleno:32"), 200)
    assert table.spin(26)[1, "pleno:26"].returned == 36 * 200


@pytest.mark.law("IB05.02.IV.Botones.1", "IB05.02.IV.Botones.2")
def test_button_seventeen_over_five_ten_euro_chips() -> None:
    table = americana().open()
    table.do(TakeColour(1, 1000))
    table.do(Announce(1, "boton:17", 1000))
    assert laid(table) == dict.fromkeys(("pleno:2", "pleno:6", "pleno:17", "pleno:25", "pleno:34"), 1000)
    bare = americana(buttons=False).open()
    assert bare.refused(Announce(1, "boton:17", 200)).code == "not_listed"


SECTORS = [
    ("serie_grande", "SG", 9, {0, 2, 3, 4, 7, 12, 15, 18, 19, 21, 22, 25, 26, 28, 29, 32, 35}),
    ("tercio", "T", 6, {5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36}),
    ("huerfanos", "H", 5, {1, 6, 9, 14, 17, 20, 31, 34}),
]


@pytest.mark.law("IB05.02.IV.Sectores.SerieGrande.1", "IB05.02.IV.Sectores.SeriePequena.1")
@pytest.mark.law("IB05.02.IV.Sectores.Huerfanos.1", "IB05.02.IV.Botones.4", "IB05.02.IV.Botones.5")
@pytest.mark.law("IB05.02.IV.Botones.6", "IB05.02.IV.Botones.7")
@pytest.mark.parametrize(("name", "button", "chips", "numbers"), SECTORS)
def test_sectors_lay_their_chips_on_their_part_of_the_wheel(
    name: str, button: str, chips: int, numbers: set[int]
) -> None:
    table, marked = americana().open(), americana().open()
    table.do(Announce(1, name, 200))
    marked.do(Announce(1, f"boton:{button}", 200))
    assert laid(table) == laid(marked)
    assert sum(laid(table).values()) == 200 * chips
    spots = table.felt.figures.spots
    assert frozenset().union(*(spots[bet].covers for bet in laid(table))) == numbers


@pytest.mark.law("IB05.02.IV.Sectores.SerieGrande.1", "IB05.02.IV.Sectores.Huerfanos.1")
def test_the_three_sectors_share_out_the_wheel() -> None:
    covered = [number for *_, numbers in SECTORS for number in numbers]
    assert sorted(covered) == list(range(37))


@pytest.mark.law("IB05.02.IV.Sectores.SerieGrande.1")
def test_a_sector_respects_the_limit_of_each_spot_with_what_lies_there() -> None:
    table = americana().open()  # the street takes 6000, and two chips of the series go there
    assert table.why_not(Announce(1, "serie_grande", 3000)) is None
    assert table.refused(Announce(1, "serie_grande", 3200)).code == "above_maximum"
    table.bet(1, "transversal:0-2-3", 4000)
    assert table.refused(Announce(1, "serie_grande", 1200)).code == "above_maximum"
    table.do(Announce(1, "serie_grande", 1000))
    assert table.felt.on(1, "transversal:0-2-3") == 6000
    assert table.refused(Announce(1, "serie_grande", 200)).code == "not_listed"


@pytest.mark.law("IB05.02.I.a.SectorVecinos.1")
def test_the_house_may_do_without_sectors() -> None:
    table = americana(sectors=False, buttons=False).open()
    assert table.refused(Announce(1, "tercio", 200)).code == "not_now"
    fault = faults_of("ruleta_americana", "IB05", sectors=False, buttons=True)["buttons_without_sectors"]
    assert fault.clause == "IB05.02.IV.Botones.1"


# ---------------------------------------------------------------- colours


@pytest.mark.law("IB05.02.I.b.3", "IB05.02.V.2")
def test_a_colour_is_worth_from_the_minimum_to_the_maximum_on_a_number() -> None:
    table = americana()
    for cents in (100, 2100):
        assert table.refused(TakeColour(1, cents)).clause == "IB05.02.I.b.3"
    events = table.do(TakeColour(1, 500))
    assert of_kind(events, Noted)[0].clause == "IB05.02.I.b.2"
    table.open()
    assert table.refused(Bet(1, "pleno:1", 700)).code == "broken_chip"
    table.bet(1, "pleno:1", 1500)
    assert table.refused(TakeColour(1, 300)).code == "not_now"  # his chips lie on the cloth


@pytest.mark.law("IB05.02.V.3")
def test_a_colour_without_a_value_is_worth_the_minimum() -> None:
    table = americana(chip=100).open()
    assert table.refused(Bet(1, "pleno:1", 300)).code == "broken_chip"
    assert table.why_not(Bet(1, "pleno:1", 400)) is None


def test_value_chips_do_without_colours() -> None:
    table = americana(value_chips=True).open()
    assert table.why_not(Bet(1, "pleno:1", 300)) is None
    assert table.refused(TakeColour(1, 500)).code == "not_now"


def test_new_limits_end_colours_that_no_longer_fit() -> None:
    table = americana(may_vary_minimum=True)
    table.do(TakeColour(1, 200))
    table.do(TakeColour(2, 500))
    table.announce(400, 400)
    table.empty_spins(3)
    assert table.felt.colours == ((2, 500),)


# ---------------------------------------------------------------- zero and payment


@pytest.mark.law("IB05.02.IV.1")
def test_zero_returns_half_of_a_simple_chance_at_once() -> None:
    table = americana().open().bet(1, "rojo", 400).bet(1, "docena:1", 200)
    paid = table.spin(0)
    assert (paid[1, "rojo"].returned, paid[1, "rojo"].rate) == (200, Fraction(-1, 2))
    assert paid[1, "docena:1"].returned == 0
    assert table.phase == "Waiting"
    assert table.felt.cloth == 0


@pytest.mark.parametrize(("rounding", "half"), [("up", 103), ("down", 102)])
def test_rounding_of_an_odd_half_is_a_named_choice(rounding: str, half: int) -> None:
    table = americana(authorised_minimum=205, chip=5, rounding=rounding).open().bet(1, "rojo", 205)
    assert table.spin(0)[1, "rojo"].returned == half


@pytest.mark.law("IB05.02.III.b.1")
def test_payment_follows_the_order_and_each_player_is_paid_once() -> None:
    table = americana().open()
    for seat, bet in ((1, "pleno:33"), (2, "negro"), (3, "dos_columnas:2-3"), (2, "pleno:33"), (1, "pasa")):
        table.bet(seat, bet, 200)
    events = table.close().fall(33)
    paid = [(event.seat, event.bet) for event in events if isinstance(event, Payment)]
    assert paid == [(3, "dos_columnas:2-3"), (1, "pasa"), (1, "pleno:33"), (2, "negro"), (2, "pleno:33")]
    totals = [event.what for event in of_kind(events, Noted)]
    assert totals[1].startswith("seat 1 is paid 7200 at once")


@pytest.mark.law("IB05.02.III.b.1")
def test_the_order_of_one_players_bets_is_the_laws() -> None:
    table = americana(value_chips=True).open()
    bets = (
        "dos_columnas:2-3", "columna:3", "pasa", "impar", "negro", "dos_docenas:2-3", "docena:3",
        "seisena:31-36", "transversal:31-33", "cuadro:29-33", "caballo:32-33", "pleno:33",
    )  # fmt: skip
    for bet in reversed(bets):
        table.bet(1, bet, 200)
    paid = [event.bet for event in table.close().fall(33) if isinstance(event, Payment)]
    assert tuple(paid) == bets


@pytest.mark.law("IB05.02.III.b.2")
@pytest.mark.parametrize("chips", ["colour", "value", "both"])
def test_payment_in_colour_or_value_chips(chips: str) -> None:
    table = americana(paid_in=chips).open().bet(1, "rojo", 200)
    (note,) = of_kind(table.close().fall(1), Noted)
    assert (note.what, note.clause) == (f"seat 1 is paid 200 at once, in {chips} chips", "IB05.02.III.b.2")


@pytest.mark.law("IB05.02.2")
def test_what_epigraph_two_does_not_say_is_as_in_epigraph_one() -> None:
    table = americana().open().bet(1, "caballo:1-2", 200)
    assert table.refused(Bet(1, "pleno:99", 200)).clause == "IB05.01.IV.1.1"
    table.close()
    assert table.refused(Bet(1, "rojo", 200)).clause == "IB05.01.IV.3.b.2"
    table.do(TiradaNula(form="objeto"))
    assert table.spin(2)[1, "caballo:1-2"].returned == 18 * 200


# ---------------------------------------------------------------- limits


@pytest.mark.law("IB05.02.V.1", "IB05.02.V.5", "IB05.02.V.a.1", "IB05.02.V.b.1", "IB05.02.V.b.2")
@pytest.mark.parametrize("tier", [1, 2, 3])
def test_limits(tier: int) -> None:
    multiples = {
        "pleno": 10, "caballo": 20, "transversal": 30, "cuadro": 40, "seisena": 60, "columna": 120,
        "docena": 120, "dos_columnas": 240, "dos_docenas": 240, "sencilla": 180,
    }  # fmt: skip
    table = americana(tier=tier).open()
    for kind, multiple in multiples.items():
        name, most = table.felt.figures.kinds[kind][0], 200 * multiple * tier
        assert table.why_not(Bet(1, name, most)) is None
        clause = "IB05.02.V.a.1" if kind == "sencilla" else "IB05.02.V.b.2"
        assert table.refused(Bet(1, name, most + 200)).clause == clause
        assert table.refused(Bet(1, name, 100)).clause == "IB05.02.V.1"


@pytest.mark.law("IB05.02.V.4", "IB05.02.V.6", "IB05.02.V.7")
def test_higher_minimum_on_simple_chances_and_notified_raise() -> None:
    assert faults_of("ruleta_americana", "IB05", minimum_simple=1200)["simple_minimum_too_high"].clause == (
        "IB05.02.V.4"
    )
    assert americana(minimum_simple=1000).open().refused(Bet(1, "rojo", 800)).code == "below_minimum"
    assert faults_of("ruleta_americana", "IB05", raised_maximum=5000)["notice_without_duration"].clause == (
        "IB05.02.V.7"
    )
    raised = americana(raised_maximum=5000, raised_days=10).open()
    assert raised.why_not(Bet(1, "pleno:1", 5000)) is None
    assert raised.table.frame.options["raised_maximum"].cite == ("IB05.02.V.6",)


# ---------------------------------------------------------------- things and people


@pytest.mark.law("IB05.02.I.a.1", "IB05.02.I.b.2", "IB05.02.IV.Botones.3")
@pytest.mark.parametrize(
    ("thing", "clause"),
    [
        ("cloth", "IB05.02.I.a.1"),
        ("markers", "IB05.02.I.b.2"),
        ("transparent_buttons", "IB05.02.IV.Botones.3"),
    ],
)
def test_what_the_table_must_have(thing: str, clause: str) -> None:
    assert faults_of("ruleta_americana", "IB05", lacks=[thing])[f"no_{thing}"].clause == clause


@pytest.mark.law("IB05.02.I.b.1", "IB05.02.I.b.4")
def test_a_box_for_each_colour_unless_the_markers_stand_elsewhere() -> None:
    fault = faults_of("ruleta_americana", "IB05", colours=10)["boxes_do_not_match_colours"]
    assert fault.clause == "IB05.02.I.b.1"
    assert not faults_of("ruleta_americana", "IB05", colours=10, boxes=10)
    for place in ("beside", "pedestal"):
        assert not faults_of("ruleta_americana", "IB05", colours=10, markers=place)
    assert faults_of("ruleta_americana", "IB05", markers="floor")["choice_not_offered"].clause == (
        "IB05.02.I.b.4"
    )


@pytest.mark.law("IB05.02.II.a.1", "IB05.02.II.a.2")
def test_players_by_colours_and_double_tables_by_authorisation() -> None:
    fault = faults_of("ruleta_americana", "IB05", seats=9)["more_players_than_colours"]
    assert fault.clause == "IB05.02.II.a.2"
    assert americana(seats=2).refused(TakeColour(3, 200)).code == "no_such_seat"
    assert faults_of("ruleta_americana", "IB05", double_table=True)["double_table_not_authorised"].clause == (
        "IB05.02.II.a.1"
    )
    assert not faults_of("ruleta_americana", "IB05", double_table=True, double_table_authorised=True)


@pytest.mark.law("IB05.02.II.b.1", "IB05.02.II.b.3")
def test_staff() -> None:
    short = faults_of("ruleta_americana", "IB05", croupiers=0, tables_per_chief=5)
    assert short["too_few_croupiers"].clause == "IB05.02.II.b.1"
    assert short["too_many_tables_per_chief"].clause == "IB05.02.II.b.3"
    assert not faults_of("ruleta_americana", "IB05", croupiers=1, tables_per_chief=4)


@pytest.mark.law("AR10.1.3.b.1", "AR10.4.2")
def test_aragon_authorises_it_and_lets_a_chief_cover_four_tables() -> None:
    frame = catalogue.under("AR10")["ruleta_americana"]
    assert faults_of("ruleta_americana", "AR10")["rules_not_held"].clause == "AR10.1.3.b.1"
    shared = frame.group("staff.shared_chief", SharedChief)
    assert not list(shared_chief_faults(shared, tables_per_chief=4, adjoining=True, recorded=True))
    (fault,) = shared_chief_faults(shared, tables_per_chief=5, adjoining=True, recorded=True)
    assert fault.clause == "AR10.4.2"

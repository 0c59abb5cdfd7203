"""American roulette with one zero, clause by clause (IB05, epigraph 02)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from novamas.table.events import Noted, Payment, Said
from novamas.table.refusals import Refused
from novamas.table.roles import FLOOR
from novamas.testing.rehearsal import Rehearsal, faults_of, rehearse
from novamas.words import voice_for


def americana(*lines: str, **choices: object) -> Rehearsal:
    return rehearse("ruleta_americana", "IB05", *lines, **choices)


def laid(table: Rehearsal) -> dict[str, int]:
    return {bet: cents for _, bet, cents in table.felt.chips}


# ---------------------------------------------------------------- neighbours and sectors


@pytest.mark.law("IB05.02.IV.Vecinos.1")
def test_zero_and_neighbours_are_five_numbers() -> None:
    table = americana("croupier hagan_juego")
    table.play("s1 announce vecinos:0 200")
    assert laid(table) == dict.fromkeys(("pleno:0", "pleno:3", "pleno:15", "pleno:26", "pleno:32"), 200)
    assert table.play("26").payments[1, "pleno:26"].returned == 36 * 200


@pytest.mark.law("IB05.02.IV.Botones.1", "IB05.02.IV.Botones.2")
def test_button_seventeen_over_five_ten_euro_chips() -> None:
    table = americana("croupier hagan_juego")
    table.play("s1 take_colour 1000")
    table.play("s1 announce boton:17 1000")
    assert laid(table) == dict.fromkeys(("pleno:2", "pleno:6", "pleno:17", "pleno:25", "pleno:34"), 1000)
    bare = americana("croupier hagan_juego", buttons=False)
    bare.refused("s1 announce boton:17 200", "not_listed")


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
    table, marked = americana("croupier hagan_juego"), americana("croupier hagan_juego")
    table.play(f"s1 announce {name} 200")
    marked.play(f"s1 announce boton:{button} 200")
    assert laid(table) == laid(marked)
    assert sum(laid(table).values()) == 200 * chips
    spots = table.felt.figures.spots
    assert frozenset().union(*(spots[bet].covers for bet in laid(table))) == numbers


CHIPS = {
    "serie_grande": {
        "transversal:0-2-3": 2,
        **dict.fromkeys(
            ("caballo:4-7", "caballo:12-15", "caballo:18-21", "caballo:19-22", "caballo:32-35"), 1
        ),
        "cuadro:25-29": 2,
    },
    "tercio": dict.fromkeys(
        ("caballo:5-8", "caballo:10-11", "caballo:13-16", "caballo:23-24", "caballo:27-30", "caballo:33-36"),
        1,
    ),
    "huerfanos": dict.fromkeys(
        ("pleno:1", "caballo:6-9", "caballo:14-17", "caballo:17-20", "caballo:31-34"), 1
    ),
}


@pytest.mark.law("IB05.02.IV.Sectores.SerieGrande.1", "IB05.02.IV.Sectores.SeriePequena.1")
@pytest.mark.law("IB05.02.IV.Sectores.Huerfanos.1")
@pytest.mark.parametrize("sector", CHIPS)
def test_each_chip_of_a_sector_lies_on_its_own_bet(sector: str) -> None:
    table = americana("croupier hagan_juego", f"s1 announce {sector} 200")
    assert laid(table) == {bet: 200 * chips for bet, chips in CHIPS[sector].items()}


@pytest.mark.law("IB05.02.IV.Sectores.SerieGrande.1", "IB05.02.IV.Sectores.Huerfanos.1")
def test_the_three_sectors_share_out_the_wheel() -> None:
    covered = [number for *_, numbers in SECTORS for number in numbers]
    assert sorted(covered) == list(range(37))


@pytest.mark.law("IB05.02.IV.Sectores.SerieGrande.1")
def test_a_sector_respects_the_limit_of_each_spot_with_what_lies_there() -> None:
    table = americana("croupier hagan_juego")  # the street takes 6000, and two chips of the series go there
    assert table.may("s1 announce serie_grande 3000")
    table.refused("s1 announce serie_grande 3200", "above_maximum")
    table.play("s1 bet transversal:0-2-3 4000")
    table.refused("s1 announce serie_grande 1200", "above_maximum")
    table.play("s1 announce serie_grande 1000")
    assert table.felt.on(1, "transversal:0-2-3") == 6000
    refusal = table.refused("s1 announce serie_grande 200", "no_room_for_announced", "IB05.02.V.b.2")
    assert refusal.figures["bets"] == ("transversal:0-2-3",)
    assert table.may("s2 announce serie_grande 200")
    table.play("s2 bet pleno:26 2000")
    table.refused("s2 announce vecinos:0 200", "no_room_for_announced", "IB05.02.V.b.2")
    table.refused("s2 announce vecinos:99 200", "not_listed")


@pytest.mark.law("IB05.02.I.a.SectorVecinos.1")
def test_the_house_may_do_without_sectors() -> None:
    table = americana("croupier hagan_juego", sectors=False, buttons=False)
    table.refused("s1 announce tercio 200", "no_sectors", "IB05.02.I.a.SectorVecinos.1")
    fault = faults_of("ruleta_americana", "IB05", sectors=False, buttons=True)["buttons_without_sectors"]
    assert fault.clause == "IB05.02.IV.Botones.1"


# ---------------------------------------------------------------- colours


@pytest.mark.law("IB05.02.I.b.3", "IB05.02.V.2")
def test_a_colour_is_worth_from_the_minimum_to_the_maximum_on_a_number() -> None:
    table = americana()
    for cents in (100, 2500):
        table.refused(f"s1 take_colour {cents}", "no_such_chip", "IB05.02.I.b.3")
    events = table.play("s1 take_colour 500")
    (noted,) = events.of(Noted)
    assert (noted.code, noted.clause) == ("colour_marked", "IB05.02.I.b.2")
    table.play("croupier hagan_juego")
    table.refused("s1 bet pleno:1 700", "broken_chip")
    table.play("s1 bet pleno:1 1500")
    table.refused("s1 take_colour 200", "colour_in_use", "IB05.02.V.2")


@pytest.mark.law("IB05.02.I.b.3")
def test_a_colour_is_worth_what_some_chip_of_the_casino_is() -> None:
    worth = [f"s1 take_colour {cents}" for cents in (200, 500, 1000, 2000)]
    assert americana().offered(1) == worth
    refusal = americana().refused("s1 take_colour 700", "no_such_chip", "IB05.02.I.b.3")
    assert voice_for("en", "ruleta_americana").error(Refused(refusal)) == (
        "There are no chips of €7.00; colour chips may be worth €2.00, €5.00, €10.00, €20.00. (IB05.02.I.b.3)"
    )
    odd = americana(chip_values=["700", "1500", "1550"])
    assert odd.offered(1) == [f"s1 take_colour {cents}" for cents in (200, 700, 1500)]
    fault = faults_of("ruleta_americana", "IB05", chip_values=["5 €"])["chip_value_unreadable"]
    assert (fault.clause, fault.figures) == ("IB05.02.I.b.3", {"given": "5 €"})


@pytest.mark.law("IB05.02.V.3")
def test_a_colour_without_a_value_is_worth_the_minimum() -> None:
    table = americana("croupier hagan_juego", chip=100)
    table.refused("s1 bet pleno:1 300", "broken_chip")
    assert table.may("s1 bet pleno:1 400")


@pytest.mark.law("IB05.02.I.c.1")
def test_value_chips_are_taken_besides_colours() -> None:
    table = americana("s2 take_colour 500", "croupier hagan_juego", value_chips=True)
    table.play("s1 bet pleno:1 300", "s2 bet pleno:2 500", "s2 bet pleno:3 300")
    assert table.felt.colours == ((2, 500),)
    table = americana("s2 take_colour 500", "croupier hagan_juego")
    table.refused("s2 bet pleno:3 300", "below_minimum")


@pytest.mark.law("IB05.02.I.c.2")
@pytest.mark.parametrize(("slug", "norm"), [("ruleta_americana", "IB05"), ("ruleta_doble_cero", "AR10")])
def test_the_chief_stops_value_chips_and_bets_that_lie_stay(slug: str, norm: str) -> None:
    table = rehearse(slug, norm, "s2 take_colour 500; croupier hagan_juego", value_chips=True)
    table.play("s1 bet pleno:1 300; s2 bet pleno:2 700")
    events = table.play("floor stop_value_chips")
    assert [(event.words, event.clause) for event in events.of(Said)] == [
        ("No se admiten más fichas de valor.", "IB05.02.I.c.2")
    ]
    assert table.felt.on(1, "pleno:1") == 300
    assert table.refused("s2 bet pleno:3 700", "broken_chip", "IB05.02.I.c.2").step == 500
    table.refused("s1 bet pleno:3 300", "broken_chip", "IB05.02.I.c.2")
    table.refused("s1 bet pleno:3 700000", "above_maximum", "IB05.02.V.b.2")
    table.refused("floor stop_value_chips", "value_chips_stopped_already", "IB05.02.I.c.2")
    table.play("s1 bet pleno:3 400; s2 bet pleno:3 1000")
    paid = table.play("2").payments
    assert paid[2, "pleno:2"].returned == 36 * 700  # what lay has played
    assert "admit_value_chips" in table.verbs(FLOOR)
    assert "stop_value_chips" not in table.verbs(FLOOR)
    table.play("floor admit_value_chips; croupier hagan_juego; s2 bet pleno:3 700")
    table.refused("floor admit_value_chips", "value_chips_admitted_already", "IB05.02.I.c.1")


@pytest.mark.law("IB05.02.I.c.2")
def test_where_there_are_no_value_chips_none_are_stopped() -> None:
    americana("croupier hagan_juego").refused("floor stop_value_chips", "no_value_chips", "IB05.02.I.c.1")


def test_new_limits_end_colours_that_no_longer_fit() -> None:
    table = americana(authorised=["vary_minimum"], minimum_kept_elsewhere=True)
    table.play("s1 take_colour 200")
    table.play("s2 take_colour 500")
    table.play("floor announce_minima 400 400")
    table.play("1 1 1")
    assert table.felt.colours == ((2, 500),)


# ---------------------------------------------------------------- zero and payment


@pytest.mark.law("IB05.02.IV.1")
def test_zero_returns_half_of_a_simple_chance_at_once() -> None:
    table = americana("s1 bet rojo 400; s1 bet docena:1 200")
    paid = table.play("0").payments
    assert (paid[1, "rojo"].returned, paid[1, "rojo"].rate) == (200, Fraction(-1, 2))
    assert paid[1, "docena:1"].returned == 0
    assert table.at == "Waiting"
    assert table.felt.cloth == 0


@pytest.mark.parametrize(("rounding", "half"), [("up", 103), ("down", 102)])
def test_rounding_of_an_odd_half_is_a_named_choice(rounding: str, half: int) -> None:
    table = americana("s1 bet rojo 205", authorised_minimum=205, chip=5, rounding=rounding)
    assert table.play("0").payments[1, "rojo"].returned == half


@pytest.mark.law("IB05.02.III.b.1")
def test_payment_follows_the_order_and_each_player_is_paid_once() -> None:
    table = americana("croupier hagan_juego")
    for seat, bet in ((1, "pleno:33"), (2, "negro"), (3, "dos_columnas:2-3"), (2, "pleno:33"), (1, "pasa")):
        table.play(f"s{seat} bet {bet} 200")
    events = table.play("33")
    paid = [(event.seat, event.bet) for event in events.of(Payment)]
    assert paid == [(3, "dos_columnas:2-3"), (1, "pasa"), (1, "pleno:33"), (2, "negro"), (2, "pleno:33")]
    totals = [(note.figures["seat"], note.figures["cents"]) for note in events.of(Noted)]
    assert totals == [(3, 100), (1, 7_200), (2, 7_200)]


@pytest.mark.law("IB05.02.III.b.1")
def test_the_order_of_one_players_bets_is_the_laws() -> None:
    table = americana("croupier hagan_juego", value_chips=True)
    bets = (
        "dos_columnas:2-3", "columna:3", "pasa", "impar", "negro", "dos_docenas:2-3", "docena:3",
        "seisena:31-36", "transversal:31-33", "cuadro:29-33", "caballo:32-33", "pleno:33",
    )  # fmt: skip
    for bet in reversed(bets):
        table.play(f"s1 bet {bet} 200")
    paid = [event.bet for event in table.play("33") if isinstance(event, Payment)]
    assert tuple(paid) == bets


@pytest.mark.law("IB05.02.III.b.2")
@pytest.mark.parametrize("chips", ["colour", "value", "both"])
def test_payment_in_colour_or_value_chips(chips: str) -> None:
    table = americana("s1 bet rojo 200", paid_in=chips)
    (note,) = table.play("1").of(Noted)
    assert (note.code, note.clause) == ("paid_at_once", "IB05.02.III.b.2")
    assert note.figures == {"seat": 1, "cents": 200, "paid_in": chips}


@pytest.mark.law("IB05.02.2")
def test_what_epigraph_two_does_not_say_is_as_in_epigraph_one() -> None:
    table = americana("s1 bet caballo:1-2 200")
    table.refused("s1 bet pleno:99 200", clause="IB05.01.IV.1.1")
    table.play("croupier no_va_mas")
    table.refused("s1 bet rojo 200", clause="IB05.01.IV.3.b.2")
    table.play("floor tirada_nula objeto")
    assert table.play("2").payments[1, "caballo:1-2"].returned == 18 * 200


# ---------------------------------------------------------------- limits


@pytest.mark.law("IB05.02.V.1", "IB05.02.V.5", "IB05.02.V.a.1", "IB05.02.V.b.1", "IB05.02.V.b.2")
@pytest.mark.parametrize("times", [1, 2, 3])
def test_limits(times: int) -> None:
    multiples = {
        "pleno": 10, "caballo": 20, "transversal": 30, "cuadro": 40, "seisena": 60, "columna": 120,
        "docena": 120, "dos_columnas": 240, "dos_docenas": 240, "sencilla": 180,
    }  # fmt: skip
    table = americana("croupier hagan_juego", maximum=2000 * times)
    for kind, multiple in multiples.items():
        name, most = table.felt.figures.kinds[kind][0], 200 * multiple * times
        assert table.may(f"s1 bet {name} {most}")
        clause = "IB05.02.V.a.1" if kind == "sencilla" else "IB05.02.V.b.2"
        assert table.refused(f"s1 bet {name} {most + 200}").clause == clause
        table.refused(f"s1 bet {name} 100", clause="IB05.02.V.4" if kind == "sencilla" else "IB05.02.V.1")


@pytest.mark.law("IB05.02.V.4", "IB05.02.V.6", "IB05.02.V.7")
def test_higher_minimum_on_simple_chances_and_notified_raise() -> None:
    assert faults_of("ruleta_americana", "IB05", minimum_sencilla=1200)["simple_minimum_too_high"].clause == (
        "IB05.02.V.4"
    )
    americana("croupier hagan_juego", minimum_sencilla=1000).refused("s1 bet rojo 800", "below_minimum")
    assert faults_of("ruleta_americana", "IB05", notified_maximum=5000)["notice_without_duration"].clause == (
        "IB05.02.V.7"
    )
    raised = americana("croupier hagan_juego", maximum=5000, notified_maximum=5000, notified_days=10)
    assert raised.may("s1 bet pleno:1 5000")
    assert raised.table.frame.options["notified_maximum"].cite == ("IB05.02.V.6",)


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
    americana(seats=2).refused("s3 take_colour 200", "no_such_seat")
    assert faults_of("ruleta_americana", "IB05", double_table=True)["double_table_not_authorised"].clause == (
        "IB05.02.II.a.1"
    )
    assert not faults_of("ruleta_americana", "IB05", double_table=True, authorised=["double_table"])


@pytest.mark.law("IB05.02.II.b.1", "IB05.02.II.b.3")
def test_staff() -> None:
    short = faults_of("ruleta_americana", "IB05", croupiers=0, tables_per_chief=5)
    assert short["too_few_croupiers"].clause == "IB05.02.II.b.1"
    assert short["too_many_tables_per_chief"].clause == "IB05.02.II.b.3"
    assert not faults_of("ruleta_americana", "IB05", croupiers=1, tables_per_chief=4)


@pytest.mark.law("AR10.1.3.b.1")
def test_aragon_authorises_it_but_its_rules_are_not_held() -> None:
    assert faults_of("ruleta_americana", "AR10")["rules_not_held"].clause == "AR10.1.3.b.1"


@pytest.mark.law("AR10.4.2")
def test_in_aragon_a_chief_covers_four_tables_at_most() -> None:
    assert "too_many_tables_per_chief" not in faults_of("ruleta_americana", "AR10", tables_per_chief=4)
    faults = faults_of("ruleta_americana", "AR10", tables_per_chief=5)
    assert faults["too_many_tables_per_chief"].clause == "AR10.4.2"

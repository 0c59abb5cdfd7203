"""The catalogue of 1979 as it is installed: its clauses, its figures, and what differs from that of 2005."""

from __future__ import annotations

from fractions import Fraction

import pytest

import novamas
from novamas.errors import NovamasError
from novamas.games import game
from novamas.house.lineage import lineage
from novamas.house.opening import frame_of, homes, open_as_written
from novamas.house.pack_check import check_pack
from novamas.law import Frame
from novamas.law.genealogy import line_of
from novamas.odds.cache import cached_odds
from novamas.table.game import Table
from novamas.testing import rehearse
from novamas.testing.rehearsal import faults_of
from novamas.words import voice_for

LAW = novamas.library()
NORM = "ES79"
GAMES = (
    *("ruleta", "ruleta_americana", "blackjack", "boule", "treinta_y_cuarenta", "craps", "punto_y_banca"),
    *("chemin_de_fer", "bacara_dos_panos"),
)
CHIP = 25_00  # céntimos


def frame(slug: str) -> Frame:
    return LAW.frame(NORM, slug)


def table(slug: str, **choices: object) -> Table:
    return open_as_written(frame(slug), choices)


def bets(slug: str) -> set[str]:
    opened = table(slug)
    return {spot.name for spot in game(slug).layout(opened.opening).spots}


def test_the_installed_pack_has_no_faults() -> None:
    assert check_pack(LAW.pack_of[NORM].folder) == ()
    assert not LAW.aside
    assert tuple(LAW.entries(NORM)) == GAMES


def test_it_changes_no_default_of_the_games() -> None:
    assert {homes(slug)[-1] for slug in GAMES} == {NORM}
    assert frame_of("boule").norm == "IB05"


@pytest.mark.parametrize("language", ["es", "ca", "en"])
def test_every_clause_is_told_in_every_language(language: str) -> None:
    clauses = [LAW.clause_in(one.id, language) for one in LAW.clauses(norm=NORM)]
    assert len(clauses) > 700
    assert all(one.says for one in clauses)
    readings = [one.reading for one in clauses if one.reading]
    assert len(readings) > 100
    assert all(one.applies for one in readings)


@pytest.mark.parametrize("slug", GAMES)
def test_every_figure_rests_on_a_clause_of_its_own(slug: str) -> None:
    assert frame(slug).borrowed == {}


EDGES = {
    ("boule", "numero"): Fraction(1, 9),
    ("ruleta", "pleno"): Fraction(1, 37),
    ("ruleta", "rojo"): Fraction(1, 74),
    ("ruleta_americana", "rojo"): Fraction(1, 74),
    ("craps", "win"): Fraction(7, 495),
    ("punto_y_banca", "banca"): Fraction(460294100, 43594702723),
}


@pytest.mark.parametrize(("slug", "bet"), EDGES)
def test_the_edge_of_a_bet(slug: str, bet: str) -> None:
    assert cached_odds(table(slug))[bet].edge == EDGES[slug, bet]


@pytest.mark.law("ES79.01.IV.1.A.c.1", "ES79.01.IV.1.A.d.1")
@pytest.mark.parametrize("slug", ["ruleta", "ruleta_americana"])
def test_streets_and_corners_leave_out_the_zero(slug: str) -> None:
    assert bets(slug).isdisjoint({"transversal:0-1-2", "transversal:0-2-3", "cuatro_numeros"})
    assert {"caballo:0-1", "pleno:0", "transversal:1-3"} <= bets(slug)


@pytest.mark.law("ES79.02.IV.1")
def test_neighbours_and_sectors_are_not_announced() -> None:
    assert {"vecinos:0", "tercio"}.isdisjoint(bets("ruleta_americana"))


@pytest.mark.law("ES79.07.VI.1.5")
def test_a_tie_cannot_be_bet_on() -> None:
    assert bets("punto_y_banca") == {"punto", "banca"}


LIMITS = [
    pytest.param(
        "ruleta", {"maximum": 20 * CHIP}, "maximum_not_lawful", marks=pytest.mark.law("ES79.01.IV.2.A.b.2")
    ),
    pytest.param("ruleta", {"maximum_sencilla": 360 * CHIP}, "maximum_sencilla_not_lawful"),
    pytest.param("ruleta", {"minimum_sencilla": 2 * CHIP}, "simple_minimum_too_high"),
    pytest.param("ruleta", {"tables_per_chief": 2}, "too_many_tables_per_chief"),
    pytest.param("ruleta_americana", {"maximum": 30 * CHIP}, "maximum_not_lawful"),
    pytest.param("blackjack", {"minimum": 4 * CHIP, "maximum": 100 * CHIP}, "maximum_not_lawful"),
    pytest.param("blackjack", {"tables_per_chief": 3}, "too_many_tables_per_chief"),
    pytest.param("blackjack", {"places": 8, "seats": 1}, "choice_too_high"),
    pytest.param("boule", {"tables_per_chief": 2}, "too_many_tables_per_chief"),
    pytest.param("treinta_y_cuarenta", {"tables_per_chief": 2}, "too_many_tables_per_chief"),
    pytest.param("craps", {"croupiers": 1}, "wrong_number_of_croupiers"),
    pytest.param(
        "craps", {"minimum": CHIP, "authorised_minimum": CHIP, "maximum": 99 * CHIP}, "maximum_too_low"
    ),
    pytest.param("punto_y_banca", {"minimum": 500_00, "maximum": 25 * 500_00}, "maximum_not_listed"),
]


@pytest.mark.parametrize(("slug", "choices", "code"), LIMITS)
def test_a_set_up_of_2005_that_1979_refuses(slug: str, choices: dict[str, object], code: str) -> None:
    fault = faults_of(slug, frame(slug), **choices)[code]
    assert str(fault.clause).startswith(f"{NORM}.")
    for language in ("es", "ca", "en"):
        assert voice_for(language, law=LAW).under(frame(slug))


@pytest.mark.law("ES79.01.IV.2.B.a.1", "ES79.03.V.2.a.2")
@pytest.mark.parametrize(
    ("slug", "line"),
    [("ruleta", "floor announce_minima 5000 5000"), ("blackjack", "floor announce_limits 20000")],
)
def test_limits_do_not_change_in_a_session(slug: str, line: str) -> None:
    seen = rehearse(slug, frame(slug), authorised=("vary_minimum",), minimum_kept_elsewhere=True)
    with pytest.raises(NovamasError):
        seen.play(line)


@pytest.mark.law("ES79.03.V.1.d.1")
@pytest.mark.parametrize(
    ("cards", "may"),
    [("5s 6h", True), ("4s 5h", True), ("5s 5h", True), ("5s 7h", False), ("As 8h", False), ("3s 5h", False)],
)
def test_only_nine_ten_and_eleven_are_doubled(cards: str, may: bool) -> None:
    first, second = cards.split()
    seen = rehearse("blackjack", frame("blackjack"), "s1 bet mano:1 10000", f"{first} 7d {second}", places=1)
    assert seen.may("s1 double") is may
    if not may:
        seen.refused("s1 double", "total_not_doubled", "ES79.03.V.1.d.1")


@pytest.mark.law("ES79.03.V.1.b.1")
def test_there_is_neither_even_money_nor_surrender() -> None:
    natural = rehearse("blackjack", frame("blackjack"), "s1 bet mano:1 10000", "As Ad Kh", places=1)
    assert "even_money" not in natural.verbs(1)
    natural.refused("s1 even_money mano:1", "no_even_money", "ES79.03.V.1.a.15")
    assert "surrender" not in rehearse(
        "blackjack", frame("blackjack"), "s1 bet mano:1 10000", "5s 7d 7h", places=1
    ).verbs(1)


def test_amounts_are_pesetas() -> None:
    voice = voice_for("es", law=LAW).under(frame("ruleta"))
    assert voice.money(100_00) == "100,00 pta"
    assert table("boule", authorised_minimum="50 pta").chosen["authorised_minimum"] == 50_00
    with pytest.raises(NovamasError):
        table("boule", authorised_minimum="50 €")


def test_the_line_of_a_clause_goes_on_to_2005_and_2010() -> None:
    line = [one.clause.id for one in line_of(LAW, "ES79.03.III.Jefe.1")]
    assert line == ["ES79.03.III.Jefe.1", "IB05.03.III.Jefe.1", "AR10.6.1.1"]


def test_the_line_says_what_changed_and_what_it_did_to_the_edge() -> None:
    before, after = lineage(LAW, "ES79.07.VI.1.5").clauses
    assert "bets.empate.pays" in after.changed
    assert "empate" not in before.edges
    assert after.edges["empate"] > Fraction(1, 10)

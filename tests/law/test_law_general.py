"""The clauses that apply to a whole catalogue: closed lists, tournaments."""

from __future__ import annotations

import pytest

from novamas.law import catalogue, general
from novamas.law.general import Organiser
from novamas.words import voice_for
from novamas.words.problems import error_text

ARAGON = catalogue.under("AR10")


def listed(clause: str, game: str) -> object:
    return pytest.param(game, clause, marks=pytest.mark.law(clause), id=game)


CASINO_GAMES = [
    listed("AR10.1.3.a.1", "ruleta"),
    listed("AR10.1.3.b.1", "ruleta_americana"),
    listed("AR10.1.3.c.1", "ruleta_doble_cero"),
    listed("AR10.1.3.d.1", "boule"),
    listed("AR10.1.3.e.1", "treinta_y_cuarenta"),
    listed("AR10.1.3.f.1", "blackjack"),
    listed("AR10.1.3.g.1", "punto_y_banca"),
    listed("AR10.1.3.h.1", "chemin_de_fer"),
    listed("AR10.1.3.i.1", "bacara_dos_panos"),
    listed("AR10.1.3.j.1", "craps"),
    listed("AR10.1.3.l.1", "ruleta_de_la_fortuna"),
]
BANKED_POKER = [
    listed("AR10.10.2.a.2", "sin_descarte"),
    listed("AR10.10.2.a.3", "trijoker"),
    listed("AR10.10.2.a.4", "pai_gow_poker"),
    listed("AR10.10.2.a.5", "tres_cartas"),
    listed("AR10.10.2.a.6", "holdem_contrapartida"),
    listed("AR10.10.2.a.7", "holdem_bonus"),
]
CIRCLE_POKER = [
    listed("AR10.10.2.b.2", "cubierto"),
    listed("AR10.10.2.b.4", "seven_stud"),
    listed("AR10.10.2.b.5", "omaha"),
    listed("AR10.10.2.b.6", "holdem"),
    listed("AR10.10.2.b.7", "five_stud"),
    listed("AR10.10.2.b.8", "sintetico"),
]


@pytest.mark.parametrize(("game", "clause"), [*CASINO_GAMES, *BANKED_POKER, *CIRCLE_POKER])
def test_the_decree_of_aragon_authorises_the_game_by_its_own_clause(game: str, clause: str) -> None:
    assert game in ARAGON
    assert ARAGON[game].entry.cite[0] == clause
    assert "game_not_authorised" not in {fault.code for fault in general.may_open(ARAGON, game)}


@pytest.mark.law("AR10.1.3.1")
def test_the_list_of_aragon_is_closed() -> None:
    assert len(ARAGON.games) == len(CASINO_GAMES) + len(BANKED_POKER) + len(CIRCLE_POKER)
    for game in ("lototrot", "pai_gow_domino", "faro"):
        (fault,) = general.may_open(ARAGON, game)
        assert (fault.code, fault.clause) == ("game_not_authorised", "AR10.1.3.1")


@pytest.mark.law("AR10.1.3.k.1", "AR10.10.2.1")
def test_poker_is_authorised_in_its_listed_modalities_only() -> None:
    (fault,) = general.may_open(ARAGON, "poquer")
    assert (fault.code, fault.clause) == ("game_not_named", "AR10.10.2.1")
    assert fault.figures["members"] == ("poquer_de_contrapartida", "poquer_circulo")
    for modality in (BANKED_POKER, CIRCLE_POKER):
        for param in modality:
            game = param.values[0]  # type: ignore[attr-defined]  # a pytest parameter set
            assert "AR10.1.3.k.1" in ARAGON[game].entry.cite
            assert general.may_open(ARAGON, game) == []


@pytest.mark.law("AR10.10.2.a.1")
def test_banked_poker_is_its_six_variants() -> None:
    (fault,) = general.may_open(ARAGON, "poquer_de_contrapartida")
    assert (fault.code, fault.clause) == ("game_not_named", "AR10.10.2.a.1")
    variants = [param.values[0] for param in BANKED_POKER]  # type: ignore[attr-defined]  # parameter sets
    assert fault.figures["members"] == tuple(variants)


@pytest.mark.law("AR10.10.2.b.1", "AR10.10.2.b.3")
def test_circle_poker_is_draw_poker_and_five_open_variants() -> None:
    (fault,) = general.may_open(ARAGON, "poquer_circulo")
    assert (fault.code, fault.clause) == ("game_not_named", "AR10.10.2.b.1")
    variants = [param.values[0] for param in CIRCLE_POKER]  # type: ignore[attr-defined]  # parameter sets
    assert fault.figures["members"] == tuple(variants)
    assert all(ARAGON[game].entry.common == "poquer_circulo" for game in variants)


def test_an_authorised_game_whose_rules_we_do_not_have_stays_closed() -> None:
    (fault,) = general.may_open(ARAGON, "craps")
    assert fault.code == "rules_not_held"
    assert "Decree 159/2002" in error_text(fault, voice_for("en"))


def test_each_catalogue_is_a_closed_list() -> None:
    assert general.may_open(catalogue.at("illes_balears"), "ruleta") == []
    (fault,) = general.may_open(catalogue.at("illes_balears"), "pai_gow_domino")
    assert (fault.code, fault.clause) == ("game_not_authorised", "IB05.00.AU.1")
    (fault,) = general.may_open(catalogue.at("castilla_la_mancha"), "pai_gow_dominoes")
    assert (fault.code, fault.figures["game"]) == ("game_not_authorised", "pai_gow_dominoes")
    assert fault.figures["near"] == ("pai_gow_domino", "pai_gow_poker")
    assert "the two variants of pai gow; did you mean" in error_text(fault, voice_for("en"))


CASINO = Organiser("Casino de Zaragoza", is_authorised_casino=True)
CLUB = Organiser("Club Social", is_authorised_casino=False)


@pytest.mark.law("AR10.2.2.1")
def test_authorised_casinos_may_hold_an_authorised_tournament() -> None:
    faults = general.tournament_faults(
        ARAGON, "holdem", organisers=[CASINO, CASINO], specifically_authorised=True
    )
    assert faults == []


@pytest.mark.law("AR10.2.2.1")
@pytest.mark.parametrize(
    ("organisers", "authorised", "codes"),
    [
        ([CASINO], False, ["tournament_not_authorised"]),
        ([CLUB], True, ["organiser_no_casino"]),
        ([CASINO, CLUB], True, ["organiser_no_casino"]),
        ([], True, ["organiser_missing"]),
        ([CLUB], False, ["organiser_no_casino", "tournament_not_authorised"]),
    ],
)
def test_any_other_tournament_is_forbidden(
    organisers: list[Organiser], authorised: bool, codes: list[str]
) -> None:
    faults = general.tournament_faults(
        ARAGON, "holdem", organisers=organisers, specifically_authorised=authorised
    )
    assert [fault.code for fault in faults] == codes
    assert {fault.clause for fault in faults} == {"AR10.2.2.1"}


@pytest.mark.law("AR10.2.2.1")
def test_a_tournament_is_of_a_game_of_the_catalogue() -> None:
    faults = general.tournament_faults(ARAGON, "lototrot", organisers=[CASINO], specifically_authorised=True)
    assert [fault.code for fault in faults] == ["game_not_authorised"]


def test_where_the_law_is_silent_on_tournaments_so_are_we() -> None:
    balears = catalogue.at("illes_balears")
    assert general.tournament_faults(balears, "omaha", organisers=[], specifically_authorised=False) == []

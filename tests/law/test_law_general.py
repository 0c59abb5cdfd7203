"""The clauses that hold for the whole of a catalogue: closed lists, tournaments, licences, limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.law import catalogue, general
from novamas.law.general import Band, Channel, Organiser

ARAGON = catalogue.under("AR10")
IN_PERSON = tuple(general.requirements("CM16", "in_person"))
ELECTRONIC = tuple(general.requirements("CM16", "electronic"))
BAND = Band(100, 10_000)


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
    assert fault.says == "poquer is a family of games: name one of poquer_de_contrapartida, poquer_circulo."
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
    assert fault.says.endswith(f"name one of {', '.join(variants)}.")


@pytest.mark.law("AR10.10.2.b.1", "AR10.10.2.b.3")
def test_circle_poker_is_draw_poker_and_five_open_variants() -> None:
    (fault,) = general.may_open(ARAGON, "poquer_circulo")
    assert (fault.code, fault.clause) == ("game_not_named", "AR10.10.2.b.1")
    variants = [param.values[0] for param in CIRCLE_POKER]  # type: ignore[attr-defined]  # parameter sets
    assert fault.says.endswith(f"name one of {', '.join(variants)}.")
    assert all(ARAGON[game].entry.common == "poquer_circulo" for game in variants)


def test_an_authorised_game_whose_rules_we_do_not_have_stays_closed() -> None:
    (fault,) = general.may_open(ARAGON, "craps")
    assert fault.code == "rules_not_held"
    assert "Decree 159/2002" in fault.says


def test_each_catalogue_is_a_closed_list() -> None:
    assert general.may_open(catalogue.at("illes_balears"), "ruleta") == []
    (fault,) = general.may_open(catalogue.at("illes_balears"), "pai_gow_domino")
    assert (fault.code, fault.clause) == ("game_not_authorised", "IB05.00.AU.1")
    (fault,) = general.may_open(catalogue.at("castilla_la_mancha"), "pai_gow_dominoes")
    assert fault.says.startswith("pai_gow_dominoes is not one of the two variants of pai gow; did you mean")
    assert "pai_gow_domino" in fault.says.split("did you mean")[1]


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


def licence_codes(
    channel: Channel, stated: tuple[str, ...], authorised: Band | None = BAND
) -> dict[str, str | None]:
    faults = general.licence_faults(
        "CM16", channel, stated=stated, authorised=authorised, limits=Band(500, 5_000)
    )
    return {f"{fault.code}:{fault.choice}": fault.clause for fault in faults}


def test_a_house_that_states_everything_may_open() -> None:
    assert licence_codes("in_person", IN_PERSON) == {}
    assert licence_codes("electronic", ELECTRONIC) == {}


REQUIRED: list[tuple[Channel, str, str]] = [
    ("in_person", "elements", "CM16.4.1.1"),
    ("electronic", "technical", "CM16.4.2.1"),
    ("in_person", "opening", "CM16.5.3.1"),
    ("in_person", "licence", "CM16.6.1.1"),
    ("in_person", "rules_published", "CM16.6.1.1"),
    ("in_person", "rules_notified", "CM16.6.1.1"),
    ("electronic", "rules_accessible", "CM16.6.2.1"),
]


@pytest.mark.law("CM16.4.1.1", "CM16.4.2.1", "CM16.5.3.1", "CM16.6.1.1", "CM16.6.2.1")
@pytest.mark.parametrize(("channel", "name", "clause"), REQUIRED)
def test_what_the_house_does_not_state_is_a_fault(channel: Channel, name: str, clause: str) -> None:
    everything = IN_PERSON if channel == "in_person" else ELECTRONIC
    stated = tuple(one for one in everything if one != name)
    assert licence_codes(channel, stated) == {f"requirement_not_stated:{name}": clause}


@pytest.mark.law("CM16.4.1.1", "CM16.4.2.1")
def test_each_channel_has_requirements_of_its_own() -> None:
    assert set(IN_PERSON) - set(ELECTRONIC) == {"elements"}
    assert set(ELECTRONIC) - set(IN_PERSON) == {"technical"}
    assert licence_codes("in_person", (*IN_PERSON, "technical")) == {"unknown_requirement:technical": None}


@pytest.mark.law("CM16.5.1.1", "CM16.5.1.a.1", "CM16.5.1.b.1")
def test_the_authorised_limits_are_asked_of_the_house() -> None:
    missing = "authorised_limits_missing:authorised"
    assert licence_codes("in_person", IN_PERSON, None) == {missing: "CM16.5.1.a.1"}
    assert licence_codes("electronic", ELECTRONIC, None) == {missing: "CM16.5.1.b.1"}


@pytest.mark.law("CM16.5.1.1", "CM16.5.1.a.1", "CM16.5.1.b.1")
def test_limits_outside_the_authorised_ones_are_a_fault() -> None:
    outside = "limits_not_authorised:limits"
    assert licence_codes("in_person", IN_PERSON, Band(600, 5_000)) == {outside: "CM16.5.1.a.1"}
    assert licence_codes("electronic", ELECTRONIC, Band(500, 4_999)) == {outside: "CM16.5.1.b.1"}


def test_norms_that_ask_for_no_statement_get_none() -> None:
    faults = general.licence_faults("IB05", "in_person", stated=(), authorised=None, limits=BAND)
    assert faults == []


@pytest.mark.law("CM16.5.2.2")
def test_limits_may_change_after_notice_and_within_the_band() -> None:
    new = Band(100, 10_000)
    assert (
        general.limit_change_faults("CM16", new=new, authorised=BAND, told_players=True, mid_hand=False) == []
    )


@pytest.mark.law("CM16.5.2.1", "CM16.5.2.2")
@pytest.mark.parametrize(
    ("new", "told", "mid_hand", "found"),
    [
        (BAND, True, True, [("limits_changed_mid_hand", "CM16.5.2.1")]),
        (BAND, False, False, [("players_not_told", "CM16.5.2.2")]),
        (Band(99, 10_000), True, False, [("limits_outside_band", "CM16.5.2.2")]),
        (Band(100, 10_001), True, False, [("limits_outside_band", "CM16.5.2.2")]),
        (
            Band(1, 2),
            False,
            True,
            [
                ("limits_changed_mid_hand", "CM16.5.2.1"),
                ("players_not_told", "CM16.5.2.2"),
                ("limits_outside_band", "CM16.5.2.2"),
            ],
        ),
    ],
)
def test_otherwise_the_limits_of_an_open_table_stand(
    new: Band, told: bool, mid_hand: bool, found: list[tuple[str, str]]
) -> None:
    faults = general.limit_change_faults(
        "CM16", new=new, authorised=BAND, told_players=told, mid_hand=mid_hand
    )
    assert [(fault.code, fault.clause) for fault in faults] == found


def test_elsewhere_each_game_has_its_own_clauses_on_changing_limits() -> None:
    for norm in ("IB05", "IB09", "AR10"):
        faults = general.limit_change_faults(
            norm, new=Band(1, 2), authorised=BAND, told_players=False, mid_hand=True
        )
        assert faults == []


@given(st.lists(st.integers(1, 100), min_size=4, max_size=4))
def test_a_band_holds_another_when_no_stake_of_it_falls_outside(amounts: list[int]) -> None:
    one, other = Band(*sorted(amounts[:2])), Band(*sorted(amounts[2:]))
    stakes = range(other.least_cents, other.most_cents + 1)
    assert one.holds(other) == all(one.least_cents <= stake <= one.most_cents for stake in stakes)

"""Circle poker where norms differ: first to show, odd chips, the mano, conduct, false openings."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.support.cases import cited
from tests.support.circle import BOTH, circle

from novamas.families.circle.phases.between import Between
from novamas.law import FaultySetup
from novamas.table.events import Noted, Took
from novamas.table.roles import FLOOR
from novamas.testing.rehearsal import Rehearsal, in_turn, opened

either = pytest.mark.parametrize("norm", BOTH)


def covered(norm: str) -> Rehearsal:
    """Return a hand of covered poker with four players: aces, kings, and two hands without value."""
    table = circle("cubierto", norm, rake=0)
    table.play(
        "croupier deal", in_turn("As Ah 7c 8c 9d", "Ks Kh 7d 8d 9h", "Qs Jh Tc 8h 7h", "Qh Js Td 9s 7s")
    )
    return table


# ---------------------------------------------------------------- who shows first


@pytest.mark.parametrize(("norm", "first"), [("IB09", 1), ("AR10", 2)])
@pytest.mark.law("IB09.12.VII.3.2", "AR10.10-2.VII.3.2")
def test_if_nobody_bet_last_the_mano_shows_first_or_who_opened_that_interval(norm: str, first: int) -> None:
    table = covered(norm)
    table.play("s1 check; s2 raise_to 200; s3,s4 fold; s1 match; s2,s1 served")
    table.play("s2,s1 check")
    assert table.turn == first


@either
@pytest.mark.law("IB09.12.VII.3.2", "AR10.10-2.VII.3.2")
def test_who_bet_last_shows_first_and_nobody_before_him(norm: str) -> None:
    table = covered(norm)
    table.play("s1 check; s2 raise_to 200; s3,s4 fold; s1 match; s2,s1 served")
    table.play("s2 raise_to 200; s1 match")
    clause = "IB09.12.VII.3.2" if norm == "IB09" else "AR10.10-2.VII.3.2"
    table.refused("s1 show", "not_your_turn", clause)
    assert table.turn == 2


# ---------------------------------------------------------------- odd chips


@pytest.mark.law("AR10.10-2.VII.3.6")
def test_an_odd_chip_is_for_the_nearest_to_the_mano_also_where_the_deal_begins_elsewhere() -> None:
    """Five stud is always dealt from the first place, although the second player has the mano here."""
    table = circle("five_stud", "AR10", (10_000,) * 5, ante=50, rake=0)
    table.session.phase = Between(replace(table.felt, mano_place=1))
    table.play("croupier deal", in_turn("Kc As", "8c Tc", "Kd Ah", "8d Td", "8h Th"))
    assert (table.felt.mano, table.felt.dealt, table.turn) == (2, (1, 2, 3, 4, 5), 3)
    table.play("s3 raise_to 200; s4,s5 fold; s1 match; s2 fold", "Qd Qc", "s3,s1 check", "9h 9s")
    table.play("s3,s1 check", "7c 7d", "s3,s1 check; s3,s1 show")
    assert table.play("croupier pay_pot").paid == {1: 300, 3: 350}


# ---------------------------------------------------------------- the mano's way


@pytest.mark.parametrize("slug", ["cubierto", "sintetico"])
@pytest.mark.parametrize(("way", "manos"), [("reparto", [1, 2, 3, 4, 1]), ("reloj", [1, 4, 3, 2, 1])])
@pytest.mark.law("AR10.10-2.VII.1.2")
def test_the_mano_goes_with_the_deal_or_clockwise_as_the_house_chose(
    slug: str, way: str, manos: list[int]
) -> None:
    table = circle(slug, "AR10", mano_rotation=way)
    found = []
    for _ in manos:
        table.play("croupier deal")
        found.append(table.felt.mano)
        assert table.felt.dealt == (*range(table.felt.mano, 5), *range(1, table.felt.mano))
        table.finish()
    assert found == manos


@pytest.mark.parametrize(
    ("slug", "norm"), [("cubierto", "IB09"), ("sintetico", "IB09"), ("sintetico", "IB05")]
)
@pytest.mark.law("IB09.12.VII.1.2", "IB05.12.V.4.3")
def test_elsewhere_the_mano_goes_with_the_deal(slug: str, norm: str) -> None:
    with pytest.raises(FaultySetup):
        opened(slug, norm, mano_rotation="reloj")


# ---------------------------------------------------------------- false play


@either
@pytest.mark.law("IB09.12-1.III.3.3", "IB09.12-1.III.3.4", "AR10.10-2-A.IV.3.3")
def test_a_false_opening_that_nobody_covers_stays_in_the_pot_with_all_its_chips(norm: str) -> None:
    table = covered(norm)
    table.play("s1,s2 check; floor opened_unproved seat=3 cents=400; s4,s1,s2 fold")
    assert table.felt.purses[2] == 9_900  # the winner is not known yet: the uncovered part goes back
    told = table.play("croupier pay_pot")
    assert {"seat": 3} in [note.figures for note in told.of(Noted) if note.code == "false_play"]
    assert table.felt.cloth == 800
    assert table.felt.purses == (9_900, 9_900, 9_500, 9_900)


@either
@pytest.mark.law("IB09.12.VII.2.6", "AR10.10-2.VII.2.6")
def test_a_true_opening_that_nobody_covers_goes_back(norm: str) -> None:
    table = covered(norm)
    table.play("s1 raise_to 400; s2,s3,s4 fold; croupier pay_pot")
    assert table.felt.purses == (10_300, 9_900, 9_900, 9_900)


@pytest.mark.law("AR10.10-2.VII.3.3", "AR10.10-2-A.III.14")
def test_an_opener_who_renounces_the_pot_still_proves_his_opening() -> None:
    table = covered("AR10")
    table.play("s1 check; s2 raise_to 200; s3,s4 fold; s1 match; s2,s1 served")
    table.play("s2,s1 check; s2 renounce")
    (noted,) = table.play("croupier pay_pot").of(Noted)
    assert (noted.code, noted.figures) == ("opening_proved", {"seat": 2})
    assert table.felt.purses == (10_500, 9_700, 9_900, 9_900)


# ---------------------------------------------------------------- conduct


@either
@pytest.mark.law("AR10.10-2.IX.l.1", "IB09.12.VII.3.8")
def test_onlookers_are_asked_to_leave(norm: str) -> None:
    table = circle(norm=norm)
    told = table.play("floor onlooker")
    assert told.said == ["No se permite mirar la partida."]
    assert told.happened == ("AR10.10-2.IX.l.1" if norm == "AR10" else "IB09.12.VII.3.8")


@pytest.mark.law("IB05.12.V.4.43")
def test_onlookers_are_asked_to_leave_in_the_first_norm() -> None:
    assert circle("sintetico", "IB05").play("floor onlooker").happened == "IB05.12.V.4.43"


@pytest.mark.parametrize(
    ("norm", "what", "clause"),
    [
        ("IB09", "feigning_doubt", "IB09.12.VII.2.10"),
        ("IB09", "entering_the_betting_zone", "IB09.12.IV.2"),
        ("AR10", "feigning_doubt", "AR10.10-2.VII.2.10"),
        ("IB05", "feigning_doubt", "IB05.12.V.4.36"),
        ("IB05", "comments", "IB05.12.V.4.26"),
    ],
)
def test_what_is_not_permitted_is_noted_with_its_clause_also_while_hands_are_shown(
    norm: str, what: str, clause: str
) -> None:
    table = circle("sintetico", norm)
    table.play("croupier deal")
    table.until("Showdown")
    assert table.play(f"floor misconduct seat=2 what={what}").happened == clause
    assert table.felt.party.warned == (2,)
    assert table.at == "Showdown"


@pytest.mark.parametrize(("norm", "may"), [("IB05", False), ("IB09", True), ("AR10", True)])
@pytest.mark.law("IB09.12.VII.2.13", "AR10.10-2.VII.2.14")
def test_who_does_it_again_is_sent_away_only_where_the_norm_says_so(norm: str, may: bool) -> None:
    table = circle("sintetico", norm)
    table.play("floor misconduct seat=1 what=delay; floor misconduct seat=1 what=delay")
    assert ("expel" in table.verbs(FLOOR)) is may


# ---------------------------------------------------------------- tips


@either
@pytest.mark.law("AR10.10-2.IV.2.1", "IB09.12.III.2.1", "AR10.10-2.IX.g.1", "IB09.12.V.g.1")
def test_a_tip_is_given_between_hands_out_of_the_chips_on_the_table(norm: str) -> None:
    table = circle(norm=norm)
    told = table.play("s2 tip 150")
    assert [(event.seat, event.bet, event.cents) for event in told.of(Took)] == [(2, "propinas", 150)]
    assert table.felt.purses == (10_000, 9_850, 10_000, 10_000)
    table.refused("s2 tip 9900", "above_maximum")
    table.play("croupier deal")
    table.refused("s2 tip 50")


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize("clause", [cited("IB09.12.VI.3.a.2"), cited("AR10.10-2.VI.3.a.2")])
def test_a_maximum_that_caps_no_bet_does_not_bind_the_minimum(clause: str) -> None:
    norm = clause[:4]
    for limit in ("split_limit", "bote_con_limite", "bote_sin_limite"):
        assert opened("holdem", norm, limit=limit, maximum=1_050)
        assert opened("holdem", norm, limit=limit, maximum=100)  # below the minimum: what a session costs
    assert opened("seven_stud", norm, limit="bote_sin_limite", maximum=1_050)
    for limit in ("split_limit", "bote_limitado"):
        with pytest.raises(FaultySetup) as raised:
            opened("seven_stud", norm, limit=limit, maximum=1_050)
        assert [fault.clause for fault in raised.value.faults] == [clause]


@pytest.mark.parametrize(
    ("slug", "norm", "least", "most"),
    [
        ("holdem", "AR10", 200, 20_000),
        ("seven_stud", "AR10", 200, 400),
        ("holdem", "IB09", 200, 20_000),
        ("seven_stud", "IB09", 200, 400),
        ("sintetico", "IB05", 200, 1_000),
    ],
)
@pytest.mark.law("AR10.10-2.VI.3.b.1", "IB09.12.VI.3.b.1")
def test_the_minimum_is_changed_within_what_binds_it(slug: str, norm: str, least: int, most: int) -> None:
    table = circle(slug, norm)
    assert table.refused(f"floor change_minimum {least - 50}").least == least
    assert table.refused(f"floor change_minimum {most + 50}").most == most

"""Circle poker where norms part: who shows first, odd chips, the way of the mano, conduct, false play."""

from __future__ import annotations

from itertools import chain

import pytest
from msgspec.structs import replace
from tests.circle import BOTH, Circle, happened, noted, paid, said
from tests.wheels import opened

from novamas.games.cubierto import OpenedUnproved, Served
from novamas.kit.cards import card
from novamas.law import Faulty
from novamas.rounds.circle.acts import (
    ChangeMinimum,
    Check,
    Deal,
    Fold,
    Match,
    PayPot,
    RaiseTo,
    Renounce,
    Show,
    Tip,
)
from novamas.rounds.circle.incidents.conduct import Misconduct, Onlooker
from novamas.rounds.circle.phases.between import Between
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Took
from novamas.table.people import FLOOR

either = pytest.mark.parametrize("norm", BOTH)


def in_rounds(*hands: str) -> list[Deed]:
    """The cards of these hands, dealt one at a time and in turn."""
    rounds = zip(*(hand.split() for hand in hands), strict=True)
    return [Drawn(what=card(one)) for one in chain.from_iterable(rounds)]


def covered(norm: str) -> Circle:
    """Four players of covered poker: the first has aces, the second kings, the others nothing."""
    table = Circle("cubierto", norm, rake=0)
    table.do(Deal(), *in_rounds("As Ah 7c 8c 9d", "Ks Kh 7d 8d 9h", "Qs Jh Tc 8h 7h", "Qh Js Td 9s 7s"))
    return table


# ---------------------------------------------------------------- who shows first


@pytest.mark.parametrize(("norm", "first"), [("IB09", 1), ("AR10", 2)])
@pytest.mark.law("IB09.12.VII.3.2", "AR10.10-2.VII.3.2")
def test_if_nobody_bet_last_the_mano_shows_first_or_who_opened_that_interval(norm: str, first: int) -> None:
    table = covered(norm)
    table.do(Check(1), RaiseTo(2, 200), Fold(3), Fold(4), Match(1), Served(2), Served(1))
    table.do(Check(2), Check(1))
    assert table.turn == first


@either
@pytest.mark.law("IB09.12.VII.3.2", "AR10.10-2.VII.3.2")
def test_who_bet_last_shows_first_and_nobody_before_him(norm: str) -> None:
    table = covered(norm)
    table.do(Check(1), RaiseTo(2, 200), Fold(3), Fold(4), Match(1), Served(2), Served(1))
    table.do(RaiseTo(2, 200), Match(1))
    clause = "IB09.12.VII.3.2" if norm == "IB09" else "AR10.10-2.VII.3.2"
    assert table.refusal(Show(1)) == ("not_your_turn", clause)
    assert table.turn == 2


# ---------------------------------------------------------------- odd chips


@pytest.mark.law("AR10.10-2.VII.3.6")
def test_an_odd_chip_is_for_the_nearest_to_the_mano_also_where_the_deal_begins_elsewhere() -> None:
    """Five stud is always dealt from the first place; here the second player has the mano."""
    table = Circle("five_stud", "AR10", (10_000,) * 5, ante=50, rake=0)
    table.session.phase = Between(replace(table.felt, mano_place=1))
    table.do(Deal(), *in_rounds("Kc As", "8c Tc", "Kd Ah", "8d Td", "8h Th"))
    assert (table.felt.mano, table.felt.dealt, table.turn) == (2, (1, 2, 3, 4, 5), 3)
    table.do(RaiseTo(3, 200), Fold(4), Fold(5), Match(1), Fold(2), "Qd Qc", Check(3), Check(1), "9h 9s")
    table.do(Check(3), Check(1), "7c 7d", Check(3), Check(1), Show(3), Show(1))
    assert paid(table.do(PayPot())) == {1: 300, 3: 350}


# ---------------------------------------------------------------- the mano's way


@pytest.mark.parametrize("slug", ["cubierto", "sintetico"])
@pytest.mark.parametrize(("way", "manos"), [("reparto", [1, 2, 3, 4, 1]), ("reloj", [1, 4, 3, 2, 1])])
@pytest.mark.law("AR10.10-2.VII.1.2")
def test_the_mano_goes_with_the_deal_or_clockwise_as_the_house_chose(
    slug: str, way: str, manos: list[int]
) -> None:
    table = Circle(slug, "AR10", mano_rotation=way)
    found = []
    for _ in manos:
        table.do(Deal())
        found.append(table.felt.mano)
        assert table.felt.dealt == (*range(table.felt.mano, 5), *range(1, table.felt.mano))
        table.finish()
    assert found == manos


@pytest.mark.parametrize(
    ("slug", "norm"), [("cubierto", "IB09"), ("sintetico", "IB09"), ("sintetico", "IB05")]
)
@pytest.mark.law("IB09.12.VII.1.2", "IB05.12.V.4.3")
def test_elsewhere_the_mano_goes_with_the_deal(slug: str, norm: str) -> None:
    with pytest.raises(Faulty):
        opened(slug, norm, mano_rotation="reloj")


# ---------------------------------------------------------------- false play


@either
@pytest.mark.law("IB09.12-1.III.3.3", "IB09.12-1.III.3.4", "AR10.10-2-A.IV.3.3")
def test_a_false_opening_that_nobody_covers_stays_in_the_pot_with_all_its_chips(norm: str) -> None:
    table = covered(norm)
    table.do(Check(1), Check(2), OpenedUnproved(seat=3, cents=400), Fold(4), Fold(1), Fold(2))
    assert table.felt.purses[2] == 9_900  # nobody knows yet: what was not covered goes back
    told = table.do(PayPot())
    assert "s3 cannot prove his opening: false play" in noted(told)
    assert table.felt.cloth == 800
    assert table.felt.purses == (9_900, 9_900, 9_500, 9_900)


@either
@pytest.mark.law("IB09.12.VII.2.6", "AR10.10-2.VII.2.6")
def test_a_true_opening_that_nobody_covers_goes_back(norm: str) -> None:
    table = covered(norm)
    table.do(RaiseTo(1, 400), Fold(2), Fold(3), Fold(4), PayPot())
    assert table.felt.purses == (10_300, 9_900, 9_900, 9_900)


@pytest.mark.law("AR10.10-2.VII.3.3", "AR10.10-2-A.III.14")
def test_an_opener_who_renounces_the_pot_still_proves_his_opening() -> None:
    table = covered("AR10")
    table.do(Check(1), RaiseTo(2, 200), Fold(3), Fold(4), Match(1), Served(2), Served(1))
    table.do(Check(2), Check(1), Renounce(2))
    assert "s2 proves his opening" in noted(table.do(PayPot()))
    assert table.felt.purses == (10_500, 9_700, 9_900, 9_900)


# ---------------------------------------------------------------- conduct


@either
@pytest.mark.law("AR10.10-2.IX.l.1", "IB09.12.VII.3.8")
def test_onlookers_are_asked_to_leave(norm: str) -> None:
    table = Circle(norm=norm)
    told = table.do(Onlooker())
    assert said(told) == ["No se permite mirar la partida."]
    assert happened(told) == ("AR10.10-2.IX.l.1" if norm == "AR10" else "IB09.12.VII.3.8")


@pytest.mark.law("IB05.12.V.4.43")
def test_onlookers_are_asked_to_leave_in_the_first_norm() -> None:
    assert happened(Circle("sintetico", "IB05").do(Onlooker())) == "IB05.12.V.4.43"


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
    table = Circle("sintetico", norm)
    table.do(Deal())
    while table.name != "Showdown":
        table.step()
    assert happened(table.do(Misconduct(seat=2, what=what))) == clause
    assert table.felt.party.warned == (2,)
    assert table.name == "Showdown"


@pytest.mark.parametrize(("norm", "may"), [("IB05", False), ("IB09", True), ("AR10", True)])
@pytest.mark.law("IB09.12.VII.2.13", "AR10.10-2.VII.2.14")
def test_who_does_it_again_is_sent_away_only_where_the_norm_says_so(norm: str, may: bool) -> None:
    table = Circle("sintetico", norm)
    table.do(Misconduct(seat=1, what="delay"), Misconduct(seat=1, what="delay"))
    assert ("expel" in table.offered(FLOOR)) is may


# ---------------------------------------------------------------- tips


@either
@pytest.mark.law("AR10.10-2.IV.2.1", "IB09.12.III.2.1", "AR10.10-2.IX.g.1", "IB09.12.V.g.1")
def test_a_tip_is_given_between_hands_out_of_the_chips_on_the_table(norm: str) -> None:
    table = Circle(norm=norm)
    told = table.do(Tip(2, 150))
    assert [(event.seat, event.bet, event.cents) for event in told if isinstance(event, Took)] == [
        (2, "propinas", 150)
    ]
    assert table.felt.purses == (10_000, 9_850, 10_000, 10_000)
    assert table.refused(Tip(2, 9_900)).code == "above_maximum"
    table.do(Deal())
    assert table.session.why_not(Tip(2, 50)) is not None


# ---------------------------------------------------------------- limits


@pytest.mark.law("IB09.12.VI.3.a.2")
def test_a_maximum_that_caps_no_bet_does_not_bind_the_minimum_in_the_balearics() -> None:
    assert opened("holdem", "IB09", maximum=1_050)
    with pytest.raises(Faulty) as raised:
        opened("seven_stud", "IB09", maximum=1_050)
    assert [fault.clause for fault in raised.value.faults] == ["IB09.12.VI.3.a.2"]
    with pytest.raises(Faulty):
        opened("holdem", "AR10", maximum=1_050)


@pytest.mark.parametrize(
    ("slug", "norm", "least", "most"),
    [("holdem", "AR10", 200, 400), ("holdem", "IB09", 200, 1_000), ("sintetico", "IB05", 200, 1_000)],
)
@pytest.mark.law("AR10.10-2.VI.3.b.1", "IB09.12.VI.3.b.1")
def test_the_minimum_is_changed_within_what_binds_it(slug: str, norm: str, least: int, most: int) -> None:
    table = Circle(slug, norm)
    assert table.refused(ChangeMinimum(cents=least - 50)).least == least
    assert table.refused(ChangeMinimum(cents=most + 50)).most == most

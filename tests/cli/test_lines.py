"""What a player may type, over the offers of any game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.cli.language import use
from novamas.cli.lines import act_of, how_to_type, limits, listing, read_line, typed, what_may_stand
from novamas.errors import Unreadable
from novamas.games import game
from novamas.games.ruleta_americana import Announce
from novamas.kit.chance import Scripted
from novamas.law import catalogue
from novamas.rounds.banked.acts import Bet, Withdraw
from novamas.rounds.prison import Imprison, TakeHalf
from novamas.table.deeds import Deed
from novamas.table.game import open_table
from novamas.table.offers import Offer
from novamas.table.session import Session


def offers(slug: str = "ruleta", *deeds: Deed) -> list[Offer]:
    """What seat 1 may do at a table once the betting is open and these deeds are done."""
    table = open_table(game(slug), catalogue.under("IB05")[slug])
    session = Session(table.opening, Scripted([0]))
    session.go_on()
    for deed in deeds:
        session.do(deed)
    return session.offers(1)


OPEN = offers()


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("bet rojo 5", Bet(1, "rojo", 500)),
        ("BET Rojo 5 €", Bet(1, "rojo", 500)),
        ("stake 5,50 €", None),
        ("rojo 5", Bet(1, "rojo", 500)),
        ("red 2.50", Bet(1, "rojo", 250)),
        ("pleno:17 2,50", Bet(1, "pleno:17", 250)),
        ("17 2", Bet(1, "pleno:17", 200)),
        ("straight up 17 2", Bet(1, "pleno:17", 200)),
        ("docena 1 5 euros", Bet(1, "docena:1", 500)),
        ("bet dozen 2 5", Bet(1, "docena:2", 500)),
        ("two dozens 1-2 5", Bet(1, "dos_docenas:1-2", 500)),
        ("first four 4", Bet(1, "cuatro_numeros", 400)),
        ("bet on red 5", Bet(1, "rojo", 500)),
        ("verde 5", Bet(1, "verde", 500)),  # the table refuses it, with its clause
        ("rojo 0", Bet(1, "rojo", 0)),
        ("hola", None),
        ("rojo", None),
        ("rojo five", None),
        ("rojo 5 5", None),
        ("€", None),
        ("bet", None),
    ],
)
def test_lines_are_read(line: str, act: Deed | None) -> None:
    if act is not None:
        assert read_line(line, OPEN) == act
        return
    with pytest.raises(Unreadable) as fault:
        read_line(line, OPEN)
    assert fault.value.says.endswith(".")


@pytest.mark.parametrize(
    ("language", "line"),
    [("es", "apostar rojo 5"), ("es", "poner ROJO 5"), ("ca", "apostar vermell 5"), ("ca", "vermell 5")],
)
def test_lines_are_read_in_the_readers_language(language: str, line: str) -> None:
    use(language)
    assert read_line(line, OPEN) == Bet(1, "rojo", 500)
    assert read_line("bet rojo 5", OPEN) == Bet(1, "rojo", 500)


def test_what_can_be_but_one_thing_may_be_left_out() -> None:
    one = offers("ruleta", Bet(1, "rojo", 500))
    assert read_line("withdraw", one) == Withdraw(1, "rojo", 500)
    assert read_line("withdraw red", one) == Withdraw(1, "rojo", 500)
    assert read_line("withdraw red 2", one) == Withdraw(1, "rojo", 200)
    two = offers("ruleta", Bet(1, "rojo", 500), Bet(1, "pleno:5", 200))
    assert read_line("take 5", two) == Withdraw(1, "pleno:5", 200)
    with pytest.raises(Unreadable, match=r"type withdraw pleno:5\."):
        read_line("withdraw", two)


@pytest.mark.law("IB05.01.IV.1.B.b.1")
def test_at_zero_a_player_types_half_or_prison() -> None:
    table = open_table(game("ruleta"), catalogue.under("IB05")["ruleta"])
    session = Session(table.opening, Scripted([0]))
    session.go_on()
    session.do(Bet(1, "rojo", 500))
    session.go_on()
    session.go_on()
    asked = session.offers(1)
    assert read_line("half", asked) == TakeHalf(1, "rojo@1")
    assert read_line("prison", asked) == Imprison(1, "rojo@1")
    use("es")
    assert read_line("media", asked) == TakeHalf(1, "rojo@1")
    assert read_line("prisión", asked) == Imprison(1, "rojo@1")
    assert [how_to_type(offer, asked) for offer in asked] == ["prisión", "mitad"]
    assert listing(asked)[0] == ("prisión: rojo en prisión (IB05.01.IV.1.B.b.1)", [])


@pytest.mark.law("IB05.02.IV.Vecinos.1")
def test_other_acts_than_bets_are_told_apart_by_their_lists() -> None:
    american = offers("ruleta_americana")
    assert read_line("vecinos 5 2", american) == Announce(1, "vecinos:5", 200)
    assert read_line("5 2", american) == Bet(1, "pleno:5", 200)
    assert read_line("big series 2", american) == Announce(1, "serie_grande", 200)
    assert read_line("24 5", offers("ruleta_de_la_fortuna")) == Bet(1, "24", 500)


def test_offers_are_listed_with_their_limits() -> None:
    pleno = next(offer for offer in OPEN if "pleno:0" in what_may_stand(offer))
    assert how_to_type(pleno) == "bet BET EUROS"
    assert what_may_stand(pleno) == "pleno:0, pleno:1, pleno:2 … pleno:36 (37)"
    assert limits(pleno) == "€2.00 – €20.00"
    ((title, rows),) = listing(OPEN)
    assert title == "bet BET EUROS, in steps of €1.00 (IB05.01.IV.3.b.1)"
    assert ("columna:1, columna:2, columna:3", "€2.00 – €240.00") in rows
    staked = offers("ruleta", Bet(1, "rojo", 500))
    part = ("withdraw BET EUROS, in steps of €1.00 (IB05.01.IV.3.b.1)", [("rojo (red)", "€1.00 – €3.00")])
    assert listing(staked)[-2:] == [("withdraw rojo: red (IB05.01.IV.3.b.1)", []), part]


@given(data=st.data(), language=st.sampled_from(["en", "es", "ca"]))
def test_whatever_is_offered_can_be_typed(data: st.DataObject, language: str) -> None:
    use(language)
    offer = data.draw(st.sampled_from(OPEN))
    rng = data.draw(st.randoms(use_true_random=False))
    act = offer.sample(rng)
    assert read_line(typed(act), OPEN) == act
    without_verb = typed(act).partition(" ")[2]
    assert read_line(without_verb, OPEN) == act


def test_what_is_not_offered_is_read_too_so_that_the_table_can_say_why() -> None:
    assert act_of(Bet, 1, ("rojo", "5")) == Bet(1, "rojo", 500)
    assert act_of(Withdraw, 2, ("rojo", "5")) == Withdraw(2, "rojo", 500)
    assert act_of(Bet, 1, ("rojo",)) is None
    assert act_of(Bet, 1, ("rojo", "five")) is None

"""The choice of a table, and its set-up as users type it."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from novamas.errors import NovamasError
from novamas.games import GAMES
from novamas.house.opening import fewest_seats, frame_of, frame_to_play, homes, open_as_written
from novamas.law import FaultySetup, Option, catalogue, norms
from novamas.law.choices import read_choice

PLAYABLE = [(frame.game, norm) for norm in norms() for frame in catalogue.under(norm) if frame.can_be_played]


@pytest.mark.parametrize(("game", "norm"), [pair for pair in PLAYABLE if pair[0] in GAMES])
def test_every_game_has_a_lawful_example_under_every_norm(game: str, norm: str) -> None:
    table = open_as_written(frame_of(game, norm), {})
    assert (table.game.slug, table.frame.norm) == (game, norm)


def test_the_newest_norm_that_has_the_game_whole_is_meant() -> None:
    assert homes("trijoker") == ("AR10", "IB05")
    assert frame_of("trijoker").norm == "AR10"
    assert frame_of("ruleta").norm == "IB05"  # the text of Aragón is not included
    assert frame_of("trijoker", region="illes_balears", on=date(2006, 2, 1)).norm == "IB05"


def test_a_norm_and_a_region_are_one_too_many() -> None:
    with pytest.raises(NovamasError, match="not both"):
        frame_of("ruleta", "IB05", region="aragon")
    with pytest.raises(NovamasError, match="needs a region"):
        frame_of("ruleta", on=date(2006, 1, 1))


def test_a_pool_has_no_table_and_says_how_it_is_run() -> None:
    assert frame_of("lototrot").game == "lototrot"
    with pytest.raises(NovamasError, match="use `novamas lototrot`"):
        frame_to_play("lototrot")


def test_among_players_a_table_needs_more_seats() -> None:
    assert fewest_seats(frame_of("ruleta")) == 1
    assert fewest_seats(frame_of("holdem")) == 4


@pytest.mark.parametrize("amount", [300, "300", "3 €", "3,00 €", "3.0", Decimal("3.00"), Decimal(3)])
def test_amounts_are_written_in_many_ways(amount: object) -> None:
    table = open_as_written(frame_of("craps"), {"authorised_minimum": amount, "seats": "3"})
    assert table.chosen["minimum"] == 300
    assert table.chosen["seats"] == 3


@pytest.mark.parametrize("rate", ["1/20", "0.05", Decimal("0.05"), Fraction(1, 20)])
def test_rates_are_written_in_many_ways(rate: object) -> None:
    assert read_choice(Option("rake", ("",), "fraction", "rules"), rate) == Fraction(1, 20)


@pytest.mark.parametrize("length", ["15.9", "15,9", "159/10", Decimal("15.9"), 15.9, Fraction(159, 10)])
def test_a_length_need_not_be_whole(length: object) -> None:
    side = Option("side", ("",), "millimetres", "premises", least=15)
    assert read_choice(side, length) == Fraction("15.9")
    assert side.fault(read_choice(side, length)) is None
    assert side.settled(read_choice(side, "16,0")) == 16
    assert side.fault(read_choice(side, "sixteen")) is not None


@pytest.mark.parametrize("names", ["ink, pen", ["ink", "pen"], ("ink", "pen"), {"pen", "ink"}])
def test_names_are_a_text_or_a_list(names: object) -> None:
    assert read_choice(Option("lacks", ("",), "names", "premises"), names) in (
        ["ink", "pen"],
        ("ink", "pen"),
    )


def test_every_fault_is_said_at_once() -> None:
    written = {"minimum": "two", "seats": 2.5, "rounding": "sideways", "colour": "red"}
    with pytest.raises(FaultySetup) as raised:
        open_as_written(frame_of("craps"), written)
    assert {fault.choice: fault.code for fault in raised.value.faults} == {
        "minimum": "choice_of_wrong_kind",
        "seats": "choice_of_wrong_kind",
        "rounding": "choice_not_offered",
        "colour": "unknown_choice",
    }

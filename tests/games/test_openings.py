"""Every game opens under every norm that has it, with only the choices that have no default."""

from __future__ import annotations

import pytest

from novamas.errors import NovamasError
from novamas.games import GAMES, game
from novamas.law import FaultySetup, Frame, catalogue, norms
from novamas.table.game import open_table
from novamas.table.layout import CELL, NOWHERE
from novamas.table.roles import CHANCE, CROUPIER

FRAMES = [
    catalogue.under(norm)[slug]
    for norm in norms()
    for slug in catalogue.under(norm).games
    if slug in GAMES and catalogue.under(norm)[slug].can_be_played
]


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.game}-{frame.norm}")
def test_a_game_opens_with_the_examples_and_asks_for_no_more(frame: Frame) -> None:
    assert open_table(game(frame.game), frame, frame.examples).opening.rest
    must_be_stated = {name for name, option in frame.options.items() if option.must_be_stated}
    assert must_be_stated <= frame.examples.keys()
    if must_be_stated:
        with pytest.raises(FaultySetup) as faulty:
            open_table(game(frame.game), frame)
        told = {fault.choice for fault in faulty.value.faults if fault.code == "choice_missing"}
        assert told == must_be_stated
    else:
        assert open_table(game(frame.game), frame)


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.game}-{frame.norm}")
def test_a_bet_whose_odds_are_asked_for_is_one_players_bet(frame: Frame) -> None:
    """It is the first player's bet, so it exists at a table with one seat. At craps that player throws."""
    table = open_table(game(frame.game), frame, frame.examples)
    for wager in table.game.wagers(table.opening).values():
        others = {CROUPIER, CHANCE, 1} if frame.game == "craps" else {CROUPIER, CHANCE}
        assert {act.by for act in wager.acts} - others == {2 if frame.game == "craps" else 1}


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.game}-{frame.norm}")
def test_a_table_is_drawn_from_its_first_row_and_column_on(frame: Frame) -> None:
    table = open_table(game(frame.game), frame, frame.examples)
    layout = table.game.layout(table.opening)
    drawn = (
        [one.at for one in layout.spots],
        [one.at for one in layout.cards],
        [one.at for one in layout.pots],
    )
    areas = [area for of_a_kind in drawn for area in of_a_kind if area != NOWHERE]
    assert 0 <= min(area.column for area in areas) < CELL  # the chip of a split may lie on the first line
    first = CELL if frame.game == "chemin_de_fer" else 0  # whose cards lie before the players
    assert first <= min(area.row for area in areas) < first + CELL


@pytest.mark.parametrize(("given", "near"), [("rulet", ("ruleta",)), ("holden", ("holdem",)), ("xyzzy", ())])
def test_of_games_with_like_names_the_nearest_alone_is_proposed(given: str, near: tuple[str, ...]) -> None:
    with pytest.raises(NovamasError) as raised:
        game(given)
    assert (raised.value.code, raised.value.figures["near"]) == ("no_such_game", near)

"""`novamas games`: the catalogue and the lawful frame of a game."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import Novamas

from novamas.games import GAMES, game
from novamas.law import catalogue
from novamas.pools.names import POOLS
from novamas.table.game import open_table
from novamas.table.layout import Layout
from novamas.table.wire import reader


def test_the_catalogue_lists_every_game_of_every_norm(novamas: Novamas) -> None:
    listed = {one["game"]: one for one in json.loads(novamas("games", "--json").out)["games"]}
    assert len(listed) == 26
    assert listed["ruleta"]["norms"] == {"IB05": "whole", "AR10": "amended parts only"}
    assert listed["ruleta"]["name"] == "French roulette"
    assert {slug for slug, one in listed.items() if one["playable"]} == {*GAMES, *POOLS}
    assert listed["promotrot"]["says"].startswith("Promotrot: virtual tickets")
    shown = novamas("games").out
    assert all(slug in shown for slug in listed)
    assert "IB05 (AR10)" in shown
    assert "26 of 26 can be played here." in shown


def test_the_catalogue_is_named_in_the_readers_language(novamas: Novamas) -> None:
    assert "ruleta americana de doble zero" in novamas("games", "--lang", "ca").out
    assert "treinta y cuarenta" in novamas("--lang", "es", "games").out


def test_our_readings_are_told_in_the_readers_language(novamas: Novamas) -> None:
    assert (
        "IB05.07.IV.6: On a tie the player who deals keeps the shoe, because the bank has not lost."
        in novamas("games", "punto_y_banca").out
    )
    assert (
        "IB05.07.IV.6: En cas d’empat, qui reparteix conserva el sabot, perquè la banca no ha perdut."
        in novamas("games", "punto_y_banca", "--lang", "ca").out
    )
    told = json.loads(novamas("games", "punto_y_banca", "--lang", "es", "--json").out)["readings"]
    applied = {
        "clause": "IB05.07.IV.6",
        "asks": "¿Conserva el sabot quien reparte si hay empate?",
        "applies": "En caso de empate, quien reparte conserva el sabot, porque la banca no ha perdido.",
    }
    assert applied in told


def test_the_list_may_be_that_of_a_norm_or_of_a_place_on_a_day(novamas: Novamas) -> None:
    def games(*words: str) -> list[str]:
        return [one["game"] for one in json.loads(novamas("games", *words, "--json").out)["games"]]

    assert games("--norm", "CM16") == ["pai_gow_poker", "pai_gow_domino"]
    assert tuple(games("--in", "aragon", "--on", "2015-01-01")) == catalogue.under("AR10").games
    assert "tres_cartas" not in games("--in", "illes_balears", "--on", "2008-01-01")
    assert "tres_cartas" in games("--in", "illes_balears", "--on", "2015-01-01")


def test_the_list_of_a_place_says_which_games_can_be_played_there(novamas: Novamas) -> None:
    listed = {
        one["game"]: one for one in json.loads(novamas("games", "--in", "aragon", "--json").out)["games"]
    }
    assert {one["norm"] for one in listed.values()} == {"AR10"}
    playable = {slug for slug, one in listed.items() if one["playable"]}
    assert playable == {frame.game for frame in catalogue.under("AR10") if frame.can_be_played}
    assert "ruleta" in listed.keys() - playable
    shown = " ".join(novamas("games", "--in", "aragon", "--lang", "es").out.split())
    assert f"Se pueden jugar aquí {len(playable)} de {len(listed)}." in shown
    assert (
        "La norma AR10 autoriza este juego (ruleta francesa), pero sus reglas están en el Decreto 159/2002"
        in shown
    )


@pytest.mark.law("IB05.01.IV.2.A.b.2")
def test_a_frame_shows_choices_with_bounds_defaults_and_clauses(novamas: Novamas) -> None:
    frame = json.loads(novamas("games", "ruleta", "--json").out)
    assert frame["norm"] == "IB05"
    assert frame["options"]["cloths"]["one_of"] == [1, 2]
    assert frame["options"]["maximum"]["cite"][0] == "IB05.01.IV.2.A.b.2"
    assert frame["options"]["maximum"]["default_from"] == "10 * minimum"
    assert frame["options"]["maximum"]["reading"] is True
    assert "IB05.01.IV.1.A.h.1" in [reading["clause"] for reading in frame["readings"]]
    shown = novamas("games", "ruleta").out
    assert "French roulette (ruleta) · IB05, " in shown
    assert "200 (€2.00)" in shown
    assert "(our reading)" in shown
    assert "IB05.01.IV.1.A.h.1: Only adjacent columns" in shown


@pytest.mark.law("AR10.5.2")
def test_a_frame_says_what_is_borrowed(novamas: Novamas) -> None:
    frame = json.loads(novamas("games", "ruleta_doble_cero", "--json").out)
    assert frame["borrowed"]["bets.columna"]["norm"] == "IB05"
    shown = novamas("games", "ruleta_doble_cero").out
    assert "from American roulette under IB05: " in shown
    assert "(AR10.5.2)" in shown


def test_the_norm_of_a_frame_is_the_newest_that_has_the_game_whole(novamas: Novamas) -> None:
    assert json.loads(novamas("games", "sintetico", "--json").out)["norm"] == "AR10"
    assert json.loads(novamas("games", "boule", "--json").out)["norm"] == "IB05"
    assert json.loads(novamas("games", "boule", "--norm", "AR10", "--json").out)["stage"] != "whole"
    placed = json.loads(novamas("games", "sintetico", "--in", "illes_balears", "--json").out)
    assert placed["norm"] == "IB09"


@pytest.mark.law("IB05.14.III.2.1")
def test_the_frame_of_a_pool_shows_what_its_organiser_chooses(novamas: Novamas) -> None:
    frame = json.loads(novamas("games", "lototrot", "--json").out)
    assert frame["options"]["price"]["cite"][0] == "IB05.14.III.2.1"
    shown = novamas("games", "lototrot", "--lang", "es").out
    assert "`novamas lototrot form`" in shown
    assert "--choice" not in shown


@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize(
    "words",
    [("play",), ("odds",), ("par",), ("diff",), ("placard",), ("schema",), ("games", "--layout")],
    ids=lambda words: words[0],
)
def test_a_pool_has_no_table_and_says_how_it_is_run(
    novamas: Novamas, pool: str, words: tuple[str, ...]
) -> None:
    ran = novamas(words[0], pool, *words[1:], "--lang", "es")
    assert ran.status == 2
    assert ran.err.startswith(f"{pool} no se juega en una mesa")
    assert f"`novamas {pool}`" in ran.err


def test_choices_are_described_in_the_readers_language(novamas: Novamas) -> None:
    assert "crupieres en la mesa" in novamas("games", "ruleta", "--lang", "es").out
    assert "crupiers a la taula" in novamas("games", "ruleta", "--lang", "ca").out


def test_the_layout_of_a_table_is_shown(novamas: Novamas) -> None:
    """People see the spots by kind. Programs get all data for drawing the table."""
    shown = novamas("games", "ruleta", "--layout").out
    assert "IB05.01.IV.1.A.a.1" in shown
    assert "35" in shown
    printed = novamas("games", "trijoker", "--norm", "IB05", "--layout", "--json").out
    table = catalogue.under("IB05")["trijoker"]
    opened = open_table(game("trijoker"), table, table.examples)
    assert reader(Layout).decode(printed) == opened.game.layout(opened.opening)


@pytest.mark.parametrize(
    ("language", "rule"),
    [
        ("es", "2. Cinco ases: dos van a la mano baja."),
        ("ca", "2. Cinc asos: dos van a la mà baixa."),
        ("en", "2. Five aces: two of them go low."),
    ],
)
def test_the_house_ways_of_pai_gow_are_published(novamas: Novamas, language: str, rule: str) -> None:
    shown = novamas("games", "pai_gow_poker", "--norm", "CM16", "--lang", language).out
    assert shown.count(rule) == 2  # in the usual and in the simple way
    assert "`house_way = own`" in shown
    assert "`house_way = by_worth`" in novamas("games", "pai_gow_domino", "--lang", language).out

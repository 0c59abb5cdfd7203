"""`novamas play`: whole games, typed line by line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas, Ran


def play(novamas: Novamas, lines: str, *words: object, game: str = "ruleta", seed: int = 1) -> Ran:
    ran = novamas("play", game, "--seed", seed, *words, lines=lines)
    assert ran.status == 0, ran.err
    assert ran.err == ""
    assert "Traceback" not in ran.out
    return ran


WHOLE_GAMES = {
    "en": (
        "rojo 5\n17 2\nlaunch\nred 1\n\nwhy\nwithdraw red\nquit\n",
        [
            "You sit at seat 1 with €200.00.",
            "You bet €5.00 on red.",
            "You bet €2.00 on 17 straight up.",
            "Croupier: spins the ball.",
            "Croupier: “No va más.”",
            "Result: 19, red.",
            "17 straight up: €2.00 (loses) → €0.00 (IB05.01.IV.3.c.1)",
            "Red: €6.00 (pays 1 to 1) → €12.00; the stake stays on the cloth (IB05.01.IV.1.B.a.3)",
            "Your bets on the cloth: red €6.00.",
            "  €6.00 + €6.00 × 1 = €12.00",
            "IB05.01.IV.1.B.a.3: An even chance pays even money (1 to 1).",
            "You take €6.00 back from red.",
            "You leave with €204.00. Rounds: 1. Result: +€4.00.",
        ],
    ),
    "es": (
        "apostar rojo 5\npleno 17 2\nlanzar\n\npor qué\nretirar rojo\nsalir\n",
        [
            "Usted ocupa el puesto 1, con 200,00 €.",
            "Usted apuesta 5,00 € al rojo.",
            "Usted apuesta 2,00 € a un pleno al 17.",
            "Crupier: lanza la bola.",
            "Crupier: «No va más.»",
            "Resultado: 19, rojo.",
            "Rojo: 5,00 € (paga 1 a 1) → 10,00 €; la postura sigue en el tapete (IB05.01.IV.1.B.a.3)",
            "Pleno al 17: 2,00 € (pierde) → 0,00 € (IB05.01.IV.3.c.1)",
            "  5,00 € + 5,00 € × 1 = 10,00 €",
            "Usted retira 5,00 € de la postura al rojo.",
            "Se va con 203,00 €. Jugadas: 1. Resultado: +3,00 €.",
        ],
    ),
    "ca": (
        "vermell 5\nple 17 2\nllançar\n\nper què\nretirar vermell\nsortir\n",
        [
            "Ocupeu el lloc 1, amb 200,00 €.",
            "Heu apostat 5,00 € al vermell.",
            "Crupier: «No va más.»",
            "Resultat: 19, vermell.",
            "Vermell: 5,00 € (paga 1 a 1) → 10,00 €; la postura continua al tapet (IB05.01.IV.1.B.a.3)",
            "Heu retirat 5,00 € de la postura al vermell.",
            "Us n’aneu amb 203,00 €. Jugades: 1. Resultat: +3,00 €.",
        ],
    ),
}


@pytest.mark.parametrize("language", WHOLE_GAMES)
def test_a_whole_game_in_each_language(novamas: Novamas, language: str) -> None:
    lines, told = WHOLE_GAMES[language]
    ran = play(novamas, lines, "--lang", language)
    for sentence in told:
        assert sentence in ran.out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("rojo 0", "€0.00 is below the minimum, €2.00. (IB05.01.IV.2.A.2)"),
        ("rojo 1.5", "€1.50 is below the minimum, €2.00. (IB05.01.IV.2.A.2)"),
        ("rojo 2,50", "Chips cannot make €2.50: it must be a multiple of €1.00. (IB05.01.IV.2.A.2)"),
        ("17 21", "€21.00 is above the maximum, €20.00. (IB05.01.IV.2.A.b.2)"),
        ("rojo 361", "€361.00 is above the maximum, €360.00. (IB05.01.IV.2.A.a.1)"),
        ("rojo 201", "This takes €201.00; you have €200.00."),
        ("verde 5", "There is no bet “verde”; did you mean "),
        ("rojo -5", "“-5” is not an amount"),
        ("rojo 1,555", "€1,555.00 is above the maximum, €360.00. (IB05.01.IV.2.A.a.1)"),
        ("half", "This cannot be done now."),
        ("sing a song", "“sing a song” is not understood. You can type “bet BET EUROS”."),
        ("law nonsense", "“nonsense”"),
        ("law", "Name the clause to read"),
        ("why", "Nothing has been paid yet."),
    ],
)
@pytest.mark.law("IB05.01.IV.1.1", "IB05.01.IV.2.A.2", "IB05.01.IV.2.A.b.2", "IB05.01.IV.2.A.a.1")
def test_what_is_refused_is_told_and_costs_nothing(novamas: Novamas, line: str, says: str) -> None:
    ran = play(novamas, f"{line}\nrojo 5\nwithdraw\nquit\n")
    assert says in ran.out
    assert "You bet €5.00 on red." in ran.out
    assert "You leave with €200.00. Rounds: 0. Result: €0.00." in ran.out


def test_a_refusal_is_told_in_the_readers_language_too(novamas: Novamas) -> None:
    assert "0,00 € no llega al mínimo, que es 2,00 €." in play(novamas, "rojo 0\n", "--lang", "es").out
    assert "No existeix l’aposta «verd»" in play(novamas, "verd 5\n", "--lang", "ca").out


@pytest.mark.law("IB05.01.IV.1.B.b.1", "IB05.01.IV.1.B.b.2")
def test_at_zero_the_player_decides_or_is_silent(novamas: Novamas) -> None:
    half = play(novamas, "rojo 5\n\nrojo 5\nhalf\nquit\n", seed=100).out
    assert "Seat 1: €5.00 moves from red to red in prison." in half
    assert "Enter: prison." in half
    assert "Red in prison: €5.00 (loses half) → €2.50 (IB05.01.IV.1.B.b.1)" in half
    assert "You leave with €197.50." in half
    silent = play(novamas, "rojo 5\n\n\n\nquit\n", seed=100).out
    assert "Croupier: “rojo: en prisión.”" in silent
    assert "Red in prison: €5.00 (loses) → €0.00 (IB05.01.IV.1.B.b.2)" in silent
    bound = play(novamas, "rojo 5\n\nprison\nquit\n", seed=100).out
    assert "€5.00 stays on the cloth: it cannot be taken back now." in bound


def test_whoever_stops_in_mid_game_takes_back_what_is_free(novamas: Novamas) -> None:
    for end in ("quit\n", "", "exit"):
        ran = play(novamas, f"rojo 5\n17 2\n{end}")
        assert "You take €5.00 back from red." in ran.out
        assert "You leave with €200.00. Rounds: 0. Result: €0.00." in ran.out


def test_enter_stakes_nothing_and_spins_an_empty_cloth(novamas: Novamas) -> None:
    ran = play(novamas, "\n\nquit\n")
    assert ran.out.count("Result: ") == 3  # two spins and the farewell
    assert "You leave with €200.00. Rounds: 2." in ran.out


def test_help_and_acts_say_what_may_be_typed(novamas: Novamas) -> None:
    ran = play(novamas, "?\nacts\nlaw IB05.01.IV.1.1\nquit\n")
    assert "as `acts` lists it: “bet column 1 2”." in ran.out
    assert ran.out.count("0 straight up, 1 straight up, 2 straight up … 36 straight up (37)") == 2
    assert "Closed list: players may use only the bets that follow." in ran.out


def test_the_same_number_gives_the_same_game(novamas: Novamas) -> None:
    def told(seed: int) -> str:
        return re.sub(r"\S+\.jsonl", "", play(novamas, "rojo 5\n\n\nquit\n", seed=seed).out)

    assert told(7) == told(7)
    assert told(7) != told(8)


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("boule", "7 2\nrojo 4\n\nwhy\nquit\n"),
        ("ruleta_americana", "colour 5\nvecinos 5 5\nrojo 5\n\nwhy\nquit\n"),
        ("ruleta_doble_cero", "00 2\ncuadro_especial 4\n\nwhy\nquit\n"),
        ("ruleta_de_la_fortuna", "24 5\njoker_rojo 2\n\nwhy\nquit\n"),
    ],
)
def test_the_other_wheels_are_played_alike(novamas: Novamas, game: str, lines: str) -> None:
    for language in ("en", "es", "ca"):
        ran = play(novamas, lines.replace("quit", "q"), "--lang", language, game=game, seed=3)
        assert "not understood" not in ran.out
        assert "→" in ran.out
    assert "each chip 500" not in ran.out  # amounts are shown in euros


def test_chips_and_choices_may_be_brought(novamas: Novamas) -> None:
    ran = play(novamas, "rojo 0,50\nquit\n", "--cash", "12,50", "--choice", "chip=50", "--choice", "seats=3")
    assert "You sit at seat 1 with €12.50." in ran.out
    assert "€0.50 is below the minimum, €2.00." in ran.out


def test_the_table_is_one_of_a_place_on_a_day(novamas: Novamas) -> None:
    ran = play(novamas, "quit\n", "--in", "aragon", "--on", "2015-01-01", game="ruleta_doble_cero")
    assert "AR10" in ran.out
    refused = novamas("play", "ruleta", "--in", "aragon")
    assert refused.status == 2
    assert "whose text we do not have. (AR10.1.3.a.1)" in refused.err


def test_the_record_is_written_where_it_is_wanted_and_never_over_another(
    novamas: Novamas, tmp_path: Path
) -> None:
    path = tmp_path / "evening.jsonl"
    ran = novamas("play", "ruleta", "--record", path, lines="rojo 5\n\nquit\n")
    assert ran.status == 0
    header, *deeds, seal = map(json.loads, path.read_text("utf-8").splitlines())
    assert header["cash"] == {"1": 20000}
    assert header["choices"]["seats"] == 1
    assert header["commitment"] in ran.out
    assert seal["seed"] in ran.out
    bets = [deed for deed in deeds if deed["do"] == "bet"]
    assert bets == [{"do": "bet", "by": 1, "bet": "rojo", "cents": 500, "link": bets[0]["link"]}]
    before = path.read_text("utf-8")
    again = novamas("play", "ruleta", "--record", path, lines="quit\n")
    assert again.status == 2
    assert "already exists, and records are not overwritten" in again.err
    assert path.read_text("utf-8") == before


def test_without_a_wanted_place_the_record_is_among_the_users_data(novamas: Novamas, tmp_path: Path) -> None:
    for _ in range(2):  # two tables of the same second have separate records
        assert "The record is " in play(novamas, "rojo 5\n\nquit\n").out
    found = sorted((tmp_path / "data" / "records").iterdir())
    assert len(found) == 2
    assert all(re.fullmatch(r"ruleta-\d{4}-\d\d-\d\d-\d{6}(-2)?\.jsonl", path.name) for path in found)
    assert novamas("replay", *found).status == 0


def test_the_cards_of_one_owner_are_told_in_one_line(novamas: Novamas) -> None:
    ran = play(novamas, "bet 5\n\n\nquit\n", "--norm", "IB09", game="pai_gow_poker", seed=4)
    lines = ran.out.splitlines()
    assert "The croupier: ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒ ▒▒." in lines
    assert "You look at 2♥ 2♠ 7♥ 8♦ 8♠ 7♣ 7♦." in lines
    assert "The croupier: turns up 10♥ Q♥ K♥ ★ Q♠ 5♠ A♠." in lines
    assert "You: 2♥ 2♠ 7♥ 8♦ 8♠ 7♣ 7♦, out of play." in lines


def test_help_at_a_pai_gow_table_tells_how_the_croupier_sets_his_hands(novamas: Novamas) -> None:
    asked = play(novamas, "ayuda\nsalir\n", "--lang", "es", game="pai_gow_poker").out
    assert "Cómo forma el crupier sus manos" in asked
    assert "18. Siete cartas distintas: la más alta queda en la mano alta." in asked
    simple = play(
        novamas, "ayuda\nsalir\n", "--lang", "es", "--choice", "house_way=simple", game="pai_gow_poker"
    )
    assert "11. Siete cartas distintas: la más alta queda en la mano alta." in simple.out


def test_no_line_is_too_long_and_no_amount_too_large(novamas: Novamas) -> None:
    """A line that is too long is neither executed nor quoted in full. The game continues."""
    lines = [
        "x" * 10**7,
        f"rojo 5 {' ' * 10_000} x",  # the beginning alone would be a bet
        f"rojo {'9' * 6_000}",
        "rojo 999999999999999999",
        f"{'9' * 30} €",
        f"pleno {'9' * 300}",
        "rojo 5",
        "quit",
    ]
    ran = play(novamas, "\n".join(lines) + "\n")
    assert ran.out.count("You bet") == 1
    assert max(map(len, ran.out.splitlines())) < 1_000
    assert "€999,999,999,999,999,999.00 is above the maximum" in ran.out

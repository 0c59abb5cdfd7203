"""A newcomer at the terminal: which questions are asked, which are left out, and the texts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas
from tests.support.every_game import played
from tools import newcomer

from novamas.cli.output import show_table, wrapped
from novamas.games import GAMES, game
from novamas.law.texts import LANGUAGES, Language
from novamas.record import read_record
from novamas.table.phases import Incident
from novamas.table.session import Session
from novamas.words import voice_for
from novamas.words.prompts import question, situation_text
from novamas.words.texts import text_file
from novamas.words.voice import capital


def told(novamas: Novamas, lines: str, slug: str, *more: object, seed: int = 3) -> str:
    ran = novamas("play", slug, "--seed", seed, *more, lines=lines)
    assert ran.status == 0, ran.err
    return ran.out


# ---------------------------------------------------------------- chores


@pytest.mark.law("IB05.03.V.3.b.2")
def test_who_wants_to_cut_says_so_and_others_are_spared_it(novamas: Novamas, tmp_path: Path) -> None:
    spared, asked = tmp_path / "spared.jsonl", tmp_path / "asked.jsonl"
    first = told(novamas, "quit\n", "blackjack", "--record", spared)
    assert first.index("Seat 1 cuts.") < first.index("Hagan juego") < first.index("[€200.00] >")
    second = told(novamas, "cut\nquit\n", "blackjack", "--chores", "--record", asked)
    assert second.index("The cards are offered for the final cut.") < second.index("[€200.00] > cut")
    assert read_record(spared).deeds == read_record(asked).deeds  # a chore is done, not left out


def test_no_decision_is_taken_for_a_chore(novamas: Novamas) -> None:
    lines = "\ntake_bank 50\nannounce\n" + "\n" * 15 + "quit\n"
    out = told(novamas, lines, "chemin_de_fer")
    assert "[€" in out.split("take it and fund it")[1][:400]  # the bank is never taken automatically


@pytest.mark.parametrize("slug", ["ruleta", "blackjack", "punto_y_banca", "pai_gow_poker"])
def test_enter_says_when_a_round_is_played_without_the_player(novamas: Novamas, slug: str) -> None:
    out = told(novamas, "\n\nquit\n", slug)
    assert out.count("You have no stake on the cloth: this round is played without you.") == 2
    assert "Rounds: 2." in out


def test_who_has_staked_is_not_told_that_he_has_not(novamas: Novamas) -> None:
    assert "nothing on the cloth" not in told(novamas, "red 5\n\nquit\n", "ruleta")


def test_the_own_place_comes_first_and_the_others_are_summed_up(novamas: Novamas) -> None:
    assert "  hand 1 (your own); also hand 2 … hand 7 " in told(novamas, "quit\n", "blackjack")


def test_a_bare_amount_goes_to_the_own_box(novamas: Novamas) -> None:
    out = told(novamas, "10\nquit\n", "sin_descarte")
    assert "initial bet (your own); also initial bet on box 2 … initial bet on box 7 " in out
    assert "€10.00" in out.split("> 10\n")[1].splitlines()[0]
    assert "[€190.00] >" in out
    assert "You bet €10.00 on hand 1." in told(novamas, "10\nquit\n", "blackjack")


def test_a_bet_at_its_maximum_is_refused_for_that_and_nothing_else_is_bet(novamas: Novamas) -> None:
    out = told(novamas, "red 360\nred 5\n17 20\n17 2\nquit\n", "ruleta", "--cash", "2000")
    assert "The maximum on red is €360.00" in out
    assert "The maximum on 17 straight up is €20.00" in out
    assert "on 2 straight up" not in out
    assert "[€1,620.00] > quit" in out


def test_of_several_persons_who_may_do_it_does_it_whoever_is_asked(novamas: Novamas) -> None:
    lines = "red 5\nopen\nbet red 5\nlaunch\nopen\nlaunch\n1-2 5\nquit\n"
    out = told(novamas, lines, "ruleta", "--as", "s1,croupier,floor")
    assert "The croupier has not opened betting." in out.split("> red 5")[1].splitlines()[1]
    assert "You bet €5.00 on red." in out.split("> bet red 5")[1].splitlines()[1]
    assert "This cannot be done now." in out.split("> open")[2].splitlines()[1]
    assert "The ball is already in play." in out.split("> launch")[2].splitlines()[1]
    assert "more than one thing" in out.split("> 1-2 5")[1].splitlines()[1]


# ---------------------------------------------------------------- questions


def test_a_hand_is_shown_with_its_total_and_the_banks_card(novamas: Novamas) -> None:
    out = told(novamas, "10\n\n\nquit\n", "blackjack")
    assert "Hand 1: 7♣ Q♠ (17)" in out
    assert "You are playing hand 1: 17 against the bank’s 8♦." in out
    assert "The bank: A♣ (soft 11)" in told(novamas, "10\n\n\nquit\n", "blackjack", seed=1)


def test_of_two_hands_it_is_said_which_is_played(novamas: Novamas) -> None:
    out = told(novamas, "10\n\n\nsplit\n\n\nquit\n", "blackjack", seed=22)
    assert re.search(r"You are playing hand 1: \d+ against .* After it you have 1 more hand to play\.", out)
    assert "You are playing hand 1.2: " in out


def test_points_of_baccara_are_told(novamas: Novamas) -> None:
    lines = "\ntake_bank 50\nannounce\n" + "\n" * 11
    assert "You: Q♠ 10♥ (0)" in told(novamas, lines, "chemin_de_fer")


def test_at_circle_poker_pot_price_and_stacks_are_told(novamas: Novamas) -> None:
    out = told(novamas, "buy 100\n\n\nquit\n", "holdem", "--norm", "AR10")
    assert "Your turn: pot €27.00; a call costs €9.50." in out
    assert (
        "Chips of the other players: seat 3 €35.00 (has put in €4.00), seat 4 €29.50 (has put in €9.50), "
        in out
    )


def test_the_shooter_is_told_that_he_must_bet_and_the_long_list_comes_once(novamas: Novamas) -> None:
    out = told(novamas, "\n\n\nquit\n", "craps")
    must_bet = "Before throwing, the shooter must bet on the pass line or don’t pass, or pass the dice."
    assert out.count(must_bet) == 3
    assert out.count("juego de 7, horn") + out.count("any seven, horn") <= 1
    assert "“acts” lists everything you can do." in out


@pytest.mark.parametrize("slug", GAMES)
def test_whoever_must_decide_is_asked_in_words_in_every_game(slug: str) -> None:
    asked = 0
    for session in played(slug, 7, STEPS.get(slug, 250)):
        who = session.phase.turn
        if isinstance(who, int):
            asked += 1
            view = session.view(who)
            for language in LANGUAGES:
                voice = voice_for(language, slug)
                assert question(view, voice).endswith((".", "?")), session.phase.tag()
                assert question(view, voice) != capital(
                    voice.say("standing.decides", who=who, phase=session.phase.tag())
                ), session.phase.tag()
    assert asked or slug in NO_DECISIONS


STEPS = {"ruleta": 2_000}  # until a zero comes
NO_DECISIONS = ("boule", "ruleta_americana", "ruleta_de_la_fortuna", "ruleta_doble_cero", "punto_y_banca")


@pytest.mark.parametrize("slug", ["holdem", "blackjack", "chemin_de_fer", "tres_cartas"])
def test_what_is_shown_before_a_decision_is_only_what_the_eyes_see(slug: str) -> None:
    for session in played(slug, 5, 150):
        for seat in (1, 2):
            seen = {held.card for pile in session.view(seat).piles for held in pile.cards}
            shown = "\n".join(situation_text(session.view(seat), voice_for("en", slug)))
            for other in hidden_from(session, seat) - seen:
                assert voice_for("en").cards([other]) not in shown


def hidden_from(session: Session, seat: int) -> set[int]:
    """Return the cards in front of other players that this seat cannot see."""
    return {
        held.card
        for eyes in range(1, session.phase.seats() + 1)
        if eyes != seat
        for pile in session.view(eyes).piles
        for held in pile.cards
        if held.card is not None
    }


# ---------------------------------------------------------------- help


def verbs(slug: str) -> set[str]:
    return {act.verb() for act in game(slug).acts if not issubclass(act, Incident)}


@pytest.mark.parametrize("slug", GAMES)
def test_every_act_of_every_game_is_explained(slug: str) -> None:
    for verb in verbs(slug):
        for language in LANGUAGES:
            assert voice_for(language, slug).text(f"acts_told.{verb}").endswith("."), verb


def test_nothing_is_explained_that_nobody_can_do() -> None:
    assert text_file("acts_told").keys() == {verb for slug in GAMES for verb in verbs(slug)}


@pytest.mark.parametrize(
    ("language", "line", "says"),
    [
        ("es", "ayuda doblar", "Doblar: doblar la postura a cambio de una sola carta más."),
        ("ca", "ajuda doblar", "Doblar: doblar la postura a canvi d’una sola carta més."),
        ("en", "help double", "Double: double the stake for exactly one more card."),
        ("en", "help fly", "“fly” is not an action of this game. Possible now: “stand”, “hit”, “double”."),
    ],
)
def test_help_with_an_act_explains_it(novamas: Novamas, language: Language, line: str, says: str) -> None:
    assert says in told(novamas, f"10\n\n\n{line}\nquit\n", "blackjack", "--lang", language)


# ---------------------------------------------------------------- advice


def test_a_hint_names_the_best_play_and_what_the_others_cost(novamas: Novamas) -> None:
    out = told(novamas, "10\n\nhint\n\nhint\nquit\n", "blackjack")
    assert "Best: no (−38.42 % of the stake on average).\nsurrender: costs 11.58 % more." in out
    assert "Best: stand (−38.42 % of the stake on average).\nhit: costs 11.67 % more." in out
    assert "double: costs 61.77 % more." in out


@pytest.mark.parametrize(
    ("slug", "lines", "says"),
    [
        ("ruleta", "hint\n", "There is nothing to decide now; `odds` compares the bets."),
        ("ruleta", "odds\n", "House edge, per unit staked:"),
        ("craps", "\nodds\n", " 1.414 %"),
        ("tres_cartas", "10\n\nhint\n", "with Q-6-4 or better"),
        ("pai_gow_poker", "10\n\nhint\n", "Best low hand: 5♠ K♣ (+24.95 % of the stake)"),
        ("holdem", "buy 100\n\n\nhint\n", " of the pot; a call needs 26.0 %."),
        ("holdem", "buy 100\nodds\n", "Rake and fees of the house"),
        ("sin_descarte", "odds\n", "`novamas odds sin_descarte` does it once and stores the result."),
        (
            "sin_descarte",
            "10\n\nhint\n",
            "stake on average).\ngo: costs 61.05 % more.",
        ),
        ("trijoker", "10\n\nhint\n", "otherwise “withdraw”. Costs 0.0217 % compared with best play."),
        ("craps", "hint\n", "No advice has been computed for this decision."),
    ],
)
def test_advice_where_there_is_some_and_a_sentence_where_there_is_none(
    novamas: Novamas, slug: str, lines: str, says: str
) -> None:
    assert says in told(novamas, f"{lines}quit\n", slug)


# ---------------------------------------------------------------- the width of a terminal

AMOUNTS = "Rojo: 1.000,00 € (paga 1 a 1) → 2.000,00 €; la ventaja es del 2,703 % (1/37), 7 × 8 = 56."


@pytest.mark.parametrize("width", range(24, 90))
def test_no_amount_share_or_fraction_is_broken(width: int) -> None:
    lines = wrapped(AMOUNTS, width)
    assert " ".join(line.strip() for line in lines) == AMOUNTS
    for whole in ("1.000,00 €", "→ 2.000,00 €", "2,703 %", "(1/37),"):
        assert any(whole in line for line in lines), whole
    longest = max(len(word) for word in AMOUNTS.split()) + len("  → ") + 4
    assert all(len(line) <= max(width, longest) for line in lines)


def test_without_a_width_no_line_is_broken() -> None:
    assert wrapped(AMOUNTS * 9, 0) == [AMOUNTS * 9]


@pytest.mark.parametrize("width", range(30, 60))
def test_a_table_breaks_no_amount(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    show_table(["Bet", "Limits", "Note"], [["number", "2,00 € – 500,00 €", "35 to 1, 1.234,50 € in all"]])
    told = capsys.readouterr().out
    assert all(amount in told for amount in ("2,00 €", "500,00 €", "1.234,50 €"))
    assert max(map(len, told.splitlines())) <= width


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("slug", ["blackjack", "craps", "ruleta", "holdem", "pai_gow_poker"])
def test_the_screen_fits(novamas: Novamas, monkeypatch: pytest.MonkeyPatch, slug: str, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    out = told(novamas, "\n5\n\n\nodds\nwhy\n?\nquit\n", slug, "--lang", "es", "--record", "r.jsonl")
    Path("r.jsonl").unlink()
    assert [line for line in out.splitlines() if len(line) > width and " " in line.strip()] == []


@pytest.mark.parametrize("script", newcomer.scripts(), ids=lambda script: script.stem)
def test_a_newcomers_evening_fits_the_page_and_is_told_again(script: Path) -> None:
    kept = script.with_suffix(".txt").read_text("utf-8")
    assert max(map(len, kept.splitlines())) <= newcomer.WIDTH
    assert newcomer.shown(script) == kept

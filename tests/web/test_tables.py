"""Tables in real browsers: bets, hands, legal questions, past rounds, lost connections."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.layouts import FOLDER, printed
from tests.web.walking import walk, walk_past_a_restart


def test_tables_by_mouse_touch_and_as_text(house: str) -> None:
    walk("tables", house, "refusal", "tools", "text", "blackjack", "holdem")


@pytest.mark.soak
def test_tables_by_keyboard_in_three_languages_over_a_line_that_breaks(house: str) -> None:
    walk("tables", house, "roulette", "keyboard", "dropped", "looks", "phone")


def test_what_the_law_asks_and_bars_and_what_the_floor_decides(house: str) -> None:
    walk("asks", house, "half_or_prison", "incident", "line_in_hand")


def test_three_cards_are_decided_hands_are_set_and_banks_pass(house: str) -> None:
    walk("asks", house, "tres_cartas", "pai_gow", "chemin_de_fer")


def test_the_floor_finds_what_happened_and_deals(house: str) -> None:
    walk("walls", house, "floor", "floorByKeys", "dealing", "coach", "odds")


def test_no_wall_is_without_a_way_out(house: str) -> None:
    walk("walls", house, "ninth", "leaving", "hero", "noTable", "away")


@pytest.mark.soak
def test_nine_tables_in_a_row_are_left_without_closing_any(house: str) -> None:
    walk("walls", house, "nineInARow")


def test_a_round_is_seen_again(house: str) -> None:
    walk("rounds", house, "again")


def test_questions_results_and_names_at_the_table(house: str) -> None:
    walk("flow", house, "questions", "results", "reload")


@pytest.mark.soak
def test_the_flow_of_a_table_fault_by_fault(house: str) -> None:
    walk(
        "flow",
        house,
        "sitting_out",
        "calls",
        "names",
        "announced",
        "awaited",
        "pace",
        "tour",
        "sizes",
        "clean",
    )


def test_a_newcomer_meets_words_that_explain_themselves_sounds_and_a_session_page(house: str) -> None:
    walk("newcomer", house, "words", "session", "sounds", "ways_out", "paper", "still")


@pytest.mark.soak
def test_a_newcomer_sits_at_dear_games_is_advised_and_ends_deals(house: str) -> None:
    walk("newcomer", house, "dear", "advised", "terms", "space")


@pytest.mark.soak
def test_the_croupier_calls_fingers_and_mice_drag_and_what_is_not_offered_says_why(house: str) -> None:
    walk("asks", house, "croupier", "finger", "chips", "barred")


@pytest.mark.soak
def test_records_are_verified_and_seen_again(house: str) -> None:
    walk("rounds", house, "verified", "dropped_record")


def test_a_hand_goes_on_when_the_house_was_started_again(tmp_path: Path) -> None:
    walk_past_a_restart("asks", tmp_path)


def test_the_drawings_are_tested_with_the_layouts_of_today() -> None:
    assert {file.name: file.read_text("utf-8") for file in FOLDER.iterdir()} == printed()

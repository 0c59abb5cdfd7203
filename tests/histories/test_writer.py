"""Sessions are written as hand histories whose replay agrees. Hands that do not fit are reported."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.histories.hand_files import ANTES, STUD, agree, departs, evening

from novamas.errors import NovamasError
from novamas.histories.phh import History, history_of, write_history
from novamas.histories.writer import ExportedHands, exported_hands, text_of
from novamas.record import Record, header_of
from novamas.testing.rehearsal import opened

UNTELLABLE = ("carried_pot_not_in_format", "bet_not_in_format", "many_bets_not_in_format")


def told(record: Record) -> tuple[History, ...]:
    """Return the hands of a record that the format can express. The others have a known reason."""
    written = exported_hands(record)
    assert {fault.text_key for fault in written.left_out} <= set(UNTELLABLE)
    return written.histories


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from(
        [
            ("holdem", {"ante": 0, "small_blind": 100, "big_blind": 200, "rake": Fraction(0)}),
            ("holdem", {"ante": 100, "small_blind": 0, "big_blind": 0, "rake": Fraction(1, 20)}),
            ("omaha", {"ante": 0, "small_blind": 100, "big_blind": 200, "limit": "bote_con_limite"}),
            ("seven_stud", {**ANTES, "limit": "split_limit"}),
            ("cubierto", {**ANTES, "limit": "bote_sin_limite"}),
            ("cubierto", {**ANTES, "limit": "bote_con_limite", "deck": "52"}),
        ]
    ),
)
def test_what_is_played_is_written_and_replays_to_the_same_stacks(
    seed: int, table: tuple[str, dict[str, Any]]
) -> None:
    slug, choices = table
    record = evening(slug, seed, 4, **choices)
    for history in told(record):
        assert [history_of(tomllib.loads(write_history(history), parse_float=Decimal), "here")] == [history]
        if history.count >= 4:
            played = agree(history, "AR10")
            if choices.get("rake") == 0:
                assert played.stacks == history.finishing
        agree(history, "none")


def test_who_is_left_when_all_others_renounce_is_named() -> None:
    """A hand with a showdown names all its players, so that other programs pay the last one."""
    choices: dict[str, Any] = {"ante": 0, "small_blind": 100, "big_blind": 200, "rake": Fraction(0)}
    histories = [each for seed in range(12) for each in told(evening("holdem", seed, 4, **choices))]
    kept = 0
    for history in histories:
        folded = {action.by for action in history.actions if action.does == "f"}
        left = set(range(1, history.count + 1)) - folded
        named = [action.by for action in history.actions if action.does == "sm"]
        assert sorted(named) == (sorted(left) if named else [])
        kept += [action.cards is not None for action in history.actions if action.does == "sm"].count(
            True
        ) == 1
        assert agree(history, "none").stacks == history.finishing
    assert kept


def test_what_the_format_cannot_say_is_refused() -> None:
    written = exported_hands(evening("holdem", 1, 1, limit="split_limit"))
    (refused,) = written.left_out
    assert (refused.code, refused.text_key) == ("not_in_the_format", "game_not_in_format")
    assert refused.figures == {"hand": 1, "game": "holdem", "limit": "split_limit"}
    with pytest.raises(NovamasError) as raised:
        text_of([written])
    assert raised.value is refused


def test_a_bet_of_another_size_loses_its_hand_and_no_other() -> None:
    """Bots place any lawful bets. Each hand is written, or the reason is reported."""
    whole, some = 0, 0
    for seed in range(30):
        record = evening("seven_stud", seed, 6, anything=True, **STUD)
        written = exported_hands(record)
        dealt = sum(deed.verb() == "deal" for deed in record.deeds)
        assert len(written.histories) + len(written.left_out) == dealt
        numbers = [hand.more["hand"] for hand in written.histories]
        numbers += [fault.figures["hand"] for fault in written.left_out]
        assert sorted(numbers) == list(range(1, dealt + 1))
        whole += not written.left_out
        some += bool(written.histories) and bool(written.left_out)
        for history in written.histories:
            agree(history, "none")
    assert some > whole


def test_more_bets_than_the_format_takes_are_not_written() -> None:
    """Two players keep raising. A fifth bet is lawful here, but the format does not allow it."""
    faults = [
        fault
        for seed in range(40)
        for fault in exported_hands(evening("seven_stud", seed, 4, raises=True, **STUD)).left_out
    ]
    assert {fault.text_key for fault in faults} == {"many_bets_not_in_format"}
    assert faults[0].figures["most"] == 4
    for seed in range(40):
        for history in exported_hands(evening("seven_stud", seed, 4, raises=True, **STUD)).histories:
            assert most_bets(history) <= 4


def most_bets(history: History) -> int:
    """Return the largest number of bets between two deals."""
    deals = "".join("b" if one.does == "cbr" else "d" if one.does == "dh" else "" for one in history.actions)
    return max(map(len, deals.split("d")))


def test_a_hand_that_is_not_over_has_no_finishing_stacks() -> None:
    choices: dict[str, Any] = {"ante": 0, "small_blind": 100, "big_blind": 200, "rake": Fraction(0)}
    record = evening("holdem", 3, 2, **choices)
    cut = [place for place, deed in enumerate(record.deeds) if deed.verb() == "deal"][-1] + 16
    *_, last = exported_hands(Record(record.header, record.table, record.deeds[:cut])).histories
    assert last.finishing is None
    assert "finishing_stacks" not in write_history(last)
    assert not agree(last, "none").is_over
    claimed = departs(replace(last, finishing=(1_000,) * last.count))
    assert (claimed.code, claimed.problem.figures) == ("hand_not_over", {})


def test_games_without_hands_have_nothing_to_write() -> None:
    table = opened("boule", "IB05")
    with pytest.raises(NovamasError) as raised:
        exported_hands(Record(header_of(table), table, ()))
    assert (raised.value.code, raised.value.text_key) == ("no_hands_to_write", "game_without_hands")
    with pytest.raises(NovamasError) as raised:
        text_of([ExportedHands((), ())])
    assert raised.value.text_key == "no_hands_to_write"

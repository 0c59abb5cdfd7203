"""`novamas replay` on hand histories: shown, checked, and their departures printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas

from novamas.histories.phh import read_histories

HANDS = Path(__file__).parent.parent / "histories" / "hands"


def test_a_single_hand_is_told(novamas: Novamas) -> None:
    ran = novamas("replay", HANDS / "side-pot.phh")
    assert ran.status == 0
    assert "Seat 3 Carme: €60.00" in ran.out
    assert "Seat 1: K♠ K♦, face down.\n" in ran.out
    assert "Community cards: 7♣ 2♥ 3♥.\n" in ran.out
    assert "Seat 2: ▒▒ ▒▒, out of play.\n" in ran.out
    assert "Seat 4: “Renuncio.”" in ran.out
    assert "At the end: seat 1 €206.00, seat 2 €148.00, seat 3 €182.00, seat 4 €74.00." in ran.out
    assert "Finishing stacks that match: 1." in ran.out
    assert "All actions are allowed under AR10." in ran.out


def test_one_pair_of_eyes_sees_no_other_cards(novamas: Novamas) -> None:
    ran = novamas("replay", HANDS / "pot-limit.phh", "--eyes", "s2")
    assert "You: A♠ A♥ J♠ 10♦, face down." in ran.out
    assert "Seat 3: ▒▒ ▒▒ ▒▒ ▒▒." in ran.out
    assert "K♦" not in ran.out


def test_of_many_hands_only_what_departs_is_printed(novamas: Novamas) -> None:
    ran = novamas("replay", *sorted(HANDS.iterdir()))
    assert ran.status == 1
    assert "Hands: 12. Actions: 205. Finishing stacks that match: 8." in ran.out
    assert "Hands with departures: 3." in ran.out
    heads_up, bring_in, straddle = ran.err.splitlines()
    assert heads_up.startswith(f"{HANDS / 'heads-up.phh'}: At least 4 players are needed")
    assert heads_up.endswith("(AR10.10-2.VII.2)")
    assert bring_in.startswith(
        f"{HANDS / 'seven-stud.phhs'} [1]: Action 5, “p2 pb”: €2.00 is below the minimum, €4.00"
    )
    assert straddle.endswith("(AR10.10-2.VII.1.7)")


def test_without_a_norm_only_the_mechanics_apply(novamas: Novamas) -> None:
    ran = novamas("replay", *sorted(HANDS.iterdir()), "--norm", "none")
    assert (ran.status, ran.err) == (0, "")
    assert "no norm was applied" in ran.out
    single = novamas("replay", HANDS / "heads-up.phh", "--norm", "none")
    assert "AR10" not in single.out


def test_the_same_in_json(novamas: Novamas) -> None:
    ran = novamas("replay", HANDS / "evening.phhs", HANDS / "heads-up.phh", "--json")
    assert ran.status == 1
    first, second, third = json.loads(ran.out)["hands"]
    assert (first["over"], second["over"]) == (False, True)
    assert second["stacks"] == [3_900, 7_100, 3_900, 1_500]
    assert second["departure"] is None
    assert third["departure"]["code"] == "fewer_than_four"


def test_a_file_that_is_no_history_is_bad_input(novamas: Novamas, tmp_path: Path) -> None:
    path = tmp_path / "x.phh"
    path.write_text("variant = ", "utf-8")
    ran = novamas("replay", path)
    assert ran.status == 2
    assert "cannot be read as a hand history" in ran.err


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return a record of a hand of hold'em with six players."""
    from tests.histories.hand_files import evening

    from novamas.record import Writer

    played = evening("holdem", 5, 2, ante=0, small_blind=100, big_blind=200)
    path = tmp_path / "evening.jsonl"
    with path.open("w", encoding="utf-8") as file:
        writer = Writer(file, played.header)
        for deed in played.deeds:
            writer.deed(deed)
    return path


def test_a_record_is_written_as_a_hand_history(novamas: Novamas, record: Path, tmp_path: Path) -> None:
    path = tmp_path / "evening.phhs"
    assert novamas("replay", record, "--phh", path).status == 0
    assert len(list(read_histories(path))) == 2
    assert novamas("replay", path).status == 0
    again = novamas("replay", record, "--phh", path)
    assert again.status == 2
    assert "cannot be written" in again.err


def test_a_forged_record_is_not_written_as_one(novamas: Novamas, record: Path, tmp_path: Path) -> None:
    text = record.read_text("utf-8")
    record.write_text(text.replace('"do":"fold"', '"do":"match"', 1), "utf-8")
    ran = novamas("replay", record, "--phh", tmp_path / "evening.phhs")
    assert ran.status == 1
    assert "does not continue the lines before it" in ran.err
    assert not (tmp_path / "evening.phhs").exists()


def test_only_circle_poker_has_hands_to_write(novamas: Novamas, tmp_path: Path) -> None:
    """For other games the command prints one sentence and writes no file."""
    import novamas as door

    session = door.open("ruleta", seed=1)
    session.round("s1 bet rojo 10 €")
    session.save(tmp_path / "wheel.jsonl")
    ran = novamas("replay", tmp_path / "wheel.jsonl", "--phh", tmp_path / "hands.phhs")
    assert (ran.status, ran.out) == (2, "")
    assert (
        ran.err == "French roulette has no hands to write as PHH: the format is for poker between players.\n"
    )
    assert not (tmp_path / "hands.phhs").exists()
    ran = novamas("replay", HANDS / "side-pot.phh", "--phh", tmp_path / "hands.phhs")
    assert (ran.status, ran.err) == (2, "There are no hands to write: none was dealt in these records.\n")
    assert not (tmp_path / "hands.phhs").exists()


def test_hands_that_the_format_cannot_tell_are_named_and_the_others_written(
    novamas: Novamas, tmp_path: Path
) -> None:
    from tests.histories.hand_files import STUD, evening

    from novamas.histories.writer import exported_hands
    from novamas.record import Writer

    played = evening("seven_stud", 2, 6, anything=True, **STUD)
    with (tmp_path / "stud.jsonl").open("w", encoding="utf-8") as file:
        writer = Writer(file, played.header)
        for deed in played.deeds:
            writer.deed(deed)
    written = exported_hands(played)
    assert written.histories
    assert written.left_out
    ran = novamas("replay", tmp_path / "stud.jsonl", "--phh", tmp_path / "stud.phhs")
    assert ran.status == 0
    assert len(ran.err.splitlines()) == len(written.left_out)
    assert all("cannot be written as PHH" in line for line in ran.err.splitlines())
    assert [hand for _, hand in read_histories(tmp_path / "stud.phhs")] == list(written.histories)

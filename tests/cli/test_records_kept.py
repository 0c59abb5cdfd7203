"""Record files, resumption of an interrupted record, and the roles that a person can play."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas, Ran

from novamas.cli.saved_records import seed_path
from novamas.record import check, read_record
from novamas.record.bounded_files import data_folder

FIRST, THEN = "red 5\n\nblack 10\n17 2\n", "\n\nred 5\n\n"


@pytest.mark.parametrize(
    ("environment", "system", "folder"),
    [
        ({"NOVAMAS_DATA": "/there", "XDG_DATA_HOME": "/data"}, "linux", "/there"),
        ({"XDG_DATA_HOME": "/data"}, "linux", "/data/novamas"),
        ({"LOCALAPPDATA": "/local"}, "win32", "/local/novamas"),
    ],
)
def test_the_users_data_lie_where_the_user_or_his_system_says(
    environment: dict[str, str], system: str, folder: str
) -> None:
    assert data_folder(environment, system) == Path(folder)


@pytest.mark.parametrize(
    ("system", "folder"),
    [
        ("linux", ".local/share/novamas"),
        ("darwin", "Library/Application Support/novamas"),
        ("win32", "AppData/Local/novamas"),
    ],
)
def test_otherwise_they_lie_at_home(system: str, folder: str) -> None:
    assert data_folder({}, system) == Path.home() / folder


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("NOVAMAS_DATA", str(tmp_path / "file"))
    ran = novamas("play", "ruleta", lines="quit\n")
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert "cannot be written" in ran.err


# ---------------------------------------------------------------- resuming


def play(novamas: Novamas, record: Path, lines: str, *more: object) -> Ran:
    ran = novamas("play", "ruleta", "--record", record, *more, lines=lines)
    assert ran.status == 0, ran.err
    return ran


def go_on(novamas: Novamas, record: Path, lines: str, *more: object) -> Ran:
    return novamas("play", "--resume", record, *more, lines=lines)


@pytest.mark.parametrize(
    "slug", ["ruleta", "blackjack", "craps", "holdem", "cubierto", "pai_gow_poker", "chemin_de_fer"]
)
def test_a_game_that_was_kept_goes_on_as_if_nothing_had_happened(
    novamas: Novamas, tmp_path: Path, slug: str
) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    first, then = "5\n\n\n", "\n5\n\n\n"
    if slug in ("holdem", "cubierto"):
        first, then = "buy 100\n\n\n", "match\n" + "\n" * 20
    if slug == "chemin_de_fer":
        first, then = "\n" * 6, "\n" * 20
    novamas("play", slug, "--seed", 5, "--record", whole, lines=f"{first}{then}quit\nyes\n")
    kept = novamas("play", slug, "--seed", 5, "--record", parts, lines=f"{first}save\n")
    assert "`novamas play --resume` resumes it." in kept.out
    assert not check(read_record(parts)).sealed
    ran = go_on(novamas, parts, f"{then}quit\nyes\n")
    assert (ran.status, ran.err) == (0, "")
    assert "The game resumes" in ran.out
    assert read_record(whole).deeds == read_record(parts).deeds  # including the bots' random choices
    found = check(read_record(parts))
    assert (found.broken, found.sealed, found.chain) == (None, True, "whole")
    assert found.chance == "agrees_with_number"


def test_secret_draws_go_on_from_the_same_seed(novamas: Novamas, tmp_path: Path) -> None:
    """The bets are on numbers only: after a zero, an even chance would require a decision by the player."""
    record = tmp_path / "evening.jsonl"
    play(novamas, record, "9 5\n\n10 10\n17 2\nsave\n", "--my-seed", "olé")
    kept = seed_path(record)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert kept.read_text("utf-8").split("\n")[0] not in record.read_text("utf-8")
    ran = go_on(novamas, record, "\n\n9 5\n\nquit\n")
    assert "The house committed to the seed of the draws when the table opened" in ran.out
    assert not kept.exists()
    found = check(read_record(record))
    assert (found.broken, found.sealed, found.chance) == (None, True, "agrees")
    assert found.draws == 4


def test_a_sealed_record_has_no_seed_beside_it(novamas: Novamas, tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    play(novamas, record, f"{FIRST}quit\n")
    assert list(tmp_path.glob("*.seed")) == []
    ran = go_on(novamas, record, "quit\n")
    assert ran.status == 2
    assert ran.err == f"{record} is sealed: the game is over and cannot be resumed.\n"


def test_a_line_that_a_crash_cut_short_is_left_out(novamas: Novamas, tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    play(novamas, record, f"{FIRST}save\n", "--seed", 4)
    before = read_record(record).deeds
    record.write_bytes(record.read_bytes()[:-20])
    assert go_on(novamas, record, "quit\n").status == 0
    found = read_record(record)
    assert found.deeds[: len(before) - 1] == before[:-1]
    assert check(found).sealed


def test_what_was_changed_or_has_lost_its_seed_is_not_gone_on_with(novamas: Novamas, tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    play(novamas, record, f"{FIRST}save\n")
    whole = record.read_bytes()
    record.write_bytes(whole.replace(b'"cents":500', b'"cents":900', 1))
    assert go_on(novamas, record, "quit\n").status == 1
    record.write_bytes(whole)
    seed_path(record).unlink()
    ran = go_on(novamas, record, "quit\n")
    assert ran.status == 2
    assert "was not found beside it" in ran.err
    assert record.read_bytes() == whole


@pytest.mark.parametrize(
    "other", [b"00" * 31 + b"01\n", b"00" * 32 + "\nolé".encode(), b"no seed\n", b"", b"\xff"]
)
def test_a_seed_of_another_table_does_not_fit(novamas: Novamas, tmp_path: Path, other: bytes) -> None:
    record = tmp_path / "evening.jsonl"
    play(novamas, record, "save\n")  # nothing was drawn yet: only the commitment can be compared
    seed_path(record).write_bytes(other)
    ran = go_on(novamas, record, "quit\n")
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert "does not match the commitment of the record" in ran.err


def test_with_a_record_everything_else_comes_from_it(novamas: Novamas, tmp_path: Path) -> None:
    ran = novamas("play", "ruleta", "--resume", tmp_path / "evening.jsonl")
    assert ran.status == 2
    assert "only --as and --chores can be added" in ran.err
    assert novamas("play").status == 2


# ---------------------------------------------------------------- leaving


@pytest.mark.parametrize(
    ("answer", "stays", "sealed"), [("no", True, True), ("yes", False, True), ("save", False, False)]
)
def test_who_leaves_in_mid_hand_is_asked(
    novamas: Novamas, tmp_path: Path, answer: str, stays: bool, sealed: bool
) -> None:
    record = tmp_path / "evening.jsonl"
    lines = f"10\n\nquit\n{answer}\n\n\nquit\n"
    ran = novamas("play", "blackjack", "--seed", 3, "--record", record, lines=lines)
    assert "The round is not over and €10.00 is still on the cloth. Leave? (yes / no / save) > " in ran.out
    assert ("Croupier: “La banca tiene 18.”" in ran.out) is stays
    assert check(read_record(record)).sealed is sealed


def test_who_leaves_nothing_behind_is_not_asked(novamas: Novamas) -> None:
    assert "Leave?" not in novamas("play", "ruleta", "--seed", 3, lines="red 5\nquit\nno\n").out


# ---------------------------------------------------------------- whom one plays


@pytest.mark.law("IB05.01.IV.3.d.1")
def test_the_table_chief_records_what_went_wrong(novamas: Novamas, tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    lines = "red 5\nlaunch\nthe table chief: tirada_nula bola_fuera\nquit\n"
    ran = novamas("play", "ruleta", "--as", "s1,floor", "--seed", 1, "--record", record, lines=lines)
    assert ran.status == 0, ran.err
    assert "(IB05.01.IV.3.d.1)" in ran.out
    assert [deed.verb() for deed in read_record(record).deeds if deed.by == "floor"] == ["tirada_nula"]


def test_a_table_is_dealt_by_hand(novamas: Novamas, tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    lines = "\ns2: red 5\ns1: black 5\ncroupier: launch\n\n\nquit\n"
    ran = novamas("play", "ruleta", "--as", "s1,s2,croupier", "--seed", 1, "--record", record, lines=lines)
    assert ran.status == 0, ran.err
    assert "Seat 2 bets €5.00 on red." in ran.out
    assert "croupier > croupier: launch" in ran.out
    assert "Seat 1: You leave with" in ran.out or "Seat 1: you leave with" in ran.out
    assert {str(deed.by) for deed in read_record(record).deeds} == {"1", "2", "croupier", "chance"}


def test_another_seat_than_the_first_may_be_played(novamas: Novamas) -> None:
    ran = novamas("play", "blackjack", "--as", "s3", "--seed", 3, lines="10\n\n\n\nquit\n")
    assert "You sit at seat 3 with €200.00." in ran.out
    assert "You bet €10.00 on hand 3." in ran.out
    assert "You leave with €190.00." in ran.out


@pytest.mark.parametrize(
    ("whom", "says"),
    [
        ("s99", "There is no seat 99: this table has "),
        (
            "chance",
            "“chance” is not a seat or role that you can play here: write “s1”, “croupier” or “floor”.",
        ),
        ("s1,,floor", "“” is not a seat or role that you can play here"),
        ("x" * 500, f"“{'x' * 60}…” is not a seat or role that you can play here"),
    ],
)
def test_nobody_else_can_be_played(novamas: Novamas, whom: str, says: str) -> None:
    ran = novamas("play", "ruleta", "--as", whom, lines="quit\n")
    assert ran.status == 2
    assert says in ran.err
    assert len(ran.err) < 300


def test_one_persons_hidden_cards_stay_hidden_from_the_others(novamas: Novamas) -> None:
    lines = "s2: buy 100\n" + "\n" * 4 + "quit\n"
    out = novamas("play", "holdem", "--norm", "AR10", "--as", "s2", "--seed", 3, lines=lines).out
    assert out.count("You: ") >= 1
    assert "Seat 3: ▒▒ ▒▒." in out


# ---------------------------------------------------------------- what no one can mean


def sentence(ran: Ran) -> str:
    assert ran.status == 2
    assert "Traceback" not in ran.err
    assert len(ran.err) < 400
    return ran.err


def test_amounts_and_numbers_of_any_size_are_answered_in_a_sentence(novamas: Novamas, tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    play(novamas, record, f"{FIRST}quit\n", "--seed", 1)
    huge = "9" * 5_000
    assert "the maximum is 5,000,000" in sentence(novamas("equity", "AsAd", "KhKd", "--samples", 10**12))
    assert "whole number" in sentence(novamas("equity", "AsAd", "KhKd", "--samples", "10**12"))
    assert "whole number" in sentence(novamas("equity", "AsAd", "KhKd", "--samples", huge))
    assert "There is no seat 99" in sentence(novamas("replay", record, "--eyes", "s99"))
    assert "is not a seat or role at this table" in sentence(novamas("replay", record, "--eyes", f"s{huge}"))
    assert "is not an amount" in sentence(novamas("play", "ruleta", "--cash", huge))
    assert "has no hands to write as PHH" in sentence(
        novamas("replay", record, "--phh", tmp_path / "hands.phh")
    )
    assert not (tmp_path / "hands.phh").exists()


@pytest.mark.parametrize("line", ["red " + "9" * 10_000, "red 5 " * 200_000, "z" * 1_000_000, "red \x1b[2J"])
def test_no_line_is_told_back_whole_or_does_anything(novamas: Novamas, line: str) -> None:
    ran = novamas("play", "ruleta", "--seed", 1, lines=f"{line}\nred 5\nquit\n")
    assert ran.status == 0
    assert max(map(len, ran.out.splitlines())) <= 400
    assert "\x1b[2J" not in ran.out
    assert ran.out.count("You bet ") == 1


def test_what_is_wrong_is_told_to_programs_as_well(novamas: Novamas) -> None:
    found = json.loads(novamas("equity", "AsAd", "KhKd", "--samples", 10**12, "--json").err)
    assert found["error"]["code"] == "too_many_samples"

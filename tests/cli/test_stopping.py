"""A table that ends in any way seals its record and reveals its seed, unless the process is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from tests.cli.conftest import Novamas
from tests.record.forging import lines_of

from novamas.cli.player import Player
from novamas.record import check, read_record, resume
from novamas.record.replay import Checked
from novamas.table.session import Session

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class Table:
    """A table played in a separate process to the end of its first round, with a stake on the cloth."""

    def __init__(
        self, record: Path, stdin: int | IO[str] = subprocess.PIPE, typed: IO[str] | None = None
    ) -> None:
        self.record = record
        self.process = subprocess.Popen(
            [sys.executable, "-m", "novamas", "play", "ruleta", "--record", str(record)],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "LANG": "C", "PYTHONUNBUFFERED": "1"},
        )
        keyboard = typed or self.process.stdin
        assert keyboard is not None
        assert self.process.stdout is not None
        keyboard.write("\nrojo 5\n")
        keyboard.flush()
        self.told = ""
        while "You bet" not in self.told:
            self.told += self.process.stdout.readline()

    def stopped_by(self, number: int) -> tuple[int, str, str]:
        """Send a signal. Return the exit status, the output after the signal and the errors."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


def proved(record: Path) -> Checked:
    return check(read_record(record))


@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_is_a_wish_to_leave(tmp_path: Path, name: str) -> None:
    number = signal.Signals[name]
    table = Table(tmp_path / "evening.jsonl")
    status, out, err = table.stopped_by(number)
    assert (status, err) == (128 + number, "")
    assert "You take €5.00 back from red." in out
    seal = json.loads(lines_of(table.record)[-1])
    assert f"The seed was {seal['seed']}." in out
    assert f"Receipt of the whole record: {seal['link']}." in out
    found = proved(table.record)
    assert (found.broken, found.sealed, found.chance, found.draws) == (None, True, "agrees", 1)


def test_ctrl_c_at_a_terminal_is_one_too(tmp_path: Path) -> None:
    keyboard, terminal = os.openpty()
    with os.fdopen(keyboard, "w", encoding="utf-8") as typed, os.fdopen(terminal) as stdin:
        table = Table(tmp_path / "evening.jsonl", stdin, typed)
        status, out, _err = table.stopped_by(signal.SIGINT)
    assert status == 128 + signal.SIGINT
    assert "You leave with €200.00." in out
    assert proved(table.record).sealed


def test_the_end_of_the_lines_is_one_too(tmp_path: Path) -> None:
    table = Table(tmp_path / "evening.jsonl")
    out, _err = table.process.communicate(timeout=30)
    assert table.process.returncode == 0
    assert "You leave with" in out
    assert proved(table.record).sealed


def test_a_reader_who_goes_away_leaves_a_sealed_record(tmp_path: Path) -> None:
    table = Table(tmp_path / "evening.jsonl")
    assert table.process.stdin is not None
    assert table.process.stdout is not None
    with table.process:
        table.process.stdout.close()
        table.process.stdin.write("\n\n\n")
        table.process.stdin.close()
        table.process.wait(30)
    found = proved(table.record)
    assert (found.broken, found.sealed, found.chance) == (None, True, "agrees")


def test_what_is_killed_outright_is_unsealed_and_can_be_resumed(tmp_path: Path, novamas: Novamas) -> None:
    table = Table(tmp_path / "evening.jsonl")
    table.stopped_by(signal.SIGKILL)
    found = proved(table.record)
    assert (found.broken, found.sealed, found.chance) == (None, False, "not_revealed")
    assert resume(read_record(table.record)).phase.felt.on(1, "rojo") == 500
    ran = novamas("replay", table.record)
    assert ran.status == 0
    assert "The record is not sealed" in ran.out
    gone_on = novamas("play", "--resume", table.record, lines="\nquit\n")
    assert (gone_on.status, gone_on.err) == (0, "")
    found = proved(table.record)
    assert (found.broken, found.sealed, found.chance, found.draws) == (None, True, "agrees", 2)


def test_a_half_written_line_is_left_out_with_a_sentence(tmp_path: Path, novamas: Novamas) -> None:
    path = tmp_path / "evening.jsonl"
    novamas("play", "ruleta", "--record", path, lines="rojo 5\n\nquit\n")
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rindex(b'"lines"') + 20])
    line = len(lines_of(path))
    for command in ("replay", "why"):
        ran = novamas(command, path)
        assert ran.status == 0
        assert f"Line {line} is incomplete and is ignored" in ran.out
        assert "The record is not sealed" in ran.out
    (content,) = json.loads(novamas("replay", path, "--json").out)["records"]
    assert (content["half_written"], content["sealed"], content["departure"]) == (line, False, None)


# ---------------------------------------------------------------- within this process


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Check that the signal handlers are restored after play."""
    before = [signal.getsignal(signal.Signals[name]) for name in SIGNALS]
    yield
    assert [signal.getsignal(signal.Signals[name]) for name in SIGNALS] == before


def test_a_signal_in_mid_deed_waits_for_its_end(
    tmp_path: Path, novamas: Novamas, monkeypatch: pytest.MonkeyPatch
) -> None:
    do, path = Session.do, tmp_path / "evening.jsonl"

    def signalled(self: Session, deed: object) -> object:
        if deed.verb() == "launch":  # type: ignore[attr-defined]
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGTERM)  # a second signal does not stop it sooner
        return do(self, deed)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "do", signalled)
    # no zero comes, which would ask the player
    monkeypatch.setattr("novamas.equipment.chance.system_seed", lambda: bytes(32))
    ran = novamas("play", "ruleta", "--record", path, lines="rojo 5\n\nrojo 5\n\n\n")
    monkeypatch.undo()
    assert ran.status == 128 + signal.SIGTERM
    assert "Rounds: 1." in ran.out
    found = proved(path)
    assert (found.broken, found.sealed, found.draws) == (None, True, 1)


def test_our_own_mistake_seals_the_record_too(
    tmp_path: Path, novamas: Novamas, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "evening.jsonl"

    def mistaken(self: Player) -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(Player, "why", mistaken)
    with pytest.raises(RuntimeError, match="a mistake"):
        novamas("play", "ruleta", "--record", path, lines="rojo 5\n\nwhy\nquit\n")
    found = proved(path)
    assert (found.broken, found.sealed, found.chance, found.draws) == (None, True, "agrees", 1)

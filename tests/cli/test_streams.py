"""Standard streams that are closed, full or in ASCII: each command reports them in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMANDS = (  # a table, JSON, plain sentences
    ("games",),
    ("games", "--json"),
    ("hand", "As Ks Qs Js Ts", "--norm", "AR10"),
    ("law", "IB05.01.IV.1.B.b.1", "--lang", "es"),
)
IS_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is of Linux")


def run(command: tuple[str, ...], redirected: str, **environment: str) -> tuple[int, str]:
    """Return the exit status and standard error of a command whose streams the shell redirects."""
    line = [sys.executable, "-m", "novamas", *command]
    ran = subprocess.run(
        ["sh", "-c", f'"$@" {redirected}', "sh", *line],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
        check=False,
    )
    return ran.returncode, ran.stderr.decode(errors="replace")


def is_one_sentence(err: str, command: tuple[str, ...]) -> bool:
    return "Traceback" not in err and (err.count("\n") == 1 or "--json" in command) and bool(err)


@IS_LINUX
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("redirected", [">&-", "> /dev/full"])
def test_an_output_that_takes_nothing_is_one_sentence(command: tuple[str, ...], redirected: str) -> None:
    status, err = run(command, redirected)
    assert status == 2
    assert is_one_sentence(err, command), err


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_output_without_our_letters_is_one_sentence(command: tuple[str, ...], encoding: str) -> None:
    status, err = run(command, "", PYTHONIOENCODING=encoding)
    assert status in (0, 2)
    assert is_one_sentence(err, command) if status else not err, err


def test_ascii_is_named(tmp_path: Path) -> None:
    status, err = run(COMMANDS[3], "", PYTHONIOENCODING="ascii")
    assert (status, "PYTHONIOENCODING=utf-8" in err, "U+" in err) == (2, True, True)


@IS_LINUX
@pytest.mark.parametrize("redirected", ["2>&-", "2> /dev/full"])
def test_errors_that_cannot_be_told_leave_their_status(redirected: str) -> None:
    assert run(("nonsense",), redirected)[0] == 2


@IS_LINUX
def test_a_closed_input_is_an_empty_one(tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    assert run(("play", "ruleta", "--record", str(record)), "<&-") == (0, "")
    assert record.exists()


@IS_LINUX
def test_a_record_that_finds_no_room_is_one_sentence(tmp_path: Path) -> None:
    record = tmp_path / "evening.jsonl"
    line = f"{sys.executable} -m novamas play holdem --record {record}"
    ran = subprocess.run(
        ["sh", "-c", f"ulimit -f 1; trap '' XFSZ; echo quit | {line}"],
        capture_output=True,
        check=False,
        text=True,
    )
    assert (ran.returncode, ran.stderr.count("\n"), str(record) in ran.stderr) == (2, 1, True), ran.stderr

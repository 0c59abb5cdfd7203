"""Malformed and hostile files: the error is one sentence with file, line and field."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.house.audit.sessions import play, write

from novamas.law.texts import LANGUAGES

from .conftest import Novamas

DIGITS = "9" * 5001
HEAD = "round,seat,bet,stake,returned,result\n"
ROUND = f"{HEAD}1,1,rojo,5,10,1\n"
HAND = 'variant="NT"\nantes=[0,0]\nblinds_or_straddles=[1,2]\nmin_bet=2\nstarting_stacks=[100,100]\n'
AT_TABLE = ("--game", "ruleta", "--norm", "IB05")
LINE = re.compile(r"(?:línea|línia|line) (\d+)", re.IGNORECASE)

Hostile = dict[str, tuple[str | bytes, int | None, str]]  # the content, line and field of the error

FLOORS: Hostile = {
    "a number of 5,001 digits": (f'game="boule"\nrules.minimum={DIGITS}\n', 2, "minimum"),
    "a text of 5,001 digits": (f'game="boule"\nrules.minimum="{DIGITS} €"\n', 2, "minimum"),
    "1e400": ('game="boule"\nrules.minimum=1e400\n', 2, "minimum"),
    "an exponent without end": ('game="boule"\nrules.minimum=1e999999999\n', 2, "minimum"),
    "not a number": ('game="boule"\nrules.minimum=nan\n', 2, "minimum"),
    "less than everything": ('game="boule"\nrules.minimum=-inf\n', 2, "minimum"),
    "a fraction of nought": (
        'game="pai_gow_poker"\nnorm="AR10"\nrules.commission="1/0"\n',
        3,
        "commission",
    ),
    "a fraction of 5,001 digits": (
        f'game="pai_gow_poker"\nnorm="AR10"\nrules.commission="1/{DIGITS}"\n',
        3,
        "commission",
    ),
    "UTF-16": ('game="boule"\n'.encode("utf-16"), 1, ""),
    "Latin 1": ('game="boule"\nname="ñ"\n'.encode("latin-1"), 2, ""),
    "a NUL": ('game="boule"\nname="a\0"\n', 2, "name"),
    "a text without end": ('game="boule"\nname="a\n', 2, "name"),
    "a day that is none": ('game="boule"\nnorm="IB05"\non=2026-02-30\n', 3, "on"),
    "lists in lists": (f'game="boule"\nname = {"[" * 50_000}{"]" * 50_000}\n', 2, ""),
    "tables in tables": (f'game="boule"\nname={"{a=" * 3000}1{"}" * 3000}\n', 2, ""),
    "keys in keys": (f'game="boule"\n{".".join("a" * 3000)}=1\n', 2, "a"),
}
SESSIONS: dict[str, Hostile] = {
    ".csv": {
        "a number of 5,001 digits": (f"{ROUND}2,1,rojo,{DIGITS},0,1\n", 3, "stake"),
        "1e400": (f"{ROUND}2,1,rojo,5,1e400,1\n", 3, "returned"),
        "not a number": (f"{ROUND}2,1,rojo,NaN,0,1\n", 3, "stake"),
        "UTF-16": (ROUND.encode("utf-16"), 1, ""),
        "Latin 1": (f"{ROUND}2,1,ñ,5,0,1\n".encode("latin-1"), 3, ""),
        "quotes that are not closed": (f'{ROUND}2,1,"rojo,5,0,1\n', None, ""),
        "cut in a row": (f"{ROUND}2,1,ro", 3, ""),
        "nothing": ("", None, ""),
    },
    ".parquet": {
        "nothing": (b"", None, ""),
        "cut": (b"PAR1" + b"\x15\x04\x15" * 40, None, ""),
        "no table": (b"PAR1" + b"\xff" * 500 + b"PAR1", None, ""),
    },
    ".phh": {
        "a number of 5,001 digits": (f"{HAND}ante_trimming={DIGITS}\nactions=[]\n", 6, ""),
        "1e400": (HAND.replace("[0,0]", "[1e400,0]") + "actions=[]\n", None, "antes"),
        "not a number": (HAND.replace("[100,100]", "[nan,100]") + "actions=[]\n", None, "starting_stacks"),
        "a raise of 5,001 digits": (f'{HAND}actions=["p1 cbr {DIGITS}"]\n', None, "p1 cbr"),
        "UTF-16": (HAND.encode("utf-16"), None, ""),
        "a NUL": ('variant="N\0T"\n', 1, ""),
        "lists in lists": (f"actions = {'[' * 50_000}{']' * 50_000}\n", 1, ""),
        "nothing": ("", None, ""),
    },
    ".jsonl": {
        "a number of 5,001 digits": ('{"bet":[' + DIGITS + "]}\n", 2, ""),
        "1e400": ('{"bet":[1e400]}\n', 2, ""),
        "not a number": ("NaN\n", 2, ""),
        "NULs": ("\0\0\0\n", 2, ""),
        "lists in lists": ("[" * 200_000 + "\n", 2, ""),
    },
}


def told(novamas: Novamas, line: Sequence[object], path: Path, number: int | None, field: str) -> None:
    """Check that the error names the file in every language, and the line and field if given."""
    for language in LANGUAGES:
        ran = novamas(*line, "--lang", language)
        assert ran.status in (1, 2)
        assert "Traceback" not in ran.out + ran.err
        says = ran.err if ran.status == 2 or ran.err else ran.out
        assert len(says) < 6000
        if ran.err:
            assert ran.err.count("\n") == 1, ran.err
        assert path.name in says
        if number is not None:
            assert str(number) in LINE.findall(says), says
        assert field in says


def put(path: Path, data: str | bytes) -> Path:
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


@pytest.mark.parametrize("what", FLOORS)
def test_a_floor_that_cannot_be_read(what: str, novamas: Novamas, tmp_path: Path) -> None:
    data, number, field = FLOORS[what]
    floor = put(tmp_path / "floor.toml", data)
    rounds = put(tmp_path / "rounds.csv", ROUND)
    told(novamas, ("check", floor), floor, number, field)
    told(novamas, ("placard", floor), floor, number, field)
    told(novamas, ("audit", rounds, "--setup", floor), floor, number, field)
    ran = novamas("why", floor)  # it explains what can be read
    assert ran.status in (0, 2)
    assert "floor.toml" in ran.out + ran.err


CASES = [(ending, what) for ending, cases in SESSIONS.items() for what in cases]


@pytest.mark.parametrize(("ending", "what"), CASES)
def test_a_session_that_cannot_be_read(ending: str, what: str, novamas: Novamas, tmp_path: Path) -> None:
    data, number, field = SESSIONS[ending][what]
    path = tmp_path / f"session{ending}"
    if ending == ".jsonl":
        data = write(play("boule", 1, 1), path).read_text("utf-8").splitlines()[0] + f"\n{data!s}"
    put(path, data)
    at = AT_TABLE if ending in (".csv", ".parquet") else ()
    told(novamas, ("audit", path, *at), path, number, field)
    told(novamas, ("why", path, *at), path, number, field)


@pytest.mark.parametrize("ending", [".toml", ".csv", ".parquet", ".phh", ".jsonl"])
def test_what_is_no_file_is_said(ending: str, novamas: Novamas, tmp_path: Path) -> None:
    folder, loop, nobody = (tmp_path / f"{name}{ending}" for name in ("folder", "loop", "nobody"))
    folder.mkdir()
    loop.symlink_to(loop)
    at = AT_TABLE if ending in (".csv", ".parquet") else ()
    commands = ("check", "placard", "why") if ending == ".toml" else ("audit", "why")
    for path in (folder, loop, nobody):
        for command in commands:
            told(novamas, (command, path, *at), path, None, "")


def test_what_may_not_be_read_is_said(
    novamas: Novamas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unreadable file gives a clear error. The system's refusal is simulated: root may read any file."""
    opened = Path.open

    def refused(path: Path, *args: Any, **kwargs: Any) -> Any:
        if path.stem == "closed":
            raise PermissionError(errno.EACCES, "no")
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", refused)
    for ending, *commands in (
        (".toml", "check", "placard", "why"),
        (".csv", "audit", "why"),
        (".parquet", "audit", "why"),
        (".phh", "audit", "why"),
        (".jsonl", "audit", "why"),
    ):
        path = tmp_path / f"closed{ending}"
        path.touch()
        at = AT_TABLE if ending in (".csv", ".parquet") else ()
        for command in commands:
            told(novamas, (command, path, *at), path, None, "")


# ---------------------------------------------------------------- without end

MEMORY = 220  # MiB that a command may use for any input
GIGABYTE = 1_000_000_000
COMMANDS = [
    ("check", ".toml", ()),
    ("placard", ".toml", ()),
    ("why", ".toml", ()),
    ("audit", ".csv", AT_TABLE),
    ("audit", ".parquet", AT_TABLE),
    ("audit", ".phh", ()),
    ("audit", ".jsonl", ()),
    ("why", ".jsonl", ()),
]
PEAK = """
import sys
from pathlib import Path
from novamas.cli import main
status = main(sys.argv[1:])
told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(told["VmHWM"].split()[0])  # other counts begin with what the parent had
sys.exit(status)
"""


MEASURED = pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux tells it")


@MEASURED
@pytest.mark.parametrize(("command", "ending", "at"), COMMANDS)
def test_a_line_of_a_thousand_megabytes_takes_no_more_memory(
    command: str, ending: str, at: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / f"endless{ending}"
    with path.open("wb") as file:
        file.write(HEAD.encode())
        file.truncate(GIGABYTE)
    ran = subprocess.run(
        [sys.executable, "-c", PEAK, command, str(path), *at], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert path.name in ran.stderr
    assert int(ran.stdout.split()[-1]) < MEMORY * 1024


def pour(pipe: Path) -> None:
    """Write an endless line until the other end of the pipe is closed."""
    with pipe.open("wb", buffering=0) as file:
        for _ in range(GIGABYTE // 2**20):
            file.write(b"1," * 2**19)


@MEASURED
def test_a_pipe_without_end_takes_no_more_memory(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    line = [sys.executable, "-c", PEAK, "audit", str(pipe), *AT_TABLE]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as audit:
        with pytest.raises(BrokenPipeError):
            pour(pipe)
        out, err = audit.communicate(timeout=60)
    assert audit.returncode == 2
    assert "pipe.csv" in err
    assert int(out.split()[-1]) < MEMORY * 1024


# ---------------------------------------------------------------- what is typed


@pytest.mark.parametrize("value", [DIGITS, "1e400", "NaN", "-inf", "-1", "1/0", "٣", "x" * 100_000, "\udcff"])
def test_an_amount_that_is_none_is_one_sentence(value: str, novamas: Novamas) -> None:
    for line in (
        ("par", "boule", "--choice", f"minimum={value}"),
        ("par", "boule", "--stake", value),
        ("placard", "boule", "--choice", f"minimum={value}"),
        ("diff", "boule", "--other", f"minimum={value}"),
        ("diff", "boule", "--in", "aragon", "--between", f"{value},2020-01-01"),
    ):
        for language in LANGUAGES:
            ran = novamas(*line, "--lang", language)
            assert (ran.status, ran.out) == (2, "")
            assert ran.err.count("\n") == 1
            assert len(ran.err) < 700

"""The completion scripts in real shells: zsh and fish ask for words and insert them."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas

from novamas.house.opening import homes

SOURCE = Path(__file__).parents[2] / "src"
ZSH, FISH = shutil.which("zsh"), shutil.which("fish")
WAIT = 30  # seconds for a shell to answer
Fish = Callable[[str], dict[str, str]]
pytestmark = pytest.mark.soak


def environment(home: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(SOURCE), "HOME": str(home), "TERM": "dumb", "LANG": "C.UTF-8"}


# ---------------------------------------------------------------- fish


@pytest.fixture
def fish(novamas: Novamas, tmp_path: Path) -> Fish:
    if FISH is None:
        pytest.skip("fish is not installed")
    script = tmp_path / "novamas.fish"
    words = f'"{sys.executable}" -m novamas $argv'
    script.write_text(f"function novamas\n{words}\nend\n" + novamas("--completion", "fish").out, "utf-8")

    def candidates(line: str) -> dict[str, str]:
        """Return the words that fish offers after a line, with their descriptions."""
        ran = subprocess.run(
            [str(FISH), "--no-config", "-c", f"source {script}; complete -C '{line}'"],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env=environment(tmp_path),
        )
        assert ran.stderr == ""
        return dict(each.partition("\t")[::2] for each in ran.stdout.splitlines())

    return candidates


def test_fish_offers_words_with_their_descriptions(fish: Fish) -> None:
    assert fish("novamas play ruleta_a") == {"ruleta_americana": "American roulette"}
    assert set(fish("novamas odds boule --norm ")) == set(homes("boule"))
    assert fish("novamas --lang es play ruleta_a") == {"ruleta_americana": "ruleta americana"}
    assert "--seed" in fish("novamas play boule --s")


def test_fish_offers_files_where_only_it_knows_them(fish: Fish, tmp_path: Path) -> None:
    (tmp_path / "evening.jsonl").write_text("", "utf-8")
    assert "evening.jsonl" in fish("novamas replay even")


# ---------------------------------------------------------------- zsh


class Zsh:
    """An interactive zsh in a pseudo-terminal."""

    def __init__(self, script: Path, folder: Path) -> None:
        self.terminal, theirs = pty.openpty()
        settings = termios.tcgetattr(theirs)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(theirs, termios.TCSANOW, settings)
        self.shell = subprocess.Popen(
            [str(ZSH), "-f", "-i"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env=environment(folder),
            start_new_session=True,
        )
        os.close(theirs)
        self.enter(
            f"autoload -U compinit; compinit -u -d {folder}/dump; source {script}; print READY-$((1+1))"
        )
        self.read_until("READY-2")

    def enter(self, keys: str) -> None:
        os.write(self.terminal, keys.encode() + b"\n")

    def read_until(self, pattern: str) -> str:
        """Return the output of the shell up to a pattern."""
        seen, end = "", time.monotonic() + WAIT
        while (match := re.search(pattern, seen)) is None:
            ready, _, _ = select.select([self.terminal], [], [], max(end - time.monotonic(), 0))
            assert ready, seen
            seen += os.read(self.terminal, 65536).decode("utf-8", "replace")
        return match[0]

    def done(self, typed: str) -> str:
        """Return the words of a command after the Tab key has completed its last word."""
        os.write(self.terminal, typed.encode() + b"\t")
        time.sleep(
            3
        )  # the completion runs the program; keys that come earlier would be taken for the next line
        os.write(self.terminal, b"\n")
        return self.read_until(r"RAN:[^\r\n]*:END").removeprefix("RAN:").removesuffix(":END")

    def close(self) -> None:
        self.shell.kill()
        self.shell.wait()
        os.close(self.terminal)


@pytest.fixture
def zsh(novamas: Novamas, tmp_path: Path) -> Iterator[Zsh]:
    if ZSH is None:
        pytest.skip("zsh is not installed")
    script = tmp_path / "novamas.zsh"
    asked = f'if [[ $1 == --complete ]]; then "{sys.executable}" -m novamas "$@"; return; fi\n'
    shown = 'print -r -- "RAN:$*:END"\n'
    script.write_text(f"novamas() {{\n{asked}{shown}}}\n" + novamas("--completion", "zsh").out, "utf-8")
    shell = Zsh(script, tmp_path)
    yield shell
    shell.close()


@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ("novamas play ruleta_a", "play ruleta_americana"),
        ("novamas play boule --no", "play boule --norm"),
        ("novamas odds boule --norm IB", "odds boule --norm IB05"),
        ("novamas play holdem --choice limit=bote_s", "play holdem --choice limit=bote_sin_limite"),
        ("novamas replay even", "replay evening.jsonl"),
    ],
)
def test_zsh_completes_the_last_word(zsh: Zsh, typed: str, done: str, tmp_path: Path) -> None:
    (tmp_path / "evening.jsonl").write_text("", "utf-8")
    assert zsh.done(typed) == done

"""The command line in general: one sentence for every error, help in three languages, quiet exits."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.cli.conftest import Novamas

from novamas import __version__
from novamas.cli import COMMANDS, reference
from novamas.cli.command_line import BAD_INPUT, FAULTS_FOUND, INTERRUPTED, PIPE_CLOSED
from novamas.cli.commands.play import SIGNALLED
from novamas.cli.program import program
from novamas.law.texts import LANGUAGES

BAD = [  # the line, the code of the error, and what its sentence must name
    (["odds"], "usage", ["novamas odds --help"]),
    (["odds", "rulette"], "no_such_game", ["rulette", "ruleta"]),
    (["odds", "ruleta", "--norm", "IB5"], "unknown_norm", ["IB5", "IB05", "IB09", "AR10", "CM16"]),
    (["odds", "ruleta", "--bet", "verde"], "no_such_bet", ["verde", "rojo", "negro"]),
    (["odds", "ruleta", "--choice", "chip"], "unreadable_choice", ["chip"]),
    (["odds", "ruleta", "--choice", "colour=red"], "faulty", ["colour", "IB05"]),
    (["odds", "ruleta", "--nrom", "IB05"], "usage", ["--nrom", "--norm", "novamas odds --help"]),
    (["odds", "ruleta", "boule"], "usage", ["boule", "novamas odds --help"]),
    (["odds", "ruleta", "--norm", "AR10"], "faulty", ["159/2002", "(AR10.1.3.a.1)"]),
    (["odds", "blackjack", "--hand", "10 6"], "half_a_decision", ["--hand", "--bank"]),
    (["play", "ruleta", "--seed", "many"], "usage", ["--seed", "novamas play --help"]),
    (["play", "ruleta", "--seed", "1", "--my-seed", "a"], "nothing_to_mix", ["--seed", "--my-seed"]),
    (["play", "ruleta", "--cash", "lots"], "amount_unreadable", ["lots"]),
    (["play", "ruleta", "--record", "/no/such/folder/x"], "record_not_written", ["/no/such/folder/x"]),
    (["games", "rulette"], "unknown_game", ["rulette", "ruleta"]),
    (["games", "ruleta", "--norm", "CM16"], "game_not_in_catalogue", ["CM16", "IB05"]),
    (["games", "ruleta", "--in", "aragon", "--on", "soon"], "unreadable_day", ["soon", "2011-05-31"]),
    (["games", "--in", "atlantis"], "unknown_jurisdiction", ["atlantis", "aragon"]),
    (["games", "--in", "aragon", "--on", "1999-01-01"], "no_catalogue_that_day", ["1999", "AR10"]),
    (["games", "--on", "2015-01-01"], "day_without_place", ["--in", "--on"]),
    (["games", "ruleta", "--norm", "IB05", "--in", "aragon"], "norm_or_place", ["--norm", "--in"]),
    (["gmes"], "no_such_command", ["gmes", "games", "odds"]),
    (["--lang", "fr", "games"], "no_such_language", ["fr"]),
    (["games", "--lang"], "no_such_language", ["--lang"]),
    (["replay", "/no/such/record"], "no_record", ["/no/such/record"]),
    (["law", "nonsense"], "unknown_clause", ["nonsense"]),
    (["law"], "no_clause_asked", ["--game", "--norm", "search"]),
]


@pytest.mark.parametrize(("words", "code", "named"), BAD, ids=[" ".join(words) for words, _, _ in BAD])
def test_bad_input_is_one_sentence_and_status_2_in_each_language(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch, words: list[str], code: str, named: list[str]
) -> None:
    told = {}
    for language in LANGUAGES:
        monkeypatch.setenv("LANG", language)
        ran = novamas(*words)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.count("\n") == 1, ran.err
        assert "Traceback" not in ran.err
        assert code not in ran.err  # codes are for programs
        assert all(name in ran.err for name in named), ran.err
        told[ran.err] = language
    assert len(told) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("words", "code", "named"), [(words, code, named) for words, code, named in BAD if words[0] != "play"]
)
def test_with_json_an_error_is_an_object_that_speaks_the_readers_language(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch, words: list[str], code: str, named: list[str]
) -> None:
    monkeypatch.setenv("LANG", "ca_ES.UTF-8")
    line = ["--json", *words] if words[-1] == "--lang" else [*words, "--json"]
    ran = novamas(*line)
    error = json.loads(ran.err)["error"]
    assert ran.status == 2
    assert error["code"] == code
    assert error["says"] == novamas(*words).err.rstrip("\n")
    assert error["clause"] is None or f"({error['clause']})" in error["says"]
    assert all(name in error["says"] for name in named)


@pytest.mark.law("IB05.01.IV.2.A.2")
def test_all_faults_of_a_table_are_told_each_on_its_line(novamas: Novamas) -> None:
    words = ["odds", "ruleta", "--choice", "croupiers=1", "--choice", "minimum_sencilla=2000"]
    ran = novamas(*words)
    assert ran.status == 2
    assert ran.err.splitlines() == [
        "The minimum on even chances may be at most €10.00, not €20.00. (IB05.01.IV.2.A.2)",
        "The table needs 2 croupiers; it has 1. (IB05.01.III.1.b.1)",
    ]
    faults = json.loads(novamas(*words, "--json").err)["error"]["faults"]
    assert [fault["choice"] for fault in faults] == ["minimum_sencilla", "croupiers"]
    assert [fault["says"] for fault in faults] == ran.err.splitlines()


def test_choices_that_cannot_be_read_are_told_with_the_unlawful_ones(novamas: Novamas) -> None:
    ran = novamas("odds", "ruleta", "--choice", "chip=x", "--choice", "cloths=9")
    assert ran.status == 2
    assert len(ran.err.splitlines()) == 2
    assert "“chip” must be a whole number of céntimos, not “x”." in ran.err
    assert "“cloths” must be one of 1, 2, not 9." in ran.err


def test_help_lists_every_command(novamas: Novamas) -> None:
    for words in ([], ["--help"]):
        ran = novamas(*words)
        assert ran.status == 0
        assert all(f"  {command} " in ran.out for command in COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_every_exit_status(novamas: Novamas, language: str) -> None:
    told = " ".join(novamas("--help", "--lang", language).out.split())
    for status in (0, FAULTS_FOUND, BAD_INPUT, INTERRUPTED, PIPE_CLOSED):
        assert f" {status}, " in told
    assert f" {SIGNALLED} " in told


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_in_the_readers_language(novamas: Novamas, command: str) -> None:
    english, spanish = novamas(command, "--help").out, novamas(command, "--lang", "es", "--help").out
    catalan = novamas("--lang=ca", command, "--help").out
    assert english.startswith(f"Usage: novamas {command} ")
    assert spanish.startswith(f"Uso: novamas {command} ")
    assert catalan.startswith(f"Ús: novamas {command} ")
    assert "mostrar esta ayuda y salir" in spanish
    shared = set(english.splitlines()) & set(spanish.splitlines())
    assert all(not line.strip() or "http" in line for line in shared), shared


def test_the_version_is_printed(novamas: Novamas) -> None:
    assert novamas("--version").out == f"novamas {__version__}\n"


def test_the_locale_of_the_environment_is_spoken(novamas: Novamas, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "ca_ES.UTF-8")
    assert "Ajuda: novamas odds --help." in novamas("odds").err


def test_the_reference_has_every_command_in_english_whatever_is_spoken(novamas: Novamas) -> None:
    novamas("--lang", "es", "games")
    text = reference()
    assert text.startswith("# Commands\n")
    assert all(f"## novamas {command}\n" in text for command in COMMANDS)
    assert "Uso:" not in text
    assert text == reference()


def test_only_the_command_that_was_asked_for_is_loaded() -> None:
    assert list(program(("games",)).commands) == ["games"]


def test_nothing_heavy_is_loaded_to_show_the_games() -> None:
    code = "import sys; from novamas.cli import main; main(['games']); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_a_closed_pipe_ends_quietly() -> None:
    script = (
        f'"{sys.executable}" -c "import sys; from novamas.cli import main; sys.exit(main())" law --norm IB05'
    )
    ran = subprocess.run(
        ["bash", "-c", f"{script} | head -1; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 141
    assert ran.stderr == ""


def test_faults_of_a_set_up_are_told_in_the_words_of_their_game(novamas: Novamas) -> None:
    """The error names the forbidden prizes in the words of blackjack."""
    chosen = ("jackpot=true", "authorised=jackpot", "jackpot_prizes=siete:1")
    asked = ("odds", "blackjack", "--norm", "AR10", *(word for one in chosen for word in ("--choice", one)))
    ran = novamas("--lang", "es", *asked)
    assert ran.status == 2
    assert "El premio" in ran.err
    assert "no cumple lo que exige la ley" not in ran.err

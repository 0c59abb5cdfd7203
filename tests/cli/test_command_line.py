"""The programme itself: one sentence for every fault, help in three languages, quiet ends."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.cli.conftest import Novamas

from novamas import __version__
from novamas.cli import COMMANDS, program, reference

BAD = [
    (["odds"], "GAME is missing; see novamas odds --help."),
    (["odds", "rulette"], "No game 'rulette' can be played here; did you mean ruleta?"),
    (["odds", "ruleta", "--norm", "IB5"], "There is no norm 'IB5': we hold IB05, IB09, AR10, CM16"),
    (["odds", "ruleta", "--bet", "verde"], "ruleta has no bet 'verde': it has"),
    (["odds", "ruleta", "--choice", "chip"], "'chip' is not a choice: write it as name=value."),
    (["odds", "ruleta", "--choice", "colour=red"], "ruleta has no choice 'colour' under IB05"),
    (["odds", "ruleta", "--nrom", "IB05"], "There is no option --nrom; see novamas odds --help."),
    (["odds", "ruleta", "boule"], "; see novamas odds --help."),
    (["odds", "ruleta", "--norm", "AR10"], "whose text we do not have. (AR10.1.3.a.1)"),
    (["play", "ruleta", "--seed", "many"], "; see novamas play --help."),
    (["play", "ruleta", "--cash", "lots"], "'lots' is not an amount of euros"),
    (["play", "ruleta", "--record", "/no/such/folder/x"], "/no/such/folder/x cannot be written"),
    (["games", "rulette"], "No norm has a game 'rulette'; did you mean ruleta"),
    (["games", "ruleta", "--norm", "CM16"], "ruleta is not in the catalogue of CM16"),
    (["games", "ruleta", "--in", "aragon", "--on", "soon"], "'soon' is not a day"),
    (["games", "--in", "atlantis"], "There is no jurisdiction 'atlantis'"),
    (["games", "--in", "aragon", "--on", "1999-01-01"], "No catalogue we hold was in force in aragon"),
    (["games", "--on", "2015-01-01"], "A day needs a place: give --in with --on."),
    (["games", "ruleta", "--norm", "IB05", "--in", "aragon"], "Give --norm or --in, not both."),
    (["gmes"], "There is no command 'gmes': there are games,"),
    (["--lang", "fr", "games"], "There is no language 'fr' here"),
    (["games", "--lang"], "There is no language '' here"),
    (["replay", "/no/such/record"], "/no/such/record cannot be read"),
    (["law", "nonsense"], "No clause has the id 'nonsense'"),
]


@pytest.mark.parametrize(("words", "says"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_is_one_sentence_and_status_2(novamas: Novamas, words: list[str], says: str) -> None:
    ran = novamas(*words)
    assert ran.status == 2
    assert ran.out == ""
    assert says in ran.err
    assert ran.err.count("\n") == 1, ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(("words", "says"), [(words, says) for words, says in BAD if words[0] != "play"])
def test_with_json_an_error_is_an_object(novamas: Novamas, words: list[str], says: str) -> None:
    ran = novamas("--json", *words) if words[-1] == "--lang" else novamas(*words, "--json")
    error = json.loads(ran.err)["error"]
    assert ran.status == 2
    assert {"code", "clause", "says"} <= error.keys()
    assert says.removesuffix(" (AR10.1.3.a.1)") in error["says"]


@pytest.mark.law("IB05.01.IV.2.A.2")
def test_all_faults_of_a_table_are_told_each_on_its_line(novamas: Novamas) -> None:
    words = ["odds", "ruleta", "--choice", "croupiers=1", "--choice", "minimum_sencilla=2000"]
    ran = novamas(*words)
    assert ran.status == 2
    assert ran.err.splitlines() == [
        "The minimum on simple chances may be 1000 at most, not 2000. (IB05.01.IV.2.A.2)",
        "The table needs 2 croupiers; it has 1. (IB05.01.III.1.b.1)",
    ]
    faults = json.loads(novamas(*words, "--json").err)["error"]["faults"]
    assert [fault["choice"] for fault in faults] == ["minimum_sencilla", "croupiers"]


def test_choices_that_cannot_be_read_are_told_with_the_unlawful_ones(novamas: Novamas) -> None:
    ran = novamas("odds", "ruleta", "--choice", "chip=x", "--choice", "cloths=9")
    assert ran.status == 2
    assert len(ran.err.splitlines()) == 2
    assert "Chip must be a whole number of céntimos, not 'x'." in ran.err
    assert "Cloths must be one of 1, 2, not 9." in ran.err


def test_help_lists_every_command(novamas: Novamas) -> None:
    for words in ([], ["--help"]):
        ran = novamas(*words)
        assert ran.status == 0
        assert all(f"  {command} " in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_in_the_readers_language(novamas: Novamas, command: str) -> None:
    english, spanish = novamas(command, "--help").out, novamas(command, "--lang", "es", "--help").out
    catalan = novamas("--lang=ca", command, "--help").out
    assert english.startswith(f"Usage: novamas {command} ")
    assert spanish.startswith(f"Uso: novamas {command} ")
    assert catalan.startswith(f"Ús: novamas {command} ")
    assert "Mostrar esta ayuda y salir." in spanish
    shared = set(english.splitlines()) & set(spanish.splitlines())
    assert all(not line.strip() or "http" in line for line in shared), shared


def test_the_version_is_printed(novamas: Novamas) -> None:
    assert novamas("--version").out == f"novamas {__version__}\n"


def test_the_locale_of_the_environment_is_spoken(novamas: Novamas, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "ca_ES.UTF-8")
    assert "vegeu novamas odds --help." in novamas("odds").err


def test_the_reference_has_every_command_in_english_whatever_is_spoken(novamas: Novamas) -> None:
    novamas("--lang", "es", "games")
    text = reference()
    assert text.startswith("# Commands\n")
    assert all(f"## novamas {command}\n" in text for command in COMMANDS)
    assert "Uso:" not in text
    assert text == reference()


def test_only_the_command_that_was_asked_for_is_loaded() -> None:
    assert [info.name for info in program(["games"]).registered_commands] == ["games"]


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

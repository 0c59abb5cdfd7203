"""Shell completion: the candidates for the next word, in the user's language."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from tests.cli.conftest import Novamas

from novamas.cli.completion import SCRIPTS, Line
from novamas.cli.program import COMMANDS, program
from novamas.games import GAMES
from novamas.house.opening import frame_to_play, homes
from novamas.law.texts import LANGUAGES
from novamas.pools.lototrot.races import Cause
from novamas.words import voice_for

SOURCE = Path(__file__).parents[2] / "src"
TYPED_FREELY = {  # values that only the user knows, and files, which the shell completes
    *("metavars.day", "metavars.euros", "metavars.number", "metavars.text", "metavars.receipt"),
    *("metavars.cards", "metavars.card", "metavars.hand", "metavars.file", "metavars.record"),
    *("metavars.folder", "metavars.floor", "metavars.store", "metavars.outlet", "metavars.code"),
    *("metavars.forecast", "metavars.instant", "metavars.winners", "metavars.session", "metavars.issue"),
    *("metavars.share", "metavars.host", "metavars.house"),
}


def found(typed: str) -> list[str]:
    return [each.text for each in Line(f"novamas {typed}", voice_for("es")).candidates()]


def test_commands_games_norms_and_choices_are_completed() -> None:
    assert found("") == list(COMMANDS)
    assert found("re") == ["replay"]
    assert found("play ") == found("odds --json ") == found("schema ") == list(GAMES)
    assert found("play trij") == ["trijoker"]
    assert found("play ruleta --norm ") == list(homes("ruleta"))
    assert found("games --in ") == ["illes_balears", "aragon", "castilla_la_mancha"]
    options = frame_to_play("blackjack").options
    assert found("play blackjack --choice ") == [f"{name}=" for name in options]
    shufflers = [f"shuffler={one}" for one in options["shuffler"].one_of]
    assert found("play blackjack --choice seats=3 --choice shuffler=") == shufflers
    assert found("odds blackjack --choice a_nueve=t") == ["a_nueve=true"]
    assert found("odds craps --bet hard_1") == ["hard_10"]
    assert found("play holdem --as ") == ["s1", "croupier", "floor"]
    assert found("law IB05.01.IV.3.e") == ["IB05.01.IV.3.e.1"]
    assert found("--lang ") == found("play ruleta --lang ") == list(LANGUAGES)
    assert found("--completion ") == list(SCRIPTS)


def test_a_command_that_has_others_names_them() -> None:
    lototrot = program(("lototrot",)).commands["lototrot"]
    assert found("lototrot ") == list(lototrot.commands)
    assert found("lototrot decl") == ["declare"]
    assert found("lototrot declare 2026-01-01 ") == list(get_args(Cause))
    assert found("lototrot pay --dam") == ["--damage"]


def test_two_norms_are_told_one_after_the_other() -> None:
    assert found("diff ruleta_americana --between ") == [f"{norm}," for norm in homes("ruleta_americana")]
    one, *others = homes("ruleta_americana")
    assert found(f"diff ruleta_americana --between {one},") == [f"{one},{other}" for other in others]


def test_options_are_those_of_the_command_and_those_of_all() -> None:
    for name in COMMANDS:
        params = program((name,)).commands[name].params
        own = [one.opts[0] for one in params if one.opts[0].startswith("-")]
        assert found(f"{name} -") == [*own, "--help", "--lang"]
    assert found("--lang ca play --ch") == ["--choice", "--chores"]


@pytest.mark.parametrize(
    "typed",
    ["play ruleta ", "replay ", "play nothing --choice ", "play --cash ", "odds x --norm AR10 --bet "],
)
def test_where_nobody_knows_the_shell_is_left_to_itself(typed: str) -> None:
    assert found(typed) == []


@pytest.mark.parametrize("typed", ["play 'ru", 'play "ru', "play ru"])
def test_open_quotation_marks_are_no_fault(typed: str) -> None:
    assert found(typed)[0] == "ruleta"


def params_of(command: Any) -> Iterator[Any]:
    """Yield all parameters of a command and of its subcommands."""
    yield from command.params
    for other in getattr(command, "commands", {}).values():
        yield from params_of(other)


def test_every_value_that_can_be_known_is_completed() -> None:
    for one in params_of(program()):
        if one.metavar is not None and one.metavar not in TYPED_FREELY:
            line = Line("novamas odds blackjack ", voice_for("en"))
            assert list(line._values(one)), one.metavar


def test_what_is_told_beside_a_candidate_is_in_the_language_of_the_line() -> None:
    told = {language: dict(Line("novamas -", voice_for(language)).candidates()) for language in LANGUAGES}
    assert len({each["--version"] for each in told.values()}) == len(LANGUAGES)


def test_the_program_answers_the_scripts(novamas: Novamas) -> None:
    asked = novamas("--complete", "fish", "novamas --lang ca play ruleta_a")
    assert asked == (0, "ruleta_americana\truleta americana\n", "")
    assert novamas("--complete", "zsh", "novamas play boule --no").out.startswith("--norm:norm")
    assert (
        novamas("--complete", "bash", "novamas play holdem --choice limit=bote_s").out == "bote_sin_limite\n"
    )
    assert [line.split("\t")[0] for line in novamas("--complete").out.splitlines()] == list(COMMANDS)


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_of_a_shell_says_how_to_use_it(novamas: Novamas, shell: str) -> None:
    told = {novamas("--completion", shell, "--lang", language).out for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert all(f"--complete {shell} " in one and f"--completion {shell}" in one for one in told)
    if program_of := shutil.which(shell):
        checked = subprocess.run(
            [program_of, "-n"], input=told.pop(), text=True, capture_output=True, check=False
        )
        assert (checked.returncode, checked.stderr) == (0, "")


def test_a_shell_that_is_none_is_told(novamas: Novamas) -> None:
    ran = novamas("--completion", "tcsh")
    assert ran.status == 2
    assert "“bash”, “zsh”" in ran.err


def test_typers_own_completion_never_answers(novamas: Novamas, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = novamas("--help")
    for asked in ("complete_bash", "source_bash", "bash_complete", "bash_source", "complete_zsh"):
        monkeypatch.setenv("_NOVAMAS_COMPLETE", asked)
        monkeypatch.setenv("COMP_WORDS", "novamas pl")
        monkeypatch.setenv("COMP_CWORD", "1")
        assert novamas("--help") == usual
    assert novamas("--install-completion").status == novamas("--show-completion").status == 2


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_by_the_script(novamas: Novamas) -> None:
    script = novamas("--completion", "bash").out
    program = f'novamas() {{ "{sys.executable}" -m novamas "$@"; }}\n'
    asks = 'for COMP_LINE in "novamas play ruleta_a" "novamas odds boule --norm "; do\n'
    asks += 'COMP_POINT=${#COMP_LINE}; _novamas; echo "${COMPREPLY[@]}"; done\n'
    ran = subprocess.run(
        ["bash", "-c", program + script + asks],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(SOURCE)},
    )
    assert ran.stdout == f"ruleta_americana\n{' '.join(homes('boule'))}\n"

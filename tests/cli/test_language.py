"""Every text of the command line exists in three languages, and each call uses its own language."""

from __future__ import annotations

import ast
import io
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Barrier, local
from typing import Any

import pytest
from tests.cli.conftest import Novamas
from tests.words.codes import called, calls, constants, nodes, places_in
from tests.words.test_no_language_leaks import leaks

import novamas.cli
from novamas.cli import COMMANDS, main, reference
from novamas.cli.command_line import language_of
from novamas.cli.program import program
from novamas.errors import NovamasError
from novamas.law import library
from novamas.law.texts import LANGUAGES, Language
from novamas.words import voice_for
from novamas.words.texts import find, text_file

MODULES = sorted(Path(novamas.cli.__file__).parent.rglob("*.py"))
EVERYWHERE = sorted(Path(novamas.cli.__file__).parent.parent.rglob("*.py"))
# Shelves of what commands say: nothing may stand there that no one says.
OWN = (
    "catalogue",
    "commands",
    "equity",
    "hand",
    "help",
    "law",
    "metavars",
    "odds_told",
    "options",
    "play",
    "replay",
    "table_words",
    "taking",
    "why",
)


def said(path: Path) -> Iterator[tuple[str, frozenset[str] | None, str]]:
    """Yield every text key that a module uses, with its values if they can be determined."""
    for function, node in calls(path):
        where = f"{path.name}:{node.lineno}"
        if called(node) in ("say", "text") and isinstance(node.func, ast.Attribute) and node.args:
            given = [keyword.arg for keyword in node.keywords]
            figures = None if None in given else frozenset(map(str, given))
            for address in constants(node.args[0], function):
                yield address, figures if called(node) == "say" else frozenset(), where
        for keyword in node.keywords:
            if keyword.arg in ("help", "metavar") and isinstance(keyword.value, ast.Constant):
                yield str(keyword.value.value), frozenset(), where


def named(path: Path) -> Iterator[str]:
    """Yield every text key in a module, literal or joined from the name of a text file and a code."""
    constants = (node.value for node in nodes(path) if isinstance(node, ast.Constant))
    written = [text for text in constants if isinstance(text, str)]
    yield from written
    for joined in (node for node in nodes(path) if isinstance(node, ast.JoinedStr)):
        match joined.values:
            case [ast.Constant(value=str(name)), ast.FormattedValue()] if name.endswith("."):
                yield from (f"{name}{code}" for code in written)


def test_every_text_that_is_asked_for_is_there_with_its_figures() -> None:
    asked = [one for path in MODULES for one in said(path)]
    assert len(asked) > 150
    for address, figures, where in asked:
        text = find(library(), address)
        assert text is not None, f"{where}: there is no text {address}"
        if figures is not None:
            assert places_in(text.es) == figures, f"{where}: {address}"


def test_no_text_of_the_commands_is_there_for_nobody() -> None:
    asked = {address for path in EVERYWHERE for address in named(path)}
    names = {"_".join(path.split()[1:]) for path in command_paths()} - {""}
    asked |= {f"help.{name}" for name in ("novamas", *names)} | {f"commands.{name}" for name in names}
    there = {f"{name}.{code}" for name in OWN for code in text_file(name)}
    assert there - asked == set()


# ---------------------------------------------------------------- help


def command_paths(group: Any = None, path: str = "novamas") -> set[str]:
    """Return every command as users type it, including subcommands."""
    found, group = {path}, group or program()
    for name, command in group.commands.items():
        below = f"{path} {name}"
        found |= command_paths(command, below) if hasattr(command, "commands") else {below}
    return found


@cache
def helps(language: Language) -> dict[str, list[str]]:
    """Return the help of every command as lines."""
    sections = reference(voice_for(language)).split("\n## ")[1:]
    return {section.splitlines()[0]: section.splitlines()[1:] for section in sections}


SAME = {  # lines that are the same in two languages, and why
    "```text",
    "```",
    "Arguments:",  # in English and in Catalan
    "                  sell,pay]",  # the end of a default value
}


@pytest.mark.parametrize(("one", "other"), [("en", "es"), ("en", "ca"), ("es", "ca")])
def test_no_line_of_help_is_alike_in_two_languages(one: Language, other: Language) -> None:
    assert helps(one).keys() == helps(other).keys() == command_paths()
    for command, lines in helps(one).items():
        alike = {line for line in lines if line.strip()} & set(helps(other)[command])
        assert alike <= SAME, command


@pytest.mark.parametrize("language", ["es", "ca"])
def test_no_word_of_another_language_is_left_in_the_help(language: Language) -> None:
    """Commands, options and quoted words are exceptions, because users type them."""
    lines = [line for told in helps(language).values() for line in told if line not in SAME]
    assert len(lines) > 100
    assert not leaks(
        [" ".join(word for word in line.split() if not is_typed(word)) for line in lines], language
    )


def is_typed(word: str) -> bool:
    return word.startswith("--") or word.strip("`") in command_words()


@cache
def command_words() -> frozenset[str]:
    """Return the words of which commands consist."""
    return frozenset(word for path in command_paths() for word in path.split())


# ---------------------------------------------------------------- lines that are not written as they must be

BAD_LINES: dict[str, tuple[list[str], tuple[str, str, str]]] = {
    "no such option": (
        ["odds", "ruleta", "--choise", "seats=3"],
        (
            "No existe la opción --choise; ¿quizá --choice? Ayuda: novamas odds --help.",
            "No existeix l’opció --choise; potser --choice? Ajuda: novamas odds --help.",
            "There is no option --choise; did you mean --choice? See novamas odds --help.",
        ),
    ),
    "an option like no other": (
        ["games", "-x"],
        (
            "No existe la opción -x. Ayuda: novamas games --help.",
            "No existeix l’opció -x. Ajuda: novamas games --help.",
            "There is no option -x. See novamas games --help.",
        ),
    ),
    "an option of no command": (
        ["--nothing"],
        (
            "No existe la opción --nothing. Ayuda: novamas --help.",
            "No existeix l’opció --nothing. Ajuda: novamas --help.",
            "There is no option --nothing. See novamas --help.",
        ),
    ),
    "an argument is missing": (
        ["odds"],
        (
            "Falta JUEGO. Ayuda: novamas odds --help.",
            "Falta JOC. Ajuda: novamas odds --help.",
            "Missing: GAME. See novamas odds --help.",
        ),
    ),
    "all of several are missing": (
        ["equity"],
        (
            "Falta MANO. Ayuda: novamas equity --help.",
            "Falta MÀ. Ajuda: novamas equity --help.",
            "Missing: HAND. See novamas equity --help.",
        ),
    ),
    "a value is missing": (
        ["games", "ruleta", "--norm"],
        (
            "Falta el valor de --norm. Ayuda: novamas games --help.",
            "Falta el valor de --norm. Ajuda: novamas games --help.",
            "The value of --norm is missing. See novamas games --help.",
        ),
    ),
    "a value where none belongs": (
        ["games", "--layout=yes"],
        (
            "La opción --layout no lleva valor. Ayuda: novamas games --help.",
            "L’opció --layout no porta valor. Ajuda: novamas games --help.",
            "The option --layout takes no value. See novamas games --help.",
        ),
    ),
    "no number": (
        ["play", "ruleta", "--seed", "many"],
        (
            "El valor de --seed debe ser un número entero. Ayuda: novamas play --help.",
            "El valor de --seed ha de ser un nombre enter. Ajuda: novamas play --help.",
            "The value of --seed must be a whole number. See novamas play --help.",
        ),
    ),
    "a number too small": (
        ["equity", "As Kd", "?", "--samples", "1"],
        (
            (
                "El valor de --samples debe ser un número entero igual o mayor que 2."
                " Ayuda: novamas equity --help."
            ),
            (
                "El valor de --samples ha de ser un nombre enter igual o més gran que 2."
                " Ajuda: novamas equity --help."
            ),
            "The value of --samples must be a whole number, 2 or more. See novamas equity --help.",
        ),
    ),
    "a word too many": (
        ["odds", "ruleta", "boule"],
        (
            "Sobra «boule». Ayuda: novamas odds --help.",
            "Hi sobra «boule». Ajuda: novamas odds --help.",
            "“boule” is not expected here. See novamas odds --help.",
        ),
    ),
    "anything else": (
        ["--"],
        (
            "La orden no está bien escrita. Ayuda: novamas --help.",
            "L’ordre no està ben escrita. Ajuda: novamas --help.",
            "The command is not written correctly. See novamas --help.",
        ),
    ),
    "no such command": (
        ["gmes"],
        (
            "No existe la orden «gmes». Las órdenes son «games», «odds», «check»,",
            "No existeix l’ordre «gmes». Les ordres són «games», «odds», «check»,",
            "There is no command “gmes”. The commands are “games”, “odds”, “check”,",
        ),
    ),
}


@pytest.mark.parametrize("kind", BAD_LINES)
def test_what_is_wrong_with_a_line_is_told_in_each_language(novamas: Novamas, kind: str) -> None:
    line, told = BAD_LINES[kind]
    for language, says in zip(LANGUAGES, told, strict=True):
        ran = novamas(f"--lang={language}", *line)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(says)
        assert ran.err.count("\n") == 1
    if line[0] in COMMANDS and line[0] != "play":  # play prints no JSON
        error = json.loads(novamas(*line[:1], "--json", *line[1:], "--lang=es").err)["error"]
        assert error == {"code": "usage", "clause": None, "says": told[0]}


# ---------------------------------------------------------------- which language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_MESSAGES": "ca_ES"}, "ca"),
        ({"LANG": "ca_ES", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "", "LANG": "ca"}, "ca"),
    ],
)
def test_the_environment_decides_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_novamas_lang_counts_before_the_locale_and_after_the_option(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("NOVAMAS_LANG", "ca")
    assert "ruleta americana" in novamas("games").out
    assert novamas("games").out == novamas("--lang", "ca", "games").out
    assert novamas("games", "--lang", "es").out == novamas("--lang", "es", "games").out
    monkeypatch.setenv("NOVAMAS_LANG", "fr")
    refused = novamas("games")
    assert (refused.status, refused.out) == (2, "")
    assert "fr" in refused.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_that_is_none_is_told_in_the_last_one_that_was_understood(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch, language: Language
) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8" if language == "es" else "es_ES.UTF-8")
    before = "ca" if language != "ca" else "en"
    for line in (
        ["--lang", before, "--lang", language, "--lang", "fr", "games"],
        ["--lang=fr", "games", f"--lang={language}"],
        ["--lang", "fr", "games", "--lang", language],
    ):
        told = novamas(*line)
        assert told.status == 2
        assert told.err == voice_for(language).error(NovamasError("no_such_language", given="fr")) + "\n"


def test_the_last_word_on_the_language_counts(novamas: Novamas) -> None:
    assert novamas("--lang", "ca", "odds", "--lang=es").err.startswith("Falta JUEGO.")


class Apart(io.TextIOBase):
    """A stream that collects the output of each thread separately."""

    def __init__(self) -> None:
        self.own = local()

    def write(self, text: str) -> int:
        return self.mine().write(text)

    def mine(self) -> io.StringIO:
        if not hasattr(self.own, "text"):
            self.own.text = io.StringIO()
        found: io.StringIO = self.own.text
        return found


LINES = (
    ["games", "boule"],
    ["games", "boule", "--layout"],
    ["law", "IB05.07.IV.6"],
    ["hand", "As Kd Qh Jc 10s"],
    ["odds", "boule"],
    ["odds", "--help"],
    ["odds", "bule"],
)


def test_commands_in_three_threads_keep_their_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread runs the same commands in a different language, and prints the same as when run alone."""
    out, err = Apart(), Apart()
    together = Barrier(len(LANGUAGES))

    def told(language: Language, *, wait: bool) -> list[str]:
        texts = []
        for line in LINES:
            if wait:
                together.wait()
            main([*line, "--lang", language])
            for stream in (out, err):
                texts.append(stream.mine().getvalue())
                stream.mine().truncate(0)
                stream.mine().seek(0)
        return texts

    streams: Any = out, err
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    alone = [told(language, wait=False) for language in LANGUAGES]
    with ThreadPoolExecutor(len(LANGUAGES)) as threads:
        assert list(threads.map(lambda each: told(each, wait=True), LANGUAGES)) == alone
    for one, two, three in zip(*alone, strict=True):
        assert one == two == three == "" or len({one, two, three}) == 3


# ---------------------------------------------------------------- what the commands print

TYPED = {
    "es": "rojo 5\n17 2\n\npor qué\n?\nopciones\nsalir\n",
    "ca": "vermell 5\n17 2\n\nper què\n?\nopcions\nsortir\n",
}


@pytest.mark.parametrize("language", ["es", "ca"])
def test_what_the_commands_print_is_in_one_language(
    novamas: Novamas, tmp_path: Path, language: Language
) -> None:
    record = tmp_path / "r.jsonl"
    evening = novamas(
        "play", "ruleta", "--seed", 1, "--record", record, "--lang", language, lines=TYPED[language]
    )
    printed = [evening.out]
    for words_typed in (
        ["replay", record],
        ["replay", record, "--eyes", "s1"],
        ["why", record],
        ["hand", "As Kd Qh Jc 10s"],
        ["equity", "Ad Ac", "Ks Qs", "--board", "7s 6s 2h 3d"],
        ["games"],
        ["games", "sin_descarte", "--layout"],
        ["law", "--game", "craps", "--norm", "AR10"],
        ["odds", "blackjack", "--hand", "8s 8h", "--bank", "10"],
    ):
        ran = novamas(*words_typed, "--lang", language)
        assert (ran.status, ran.err) == (0, "")
        printed.append(ran.out)
    lines = [line.replace(str(record), "") for out in printed for line in out.splitlines()]
    assert len(lines) > 150
    assert not leaks(lines, language)

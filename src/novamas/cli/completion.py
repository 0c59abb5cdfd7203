"""Shell completion: candidates for the next word in the user's language, and the shells' scripts."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple, get_args

import typer

from novamas.cli.program import COMMANDS, program
from novamas.errors import InvalidInput, NovamasError
from novamas.law import Frame
from novamas.law.texts import LANGUAGES
from novamas.words import Voice

LANGUAGE = "--lang"  # allowed anywhere on a line, also before the command
BASH_BREAKS = "=:"  # bash splits words at these characters


class Candidate(NamedTuple):
    """A word that may come next, with its description."""

    text: str
    note: str = ""


class Line:
    """A line that is being typed: the words before the cursor, and the beginning of the next word."""

    def __init__(self, typed: str, voice: Voice) -> None:
        words = _words(typed)[1:]  # without the program's name
        self.begun = words.pop() if words and not typed[-1].isspace() else ""
        self.voice = voice
        self.before: list[str] = []
        waiting = iter(words)
        for word in waiting:
            if word == LANGUAGE:
                self.before = [*self.before, *([] if next(waiting, None) is not None else [LANGUAGE])]
            elif not word.startswith(f"{LANGUAGE}="):
                self.before.append(word)
        first = next((word for word in self.before if word in COMMANDS), "")
        self.command = program((first,) if first else ())
        self.path: list[str] = []  # the path of command names
        self.behind: list[str] = []  # the words after the command
        for word in self.before:
            if word in getattr(self.command, "commands", ()):
                self.command, self.behind = self.command.commands[word], []
                self.path.append(word)
            else:
                self.behind.append(word)

    def candidates(self) -> Iterator[Candidate]:
        """Yield the candidates for the next word that start with the typed beginning."""
        return (each for each in self._possible() if each.text.startswith(self.begun))

    def _possible(self) -> Iterator[Candidate]:
        if self.before[-1:] == [LANGUAGE]:
            yield from map(Candidate, LANGUAGES)
        elif (option := self._open_option()) is not None:
            yield from self._values(option)
        elif self.begun.startswith("-"):
            yield from self._options()
        elif not self.path or hasattr(self.command, "commands"):
            for name in self.command.commands if self.path else COMMANDS:
                yield Candidate(name, self.voice.text(f"commands.{'_'.join([*self.path, name])}"))
        else:
            yield from self._argument()

    def _open_option(self) -> Any:
        """Return the option that expects a value as the next word, if there is one."""
        last = self.before[-1] if self.before else ""
        return next((one for one in self._params("option") if last in one.opts and not one.is_flag), None)

    def _options(self) -> Iterator[Candidate]:
        for one in self._params("option"):
            yield Candidate(one.opts[0], self.voice.text(one.help))
        yield Candidate("--help", self.voice.text("options.help"))
        yield Candidate(LANGUAGE, self.voice.text("options.lang"))

    def _argument(self) -> Iterator[Candidate]:
        """Yield the possible values of the next argument."""
        arguments, given = self._params("argument"), len(self._loose())
        if not arguments:
            return
        now = arguments[-1] if given >= len(arguments) else arguments[given]
        if given < len(arguments) or now.nargs != 1:
            yield from self._values(now)

    def _loose(self) -> list[str]:
        """Return the words after the command that are neither options nor their values."""
        found: list[str] = []
        takes = {name for one in self._params("option") if not one.is_flag for name in one.opts}
        behind = iter(self.behind)
        for word in behind:
            if word in takes:
                next(behind, None)
            elif not word.startswith("-"):
                found.append(word)
        return found

    def _params(self, kind: str) -> list[Any]:
        return [one for one in self.command.params if one.param_type_name == kind]

    # ---- values

    def _values(self, parameter: Any) -> Iterator[Candidate]:
        """Yield the possible values of a parameter, or none if only the shell knows them."""
        ways: dict[str, Callable[[], Iterator[Candidate]]] = {
            "metavars.game": self._games,
            "metavars.game_or_floor": self._games,
            "metavars.norm": self._norms,
            "metavars.place": self._places,
            "metavars.choice": self._choices,
            "metavars.bet": self._bets,
            "metavars.who": self._persons,
            "metavars.two_sides": self._two_norms,
            "metavars.cause": self._causes,
            "metavars.damage": self._damages,
            "metavars.request": self._requests,
            "metavars.paper": self._papers,
            "metavars.minds": self._minds,
            "metavars.strategy": lambda: iter((Candidate("best"),)),  # the other values are acts of the bet
            "metavars.system": self._systems,
            "metavars.address": lambda: iter((Candidate("local"),)),  # only the user knows other addresses
            "metavars.kind": self._kinds,
            "metavars.lesson": self._lessons,
            "metavars.rights": self._rights,
            "metavars.words": self._clauses,
            "metavars.clause": self._rules_of_conduct,
            "metavars.shell": lambda: map(Candidate, SCRIPTS),
        }
        with suppress(NovamasError):  # an unknown game has no values
            yield from ways.get(parameter.metavar, lambda: iter(()))()

    def _games(self) -> Iterator[Candidate]:
        from novamas.games import known_games
        from novamas.pools.names import POOLS

        games = known_games()
        known = (*games, *POOLS) if self.path == ["games"] else games  # pools have no table
        return (Candidate(slug, self.voice.game_name(slug)) for slug in known)

    def _norms(self) -> Iterator[Candidate]:
        from novamas.house.opening import homes

        law = self.voice.law
        for norm in homes(self._game(), law) or law.norms:
            yield Candidate(norm, self.voice.named("regions", law.norm(norm).jurisdiction))

    def _systems(self) -> Iterator[Candidate]:
        from novamas.sim.sessions import SYSTEMS

        return (Candidate(name, self.voice.text(f"simulate.system_{name}")) for name in SYSTEMS)

    def _two_norms(self) -> Iterator[Candidate]:
        """Yield the norms as candidates, for the first norm or, after a comma, for the second."""
        before = self.begun[: self.begun.rfind(",") + 1]
        for norm, title in self._norms():
            if f"{norm}," not in before:
                yield Candidate(f"{before}{norm}" if before else f"{norm},", title)

    def _places(self) -> Iterator[Candidate]:
        for region in dict.fromkeys(norm.jurisdiction for norm in self.voice.law.norms.values()):
            yield Candidate(region, self.voice.named("regions", region))

    def _choices(self) -> Iterator[Candidate]:
        """Yield the names of the choices or, after a name, the listed values of that choice."""
        from novamas.words.choices import meant

        frame = self._frame()
        name, equals, _value = self.begun.partition("=")
        if not equals:
            yield from (Candidate(f"{one.name}=", self.voice.choice(one)) for one in frame.options.values())
        elif (option := frame.options.get(name)) is not None:
            values = option.one_of or ((True, False) if option.unit == "flag" else ())
            for value in values:
                typed = str(value).lower() if isinstance(value, bool) else str(value)
                text = meant(value, self.voice.under(frame), frame).removeprefix(typed).strip(" ()")
                yield Candidate(f"{name}={typed}", text)

    def _bets(self) -> Iterator[Candidate]:
        from novamas.house.opening import open_as_written

        opened = open_as_written(self._frame(), {})
        voice = self.voice.under(opened.frame)
        return (Candidate(bet, voice.bet(bet)) for bet in opened.game.wagers(opened.opening))

    def _persons(self) -> Iterator[Candidate]:
        from novamas.cli.played_roles import SPEAKERS
        from novamas.table.roles import read_who

        return (Candidate(who, self.voice.person(read_who(who))) for who in SPEAKERS)

    def _papers(self) -> Iterator[Candidate]:
        from novamas.cli.commands.placard import PAPERS

        return map(Candidate, PAPERS)

    def _minds(self) -> Iterator[Candidate]:
        """Yield the skills of bots as candidates. A seat that was typed before the skill is kept."""
        from novamas.bots.circle import MINDS

        before = self.begun[: max(self.begun.rfind("="), self.begun.rfind(",")) + 1]
        return (Candidate(before + mind, self.voice.text(f"minds.{mind}")) for mind in MINDS)

    def _kinds(self) -> Iterator[Candidate]:
        """Yield the kinds of exercises."""
        from novamas.school import ExerciseKind

        return (Candidate(kind.value, self.voice.text(f"school.kind_{kind}")) for kind in ExerciseKind)

    def _lessons(self) -> Iterator[Candidate]:
        """Yield the names of the lessons of novamas."""
        from novamas.school.lessons import shipped

        return map(Candidate, shipped())

    def _causes(self) -> Iterator[Candidate]:
        from novamas.pools.lototrot.races import Cause

        return map(Candidate, get_args(Cause))

    def _damages(self) -> Iterator[Candidate]:
        from novamas.pools.lototrot.payment import Damage

        return map(Candidate, get_args(Damage))

    def _requests(self) -> Iterator[Candidate]:
        from novamas.pools.lototrot.tickets import TicketRequest

        return map(Candidate, get_args(TicketRequest))

    def _rights(self) -> Iterator[Candidate]:
        """Yield the rights of a token. The user separates them by commas."""
        from novamas.protocol.pools import RIGHTS

        before = self.begun[: self.begun.rfind(",") + 1]
        for right in RIGHTS:
            if right not in before.split(","):
                yield Candidate(before + right, self.voice.text(f"values.right_{right}"))

    def _clauses(self) -> Iterator[Candidate]:
        """Yield a short list of clauses whose ids start with the typed beginning."""
        if self.begun:
            return map(Candidate, self.voice.law.index)
        return map(Candidate, ("search", "coverage"))

    def _rules_of_conduct(self) -> Iterator[Candidate]:
        """Yield the rules of conduct of Lototrot by their clauses."""
        from novamas.law.conduct import rules_of_conduct
        from novamas.pools.lototrot.setup import NORM, SLUG

        for rule in rules_of_conduct(self.voice.law.frame(NORM, SLUG)).all:
            yield Candidate(rule, self.voice.clause(rule).says)

    def _game(self) -> str:
        """Return the game that the line names so far."""
        from novamas.games import known_games

        games = known_games()
        return next((word for word in self.before if word in games), "")

    def _frame(self) -> Frame:
        from novamas.house.opening import frame_to_play

        named = self.before.index("--norm") + 1 if "--norm" in self.before else len(self.before)
        norm = next(iter(self.before[named:]), None)
        return frame_to_play(self._game(), norm, law=self.voice.law)


def _words(typed: str) -> list[str]:
    """Split a line into words as a shell does. Open quotation marks are ignored."""
    with suppress(ValueError):
        return shlex.split(typed)
    return typed.replace('"', " ").replace("'", " ").split()


# ---------------------------------------------------------------- for the shells


def complete(shell: str, typed: str, voice: Voice) -> None:
    """Print the candidates in the format that a shell expects."""
    line = Line(typed, voice)
    for text, note in line.candidates():
        match shell:
            case "bash":
                broken = max(line.begun.rfind(mark) for mark in BASH_BREAKS) + 1
                typer.echo(text[broken:])
            case "zsh":
                typer.echo(text.replace(":", "\\:") + f":{note}")
            case _fish:
                typer.echo(f"{text}\t{note}")


def script(shell: str, voice: Voice) -> str:
    """Return the script that installs the completion in a shell."""
    if shell not in SCRIPTS:
        raise InvalidInput("no_such_shell", given=shell, known=tuple(SCRIPTS))
    key, lines = SCRIPTS[shell]
    return f"# {voice.text(key)}\n{lines}"


SCRIPTS = {  # how each is installed, and its lines
    "bash": (
        "help.completion_bash",
        """\
_novamas() {
    local IFS=$'\\n'
    COMPREPLY=($(novamas --complete bash "${COMP_LINE:0:COMP_POINT}" 2>/dev/null))
    if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _novamas novamas
""",
    ),
    "zsh": (
        "help.completion_zsh",
        """\
_novamas() {
    local line
    local -a words_found names_found
    while IFS= read -r line; do
        if [[ ${line%%:*} == *= ]]; then names_found+=("$line"); else words_found+=("$line"); fi
    done < <(novamas --complete zsh "${(j: :)words[1,CURRENT]}" 2>/dev/null)
    (( $#words_found )) && _describe novamas words_found
    (( $#names_found )) && _describe novamas names_found -S ''
    (( $#words_found + $#names_found )) || _files
}
compdef _novamas novamas
""",
    ),
    "fish": (
        "help.completion_fish",
        """\
function __novamas_complete
    set -l found (novamas --complete fish (commandline -cp | string collect) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c novamas -f -a '(__novamas_complete)'
""",
    ),
}

"""The tutorial part of a game's page: the course of a round, each act, and each irregularity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_origin

from novamas.law import library
from novamas.law.citations import expand_ids
from novamas.table.conduct import Conduct
from novamas.table.deeds import Act
from novamas.table.game import Game, Table
from novamas.table.phases import Incident, Phase
from novamas.table.roles import CROUPIER, FLOOR, Who
from novamas.table.tags import snake
from novamas.words import Voice
from novamas.words.voice import capital
from tools.chart import BY_CHANCE, Course, chart
from tools.playthroughs import scripts

NOBODY_IN_PARTICULAR: Who = 0  # an act that names no doer is a player's


def taught(tables: Sequence[Table], courses: Sequence[Course], voice: Voice) -> Iterator[str]:
    """Yield the tutorial of a game for a reader who has never played it."""
    game = tables[0].game
    yield from _round(game, courses[0], voice)
    yield from _acts(game, voice)
    yield from mishaps(tables, courses, voice)
    yield from _examples(game.slug)


def _round(game: Game, course: Course, voice: Voice) -> Iterator[str]:
    """Yield the phases of a round in the order of the diagram, then the diagram."""
    kinds = {kind.__name__: kind for kind in game.phases}
    yield "## How a round goes"
    yield ""
    for number, name in enumerate(course.phases, 1):
        called = capital(voice.phase(snake(name)))
        about = _first_line(kinds[name], Phase).removeprefix(f"{called}.")
        told = (f"**{called}** (`{name}`){':' if about else '.'}", about, _onward(name, course, voice))
        yield f"{number}. {' '.join(filter(None, told))}"
    yield ""
    yield "Learnt by playing the game; incidents and the floor's orders included."
    yield ""
    yield chart(course)
    yield ""


def _onward(name: str, course: Course, voice: Voice) -> str:
    """Return the regular transitions from a phase."""
    mishaps, ways = {*course.wrong, Conduct.verb()}, dict[str, list[str]]()
    for after in course.phases:
        well = sorted(course.ways.get((name, after), set()) - mishaps)
        if well and after != name:
            ways.setdefault(voice.any_of(map(_deed, well)), []).append(f"*{voice.phase(snake(after))}*")
    told = "; ".join(f"{deeds} leads to {voice.any_of(after)}" for deeds, after in ways.items())
    return f"{capital(told)}." if told else ""


def _deed(word: str) -> str:
    return word if word == BY_CHANCE else f"`{word}`"


def _acts(game: Game, voice: Voice) -> Iterator[str]:
    """Yield the acts of each person, one sentence for each act."""
    yield "## What may be done"
    yield ""
    yield "An act is lawful only at its moment: at the table `help` says which are offered now."
    yield ""
    for title, who in (("Players", NOBODY_IN_PARTICULAR), ("The croupier", CROUPIER), ("The floor", FLOOR)):
        if acts := [act for act in game.acts if _doer(act) == who]:
            yield f"{title}:"
            yield ""
            yield from (f"- `{act.verb()}`: {voice.text(f'acts_told.{act.verb()}')}" for act in acts)
            yield ""


def _doer(act: type[Act]) -> Who:
    """Return the person who does an act: the one that the act names, otherwise a player."""
    defaults = dict(zip(reversed(act.__struct_fields__), reversed(act.__struct_defaults__), strict=False))
    who: Who = defaults.get("by", NOBODY_IN_PARTICULAR)
    return who


def mishaps(tables: Sequence[Table], courses: Sequence[Course], voice: Voice) -> Iterator[str]:
    """Yield the irregularities, with their phases and the law's measures, clause by clause."""
    game = tables[0].game
    yield "## What can go wrong, and what the law orders"
    yield ""
    yield "The floor records what happened, and the clause decides; in brackets stands when it can happen."
    yield "A clause that decides some causes only is followed by them, as they are typed."
    yield "At any moment the floor may also record `conduct`: what a person did against a rule that binds"
    yield "people."
    yield ""
    for incident in game.incidents:
        met = [course.wrong.get(incident.verb(), {}) for course in courses]
        when = {snake(name) for by_clause in met for phases in by_clause.values() for name in phases}
        moments = [voice.phase(kind.tag()) for kind in game.phases if kind.tag() in when]
        bracket = f" ({', '.join(moments)})" if moments else ""
        yield f"- `{incident.verb()}`{bracket}: {_first_line(incident, Incident)}"
        causes = {
            id: forms for course in courses for id, forms in course.forms.get(incident.verb(), {}).items()
        }
        for by_clause in met if any(met) else [_cited(incident)]:
            for id in sorted(by_clause):
                told = "".join(f", `{cause}`" for cause in sorted(causes.get(id, ())))
                yield f"  - {id}{told}: {library().clause_in(id, voice.language).says}"
    yield ""


def _cited(incident: type[Incident[Any]]) -> set[str]:
    """Return the clauses that the code of an incident cites, for an incident too rare to be observed."""
    parts = [vars(incident), *(vars(part) for part in vars(incident).values() if callable(part))]
    cited = [one for part in parts for one in part.get("__law__", ())]
    return {id for one in cited for id in expand_ids(one, library().index)}


def _examples(slug: str) -> Iterator[str]:
    """Yield links to the playthroughs, which show rounds event by event with the clause of each payment."""
    yield "## Worked examples"
    yield ""
    yield "Rounds told event by event, each payment with its clause; the tests play them."
    yield ""
    for script in scripts():
        if script.stem.partition("-")[0] == slug:
            told = script.with_suffix(".en.txt").name
            yield f"- [{script.stem}](../../tests/playthroughs/{told})"
    yield ""


def _first_line(kind: Any, root: type) -> str:
    """Return the first docstring line of a phase or incident, or that of its base class."""
    for each in (get_origin(kind) or kind).__mro__:
        if each is root:
            break
        if told := vars(each).get("__doc__"):
            return str(told).splitlines()[0]
    return ""

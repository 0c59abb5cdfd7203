"""`novamas diff`: two norms, two days or two set-ups of a game beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import Game, Json, NormToPlay, Place
from novamas.cli.output import heading, print_json, say, show_table
from novamas.words import Words

if TYPE_CHECKING:
    from novamas.house.comparing import Comparison, Difference, Stated
    from novamas.law import Frame
    from novamas.table.game import Table

DERIVED = "premises.lacks"  # lists the things that the law asks for, each of which stands by itself


def register(app: typer.Typer) -> None:
    """Give the `diff` command to the main one."""
    app.command("diff")(show_differences)


def show_differences(
    context: typer.Context,
    game: Game,
    between: Annotated[str | None, typer.Option(metavar="metavars.two_sides", help="options.between")] = None,
    norm: NormToPlay = None,
    place: Place = None,
    one: Annotated[list[str] | None, typer.Option(metavar="metavars.choice", help="options.one_side")] = None,
    other: Annotated[
        list[str] | None, typer.Option(metavar="metavars.choice", help="options.other_side")
    ] = None,
    wording: Annotated[bool, typer.Option("--wording", help="options.wording")] = False,
    json: Json = False,
) -> None:
    """Rule by rule, clause beside clause, and what the differences do to the edge of every bet."""
    from novamas.cli.opening import edition_of, table_of
    from novamas.cli.waiting import bars
    from novamas.house.comparing import compare, content, frames_between

    edition_of(norm, place, None)
    first, second = frames_between(game, between, norm, place)
    tables = table_of(first, one or ()), table_of(second, other or ())
    voice: Words = context.obj.at(tables[0].game.slug)
    with bars(voice):
        found = compare(*tables)
    if json:
        print_json(content(found, tables))
    else:
        show(found, tables, voice, with_wording=wording)


# ---------------------------------------------------------------- for people


def show(found: Comparison, tables: Sequence[Table], voice: Words, *, with_wording: bool) -> None:
    """The differences in law, in the houses' choices, and in the edges."""
    frames = tables[0].frame, tables[1].frame
    names = side_names(frames, voice)
    heading(f"{voice.game_name(found.game)} · {names[0]} · {names[1]}")
    parts = [("diff.rules", [each for each in found.rules if each.path != DERIVED])]
    parts += [("diff.choices", list(found.choices))]
    parts += [("diff.wording", list(found.wording))] if with_wording else []
    for title, differences in parts:
        heading(voice.say(title, count=len(differences)))
        if not differences:
            say(voice.text("diff.none"))
        for each in differences:
            show_difference(each, frames, names, voice)
    if not with_wording and found.wording:
        say("", voice.say("diff.more_wording", count=len(found.wording)))
    show_edges(found, names, voice)


def side_names(frames: tuple[Frame, Frame], voice: Words) -> tuple[str, str]:
    """What the two sides are called: their norms, or the one and the other house."""
    one, other = frames
    if one.norm != other.norm:
        return one.norm, other.norm
    return voice.say("diff.one", norm=one.norm), voice.say("diff.other", norm=other.norm)


def show_difference(
    each: Difference, frames: tuple[Frame, Frame], names: tuple[str, str], voice: Words
) -> None:
    """One rule: what it is, then each side with its figures and what its clauses say."""
    say("", title(each, frames, voice))
    for name, frame, stated in zip(names, frames, (each.one, each.other), strict=True):
        if stated is None:
            say(f"  {name}: {voice.text('diff.absent')}")
            continue
        figures = told(each.path, frame, stated, voice)
        say(f"  {name}: {figures}" if figures else f"  {name}:")
        say(*(f"    {clause_told(id, voice)}" for id in stated.cite))


def title(each: Difference, frames: tuple[Frame, Frame], voice: Words) -> str:
    """What a rule is about, in words where it has them, and its place among the figures."""
    part, _, name = each.path.rpartition(".")
    for frame in frames:
        option = frame.options.get(name or part)
        if option is not None and part in ("", "rules", "premises"):
            return f"{each.path}: {voice.choice(option)}"
        if text := frame.texts.get(each.path) if part == "equipment" else None:
            return f"{each.path}: {voice.fill(text, {})}"
    if part.startswith("bets"):
        return f"{each.path}: {voice.bet(name)}"
    return each.path


def told(path: str, frame: Frame, stated: Stated, voice: Words) -> str:
    """The figures of a rule: a choice by what is lawful, all others by name and value."""
    from novamas.words.choices import bounds, written

    part, _, name = path.rpartition(".")
    option = frame.options.get(name or part)
    if option is not None and part in ("rules", "premises"):
        lawful = bounds(option, frame, voice)
        usual = f"{voice.text('diff.usual')} {option.default_from or written(option, option.default, voice)}"
        return f"{lawful}; {usual}" if lawful else usual
    if option is not None and not part:
        return written(option, stated.figures[option.name], voice)
    return "; ".join(f"{name} = {value_told(value, voice)}" for name, value in stated.figures.items())


def value_told(value: object, voice: Words) -> str:
    """A figure of the law as people read it."""
    from novamas.words.choices import meant

    if isinstance(value, list | tuple):
        return ", ".join(str(one) for one in value) or voice.text("catalogue.none")
    return meant(value, voice)


def clause_told(id: str, voice: Words) -> str:
    """A clause with what it says, and how we read it where it is doubtful."""
    from novamas.law.clauses import clause

    found = clause(id).told(voice.language)
    ours = f" {voice.say('diff.read', applies=found.reading.applies)}" if found.reading else ""
    return f"{id}: {found.says}{ours}"


def show_edges(found: Comparison, names: tuple[str, str], voice: Words) -> None:
    """The edge of every bet on both sides, and the difference."""
    if not found.edges:
        return
    heading(voice.text("diff.edges"))
    bet, change = voice.text("odds_told.bet"), voice.text("diff.change")
    rows = []
    for each in found.edges:
        sides = ("–" if edge is None else voice.percent(edge, 4) for edge in (each.one, each.other))
        gained = "–" if each.change is None else _signed(voice.percent(each.change, 4))
        rows.append((voice.bet(each.bet), *sides, gained))
    show_table([bet, *names, change], rows, right=[*names, change], whole=[*names, change])


def _signed(percent: str) -> str:
    return percent if percent.startswith(("−", "0,0000", "0.0000")) else f"+{percent}"

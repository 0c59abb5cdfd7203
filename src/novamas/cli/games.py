"""`novamas games`: the catalogue, and what the law leaves the house to choose in each game."""

from __future__ import annotations

from typing import Annotated

import typer

from novamas.cli.language import _, current
from novamas.cli.names import name as name_of
from novamas.cli.opening import edition_of, read_day, table_of
from novamas.cli.output import console, heading, money, print_json, say, table, with_clauses
from novamas.games import GAMES
from novamas.house.opening import frame_of, homes
from novamas.law import Frame, Option, norms
from novamas.law.frames import entries
from novamas.table.layout import Layout, Spot
from novamas.words import words


def register(app: typer.Typer) -> None:
    """Give the `games` command to the main one."""
    app.command("games")(show_games)


def show_games(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=_("one game, to see its lawful frame"))
    ] = None,
    norm: Annotated[
        str | None, typer.Option(metavar="NORM", help=_("under this norm: IB05, IB09, AR10, CM16"))
    ] = None,
    place: Annotated[
        str | None,
        typer.Option(
            "--in", metavar="PLACE", help=_("in force here: illes_balears, aragon, castilla_la_mancha")
        ),
    ] = None,
    on: Annotated[
        str | None, typer.Option(metavar="DATE", help=_("in force on this day, such as 2011-05-31"))
    ] = None,
    layout: Annotated[
        bool, typer.Option("--layout", help=_("what can be bet on at its table and what lies where"))
    ] = False,
    json: Annotated[bool, typer.Option("--json", help=_("print JSON"))] = False,
) -> None:
    """List the games of the catalogue, or show the lawful frame of one: its norms and the house's choices."""
    edition = edition_of(norm, place, read_day(on))
    if game is not None:
        frame = edition[game] if edition else frame_of(game)
        if layout:
            drawn = layout_of(frame)
            print_json(drawn) if json else show_layout(drawn)
            return
        print_json(frame_content(frame)) if json else show_frame(frame)
        return
    listed = edition.games if edition else everything()
    print_json({"games": [game_content(slug) for slug in listed]}) if json else show_list(listed)


def everything() -> tuple[str, ...]:
    """Every game that some norm has."""
    return tuple(dict.fromkeys(slug for name in norms() for slug in entries(name)))


def game_content(slug: str) -> dict[str, object]:
    """One game of the catalogue, for other programs."""
    return {
        "game": slug,
        "name": name_of(slug),
        "says": words(current()).text(f"abouts.{slug}") if slug in GAMES else None,
        "norms": {norm: entries(norm)[slug].stage for norm in homes(slug)},
        "playable": slug in GAMES,
    }


def show_list(listed: tuple[str, ...]) -> None:
    """The catalogue as a table."""
    shown = table(
        _("game"), _("name"), _("norms"), _("playable"), _("what it is"), whole=[_("game"), _("norms")]
    )
    for slug in listed:
        has = " ".join(norm if entries(norm)[slug].stage == "whole" else f"({norm})" for norm in homes(slug))
        plays = slug in GAMES
        shown.add_row(
            slug,
            name_of(slug),
            has,
            _("yes") if plays else "–",
            words(current()).text(f"abouts.{slug}") if plays else "",
        )
    console().print(shown)
    say(_("In brackets: norms of which we hold only the parts they amended."))
    say(_("`novamas games GAME` shows what the law fixes and what the house may choose."))


# ---------------------------------------------------------------- one game


def frame_content(frame: Frame) -> dict[str, object]:
    """The lawful frame of a game, for other programs."""
    return {
        **game_content(frame.game),
        "norm": frame.norm,
        "jurisdiction": frame.jurisdiction,
        "stage": frame.stage,
        "cite": frame.entry.cite,
        "options": {
            option.name: {
                "says": words(current()).choice(option),
                "unit": option.unit,
                "default": option.default,
                "default_from": option.default_from or None,
                "one_of": option.one_of,
                "least": option.least,
                "most": option.most,
                "cite": option.cite,
                "reading": option.reading,
            }
            for option in frame.options.values()
        },
        "borrowed": frame.borrowed,
        "readings": [
            {"clause": clause.id, "applies": clause.reading.applies}
            for clause in (found.told(current()) for found in frame.readings())
            if clause.reading
        ],
    }


def show_frame(frame: Frame) -> None:
    """The lawful frame of a game: norms, choices, what is borrowed, what we had to read."""
    slug = frame.game
    heading(f"{name_of(slug)} ({slug}) · {frame.norm}, {frame.jurisdiction}")
    if slug in GAMES:
        say(words(current()).text(f"abouts.{slug}"))
    else:
        say(_("It cannot be played here yet."))
    for norm in homes(slug):
        entry = entries(norm)[slug]
        whole = _("whole") if entry.stage == "whole" else _("only the parts it amended")
        say(with_clauses(f"{norm}: {norms()[norm].title.told(current())}; {whole}", entry.cite))
    if frame.options:
        show_options(frame)
    if frame.borrowed:
        heading(_("Figures taken from elsewhere"))
        sources: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
        for path, source in frame.borrowed.items():
            sources.setdefault((source.norm, source.game, source.cite), []).append(path)
        for (norm, game, cite), paths in sources.items():
            says = _("from {game} under {norm}: {groups}")
            say(with_clauses(says.format(game=game, norm=norm, groups=", ".join(paths)), cite))
    show_readings(frame)


def layout_of(frame: Frame) -> Layout:
    """The layout of a first table: the law's defaults and, where it has none, its examples."""
    opened = table_of(frame, ())
    return opened.game.layout(opened.opening)


def show_layout(layout: Layout) -> None:
    """What can be bet on, kind by kind: how many spots there are, what they pay and by which clauses."""
    shown = table(_("bet"), _("spots"), _("pays to one"), _("clauses"), whole=[_("bet"), _("clauses")])
    kinds: dict[str, list[Spot]] = {}
    for spot in layout.spots:
        kinds.setdefault(spot.kind, []).append(spot)
    for kind, spots in kinds.items():
        shown.add_row(name_of(kind), str(len(spots)), pays(spots[0]), "\n".join(spots[0].clauses))
    console().print(shown)


def pays(spot: Spot) -> str:
    """What a spot pays to one, and what some combinations pay instead."""
    rows = [f"{name_of(prize.combination)} {prize.pays}" for prize in spot.prizes]
    return "\n".join(rows if spot.pays is None else [str(spot.pays), *rows]) or "–"


def show_options(frame: Frame) -> None:
    """What the house may choose, and within which bounds."""
    heading(_("What the house may choose"))
    whole = [_("choice"), _("clauses")]  # a default may be a whole list of prizes
    shown = table(_("choice"), _("default"), _("lawful"), _("clauses"), _("what it is"), whole=whole)
    for option in frame.options.values():
        mark = f" «{_('our reading')}»" if option.reading else ""
        shown.add_row(
            option.name,
            option.default_from or written(option, option.default),
            bounds(option),
            "\n".join(option.cite),
            words(current()).choice(option) + mark,
        )
    console().print(shown)


def bounds(option: Option) -> str:
    """The lawful values of a choice, in few words."""
    if option.one_of:
        return ", ".join(map(str, option.one_of))
    if option.unit == "flag":
        return "true, false"
    if option.least is not None and option.most is not None:
        return f"{option.least} – {option.most}"
    if option.least is not None:
        return f"≥ {option.least}"
    return f"≤ {option.most}" if option.most is not None else ""


def written(option: Option, value: object) -> str:
    """A choice's value as it is typed, and as an amount where it is one."""
    if value is None:
        return _("must be stated")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "–"
    if option.unit == "cents" and isinstance(value, int) and value:
        return f"{value} ({money(value)})"
    return str(value)


def show_readings(frame: Frame) -> None:
    """Where the law is doubtful: what we apply, and that it is ours."""
    found = frame.readings()
    if found:
        heading(_("Our readings of doubtful clauses (they are ours, not the law's)"))
        for clause in (one.told(current()) for one in found):
            assert clause.reading is not None
            say(f"{clause.id}: {clause.reading.applies}")

"""`novamas games`: the catalogue, and the choices that the law leaves to the house in each game."""

from __future__ import annotations

from typing import Annotated

import typer

from novamas.cli.opening import edition_of, table_of
from novamas.cli.options import Day, Json, Place
from novamas.cli.output import heading, print_json, say, show_table
from novamas.house.catalogue import GamesPayload, everything, frame_payload, game_payload, layout_of
from novamas.house.opening import frame_of, homes, is_playable
from novamas.law import Frame, set_up
from novamas.law.frames import Listed, rules_not_held
from novamas.pools.names import POOLS
from novamas.table.layout import Layout, Spot
from novamas.words import Voice
from novamas.words.choices import bounds, written
from novamas.words.problems import cited, faulted


def register(app: typer.Typer) -> None:
    """Register the `games` command."""
    app.command("games")(show_games)


def show_games(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="metavars.game", help="options.frame_of_game")] = None,
    norm: Annotated[
        str | None, typer.Option(metavar="metavars.norm", help="options.catalogue_of_norm")
    ] = None,
    place: Place = None,
    on: Day = None,
    layout: Annotated[bool, typer.Option("--layout", help="options.layout")] = False,
    json: Json = False,
) -> None:
    """Show the catalogue of games, or the lawful frame of one game with its norms and choices."""
    voice: Voice = context.obj
    edition = edition_of(voice.law, norm, place, on)
    if game is None:
        listed = edition.listed if edition else everything(voice.law)
        if json:
            print_json(GamesPayload(tuple(game_payload(frame, voice) for frame in listed)))
        else:
            show_list(listed, voice)
        return
    frame = edition[game] if edition else frame_of(game, law=voice.law)
    voice = voice.under(frame)
    if layout:
        drawn = layout_of(frame)
        print_json(drawn) if json else show_layout(drawn, voice)
        return
    print_json(frame_payload(frame, voice)) if json else show_frame(frame, voice)


def show_list(listed: list[Listed], voice: Voice) -> None:
    """Show the catalogue as a table: slug, name, a description, and whether the game can be played."""
    game, in_norms, what = (voice.text(f"catalogue.{column}") for column in ("game", "norms", "what"))
    rows = []
    for frame in listed:
        slug = frame.game
        stages = {norm: frame.law.entries(norm)[slug].stage for norm in homes(slug, frame.law)}
        has = " ".join(norm if stage == "whole" else f"({norm})" for norm, stage in stages.items())
        rows.append((slug, has, f"{voice.game_name(slug)}\n{about(frame, voice)}"))
    show_table([game, in_norms, what], rows, whole=[game, in_norms])
    say(
        voice.say("catalogue.playable", count=sum(map(is_playable, listed)), all=len(listed)),
        voice.text("catalogue.amended_in_brackets"),
        voice.say("catalogue.look_closer", game=voice.text("metavars.game")),
    )


def about(frame: Frame | Listed, voice: Voice) -> str:
    """Return the description of a game for a newcomer, or why it cannot be played."""
    if not frame.can_be_played:
        return faulted(rules_not_held(frame), voice)
    return voice.about_game(frame.game)


# ---------------------------------------------------------------- one game


def show_frame(frame: Frame, voice: Voice) -> None:
    """Show the lawful frame of a game: norms, choices, borrowed figures and readings."""
    slug = frame.game
    region = voice.named("regions", frame.jurisdiction)
    heading(f"{voice.game_name(slug)} ({slug}) · {frame.norm}, {region}")
    say(about(frame, voice))
    law = frame.law
    for norm in homes(slug, law):
        entry = law.entries(norm)[slug]
        how = "catalogue.whole" if entry.stage == "whole" else "catalogue.amended_parts"
        say(cited(voice.say(how, norm=norm, title=voice.fill(law.norm(norm).title, {})), entry.cite))
    if frame.options:
        show_options(frame, voice)
    if frame.borrowed:
        show_borrowed(frame, voice)
    if "house_way" in frame.options:
        show_house_ways(frame, voice)
    show_readings(frame, voice)


def show_house_ways(frame: Frame, voice: Voice) -> None:
    """Show how the croupier sets a hand under each house way that the house may choose."""
    from novamas.words.house_way import house_ways, numbered

    at = voice.under(frame)
    for way, rules in house_ways(table_of(frame, ()), at).items():
        heading(at.say("catalogue.house_way", way=way, named=at.value(way)))
        say(*numbered(rules))


def show_borrowed(frame: Frame, voice: Voice) -> None:
    """Show the game or norm that lends its figures to a game."""
    heading(voice.text("catalogue.borrowed"))
    sources: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for path, source in frame.borrowed.items():
        sources.setdefault((source.norm, source.game, source.cite), []).append(path)
    for (norm, game, cite), paths in sources.items():
        say(cited(voice.say("catalogue.borrowed_from", game=game, norm=norm, groups=paths), cite))


def show_options(frame: Frame, voice: Voice) -> None:
    """Show the choices of the house and their bounds."""
    heading(voice.text("catalogue.choices"))
    if frame.game in POOLS:
        say(voice.say("catalogue.how_to_choose_in_file", game=frame.game))
    else:
        say(voice.text("catalogue.how_to_choose"))
    defaults = set_up(frame, {}).chosen
    for option in frame.options.values():
        default = None if option.must_be_stated else defaults[option.name]
        line = f"{option.name} = {written(option, default, voice)}"
        if option.default_from:
            line = f"{line}, {voice.text('catalogue.from_other_choices')}"
        if lawful := bounds(option, frame, voice):
            line = f"{line}; {voice.say('catalogue.lawful', values=lawful)}"
        ours = f" {voice.text('catalogue.our_reading')}" if option.reading else ""
        say(line, f"    {cited(voice.choice(option) + ours, option.cite)}")


def show_readings(frame: Frame, voice: Voice) -> None:
    """Show the readings of doubtful clauses, marked as readings of this project."""
    found = frame.readings()
    if found:
        heading(voice.text("catalogue.readings"))
        for clause in (voice.clause(one.id) for one in found):
            assert clause.reading is not None
            say(f"{clause.id}: {clause.reading.applies}")


# ---------------------------------------------------------------- the layout of a table


def show_layout(layout: Layout, voice: Voice) -> None:
    """Show each kind of spot on which players can bet: its number of spots, payouts and clauses."""
    bet, number, pay, clauses = (
        voice.text(f"catalogue.{column}") for column in ("bet", "spots", "pays_to_one", "clauses")
    )
    kinds: dict[str, list[Spot]] = {}
    for spot in layout.spots:
        kinds.setdefault(spot.kind, []).append(spot)
    rows = [
        (voice.bet(kind), str(len(spots)), pays(spots[0], voice), "\n".join(spots[0].clauses))
        for kind, spots in kinds.items()
    ]
    show_table([bet, number, pay, clauses], rows, whole=[bet, clauses])


def pays(spot: Spot, voice: Voice) -> str:
    """Return the payout of a spot to one, and the payouts of combinations that are paid differently."""
    rows = [f"{voice.named('combinations', prize.combination)} {prize.pays}" for prize in spot.prizes]
    return "\n".join(rows if spot.pays is None else [str(spot.pays), *rows]) or "–"

"""`novamas odds`: the odds of every bet of a table. Odds that are not exact are marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from novamas.cli.options import Choices, Day, Game, Json, NormToPlay, Place
from novamas.cli.output import heading, print_json, say, show_table
from novamas.errors import NovamasError
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.odds import BetOdds
    from novamas.odds.report import Settings
    from novamas.table.game import Table

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def register(app: typer.Typer) -> None:
    """Register the `odds` command."""
    app.command("odds")(show_odds)


def show_odds(
    context: typer.Context,
    game: Game,
    norm: NormToPlay = None,
    place: Place = None,
    on: Day = None,
    choice: Choices = None,
    bet: Annotated[str | None, typer.Option(metavar="metavars.bet", help="options.only_bet")] = None,
    hand: Annotated[str | None, typer.Option(metavar="metavars.cards", help="options.decision_hand")] = None,
    bank: Annotated[str | None, typer.Option(metavar="metavars.card", help="options.decision_bank")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="options.fresh")] = False,
    file: Annotated[
        Path | None, typer.Option("--table", metavar="metavars.file", help="options.best_play")
    ] = None,
    json: Json = False,
) -> None:
    """Show the odds of every bet: house edge, chance to win, standard deviation and best decisions."""
    from novamas.cli.opening import frame_to_play, table_of
    from novamas.cli.progress_bars import bars
    from novamas.cli.rake import show_take
    from novamas.house.odds import check_bet, odds_payload
    from novamas.house.rake import circle_rules
    from novamas.odds.cache import cached_odds
    from novamas.words.typed_bets import written_bets

    opened = table_of(frame_to_play(context.obj.law, game, norm, place, on), choice or ())
    voice: Voice = context.obj.at(opened.game.slug)
    if hand is not None or bank is not None:
        explain_one(opened, hand, bank, voice, as_json=json)
        return
    if bet is not None:
        bet = written_bets(bet, opened.game.wagers(opened.opening), voice)
    check_bet(opened, bet)
    with bars(voice):
        odds = cached_odds(opened, only=bet, fresh=fresh)
    if file is not None:
        write_table(opened, odds, file, voice)
    rules = circle_rules(opened)
    if json:
        print_json(odds_payload(opened, odds))
    else:
        show_bets(opened, odds, voice)
        if rules is not None:
            show_take(opened, rules, voice, in_a_hand=True)
        show_also(odds, voice)
        show_decisions(opened, odds, voice)
        show_choices(opened, voice)
        show_readings(opened, voice)


def write_table(opened: Table, odds: Mapping[str, BetOdds], file: Path, voice: Voice) -> None:
    """Write the whole table of best play to a file."""
    from novamas.cli.progress_bars import bars
    from novamas.odds.strategy_csv import write_lines

    try:
        with bars(voice), file.open("w", encoding="utf-8", newline="") as written:
            write_lines(opened, odds, written)
    except OSError as fault:
        raise NovamasError("not_written", path=str(file), errno=fault.errno) from fault


# ---------------------------------------------------------------- one decision


def explain_one(opened: Table, hand: str | None, bank: str | None, voice: Voice, *, as_json: bool) -> None:
    """Show the best decision for one hand, and the value of each act that the hand allows."""
    from novamas.cli.progress_bars import bars
    from novamas.odds.report import explain, explain_setting
    from novamas.words.card_parser import cards_written

    hand, bank = hand and cards_written(hand), bank and cards_written(bank)
    if hand is not None and bank is None:
        with bars(voice):
            setting = explain_setting(opened, hand)
        if setting is not None:
            print_json(setting) if as_json else show_setting(setting, voice)
            return
    if hand is None or bank is None:
        raise NovamasError("half_a_decision")
    found = explain(opened, hand, bank)
    print_json(found) if as_json else show_decision(found, voice)


def show_decision(found: Mapping[str, Any], voice: Voice) -> None:
    """Show the value of each act in a hand's decision, the best first."""
    from novamas.words.odds import holding

    total = holding(found["total"], voice)
    heading(voice.say("odds_told.against", hand=found["hand"], total=total, bank=found["bank"]))
    act, worth = voice.text("odds_told.act"), voice.text("odds_told.worth")
    best_first = sorted(found["worth"].items(), key=lambda each: -Fraction(each[1]))
    rows = [(voice.act(deed.split()[1]), voice.decimal(Fraction(value), 6)) for deed, value in best_first]
    show_table([act, worth], rows, right=[worth])
    say(voice.say("odds_told.best_and_basic", act=found["best"], basic=found["basic_strategy"]))
    if found["insurance"] is not None:
        say(voice.say("odds_told.insurance", worth=voice.decimal(Fraction(found["insurance"]), 6)))


def show_setting(found: Settings, voice: Voice) -> None:
    """Show the value of each way to set a hand of pai gow."""
    heading(found.hand)
    low_hand, worth = voice.text("odds_told.low_hand"), voice.text("odds_told.worth")
    rows = [(low, voice.decimal(value, 6)) for low, value in found.worth.items()]
    show_table([low_hand, worth], rows, right=[worth])
    say(voice.say("odds_told.best_setting", low=next(iter(found.worth)), house=found.house))


# ---------------------------------------------------------------- every bet


def show_bets(opened: Table, odds: Mapping[str, BetOdds], voice: Voice) -> None:
    """Show the edge, the chance to win and the deviation of bets, grouped by the unit of their edge."""
    from novamas.words.odds import exactly, is_short

    heading(f"{voice.game_name(opened.game.slug)} · {opened.frame.norm}")
    if not odds:
        say(voice.text("odds_told.against_each_other"))
    has_long = any(bet.exact and not is_short(bet.edge) for bet in odds.values())
    full = "exactly" if all(bet.exact for bet in odds.values()) and not has_long else "in_full"
    figures = [voice.text(f"odds_told.{column}") for column in ("edge", full, "wins", "deviation")]
    for per in dict.fromkeys(bet.per for bet in odds.values()):
        say(voice.say("odds_told.per", per=voice.text(f"per.{per}")))
        rows = [
            (
                name if voice.bet(name) == name else f"{name} ({voice.bet(name)})",
                voice.percent(bet.edge),
                exactly(bet.edge, voice) if bet.exact else about(bet, voice),
                voice.percent(bet.hit),
                voice.decimal(bet.sd),
            )
            for name, bet in odds.items()
            if bet.per == per
        ]
        show_table([voice.text("odds_told.bet"), *figures], rows, whole=figures, right=figures)
    if any(bet.within is not None for bet in odds.values()):
        say(voice.text("odds_told.bounded"))
    if has_long:
        say(voice.text("odds_told.long_fraction"))


def about(bet: BetOdds, voice: Voice) -> str:
    """Return an inexact edge with its proven maximal error."""
    off = "" if bet.within is None else f" ± {power_of_ten(bet.within, voice)}"
    return f"≈ {voice.decimal(bet.edge, 9)}{off}"


def power_of_ten(number: Fraction | float, voice: Voice) -> str:
    """Return a very small number as a power of ten, such as 1.0·10⁻¹⁰."""
    digits, _e, power = f"{float(number):.1e}".partition("e")
    return f"{voice.decimal(float(digits), 1)}·10{str(int(power)).translate(RAISED)}"


def show_also(odds: Mapping[str, BetOdds], voice: Voice) -> None:
    """Show a bet's edges in other units: per resolved bet, per roll."""
    from novamas.words.odds import edges_text

    differ = [name for name, bet in odds.items() if any(edge != bet.edge for edge in bet.also.values())]
    if differ:
        heading(voice.text("odds_told.also"))
        say(*(edges_text(name, odds[name], voice) for name in differ))


def show_decisions(opened: Table, odds: Mapping[str, BetOdds], voice: Voice) -> None:
    """Show the best decisions of a table and the value of each act."""
    from novamas.odds.report import strategy
    from novamas.words.odds import advice_text

    found = strategy(odds)
    if not found:
        return
    heading(voice.text("odds_told.decisions"))
    for advice in found:
        if "chart" in advice:
            show_chart(advice["chart"], voice)
        say(*advice_text(advice, opened.chosen, voice))


def show_chart(rows: Sequence[Mapping[str, Any]], voice: Voice) -> None:
    """Show best play as a chart of letters by hand and by the bank's up card, with a key."""
    from novamas.words.odds import holding

    cards = list(rows[0]["against"])
    acts = dict.fromkeys(act for row in rows for act in row["against"].values())
    names = {act: voice.act(act) for act in acts}
    letters = in_short(names)
    lines = [[voice.text("odds_told.hand"), *cards]]
    for row in rows:
        lines.append([holding(row["hand"], voice), *(letters[row["against"][card]] for card in cards)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    typer.echo("")
    for hand, *values in lines:
        cells = (f" {cell:>{width}}" for cell, width in zip(values, widths[1:], strict=True))
        typer.echo(f"{hand:<{widths[0]}}{''.join(cells)}")
    typer.echo("")
    say(", ".join(f"{short}: {names[act]}" for act, short in letters.items()) + ".")


def in_short(names: Mapping[str, str]) -> dict[str, str]:
    """Return the shortest beginning of each name that no other name shares."""

    def short(name: str) -> str:
        others = [other for other in names.values() if other != name]
        sizes = (size for size in range(1, len(name)) if not any(one[:size] == name[:size] for one in others))
        return name[: next(sizes, len(name))].capitalize()

    return {code: short(name) for code, name in names.items()}


def show_choices(opened: Table, voice: Voice) -> None:
    """Show the choices of the house at this table."""
    from novamas.words.choices import written

    heading(voice.text("odds_told.choices"))
    values = ((option, opened.chosen[name]) for name, option in opened.frame.options.items())
    say(", ".join(f"{option.name} = {written(option, value, voice)}" for option, value in values))


def show_readings(opened: Table, voice: Voice) -> None:
    """Show the readings of doubtful clauses on which the odds depend."""
    from novamas.cli.commands.games import show_readings

    show_readings(opened.frame, voice)

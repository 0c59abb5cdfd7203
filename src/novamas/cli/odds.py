"""`novamas odds`: the exact odds of every bet of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from novamas.cli.language import _, current
from novamas.cli.output import console, decimal, heading, percent, print_json, say, table
from novamas.errors import NovamasError

if TYPE_CHECKING:
    from novamas.odds import BetOdds
    from novamas.odds.report import Settings
    from novamas.table.game import Table
    from novamas.words import Words


def register(app: typer.Typer) -> None:
    """Give the `odds` command to the main one."""
    app.command("odds")(show_odds)


def show_odds(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_("the game, as `novamas games` names it"))],
    norm: Annotated[
        str | None,
        typer.Option(metavar="NORM", help=_("the norm; by default the newest that has the game whole")),
    ] = None,
    choice: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help=_("a choice of the house, as name=value; may be given several times")
        ),
    ] = None,
    bet: Annotated[str | None, typer.Option(metavar="BET", help=_("only this bet"))] = None,
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help=_("explain one decision: with this hand"))
    ] = None,
    bank: Annotated[
        str | None,
        typer.Option(metavar="CARD", help=_("explain one decision: against this card of the bank")),
    ] = None,
    fresh: Annotated[
        bool,
        typer.Option("--fresh", help=_("count everything anew, also what was kept from an earlier time")),
    ] = False,
    file: Annotated[
        Path | None,
        typer.Option(
            "--table", metavar="FILE", help=_("write the whole table of best play to this file, as CSV")
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help=_("print JSON"))] = False,
) -> None:
    """Compute the exact odds of every bet: house edge, chance to win, spread, and the best decisions.

    What takes longer than two seconds is kept in the user's cache folder, or in the one that NOVAMAS_CACHE
    names.
    """
    from novamas.cli.opening import table_of
    from novamas.cli.waiting import bars
    from novamas.house.opening import frame_to_play
    from novamas.odds import report
    from novamas.odds.cache import kept_odds
    from novamas.words import words

    opened = table_of(frame_to_play(game, norm), choice or ())
    if hand is not None or bank is not None:
        explain_one(opened, hand, bank, as_json=json)
        return
    must_be_a_bet(opened, bet)
    with bars():
        odds = kept_odds(opened, only=bet, fresh=fresh)
    if file is not None:
        write_table(opened, odds, file)
    if json:
        print_json(report(opened, odds))
    else:
        voice = words(current(), opened.game.slug)
        show_bets(opened, odds, voice)
        show_also(odds, voice)
        show_decisions(opened, odds, voice)
        show_choices(opened)
        show_readings(opened)


def write_table(opened: Table, odds: Mapping[str, BetOdds], file: Path) -> None:
    """The whole table of best play, for programs that calculate."""
    from novamas.cli.waiting import bars
    from novamas.odds.best_play_csv import write_lines

    try:
        with bars(), file.open("w", encoding="utf-8", newline="") as written:
            write_lines(opened, odds, written)
    except OSError as error:
        says = _("{file} cannot be written: {why}.")
        raise NovamasError("not_written", says.format(file=file, why=error.strerror)) from error


def explain_one(opened: Table, hand: str | None, bank: str | None, *, as_json: bool) -> None:
    """What one hand should do, and what each act is worth."""
    from novamas.cli.waiting import bars
    from novamas.odds.report import explain, explain_setting
    from novamas.words import words
    from novamas.words.odds import holding

    voice = words(current(), opened.game.slug)

    if hand is not None and bank is None:
        with bars():
            setting = explain_setting(opened, hand)
        if setting is not None:
            show_setting(setting, as_json=as_json)
            return
    if hand is None or bank is None:
        raise NovamasError("half_a_decision", _("A decision needs both: give --hand and --bank."))
    found = explain(opened, hand, bank)
    if as_json:
        print_json(found)
        return
    told = {**found, "total": holding(found["total"], voice)}
    heading(_("{hand} ({total}) against {bank}").format(**told))
    shown = table(_("act"), _("worth per unit staked"), right=[_("worth per unit staked")])
    best_first = sorted(found["worth"].items(), key=lambda each: -Fraction(each[1]))
    for act, worth in best_first:
        shown.add_row(voice.act(act.split()[1]), decimal(Fraction(worth), 6))
    console().print(shown)
    say(
        _("Best: {act}. Basic strategy: {basic}.").format(
            act=voice.act(found["best"]), basic=voice.act(found["basic_strategy"])
        )
    )
    if found["insurance"] is not None:
        worth = decimal(Fraction(found["insurance"]), 6)
        say(_("Insurance is worth {worth} per unit insured.").format(worth=worth))


def show_setting(found: Settings, *, as_json: bool) -> None:
    """What each way to set a hand of pai gow is worth."""
    if as_json:
        print_json(found)
        return
    heading(found.hand)
    shown = table(_("low hand"), _("worth per unit staked"), right=[_("worth per unit staked")])
    for low, worth in found.worth.items():
        shown.add_row(low, decimal(worth, 6))
    console().print(shown)
    says = _("Best: {low} in the low hand. The house way: {house}.")
    say(says.format(low=next(iter(found.worth)), house=found.house))


def must_be_a_bet(opened: Table, bet: str | None) -> None:
    """Refuse a bet whose odds nobody can tell."""
    known = opened.game.wagers(opened.opening)
    if bet is not None and bet not in known:
        says = _("{game} has no bet {bet!r}: it has {known}.")
        named = says.format(game=opened.game.slug, bet=bet, known=", ".join(known))
        raise NovamasError("no_such_bet", named)


def show_bets(opened: Table, odds: Mapping[str, BetOdds], voice: Words) -> None:
    """The edge, the chance to win and the spread of each bet."""
    from novamas.words.odds import exactly

    heading(f"{voice.game_name(opened.game.slug)} · {opened.frame.norm}")
    figures = [_("house edge"), _("exactly"), _("wins"), _("standard deviation")]
    shown = table(_("bet"), *figures, _("per"), right=figures)
    for name, bet in odds.items():
        title = voice.bet(name)
        shown.add_row(
            name if title == name else f"{name} ({title})",
            percent(bet.edge),
            exactly(bet.edge, voice) if bet.exact else about(bet),
            percent(bet.hit),
            decimal(bet.sd),
            voice.text(f"per.{bet.per}"),
        )
    console().print(shown)


def show_also(odds: Mapping[str, BetOdds], voice: Words) -> None:
    """The edges that are another per something else: a resolved bet, a roll."""
    from novamas.words.odds import edges_told

    differ = [name for name, bet in odds.items() if any(edge != bet.edge for edge in bet.also.values())]
    if not differ:
        return
    heading(_("The same edge per something else"))
    say(*(edges_told(name, odds[name], voice) for name in differ))


def about(bet: BetOdds) -> str:
    """An edge that is not exact, with how far off it can be at most where that is proved."""
    off = f" ± {bet.within:.1e}" if bet.within is not None else ""
    return f"≈ {decimal(bet.edge, 9)}{off}"


def show_decisions(opened: Table, odds: Mapping[str, BetOdds], voice: Words) -> None:
    """What a player should decide, and what each act is worth."""
    from novamas.odds.report import strategy
    from novamas.words.odds import advice_told

    found = strategy(odds)
    if not found:
        return
    heading(_("Decisions: what each act is worth, per unit staked"))
    for advice in found:
        if "chart" in advice:
            show_chart(advice["chart"], voice)
        say(*advice_told(advice, opened.chosen, voice))


def show_chart(rows: Sequence[Mapping[str, Any]], voice: Words) -> None:
    """What to do by hand and by the card that the bank shows."""
    from novamas.words.odds import holding

    cards = list(rows[0]["against"])
    shown = table(_("hand"), *cards)
    for row in rows:
        shown.add_row(holding(row["hand"], voice), *(voice.act(row["against"][card]) for card in cards))
    console().print(shown)


def show_choices(opened: Table) -> None:
    """What the house chose."""
    from novamas.cli.games import written

    heading(_("The house's choices"))
    values = ((option, opened.chosen[name]) for name, option in opened.frame.options.items())
    say(", ".join(f"{option.name} = {written(option, value)}" for option, value in values))


def show_readings(opened: Table) -> None:
    """Which doubtful clauses these figures rest on."""
    from novamas.cli.games import show_readings

    show_readings(opened.frame)

"""`novamas odds`: the exact odds of every bet of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from novamas.cli.language import _, mark
from novamas.cli.output import console, decimal, heading, money, percent, print_json, say, table
from novamas.errors import NovamasError

if TYPE_CHECKING:
    from novamas.odds import BetOdds
    from novamas.odds.report import Settings
    from novamas.table.game import Table

LONGEST_FRACTION = 24  # a longer one tells people nothing; --json has it
PER = {
    "unit staked": mark("unit staked"),
    "unit staked, the premium besides": mark("unit staked, the premium besides"),
    "unit staked on average, associated bet included": mark(
        "unit staked on average, associated bet included"
    ),
    "bet resolved": mark("bet resolved"),
    "roll": mark("roll"),
    "unit of the least stake": mark("unit of the least stake"),
    "unit of the simple bet": mark("unit of the simple bet"),
    "unit of one of the three bets": mark("unit of one of the three bets"),
    "unit left in play on average": mark("unit left in play on average"),
    "unit of the ante": mark("unit of the ante"),
    "unit of the bonus": mark("unit of the bonus"),
    "unit staked on average": mark("unit staked on average"),
    "unit first staked": mark("unit first staked"),
    "unit insured": mark("unit insured"),
    "unit of the initial bet": mark("unit of the initial bet"),
    "unit staked against the bank, by one box": mark("unit staked against the bank, by one box"),
    "unit staked, with what the other bets lose by it": mark(
        "unit staked, with what the other bets lose by it"
    ),
}
RULES = (  # rules to remember, as the odds word them where a hand's name does not say it
    mark("a pair of jacks or better, or three of one suit in a row or from the ten up"),
    mark("a pair of jacks or better, or four of one suit, or four in a row"),
    mark("anything but a deuce with a three to a seven of another suit"),
    mark(
        "cards that better what the table shows by itself (not with a pair below all of it), or an ace when"
        " that is a pair or better; before the turn also with four of a suit, one of them yours"
    ),
    mark("ace and king"),
    mark("a pair"),
    mark("less than a pair but four to a flush or to a straight open at both ends"),
    mark("any four tiles"),
    mark("any seven cards"),
)


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
        show_bets(opened, odds)
        show_also(odds)
        show_decisions(opened, odds)
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
    from novamas.cli.names import verbs
    from novamas.cli.waiting import bars
    from novamas.odds.report import explain, explain_setting

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
    heading(_("{hand} ({total}) against {bank}").format(**found))
    shown = table(_("act"), _("worth per unit staked"), right=[_("worth per unit staked")])
    best_first = sorted(found["worth"].items(), key=lambda each: -Fraction(each[1]))
    for act, worth in best_first:
        shown.add_row(called(act), decimal(Fraction(worth), 6))
    console().print(shown)
    say(
        _("Best: {act}. Basic strategy: {basic}.").format(
            act=verbs(found["best"])[0], basic=verbs(found["basic_strategy"])[0]
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


def show_bets(opened: Table, odds: Mapping[str, BetOdds]) -> None:
    """The edge, the chance to win and the spread of each bet."""
    from novamas.cli.names import bet_name
    from novamas.cli.names import name as name_of

    heading(f"{name_of(opened.game.slug)} · {opened.frame.norm}")
    figures = [_("house edge"), _("exactly"), _("wins"), _("standard deviation")]
    shown = table(_("bet"), *figures, _("per"), right=figures)
    for name, bet in odds.items():
        title = bet_name(name)
        shown.add_row(
            name if title == name else f"{name} ({title})",
            percent(bet.edge),
            short(str(bet.edge)) if bet.exact else about(bet),
            percent(bet.hit),
            decimal(bet.sd),
            _(PER.get(bet.per, bet.per)),
        )
    console().print(shown)


def show_also(odds: Mapping[str, BetOdds]) -> None:
    """The edges that are another per something else: a resolved bet, a roll."""
    from novamas.cli.names import bet_name

    differ = [name for name, bet in odds.items() if any(edge != bet.edge for edge in bet.also.values())]
    if not differ:
        return
    heading(_("The same edge per something else"))
    for name in differ:
        edges = (
            _("{edge} per {what}").format(edge=percent(edge), what=_(PER.get(per, per)))
            for per, edge in odds[name].also.items()
        )
        say(_("{bet}: {edges}").format(bet=bet_name(name), edges=", ".join(edges)))


def about(bet: BetOdds) -> str:
    """An edge that is not exact, with how far off it can be at most where that is proved."""
    off = f" ± {bet.within:.1e}" if bet.within is not None else ""
    return f"≈ {decimal(bet.edge, 9)}{off}"


def short(fraction: str) -> str:
    """A fraction that people can read, or its first decimals."""
    return fraction if len(fraction) <= LONGEST_FRACTION else f"≈ {decimal(Fraction(fraction), 9)}"


def show_decisions(opened: Table, odds: Mapping[str, BetOdds]) -> None:
    """What a player should decide, and what each act is worth."""
    from novamas.cli.names import bet_name, verbs
    from novamas.odds.report import strategy

    found = strategy(odds)
    if not found:
        return
    heading(_("Decisions: what each act is worth, per unit staked"))
    for decision in found:
        if "table" in decision:
            continue
        if "chart" in decision:
            show_chart(decision["chart"])
            continue
        if "cost" in decision:
            show_rule(decision)
            continue
        if "edges" in decision:
            show_edges(opened, decision)
            continue
        if "break_even" in decision:
            says = _("{bet}: even for the player from {amount} in the pool on.")
            amount = money(ceil(Fraction(decision["break_even"])))
            say(says.format(bet=bet_name(decision["bet"]), amount=amount))
            continue
        worth = ", ".join(f"{called(act)} {short(value)}" for act, value in decision["worth"].items())
        says = _("{bet}: best is {act} ({worth})")
        say(says.format(bet=bet_name(where_of(decision)), act=verbs(decision["best"])[0], worth=worth))


def where_of(decision: Mapping[str, Any]) -> str:
    """The bet a decision is about, with the point that it has then where it has one: `dont_win:4`."""
    from novamas.table.bets import parts_of

    bet: str = decision["bet"]
    words = next(iter(decision["worth"])).split()
    return next((word for word in words if parts_of(word).kind == bet), bet)


def show_edges(opened: Table, decision: Mapping[str, Any]) -> None:
    """What a choice of the house does to the edge of a bet."""
    from novamas.cli.names import bet_name

    name, edges = decision["choice"], {to: Fraction(edge) for to, edge in decision["edges"].items()}
    chosen = opened.chosen[name]
    says = _("{bet}: the house chose {choice} = {value}, and its edge is {edge}; {others}.")
    other = _("with {value} it would be {edge} ({difference})")
    others = (
        other.format(
            value=value,
            edge=percent(edge),
            difference=("+" if edge > edges[chosen] else "") + percent(edge - edges[chosen]),
        )
        for value, edge in edges.items()
        if value != chosen
    )
    bet, edge = bet_name(decision["bet"]), percent(edges[chosen])
    say(says.format(bet=bet, choice=name, value=chosen, edge=edge, others=", ".join(others)))


def show_chart(rows: Sequence[Mapping[str, Any]]) -> None:
    """What to do by hand and by the card that the bank shows."""
    from novamas.cli.names import verbs

    cards = list(rows[0]["against"])
    shown = table(_("hand"), *cards)
    for row in rows:
        shown.add_row(row["hand"], *(verbs(row["against"][card])[0] for card in cards))
    console().print(shown)


def show_rule(decision: Mapping[str, Any]) -> None:
    """A rule that can be remembered, and what it costs against best play."""
    from novamas.cli.names import bet_name, verbs

    says = _("{bet}: {act} with {least}; otherwise {otherwise}. Against best play this costs {cost}.")
    about = decision.get("about", decision["bet"])
    best, otherwise = (verbs(decision[act])[0] for act in ("best", "otherwise"))
    cost, least = percent(Fraction(decision["cost"]), 4), rule_text(decision["from"])
    say(says.format(bet=bet_name(about), act=best, least=least, otherwise=otherwise, cost=cost))
    if "then" in decision:
        then = rule_text(decision["then"])
        says = _("{bet}: with the rest, and with what was bought, {act} with {least}.")
        say(says.format(bet=bet_name(about), act=otherwise, least=then))


def rule_text(text: str) -> str:
    """With which hands, as the reader says it."""
    hand, better, rest = text.partition(" or better")
    return _("{hand} or better").format(hand=_(hand)) if better and not rest else _(text)


def called(act: str) -> str:
    """An act of a seat as people call it."""
    from novamas.cli.names import verbs

    return verbs(act.split()[1])[0]


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

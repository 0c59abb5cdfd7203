"""The page of each game in the docs, printed from the law's data and the program's own odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from novamas.games import game
from novamas.house.par import choices, payouts, readings
from novamas.law import Faulty, Frame, Option, catalogue
from novamas.odds.report import BetOdds, table_odds
from novamas.table.game import Table, open_table
from tools.chart import chart

LONGEST_FRACTION = 60


def page(slug: str, norms: tuple[str, ...]) -> str:
    """All of a game on one page: what it is, bets, choices, readings, odds, phases."""
    frames = [catalogue.under(norm)[slug] for norm in norms]
    tables = [open_table(game(slug), frame, frame.examples) for frame in frames]
    lines = [f"# {slug}", "", tables[0].game.says, ""]
    for table in tables:
        lines += [*_norm(table), ""]
    lines += ["## Phases", "", "Learnt by playing the game; incidents and the floor's orders included.", ""]
    lines += [chart(tables[0]), ""]
    return "\n".join(lines)


def _norm(table: Table) -> Iterator[str]:
    frame, odds = table.frame, table_odds(table)
    yield f"## Under {frame.norm}"
    yield ""
    yield from _bets(frame)
    yield from _choices(table)
    yield from _odds(table, odds)
    yield from _effects(table, odds)
    yield from _readings(frame)


def _bets(frame: Frame) -> Iterator[str]:
    if "bets" not in frame.figures:
        return
    yield "### Bets and payouts"
    yield ""
    yield "| bet | pays to one | clauses |"
    yield "| --- | --- | --- |"
    for payout in payouts(frame):
        borrowed = " (borrowed)" if payout.borrowed else ""
        yield f"| `{payout.bet}` | {payout.pays} | {', '.join(payout.cite)}{borrowed} |"
    yield ""


def _choices(table: Table) -> Iterator[str]:
    yield "### What the house may choose"
    yield ""
    yield "| choice | what it is | lawful values | default | clause |"
    yield "| --- | --- | --- | --- | --- |"
    for option in (chosen.option for chosen in choices(table)):
        reading = "; our reading" if option.reading else ""
        about = f"| `{option.name}` | {option.says} | {_bounds(option)} | {_plain(option.default)}"
        yield f"{about} | {', '.join(option.cite)}{reading} |"
    yield ""


def _bounds(option: Option) -> str:
    if option.one_of:
        return ", ".join(map(_plain, option.one_of))
    if option.unit == "flag":
        return "true, false"
    least = "" if option.least is None else f"from {option.least}"
    most = "" if option.most is None else f" to {option.most}"
    return f"{least}{most}" or "any"


def _plain(value: Any) -> str:
    if value is None:
        return "must be stated"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return str(value)


def _odds(table: Table, odds: Mapping[str, BetOdds]) -> Iterator[str]:
    yield "### Odds"
    yield ""
    yield "Exact, with the default choices and best play; the edge is the house's, per unit staked."
    yield ""
    yield "| bet | edge | % | wins | standard deviation |"
    yield "| --- | --- | --- | --- | --- |"
    for name, bet in odds.items():
        edge, hit, note = _short(bet.edge), _short(bet.hit), "" if bet.exact else ", not exact"
        if bet.within is not None:
            note = f", proved within {bet.within:.1e}"
        yield f"| `{name}`{note} | {edge} | {float(100 * bet.edge):.4f} | {hit} | {bet.sd:.4f} |"
    yield ""
    yield from _also(odds)
    best = {
        (decision.best.verb(), tuple(sorted(act.split()[1] for act in decision.worth)))
        for bet in odds.values()
        for decision in bet.decisions
    }
    for act, among in sorted(best):
        yield f"Where there is a choice between {' and '.join(f'`{one}`' for one in among)}, `{act}` is best."
        yield ""
    yield from _charts(odds)
    yield from _rules(odds)


def _rules(odds: Mapping[str, BetOdds]) -> Iterator[str]:
    """Rules that can be remembered, and what they cost against best play."""
    rules = [(name, advice) for name, bet in odds.items() for advice in bet.advice if "cost" in advice]
    if not rules:
        return
    yield "Rules to remember and what each costs against best play; `novamas odds --json` has it all."
    yield ""
    for name, advice in rules:
        act, least, otherwise = advice["best"], advice["from"], advice["otherwise"]
        cost = f"{float(100 * Fraction(advice['cost'])):.4f} % ({advice['cost']})"
        yield f"- `{advice.get('about', name)}`: `{act}` with {least}, otherwise `{otherwise}`: {cost}."
    yield ""


def _charts(odds: Mapping[str, BetOdds]) -> Iterator[str]:
    """What to do by hand and by the card that the bank shows."""
    for name, bet in odds.items():
        for rows in (advice["chart"] for advice in bet.advice if "chart" in advice):
            cards = list(rows[0]["against"])
            yield f"How `{name}` is played, by the card that the bank shows:"
            yield ""
            yield f"| hand | {' | '.join(cards)} |"
            yield f"| --- |{' --- |' * len(cards)}"
            for row in rows:
                yield f"| {row['hand']} | {' | '.join(row['against'][card] for card in cards)} |"
            yield ""


def _short(fraction: Fraction) -> str:
    """A fraction that fits a table, or its first decimals; `novamas odds --json` has the whole of it."""
    return str(fraction) if len(str(fraction)) <= LONGEST_FRACTION else f"≈ {float(fraction):.12f}"


def _also(odds: Mapping[str, BetOdds]) -> Iterator[str]:
    """The edges that are another per something else than what the first table counts by."""
    differ = {name: bet for name, bet in odds.items() if any(edge != bet.edge for edge in bet.also.values())}
    if not differ:
        return
    kinds = list(dict.fromkeys(per for bet in differ.values() for per in bet.also))
    yield "The same edge per something else, in per cent, where it differs:"
    yield ""
    yield f"| bet | the first table's edge is per | {' | '.join(f'per {kind}' for kind in kinds)} |"
    yield f"| --- | --- |{' --- |' * len(kinds)}"
    for name, bet in differ.items():
        edges = [f"{float(100 * bet.also[kind]):.4f}" if kind in bet.also else "" for kind in kinds]
        yield f"| `{name}` | {bet.per} | {' | '.join(edges)} |"
    yield ""


def _effects(table: Table, odds: Mapping[str, BetOdds]) -> Iterator[str]:
    """What each choice that is one of a list does to the odds."""
    yield "### What the choices do to the odds"
    yield ""
    for name, option in table.frame.options.items():
        for value in option.one_of if option.unit != "names" else ():
            if value == option.default:
                continue
            try:
                other = table_odds(open_table(table.game, table.frame, {**table.frame.examples, name: value}))
            except Faulty as fault:  # a choice that needs another with it
                yield f"- `{name}={value}` alone may not be chosen: {fault}"
                continue
            changed = [bet for bet in odds if bet not in other or _edges(other[bet]) != _edges(odds[bet])]
            effect = ", ".join(f"`{bet}`" for bet in changed) if changed else "no bet"
            yield f"- `{name}={value}` changes the edge of {effect}."
    yield ""


def _edges(bet: BetOdds) -> tuple[object, ...]:
    return bet.edge, bet.also


def _readings(frame: Frame) -> Iterator[str]:
    yield "### Our readings"
    yield ""
    yield "Where the law is ambiguous, silent or misprinted; what follows is our reading, not its letter."
    yield ""
    for reading in readings(frame):
        yield f"- **{reading.clause}**: {reading.applies}"
    yield ""

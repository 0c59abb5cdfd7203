"""The page of each game in the docs, generated from the law's data and the stored odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from novamas.house.par.sheet import choices, payouts, readings
from novamas.house.rake import by_pot
from novamas.law import FaultySetup, Frame, Option, set_up
from novamas.law.texts import LANGUAGES
from novamas.odds.effects import listed_choices
from novamas.table.game import Table
from novamas.words import Voice, voice_for
from novamas.words.choices import written
from novamas.words.house_way import house_ways
from novamas.words.odds import holding
from tools import courses
from tools.odds_goldens import KeptBet, KeptOdds, example_table, kept
from tools.teaching import taught

LONGEST_FRACTION = 60
LANGUAGE_NAMES = {"es": "Spanish", "ca": "Catalan", "en": "English"}
DECISION = {"bet", "best", "worth"}  # all that is said of a decision that the walk found; a method says more


def page(slug: str, norms: tuple[str, ...]) -> str:
    """Return the page of a game: how it is played, then its bets, choices, odds and readings."""
    tables = [example_table(slug, norm) for norm in norms]
    voice = voice_for("en", slug)
    lines = [f"# {slug}", "", voice.text(f"abouts.{slug}"), ""]
    lines += taught(tables, [courses.kept(slug, norm) for norm in norms], voice)
    lines += _house_ways(tables[0], voice)
    for table in tables:
        lines += [*_norm(table, voice), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _norm(table: Table, voice: Voice) -> Iterator[str]:
    frame, odds = table.frame, kept(table.game.slug, table.frame.norm)
    yield f"## Under {frame.norm}"
    yield ""
    yield from _bets(frame, voice)
    yield from _choices(table, voice)
    if odds.bets:
        yield from told_odds(odds, voice)
        yield from _effects(table, odds, voice)
    else:
        yield from _house_takes(table, voice)
    yield from _readings(frame, voice)


def _bets(frame: Frame, voice: Voice) -> Iterator[str]:
    if "bets" not in frame.figures:
        return
    yield "### Bets and payouts"
    yield ""
    yield "| bet | pays to one | clauses |"
    yield "| --- | --- | --- |"
    for payout in payouts(frame, voice):
        borrowed = " (borrowed)" if payout.borrowed else ""
        yield f"| `{payout.bet}` | {payout.pays} | {', '.join(payout.cite)}{borrowed} |"
    yield ""


def _choices(table: Table, voice: Voice) -> Iterator[str]:
    yield "### What the house may choose"
    yield ""
    yield "| choice | what it is | lawful values | default | clause |"
    yield "| --- | --- | --- | --- | --- |"
    defaults = set_up(table.frame, {}).chosen
    for option, says in ((chosen.option, chosen.says) for chosen in choices(table, voice)):
        reading = "; our reading" if option.reading else ""
        default = _plain(option.default)
        if option.default_from:
            value = written(table.frame.options[option.name], defaults[option.name], voice)
            default = f"{value}, {voice.text('catalogue.from_other_choices')}"
        about = f"| `{option.name}` | {says} | {_bounds(option)} | {default}"
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


def _house_ways(table: Table, voice: Voice) -> Iterator[str]:
    """Yield the house ways, rule by rule, in every language. They are the same under every norm."""
    if house_ways(table, voice):
        yield "## How the croupier sets the hands"
        yield ""
    for language in LANGUAGES:
        own = voice_for(language, voice.game)
        for way, (general, *rules) in house_ways(table, own).items():
            yield f"### `house_way={way}`, in {LANGUAGE_NAMES[language]}: {own.value(way)}"
            yield ""
            yield general
            yield ""
            yield from (f"{number}. {rule}" for number, rule in enumerate(rules, 1))
            yield ""


def _house_takes(table: Table, voice: Voice) -> Iterator[str]:
    """Yield the rake from a pot, for games in which no bet has an edge."""
    yield "### What the house takes"
    yield ""
    yield "Players play against each other: there is no table of odds, since no bet has an edge of its own."
    yield "`novamas equity` weighs hands against each other and `novamas hand` names one. With the default"
    yield "choices the house takes of a pot:"
    yield ""
    yield "| pot | the house's part |"
    yield "| --- | --- |"
    for size, taken in by_pot(table).items():
        yield f"| {voice.money(size)} | {voice.money(taken)} |"
    yield ""


def told_odds(odds: KeptOdds, voice: Voice) -> Iterator[str]:
    """Yield the exact figures, those within a proved bound, and the simulated ones, in separate parts."""
    yield "### Odds"
    yield ""
    yield "With the default choices and best play; the edge is the house's, per unit staked."
    yield ""
    for title, kept_bets in _by_exactness(odds.bets):
        yield title
        yield ""
        yield "| bet | edge | % | wins | standard deviation |"
        yield "| --- | --- | --- | --- | --- |"
        for name, bet in kept_bets.items():
            yield f"| `{name}` | {_edge(bet)} | {_percent(bet)} | {_share(bet)} | {bet.sd:.4f} |"
        yield ""
    yield from _also(odds.bets, voice)
    yield from _decisions(odds)
    yield from _charts(odds, voice)
    yield from _rules(odds, voice)


def _by_exactness(bets: Mapping[str, KeptBet]) -> Iterator[tuple[str, dict[str, KeptBet]]]:
    exact = {name: bet for name, bet in bets.items() if bet.exact}
    bounded = {name: bet for name, bet in bets.items() if bet.within is not None}
    assert len(exact) + len(bounded) == len(bets)
    if exact:
        yield "Exact:", exact
    if bounded:
        yield "Not exact, but proved: the edge is no further off than what stands after ±.", bounded


def _edge(bet: KeptBet) -> str:
    """Return an exact edge as a fraction, and any other edge as a decimal with its error."""
    if bet.exact:
        return _short(bet.edge)
    return f"≈ {float(bet.edge):.6f} ± {_off(bet):.1g}"


def _percent(bet: KeptBet) -> str:
    percent = f"{float(100 * bet.edge):.4f}"
    return percent if bet.exact else f"{percent} ± {100 * _off(bet):.1g}"


def _share(bet: KeptBet) -> str:
    return _short(bet.hit)


def _off(bet: KeptBet) -> float:
    assert bet.within is not None
    return bet.within


def _decisions(odds: KeptOdds) -> Iterator[str]:
    """Yield the best act of each decision for which it is always the same."""
    best: dict[tuple[str, ...], set[str]] = {}
    for advice in odds.strategy:
        if DECISION.issuperset(advice):
            among = tuple(sorted(act.split()[1] for act in advice["worth"]))
            best.setdefault(among, set()).add(advice["best"])
    for among, acts in sorted(best.items()):
        if len(acts) == 1:
            choice = " and ".join(f"`{one}`" for one in among)
            yield f"Where there is a choice between {choice}, `{acts.pop()}` is best."
            yield ""


def _rules(odds: KeptOdds, voice: Voice) -> Iterator[str]:
    """Yield simple rules of play, and their cost compared with best play."""
    rules = [advice for advice in odds.strategy if "cost" in advice]
    if not rules:
        return
    yield "Rules to remember and what each costs against best play; `novamas odds --json` has it all."
    yield ""
    for advice in rules:
        about = advice.get("about", advice["bet"])
        act, least, otherwise = advice["best"], holding(advice["from"], voice), advice["otherwise"]
        cost = f"{float(100 * Fraction(advice['cost'])):.4f} % ({advice['cost']})"
        yield f"- `{about}`: `{act}` with {least}, otherwise `{otherwise}`: {cost}."
    yield ""


def _charts(odds: KeptOdds, voice: Voice) -> Iterator[str]:
    """Yield charts of the best acts by hand and by the bank's up card."""
    for advice in odds.strategy:
        if "chart" not in advice:
            continue
        rows = advice["chart"]
        cards = list(rows[0]["against"])
        yield f"How `{advice['bet']}` is played, by the card that the bank shows:"
        yield ""
        yield f"| hand | {' | '.join(cards)} |"
        yield f"| --- |{' --- |' * len(cards)}"
        for row in rows:
            acts = " | ".join(row["against"][card] for card in cards)
            yield f"| {holding(row['hand'], voice)} | {acts} |"
        yield ""


def _short(fraction: Fraction) -> str:
    """Return a fraction if it fits into a table, otherwise its first decimals.

    `novamas odds --json` has the whole fraction.
    """
    return str(fraction) if len(str(fraction)) <= LONGEST_FRACTION else f"≈ {float(fraction):.12f}"


def _also(bets: Mapping[str, KeptBet], voice: Voice) -> Iterator[str]:
    """Yield the edges of bets in another unit than that of the first table."""
    differ = {name: bet for name, bet in bets.items() if any(edge != bet.edge for edge in bet.also.values())}
    if not differ:
        return
    kinds = list(dict.fromkeys(per for bet in differ.values() for per in bet.also))
    yield "The same edge per something else, in per cent, where it differs:"
    yield ""
    told = " | ".join(f"per {voice.text(f'per.{kind}')}" for kind in kinds)
    yield f"| bet | the first table's edge is per | {told} |"
    yield f"| --- | --- |{' --- |' * len(kinds)}"
    for name, bet in differ.items():
        edges = [f"{float(100 * bet.also[kind]):.4f}" if kind in bet.also else "" for kind in kinds]
        yield f"| `{name}` | {voice.text(f'per.{bet.per}')} | {' | '.join(edges)} |"
    yield ""


def _effects(table: Table, odds: KeptOdds, voice: Voice) -> Iterator[str]:
    """Yield the effect of each listed choice on the odds."""
    yield "### What the choices do to the odds"
    yield ""
    for name, value in listed_choices(table):
        try:
            example_table(table.game.slug, table.frame.norm, **{name: value})
        except FaultySetup as fault:  # a choice that needs another with it
            yield f"- `{name}={value}` alone may not be chosen: {voice.error(fault)}"
            continue
        changed = ", ".join(f"`{bet}`" for bet in odds.effects[f"{name}={value}"])
        yield f"- `{name}={value}` changes the edge of {changed or 'no bet'}."
    yield ""


def _readings(frame: Frame, voice: Voice) -> Iterator[str]:
    yield "### Our readings"
    yield ""
    yield "Where the law is ambiguous, silent or misprinted; what follows is our reading, not its letter."
    yield ""
    for reading in readings(frame, voice.language):
        yield f"- **{reading.clause}**: {reading.applies}"
    yield ""

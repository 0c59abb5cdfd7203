"""The PAR sheet as a document with sentences, tables and charts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, log10

from novamas.documents import Band, Bands, Bars, Block, Document, Heading, Paragraph, Rows
from novamas.house.floor.text import value_text
from novamas.house.par.sheet import Chosen, Mathematics, ParSheet, Traffic, hourly_rake, hourly_win
from novamas.odds.moments import LEVELS, USUAL
from novamas.odds.report import BetOdds
from novamas.words import Voice
from novamas.words.odds import exactly, is_short

SHOWN_HASH = 16  # digits of a hash shown for comparison
MAX_BARS = 24
MIN_SHARE = 1e-9  # a rarer outcome would be invisible on a chart


def par_document(sheet: ParSheet, traffic: Traffic, voice: Voice) -> Document:
    """Return the whole report in the voice's language."""
    name, voice = voice.game_name(sheet.game), voice.at(voice.game, sheet.norm)
    return Document(
        language=voice.language,
        title=voice.say("par.title", game=name[:1].upper() + name[1:]),
        about=voice.say("par.about", norm=sheet.norm, edition=sheet.edition[:SHOWN_HASH]),
        blocks=tuple(_blocks(sheet, traffic, voice)),
        foot=voice.say("par.foot", version=sheet.version, program=sheet.program[:SHOWN_HASH]),
    )


def _blocks(sheet: ParSheet, traffic: Traffic, voice: Voice) -> Iterator[Block]:
    yield from _summary(sheet, voice)
    yield from _payouts(sheet, voice)
    for bet in sheet.odds:
        yield from _bet(sheet, bet, voice)
    yield from _advice(sheet, voice)
    yield from _effects(sheet, voice)
    yield from _win(sheet, traffic, voice)
    yield from _rake(sheet, traffic, voice)
    yield from _choices(sheet, voice)
    yield from _readings(sheet, voice)


def _summary(sheet: ParSheet, voice: Voice) -> Iterator[Block]:
    """Yield a table with one line per bet: edge, return, hit frequency, deviation and method."""
    if not sheet.odds:
        yield Paragraph(voice.text("odds_told.against_each_other"))
        return
    yield Heading(voice.text("par.bets"))
    columns = ("bet", "edge", "returned", "hit", "deviation", "method")
    rows = tuple(
        (
            sheet.called[name],
            voice.percent(bet.edge),
            voice.percent(1 - bet.edge),
            voice.percent(bet.hit),
            voice.decimal(bet.sd),
            voice.text(f"par.{sheet.mathematics[name].method}"),
        )
        for name, bet in sheet.odds.items()
    )
    yield Rows(tuple(voice.text(f"par.{column}") for column in columns), rows, figures=(1, 2, 3, 4))
    used = dict.fromkeys(each.method for each in sheet.mathematics.values())
    yield Paragraph(" ".join(voice.text(f"par.{method}_means") for method in used), is_note=True)
    yield from _published(sheet, voice)


def _about(bet: BetOdds, voice: Voice) -> str:
    """Return an inexact edge together with its margin of error."""
    off = bet.within or 0
    digits = max(9, ceil(-log10(off)) + 1) if off else 9
    return f"{voice.decimal(bet.edge, digits)} ± {voice.decimal(off, digits)}"


def _published(sheet: ParSheet, voice: Voice) -> Iterator[Block]:
    """Yield a comparison with figures that others have published for the same rules."""
    checked = [(name, each.published) for name, each in sheet.mathematics.items() if each.published]
    if checked:
        yield Heading(voice.text("par.published"))
        rows = tuple(
            (
                sheet.called[name],
                voice.text(f"published.{found.about}"),
                voice.percent(Fraction(found.edge), max(len(found.edge) - 4, 1)),
                voice.text("par.agrees" if found.agrees else "par.differs"),
            )
            for name, found in checked
        )
        columns = tuple(voice.text(f"par.{column}") for column in ("bet", "rules", "edge", "check"))
        yield Rows(columns, rows, figures=(2,))


def _payouts(sheet: ParSheet, voice: Voice) -> Iterator[Block]:
    if sheet.payouts:
        yield Heading(voice.text("par.payouts"))
        columns = tuple(voice.text(f"par.{column}") for column in ("bet", "pays", "clauses"))
        rows = tuple((each.called, each.pays, ", ".join(each.cite)) for each in sheet.payouts)
        yield Rows(columns, rows, figures=(1,))


# ---------------------------------------------------------------- one bet


def _bet(sheet: ParSheet, name: str, voice: Voice) -> Iterator[Block]:
    """Yield the figures of a bet: its outcomes, its volatility, and its hold over many rounds."""
    bet, found = sheet.odds[name], sheet.mathematics[name]
    called = sheet.called[name]
    yield Heading(called[:1].upper() + called[1:])
    yield Paragraph(voice.say("par.per", per=sheet.per[bet.per]))
    yield Rows(
        (voice.text("par.figure"), voice.text("par.value")), tuple(_figures(bet, found, voice)), figures=(1,)
    )
    if found.moments.outcomes:
        is_full = all(is_short(each.chance) for each in found.moments.outcomes)
        full = "chance_full" if is_full else "chance_digits"
        columns = tuple(voice.text(f"par.{column}") for column in ("net", "chance", full, "part"))
        rows = tuple(
            (
                voice.decimal(each.net),
                voice.percent(each.chance, 6),
                exactly(each.chance, voice),
                voice.decimal(each.part, 6),
            )
            for each in found.moments.outcomes
        )
        yield Rows(columns, rows, figures=(0, 1, 2, 3))
        yield _outcome_bars(found, called, voice)
    yield from _intervals(bet, found, called, voice)


def _figures(bet: BetOdds, found: Mathematics, voice: Voice) -> Iterator[tuple[str, str]]:
    moments = found.moments
    yield voice.text("par.edge"), voice.percent(bet.edge, 6)
    if bet.exact:
        full = "in_full" if is_short(bet.edge) else "in_digits"
        yield voice.text(f"par.{full}"), exactly(bet.edge, voice)
    else:
        yield voice.text("par.with_margin"), _about(bet, voice)
    for per, edge in bet.also.items():
        yield voice.say("par.edge_per", per=voice.text(f"per.{per}")), voice.percent(edge, 6)
    yield voice.text("par.returned"), voice.percent(moments.returned, 6)
    yield voice.text("par.hit"), voice.percent(bet.hit, 6)
    yield voice.text("par.deviation"), voice.decimal(bet.sd, 6)
    for label, value in (("skewness", moments.skewness), ("kurtosis", moments.excess_kurtosis)):
        if value is not None:
            yield voice.text(f"par.{label}"), voice.decimal(value, 4)
    for level, index in moments.volatility:
        yield voice.say("par.volatility", level=voice.percent(level, 0)), voice.decimal(index, 4)
    for near, rounds in moments.rounds_needed:
        yield voice.say("par.rounds_needed", near=voice.percent(near, 1)), voice.number(rounds)


def _outcome_bars(found: Mathematics, called: str, voice: Voice) -> Bars:
    seen = [each for each in found.moments.outcomes if each.chance > MIN_SHARE][:MAX_BARS]
    bars = ((voice.decimal(each.net, 2), float(each.chance), voice.percent(each.chance)) for each in seen)
    return Bars(voice.say("par.outcomes", bet=called), tuple(bars))


def _intervals(bet: BetOdds, found: Mathematics, called: str, voice: Voice) -> Iterator[Block]:
    """Yield the intervals of the hold for increasing numbers of rounds."""
    by_rounds: dict[int, list[str]] = {}
    for each in found.moments.intervals:
        cells = f"{_share(each.low, voice)} … {_share(each.high, voice)}"
        by_rounds.setdefault(each.rounds, []).append(cells)
    levels = tuple(voice.say("par.hold_at", level=voice.percent(level, 0)) for level in LEVELS)
    rows = tuple((voice.number(rounds), *cells) for rounds, cells in by_rounds.items())
    yield Rows((voice.text("par.rounds"), *levels), rows, figures=(0, 1, 2, 3))
    usual = [each for each in found.moments.intervals if each.level == USUAL]
    bands = tuple(Band(voice.number(each.rounds), each.low, float(bet.edge), each.high) for each in usual)
    marks = tuple((height, _share(height, voice)) for height in (0.0, usual[0].high, usual[0].low))
    yield Bands(voice.say("par.bands", bet=called, level=voice.percent(USUAL, 0)), bands, marks)


def _share(number: float, voice: Voice) -> str:
    return f"{voice.decimal(number * 100, 2)} %"


# ---------------------------------------------------------------- the house


def _advice(sheet: ParSheet, voice: Voice) -> Iterator[Block]:
    if sheet.advice:
        yield Heading(voice.text("par.strategy"))
        yield from (Paragraph(line) for line in sheet.advice)


def _effects(sheet: ParSheet, voice: Voice) -> Iterator[Block]:
    """Yield how other choices of the house would change the edges."""
    rows = tuple(
        (
            f"{effect.choice} = {effect.value}",
            sheet.called[bet],
            voice.percent(sheet.odds[bet].edge, 4),
            voice.text("par.bet_gone") if edge is None else voice.percent(edge, 4),
        )
        for effect in sheet.effects
        for bet, edge in effect.edges.items()
    )
    if rows:
        yield Heading(voice.text("par.effects"))
        columns = tuple(voice.text(f"par.{column}") for column in ("choice", "bet", "edge", "edge_then"))
        yield Rows(columns, rows, figures=(2, 3))


def _win(sheet: ParSheet, traffic: Traffic, voice: Voice) -> Iterator[Block]:
    """Yield the house's mean win per hour."""
    if not sheet.odds:
        return
    yield Heading(voice.text("par.win"))
    yield Paragraph(_traffic(traffic, voice))
    wins = {name: hourly_win(bet, traffic) for name, bet in sheet.odds.items()}
    columns = tuple(voice.text(f"par.{column}") for column in ("bet", "staked", "mean_win", "deviation"))
    rows = tuple(
        (sheet.called[name], *(voice.money(round(cents)) for cents in (win.staked, win.mean, win.sd)))
        for name, win in wins.items()
    )
    yield Rows(columns, rows, figures=(1, 2, 3))
    yield Paragraph(voice.text("par.win_means"), is_note=True)


def _traffic(traffic: Traffic, voice: Voice) -> str:
    return voice.say(
        "par.traffic",
        tables=traffic.tables,
        seats=traffic.seats,
        rounds=traffic.rounds,
        stake=traffic.stake,
    )


def _rake(sheet: ParSheet, traffic: Traffic, voice: Voice) -> Iterator[Block]:
    """Yield the rake from pots, per hand and per hour."""
    if not sheet.rake:
        return
    yield Heading(voice.text("par.rake"))
    yield Paragraph(_traffic(traffic, voice))
    columns = ("pot", "taken", "taken_hour", "taken_player")
    rows = []
    for pot, taken in sheet.rake.items():
        whole, each = hourly_rake(taken, traffic)
        rows.append((voice.money(pot), voice.money(taken), voice.money(whole), voice.money(round(each))))
    yield Rows(tuple(voice.text(f"par.{column}") for column in columns), tuple(rows), figures=(0, 1, 2, 3))


def _choices(sheet: ParSheet, voice: Voice) -> Iterator[Block]:
    yield Heading(voice.text("par.choices"))
    columns = tuple(voice.text(f"par.{column}") for column in ("choice", "value", "means", "clauses"))
    rows = tuple(
        (each.option.name, _value(each, voice), each.says, ", ".join(each.option.cite))
        for each in sheet.choices
    )
    yield Rows(columns, rows)


def _value(chosen: Chosen, voice: Voice) -> str:
    """Return the value of a choice. An amount is also shown in euros."""
    value = chosen.value
    if chosen.option.unit == "cents" and value:
        return value_text(value, "cents", voice)
    if isinstance(value, tuple):
        return ", ".join(map(voice.value, value)) or voice.text("catalogue.none")
    if isinstance(value, bool):
        return voice.text("catalogue.yes" if value else "catalogue.no")
    return voice.value(value)


def _readings(sheet: ParSheet, voice: Voice) -> Iterator[Block]:
    if sheet.readings:
        yield Heading(voice.text("par.readings"))
        columns = tuple(voice.text(f"par.{column}") for column in ("clause", "applies"))
        yield Rows(columns, tuple((each.clause, each.applies) for each in sheet.readings))

"""The report on simulated rounds: their outcomes beside the odds, as tables and charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import novamas
from novamas.documents import (
    Band,
    Bands,
    Bars,
    Block,
    Document,
    Heading,
    Interval,
    Key,
    Keys,
    Mark,
    Paragraph,
    Rows,
)
from novamas.house.simulation.strategy_file import ENDING
from novamas.house.simulation.text import wager_text
from novamas.odds.moments import USUAL, deviations
from novamas.sim.agreement import Agreement
from novamas.sim.bankroll import After
from novamas.sim.play import BEST, BLOCK, MANY_TOGETHER, JackpotMoney
from novamas.sim.simulation import OneSeat, SimulationReport
from novamas.words import Voice

SHOWN_HASH = 16
MAX_BARS = 24
MAX_ROWS = 200  # of outcomes: a jackpot may pay a different prize every time
REACH = 3  # standard errors within which the simulated edge should be
DOUBT = 0.001  # a lower probability is not attributed to chance


def simulation_document(found: Sequence[SimulationReport], voice: Voice) -> Document:
    """Return a report on all simulations of a table in the voice's language."""
    name, voice = voice.game_name(found[0].game), voice.at(voice.game, found[0].norm)
    return Document(
        language=voice.language,
        title=voice.say("simulate.title", game=name[:1].upper() + name[1:]),
        about=voice.say("par.about", norm=found[0].norm, edition=found[0].edition[:SHOWN_HASH]),
        blocks=tuple(block for one in found for block in _blocks(one, voice)),
        foot=voice.say("simulate.foot", version=novamas.__version__, seed=found[0].seed),
    )


def _blocks(found: SimulationReport, voice: Voice) -> Iterator[Block]:
    called = wager_text(found.bet, voice)
    yield Heading(called[:1].upper() + called[1:])
    yield Paragraph(voice.say("par.per", per=voice.text(f"per.{found.per}")))
    yield Keys(tuple(_keys(found, voice)))
    if found.strategy.endswith(ENDING):
        yield Paragraph(voice.say("simulate.plays_file", strategy=found.strategy))
    elif found.strategy != BEST:
        yield Paragraph(played_so(found.strategy, voice))
    if found.seat is not None:
        yield Paragraph(f"{voice.say('simulate.seats', seats=found.seats)} {_one_seat(found.seat, voice)}")
    elif found.seats > 1:
        yield Paragraph(voice.say("simulate.hands_against_bank", hands=found.seats))
    if found.jackpot is not None:
        yield Paragraph(_jackpot(found, found.jackpot, voice))
    if found.agreement is not None:
        yield from _agreement(found, found.agreement, called, voice)
    yield from _outcomes(found, called, voice)
    yield from _purses(found, called, voice)


def played_so(strategy: str, voice: Voice) -> str:
    """Return the player's strategy. At circle poker, add that of the other players if it differs."""
    mine, _, others = strategy.partition("/")
    if others:
        theirs = voice.text(f"strategies.{others}")
        return voice.say("simulate.first_plays", strategy=voice.text(f"strategies.{mine}"), others=theirs)
    if voice.has(f"strategies.{strategy}"):
        return voice.text(f"strategies.{strategy}")
    return voice.say("simulate.plays", strategy=voice.act(strategy))


def _keys(found: SimulationReport, voice: Voice) -> Iterator[Key]:
    yield Key(voice.text("par.rounds"), voice.number(found.rounds))
    off = voice.decimal(100 * found.se, 5)
    edge = "simulate.loss" if found.bet == "puesto" else "par.edge"  # won by the other players
    yield Key(voice.text(edge), f"{voice.decimal(100 * found.edge, 5)} ± {off} %")
    yield Key(voice.text("par.hit"), voice.percent(found.hit))
    yield Key(voice.text("par.deviation"), voice.decimal(found.sd, 4))


def _one_seat(seat: OneSeat, voice: Voice) -> str:
    """Return a sentence on the deviation of one seat and the covariance of two."""
    return voice.say(
        "simulate.one_seat",
        deviation=voice.decimal(seat.sd, 4),
        covariance=voice.decimal(seat.covariance, 4),
        correlation=voice.decimal(seat.correlation, 4),
    )


def _jackpot(found: SimulationReport, money: JackpotMoney, voice: Voice) -> str:
    """Return the jackpot's money flow, and the edge if the remaining jackpot counts as the players'."""
    figures = {name: getattr(money, name) for name in money.__struct_fields__}
    sentence = voice.say("simulate.jackpot", rounds=BLOCK * MANY_TOGETHER, **figures)
    edge = found.edge - Fraction(money.left - money.began) / found.rounds / found.unit
    return f"{sentence} {voice.say('simulate.jackpot_edge', edge=voice.percent(edge, 5))}"


def _agreement(found: SimulationReport, agrees: Agreement, called: str, voice: Voice) -> Iterator[Block]:
    """Yield a comparison of the mean and the outcomes with the odds."""
    edge, reach = float(agrees.edge), REACH * found.se
    yield Interval(
        voice.say("simulate.beside", bet=called, errors=REACH),
        *(_mark(at, voice) for at in (edge - reach, edge, edge + reach, float(found.edge))),
    )
    lines = [voice.say("simulate.errors", edge=voice.percent(agrees.edge, 5), z=voice.decimal(agrees.z, 2))]
    if agrees.p is not None:
        figures = {"chi": voice.decimal(agrees.chi_square or 0.0, 2), "freedom": agrees.freedom}
        lines.append(voice.say("simulate.chi_square", p=voice.decimal(agrees.p, 4), **figures))
    far = abs(agrees.z) > REACH or (agrees.p is not None and agrees.p < DOUBT)
    near = "far_in_shoe" if far and found.from_shoe else "far" if far else "near"
    lines.append(voice.text(f"simulate.{near}"))
    yield Paragraph(" ".join(lines))


def _mark(at: float, voice: Voice) -> Mark:
    return Mark(at, f"{voice.decimal(100 * at, 4)} %")


def _outcomes(found: SimulationReport, called: str, voice: Voice) -> Iterator[Block]:
    """Yield the frequency of each outcome next to its probability."""
    columns = ("par.net", "simulate.times", "simulate.share", "par.chance")
    often = sorted(found.outcomes, key=lambda each: -each.times)
    if len(often) > MAX_ROWS:
        yield Paragraph(voice.say("simulate.most_often", shown=MAX_ROWS, results=len(often)), is_note=True)
    rows = tuple(
        (
            voice.decimal(each.net / found.unit),
            voice.number(each.times),
            voice.percent(Fraction(each.times, found.rounds), 6),
            "" if each.chance is None else voice.percent(each.chance, 6),
        )
        for each in sorted(often[:MAX_ROWS], key=lambda each: each.net)
    )
    yield Rows(tuple(map(voice.text, columns)), rows, figures=(0, 1, 2, 3))
    bars = (
        (voice.decimal(each.net / found.unit, 2), each.times / found.rounds, voice.number(each.times))
        for each in sorted(often[:MAX_BARS], key=lambda each: each.net)
    )
    yield Bars(voice.say("simulate.came", bet=called), tuple(bars))


def _purses(found: SimulationReport, called: str, voice: Voice) -> Iterator[Block]:
    """Yield the results of players who repeat the bet."""
    yield Paragraph(voice.say("simulate.purses", players=found.purses[0].players))
    shares = [share for share, _ in found.purses[0].result]
    parts = tuple(voice.percent(Fraction(str(share)), 0) for share in shares)
    for title, what in (("simulate.result", "result"), ("simulate.drawdown", "drawdown")):
        rows = tuple(
            (voice.number(each.rounds), *(voice.decimal(most, 1) for _, most in getattr(each, what)))
            for each in found.purses
        )
        yield Paragraph(voice.text(title), is_note=True)
        yield Rows((voice.text("par.rounds"), *parts), rows, figures=tuple(range(len(parts) + 1)))
    yield Paragraph(voice.text("simulate.ruin"), is_note=True)
    purses = tuple(voice.number(purse) for purse, _ in found.purses[0].ruin)
    rows = tuple(
        (voice.number(each.rounds), *(f"{voice.decimal(100 * chance, 2)} %" for _, chance in each.ruin))
        for each in found.purses
    )
    yield Rows((voice.text("par.rounds"), *purses), rows, figures=tuple(range(len(purses) + 1)))
    yield _bands(found.purses, called, voice)


def _bands(after: Sequence[After], called: str, voice: Voice) -> Bands:
    """Return a chart of the range that contains nine of ten players."""
    bands = []
    for each in after:
        by_share = dict(each.result)
        low, middle, high = (by_share[share] for share in (0.05, 0.5, 0.95))
        bands.append(Band(voice.number(each.rounds), low, middle, high))
    heights = (0.0, bands[-1].high, bands[-1].low)
    marks = tuple((height, voice.decimal(height, 0)) for height in heights)
    return Bands(voice.say("simulate.bands", bet=called), tuple(bands), marks)


def running(edge: Fraction, se: float, voice: Voice) -> str:
    """Return a progress message with the edge so far and its likely range."""
    reach = deviations(USUAL) * se
    return f"{voice.decimal(100 * edge, 4)} ± {voice.decimal(100 * reach, 4)} %"

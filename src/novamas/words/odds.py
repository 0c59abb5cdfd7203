"""Texts of advice: rules to remember, the value of each act, and the effect of the house's choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any, TypeAlias

from novamas.hands.names import hand_name
from novamas.hands.rankings import Category
from novamas.odds.advice import ANY_HAND, Coded
from novamas.table.bets import parts_of
from novamas.words.voice import Voice

if TYPE_CHECKING:
    from novamas.odds import BetOdds

Advice: TypeAlias = Mapping[str, Any]  # from `novamas.odds.report.strategy`
LONGEST_FRACTION = 24  # longer ones are shown as decimals, but sent exactly in JSON


def is_short(fraction: Fraction) -> bool:
    """Return whether a fraction has few enough digits to be read easily."""
    return len(str(fraction)) <= LONGEST_FRACTION


def exactly(fraction: Fraction, voice: Voice) -> str:
    """Return a fraction as text if it is easy to read, otherwise its first decimals."""
    return str(fraction) if is_short(fraction) else f"≈ {voice.decimal(fraction, 9)}"


def holding(hands: Coded, voice: Voice) -> str:
    """Return the text for a class of hands: hands from a given one up, hands of a rule, or a point total."""
    match hands:
        case {"code": "made", "category": category, "ranks": ranks}:
            return hand_name(Category(category), tuple(ranks), voice.language)  # type: ignore[arg-type]
    figures = {name: value for name, value in hands.items() if name != "code"}
    return voice.say(f"holdings.{hands['code']}", **figures)


def edges_text(name: str, bet: BetOdds, voice: Voice) -> str:
    """Return the edges of a bet in units other than its usual one."""
    edges = (
        voice.say("advice.edge_per", edge=edge, per=voice.text(f"per.{per}"))
        for per, edge in bet.also.items()
    )
    return voice.say("advice.edges_per", bet=name, edges=", ".join(edges))


def advice_text(advice: Advice, chosen: Mapping[str, object], voice: Voice) -> Iterator[str]:
    """Yield one piece of advice as sentences, given the house's choices at this table.

    Tables and charts have no sentences.
    """
    match advice:
        case {"table": _} | {"chart": _}:
            return
        case {"cost": _}:
            yield from _rule(advice, voice)
        case {"edges": _}:
            yield _choice(advice, chosen, voice)
        case {"break_even": pool}:
            yield voice.say("advice.break_even", bet=advice["bet"], pool=ceil(Fraction(pool)))
        case {"model": _}:
            yield from _solution(advice, voice)
        case _:
            code = "best_against_table" if "against" in advice else "best"
            worth = _worth(advice["worth"], voice)
            yield voice.say(f"advice.{code}", bet=_where(advice), act=advice["best"], worth=worth)


def _rule(advice: Advice, voice: Voice) -> Iterator[str]:
    """Yield a rule that players can remember, and its cost compared with best play."""
    bet, otherwise = advice.get("about", advice["bet"]), advice["otherwise"]
    yield voice.say(
        "advice.rule_always" if advice["from"] == ANY_HAND else "advice.rule",
        bet=bet,
        act=advice["best"],
        hands=holding(advice["from"], voice),
        otherwise=otherwise,
        cost=voice.percent(Fraction(advice["cost"]), 4),
    )
    if "then" in advice:
        yield voice.say("advice.rule_then", bet=bet, act=otherwise, hands=holding(advice["then"], voice))


def _choice(advice: Advice, chosen: Mapping[str, object], voice: Voice) -> str:
    """Return how a choice of the house changes the edge of a bet."""
    name, edges = advice["choice"], {to: Fraction(edge) for to, edge in advice["edges"].items()}
    value = str(chosen[name])
    now = edges[value]
    others = (
        voice.say(
            "advice.other_choice",
            value=other,
            edge=edge,
            difference=("+" if edge > now else "") + voice.percent(edge - now),
        )
        for other, edge in edges.items()
        if other != value
    )
    return voice.say(
        "advice.choice", bet=advice["bet"], choice=name, value=value, edge=now, others=", ".join(others)
    )


def _solution(advice: Advice, voice: Voice) -> Iterator[str]:
    """Yield the equilibrium of a game in which both sides decide, and the cost of ignoring it."""
    yield voice.say(
        "advice.best_in_model",
        bet=advice["bet"],
        model=voice.text(f"models.{advice['model']}"),
        draws=Fraction(advice["punto_draws_on_five"]),
        punto=voice.decimal(advice["punto_gains_float"], 6),
        bank=voice.decimal(advice["bank_gains_float"], 6),
    )
    for one in advice.get("ignorance", ()):
        who = voice.text(f"ignorance.{one['ignorance']}")
        yield voice.say("advice.ignorance", who=who, cost=Fraction(one["loses"]))


def _worth(worth: Mapping[str, str], voice: Voice) -> str:
    """Return the text with the value of each act."""
    return ", ".join(
        voice.say("advice.worth", act=act.split()[1], worth=exactly(Fraction(value), voice))
        for act, value in worth.items()
    )


def _where(advice: Advice) -> str:
    """Return the bet that a decision is about, with its point if it has one: `dont_win:4`."""
    bet: str = advice["bet"]
    written = next(iter(advice["worth"])).split()
    return next((word for word in written if parts_of(word).kind == bet), bet)

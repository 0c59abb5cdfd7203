"""How a bet is best played, told to people: rules to remember, what each act is worth, what choices do."""

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

Advice: TypeAlias = Mapping[str, Any]  # as `novamas.odds.report.strategy` gives it
LONGEST_FRACTION = 24  # a longer one tells people nothing; programs are given it


def exactly(fraction: Fraction, voice: Voice) -> str:
    """A fraction that people can read, or its first decimals."""
    written = str(fraction)
    return written if len(written) <= LONGEST_FRACTION else f"≈ {voice.decimal(fraction, 9)}"


def holding(hands: Coded, voice: Voice) -> str:
    """With which hands: those from some hand on, those of a rule, a total of points."""
    match hands:
        case {"code": "made", "category": category, "ranks": ranks}:
            return hand_name(Category(category), tuple(ranks), voice.language)  # type: ignore[arg-type]
    figures = {name: value for name, value in hands.items() if name != "code"}
    return voice.say(f"holdings.{hands['code']}", **figures)


def edges_text(name: str, bet: BetOdds, voice: Voice) -> str:
    """The edge of a bet per something else than what it is usually counted by."""
    edges = (
        voice.say("advice.edge_per", edge=edge, per=voice.text(f"per.{per}"))
        for per, edge in bet.also.items()
    )
    return voice.say("advice.edges_per", bet=name, edges=", ".join(edges))


def advice_text(advice: Advice, chosen: Mapping[str, object], voice: Voice) -> Iterator[str]:
    """One piece of advice in sentences, at a table where the house chose so; charts are for the eye."""
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
    """A rule that can be remembered, and what it costs against best play."""
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
    """What a choice of the house does to the edge of a bet."""
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
    """An equilibrium of a game in which both sides decide, and what it costs not to know it."""
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
    """What each act is worth."""
    return ", ".join(
        voice.say("advice.worth", act=act.split()[1], worth=exactly(Fraction(value), voice))
        for act, value in worth.items()
    )


def _where(advice: Advice) -> str:
    """The bet a decision is about, with the point that it has then where it has one: `dont_win:4`."""
    bet: str = advice["bet"]
    written = next(iter(advice["worth"])).split()
    return next((word for word in written if parts_of(word).kind == bet), bet)

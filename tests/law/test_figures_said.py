"""Every number of the figures occurs in the text of its clause, in digits or in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from tools.cited import Group, written_groups

from novamas.law import clause

from .numbers import numbers

GROUPS = written_groups()
NO_FIGURES = ("games", "ranking", "ranked")
OURS = ("house_way",)  # no norm has one: they are ours, and marked so
NO_LAW = {
    "cite",
    "says",
    "reading",
    "unit",
    "default",
    "default_from",
    "example",
    "order",
    "order_of",
}
IN_A_CONDITION = re.compile(r"(?<![\w.'])\d+(?![\w'])")

# Numbers that follow from what the clause says but are not said there.
NOT_SAID = {
    "standing.most": "any number of players may stand: where the session stops counting is ours",
    "seats.most": "the law sets no number of places",
    "colours.most": "as many colours as the table has: where we stop counting is ours",
    "reserve.most": "at least one deck stays behind; four of the six is where we stop",
    "tickets.most": "an issue has a number of tickets: where we stop counting is ours",
    "packs.most": "several packs: where we stop is ours",
    "packs.one_of": "up to three packs are one, two or three",
    "session_rate.most": "this norm has no charge by session, so its rate is nothing",
    "most_players": "the most players that so many cards can serve",
    "hands_announced": "the three of the rules of roulette to which the clause refers",
    "banca.pays": "one to one, less the five per cent that the clause says",
    "cloths_uneven.must": "the same number of places on each of the two cloths",
    "bank_plays_with": "ace and king are two cards of a hand without a pair, said as ranks",
}
OF_THE_DICE = (
    "wins",
    "loses",
    "void",
    "numbers",
    "doubles_on",
)  # totals: the odds of craps prove them one by one

MAXIMA = {
    "pleno": "straight-up",
    "caballo": "split",
    "transversal": "street",
    "cuadro": "corner",
    "cuatro_numeros": "corner",
    "seisena": "six-line",
    "columna": "column and dozen",
    "docena": "column and dozen",
    "dos_columnas": "double column and double dozen",
    "dos_docenas": "double column and double dozen",
}


def figures_of(value: Any, name: str = "") -> Iterator[tuple[str, Fraction]]:
    """Yield the numbers of a group by name. Numbers in conditions are included."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key not in NO_LAW:
                yield from figures_of(one, key)
    elif isinstance(value, list):
        for one in value:
            yield from figures_of(one, name)
    elif (isinstance(value, int) and not isinstance(value, bool)) or (
        isinstance(value, str) and re.fullmatch(r"\d+(/\d+)?", value)
    ):
        yield name, Fraction(value)
    elif isinstance(value, str) and name in ("must", "when"):
        yield from ((name, Fraction(number)) for number in IN_A_CONDITION.findall(value))


def said_in(group: Group) -> frozenset[Fraction]:
    """Return the texts of a group's clauses, with our reading if the group is marked as one."""
    near = [*group.cited, *(one for found in group.named.values() for one in found)]
    texts = [one.says for one in near]
    if group.table.get("reading"):
        texts += [f"{one.reading.asks} {one.reading.applies}" for one in near if one.reading]
    return frozenset().union(*(numbers(text) for text in texts))


def is_no_number_of_the_law(group: Group, name: str, number: Fraction) -> bool:
    """Return whether a number need not occur in the clause: a one, a zero in a condition, our own bound."""
    if group.top in ("rules", "premises") and (group.table.get("reading") or name == "least"):
        return True
    one_or_none = (number == 1 and name != "pays") or (number == 0 and name in ("must", "when"))
    return one_or_none or name in OF_THE_DICE or (name == "maximum" and group.name in MAXIMA)


def unsaid() -> Iterator[tuple[str, str, str]]:
    for group in GROUPS:
        if group.top not in (*NO_FIGURES, *OURS):
            said = said_in(group)
            for name, number in figures_of(group.table):
                divides = (
                    name in ("must", "when") and number and 1 / number in said
                )  # twice it is not above: half
                if not (number in said or divides or is_no_number_of_the_law(group, name, number)):
                    yield f"{group.name}.{name}", name, f"{group.where}.{name} = {number}"


def test_every_number_stands_in_what_its_clause_says() -> None:
    assert not [where for place, name, where in unsaid() if place not in NOT_SAID and name not in NOT_SAID]


def test_every_exception_is_needed() -> None:
    needed = {key for place, name, _ in unsaid() for key in (place, name)}
    assert set(NOT_SAID) <= needed


@pytest.mark.parametrize(("norm", "game"), [("IB05", "ruleta"), ("IB05", "ruleta_americana")])
def test_each_maximum_of_roulette_is_the_one_said_of_that_bet(norm: str, game: str) -> None:
    groups = {group.path: group for group in GROUPS if (group.norm, group.game) == (norm, game)}
    said = clause(groups["limits"].table["maximum_clause"]).says.lower()
    for bet, name in MAXIMA.items():
        first, second, third = groups[f"bets.{bet}"].table["maximum"]
        assert re.search(rf"(?:^|[;:] ){name} {first}/{second}/{third}\b", said), f"{game}: {bet}"


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Maximum bet: 10, 20 or 25 times the minimum.", {10, 20, 25}),
        ("A blackjack is always paid 3 to 2.", {3, 2, Fraction(3, 2)}),
        ("It pays half the stake (1 to 2).", {1, 2, Fraction(1, 2)}),
        (
            "House deduction: 2% limited bank, 1.25% free bank.",
            {2, Fraction(1, 50), Fraction(5, 4), Fraction(1, 80)},
        ),
        ("A bet of one tenth, or five per cent.", {1, 10**-1 and Fraction(1, 10), 5, Fraction(1, 20)}),
        ("A pair of jacks at least 5,000 times.", {11, 5000}),
        ("Set between 0.20 and 10 euros.", {Fraction(1, 5), 10, 20, 1000}),
        ("Nobody may play standing.", set()),
    ],
)
def test_numbers_are_read_as_people_write_them(sentence: str, said: set[Fraction]) -> None:
    assert numbers(sentence) == said

"""Issues of virtual tickets for tests: plans as an organiser writes them, and random lawful ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from novamas.law import Fault, FaultySetup
from novamas.pools.promotrot.issues import Issue, Prize, prize_of
from novamas.pools.promotrot.plans import issue_of, read_plan
from novamas.pools.promotrot.setup import frame_now

SEED = f"{1:064x}"

PRE_DRAWN = """\
code = "herradura-1"
name = "La herradura"
kind = "presorteado"
tickets = 1000
price = "1 €"

[[prizes]]
name = "primero"
times = 2
cash = "100 €"

[[prizes]]
name = "silla"
times = 1
thing = "una silla de montar"
market_price = "300 €"

[[prizes]]
name = "vuelta"
times = 200
cash = "1 €"
"""

PROBABILISTIC = """\
code = "carrera-1"
name = "La carrera"
kind = "probabilistico"
tickets = 500
price = 200
ways = 1000
prize_share = "3/4"
presentation = "numeros"

[[prizes]]
name = "oro"
times = 1
cash = "250 €"

[[prizes]]
name = "plata"
times = 250
cash = "5 €"
"""


def tickets_of(issue: Issue, seed: str, sold: int) -> Iterator[Prize | None]:
    """Yield the prize of each sold ticket, from the first one on."""
    return (prize_of(issue, seed, number) for number in range(1, sold + 1))


def pre_drawn(**changes: str) -> Issue:
    return read_plan(changed(PRE_DRAWN, **changes))


def probabilistic(**changes: str) -> Issue:
    return read_plan(changed(PROBABILISTIC, **changes))


def changed(plan: str, **changes: str) -> str:
    """Return a plan with other choices, in the format of its file."""
    own = [
        line for line in plan.splitlines() if line.partition(" ")[0] not in changes or line.startswith("[")
    ]
    return "\n".join([*(f"{name} = {value}" for name, value in changes.items()), *own])


def faults_of(plan: str) -> list[Fault]:
    """Return the faults in a plan."""
    try:
        read_plan(plan)
    except FaultySetup as faulty:
        return list(faulty.faults)
    return []


@st.composite
def issues(draw: st.DrawFn) -> Issue:
    """Return random lawful issues that are small enough to be sold out."""
    tickets, price = draw(st.integers(5, 60)), draw(st.integers(20, 1000))
    takings = tickets * price
    wanted = draw(st.integers(-(-7 * takings // 10), takings))
    rows: list[dict[str, Any]] = []
    for number in range(draw(st.integers(0, 3))):
        cents, times = draw(st.integers(1, 3 * price)), draw(st.integers(1, tickets // 5))
        if cents * times < wanted:
            rows.append({"name": f"p{number}", "times": times, "cash": cents})
            wanted -= cents * times
    in_kind = {"thing": "algo", "market_price": wanted}
    rows.append({"name": "rest", "times": 1, **(in_kind if draw(st.booleans()) else {"cash": wanted})})
    choices = {
        "kind": draw(st.sampled_from(["presorteado", "probabilistico"])),
        "tickets": tickets,
        "price": price,
        "presentation": draw(st.sampled_from(["letras", "signos", "numeros", "dibujos", "grafia"])),
        "action": draw(st.sampled_from(["descubrir", "carrera"])),
    }
    return issue_of("any", "Any", choices, rows, frame_now())

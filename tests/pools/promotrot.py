"""Issues of virtual tickets for tests: plans as an organiser writes them, and any lawful one."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from hypothesis import strategies as st

from novamas.law import Fault, Faulty
from novamas.pools.promotrot.issues import Issue
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


def pre_drawn(**changes: str) -> Issue:
    return read_plan(changed(PRE_DRAWN, **changes))


def probabilistic(**changes: str) -> Issue:
    return read_plan(changed(PROBABILISTIC, **changes))


def changed(plan: str, **changes: str) -> str:
    """A plan with other choices, as they are written."""
    own = [
        line for line in plan.splitlines() if line.partition(" ")[0] not in changes or line.startswith("[")
    ]
    return "\n".join([*(f"{name} = {value}" for name, value in changes.items()), *own])


def faults_of(plan: str) -> list[Fault]:
    """What is wrong with a plan."""
    try:
        read_plan(plan)
    except Faulty as faulty:
        return list(faulty.faults)
    return []


@st.composite
def issues(draw: st.DrawFn) -> Issue:
    """Any lawful issue, small enough to be sold out."""
    kind = draw(st.sampled_from(["presorteado", "probabilistico"]))
    tickets, price = draw(st.integers(5, 60)), draw(st.integers(20, 1000))
    share = draw(st.fractions(Fraction(7, 10), 1, max_denominator=20))
    least = ceil(share * tickets * price)
    rows = []
    for number in range(draw(st.integers(0, 3))):
        cents = draw(st.integers(1, 3 * price))
        if cents <= least:
            times = draw(st.integers(1, min(3, least // cents)))
            rows.append({"name": f"p{number}", "times": times, "cash": cents})
            least -= cents * times
    if least or not rows:
        named = draw(
            st.sampled_from([{"cash": max(least, 1)}, {"thing": "algo", "market_price": max(least, 1)}])
        )
        rows.insert(0, {"name": "rest", "times": 1, **named})
    choices = {
        "kind": kind,
        "tickets": tickets,
        "price": price,
        "prize_share": Fraction(7, 10),
        "presentation": draw(st.sampled_from(["letras", "signos", "numeros", "dibujos", "grafia"])),
        "action": draw(st.sampled_from(["descubrir", "carrera"])),
    }
    total = sum(int(row["times"]) for row in rows)
    if total > tickets or sum(int(row["times"]) * _cents(row) for row in rows) > tickets * price:
        rows = [{"name": "rest", "times": 1, "cash": ceil(share * tickets * price)}]
    return issue_of("any", "Any", choices, rows, frame_now())


def _cents(row: dict[str, object]) -> int:
    amount = row.get("cash", row.get("market_price"))
    assert isinstance(amount, int)
    return amount

"""An example of each operation of the API, with responses from a running house."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import httpx
from litestar.testing import TestClient
from tests.pools.day_at_the_races import DAY
from tests.pools.promotrot import PRE_DRAWN
from tests.server.conftest import BET, RIGHT, TICKET, a_system
from tests.server.house import house
from tests.server.tables.house import QUICK, Standing, in_house
from tests.server.tables.test_every_game import CHIPS, a_round

from novamas import open as open_sitting
from novamas.hall.people.operators import give_token
from novamas.hall.tables import commands
from novamas.pools.lototrot.meetings import Meeting
from novamas.pools.lototrot.races import Result
from novamas.server.application import application
from novamas.server.catalogue.jobs import JobLimits
from novamas.table.roles import CROUPIER

PROGRAMME = Path(__file__).parents[2] / "docs" / "pools" / "jornada-2.toml"
FLOOR = '[floor]\nnorm = "IB05"\n[[tables]]\nname = "R1"\ngame = "ruleta"\n[tables.rules]\nseats = 99\n'
EXERCISE = {"kind": "payouts", "game": "ruleta", "seed": 3}

# Requests of the catalogue, by their operation: addresses, or bodies of the address that the operation has.
CATALOGUE: Mapping[str, tuple[str | dict[str, Any], ...]] = {
    "GET /api": ("/api",),
    "GET /api/norms": ("/api/norms", "/api/norms?format=csv"),
    "GET /api/norms/{norm}": ("/api/norms/IB05", "/api/norms/CM16?lang=ca", "/api/norms/none"),
    "GET /api/clauses": (
        "/api/clauses?game=ruleta&most=50",
        "/api/clauses?replaced=true",
        "/api/clauses?q=cero",
    ),
    "GET /api/clauses/{clause}": ("/api/clauses/IB05.01.IV.1.A.a.1", "/api/clauses/none"),
    "GET /api/clauses/{clause}/beside": ("/api/clauses/IB05.03.V.1.e.1/beside",),
    "GET /api/readings": ("/api/readings?game=craps",),
    "GET /api/replaced": ("/api/replaced",),
    "GET /api/glossary": ("/api/glossary",),
    "GET /api/games": ("/api/games", "/api/games?in=aragon&on=2012-05-01", "/api/games?norm=none"),
    "GET /api/games/{game}": ("/api/games/blackjack", "/api/games/lototrot", "/api/games/none"),
    "GET /api/setups/{game}": (
        "/api/setups/pai_gow_poker",
        "/api/setups/promotrot",
        "/api/setups/craps?format=toml",
    ),
    "GET /api/hand-names/{game}": ("/api/hand-names/blackjack?hand=1.2&hand=9.22.30",),
    "GET /api/layouts/{game}": (
        *("/api/layouts/ruleta", "/api/layouts/holdem", "/api/layouts/craps"),
        "/api/layouts/ruleta?choice=minimum=1",
    ),
    "GET /api/rounds/{game}": ("/api/rounds/blackjack", "/api/rounds/sintetico?seed=2"),
    "GET /api/words/{language}": ("/api/words/ca",),
    "GET /api/words/{language}/{game}": ("/api/words/es/craps",),
    "GET /api/schemas/{of}": ("/api/schemas/common", "/api/schemas/floor", "/api/schemas/school"),
    "GET /api/odds/{game}": (
        "/api/odds/boule",
        "/api/odds/trijoker",
        "/api/odds/cubierto",
        "/api/odds/boule?bet=x",
    ),
    "GET /api/strategy/{game}": ("/api/strategy/trijoker", "/api/strategy/blackjack"),
    "GET /api/decisions/{game}": (
        "/api/decisions/blackjack?hand=As+8d&bank=9d",
        "/api/decisions/pai_gow_domino?hand=5-5+1-6+2-2+3-3",
        "/api/decisions/boule?hand=As",
    ),
    "GET /api/par/{game}": ("/api/par/boule?effects=false", "/api/par/boule?format=csv&effects=false"),
    "GET /api/placards/{game}": ("/api/placards/ruleta", "/api/placards/ruleta?format=text"),
    "GET /api/diff/{game}": ("/api/diff/tres_cartas?between=IB09,AR10",),
    "GET /api/lototrot": (
        "/api/lototrot?forecast=1/1/1/1/1/1/1",
        "/api/lototrot?forecast=1/1/1/1/1/1/1&columns=1000",
        "/api/lototrot?forecast=9/1",
    ),
    "GET /api/hands": ("/api/hands?cards=As+Ks+Qs+Js+10s", "/api/hands?cards=nothing"),
    "GET /api/equities": (
        "/api/equities?hand=As+Kd&hand=Qh+Qs&board=2c+7d+9h",
        "/api/equities?hand=As+Kd&hand=%3F&samples=100",
    ),
    "GET /api/drills": ("/api/drills",),
    "GET /api/drills/exercises": (
        "/api/drills/exercises?seed=5&count=3&kind=payouts&game=ruleta",
        "/api/drills/exercises?seed=5&count=2&kind=pots&game=holdem",
        "/api/drills/exercises?seed=5&count=2&answers=false",
    ),
    "POST /api/drills/mark": ({"exercise": EXERCISE, "answers": [1]}, {"exercise": EXERCISE, "answers": "x"}),
    "GET /api/lessons/{lesson}": ("/api/lessons/ruleta_cero", "/api/lessons/none"),
    "POST /api/bands": (
        {"game": "boule", "norm": "IB05", "rounds": [{"numero:5": 200}, {"par": 500, "numero:5": 200}, {}]},
        {"game": "none", "rounds": []},
    ),
    "POST /api/check": ({"floor": FLOOR}, {"floor": {"game": "craps"}}, {"floor": "["}),
    "POST /api/audit": (
        {"session": "RECORD"},
        {"session": "round,seat,bet,stake\n1,1,rojo,10\n", "kind": "csv", "game": "ruleta"},
    ),
    "POST /api/records/verify": ({"record": "RECORD"}, {"record": "FORGED"}, {"record": "x"}),
    "POST /api/records/replay": ({"record": "RECORD"}, {"record": "RECORD", "eyes": "s1"}),
    "POST /api/records/states": ({"record": "RECORD"},),
    "POST /api/records/why": (
        {"record": "RECORD"},
        {"record": "RECORD", "deed": "s1 bet pleno:99 5 €"},
        {"record": "FORGED"},
    ),
}


class Answered(NamedTuple):
    """A request to a house, and its response."""

    method: str
    path: str
    answer: httpx.Response


class Asker:
    """A client that sends requests to a house and stores the responses."""

    def __init__(self, client: httpx.Client, **headers: str) -> None:
        self.client, self.headers = client, headers
        self.answers: list[Answered] = []

    def __call__(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        key = (
            {"idempotency-key": f"key-{len(self.answers)}"}
            if path.startswith(("/lototrot", "/promo"))
            else {}
        )
        answer = self.client.request(method, path, json=body, headers={**key, **self.headers, **headers})
        self.answers.append(Answered(method, path.partition("?")[0], answer))
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        return answer.json() if is_json and answer.content else None


def records() -> dict[str, str]:
    """Return a record of two spins, and another with a different stake."""
    sitting = open_sitting("ruleta", norm="IB05", seed=7)
    sitting.round("s1 bet rojo 10 €", "s2 bet pleno:17 5 €")
    with TemporaryDirectory() as folder:
        sitting.save(Path(folder) / "record.jsonl")
        record = (Path(folder) / "record.jsonl").read_text("utf-8")
    return {"RECORD": record, "FORGED": record.replace('"cents":1000', '"cents":2000', 1)}


def of_catalogue(ask: Asker) -> None:
    """Send every request of the catalogue."""
    known = records()
    for operation, examples in CATALOGUE.items():
        method, _, path = operation.partition(" ")
        for one in examples:
            if isinstance(one, str):
                ask(method, one)
            else:
                ask(method, path, {name: known.get(str(value), value) for name, value in one.items()})


def of_jobs(ask: Asker) -> None:
    """Follow a job from beginning to end, for a client that does not wait."""
    job = ask("GET", "/api/placards/ruleta")["address"]
    ask("GET", f"{job}/result")
    while ask("GET", job)["state"] in ("waiting", "running"):
        time.sleep(0.05)
    ask("GET", f"{job}/result")
    ask("DELETE", job)
    ask("GET", job)


def of_people(ask: Asker) -> None:
    """Send requests of a person who arrives, takes a name and links a second device."""
    ask("GET", "/api/me")
    ask("POST", "/api/me/carry")
    ask("POST", "/api/me", {"name": "Aina", "language": "ca"})
    ask("GET", "/api/me")
    ask("POST", "/api/me/carry")
    ask("POST", "/api/me/revoke")


def five_right(meeting: Meeting, seed: str) -> tuple[Result, ...]:
    """Return results with which the ticket has five hits, a prize that only the office pays."""
    return tuple(Result(order, (1 if order < 6 else 2,)) for order, _ in enumerate(meeting.wins, 1))


def of_play(ask: Asker) -> None:
    """Send requests about practice chips to lototrot and promotrot."""
    ask("GET", "/api/pools/lototrot")
    day = ask("POST", "/api/pools/lototrot/days", {})["days"][0]["day"]
    ask("GET", f"/api/pools/lototrot/quote?forecast={RIGHT}")
    ask("GET", "/api/pools/lototrot/quote?forecast=x")
    every = ",".join(map(str, range(1, 9)))
    forecast = "/".join([every] * 4 + ["1"] * 3)
    ask("POST", "/api/pools/lototrot/tickets", {"forecast": forecast, "key": "k"})
    with patch("novamas.hall.pools.season.results_of", five_right):
        run = ask("POST", "/api/pools/lototrot/runs", {"day": day})["days"][0]
    won = run["bets"][0]["ticket"]["code"]
    ask("POST", "/api/pools/lototrot/payments", {"code": won})
    ask("POST", "/api/pools/lototrot/payments", {"code": won, "place": "office", "payee": "Aina"})
    ask("GET", "/api/pools/promotrot")
    ask("POST", "/api/pools/promotrot/issues", {"plan": "herradura"})
    vouchers: list[Any] = []
    while not vouchers:
        bought = {"issue": "herradura-1", "key": f"k{len(ask.answers)}"}
        ticket = ask("POST", "/api/pools/promotrot/tickets", bought)["issues"][0]["bought"][0]["code"]
        vouchers = ask("POST", "/api/pools/promotrot/plays", {"ticket": ticket, "act": 3})["vouchers"]
    ask("POST", "/api/pools/promotrot/payments", {"voucher": vouchers[0]["code"]})
    ask("POST", "/api/pools/promotrot/ends", {"issue": "herradura-1"})


def of_terminals(folder: Path) -> list[Answered]:
    """Send requests to both pools of an organiser, from a terminal and from the office."""
    with a_system(folder) as system:
        ask, office = (
            Asker(system.client, authorization=f"Bearer {system.tokens[who]}")
            for who in ("palma-1", "office")
        )
        ask("GET", "/terminal")
        day, outlet = f"/lototrot/days/{DAY}", "/lototrot/outlets/palma-1"
        codes = [ask("POST", f"{outlet}/sales", BET)["code"] for _ in range(2)]
        ask("POST", f"{outlet}/sales", {**BET, "paid": 99})
        ask("GET", f"/lototrot/tickets/{codes[0]}")
        ask("GET", day)
        office("POST", "/lototrot/days", {"programme": PROGRAMME.read_text("utf-8")})
        office("POST", "/lototrot/days", {"programme": 'day = 2026-12-01\nprice = "7 €"\nraces = []'})
        system.clock.now += timedelta(hours=9)
        office("POST", f"{day}/close", {"started": "2026-11-20T16:00:00+01:00"})
        office("POST", f"{day}/withdrawals", {"race": 1, "number": 8})
        for race in range(1, 7):
            office("POST", f"{day}/results", {"race": race, "winners": [1]})
        office("POST", f"{day}/declarations", {"cause": "suspended"})
        office("POST", f"{day}/draws", {"race": 7, "controller": "Maria Ferrer"})
        office("POST", f"{day}/settlement")
        office("POST", f"{day}/order")
        office("GET", f"{day}/report")
        office("GET", "/lototrot/accounts")
        system.clock.now += timedelta(days=2)
        ask("GET", f"/lototrot/tickets/{codes[0]}/won")
        ask("POST", f"{outlet}/payments", {"code": codes[0]})
        ask("POST", f"{outlet}/deposits", {"code": codes[1], "damage": ["tears"]})
        system.clock.now += timedelta(days=40)
        office("POST", "/lototrot/decisions", {"code": codes[1], "legitimate": True, "by": "Joan Riera"})
        system.clock.now += timedelta(days=400)
        office("POST", f"{day}/lapse")
        of_issue(ask, office)
        return [*ask.answers, *office.answers]


def of_issue(ask: Asker, office: Asker) -> None:
    """Send requests about an issue of virtual tickets, from its publication to its end."""
    issue, outlet = "/promotrot/issues/herradura-2", "/promotrot/outlets/palma-1"
    office("POST", "/promotrot/issues", {"plan": PRE_DRAWN.replace("herradura-1", "herradura-2")})
    ask("GET", issue)
    voucher = None
    while voucher is None or voucher["thing"]:
        ticket = ask("POST", f"{outlet}/sales", {**TICKET, "issue": "herradura-2"})["code"]
        played = ask("POST", f"{outlet}/plays", {"ticket": ticket, "act": 5})
        voucher = played["voucher"]
    codes = [played["code"]]
    while len(codes) < 3:
        ticket = ask("POST", f"{outlet}/sales", {**TICKET, "issue": "herradura-2"})["code"]
        again = ask("POST", f"{outlet}/plays", {"ticket": ticket, "act": 5})
        codes += [again["code"]] if again["voucher"] and not again["voucher"]["thing"] else []
    ask("POST", f"{outlet}/joint-vouchers", {"vouchers": codes[1:]})
    ask("GET", f"/promotrot/vouchers/{played['code']}")
    ask("POST", f"{outlet}/payments", {"voucher": played["code"]})
    office("POST", f"{issue}/lapse")
    office("POST", f"{issue}/end")
    office("GET", f"{issue}/check")
    office("GET", f"{issue}/report")


def of_tables(folder: Path) -> list[Answered]:
    """Send requests to a table: opened, played by bots, watched, filled, closed and verified."""
    answers: list[Answered] = []

    async def play(standing: Standing) -> None:
        marta, joan = (
            {"authorization": f"Bearer {give_token(standing.store, name)}"} for name in ("Marta", "Joan")
        )
        async with (
            standing.visitor("Ana") as ana,
            httpx.AsyncClient(
                base_url=standing.address, cookies=ana.cookies, trust_env=False, timeout=60
            ) as client,
        ):

            async def ask(method: str, path: str, body: object = None, who: Mapping[str, str] = {}) -> Any:
                answer = await client.request(method, path, json=body, headers=dict(who))
                answers.append(Answered(method, path.partition("?")[0], answer))
                is_json = not any(part in path for part in ("jsonl", "/record", ".svg"))
                return answer.json() if is_json else None

            person = (await ask("GET", "/api/me"))["person"]
            await ask("GET", "/api/tables/chips")
            await ask("POST", "/api/tables/chips")
            promised = await ask("POST", "/api/tables/promises")
            bots = {"2": "steady", "3": "steady"}
            opened = {"game": "boule", "bots": bots, "pace": QUICK, "promise": promised["promise"]}
            table = (await ask("POST", "/api/tables", {**opened, "player_seed": "seven"}))["table"]
            await ask("POST", "/api/tables", {"game": "ruleta", "choices": {"seats": 99}})
            await ask("GET", "/api/tables")
            one, house = f"/api/tables/{table}", f"/api/tables/house/{table}"
            async with ana.at(table) as live:
                await live.sit(1, CHIPS)
                await a_round(live)
                await ask("GET", f"{one}/events")
                await ask("GET", one)
                await ask("GET", f"{one}/receipt")
                await ask("GET", f"{one}/rounds/1")
                await ask("GET", f"{one}/rounds/1/picture.svg")
                await ask("GET", f"{one}/picture.svg")
                await ask("GET", f"{one}/history?eyes=s1")
                await ask("GET", "/api/tables/mine")
                await ask("GET", "/api/tables/house", who=marta)
                await ask("GET", f"{house}/books", who=marta)
                await ask("GET", f"{house}/result", who=marta)
                fill = {"what": "fill", "cents": 50_000}
                proposal = (await ask("POST", f"{house}/bank", fill, who=marta))["proposal"]
                await ask("POST", f"{house}/bank/{proposal}", fill, who=joan)
                await standing.hall.apply(table, commands.take_role(person, "Ana", CROUPIER))
                await ask("POST", f"{one}/bank", {"what": "credit", "cents": 7_000})
                await ask("GET", f"{one}/books")
                # a round in play would wait for ever for its croupier and for a player who has not bet
                await standing.hall.apply(table, commands.leave_role(person, CROUPIER))
                await live.stand()
                await ask("POST", f"{house}/close", who=marta)
                async for _ in live:
                    pass  # until it is closed
            await ask("GET", f"{one}/record")
            await ask("GET", f"{one}/verify")
            practice = {"game": "boule", "practice": True, "sit": {}}
            for way in ("leave", "close"):
                own = (await ask("POST", "/api/tables", practice))["table"]
                await ask("POST", f"/api/tables/{own}/{way}")
            await ask("POST", "/api/tables", practice)
            await ask("POST", "/api/tables/mine/close_idle")

    in_house(folder / "tables.sqlite", play)
    return answers


def every_answer(folder: Path) -> Iterator[Answered]:
    """Yield every example. Each group of examples has a new house."""
    patient = JobLimits(waits=60.0, short_waits=60.0, seconds=120.0, short_seconds=60.0, most_of_asker=100)
    for limits, group in ((patient, of_catalogue), (JobLimits(waits=0.0, short_waits=0.0), of_jobs)):
        with TestClient(application(counting=limits), raise_server_exceptions=False) as client:
            ask = Asker(client)
            group(ask)
        yield from ask.answers
    with house(folder) as home:
        ask = Asker(home.client)
        of_people(ask)
        of_play(ask)
    yield from ask.answers
    (folder / "terminals").mkdir()
    yield from of_terminals(folder / "terminals")
    yield from of_tables(folder)

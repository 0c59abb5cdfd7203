"""Print docs/architecture.md: the page on the code, with four flows that are recorded from a run.

A flow names its steps. It runs under a profiler, and the page shows the steps as a tree in the order of their
first calls, each with the first line of its docstring. If a step is not called, the page is not printed.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, NamedTuple, TypeAlias
from unittest.mock import patch
from urllib.request import urlopen

from tests.server.tables.house import house
from tests.server.tables.lines import line_to

import novamas
from novamas.house.floor.document import check_document
from novamas.law import Library, library
from novamas.law.default import ours
from novamas.protocol.messages import PROTOCOL
from novamas.server.catalogue.odds_tasks import Odds
from novamas.server.catalogue.table_query import Law, TableQuery
from novamas.server.catalogue.tasks import done
from novamas.words import voice_for

HEAD = Path(__file__).parent / "architecture.head.md"
SOURCE = Path(novamas.__file__).parent
PACE = {"step_ms": 60, "betting_ms": 0, "patience_ms": 0}
TOO_LOW = '[floor]\nnorm = "IB05"\n\n[[tables]]\nname = "R1"\ngame = "ruleta"\nrules.minimum = 1\n'
WIDTH = 58  # of the column with the functions

Start: TypeAlias = Callable[[], None]  # forgets the calls so far: they only prepared the flow


class Flow(NamedTuple):
    """A run of the program, and its functions that the page shows, as `package/module:Class.method`."""

    run: Callable[[Start], None]
    steps: tuple[str, ...]


def page() -> str:
    """Return the architecture page: the written text with the flows and the places to look."""
    text = HEAD.read_text("utf-8").replace("{where}", "\n".join(_where()))
    for name, flow in FLOWS.items():
        text = text.replace(f"{{flow:{name}}}", "\n".join(_drawn(flow)))
    return text


def _where() -> Iterator[str]:
    for question, (says, functions) in WHERE.items():
        yield f"| {question} | {says} | {' · '.join(map(_link, functions))} |"


def _link(function: str) -> str:
    """Return a link to the module that defines a function. An inherited one is defined elsewhere."""
    module, _, name = function.partition(":")
    holder, _, last = name.rpartition(".")
    assert last in vars(_found(f"{module}:{holder}")), f"{function} is not defined there"
    assert _found(function).__module__ == f"novamas.{module.replace('/', '.')}", function
    return f"[`{name or module}`](../src/novamas/{module}.py)"


def _drawn(flow: Flow) -> Iterator[str]:
    yield "```text"
    yield from _tree(traced(flow), "", "")
    yield "```"


def _tree(callers: dict[str, str], caller: str, bars: str) -> Iterator[str]:
    """Yield one line for each step that a step called, followed by the steps below it."""
    called = [step for step, above in callers.items() if above == caller]
    for step in called:
        corner, bar = ("", "") if not caller else ("└─ ", "   ") if step == called[-1] else ("├─ ", "│  ")
        yield f"{bars}{corner}{step.replace(':', ': ')}".ljust(WIDTH) + f" {_first_line(step)}".rstrip()
        yield from _tree(callers, step, bars + bar)


def _first_line(function: str) -> str:
    """Return the first line of a function's docstring, or that of the method it overrides."""
    module, _, name = function.partition(":")
    holder, _, method = name.rpartition(".")
    owner = _found(f"{module}:{holder}") if holder else None
    ours = [each for each in getattr(owner, "__mro__", ()) if each.__module__.startswith("novamas.")]
    found = [vars(each)[method] for each in ours if method in vars(each)] or [_found(function)]
    docs = [getattr(each, "fn", each).__doc__ for each in found]  # a route's handler holds its function
    assert any(docs), f"{function} has no docstring"
    return inspect.cleandoc(next(filter(None, docs))).partition("\n")[0].rstrip(".")


def _found(function: str) -> Any:
    module, _, name = function.partition(":")
    found: Any = import_module(f"novamas.{module.replace('/', '.')}")
    for part in filter(None, name.split(".")):
        found = getattr(found, part)
    return found


def traced(flow: Flow) -> dict[str, str]:
    """Run a flow and return the caller of each of its steps, in the order of their first calls.

    A step that was called from outside novamas, by the event loop or in a new thread, has no caller.
    """
    found: dict[str, str] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        function = _function_of(frame)
        if event == "call" and function in flow.steps and function not in found:
            found[function] = _caller(frame, found)

    with _profiled(note):
        flow.run(found.clear)
    missing = [step for step in flow.steps if step not in found]
    assert not missing, f"not called: {missing}"
    return found


def _caller(frame: FrameType, found: dict[str, str]) -> str:
    above = frame.f_back
    while above is not None:
        if (function := _function_of(above)) in found:
            return function
        above = above.f_back
    return ""


def _function_of(frame: FrameType) -> str:
    code = frame.f_code
    if not code.co_filename.startswith(str(SOURCE)):
        return ""
    module = Path(code.co_filename).relative_to(SOURCE).with_suffix("").as_posix()
    return f"{module}:{code.co_qualname}"


@contextmanager
def _profiled(note: Callable[[FrameType, str, Any], None]) -> Iterator[None]:
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def bet(start: Start) -> None:
    """Bet 5 € on red at a live roulette table over a socket."""
    asyncio.run(_bet(start))


async def _bet(start: Start) -> None:
    with TemporaryDirectory() as folder:
        async with house(Path(folder) / "books.sqlite") as open_house, open_house.visitor("Ana") as ana:
            table = (await ana.open("ruleta", seats=2, pace=PACE)).table
            async with line_to(open_house, ana, table, {}) as line:
                await line.send("hello", eyes="rail", language="es", protocol=PROTOCOL)
                await line.ask("sit", seat=1, cents=20_000)
                while not line.view["offers"]:
                    await line.next()
                start()
                act = {"do": "bet", "by": 1, "bet": "rojo", "cents": 500}
                await line.ask("act", at=line.number, acts=[act])


def odds(start: Start) -> None:
    """Request the odds of boule until a worker process has computed them. Then compute them here."""
    with TemporaryDirectory() as folder, patch.dict(os.environ, NOVAMAS_CACHE=f"{folder}/server"):
        asyncio.run(_odds(start, folder))
        os.environ["NOVAMAS_CACHE"] = f"{folder}/worker"
        task = Odds(TableQuery("boule", Law("IB05")))
        with ThreadPoolExecutor(1) as worker:  # a new thread is profiled, whatever the server's thread did
            worker.submit(done, task, "es", "json", library()).result()


async def _odds(start: Start, folder: str) -> None:
    async with house(Path(folder) / "books.sqlite") as open_house:
        start()
        address = f"{open_house.address}/api/odds/boule?norm=IB05"
        while await asyncio.to_thread(lambda: urlopen(address).status) != 200:
            await asyncio.sleep(0.1)


def floor_check(start: Start) -> None:
    """Check a floor file with a minimum that is too low."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "floor.toml"
        path.write_text(TOO_LOW)
        law = Library(ours().packs)  # which has read nothing yet
        start()
        tuple(check_document(novamas.check(path, law), path.name, voice_for("es")).blocks)


def card(start: Start) -> None:
    """Deal a round of blackjack, and look at the table from a seat."""
    sitting = novamas.open("blackjack", norm="IB05", seats=1, seed=3)
    start()
    sitting.round("s1 bet mano:1 20 €")
    tuple(sitting.seen_by(1))
    sitting.view(1)


FLOWS = {
    "bet": Flow(
        bet,
        (
            "server/websocket:BoundedSocket.send_receive_event_to_app",
            "server/tables/request_handler:RequestHandler.begin",
            "hall/hall:Hall.submit_soon",
            "hall/idempotency:AnswerCache.has",
            "hall/executor:Executor.run_soon",
            "hall/batch:run_batch_now",
            "hall/tables/table:LiveTable.fork",
            "hall/idempotency:apply_deeds",
            "hall/tables/table:LiveTable.do",
            "table/session:Session.do",
            "table/phases:why_not",
            "families/banked/phases:Betting.offers",
            "table/phases:follow",
            "families/banked/phases:Betting.after",
            "table/moves:Moves.stake",
            "table/ledger:Ledger.enter",
            "hall/tables/accounts:transfers_for",
            "hall/tables/automation:next_due_action",
            "store/group_commit:GroupCommit.run_then",
            "store/store:Store.write_together",
            "hall/tables/writer:append_entries",
            "store/transactions:WriteTransaction.append",
            "store/transactions:WriteTransaction.commit",
            "hall/tables/table:LiveTable.mark_committed",
            "hall/scheduler:Scheduler.schedule",
            "hall/tables/table:LiveTable.events_since",
            "hall/publisher:Publisher.publish",
            "hall/differences:SentState.advance",
            "hall/differences:SentState.changes",
            "hall/offer_rows:OfferRows.of",
            "hall/subscribers:Subscriber.send",
            "hall/deliveries:Difference.text",
            "words/events:EventRun.texts",
            "server/websocket:frame_of",
            "server/websocket:BoundedSocket.say_frame",
        ),
    ),
    "odds": Flow(
        odds,
        (
            "server/middleware:GuardMiddleware.__call__",
            "server/rate_limits:TokenBuckets.take",
            "server/catalogue/response_cache:CacheMiddleware.handle",
            "server/catalogue/odds_routes:OddsRoutes.odds",
            "server/catalogue/dispatcher:Dispatcher.answer",
            "server/catalogue/odds_tasks:Odds.is_cached",
            "server/catalogue/jobs:Jobs.ask",
            "server/catalogue/worker:Worker.do",
            "server/catalogue/tasks:done",
            "server/catalogue/odds_tasks:Odds.content",
            "server/catalogue/table_query:TableQuery.opened",
            "law/setups:set_up",
            "table/game:open_table",
            "odds/cache:cached_odds",
            "odds/report:table_odds",
            "odds/report:bet_odds",
            "odds/walk:Walk.result",
            "house/odds:odds_payload",
        ),
    ),
    "floor_check": Flow(
        floor_check,
        (
            "house/floor/check:check",
            "house/floor/file:read_floor",
            "house/floor/check:check_floor",
            "house/opening:edition_of",
            "law/frames:read_frame",
            "law/figures:read_figures",
            "law/setups:set_up",
            "law/options:Option.fault",
            "table/game:faults_of",
            "house/floor/alternatives:lawful_alternatives",
            "house/floor/room:Room.bonds",
            "house/floor/document:check_document",
            "house/floor/text:finding_text",
            "words/problems:error_text",
        ),
    ),
    "card": Flow(
        card,
        (
            "house/sitting:Sitting.round",
            "table/notation:read",
            "table/session:Session.next_deed",
            "table/session:Session.do",
            "table/phases:why_not",
            "families/banked/phases:Betting.after",
            "table/moves:Moves.stake",
            "equipment/chance:below",
            "equipment/shoe:Shoe.at",
            "games/blackjack/phases/cards:Dealing.drawn",
            "table/moves:Moves.deal",
            "equipment/shoe:Shoe.take",
            "games/blackjack/pay:settle_hands",
            "table/moves:Moves.settle",
            "table/ledger:Ledger.enter",
            "table/session:Session.seen_by",
            "table/events:Dealt.seen_by",
            "table/session:Session.view",
            "table/felt:Felt.seen_by",
        ),
    ),
}
WHERE = {  # the question, what happens, and the functions to read
    "A bet is refused after *no va más*": (
        (
            "Once bets are closed, the phase is a subclass of `Playing`. "
            "Its method `reason` returns the refusal `no_va_mas` for a bet."
        ),
        ("families/banked/phases:Playing.reason",),
    ),
    "A hidden card is kept from a seat": (
        (
            "`may_know` decides whether a viewpoint may know a card. If not, the card is a blank "
            "in the view and is left out of the event."
        ),
        ("table/roles:may_know", "table/felt:Felt.seen_by", "table/events:Dealt.seen_by"),
    ),
    "Requests of the same moment share one transaction": (
        (
            "Requests for one table run one after another and become one update (`run_batch`). The writer "
            "thread takes the waiting updates of all tables (`_updates`) into one transaction "
            "(`write_together`)."
        ),
        (
            "hall/batch:run_batch",
            "store/group_commit:GroupCommit._updates",
            "store/store:Store.write_together",
        ),
    ),
    "A figure of a norm becomes a limit at a table": (
        (
            'The figure `["NORM".rules.NAME]` is an `Option`. '
            "`set_up` checks the house's choice against the option's bounds or, if there is no choice, takes "
            "the default. `open_table` puts the value into the game's `Rules`. The cloth then offers only "
            "bets within this limit, at wheels in `stake_offer`."
        ),
        ("law/setups:set_up", "table/game:open_table", "families/wheel/cloth:stake_offer"),
    ),
    "An act is allowed or refused": (
        "Each phase lists its offers. An act that no offer covers is refused.",
        ("table/phases:offers", "table/phases:why_not"),
    ),
    "Chips and cards move": (
        "Only the methods of `Moves` move them, and each method emits its event.",
        ("table/moves:Moves",),
    ),
    "A bet is paid": (
        "The payment's event names its rate and its clauses.",
        ("table/moves:Moves.settle",),
    ),
    "A card, a number or a throw is drawn": (
        (
            "A source of random words gives a number below n. The source of a live table has a seed, to "
            "which the table has committed."
        ),
        ("equipment/chance:below", "equipment/chance:CommittedSource"),
    ),
    "A record is sealed and checked": (
        "Each line holds a hash of all lines so far. To check the record, a replay applies every deed again.",
        ("record/chain:ChainWriter", "record/replay:replay"),
    ),
    "Odds are computed": (
        "If the game has no method of its own, the walk computes the odds by visiting all phases.",
        ("odds/report:table_odds", "odds/walk:Walk"),
    ),
    "A code becomes a sentence": (
        "The text of an error is found by its code, that of an event by its class.",
        ("words/problems:error_text", "words/events:event_texts"),
    ),
    "A typed line becomes an act": (
        "The parser compares the line with the offers.",
        ("words/line_parser:read_line",),
    ),
    "A table continues without players": (
        "The next automatic action has a due time, at which the scheduler runs it.",
        ("hall/tables/automation:next_due_action", "hall/scheduler:Scheduler"),
    ),
    "A client is slowed down or refused": (
        "Each address and each guest pass has a token bucket, which is tested before any route.",
        ("server/rate_limits:TokenBuckets", "server/middleware:GuardMiddleware"),
    ),
}


if __name__ == "__main__":
    print(page())

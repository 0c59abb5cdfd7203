"""Exclusive timers inside a server: `python benchmarks/server/timers.py OUT.json serve …`.

It runs the command `novamas` with timers around the functions that are named below. A function that does not
exist in an older or newer checkout is left out. The time is processor time of the thread. The time of a
function does not include other timed functions that it calls. At SIGUSR1 the sums so far are written to the
file: seconds and calls by part, the processor time of the process, and the pauses of the garbage collector.
"""

from __future__ import annotations

import functools
import gc
import importlib
import json
import os
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

PARTS = {
    "sentences": ["novamas.hall.text:says", "novamas.hall.deliveries:says"],
    "offers": [
        "novamas.table.session:Session.offers",
        "novamas.table.phases:offered",
        "novamas.table.phases:offers",
        "novamas.table.session:offers",
        "novamas.table.session:offered",
        "novamas.hall.tables.automation:offered",
    ],
    "rows of offers": [
        "novamas.hall.differences:OwnFields._advance_offers",
        "novamas.hall.differences:_OwnState._advance_offers",
    ],
    "bundling rows": ["novamas.hall.differences:bundled"],
    "cuts": ["novamas.hall.differences:cuts"],
    "common fields": ["novamas.hall.differences:CommonFields.advance"],
    "own fields": ["novamas.hall.differences:OwnFields.advance"],
    "encoding differences": ["novamas.hall.deliveries:Difference.text"],
    "encoding events": ["novamas.hall.deliveries:SharedTexts.events"],
    "whole states": ["novamas.hall.publisher:Publisher._whole", "novamas.hall.views:seen_by"],
    "events by viewpoint": ["novamas.hall.tables.table:LiveTable.events_since"],
    "scene": ["novamas.hall.publisher:Publisher._scene"],
    "publishing": ["novamas.hall.publisher:Publisher.publish"],
    "sending": [
        "novamas.server.websocket:BoundedSocket.say_frame",
        "novamas.server.websocket:BoundedSocket.send",
    ],
    "receiving": ["novamas.server.websocket:BoundedSocket.data_received"],
    "check": ["novamas.table.session:why_not", "novamas.table.session:completed"],
    "follow": ["novamas.table.session:follow"],
    "ledger": ["novamas.table.ledger:Ledger.of", "novamas.table.ledger:Ledger.plus"],
    "enter": ["novamas.table.session:Session._enter"],
    "table do": ["novamas.hall.tables.table:LiveTable.do"],
    "table enter": ["novamas.hall.tables.table:LiveTable.enter"],
    "fork": ["novamas.hall.tables.table:LiveTable.fork"],
    "transfers": ["novamas.hall.tables.table:account_changes", "novamas.hall.tables.table:transfers_for"],
    "next due action": ["novamas.hall.loaded_tables:next_due_action"],
    "clock": [f"novamas.hall.clock:HallClock.{one}" for one in ("tick", "date", "date_at", "tick_of")],
    "snapshot": ["novamas.hall.tables.writer:sealed"],
    "store: entries": ["novamas.hall.tables.writer:append_entries", "novamas.hall.executor:append_entries"],
    "store: transaction": ["novamas.store.store:Store.write_together"],
    "scheduler": ["novamas.hall.scheduler:Scheduler._fire", "novamas.hall.scheduler:Scheduler.schedule"],
    "answers": ["novamas.hall.hall:apply_deeds"],
}


class Timers:
    """Seconds and calls of each part. Every thread has its own stack."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.calls: dict[str, int] = defaultdict(int)
        self.collections: list[float] = []
        self._own = threading.local()
        self._began = 0.0

    def around(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with a timer around it."""
        seconds, calls, own, now = self.seconds, self.calls, self._own, time.thread_time

        @functools.wraps(function)
        def timed(*args: Any, **named: Any) -> Any:
            stack = own.__dict__.setdefault("stack", [0.0])
            stack.append(0.0)
            began = now()
            try:
                return function(*args, **named)
            finally:
                passed = now() - began
                inner = stack.pop()
                stack[-1] += passed
                seconds[part] += passed - inner
                calls[part] += 1

        return timed

    def watch_collector(self, phase: str, _: object) -> None:
        """Measure the time of the garbage collector."""
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self.collections.append(time.perf_counter() - self._began)

    def sums(self) -> dict[str, Any]:
        """Return the sums of all timers so far."""
        return {
            "seconds": dict(self.seconds),
            "calls": dict(self.calls),
            "processor": time.process_time(),
            "collector": sum(self.collections),
            "longest_collections": sorted(self.collections)[-5:],
        }


def place(name: str) -> tuple[Any, str, Any] | None:
    """Return the object that has a function, the function's name there, and the function.

    Return None if the function does not exist.
    """
    module, _, path = name.partition(":")
    *parents, last = path.split(".")
    try:
        at: Any = importlib.import_module(module)
        for parent in parents:
            at = getattr(at, parent)
        return at, last, vars(at)[last]
    except (ImportError, AttributeError, KeyError):
        return None


def main() -> None:
    """Set up the timers, and run the command."""
    target = Path(sys.argv[1])
    timers = Timers()
    for part, names in PARTS.items():
        for name in names:
            if (found := place(name)) is not None:
                at, last, function = found
                is_static = isinstance(function, staticmethod | classmethod)
                timed = timers.around(part, function.__func__ if is_static else function)
                setattr(at, last, type(function)(timed) if is_static else timed)

    def write(*_: object) -> None:
        draft = target.with_suffix(".draft")
        draft.write_text(json.dumps(timers.sums()), "utf-8")
        os.replace(draft, target)

    gc.callbacks.append(timers.watch_collector)
    signal.signal(signal.SIGUSR1, write)
    sys.argv = ["novamas", *sys.argv[2:]]
    sys.exit(importlib.import_module("novamas.cli").main())


if __name__ == "__main__":
    main()

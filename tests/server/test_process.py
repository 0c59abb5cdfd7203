"""The central system as a process: terminals as processes, a stop, and SIGKILL at any moment."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread

import httpx
import pytest
from tests.pools.promotrot import SEED, pre_drawn

from novamas.client import terminal as client_module
from novamas.client.terminal import TerminalClient
from novamas.errors import NovamasError
from novamas.pools.promotrot.office import Office
from novamas.server.pools.terminals import give_token
from novamas.server.process import listening_at, serve
from novamas.server.settings import Serving, Settings
from novamas.store import open_store, verify

Process = subprocess.Popen[str]


def novamas(*words: object) -> Process:
    """Run a command in a separate process."""
    line = [sys.executable, "-m", "novamas", *map(str, words), "--lang", "es"]
    pipe = subprocess.PIPE
    return subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=dict(os.environ))


@contextmanager
def serving(place: Path, port: int = 0) -> Iterator[tuple[Process, str]]:
    """Start the central system and yield its address once it serves."""
    with novamas("serve", "--port", port, "--store", place) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            found = re.search(r"http://[0-9.:]+", line)
            assert found, line
            yield server, found[0]
        finally:
            server.kill()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "books.sqlite"


@pytest.fixture
def tokens(place: Path) -> list[str]:
    """Return an issue, two outlets, and a token for a terminal of each."""
    with open_store(str(place)) as store:
        office = Office(store)
        office.publish(pre_drawn(), seed=SEED)
        found = []
        for outlet in ("palma-1", "inca-2"):
            office.authorise(outlet, f"Bar {outlet}")
            found.append(give_token(store, outlet, ["sell", "pay"]))
        return found


def test_two_terminals_buy_and_play_and_the_server_stops_in_order(place: Path, tokens: list[str]) -> None:
    lines = "comprar\n5\n\n" * 5 + "salir\n"
    with serving(place) as (server, address):
        terminals = [
            novamas("promotrot", "terminal", "herradura-1", "--server", address, "--token", token)
            for token in tokens
        ]
        for terminal in terminals:
            out, err = terminal.communicate(lines, timeout=60)
            assert not err, err[-1500:]
            assert terminal.returncode == 0
            assert out.count("Billete ") == 5
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
        assert server.returncode == 0
        assert [json.loads(line)["event"] for line in err.splitlines()] == ["started", "stopping", "stopped"]
        assert "Servidor detenido" in out
    with open_store(str(place)) as store, store.reading() as books:
        assert verify(store).breach is None
        numbers = [made.body for made in books.entries(kind="ticket")]
        assert len(set(numbers)) == 10
        assert sum(1 for _ in books.entries(kind="play")) == 10


def test_a_port_that_is_taken_is_told_in_one_sentence(place: Path) -> None:
    with listening_at("127.0.0.1", 0) as other:
        other.listen()
        port = other.getsockname()[1]
        with novamas("serve", "--port", port, "--store", place) as second:
            _out, err = second.communicate(timeout=60)
        assert second.returncode == 2
        assert f"puerto {port}" in err
        assert len(err.strip().splitlines()) == 1


def test_a_killed_server_loses_nothing_and_doubles_nothing(
    place: Path, tokens: list[str], monkeypatch: pytest.MonkeyPatch, soak: bool
) -> None:
    """Terminals repeat a request with its key until the server is back. Each sale is entered once.

    A pass outlives the process that issued it. The key is beside the store, readable only by its owner.
    Without the key the store counts as another house's and is refused.
    """
    monkeypatch.setattr(client_module, "TIMES_ASKED", 100)
    monkeypatch.setattr(client_module, "LONGEST_PAUSE", 0.2)
    kills, each = (8, 400) if soak else (1, 120)
    rng, sold, port = Random(7), list[str](), 0
    terminals: list[Thread] = []

    def sell(address: str, token: str) -> None:
        with TerminalClient(address, token, "es") as central:
            sold.extend(central.buy("herradura-1", 100).code for _ in range(each))

    for turn in range(kills + 1):
        with serving(place, port) as (_server, address):  # which is killed at the end
            port = int(address.rpartition(":")[2])
            if not terminals:
                with httpx.Client(base_url=address) as browser:
                    me = browser.post("/api/me", json={"name": "Aina"}).json()
                    shown = {"cookie": f"novamas={browser.cookies['novamas']}"}
                terminals = [Thread(target=sell, args=(address, token)) for token in tokens]
                for terminal in terminals:
                    terminal.start()
            if turn < kills:
                time.sleep(0.05 + rng.random() * 0.2)
            else:
                assert httpx.get(f"{address}/api/me", headers=shown).json() == me
                for terminal in terminals:
                    terminal.join(120)
                    assert not terminal.is_alive()
            assert turn or len(sold) < 2 * each
    with open_store(str(place)) as store, store.reading() as books:
        found = verify(store)
        assert found.breach is None
        assert len(sold) == len(set(sold)) == 2 * each
        assert sum(1 for _ in books.entries(kind="ticket")) == 2 * each
        assert found.balances["public"] == -100 * 2 * each
    key = place.with_name("server.key")
    assert key.stat().st_mode & 0o777 == 0o600
    key.unlink()
    with pytest.raises(NovamasError) as refused:
        serve(Settings(serving=Serving(port=0, store=str(place))), print)
    assert refused.value.code == "store_of_other_key"

"""Change of the master key: with open tables, killed at any step, during service, by a variable."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import time
from base64 import b64encode
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
import pytest
from tests.server.test_process import novamas, serving

from novamas.equipment.chance import CommittedSource
from novamas.errors import NovamasError
from novamas.hall import keys as keys_module
from novamas.hall import rekey as rekey_module
from novamas.hall.keys import FILE, NEW_FILE, Keys, belongs, keys_for, keys_of_house, read_key
from novamas.hall.people.operators import give_token
from novamas.hall.rekey import WasRekeyed, rekey
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.snapshot import is_sealed, sealed
from novamas.hall.tables.state import TableState
from novamas.store import open_store, verify
from novamas.store.open_tables import keep_snapshot, snapshot_of
from novamas.table.session import SessionState

NOTHING_SAID: dict[str, str] = {}
TABLES = ("aaaa", "bbbb", "cccc")
PACE = {"step_ms": 100, "betting_ms": 500, "patience_ms": 500}
SECRET = b"of a pool"
BOOK, UNSEALED = "table/aaaa", "table/bbbb"  # the second has the snapshot of the first


def a_house(folder: Path) -> tuple[Keys, dict[str, str]]:
    """Return a store with the seeds of three tables and other secrets, its key, and the seeds by table."""
    keys = keys_of_house(folder, NOTHING_SAID)
    with open_store(folder / "books.sqlite") as store:
        belongs(store, keys)
        store.hide_with(keys)
        kept = {table: CommittedSource() for table in TABLES}
        for table, live in kept.items():
            store.write(lambda books, table=table, live=live: Seeds(keys).keep(books, table, live))  # type: ignore[misc]
        store.write(lambda books: books.put_encrypted("race/1", SECRET))
        saved = sealed(TableState(session=SessionState(None), number=7), BOOK, Seeds(keys))
        store.write(lambda books: keep_snapshot(books, BOOK, 7, saved))
        store.write(lambda books: keep_snapshot(books, UNSEALED, 7, saved))
        store.write(lambda books: books.keep_secret("of/older/versions", SECRET))
    return keys, {table: live.kept() for table, live in kept.items()}


def is_whole(folder: Path, keys: Keys, seeds: dict[str, str]) -> None:
    """Check that all encrypted data can be read with these keys, and that the books are valid."""
    with open_store(folder / "books.sqlite") as store:
        store.hide_with(keys)
        with store.reading() as books:
            assert {table: Seeds(keys).kept(books, table).kept() for table in TABLES} == seeds
            for book, is_good in ((BOOK, True), (UNSEALED, False)):
                number, body = snapshot_of(books, book) or (0, b"")
                assert is_sealed(body, book, number, Seeds(keys)) is is_good
            assert books.hidden("race/1") == books.hidden("of/older/versions") == SECRET
        assert verify(store).breach is None


def rekeyed(folder: Path) -> None:
    with open_store(folder / "books.sqlite") as store:
        rekey(store, folder, NOTHING_SAID)


def test_all_that_the_old_key_guards_is_read_with_the_new_one(tmp_path: Path) -> None:
    former, seeds = a_house(tmp_path)
    with open_store(tmp_path / "books.sqlite") as store:
        found = rekey(store, tmp_path, NOTHING_SAID)
        with store.reading() as books:
            (entry,) = books.entries(book=rekey_module.BOOK, kind="rekeyed")
            body = entry.read(WasRekeyed)
    keys = keys_of_house(tmp_path, NOTHING_SAID)
    assert (found.secrets, found.former, found.key) == (5, former.name, keys.name)
    assert (body.former, body.key, body.house) == (former.name, keys.name, keys.house.public)
    assert keys.name != former.name
    is_whole(tmp_path, keys, seeds)
    with pytest.raises(NovamasError, match="key"):
        is_whole(tmp_path, former, seeds)
    assert not (tmp_path / NEW_FILE).exists()
    kept = tmp_path / f"{FILE}.{former.name}"
    assert Keys(read_key(kept)).name == former.name
    assert {path.stat().st_mode & 0o777 for path in (kept, tmp_path / FILE)} == {0o600}
    rekeyed(tmp_path)  # and again
    is_whole(tmp_path, keys_of_house(tmp_path, NOTHING_SAID), seeds)


# ---------------------------------------------------------------- killed


def killed_at(step: int, folder: Path) -> bool:
    """Change the key in a process that is killed at this line. Return whether the kill happened."""
    child = os.fork()
    if not child:
        steps = 0

        def traced(frame: FrameType, event: str, _argument: Any) -> Any:
            nonlocal steps
            if frame.f_code.co_filename not in (keys_module.__file__, rekey_module.__file__):
                return None
            steps += event == "line"
            if steps > step:
                os.kill(os.getpid(), signal.SIGKILL)
            return traced

        try:
            with open_store(folder / "books.sqlite") as store:
                sys.settrace(traced)
                rekey(store, folder, NOTHING_SAID)
                sys.settrace(None)
        except BaseException:
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), status
    return status == signal.SIGKILL


@pytest.mark.skipif(not hasattr(os, "fork"), reason="it is killed in a process of its own")
def test_killed_at_any_step_nothing_is_lost(tmp_path: Path, soak: bool) -> None:
    before = tmp_path / "before"
    before.mkdir()
    former, seeds = a_house(before)
    step, names = 0, set()
    while True:
        folder = tmp_path / f"{step}"
        shutil.copytree(before, folder)
        if not killed_at(step, folder):
            break
        with open_store(folder / "books.sqlite") as store:
            keys = keys_for(store, folder, NOTHING_SAID)  # as the next start of the server does
        names.add(keys.name == former.name)
        is_whole(folder, keys, seeds)
        is_whole(folder, keys_of_house(folder, NOTHING_SAID), seeds)
        rekeyed(folder)
        now = keys_of_house(folder, NOTHING_SAID)
        assert now.name not in (former.name, keys.name if keys.name != former.name else "")
        is_whole(folder, now, seeds)
        assert not (folder / NEW_FILE).exists()
        shutil.rmtree(folder)
        step += 1 if soak else 3
    assert step > 60
    assert names == {True, False}  # before the change and after it


# ---------------------------------------------------------------- a server


def said(*words: object) -> tuple[int, str]:
    with novamas(*words) as command:
        out, err = command.communicate(timeout=60)
    return command.returncode, out + err


@pytest.mark.soak
def test_open_tables_go_on_under_the_new_key(tmp_path: Path) -> None:
    place = tmp_path / "books.sqlite"
    with serving(place) as (server, address), httpx.Client(base_url=address, timeout=60) as guest:
        guest.post("/api/me", json={"name": "Aina"}).raise_for_status()
        opened = [
            guest.post("/api/tables", json={"game": game, "pace": PACE}).raise_for_status().json()
            for game in ("ruleta", "blackjack", "holdem")
        ]
        former_cookie = guest.cookies["novamas"]
        status, told = said("store", "rekey", "--store", place)
        assert status == 2
        assert "en uso" in told or "abiert" in told, told
        server.send_signal(signal.SIGTERM)
        server.wait(60)
    with open_store(place) as store:
        operator = {"authorization": f"Bearer {give_token(store, 'Maria')}"}
    status, told = said("store", "rekey", "--store", place, "--json")
    assert status == 0, told
    found = json.loads(told)
    assert found["secrets"] >= len(opened)
    with serving(place) as (_server, address), httpx.Client(base_url=address, timeout=60) as visitor:
        stranger = visitor.get("/api/me", headers={"cookie": f"novamas={former_cookie}"})
        assert (stranger.status_code, stranger.json()["error"]["code"]) == (401, "pass_forged")
        visitor.cookies.clear()
        visitor.post("/api/me", json={}).raise_for_status()
        for table in opened:
            path = f"/api/tables/{table['table']}"
            assert visitor.get(path).raise_for_status().json()["commitment"] == table["commitment"]
            closed = visitor.post(f"/api/tables/house/{table['table']}/close", headers=operator)
            closed.raise_for_status()
            latest = time.monotonic() + 30  # until the present round has ended
            while (answer := visitor.get(f"{path}/verify")).status_code == 409 and time.monotonic() < latest:
                time.sleep(0.2)
            proved = answer.raise_for_status().json()
            assert (proved["holds"], proved["commitment"]) == (True, table["commitment"])
            assert proved["house"] == found["house"]


def test_a_key_of_a_variable_is_left_to_its_owner(tmp_path: Path) -> None:
    said_first = {"NOVAMAS_KEY": b64encode(bytes(range(32))).decode()}
    place = tmp_path / "books.sqlite"
    with open_store(place) as store:
        first = keys_for(store, tmp_path, said_first)
        found = rekey(store, tmp_path, said_first)
        assert (found.former, found.file) == (first.name, str(tmp_path / NEW_FILE))
        assert keys_for(store, tmp_path, said_first).name == found.key  # both are readable until then
        with pytest.raises(NovamasError) as refused:
            rekey(store, tmp_path, said_first)
        assert refused.value.code == "key_not_taken_over"
        said_then = {"NOVAMAS_KEY": (tmp_path / NEW_FILE).read_text("ascii")}
        assert keys_for(store, tmp_path, said_then).name == found.key
        (tmp_path / NEW_FILE).unlink()
        assert keys_for(store, tmp_path, said_then).name == found.key
        with pytest.raises(NovamasError) as other:
            keys_for(store, tmp_path, said_first)
        assert other.value.code == "store_of_other_key"
        assert rekey(store, tmp_path, said_then).former == found.key

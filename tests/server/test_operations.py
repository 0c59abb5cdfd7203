"""Operation of a house: health, readiness, metrics, settings, the clock."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from tests.server.house import House, house
from tests.store.databases import Clock

import novamas
from novamas.errors import NovamasError
from novamas.hall.people.operators import give_token
from novamas.server import app_state
from novamas.server.app_state import AppState, ClockJumpMonitor
from novamas.server.catalogue.build_id import edition_on_disk
from novamas.server.settings import Figures, HouseLimits, Retention, Serving, Settings, read_settings
from novamas.store import StoreFault, WriteTransaction, open_store, verify
from novamas.words import voice_for


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, limits=HouseLimits(failures=1000)) as found:
        yield found


def again(home: House) -> None:
    """Force the next readiness check to be a real one."""
    home.running._checked = (-100.0, home.running._checked[1])


def test_a_house_that_serves_says_so(home: House) -> None:
    assert home.client.get("/health").json() == {"alive": True}
    assert home.client.get("/ready").json() == {"ready": True}


def test_a_store_that_is_gone_makes_it_not_ready_and_alive(home: House) -> None:
    def gone() -> None:
        raise StoreFault("store_busy", path="books")

    home.running.checks["store"] = gone
    again(home)
    told = set()
    for language in ("es", "ca", "en"):
        answer = home.client.get("/ready", headers={"accept-language": language})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store_busy")
        told.add(answer.json()["error"]["says"])
    assert len(told) == 3
    assert home.client.get("/health").status_code == 200
    del home.running.checks["store"]
    again(home)
    assert home.client.get("/ready").status_code == 200
    assert [one for one in home.events() if "ready" in one] == ["not_ready", "ready_again"]


def test_tables_of_another_version_make_it_not_ready(home: House) -> None:
    home.store.write(
        lambda books: books.link.do([("UPDATE novamas_version SET version_num = ?", [("9999",)])])
    )
    again(home)
    assert home.client.get("/ready").json()["error"]["code"] == "store_newer"


def test_a_generator_that_is_stuck_makes_it_not_ready(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("novamas.equipment.chance.token_bytes", lambda count: bytes(count))
    again(home)
    answer = home.client.get("/ready")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "chance_failed")


def test_a_program_whose_files_were_changed_is_not_ready(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.running.read_program()
    again(home)
    assert home.client.get("/ready").status_code == 200
    monkeypatch.setattr(app_state, "edition_on_disk", lambda: "another")
    for _ in range(2):
        home.running.read_program()
    again(home)
    answer = home.client.get("/ready")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "program_changed")
    assert [one for one in home.events() if one == "program_changed"] == ["program_changed"]


def test_what_a_file_of_the_program_says_is_in_its_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "figures.toml").write_text("edge = 1")
    monkeypatch.setattr(novamas, "__file__", str(tmp_path / "__init__.py"))
    before = edition_on_disk()
    assert edition_on_disk() == before
    (tmp_path / "figures.toml").write_text("edge = 2")
    assert edition_on_disk() != before


def test_a_check_that_hangs_is_not_waited_for(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_state, "CHECK_SECONDS", 0.05)
    home.running.checks["slow"] = lambda: time.sleep(0.5)
    again(home)
    answer = home.client.get("/ready")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "check_too_slow")


def test_readiness_is_looked_at_once_a_second_however_often_it_is_asked(home: House) -> None:
    looked: list[int] = []
    home.running.checks["count"] = lambda: looked.append(1)
    again(home)
    for _ in range(20):
        home.client.get("/ready")
    assert len(looked) == 1


def test_from_the_moment_it_is_told_to_stop_it_is_not_ready(home: House) -> None:
    home.running.stop()
    answer = home.client.get("/ready")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "house_stopping")
    assert home.client.get("/health").status_code == 200
    assert home.client.get("/api/me").status_code == 200  # the person who asked is answered
    assert home.events().count("stopping") == 1


# ---------------------------------------------------------------- figures


def test_figures_tell_how_much_and_never_who(home: House) -> None:
    token = give_token(home.store, "Maria")
    home.come("Aina")
    home.client.get("/nowhere")
    home.client.get("/lototrot/days/2026-11-20")
    shown = home.client.get("/metrics", headers={"authorization": f"Bearer {token}"}).text
    figures = dict(re.findall(r"^(novamas_[a-z_]+(?:\{[^}]*\})?) ([0-9.e+]+)$", shown, re.MULTILINE))
    assert figures['novamas_requests_total{method="POST",route="/api/me",status="200"}'] == "1.0"
    assert figures['novamas_requests_total{method="GET",route="-",status="404"}'] == "1.0"
    assert figures['novamas_refused_total{code="token_missing"}'] == "1.0"
    assert figures['novamas_request_seconds_count{route="/api/me"}'] == "1.0"
    assert float(figures["novamas_memory_bytes"]) > 10_000_000
    assert figures["novamas_ready"] == "1.0"
    names = {
        "tables",
        "seats",
        "commits",
        "store_faults",
        "dropped_clients",
        "sockets",
        "clock_jumps",
    }
    assert {name for name in names if f"# TYPE novamas_{name}" in shown} == names
    assert not any(personal in shown for personal in ("Aina", "Maria", "testclient", "2026-11-20"))


def test_commits_and_faults_of_the_store_are_counted(home: House) -> None:
    running, pools = home.running, home.client.app.state.pools
    pools.counter.run(lambda books: books.append("x", "y", {}))

    def fails(_: object) -> None:
        raise StoreFault("store_full", path="x")

    with pytest.raises(StoreFault):
        pools.counter.run(fails)
    value = running.metrics.registry.get_sample_value
    assert value("novamas_commits_total") == 1
    assert value("novamas_acts_total") == 1
    assert value("novamas_store_faults_total", {"code": "store_full"}) == 1


# ---------------------------------------------------------------- the clock


def test_a_clock_that_is_set_is_noticed_and_one_that_runs_is_not() -> None:
    wall, passed = [1000.0], [0.0]
    watch = ClockJumpMonitor(lambda: wall[0], lambda: passed[0])

    def go(by: float, jump: float = 0) -> float:
        wall[0] += by + jump
        passed[0] += by
        return watch.look()

    assert [go(1), go(1, 0.5), go(60)] == [0, 0, 0]
    assert go(1, 3600) == pytest.approx(3600)  # summer time is none: the clock is UTC
    assert go(1) == 0
    assert go(1, -3600) == pytest.approx(-3600)
    assert go(1) == 0


def test_the_night_of_twenty_five_hours_is_written_in_order(tmp_path: Path) -> None:
    """Two o'clock comes twice in Spain. The books use UTC, so no number is missing."""
    clock = Clock()
    clock.now = datetime(2026, 10, 24, 22, 0, tzinfo=UTC)
    with open_store(tmp_path / "night.sqlite", clock=clock) as store:
        for number in range(40):
            store.write(partial(WriteTransaction.append, book="night", kind="tick", body={"number": number}))
            clock.go(minutes=15)
        with store.reading() as books:
            made = [*books.entries(book="night")]
        assert verify(store).breach is None
    assert [one.number for one in made] == [*range(1, 41)]
    assert [one.moment for one in made] == sorted({one.moment for one in made})
    shown = [one.at.astimezone(ZoneInfo("Europe/Madrid")).strftime("%H:%M") for one in made]
    assert shown.count("02:15") == 2


def test_a_jump_is_logged_and_counted(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_state, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(ClockJumpMonitor, "look", lambda self: 7200.0)
    with home.client.portal() as portal:
        task = portal.start_task_soon(home.running.watch)
        for _ in range(200):
            if "clock_jumped" in home.events():
                break
            time.sleep(0.01)
        task.cancel()
    assert next(line for line in home.lines() if line["event"] == "clock_jumped")["seconds"] == 7200.0


# ---------------------------------------------------------------- settings


def test_without_a_file_the_settings_are_safe() -> None:
    found = read_settings(None)
    assert found == Settings()
    assert (found.serving.host, found.serving.trusted_proxies, found.serving.origins) == ("127.0.0.1", (), ())
    assert not found.figures.loopback
    assert found.limits.failures == 3
    assert found.retention.books_years == 10


def test_a_file_says_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        '[serving]\nport = 80\ntrusted_proxies = ["10.0.0.0/8"]\n[figures]\nloopback = true\n'
        "[limits]\nbytes = 1000\n[retention]\npasses_days = 7\n"
    )
    found = read_settings(path)
    assert found.serving == Serving(port=80, trusted_proxies=("10.0.0.0/8",))
    assert (found.figures, found.retention) == (Figures(loopback=True), Retention(passes_days=7))
    assert found.limits == HouseLimits(bytes=1000)


@pytest.mark.parametrize(
    ("text", "code", "names"),
    [
        ("[serving]\nport = 'x'", "setting_wrong", "serving.port"),
        ("[serving]\nport = 70000", "setting_wrong", "serving.port"),
        ("[serving]\nprot = 1", "setting_unknown", "serving.prot"),
        ("[servin]\nport = 1", "setting_unknown", "servin"),
        ("[limits]\nbytes = 0", "setting_wrong", "limits.bytes"),
        ("[serving]\ntrusted_proxies = ['10.0.0.1/8']", "setting_wrong", "serving.trusted_proxies"),
        ("[serving]\norigins = ['casino']", "setting_wrong", "serving.origins"),
        ("serving = 3", "setting_wrong", "serving"),
        ("x = [", "settings_no_toml", "house.toml"),
    ],
)
def test_what_is_wrong_with_settings_is_told_in_one_sentence(
    tmp_path: Path, text: str, code: str, names: str
) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text)
    with pytest.raises(NovamasError) as wrong:
        read_settings(path)
    assert wrong.value.code == code
    for language in ("es", "ca", "en"):
        told = voice_for(language).error(wrong.value)
        assert names in told
        assert "\n" not in told


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(NovamasError) as wrong:
        read_settings(tmp_path / "none.toml")
    assert wrong.value.code == "file_not_read"


def test_nobody_comes_in_before_the_store_is_open() -> None:
    with pytest.raises(NovamasError) as wrong:
        AppState(Settings()).people()
    assert wrong.value.code == "house_stopping"
    assert asyncio.run(AppState(Settings()).sweep()) == 0


def test_a_full_disk_makes_it_not_ready_until_there_is_room(home: House) -> None:
    with home.store.writing() as books:
        ((pages,),) = books.link.rows("PRAGMA page_count")
        books.link.rows(f"PRAGMA max_page_count = {pages}")
    acts = (partial(WriteTransaction.set_state, subject=f"filler/{n}", state="0" * 500) for n in range(1000))
    with pytest.raises(StoreFault, match="no disk space"):
        deque(map(home.store.write, acts))
    for _ in range(2):  # the trial write fails as well
        again(home)
        refused = home.client.get("/ready")
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "store_full")
    with home.store.writing() as books:
        books.link.rows("PRAGMA max_page_count = 1000000")
    again(home)
    assert home.client.get("/ready").status_code == 200


def test_a_disk_with_no_room_left_makes_it_not_ready(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("novamas.store.connections.MIN_FREE_BYTES", 2**80)
    again(home)
    assert home.client.get("/ready").json()["error"]["code"] == "store_full"


def test_a_store_that_was_moved_is_not_ready_and_takes_no_entry(home: House, tmp_path: Path) -> None:
    home.come("Aina")
    path = tmp_path / "books.sqlite"
    path.rename(tmp_path / "elsewhere.sqlite")
    again(home)
    for answer in (home.client.get("/ready"), home.client.post("/api/me", json={"name": "Biel"})):
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store_moved")
    (tmp_path / "elsewhere.sqlite").rename(path)
    again(home)
    assert home.client.get("/ready").status_code == 200
    assert home.client.post("/api/me", json={"name": "Biel"}).status_code == 200


@pytest.mark.parametrize("name", ["novamas.hall", "novamas.store", "novamas.server"])
def test_every_line_of_the_log_is_json(home: House, name: str) -> None:
    logging.getLogger(name).warning("tables wait")
    assert home.lines()[-1]["level"] == "warning"

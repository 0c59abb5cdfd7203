"""The app as the server sends it: one page for all addresses, long-lived files, no foreign code."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import TestClient

from novamas.errors import NovamasError
from novamas.server.app_state import AppState
from novamas.server.application import application
from novamas.server.error_responses import error_response
from novamas.server.settings import Settings
from novamas.server.web_app import PAGES, App, browser_routes

PAGE = b"<!doctype html><title>app</title>" + b" " * 2000


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(PAGE)
    (tmp_path / "mark.svg").write_bytes(b"<svg/>")
    (tmp_path / "manifest.webmanifest").write_bytes(b"{}")
    (tmp_path / "worker.js").write_bytes(b"let b = 2;")
    (tmp_path / "assets" / "index-abc.js").write_bytes(b"let a = 1;")
    (tmp_path / "assets" / "index-abc.js.map").write_bytes(b"{}")
    return tmp_path


@pytest.fixture
def browser(built: Path) -> Iterator[TestClient[Litestar]]:
    app = Litestar(
        [browser_routes(App(built))],
        exception_handlers={NovamasError: error_response},
        openapi_config=None,
        state=State({"running": AppState(Settings())}),
    )
    with TestClient(app) as client:
        yield client


@pytest.mark.parametrize("path", PAGES)
def test_every_address_of_the_app_has_its_page(browser: TestClient[Litestar], path: str) -> None:
    asked = path.replace("{", "").replace(":str}", "")
    answer = browser.get(asked, headers={"accept-encoding": "identity"})
    assert (answer.status_code, answer.content) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_who_is_lost_with_a_browser_gets_the_app_and_who_is_a_program_is_told_so() -> None:
    shown = App().page
    with TestClient(application()) as client:
        told = client.get("/nowhere", headers={"accept": "application/json"})
        assert (told.status_code, told.json()["error"]["code"]) == (404, "no_such_route")
        sent = client.post("/nowhere", headers={"accept": "text/html"})
        assert sent.json()["error"]["code"] == "no_such_route"
        page = client.get("/nowhere", headers={"accept": "text/html,*/*;q=0.8"})
        assert page.status_code == 404
        if shown is not None:
            assert page.content == shown.body


def test_files_whose_names_carry_their_hash_are_kept_for_a_year(browser: TestClient[Litestar]) -> None:
    answer = browser.get("/assets/index-abc.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.text == "let a = 1;"


@pytest.mark.parametrize(
    ("name", "media"),
    [
        ("mark.svg", "image/svg+xml"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("worker.js", "text/javascript"),
    ],
)
def test_files_that_a_browser_looks_for_beside_the_page_are_checked_each_time(
    browser: TestClient[Litestar], name: str, media: str
) -> None:
    answer = browser.get(f"/{name}")
    assert answer.headers["content-type"].startswith(media)
    assert answer.headers["cache-control"] == "no-cache"  # a worker kept for long would keep an old app


def test_what_can_be_pressed_is_sent_so(browser: TestClient[Litestar], built: Path) -> None:
    answer = browser.get("/", headers={"accept-encoding": "gzip"})
    plain = browser.get("/", headers={"accept-encoding": "identity"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert answer.headers["etag"] != plain.headers["etag"]
    assert int(answer.headers["content-length"]) < len(PAGE) / 5
    pressed = App(built).files["index.html"].pressed
    assert pressed is not None
    assert gzip.decompress(pressed) == PAGE


def test_whoever_has_the_page_is_told_no_more_than_that_it_holds(browser: TestClient[Litestar]) -> None:
    etag = browser.get("/").headers["etag"]
    answer = browser.get("/law", headers={"if-none-match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize("path", ["/assets/none.js", "/assets/index-abc.js.map", "/assets/..%2Findex.html"])
def test_what_is_no_file_of_the_app_is_not_there(browser: TestClient[Litestar], path: str) -> None:
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize(
    ("language", "said"),
    [("es", "no incluye la aplicación"), ("ca", "no inclou l’aplicació"), ("en", "does not include")],
)
def test_without_a_build_a_page_says_so(tmp_path: Path, language: str, said: str) -> None:
    app = Litestar([browser_routes(App(tmp_path / "none"))], openapi_config=None)
    with TestClient(app) as client:
        answer = client.get("/", headers={"accept-language": language})
    assert answer.status_code == 200
    assert said in answer.text
    assert f'lang="{language}"' in answer.text
    assert "/schema/openapi.json" in answer.text


def test_the_app_in_the_house_may_load_nothing_from_elsewhere_and_hold_no_script() -> None:
    with TestClient(application()) as client:
        policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy

"""`novamas operator`, `novamas store`, and the errors of `novamas serve`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas

from novamas.hall.people.operators import operator_of
from novamas.store import open_store


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "books.sqlite"


def test_a_token_is_shown_once_known_and_revoked(novamas: Novamas, place: Path) -> None:
    given = json.loads(novamas("operator", "Maria", "--store", place, "--json").out)
    with open_store(place) as store:
        assert operator_of(store, given["token"]) == "Maria"
    listed = novamas("operator", "--store", place, "--lang", "es").out
    assert "Maria" in listed
    assert given["token"] not in listed
    assert "revocadas: 1" in novamas("operator", "Maria", "--revoke", "--store", place, "--lang", "es").out
    with open_store(place) as store:
        assert operator_of(store, given["token"]) is None
    assert "Nadie" in novamas("operator", "--store", place, "--lang", "es").out


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("operator", "Joan", "--revoke"), "no_such_operator"),
        (("operator", "--revoke"), "usage"),
        (("operator", " "), "operator_unnamed"),
        (("operator", "x" * 41), "operator_unnamed"),
        (("store", "restore", "nowhere.sqlite"), "store_not_opened"),
        (("store", "tidy", "--settings", "nowhere.toml"), "file_not_read"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(
    novamas: Novamas, place: Path, line: tuple[str, ...], code: str
) -> None:
    ran = novamas(*line, "--store", place, "--json")
    assert ran.status == 2
    assert json.loads(ran.err)["error"]["code"] == code
    plain = novamas(*line, "--store", place, "--lang", "ca")
    assert len(plain.err.strip().splitlines()) == 1


def test_a_store_is_copied_restored_and_tidied(novamas: Novamas, place: Path, tmp_path: Path) -> None:
    novamas("operator", "Maria", "--store", place)
    copy = tmp_path / "copy.sqlite"
    made = json.loads(novamas("store", "copy", copy, "--store", place, "--json").out)
    assert made == {"path": str(copy), "entries": 1, "transfers": 0}
    restored = json.loads(novamas("store", "restore", copy, "--store", place, "--json").out)
    assert (restored["entries"], Path(restored["set_aside"]).exists()) == (1, True)
    tidied = json.loads(novamas("store", "tidy", "--dry-run", "--store", place, "--json").out)
    assert tidied == {
        **dict.fromkeys(("passes", "persons", "links", "operators", "snapshots", "promises"), 0),
        "deleted": False,
    }
    assert "no s’esborren mai" in novamas("store", "tidy", "--store", place, "--lang", "ca").out
    again = novamas("store", "copy", copy, "--store", place, "--lang", "es")
    assert (again.status, len(again.err.strip().splitlines())) == (2, 1)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        (("--workers", "2"), "PostgreSQL"),
        (("--settings", "nowhere.toml"), "nowhere.toml"),
        (("--port", "70000"), "--port"),
        (("--host", "no.such.host.invalid"), "no.such.host.invalid"),
    ],
)
def test_a_house_that_cannot_be_served_says_why(novamas: Novamas, line: tuple[str, ...], named: str) -> None:
    ran = novamas("serve", *line, "--lang", "es")
    assert ran.status == 2
    assert len(ran.err.strip().splitlines()) == 1
    assert named in ran.err


@pytest.mark.parametrize(
    ("language", "says"), [("es", "Clave cambiada"), ("ca", "Clau canviada"), ("en", "The key was changed")]
)
def test_the_key_is_changed(
    language: str, says: str, novamas: Novamas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "books.sqlite"
    assert novamas("store", "tidy", "--store", place).status == 0
    changed = novamas("store", "rekey", "--store", place, "--lang", language)
    assert changed.status == 0, changed.err
    assert changed.out.startswith(says)
    assert str(tmp_path / "server.key") in changed.out
    former = (tmp_path / "server.key").read_text("ascii")
    with open_store(place):
        refused = novamas("store", "rekey", "--store", place)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.count("\n") == 1
    assert (tmp_path / "server.key").read_text("ascii") == former
    monkeypatch.setenv("NOVAMAS_KEY", former)
    left = novamas("store", "rekey", "--store", place, "--lang", language)
    assert left.status == 0, left.err
    assert "NOVAMAS_KEY" in left.out
    assert (tmp_path / "server.key.new").exists()

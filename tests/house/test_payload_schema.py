"""The JSON of the operator's tools matches docs/schema/house.json."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.house.audit.planting import PLANTERS
from tests.house.audit.sessions import play, write
from tests.support.json_schema import Validator

from novamas.cli import main

SCHEMA = Validator.of("house.json")
FLOOR = """
[floor]
norm = "IB05"
rows = [["R1", "B1"]]
[[tables]]
name = "R1"
game = "ruleta"
rules.minimum = "10 €"
premises.authorised_minimum = 500
[[tables]]
name = "B1"
game = "boule"
rules.minimum = 3
premises.croupiers = 0
"""
LAWFUL = '[floor]\nnorm = "IB05"\n[[tables]]\nname = "B1"\ngame = "boule"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "floor.toml").write_text(FLOOR, "utf-8")
    (tmp_path / "lawful.toml").write_text(LAWFUL, "utf-8")
    session = play("boule", 7, 12)
    write(session, tmp_path / "clean.jsonl")
    write(next(PLANTERS["wrong_payout"](session, Random(2))).played, tmp_path / "wrong.jsonl")
    return tmp_path


RESULTS = [
    ("check", ("check", "floor.toml")),
    ("check", ("check", "lawful.toml")),
    ("audit", ("audit", "wrong.jsonl")),
    ("audit", ("audit", "clean.jsonl")),
    (
        "diff",
        ("diff", "boule", "--norm", "IB05", "--other", "minimum=500", "--other", "authorised_minimum=500"),
    ),
    ("diff", ("diff", "trijoker", "--between", "IB05,AR10")),
    ("par", ("par", "boule")),
    ("par", ("par", "holdem", "--norm", "AR10")),
    ("placards", ("placard", "lawful.toml")),
    ("placards", ("placard", "pai_gow_poker", "--norm", "AR10")),
    ("why_departures", ("why", "wrong.jsonl", "--departure", "1")),
    ("why_faults", ("why", "floor.toml")),
    ("why_refusal", ("why", "clean.jsonl", "--deed", "s1 bet luna 5")),
    ("why_refusal", ("why", "clean.jsonl", "--deed", "croupier hagan_juego", "--after", "1")),
]


def told(line: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    typed = [str(folder / word) if word.endswith((".toml", ".jsonl")) else word for word in line]
    assert main([*typed, "--json", "--lang", "ca"]) in (0, 1)
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("name", "line"), RESULTS, ids=lambda part: part if isinstance(part, str) else "")
def test_every_result_is_what_its_schema_says(
    name: str, line: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = told(line, folder, capsys)
    assert list(SCHEMA.faults(found, SCHEMA.named(name))) == []
    if name != "placards":
        for field in found:
            less = {key: value for key, value in found.items() if key != field}
            assert list(SCHEMA.faults(less, SCHEMA.named(name))) != []


def test_a_payment_is_what_its_schema_says(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(("why", "clean.jsonl"), folder, capsys)
    assert found["payments"]
    for paid in found["payments"]:
        assert list(SCHEMA.faults(paid, SCHEMA.named("why_payment"))) == []


def test_the_command_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--house"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA.schema

"""The JSON Schema of floors accepts every readable floor, and rejects files that the check rejects."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from benchmarks.check import floor
from tests.support.json_schema import Validator

from novamas.errors import NovamasError
from novamas.house.floor.check import check
from novamas.house.floor.form import form_of
from novamas.law import catalogue, norms
from novamas.law.texts import LANGUAGES
from novamas.words import voice_for

SCHEMA = Validator.of("floor.json")
DOCS = Path(__file__).parents[2] / "docs"
FORMS = [(norm, frame.game) for norm in norms() for frame in catalogue.under(norm)]


def faults(text: str) -> list[str]:
    return list(SCHEMA.faults(tomllib.loads(text, parse_float=Decimal)))


@pytest.mark.parametrize(("norm", "game"), FORMS)
def test_every_form_is_what_the_schema_says(norm: str, game: str) -> None:
    for language in LANGUAGES:
        assert faults(form_of(game, catalogue.under(norm), voice_for(language))) == []


def test_the_floors_of_the_docs_and_of_the_benchmark_are_what_it_says() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", (DOCS / "floors.md").read_text("utf-8"), re.DOTALL)
    assert faults(example) == []
    assert faults(floor(50, faulty=False)) == []


WRONG = {
    "no such game": 'game = "bingo"',
    "no such field": 'game = "boule"\nmanager = "Ana"',
    "no such norm": 'game = "boule"\nnorm = "XX99"',
    "no such region": 'game = "boule"\nregion = "andalucia"',
    "no such choice": 'game = "boule"\nrules.minimo = 5',
    "a choice in the wrong section": 'game = "boule"\npremises.minimum = 5',
    "a flag that is a number": 'game = "blackjack"\nnorm = "AR10"\nrules.jackpot = 1',
    "an amount that is a list": 'game = "boule"\nrules.minimum = [5]',
    "an amount of words": 'game = "boule"\nrules.minimum = "cinco"',
    "a number that is a text": 'game = "ruleta"\nnorm = "IB05"\nrules.seats = "many"',
    "another of a list": 'game = "tres_cartas"\nrules.pareja_plus = "Z"',
    "names that are none": 'game = "ruleta"\nnorm = "IB05"\npremises.lacks = 3',
    "an empty name": 'game = "boule"\nchief = ""',
    "a long name": f'game = "boule"\nname = "{"x" * 61}"',
    "rows of numbers": '[floor]\nrows = [[1, 2]]\n[[tables]]\ngame = "boule"',
    "rows that are none": '[floor]\nrows = "A B"\n[[tables]]\ngame = "boule"',
    "tables that are none": 'tables = "boule"',
    "a section that there is not": '[hall]\nname = "A"\n[[tables]]\ngame = "boule"',
    "a game without a name": '[[tables]]\nname = "1"',
    "rules that are none": 'game = "boule"\nrules = 3',
}


@pytest.mark.parametrize("what", WRONG)
def test_what_it_refuses_the_check_refuses_too(what: str, tmp_path: Path) -> None:
    assert faults(WRONG[what]) != []
    path = tmp_path / "floor.toml"
    path.write_text(WRONG[what], "utf-8")
    try:
        found: Any = check(path).count("red")
    except NovamasError as error:
        found = error.code
    assert found


def test_the_validator_knows_every_keyword_of_our_schemas() -> None:
    for path in sorted((DOCS / "schema").glob("*.json")):
        if "openapi" not in path.name:
            validator = Validator.of(path.name)
            for name in validator.schema["$defs"]:
                assert list(validator.faults(object(), validator.named(name))) != []

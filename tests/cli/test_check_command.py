"""`novamas check`: the check of a floor, its form and its schema."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from novamas.law.texts import LANGUAGES

from .conftest import Novamas

TABLE = """norm = "IB05"
game = "boule"
[rules]
maximum = 100
[premises]
authorised_minimum = "2 €"
"""


@pytest.fixture
def floor(tmp_path: Path) -> Path:
    path = tmp_path / "floor.toml"
    path.write_text(TABLE, "utf-8")
    return path


def test_a_fault_is_told_with_the_law_the_line_and_what_is_lawful(novamas: Novamas, floor: Path) -> None:
    ran = novamas("check", floor, "--lang", "es")
    assert ran.status == 1
    assert (
        "ROJO El máximo a un número debe ser de 80,00 € a 200,00 €; no puede ser 1,00 €. (IB05.04.V.b.4)\n"
        "  La ley: Número"
    ) in ran.out
    assert (
        "  El archivo: `maximum = 100` (floor.toml, línea 4)\n"
        "  Estaría permitido: por ejemplo 8000 (80,00 €)\n"
    ) in ran.out
    assert ran.out.endswith(" · floor.toml · 1 mesa: 1 en rojo, 1 en ámbar.\n")


def test_lines_keep_to_the_terminal(novamas: Novamas, floor: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    ran = novamas("check", floor, "--lang", "ca")
    assert max(map(len, ran.out.splitlines())) <= 60
    assert "\nVERMELL El màxim a un número" in ran.out


def test_the_same_for_other_programs(novamas: Novamas, floor: Path) -> None:
    ran = novamas("check", floor, "--json")
    found = json.loads(ran.out)
    assert (ran.status, found["tables"], found["red"], found["amber"]) == (1, 1, 1, 1)
    red = found["findings"][0]
    assert (red["severity"], red["code"], red["clause"]) == ("red", "maximum_not_lawful", "IB05.04.V.b.4")
    assert (red["file"], red["line"], red["field"], red["given"]) == ("floor.toml", 4, "maximum", 100)
    assert red["lawful"]["nearest"] == [8000]
    assert red["law"]


def test_what_is_only_amber_ends_well(novamas: Novamas, floor: Path) -> None:
    floor.write_text(TABLE.replace("100", "8000"), "utf-8")
    ran = novamas("check", floor)
    assert ran.status == 0
    assert ran.out.endswith(" · 1 table: 0 red, 1 amber.\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_and_a_sheet_say_the_same(novamas: Novamas, floor: Path, language: str) -> None:
    page, sheet = floor.with_name("found.html"), floor.with_name("found.pdf")
    found = json.loads(novamas("check", floor, "--lang", language, "--to", page, "--json").out)["findings"]
    told = unescape(re.sub("</?span[^>]*>", "", page.read_text("utf-8"))).replace("\N{NO-BREAK SPACE}", " ")
    for each in found:
        said = (each[name] for name in ("says", "law", "field", "lawful_says", "file") if each[name])
        assert all(one in told for one in said)
    assert told.count('<b class="bad">') == told.count('<b class="doubtful">') == 1
    ran = novamas("check", floor, "--lang", language, "--to", sheet)
    assert (ran.status, ran.out) == (1, "")
    assert sheet.read_bytes().startswith(b"%PDF-")


def test_tables_without_a_fault_are_named(novamas: Novamas, tmp_path: Path) -> None:
    form = novamas("check", "--form", "ruleta", "--norm", "IB05").out
    (tmp_path / "buena.toml").write_text(form.replace('name = "1"', 'name = "buena"'), "utf-8")
    (tmp_path / "mala.toml").write_text(TABLE, "utf-8")
    shown = novamas("check", tmp_path, "--lang", "es").out
    assert "Mesas sin incumplimientos\nbuena\n" in shown


def test_what_would_be_lawful_is_told_of_what_the_file_says(novamas: Novamas, floor: Path) -> None:
    floor.write_text('norm = "AR10"\ngame = "trijoker"\nrules.minimum = 1\n', "utf-8")
    ran = novamas("check", floor, "--lang", "es")
    assert "Con fichas de 1,00 € no se puede formar el mínimo de 0,01 €." in ran.out
    assert "`minimum = 1` (floor.toml, línea 3)\n  Estaría permitido: por ejemplo 100 (1,00 €)" in ran.out


def test_another_choice_that_would_do_is_named(novamas: Novamas, floor: Path) -> None:
    table = '[[tables]]\nname = "{}"\ngame = "blackjack"\nchief = "Ana"\n'
    floor.write_text('[floor]\nnorm = "IB05"\n' + "".join(map(table.format, range(9))), "utf-8")
    shown = novamas("check", floor, "--lang", "es").out
    assert "El archivo: `chief = Ana` (floor.toml, línea 6)\n  Estaría permitido: tables_per_chief: " in shown


def test_a_form_can_be_filled_in_and_checked(novamas: Novamas, tmp_path: Path) -> None:
    form = novamas("check", "--form", "blackjack", "--in", "aragon", "--on", "2012-01-01")
    assert form.status == 0
    path = tmp_path / "table.toml"
    path.write_text(form.out, "utf-8")
    ran = novamas("check", path)
    assert ran.status == 0
    assert ran.out.endswith(" · table.toml · No faults at 1 table.\n")
    assert 'region = "aragon"\non = 2012-01-01' in form.out


def test_bad_input_is_one_sentence(novamas: Novamas, tmp_path: Path) -> None:
    assert novamas("check").status == 2
    ran = novamas("check", tmp_path / "nobody.toml")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert novamas("check", "--form", "bingo").status == 2
    told = json.loads(novamas("check", tmp_path, "--json").err)["error"]
    assert told["code"] == "floor_empty"


# ---------------------------------------------------------------- the schema


def test_the_schema_names_every_field_and_every_choice(novamas: Novamas) -> None:
    from novamas.house.floor.file import FloorFields, TableFields
    from novamas.law import catalogue, norms

    schema = json.loads(novamas("check", "--schema").out)
    known = schema["$defs"]
    assert set(known["table"]["properties"]) == set(TableFields.__struct_fields__)
    assert set(known["floor"]["properties"]["floor"]["properties"]) == set(FloorFields.__struct_fields__)
    for norm in norms():
        for frame in catalogue.under(norm):
            for option in frame.options.values():
                choice = known[frame.game]["properties"][option.part]["properties"][option.name]
                assert choice["description"]
                if option.one_of and "enum" in choice:
                    assert set(map(str, option.one_of)) <= set(map(str, choice["enum"]))


def test_every_reference_of_the_schema_leads_somewhere(novamas: Novamas) -> None:
    schema = json.loads(novamas("check", "--schema", "--lang", "ca").out)

    def references(node: object) -> list[str]:
        if isinstance(node, dict):
            own = [str(node["$ref"])] if "$ref" in node else []
            return own + [found for value in node.values() for found in references(value)]
        return [found for value in node for found in references(value)] if isinstance(node, list) else []

    for reference in references(schema):
        node = schema
        for step in reference.removeprefix("#/").split("/"):
            node = node[step]


@pytest.mark.law("AR10.2.2.1", "AR10.P.14")
def test_a_tournament_is_held_against_the_law(novamas: Novamas) -> None:
    at = ("check", "--tournament", "holdem", "--in", "aragon")
    allowed = novamas(*at, "--casino", "Casino de Zaragoza", "--authorised", "--lang", "es")
    assert (allowed.status, allowed.err) == (0, "")
    assert allowed.out == "AR10 permite este torneo de Texas hold'em.\n"
    refused = json.loads(novamas(*at, "--organiser", "Club Social", "--json").err)["error"]
    assert [fault["code"] for fault in refused["faults"]] == [
        "organiser_no_casino",
        "tournament_not_authorised",
    ]
    assert {fault["clause"] for fault in refused["faults"]} == {"AR10.2.2.1"}
    assert novamas("check", "--tournament", "holdem").status == 2

"""Each choice has one default, the same for opening, describing and checking a table, at every game."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import novamas
from novamas.cli import main
from novamas.games import GAMES
from novamas.house.catalogue import layout_of
from novamas.house.floor.check import tables_of
from novamas.house.floor.form import form_of
from novamas.law import Frame, catalogue, library, norms
from novamas.law.choices import read_choice
from novamas.law.options import as_figure
from novamas.server.catalogue.game_tasks import SetUp
from novamas.server.catalogue.table_query import Law, TableQuery
from novamas.words import voice_for

TABLES = [
    (slug, norm)
    for slug in GAMES
    for norm in norms()
    if slug in catalogue.under(norm).games and catalogue.under(norm)[slug].can_be_played
]
EVERY_TABLE = pytest.mark.parametrize(("slug", "norm"), TABLES)


def opened(slug: str, norm: str) -> dict[str, object]:
    """Return the choices of a table that was opened without any choice."""
    return dict(novamas.open(slug, norm=norm).table.chosen)


def frame_of(slug: str, norm: str) -> Frame:
    return catalogue.under(norm)[slug]


@EVERY_TABLE
def test_a_default_of_the_law_is_what_a_table_opens_with(slug: str, norm: str) -> None:
    """An example takes the place of a default only if the law has no default."""
    frame, chosen = frame_of(slug, norm), opened(slug, norm)
    for name, option in frame.options.items():
        if option.must_be_stated:
            assert chosen[name] == option.example
        elif not option.default_from:
            assert chosen[name] == option.default


@EVERY_TABLE
def test_the_command_games_shows_the_defaults_with_which_a_table_opens(
    slug: str, norm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", slug, "--norm", norm, "--json"]) == 0
    options, chosen = json.loads(capsys.readouterr().out)["options"], opened(slug, norm)
    assert options.keys() == chosen.keys()
    for name, option in options.items():
        if option["default"] is not None:
            assert option["default"] == json.loads(json.dumps(as_figure(chosen[name])))


@EVERY_TABLE
def test_a_form_and_the_check_of_that_form_have_them(slug: str, norm: str, tmp_path: Path) -> None:
    form, chosen = form_of(slug, catalogue.under(norm), voice_for("en")), opened(slug, norm)
    (table,) = tomllib.loads(form)["tables"]
    options = frame_of(slug, norm).options
    written = {**table["rules"], **table["premises"]}
    for name, value in written.items():
        read = read_choice(options[name], value)
        assert (tuple(read) if isinstance(read, list) else read) == chosen[name]
    file = tmp_path / "form.toml"
    file.write_text(form, "utf-8")
    assert tables_of(file)["1"].table.chosen == chosen
    stated = {name: as_figure(value) for name, value in frame_of(slug, norm).examples.items()}
    rules = "".join(f"rules.{name} = {json.dumps(value)}\n" for name, value in stated.items())
    file.write_text(f'norm = "{norm}"\ngame = "{slug}"\n{rules}', "utf-8")
    (bare,) = tables_of(file).values()
    assert bare.table.chosen == chosen


@EVERY_TABLE
def test_the_server_opens_and_describes_the_same(slug: str, norm: str) -> None:
    chosen = opened(slug, norm)
    assert TableQuery(game=slug, law=Law(norm=norm)).opened(library()).chosen == chosen
    told = SetUp(game=slug, law=Law(norm=norm)).content(voice_for("en"))
    assert {choice.choice: choice.example for choice in told.choices} == {
        name: as_figure(value) for name, value in chosen.items()
    }
    for choice in told.choices:
        assert choice.default in (None, as_figure(chosen[choice.choice]))


@EVERY_TABLE
def test_the_layout_without_a_set_up_is_that_of_such_a_table(slug: str, norm: str) -> None:
    table = novamas.open(slug, norm=norm).table
    assert layout_of(frame_of(slug, norm)) == table.game.layout(table.opening)

"""The figures that come with the package: each under a clause that exists, each default lawful."""

from __future__ import annotations

from pathlib import Path

import pytest

from novamas.law import catalogue, clause, files, norms
from novamas.law.citing import spelled_out
from novamas.law.clauses import index
from novamas.law.figures import figures
from novamas.law.frames import entries

FILES = sorted(Path(files.FOLDER, "figures").glob("*.toml"))
OFFERED = [(norm, game) for norm in norms() for game in entries(norm)]


@pytest.mark.parametrize("game", [path.stem for path in FILES])
def test_every_group_cites_clauses_of_its_norm(game: str) -> None:
    for norm in norms():
        found = figures(norm, game)
        for path, table in found.groups.items():
            cited = table["cite"]
            assert isinstance(cited, list)
            assert cited
            home = found.borrowed[path].norm if path in found.borrowed else norm
            ids = [id for citation in cited for id in spelled_out(citation, index())]
            cited_norms = {clause(id).norm for id in ids}
            lenders = {source.norm for source in found.borrowed.values()}
            assert home in cited_norms, f"{game}.toml, {norm}: {path}"
            assert cited_norms <= {home} | lenders, f"{game}.toml, {norm}: {path}"


def test_every_file_is_of_a_game_or_of_a_family() -> None:
    games = {game for norm in norms() for game in entries(norm)}
    families = {entry.common for norm in norms() for entry in entries(norm).values()}
    assert {path.stem for path in FILES} <= games | families | {"general"}


@pytest.mark.parametrize(("norm", "game"), OFFERED)
def test_every_default_is_lawful(norm: str, game: str) -> None:
    frame = catalogue.under(norm)[game]
    for option in frame.options.values():
        assert option.default is None or option.fault(option.default) is None


def test_what_a_norm_borrows_it_borrows_under_a_clause_of_its_own() -> None:
    for norm, game in OFFERED:
        for source in catalogue.under(norm)[game].borrowed.values():
            assert source.norm != norm
            assert {clause(id).norm for id in source.cite} == {norm}

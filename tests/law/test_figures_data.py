"""The figures in the package: each has an existing clause, and each default is lawful."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from novamas.law import catalogue, clause, library, norms
from novamas.law.citations import expand_ids
from novamas.law.packs import OURS

FILES = sorted(Path(OURS, "figures").glob("*.toml"))
OFFERED = [(norm, game) for norm in norms() for game in library().entries(norm)]


def wrongly_cited(norm: str, game: str) -> Iterator[str]:
    """Yield a game's groups of figures that cite nothing or a clause of another norm."""
    found = library().figures(norm, game)
    lenders = {source.norm for source in found.borrowed.values()}
    for path, table in found.groups.items():
        home = found.borrowed[path].norm if path in found.borrowed else norm
        cited = table["cite"]
        assert isinstance(cited, list)
        ids = [id for citation in cited for id in expand_ids(citation, library().index)]
        cited_norms = {clause(id).norm for id in ids}
        if home not in cited_norms or not cited_norms <= {home} | lenders:
            yield f"{game}.toml, {norm}: {path}"


def test_every_group_cites_clauses_of_its_norm() -> None:
    wrong = [group for path in FILES for norm in norms() for group in wrongly_cited(norm, path.stem)]
    assert not wrong


def test_every_file_is_of_a_game_or_of_a_family() -> None:
    games = {game for norm in norms() for game in library().entries(norm)}
    families = {entry.common for norm in norms() for entry in library().entries(norm).values()}
    assert {path.stem for path in FILES} <= games | families | {"general"}


def test_every_default_is_lawful() -> None:
    unlawful = [
        f"{name} of {game} under {norm}"
        for norm, game in OFFERED
        for name, option in catalogue.under(norm)[game].options.items()
        if option.default is not None and option.fault(option.default) is not None
    ]
    assert not unlawful


def test_what_a_norm_borrows_it_borrows_under_a_clause_of_its_own() -> None:
    for norm, game in OFFERED:
        for source in catalogue.under(norm)[game].borrowed.values():
            assert source.norm != norm
            assert {clause(id).norm for id in source.cite} == {norm}


def test_our_own_house_ways_are_the_same_under_every_norm() -> None:
    ways: dict[str, list[object]] = {}
    for norm in norms():
        for path, table in library().figures(norm, "pai_gow_poker").groups.items():
            if path.startswith("house_way."):
                ways.setdefault(path, []).append({**table, "cite": None})
    assert ways
    for path, tables in ways.items():
        assert len(tables) == 3
        assert tables[0] == tables[1] == tables[2], path

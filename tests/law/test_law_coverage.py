"""Citations are counted as the files contain them. This project cites only existing clauses."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.plug_in import PACKAGE, SOURCE

from novamas.law import clauses, library
from novamas.law.coverage import Row, coverage
from novamas.law.default import library_with

ROOT = Path(__file__).parents[2]
OWED = [one.id for one in clauses(norm="IB05", game="boule") if one.is_owed]
CONDUCT = [one.id for one in clauses(duty="conduct")]
RUN = [f"{OWED[0].rpartition('.')[0]}.{number}" for number in (1, 2, 3)]  # three clauses of one node


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Write a project: three clauses in code, one in data, two of the four proved, and two wrong ids."""
    (tmp_path / "src" / "data").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    node = OWED[0].rpartition(".")[0]
    norm = OWED[0].partition(".")[0]
    (tmp_path / "src" / "boule.py").write_text(f'@law("{node}.1-3")\n@law("{CONDUCT[0]}")\n')
    (tmp_path / "src" / "data" / "boule.toml").write_text(f'cite = ["{OWED[-1]}", "{norm}.99.I.1"]\n')
    (tmp_path / "src" / "data" / "clauses.json").write_text(f'["{OWED[5]}"]')
    (tmp_path / "src" / "data" / "index.jsonl").write_text(f'["{OWED[6]}"]')
    (tmp_path / "tests" / "test_boule.py").write_text(
        f'@pytest.mark.law("{OWED[0]}", "{OWED[-1]}")\n# {norm}.04 is a node, {norm}.77-1.I is nothing\n'
        f"# boule-{norm}.json is a file\n"
    )
    return tmp_path


def test_clauses_are_counted_where_they_stand(project: Path) -> None:
    found = coverage(library(), project)
    in_span = len(set(RUN) & set(OWED))
    assert in_span >= 2
    assert found.row("boule") == Row(owed=30, code=in_span + 1, tests=2, both=2)
    assert found.row("ruleta") == Row(owed=50, code=0, tests=0, both=0)
    assert found.row() == Row(owed=2047, code=in_span + 1, tests=2, both=2)
    assert found.conduct() == (1, 279)


def test_every_game_that_owes_has_its_row(project: Path) -> None:
    games = coverage(library(), project).games()
    assert len(games) == 28
    assert sum(row.owed for row in games.values()) == 2047


def test_the_index_is_no_citation(project: Path) -> None:
    assert not {OWED[5], OWED[6]} & coverage(library(), project).in_code - set(RUN)


def test_what_nothing_answers_for_is_listed_with_what_it_lacks(project: Path) -> None:
    missing = {one.id: lacks for one, lacks in coverage(library(), project).missing("boule")}
    assert len(missing) == 28
    assert missing[RUN[1]] == ("tests",)
    assert missing[OWED[-2]] == ("code", "tests")
    assert OWED[0] not in missing


def test_ids_that_are_nobodys_are_named(project: Path) -> None:
    assert [name.partition(".")[2] for name in coverage(library(), project).unknown] == ["77-1.I", "99.I.1"]


def test_every_clause_cited_in_this_project_exists() -> None:
    assert coverage(library_with(str(SOURCE / PACKAGE)), ROOT).unknown == ()  # with the pack of the tests


def test_every_catalogue_wide_clause_is_kept_and_proved() -> None:
    assert coverage(library(), ROOT).missing("general") == ()

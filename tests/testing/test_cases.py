"""Cases of a pack of law: played by the engine, each failure told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.law_pack import NORM, write_pack
from tests.support.plug_in import PACKAGE, SOURCE, installed

from novamas.errors import NovamasError
from novamas.law.coverage import pack_coverage
from novamas.law.library import library_of, read_library
from novamas.law.packs import OURS, PackFault
from novamas.testing.cases import PlayedCase, play_cases
from novamas.words import our_voice

RIGHT = f"""
[[case]]
name = "a number is paid eight to one"
game = "boule"
play = ["s1 bet numero:4 200", "4"]
returns = {{ "s1 numero:4" = 1800 }}
clauses = ["{NORM}.3"]
"""


def played(folder: Path, *cases: str) -> list[PlayedCase]:
    """Return the cases of a pack with these cases."""
    pack = write_pack(folder)
    (pack / "cases").mkdir(exist_ok=True)
    (pack / "cases" / "boule.toml").write_text("".join(cases), "utf-8")
    law = read_library((OURS, str(pack)))
    return list(play_cases(law, law.packs[1]))


def test_a_right_case_has_no_faults(tmp_path: Path) -> None:
    (case,) = played(tmp_path, RIGHT)
    assert (case.name, case.line, case.faults) == ("a number is paid eight to one", 2, ())


def changed(old: str, new: str) -> str:
    assert old in RIGHT
    return RIGHT.replace(old, new)


PLAY = 'play = ["s1 bet numero:4 200", "4"]'
AMOUNT = '{ "s1 numero:4" = 1800 }'
EXPECTATION = f"returns = {AMOUNT}"
FAILING = [
    (changed("1800", "1600"), "case_other_amount"),
    (changed(AMOUNT, '{ "s1 numero:4" = 1800, "s1 rojo" = 0 }'), "case_bet_not_decided"),
    (changed(AMOUNT, "{}"), "case_bet_not_named"),
    (changed(f"{NORM}.3", f"{NORM}.1"), "case_other_clauses"),
    (changed(f"{NORM}.3", f"{NORM}.9"), "pack_cites_nothing"),
    (changed("s1 bet numero:4 200", "s1 bet numero:4 1"), "case_not_played"),
    (changed("s1 bet numero:4 200", "s1 shout 200"), "case_not_played"),
    (changed('play = ["', 'until = "Nowhere"\nplay = ["'), "case_not_played"),
    (changed(EXPECTATION, 'fault = "maximum"'), "case_table_allowed"),
    (changed(EXPECTATION, 'edge = { numero = "1/9" }'), "case_other_edge"),
    (changed(EXPECTATION, 'edge = { caballo = "1/9" }'), "no_such_bet"),
    (changed('200", "4"', '200"').replace(EXPECTATION, "refused = true"), "case_not_refused"),
    (changed('game = "boule"', 'game = "boule"\ntable = { cloths = 3 }'), "case_table_not_allowed"),
    (changed('game = "boule"', 'game = "bingo"'), "no_such_game"),
]


@pytest.mark.parametrize(("case", "code"), FAILING)
def test_a_case_that_comes_otherwise_fails(tmp_path: Path, case: str, code: str) -> None:
    (one,) = played(tmp_path, case)
    assert code in [fault.code for fault in one.faults]
    for language in ("es", "ca", "en"):
        assert all("{" not in our_voice(language).error(fault) for fault in one.faults)


MALFORMED = [
    (changed(EXPECTATION, ""), 2, "case_expects_nothing"),
    (changed(PLAY, "").replace(EXPECTATION, "refused = true"), 2, "case_refuses_nothing"),
    (changed(EXPECTATION, 'edge = { numero = "a ninth" }'), 2, "case_edge_unreadable"),
    (changed(EXPECTATION, "edge = 3"), 2, "pack_field"),
    (changed("name =", "nombre ="), 2, "pack_field"),
    (RIGHT + "\n[cases]\nx = 1\n", 9, "case_table_unknown"),
    ("case = 3\n", 1, "pack_field"),
    ("case = [3]\n", 1, "pack_field"),
    ("[[case]\n", 1, "pack_not_toml"),
]


@pytest.mark.parametrize(("text", "line", "code"), MALFORMED)
def test_a_malformed_case_is_told_with_its_line(tmp_path: Path, text: str, line: int, code: str) -> None:
    with pytest.raises(PackFault) as raised:
        played(tmp_path, text)
    why = raised.value.figures["why"]
    assert isinstance(why, NovamasError)
    assert why.code.startswith(code)
    assert raised.value.figures["line"] == line


def test_the_cases_of_a_game_of_another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in installed(tmp_path):
        monkeypatch.syspath_prepend(folder)
    law = library_of(str(SOURCE / PACKAGE))
    cases = list(play_cases(law, law.packs[1]))
    assert len(cases) == 5
    assert [fault for case in cases for fault in case.faults] == []
    counted = pack_coverage(law, law.packs[1])
    assert (counted.row().owed, counted.row().both, counted.unknown) == (5, 5, ())
    assert counted.missing("bola_doce") == ()


def test_coverage_names_the_clauses_without_figures_or_cases(tmp_path: Path) -> None:
    pack = write_pack(tmp_path)
    law = read_library((OURS, str(pack)))
    counted = pack_coverage(law, law.packs[1])
    missing = {clause.id: lacks for clause, lacks in counted.missing("boule")}
    assert missing == {f"{NORM}.{number}": ("tests",) for number in (2, 3, 4)}
    played(tmp_path, RIGHT)
    law = read_library((OURS, str(pack)))
    assert f"{NORM}.3" not in {clause.id for clause, _ in pack_coverage(law, law.packs[1]).missing("boule")}

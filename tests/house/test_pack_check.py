"""Faults injected into a pack of law: each gives one sentence with file and line, and stops no other."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.support.law_pack import GAME, NORM, write_pack

from novamas.errors import NovamasError
from novamas.house.opening import frame_to_play, open_as_written
from novamas.house.pack_check import check_pack
from novamas.law.library import library_of
from novamas.law.packs import MAX_BYTES
from novamas.words import voice_for

FIGURES, CLAUSES = f"figures/{GAME}.toml", f"clauses/{NORM}.jsonl"


class Planted(NamedTuple):
    """A fault: the file, the change of its text, the expected code, and the line, or 0 if there is none."""

    file: str
    change: Callable[[str], str]
    code: str
    line: int = 0


def put(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def add(more: str) -> Callable[[str], str]:
    return lambda text: text + more


NEED = f"""
["{NORM}".needs.made_up]
cite = ["{NORM}.3"]
choice = "minimum"
must = "MUST"
says.es = "No."
says.ca = "No."
says.en = "No."
"""

PLANTED = {
    "no manifest": Planted("pack.toml", lambda _: "", "pack_field", 1),
    "for a later version": Planted("pack.toml", put(">=0.1,<2", ">=7"), "pack_for_other_version", 1),
    "a range that is none": Planted("pack.toml", put(">=0.1,<2", "newest"), "pack_range_unreadable", 1),
    "an unknown field of the manifest": Planted("pack.toml", add('author = "x"\n'), "pack_field", 1),
    "not TOML": Planted(FIGURES, put("groups = [", "groups = [["), "pack_not_toml", 0),
    "no norm": Planted("norms.toml", lambda _: "", "pack_file_missing", 1),
    "a norm without a day": Planted("norms.toml", put("in_force = 2026-02-01\n", ""), "norm_without_day", 2),
    "a norm of ours": Planted("norms.toml", put(f"[{NORM}]", "[IB05]"), "norm_taken", 2),
    "a norm of no name": Planted("norms.toml", put(f"[{NORM}]", "[Zaragoza]"), "norm_name_unfit", 2),
    "a title without Catalan": Planted(
        "norms.toml", put('title.ca = "Ordre inventada"\n', ""), "pack_field", 2
    ),
    "a day that is text": Planted("norms.toml", put("2026-02-01", '"soon"'), "norm_without_day", 2),
    "clauses of our norm": Planted("clauses/IB05.jsonl", add(""), "norm_not_own", 1),
    "a ranking of our norm": Planted("rankings/AR10.toml", add(""), "norm_not_own", 1),
    "words of our game": Planted("words/ruleta.toml", add(""), "game_not_own", 1),
    "conduct of our norm": Planted(
        "conduct.toml", add('\n["IB05".boule]\nplayers = []\n'), "norm_not_own", 2
    ),
    "a file that no pack has": Planted("notes.toml", add(""), "pack_file_unknown", 1),
    "a clause of another norm": Planted(CLAUSES, put(f'"{NORM}.2"', '"AR10.2"'), "clause_not_own", 2),
    "a clause twice": Planted(CLAUSES, put(f'"{NORM}.2"', f'"{NORM}.1"'), "clause_twice", 2),
    "a clause of no kind": Planted(CLAUSES, put('"payout"', '"poem"'), "pack_clause_kind", 1),
    "a clause without text": Planted(
        CLAUSES, put('"says": "Boule is played."', '"told": 1'), "pack_field", 2
    ),
    "a line that is no JSON": Planted(
        CLAUSES, put('{"id": "' + NORM + '.3"', '{"id" "' + NORM + '.3"'), "pack_not_json", 3
    ),
    "a clause that is not told": Planted(
        f"clauses/ca/{NORM}.jsonl", lambda text: text.partition("\n")[2], "pack_clause_untold", 1
    ),
    "a terminal's own character": Planted(
        CLAUSES, put("Boule is", "\\u001b[2JBoule is"), "pack_invisible", 2
    ),
    "letters in another direction": Planted(
        "words.toml", put("nowhere", "no\u202ewhere"), "pack_invisible", 1
    ),
    "figures of a norm that is not": Planted(FIGURES, put('from = "IB05"', 'from = "IB55"'), "no_lender", 2),
    "figures of a game that is not": Planted(
        FIGURES, put('game = "boule"', 'game = "bola"'), "nothing_to_borrow", 2
    ),
    "a group that is not": Planted(FIGURES, put('"course"', '"curse"'), "nothing_to_borrow", 2),
    "figures borrowed from themselves": Planted(
        FIGURES, put('from = "IB05"', f'from = "{NORM}"'), "borrowed_in_circle", 2
    ),
    "a figure without a clause": Planted(FIGURES, put(f'cite = ["{NORM}.3"]\n', ""), "figure_uncited", 0),
    "a clause that is cited and is not": Planted(
        FIGURES, put(f"{NORM}.3", f"{NORM}.99"), "pack_cites_nothing", 0
    ),
    "a game that nobody has": Planted(
        "figures/general.toml", put("games.boule", "games.bola"), "pack_game_unknown", 2
    ),
    "a condition with a strange name": Planted(
        FIGURES, add(NEED.replace("MUST", "moon > 1")), "condition_name", 0
    ),
    "a condition that is Python": Planted(
        FIGURES, add(NEED.replace("MUST", "open('x')")), "condition_unreadable", 0
    ),
    "a condition without end": Planted(
        FIGURES, add(NEED.replace("MUST", "1 +" * 900 + " 1")), "condition_too_long", 0
    ),
    "a condition too deep": Planted(
        FIGURES, add(NEED.replace("MUST", "(" * 450 + "1" + ")" * 450)), "condition_unreadable", 0
    ),
    "a choice that is not": Planted(
        FIGURES,
        add(NEED.replace('"minimum"', '"moon"').replace("MUST", "minimum > 0")),
        "pack_choice_unknown",
        0,
    ),
    "a need that no table meets": Planted(
        FIGURES, add(NEED.replace("MUST", "minimum < 0")), "pack_table_shut", 2
    ),
    "division by nought": Planted(
        FIGURES, add(NEED.replace("MUST", "minimum / 0 > 1")), "pack_table_shut", 2
    ),
    "brackets without end": Planted(FIGURES, add(f"x = {'[' * 5000}{']' * 5000}\n"), "toml_too_deep", 0),
    "a region without English": Planted("words.toml", put('en = "nowhere"\n', ""), "pack_field", 1),
}


def codes(folder: Path) -> list[tuple[str, int]]:
    return [(fault.figures["why"].code, int(fault.figures["line"])) for fault in check_pack(str(folder))]


def test_a_sound_pack_has_no_faults(tmp_path: Path) -> None:
    assert check_pack(str(write_pack(tmp_path / "pack"))) == ()


@pytest.mark.parametrize("planted", PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_told_with_its_place(planted: Planted, tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "pack")
    file = folder / planted.file
    file.parent.mkdir(exist_ok=True)
    text = planted.change(file.read_text("utf-8") if file.exists() else "")
    file.write_text(text, "utf-8")
    faults = check_pack(str(folder))
    found = {fault.figures["why"].code: fault for fault in faults}
    assert planted.code in found, found
    fault = found[planted.code]
    assert fault.figures["path"] == str(file) or planted.code == "pack_clause_untold"
    assert planted.line in (0, fault.figures["line"])
    for language in ("es", "ca", "en"):
        said = voice_for(language).error(fault)
        assert "\n" not in said
        assert said.isprintable()
        assert "Traceback" not in said
    law = library_of(str(folder))
    assert open_as_written(frame_to_play("ruleta", law=law), {}).frame.norm == "IB05"
    assert law.clause("IB05.04.V.a.2").norm == "IB05"


def test_what_names_the_norm_of_a_faulty_pack_fails_with_its_fault(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "pack")
    (folder / FIGURES).write_text("[", "utf-8")
    law = library_of(str(folder))
    place = rf"figures/{GAME}\.toml, line 1"
    with pytest.raises(NovamasError, match=place):
        law.frame(NORM, GAME)
    with pytest.raises(NovamasError, match=place):
        frame_to_play(GAME, NORM, law=law)


def test_links_bytes_and_encodings_are_bounded(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "pack")
    os.symlink("/etc/hostname", folder / "words.jsonl")
    assert codes(folder)[0][0] == "pack_link"
    (folder / "words.jsonl").unlink()
    (folder / "words.toml").write_bytes(b'[regions.x]\nes = "\xff"\n')
    assert codes(folder) == [("pack_not_utf8", 2)]
    (folder / "words.toml").write_bytes(b"#" * (MAX_BYTES + 1))
    assert codes(folder) == [("pack_file_too_large", 1)]
    assert (
        codes(None, tmp_path / "nowhere") if False else check_pack(str(tmp_path / "no"))[0].code == "no_pack"
    )


def test_a_pack_is_not_used_twice(tmp_path: Path) -> None:
    one, other = write_pack(tmp_path / "one"), write_pack(tmp_path / "other")
    law = library_of(str(one), str(other))
    assert [fault.figures["why"].code for fault in law.aside.values()] == ["norm_taken"]
    assert law.pack_of[NORM].folder == str(one)

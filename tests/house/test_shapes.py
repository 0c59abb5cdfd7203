"""A game says which figures and choices it needs, and the check of a pack names all that are missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.law_pack import NORM, write_pack

from novamas.errors import NovamasError
from novamas.games import GAMES
from novamas.house.opening import open_as_written
from novamas.house.pack_check import check_pack, shape_of
from novamas.law import library
from novamas.law.library import library_of


@pytest.mark.parametrize("game", GAMES)
def test_every_norm_of_ours_has_what_the_game_needs(game: str) -> None:
    groups, choices = shape_of(game)
    law = library()
    for norm in law.norms:
        if game in law.entries(norm) and law.frame(norm, game).can_be_played:
            frame = law.frame(norm, game)
            assert [group for group in sorted(groups) if not frame.has(group)] == []
            assert choices <= frame.options.keys()


def without(folder: Path, *parts: str) -> Path:
    """Write a pack that lacks these groups of boule."""
    write_pack(folder)
    file = folder / "figures" / "boule.toml"
    listed = ", ".join(f'"{part}"' for part in ("bets.numero", *parts))
    file.write_text(
        file.read_text("utf-8").replace('without = ["bets.numero"]', f"without = [{listed}]"), "utf-8"
    )
    return folder


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("limits", "pack_group_missing"),
        ("course", "pack_group_missing"),
        ("two_cloths", "pack_group_missing"),
        ("rules.maximum", "pack_choice_missing"),
        ("premises.total_maximum", ""),
        ("equipment", ""),
        ("bets.sencilla", ""),
    ],
)
def test_what_is_missing_is_named_and_what_is_not_needed_is_not(tmp_path: Path, part: str, code: str) -> None:
    needs = ("needs",) if part.startswith(("rules", "premises")) else ()
    folder = without(tmp_path / "pack", part, *needs)
    codes = {fault.figures["why"].code for fault in check_pack(str(folder))}
    assert (code in codes) if code else codes.isdisjoint({"pack_group_missing", "pack_choice_missing"})
    frame = library_of(str(folder)).frame(NORM, "boule")
    if code:
        with pytest.raises(NovamasError):
            open_as_written(frame, {})
    else:
        assert open_as_written(frame, {}).frame is frame

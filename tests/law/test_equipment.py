"""Equipment that a table must have: each missing object is one fault with the object's clause."""

from __future__ import annotations

import msgspec
import pytest
from tests.support.cases import cited

from novamas.games import GAMES
from novamas.hands import ranking_of
from novamas.law import catalogue, library, norms, set_up
from novamas.testing.rehearsal import faults_of

EVERY_THING = [
    (norm, game, thing)
    for norm in norms()
    for game in library().entries(norm)
    if game in GAMES  # the pools have no table
    for thing, needed in catalogue.under(norm)[game].things.items()
    if not needed.when and "lacks" in catalogue.under(norm)[game].options
]


@pytest.mark.parametrize(
    ("clause", "game", "thing"),
    [
        cited("IB09.16.II.3.1", "pai_gow_poker", "cup"),
        cited("AR10.10-1-C.II.2.2", "pai_gow_poker", "tray"),
        cited("IB09.16.II.2.2", "pai_gow_poker", "tray"),
        cited("IB09.16.VII.14", "pai_gow_poker", "bank_circle"),
        cited("CM16.ANX1.1.b.2", "pai_gow_poker", "tray"),
        cited("CM16.ANX1.1.b.2", "pai_gow_poker", "slots"),
        cited("CM16.ANX1.2.a.4", "pai_gow_domino", "spot_colours"),
        cited("AR10.10-1-C.II.3.1", "pai_gow_poker", "cup"),
        cited("AR10.10-1-C.II.4.1", "pai_gow_poker", "shoe"),
        cited("AR10.10-1-C.III.1.2", "pai_gow_poker", "waiting_list"),
        cited("CM16.ANX1.1.c.1", "pai_gow_poker", "transparent_dice"),
        cited("CM16.ANX1.1.c.2", "pai_gow_poker", "sharp_dice"),
        cited("CM16.ANX1.1.c.3", "pai_gow_poker", "marked_dice"),
        cited("CM16.ANX1.1.c.4", "pai_gow_poker", "approved_dice"),
        cited("CM16.ANX1.1.e.5", "pai_gow_poker", "approved_shoe"),
        cited("IB05.09.II.1.1", "bacara_dos_panos", "cards"),
        cited("IB05.09.II.2.1", "bacara_dos_panos", "shoe"),
        cited("IB05.09.II.3.1", "bacara_dos_panos", "oval_table"),
        cited("IB05.09.II.3.3", "bacara_dos_panos", "other_cloth_area"),
        cited("IB05.09.II.3.5", "bacara_dos_panos", "openings"),
        cited("IB05.08.II.2.1", "chemin_de_fer", "shoe"),
        cited("IB05.08.II.3.2", "chemin_de_fer", "openings"),
        cited("IB09.12.II.2.2", "holdem", "numbered_places"),
        cited("AR10.10-2.III.2.2", "holdem", "numbered_places"),
        cited("AR10.10-2.III.2.4", "holdem", "slots"),
    ],
)
def test_a_thing_that_lacks_is_told_by_its_own_clause(clause: str, game: str, thing: str) -> None:
    found = faults_of(game, clause[:4], lacks=(thing,))
    assert {code: fault.clause for code, fault in found.items()} == {f"no_{thing}": clause}


@pytest.mark.parametrize(("norm", "game", "thing"), EVERY_THING)
def test_every_thing_that_lacks_is_one_fault_of_its_first_clause(norm: str, game: str, thing: str) -> None:
    frame = catalogue.under(norm)[game]

    def faults(**lacks: tuple[str, ...]) -> dict[str, str | None]:
        return {fault.code: fault.clause for fault in set_up(frame, {**frame.examples, **lacks}).faults}

    ours = faults(lacks=(thing,)).items() - faults().items()
    assert ours == {(f"no_{thing}", frame.things[thing].cite[0])}


@pytest.mark.parametrize(
    ("norm", "game"),
    [(norm, game) for norm in norms() for game, entry in library().entries(norm).items() if entry.common]
    + [("IB05", "sintetico")],
)
@pytest.mark.law("IB09.12-2-d.II.1", "AR10.10-2-B-d.II.1", "IB09.12-2-e.II.1", "AR10.10-2-B-e.II.1")
def test_the_deck_that_is_asked_is_the_deck_that_is_dealt(norm: str, game: str) -> None:
    frame = catalogue.under(norm)[game]
    dealt = ranking_of(frame).shape.deck
    for text in msgspec.to_builtins(frame.texts["equipment.deck"]).values():
        assert str(dealt) in text, f"{norm} {game}: {text}"

"""Rounding a fraction of a céntimo up is in the player's favour at every game."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from novamas.equipment.chance import Seeded
from novamas.games import GAMES
from novamas.law import Frame, catalogue, norms
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import any_deed
from novamas.testing.rehearsal import opened

TABLES = [
    (slug, norm)
    for slug in GAMES
    for norm in norms()
    if slug in catalogue.under(norm).games
    and catalogue.under(norm)[slug].can_be_played
    and "rounding" in catalogue.under(norm)[slug].options
]
TO_THE_NEAREST = {"chemin_de_fer", "bacara_dos_panos"}  # by their readings; a half is the banker's there
RATES = {"commission": Fraction(1, 30)}  # a rate that leaves a fraction


def choices(frame: Frame, rounding: str) -> dict[str, object]:
    """Return a set-up with lawful stakes of any number of céntimos."""
    odd: dict[str, object] = {"chip": 1, "value_chips": True, **RATES, "rounding": rounding}
    return {name: value for name, value in odd.items() if name in frame.options}


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_a_fraction_is_the_players_by_default(slug: str, norm: str) -> None:
    option = catalogue.under(norm)[slug].options["rounding"]
    assert option.default == ("half_up" if slug in TO_THE_NEAREST else "up")
    assert option.reading


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_up_never_gives_the_house_more_than_down(slug: str, norm: str, soak: bool) -> None:
    """The same deeds are done at two tables that differ only in their rounding."""
    frame = catalogue.under(norm)[slug]
    up, down = (opened(slug, norm, **choices(frame, rounding)) for rounding in ("up", "down"))
    differences, least = {0}, 200 if soak else 12
    for seed in range(1_000):
        if seed >= least and max(differences) > 0:
            break
        rng, source = Random(seed), Seeded(seed)
        one, other = Session(up.opening, source, automatic=()), Session(down.opening, source, automatic=())
        for _ in range(120):
            if one.phase.turn is NOBODY or type(one.phase) is not type(other.phase):
                break
            deed = any_deed(one, rng, incidents=0)
            one.do(deed)
            if other.why_not(deed) is not None:
                break
            other.do(deed)
            differences.add(other.ledger.house - one.ledger.house)
    assert min(differences) >= 0
    assert max(differences) > 0

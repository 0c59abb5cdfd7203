"""A newcomer plays craps at the terminal, and reads its odds."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import Novamas

LINES = "\nwin 5\n\nasociada_win:4 5\n\nquit\n"


@pytest.mark.parametrize(
    ("language", "says"),
    [
        (
            "en",
            ["You bet €5.00 on the pass line odds, point 4.", "The plaque marks the 4.", "Result: −€10.00."],
        ),
        ("es", ["Usted apuesta 5,00 € a la asociada al win con el punto 4.", "La placa marca el 4."]),
        ("ca", ["Heu apostat 5,00 € a l’associada al win amb el punt 4.", "La placa marca el 4."]),
    ],
)
def test_a_point_is_set_backed_and_missed(novamas: Novamas, language: str, says: list[str]) -> None:
    ran = novamas("play", "craps", "--seed", 5, "--lang", language, lines=LINES)
    assert ran.status == 0
    opening, closing = "“”" if language == "en" else "«»"
    assert f"{opening}El tirador, al Win o al Don't Win.{closing}" in ran.out
    assert f"{opening}7, cambian los dados.{closing}" in ran.out
    for sentence in says:
        assert sentence in ran.out.replace("\xa0", " ")


def test_what_may_not_be_done_is_told_and_costs_nothing(novamas: Novamas) -> None:
    lines = "dice\ncome 5\nwin 5\nfield 2\n\nbig_6 2\nwithdraw win:4\nasociada_win:4 6\nquit\n"
    ran = novamas("play", "craps", "--seed", 5, lines=lines)
    assert "The bet on come can be made only while there is a point. (IB05.06.IV.1.A.Come.1)" in ran.out
    stays = "The bet on pass line, point 4 cannot be withdrawn: it stays in play until it wins or loses."
    assert f"{stays} (IB05.06.IV.1.A.2)" in ran.out
    assert "IB05.06.IV.2.4" in ran.out
    assert "€5.00 stays on the cloth" in ran.out


def test_the_odds_are_shown_per_roll_too(novamas: Novamas) -> None:
    shown = novamas("odds", "craps").out
    assert "don't pass: 1.403 % per bet resolved, 0.404 % per throw" in shown
    told = json.loads(novamas("odds", "craps", "--bet", "asociada_dont_come:9", "--json").out)
    assert told["bets"]["asociada_dont_come:9"]["edge"] == "0"

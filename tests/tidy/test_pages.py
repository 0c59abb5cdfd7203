"""The pages of the games: what is exact stands apart from what is bounded and what was simulated."""

from __future__ import annotations

import pytest
from tools.odds_goldens import FOLDER, kept
from tools.pages import page, told_odds

from novamas.words import words

KEPT = sorted(tuple(path.stem.rsplit("-", 1)) for path in FOLDER.glob("*.json"))


@pytest.mark.parametrize(("slug", "norm"), KEPT)
def test_a_figure_that_is_not_exact_stands_apart_with_how_far_off_it_may_be(slug: str, norm: str) -> None:
    odds = kept(slug, norm)
    tables = "\n".join(told_odds(odds, words("en", slug)))
    for name, bet in odds.bets.items():
        row = next(line for line in tables.splitlines() if line.startswith(f"| `{name}` |"))
        title = tables[: tables.index(row)].rsplit("\n\n", 2)[-2]
        wanted = "Exact:" if bet.exact else "Simulated, " if bet.se else "Not exact, but proved"
        assert title.startswith(wanted)
        assert ("±" in row) is not bet.exact


def test_the_house_ways_of_pai_gow_are_on_their_pages_in_every_language() -> None:
    shown = page("pai_gow_poker", ("IB09", "AR10", "CM16"))
    for language in ("Spanish", "Catalan", "English"):
        for way in ("usual", "simple", "own"):
            assert shown.count(f"### `house_way={way}`, in {language}: ") == 1
    assert "18. Seven different cards: the highest stays high." in shown
    assert "### `house_way=by_worth`, in Catalan: " in page("pai_gow_domino", ("CM16",))

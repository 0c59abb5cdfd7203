"""The pages of the games teach before they list, and separate exact numbers from others."""

from __future__ import annotations

import re

import pytest
from tools.chart import Course
from tools.goldens import ROOT
from tools.odds_goldens import FOLDER, kept
from tools.pages import page, told_odds

from novamas.games import GAMES, game
from novamas.law import clause
from novamas.words import voice_for

KEPT = sorted(tuple(path.stem.rsplit("-", 1)) for path in FOLDER.glob("*.json"))
TAUGHT = (
    "How a round goes",
    "What may be done",
    "What can go wrong, and what the law orders",
    "Worked examples",
)
INEXACT = {
    "blackjack": "blackjack",
    "treinta_y_cuarenta": "treinta y cuarenta",
}


@pytest.mark.parametrize(("slug", "norm"), KEPT)
def test_a_figure_that_is_not_exact_stands_apart_with_how_far_off_it_may_be(slug: str, norm: str) -> None:
    odds = kept(slug, norm)
    tables = "\n".join(told_odds(odds, voice_for("en", slug)))
    for name, bet in odds.bets.items():
        row = next(line for line in tables.splitlines() if line.startswith(f"| `{name}` |"))
        title = tables[: tables.index(row)].rsplit("\n\n", 2)[-2]
        wanted = "Exact:" if bet.exact else "Not exact, but proved"
        assert title.startswith(wanted)
        assert ("±" in row) is not bet.exact


def test_the_house_ways_of_pai_gow_are_on_their_pages_in_every_language() -> None:
    shown = page("pai_gow_poker", ("IB09", "AR10", "CM16"))
    for language in ("Spanish", "Catalan", "English"):
        for way in ("usual", "simple", "own"):
            assert shown.count(f"### `house_way={way}`, in {language}: ") == 1
    assert "18. Seven different cards: the highest stays high." in shown
    assert "### `house_way=by_worth`, in Catalan: " in page("pai_gow_domino", ("CM16",))


def printed(slug: str) -> str:
    """The page as it is kept: that it is printed so now is the goldens' to say."""
    return (ROOT / "docs" / "games" / f"{slug}.md").read_text("utf-8")


@pytest.mark.parametrize("slug", GAMES)
def test_a_page_teaches_before_the_reference(slug: str) -> None:
    titles = re.findall(r"^## (.+)$", printed(slug), re.MULTILINE)
    assert tuple(titles[: len(TAUGHT)]) == TAUGHT
    assert titles[-1].startswith("Under ")


@pytest.mark.parametrize("slug", GAMES)
def test_every_act_is_explained_and_every_incident_has_a_clause_of_the_law(slug: str) -> None:
    shown, voice = printed(slug), voice_for("en", slug)
    for act in game(slug).acts:
        assert f"- `{act.verb()}`: {voice.text(f'acts_told.{act.verb()}')}\n" in shown
    for incident in game(slug).incidents:
        told = re.search(rf"^- `{incident.verb()}`.*\n((?:  - .+\n)+)", shown, re.MULTILINE)
        assert told, f"{incident.verb()} has no clause"
        for line in told[1].splitlines():
            id, says = line.removeprefix("  - ").split(": ", 1)
            assert says == clause(id).says


@pytest.mark.parametrize("slug", GAMES)
def test_the_worked_examples_of_a_page_are_there(slug: str) -> None:
    links = re.findall(r"\]\((\S+\.en\.txt)\)", printed(slug))
    assert links
    for link in links:
        assert (ROOT / "docs" / "games" / link).is_file()


@pytest.mark.parametrize("slug", [slug for slug, norm in KEPT if not kept(slug, norm).bets])
def test_where_no_bet_has_an_edge_the_page_says_what_the_house_takes(slug: str) -> None:
    shown = printed(slug)
    assert "### Odds" not in shown
    assert "there is no table of odds" in shown
    assert "| €100.00 | €5.00 |" in shown


def test_phases_are_told_in_the_order_of_a_round_and_those_of_mishaps_last() -> None:
    ways = {
        ("Deal", "End"): {"the draw"},
        ("Betting", "Redeal"): {"misdeal"},
        ("Betting", "Deal"): {"close"},
        ("Redeal", "Deal"): {"the draw"},
    }
    course = Course("Betting", ways, {"misdeal": {"IB05.04.V.c.6": {"Betting"}}})
    assert course.phases == ["Betting", "Deal", "Redeal", "End"]


@pytest.mark.parametrize("path", ["README.md", "docs/concepts.md", "docs/library.md"])
def test_the_docs_name_the_games_whose_odds_are_not_exact(path: str) -> None:
    found = {slug for slug, norm in KEPT if not all(bet.exact for bet in kept(slug, norm).bets.values())}
    assert found == INEXACT.keys()
    told = " ".join((ROOT / path).read_text("utf-8").split())
    assert all(name in told for name in INEXACT.values())
    assert "ircle poker" in told

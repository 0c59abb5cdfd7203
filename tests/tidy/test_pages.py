"""The pages of the games teach first and list later, and separate exact numbers from others."""

from __future__ import annotations

import re

import pytest
from msgspec import Struct
from tools.api import parts_of_public_classes, reference
from tools.chart import CAUSES, Course, course
from tools.goldens import ROOT
from tools.odds_goldens import FOLDER, example_table, kept
from tools.pages import page, told_odds
from tools.teaching import mishaps

import novamas
from novamas.games import GAMES, game
from novamas.law import clause
from novamas.table.deeds import kinds_of
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
    """Return the stored page. Another test checks that it is current."""
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
            assert says == clause(id.partition(",")[0]).says


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
    course = Course("Betting", ways, {"misdeal": {"IB05.04.V.c.6": {"Betting"}}}, {})
    assert course.phases == ["Betting", "Deal", "Redeal", "End"]


@pytest.mark.parametrize("path", ["README.md", "docs/concepts.md", "docs/library.md"])
def test_the_docs_name_the_games_whose_odds_are_not_exact(path: str) -> None:
    found = {slug for slug, norm in KEPT if not all(bet.exact for bet in kept(slug, norm).bets.values())}
    assert found == INEXACT.keys()
    told = " ".join((ROOT / path).read_text("utf-8").split())
    assert all(name in told for name in INEXACT.values())
    assert "ircle poker" in told


NO_CAUSES = {
    "bet",
    "cards",
    "low",
    "pano",
    "rule",
    "who",
    "words",
}  # bets, hands and people: told at the table


@pytest.mark.parametrize("slug", GAMES)
def test_each_closed_word_of_an_incident_is_a_cause_or_names_something_at_the_table(slug: str) -> None:
    for incident in game(slug).incidents:
        texts = {name for name, kinds in kinds_of(incident) if kinds == (str,)}
        assert texts <= CAUSES | NO_CAUSES, incident


def test_the_causes_of_an_incident_are_on_its_page_beside_their_clause() -> None:
    table = example_table("cubierto", "AR10")
    learnt = course(table, steps=3_000)
    assert learnt.forms["misdeal"]["AR10.10-2.VIII.1.b.1"] == {"cause=too_few", "cause=too_many"}
    told = "\n".join(mishaps([table], [learnt], voice_for("en", "cubierto")))
    assert "  - AR10.10-2.VIII.1.b.1, `cause=too_few`, `cause=too_many`: Misdeal:" in told
    assert "  - AR10.10-2.VIII.1.a.1, `cause=order`: Misdeal:" in told


def test_the_reference_has_the_fields_of_all_that_public_classes_hold() -> None:
    told, parts = reference(), parts_of_public_classes()
    public = [getattr(novamas, name) for name in novamas.__all__]
    structs = [thing for thing in public if isinstance(thing, type) and issubclass(thing, Struct)]
    for kind in (*structs, *parts):
        module = "novamas" if kind in structs else kind.__module__.removeprefix("novamas.")
        heading = f"### `{module}.{kind.__name__}`"
        section = told[told.index(f"{heading}\n") :].split("\n### ")[0]
        for name in kind.__struct_fields__:
            assert f"- `{name}: " in section, (kind, name)
    assert "- `asks: str`" in told[told.index("### `novamas.Reading`") :].split("\n### ")[0]


def test_a_page_prints_the_value_of_a_default_and_not_its_formula() -> None:
    printed = page("ruleta", ("IB05",))
    assert "| 200 (€2.00), from other choices |" in printed
    assert "min(minimum" not in printed
